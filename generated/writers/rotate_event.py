# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class RotateEvent(ReadWriteKaitaiStruct):
    """The log continues in another file. MariaDB and MySQL 5.7 skip a longer
    post-header, MySQL 9.7 does not.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rotate__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(RotateEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.has_position:
            pass
            self.position = self._io.read_u8le()

        if  ((self.len_post_header > 0) and (self.len_post_header != 8)) :
            pass
            self.post_header_rest = self._io.read_bytes((self.len_post_header - 8 if self.has_position else self.len_post_header))

        self.next_log = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.has_position:
            pass

        if  ((self.len_post_header > 0) and (self.len_post_header != 8)) :
            pass



    def _write__seq(self, io=None):
        super(RotateEvent, self)._write__seq(io)
        if self.has_position:
            pass
            self._io.write_u8le(self.position)

        if  ((self.len_post_header > 0) and (self.len_post_header != 8)) :
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_bytes(self.next_log)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"next_log", 0, self._io.size() - self._io.pos())


    def _check(self):
        if self.has_position:
            pass

        if  ((self.len_post_header > 0) and (self.len_post_header != 8)) :
            pass
            if len(self.post_header_rest) != (self.len_post_header - 8 if self.has_position else self.len_post_header):
                raise kaitaistruct.ConsistencyError(u"post_header_rest", (self.len_post_header - 8 if self.has_position else self.len_post_header), len(self.post_header_rest))

        self._dirty = False

    @property
    def has_position(self):
        """Whether the post-header is long enough for `position`; it is not in binlog
        version 1.
        """
        if hasattr(self, '_m_has_position'):
            return self._m_has_position

        self._m_has_position = self.len_post_header >= 8
        return getattr(self, '_m_has_position', None)

    def _invalidate_has_position(self):
        del self._m_has_position
    @property
    def next_log_name(self):
        """The next log, read as UTF-8."""
        if hasattr(self, '_m_next_log_name'):
            return self._m_next_log_name

        self._m_next_log_name = (self.next_log).decode(u"UTF-8")
        return getattr(self, '_m_next_log_name', None)

    def _invalidate_next_log_name(self):
        del self._m_next_log_name

