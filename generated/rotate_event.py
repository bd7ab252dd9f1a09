# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class RotateEvent(KaitaiStruct):
    """The log continues in another file. MariaDB and MySQL 5.7 skip a longer
    post-header, MySQL 9.7 does not.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rotate__event.html
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(RotateEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        if self.has_position:
            pass
            self.position = self._io.read_u8le()

        if  ((self.len_post_header > 0) and (self.len_post_header != 8)) :
            pass
            self.post_header_rest = self._io.read_bytes((self.len_post_header - 8 if self.has_position else self.len_post_header))

        self.next_log = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        if self.has_position:
            pass

        if  ((self.len_post_header > 0) and (self.len_post_header != 8)) :
            pass


    @property
    def has_position(self):
        """Whether the post-header is long enough for `position`; it is not in binlog
        version 1.
        """
        if hasattr(self, '_m_has_position'):
            return self._m_has_position

        self._m_has_position = self.len_post_header >= 8
        return getattr(self, '_m_has_position', None)

    @property
    def next_log_name(self):
        """The next log, read as UTF-8."""
        if hasattr(self, '_m_next_log_name'):
            return self._m_next_log_name

        self._m_next_log_name = (self.next_log).decode(u"UTF-8")
        return getattr(self, '_m_next_log_name', None)


