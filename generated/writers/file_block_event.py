# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileBlockEvent(ReadWriteKaitaiStruct):
    """A block of a file that LOAD DATA reads. BEGIN_LOAD_QUERY has the first block,
    each APPEND_BLOCK a further one. MariaDB skips a longer post-header, MySQL
    does not. A shorter one is refused here, since it does not identify the file.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Append__block__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(FileBlockEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.file_id = self._io.read_u4le()
        _ = self.file_id
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.file_id, self._io, u"/seq/0")
        if self.len_post_header > 4:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 4)

        self.data = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 4:
            pass



    def _write__seq(self, io=None):
        super(FileBlockEvent, self)._write__seq(io)
        self._io.write_u4le(self.file_id)
        if self.len_post_header > 4:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_bytes(self.data)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"data", 0, self._io.size() - self._io.pos())


    def _check(self):
        _ = self.file_id
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.file_id, None, u"/seq/0")
        if self.len_post_header > 4:
            pass
            if len(self.post_header_rest) != self.len_post_header - 4:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 4, len(self.post_header_rest))

        self._dirty = False


