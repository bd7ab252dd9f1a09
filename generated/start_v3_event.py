# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class StartV3Event(KaitaiStruct):
    """Starts a log of binlog version 1 (MySQL 3.23) or 3 (MySQL 4.0 and 4.1).
    Servers read 56 bytes, whatever post-header is listed. A shorter one is
    refused here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/8.0.36/classbinary__log_1_1Start__event__v3.html
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(StartV3Event, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        self.binlog_version = self._io.read_u2le()
        _ = self.binlog_version
        if not self.len_post_header >= 56:
            raise kaitaistruct.ValidationExprError(self.binlog_version, self._io, u"/seq/0")
        self._raw_server_version = self._io.read_bytes(50)
        _io__raw_server_version = KaitaiStream(BytesIO(self._raw_server_version))
        self.server_version = StartV3Event.PaddedVersion(_io__raw_server_version, self, self._root)
        self.created_at = self._io.read_u4le()
        if self.len_post_header > 56:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 56)

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        self.server_version._fetch_instances()
        if self.len_post_header > 56:
            pass

        if (not (self._io.is_eof())):
            pass


    class PaddedVersion(KaitaiStruct):
        """A version such as `4.1.22-log`, and what is behind it."""
        def __init__(self, _io, _parent=None, _root=None):
            super(StartV3Event.PaddedVersion, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.text = (self._io.read_bytes_term(0, False, True, False)).decode(u"ASCII")
            self.padding = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass



