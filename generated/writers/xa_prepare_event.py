# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class XaPrepareEvent(ReadWriteKaitaiStruct):
    """Prepares an XA transaction, or commits it in one phase (MySQL 5.7 and later,
    MariaDB 10.5 and later). Both servers skip a post-header here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1XA__prepare__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(XaPrepareEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.is_one_phase = self._io.read_u1()
        self.format_id = self._io.read_s4le()
        self.len_global_id = self._io.read_u4le()
        self.len_branch = self._io.read_u4le()
        self.global_id = self._io.read_bytes(self.len_global_id)
        self.branch = self._io.read_bytes(self.len_branch)
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
        super(XaPrepareEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u1(self.is_one_phase)
        self._io.write_s4le(self.format_id)
        self._io.write_u4le(self.len_global_id)
        self._io.write_u4le(self.len_branch)
        self._io.write_bytes(self.global_id)
        self._io.write_bytes(self.branch)
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

        if len(self.global_id) != self.len_global_id:
            raise kaitaistruct.ConsistencyError(u"global_id", self.len_global_id, len(self.global_id))
        if len(self.branch) != self.len_branch:
            raise kaitaistruct.ConsistencyError(u"branch", self.len_branch, len(self.branch))
        self._dirty = False


