# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogCheckpointEvent(ReadWriteKaitaiStruct):
    """Names the oldest log that crash recovery still needs (MariaDB 10.0 and later).
    Replicas ignore it. MariaDB skips a longer post-header and refuses a shorter
    one.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/binlog_checkpoint_event
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(BinlogCheckpointEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.len_log = self._io.read_u4le()
        _ = self.len_log
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.len_log, self._io, u"/seq/0")
        if self.len_post_header > 4:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 4)

        self.log = self._io.read_bytes(self.len_log)
        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 4:
            pass

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(BinlogCheckpointEvent, self)._write__seq(io)
        self._io.write_u4le(self.len_log)
        if self.len_post_header > 4:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_bytes(self.log)
        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.len_log
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.len_log, None, u"/seq/0")
        if self.len_post_header > 4:
            pass
            if len(self.post_header_rest) != self.len_post_header - 4:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 4, len(self.post_header_rest))

        if len(self.log) != self.len_log:
            raise kaitaistruct.ConsistencyError(u"log", self.len_log, len(self.log))
        self._dirty = False


