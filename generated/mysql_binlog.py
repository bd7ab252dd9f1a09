# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event
from . import log_start


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MysqlBinlog(KaitaiStruct):
    """A whole binary log of binlog version 4, down to the cell of a row: every
    change that a MySQL (5.0 and later) or MariaDB server made to its data.
    
    What an event means depends on what came before it: the FORMAT_DESCRIPTION
    says how long headers are and whether checksums follow, and a rows event is
    unreadable without the TABLE_MAP of its statement. Each event therefore hands
    on to the next both `format_after` and `table_maps_after`. A reader that does
    not want the whole file as one tree does the same, one `binlog_event` at a
    time.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(MysqlBinlog, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.start = log_start.LogStart(self._io)
        self.events = []
        i = 0
        while not self._io.is_eof():
            self.events.append(binlog_event.BinlogEvent(self._io.pos(), (self.start.format if i == 0 else self.events[i - 1].format_after), (self.start.table_maps if i == 0 else self.events[i - 1].table_maps_after), self._io))
            i += 1



    def _fetch_instances(self):
        pass
        self.start._fetch_instances()
        for i in range(len(self.events)):
            pass
            self.events[i]._fetch_instances()



