# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class StartV3Event(ReadWriteKaitaiStruct):
    """Starts a log of binlog version 1 (MySQL 3.23) or 3 (MySQL 4.0 and 4.1).
    Servers read 56 bytes, whatever post-header is listed. A shorter one is
    refused here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/8.0.36/classbinary__log_1_1Start__event__v3.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(StartV3Event, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.binlog_version = self._io.read_u2le()
        _ = self.binlog_version
        if not self.len_post_header >= 56:
            raise kaitaistruct.ValidationExprError(self.binlog_version, self._io, u"/seq/0")
        self.server_version = (KaitaiStream.bytes_terminate(self._io.read_bytes(50), 0, False)).decode(u"ASCII")
        self.created_at = self._io.read_u4le()
        if self.len_post_header > 56:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 56)

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 56:
            pass

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(StartV3Event, self)._write__seq(io)
        self._io.write_u2le(self.binlog_version)
        self._io.write_bytes_limit((self.server_version).encode(u"ASCII"), 50, 0, 0)
        self._io.write_u4le(self.created_at)
        if self.len_post_header > 56:
            pass
            self._io.write_bytes(self.post_header_rest)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.binlog_version
        if not self.len_post_header >= 56:
            raise kaitaistruct.ValidationExprError(self.binlog_version, None, u"/seq/0")
        if len((self.server_version).encode(u"ASCII")) > 50:
            raise kaitaistruct.ConsistencyError(u"server_version", 50, len((self.server_version).encode(u"ASCII")))
        if KaitaiStream.byte_array_index_of((self.server_version).encode(u"ASCII"), 0) != -1:
            raise kaitaistruct.ConsistencyError(u"server_version", -1, KaitaiStream.byte_array_index_of((self.server_version).encode(u"ASCII"), 0))
        if self.len_post_header > 56:
            pass
            if len(self.post_header_rest) != self.len_post_header - 56:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 56, len(self.post_header_rest))

        self._dirty = False


