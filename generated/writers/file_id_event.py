# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileIdEvent(ReadWriteKaitaiStruct):
    """The end of a file of LOAD DATA: EXEC_LOAD loads it, DELETE_FILE discards it.
    There is no body behind the post-header. A shorter post-header is refused
    here, since it does not identify the file.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Delete__file__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(FileIdEvent, self).__init__(_io)
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
        super(FileIdEvent, self)._write__seq(io)
        self._io.write_u4le(self.file_id)
        if self.len_post_header > 4:
            pass
            self._io.write_bytes(self.post_header_rest)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.file_id
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.file_id, None, u"/seq/0")
        if self.len_post_header > 4:
            pass
            if len(self.post_header_rest) != self.len_post_header - 4:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 4, len(self.post_header_rest))

        self._dirty = False


