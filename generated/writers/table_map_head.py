# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_table_id


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableMapHead(ReadWriteKaitaiStruct):
    """Id and names of a table. The bytes behind them are the same for all tables
    with the same columns. MariaDB skips a longer post-header, MySQL does not.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(TableMapHead, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.table_id = binlog_table_id.BinlogTableId(self.len_post_header, self._io)
        self.table_id._read()
        self.flags = self._io.read_u2le()
        if self.len_post_header > 8:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 8)

        self.len_database = self._io.read_u1()
        self.database = (self._io.read_bytes(self.len_database)).decode(u"UTF-8")
        self.database_end = self._io.read_bytes(1)
        if not self.database_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.database_end, self._io, u"/seq/5")
        self.len_table = self._io.read_u1()
        self.table = (self._io.read_bytes(self.len_table)).decode(u"UTF-8")
        self.table_end = self._io.read_bytes(1)
        if not self.table_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.table_end, self._io, u"/seq/8")
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.table_id._fetch_instances()
        if self.len_post_header > 8:
            pass



    def _write__seq(self, io=None):
        super(TableMapHead, self)._write__seq(io)
        self.table_id._write__seq(self._io)
        self._io.write_u2le(self.flags)
        if self.len_post_header > 8:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u1(self.len_database)
        self._io.write_bytes((self.database).encode(u"UTF-8"))
        self._io.write_bytes(self.database_end)
        self._io.write_u1(self.len_table)
        self._io.write_bytes((self.table).encode(u"UTF-8"))
        self._io.write_bytes(self.table_end)


    def _check(self):
        if self.table_id.len_post_header != self.len_post_header:
            raise kaitaistruct.ConsistencyError(u"table_id", self.len_post_header, self.table_id.len_post_header)
        if self.len_post_header > 8:
            pass
            if len(self.post_header_rest) != self.len_post_header - 8:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 8, len(self.post_header_rest))

        if len((self.database).encode(u"UTF-8")) != self.len_database:
            raise kaitaistruct.ConsistencyError(u"database", self.len_database, len((self.database).encode(u"UTF-8")))
        if len(self.database_end) != 1:
            raise kaitaistruct.ConsistencyError(u"database_end", 1, len(self.database_end))
        if not self.database_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.database_end, None, u"/seq/5")
        if len((self.table).encode(u"UTF-8")) != self.len_table:
            raise kaitaistruct.ConsistencyError(u"table", self.len_table, len((self.table).encode(u"UTF-8")))
        if len(self.table_end) != 1:
            raise kaitaistruct.ConsistencyError(u"table_end", 1, len(self.table_end))
        if not self.table_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.table_end, None, u"/seq/8")
        self._dirty = False


