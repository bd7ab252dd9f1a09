# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class IncidentEvent(ReadWriteKaitaiStruct):
    """An incident on the source: the log may lack changes behind it (MySQL 5.1 and
    later, MariaDB). Replicas stop here. MariaDB skips a longer post-header, MySQL
    does not.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Incident__event.html
    """

    class IncidentType(IntEnum):
        none = 0
        lost_events = 1
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(IncidentEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.has_incident:
            pass
            self.incident = KaitaiStream.resolve_enum(IncidentEvent.IncidentType, self._io.read_u2le())

        if  ((self.len_post_header > 0) and (self.len_post_header != 2)) :
            pass
            self.post_header_rest = self._io.read_bytes((self.len_post_header - 2 if self.has_incident else self.len_post_header))

        self.len_message = self._io.read_u1()
        self.message = self._io.read_bytes(self.len_message)
        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.has_incident:
            pass

        if  ((self.len_post_header > 0) and (self.len_post_header != 2)) :
            pass

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(IncidentEvent, self)._write__seq(io)
        if self.has_incident:
            pass
            self._io.write_u2le(int(self.incident))

        if  ((self.len_post_header > 0) and (self.len_post_header != 2)) :
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u1(self.len_message)
        self._io.write_bytes(self.message)
        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        if self.has_incident:
            pass

        if  ((self.len_post_header > 0) and (self.len_post_header != 2)) :
            pass
            if len(self.post_header_rest) != (self.len_post_header - 2 if self.has_incident else self.len_post_header):
                raise kaitaistruct.ConsistencyError(u"post_header_rest", (self.len_post_header - 2 if self.has_incident else self.len_post_header), len(self.post_header_rest))

        if len(self.message) != self.len_message:
            raise kaitaistruct.ConsistencyError(u"message", self.len_message, len(self.message))
        self._dirty = False

    @property
    def has_incident(self):
        """Whether the post-header is long enough for `incident`."""
        if hasattr(self, '_m_has_incident'):
            return self._m_has_incident

        self._m_has_incident = self.len_post_header >= 2
        return getattr(self, '_m_has_incident', None)

    def _invalidate_has_incident(self):
        del self._m_has_incident

