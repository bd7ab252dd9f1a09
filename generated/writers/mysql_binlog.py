# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event
from . import log_start


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MysqlBinlog(ReadWriteKaitaiStruct):
    """A whole binary log, down to the cells of rows: all changes that a MySQL or
    MariaDB server made to its data. Binlog version 4 (MySQL 5.0 and later,
    MariaDB) is complete; versions 1 and 3 are read, too.
    
    An event depends on events before it: the FORMAT_DESCRIPTION defines lengths
    of headers and checksums, and a rows event needs the TABLE_MAP of its
    statement. Therefore each event hands on `format_after` and `table_maps_after`
    to the next one. A reader that does not need the whole file as one tree can do
    the same with one `binlog_event` at a time.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(MysqlBinlog, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.start = log_start.LogStart(self._io)
        self.start._read()
        self.events = []
        i = 0
        while not self._io.is_eof():
            _t_events = binlog_event.BinlogEvent(self._io.pos(), (self.start.format if i == 0 else self.events[i - 1].format_after), (self.start.table_maps if i == 0 else self.events[i - 1].table_maps_after), self._io)
            try:
                _t_events._read()
            finally:
                self.events.append(_t_events)
            i += 1

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.start._fetch_instances()
        for i in range(len(self.events)):
            pass
            self.events[i]._fetch_instances()



    def _write__seq(self, io=None):
        super(MysqlBinlog, self)._write__seq(io)
        self.start._write__seq(self._io)
        for i in range(len(self.events)):
            pass
            if self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"events", 0, self._io.size() - self._io.pos())
            if self.events[i].ofs_event != self._io.pos():
                raise kaitaistruct.ConsistencyError(u"events", self._io.pos(), self.events[i].ofs_event)
            self.events[i]._write__seq(self._io)

        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"events", 0, self._io.size() - self._io.pos())


    def _check(self):
        for i in range(len(self.events)):
            pass
            if self.events[i].format != (self.start.format if i == 0 else self.events[i - 1].format_after):
                raise kaitaistruct.ConsistencyError(u"events", (self.start.format if i == 0 else self.events[i - 1].format_after), self.events[i].format)
            if self.events[i].table_maps != (self.start.table_maps if i == 0 else self.events[i - 1].table_maps_after):
                raise kaitaistruct.ConsistencyError(u"events", (self.start.table_maps if i == 0 else self.events[i - 1].table_maps_after), self.events[i].table_maps)

        self._dirty = False


