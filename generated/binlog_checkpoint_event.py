# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogCheckpointEvent(KaitaiStruct):
    """Names the oldest log that crash recovery still needs (MariaDB 10.0 and later).
    Replicas ignore it. MariaDB skips a longer post-header and refuses a shorter
    one.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/binlog_checkpoint_event
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(BinlogCheckpointEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

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



    def _fetch_instances(self):
        pass
        if self.len_post_header > 4:
            pass

        if (not (self._io.is_eof())):
            pass



