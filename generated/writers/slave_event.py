# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class SlaveEvent(ReadWriteKaitaiStruct):
    """The source that a server replicated from. Only unreleased versions of MySQL
    4.0 wrote it. MySQL 4 does not skip a post-header here, and later servers
    refuse the event.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/5.5/sql/log_event.h
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(SlaveEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.master_position = self._io.read_u8le()
        self.master_port = self._io.read_u2le()
        self.master_host = self._io.read_bytes_term(0, False, True, True)
        self.master_log = self._io.read_bytes_term(0, False, True, False)
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
        super(SlaveEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u8le(self.master_position)
        self._io.write_u2le(self.master_port)
        self._io.write_bytes(self.master_host)
        self._io.write_u1(0)
        self._io.write_bytes(self.master_log)
        if not self._io.is_eof():
            self._io.write_u1(0)

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

        if KaitaiStream.byte_array_index_of(self.master_host, 0) != -1:
            raise kaitaistruct.ConsistencyError(u"master_host", -1, KaitaiStream.byte_array_index_of(self.master_host, 0))
        if KaitaiStream.byte_array_index_of(self.master_log, 0) != -1:
            raise kaitaistruct.ConsistencyError(u"master_log", -1, KaitaiStream.byte_array_index_of(self.master_log, 0))
        self._dirty = False


