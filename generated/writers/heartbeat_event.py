# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HeartbeatEvent(ReadWriteKaitaiStruct):
    """Shows a replica that the connection is alive while there are no events (MySQL
    5.5 and later, MariaDB). It is sent over connections and no file contains it.
    MySQL does not skip a post-header here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Heartbeat__event.html
    """
    def __init__(self, len_post_header, has_position, _io=None, _parent=None, _root=None):
        super(HeartbeatEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self.has_position = has_position

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        if self.has_position:
            pass
            self.position = self._io.read_u8le()

        self.log = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        if self.has_position:
            pass



    def _write__seq(self, io=None):
        super(HeartbeatEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        if self.has_position:
            pass
            self._io.write_u8le(self.position)

        self._io.write_bytes(self.log)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"log", 0, self._io.size() - self._io.pos())


    def _check(self):
        if self.len_post_header > 0:
            pass
            if len(self.post_header_rest) != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header, len(self.post_header_rest))

        if self.has_position:
            pass

        self._dirty = False


