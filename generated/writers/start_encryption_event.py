# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class StartEncryptionEvent(ReadWriteKaitaiStruct):
    """Starts encryption: all events behind it in the file are encrypted (MariaDB
    10.1 and later, with `encrypt_binlog`). MariaDB refuses an event of any other
    size than this one without a post-header.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/start_encryption_event
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(StartEncryptionEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.scheme = self._io.read_u1()
        self.key_version = self._io.read_u4le()
        self.nonce = self._io.read_bytes(12)
        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(StartEncryptionEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u1(self.scheme)
        self._io.write_u4le(self.key_version)
        self._io.write_bytes(self.nonce)
        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        if self.len_post_header > 0:
            pass
            if len(self.post_header_rest) != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header, len(self.post_header_rest))

        if len(self.nonce) != 12:
            raise kaitaistruct.ConsistencyError(u"nonce", 12, len(self.nonce))
        self._dirty = False


