# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap
from . import binlog_event_header
from . import binlog_table_id
from . import mariadb_compressed
from . import packed_integer
from . import row_image
from . import table_map_chain
from enum import IntEnum
import zlib


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class RowsEvent(ReadWriteKaitaiStruct):
    """Rows of one table that were inserted, updated or deleted. MySQL 5.1.16 to 5.5
    and MariaDB write version 1, whose rows MariaDB can compress. MySQL 5.6 and
    later write version 2, which has extra data. PARTIAL_UPDATE_ROWS of MySQL
    8.0.3 and later may hold changes to JSON documents instead of the documents.
    MariaDB skips a longer post-header of rows that are not compressed, MySQL of
    none.
    
    The PRE_GA events of earlier 5.1 versions mark NULLs in the way of the storage
    engine, which the log does not describe: their rows cannot be read.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
    """

    class RowsExtraFormat(IntEnum):
        ndb = 0
        open1 = 64
        open2 = 65
        multi = 255

    class RowsExtraType(IntEnum):
        ndb = 0
        partition = 1
    def __init__(self, type, len_post_header, table_maps, _io=None, _parent=None, _root=None):
        super(RowsEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.type = type
        self.len_post_header = len_post_header
        self.table_maps = table_maps
        self._should_write_inflated_rows = False
        self.inflated_rows__enabled = True
        self._should_write_rows = False
        self.rows__enabled = True
        self._should_write_search = False
        self.search__enabled = True

    def _read(self):
        self.table_id = binlog_table_id.BinlogTableId(self.len_post_header, self._io)
        self.table_id._read()
        self.flags = RowsEvent.RowsFlags(self._io, self, self._root)
        self.flags._read()
        if self.has_extra_data:
            pass
            self.len_extra_data = self._io.read_u2le()
            if not self.len_extra_data >= 2:
                raise kaitaistruct.ValidationLessThanError(2, self.len_extra_data, self._io, u"/seq/2")

        if self.len_post_header > self.len_known_post_header:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - self.len_known_post_header)

        if self.has_extra_data:
            pass
            self._raw_extra_data = self._io.read_bytes(self.len_extra_data - 2)
            _io__raw_extra_data = KaitaiStream(BytesIO(self._raw_extra_data))
            self.extra_data = RowsEvent.RowsExtraData(self.is_update, _io__raw_extra_data, self, self._root)
            self.extra_data._read()

        self.num_columns = packed_integer.PackedInteger(self._io)
        self.num_columns._read()
        self.columns_present = binlog_bitmap.BinlogBitmap(self.num_columns.value, self._io)
        self.columns_present._read()
        if  ((self.is_update) and ((not (self.is_pre_ga)))) :
            pass
            self.columns_present_after = binlog_bitmap.BinlogBitmap(self.num_columns.value, self._io)
            self.columns_present_after._read()

        if (not (self.is_compressed)):
            pass
            self._raw_row_data = self._io.read_bytes_full()
            _io__raw_row_data = KaitaiStream(BytesIO(self._raw_row_data))
            self.row_data = RowsEvent.UncompressedRows(_io__raw_row_data, self, self._root)
            self.row_data._read()

        if self.is_compressed:
            pass
            self._raw_compressed_rows = self._io.read_bytes_full()
            _io__raw_compressed_rows = KaitaiStream(BytesIO(self._raw_compressed_rows))
            self.compressed_rows = mariadb_compressed.MariadbCompressed(_io__raw_compressed_rows)
            self.compressed_rows._read()

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.table_id._fetch_instances()
        self.flags._fetch_instances()
        if self.has_extra_data:
            pass

        if self.len_post_header > self.len_known_post_header:
            pass

        if self.has_extra_data:
            pass
            self.extra_data._fetch_instances()

        self.num_columns._fetch_instances()
        self.columns_present._fetch_instances()
        if  ((self.is_update) and ((not (self.is_pre_ga)))) :
            pass
            self.columns_present_after._fetch_instances()

        if (not (self.is_compressed)):
            pass
            self.row_data._fetch_instances()

        if self.is_compressed:
            pass
            self.compressed_rows._fetch_instances()

        _ = self.inflated_rows
        if hasattr(self, '_m_inflated_rows'):
            pass
            self._m_inflated_rows._fetch_instances()

        _ = self.rows
        if hasattr(self, '_m_rows'):
            pass
            self._m_rows._fetch_instances()

        _ = self.search
        if hasattr(self, '_m_search'):
            pass
            self._m_search._fetch_instances()



    def _write__seq(self, io=None):
        super(RowsEvent, self)._write__seq(io)
        self._should_write_inflated_rows = self.inflated_rows__enabled
        self._should_write_rows = self.rows__enabled
        self._should_write_search = self.search__enabled
        self.table_id._write__seq(self._io)
        self.flags._write__seq(self._io)
        if self.has_extra_data:
            pass
            self._io.write_u2le(self.len_extra_data)

        if self.len_post_header > self.len_known_post_header:
            pass
            self._io.write_bytes(self.post_header_rest)

        if self.has_extra_data:
            pass
            _io__raw_extra_data = KaitaiStream(BytesIO(bytearray(self.len_extra_data - 2)))
            self._io.add_child_stream(_io__raw_extra_data)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self.len_extra_data - 2))
            def handler(parent, _io__raw_extra_data=_io__raw_extra_data):
                self._raw_extra_data = _io__raw_extra_data.to_byte_array()
                if len(self._raw_extra_data) != self.len_extra_data - 2:
                    raise kaitaistruct.ConsistencyError(u"raw(extra_data)", self.len_extra_data - 2, len(self._raw_extra_data))
                parent.write_bytes(self._raw_extra_data)
            _io__raw_extra_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.extra_data._write__seq(_io__raw_extra_data)

        self.num_columns._write__seq(self._io)
        self.columns_present._write__seq(self._io)
        if  ((self.is_update) and ((not (self.is_pre_ga)))) :
            pass
            self.columns_present_after._write__seq(self._io)

        if (not (self.is_compressed)):
            pass
            _io__raw_row_data = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_row_data)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_row_data=_io__raw_row_data):
                self._raw_row_data = _io__raw_row_data.to_byte_array()
                parent.write_bytes(self._raw_row_data)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(row_data)", 0, parent.size() - parent.pos())
            _io__raw_row_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.row_data._write__seq(_io__raw_row_data)

        if self.is_compressed:
            pass
            _io__raw_compressed_rows = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_compressed_rows)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_compressed_rows=_io__raw_compressed_rows):
                self._raw_compressed_rows = _io__raw_compressed_rows.to_byte_array()
                parent.write_bytes(self._raw_compressed_rows)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(compressed_rows)", 0, parent.size() - parent.pos())
            _io__raw_compressed_rows.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.compressed_rows._write__seq(_io__raw_compressed_rows)



    def _check(self):
        if self.table_id.len_post_header != self.len_post_header:
            raise kaitaistruct.ConsistencyError(u"table_id", self.len_post_header, self.table_id.len_post_header)
        if self.flags._root != self._root:
            raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
        if self.flags._parent != self:
            raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
        if self.has_extra_data:
            pass
            if not self.len_extra_data >= 2:
                raise kaitaistruct.ValidationLessThanError(2, self.len_extra_data, None, u"/seq/2")

        if self.len_post_header > self.len_known_post_header:
            pass
            if len(self.post_header_rest) != self.len_post_header - self.len_known_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - self.len_known_post_header, len(self.post_header_rest))

        if self.has_extra_data:
            pass
            if self.extra_data._root != self._root:
                raise kaitaistruct.ConsistencyError(u"extra_data", self._root, self.extra_data._root)
            if self.extra_data._parent != self:
                raise kaitaistruct.ConsistencyError(u"extra_data", self, self.extra_data._parent)
            if self.extra_data.is_update != self.is_update:
                raise kaitaistruct.ConsistencyError(u"extra_data", self.is_update, self.extra_data.is_update)

        if self.columns_present.num_bits != self.num_columns.value:
            raise kaitaistruct.ConsistencyError(u"columns_present", self.num_columns.value, self.columns_present.num_bits)
        if  ((self.is_update) and ((not (self.is_pre_ga)))) :
            pass
            if self.columns_present_after.num_bits != self.num_columns.value:
                raise kaitaistruct.ConsistencyError(u"columns_present_after", self.num_columns.value, self.columns_present_after.num_bits)

        if (not (self.is_compressed)):
            pass
            if self.row_data._root != self._root:
                raise kaitaistruct.ConsistencyError(u"row_data", self._root, self.row_data._root)
            if self.row_data._parent != self:
                raise kaitaistruct.ConsistencyError(u"row_data", self, self.row_data._parent)

        if self.is_compressed:
            pass

        if self.inflated_rows__enabled:
            pass

        if self.rows__enabled:
            pass

        if self.search__enabled:
            pass
            if self._m_search._root != self._root:
                raise kaitaistruct.ConsistencyError(u"search", self._root, self._m_search._root)
            if self._m_search._parent != self:
                raise kaitaistruct.ConsistencyError(u"search", self, self._m_search._parent)
            if self._m_search.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"search", self.table_maps, self._m_search.table_maps)
            if self._m_search.table_id != self.table_id.value:
                raise kaitaistruct.ConsistencyError(u"search", self.table_id.value, self._m_search.table_id)

        self._dirty = False

    class Row(ReadWriteKaitaiStruct):
        """A change of one row."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(RowsEvent.Row, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            if (not (self._parent._parent.is_insert)):
                pass
                self.before = row_image.RowImage(self._parent._parent.search.handle, self._parent._parent.columns_present.handle, False, self._io)
                self.before._read()

            if  ((self._parent._parent.is_insert) or (self._parent._parent.is_update)) :
                pass
                self.after = row_image.RowImage(self._parent._parent.search.handle, (self._parent._parent.columns_present_after.handle if self._parent._parent.is_update else self._parent._parent.columns_present.handle), self._parent._parent.is_partial_update, self._io)
                self.after._read()

            self._dirty = False


        def _fetch_instances(self):
            pass
            if (not (self._parent._parent.is_insert)):
                pass
                self.before._fetch_instances()

            if  ((self._parent._parent.is_insert) or (self._parent._parent.is_update)) :
                pass
                self.after._fetch_instances()



        def _write__seq(self, io=None):
            super(RowsEvent.Row, self)._write__seq(io)
            if (not (self._parent._parent.is_insert)):
                pass
                self.before._write__seq(self._io)

            if  ((self._parent._parent.is_insert) or (self._parent._parent.is_update)) :
                pass
                self.after._write__seq(self._io)



        def _check(self):
            if (not (self._parent._parent.is_insert)):
                pass
                if self.before.table_map != self._parent._parent.search.handle:
                    raise kaitaistruct.ConsistencyError(u"before", self._parent._parent.search.handle, self.before.table_map)
                if self.before.columns_present != self._parent._parent.columns_present.handle:
                    raise kaitaistruct.ConsistencyError(u"before", self._parent._parent.columns_present.handle, self.before.columns_present)
                if self.before.has_value_options != False:
                    raise kaitaistruct.ConsistencyError(u"before", False, self.before.has_value_options)

            if  ((self._parent._parent.is_insert) or (self._parent._parent.is_update)) :
                pass
                if self.after.table_map != self._parent._parent.search.handle:
                    raise kaitaistruct.ConsistencyError(u"after", self._parent._parent.search.handle, self.after.table_map)
                if self.after.columns_present != (self._parent._parent.columns_present_after.handle if self._parent._parent.is_update else self._parent._parent.columns_present.handle):
                    raise kaitaistruct.ConsistencyError(u"after", (self._parent._parent.columns_present_after.handle if self._parent._parent.is_update else self._parent._parent.columns_present.handle), self.after.columns_present)
                if self.after.has_value_options != self._parent._parent.is_partial_update:
                    raise kaitaistruct.ConsistencyError(u"after", self._parent._parent.is_partial_update, self.after.has_value_options)

            self._dirty = False


    class RowList(ReadWriteKaitaiStruct):
        """Rows up to the end of the bytes. A row without columns has no bytes, so a
        second one cannot be recognized.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowList, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            if self.has_items:
                pass
                self.items = []
                i = 0
                while True:
                    _t_items = RowsEvent.Row(self._io, self, self._root)
                    try:
                        _t_items._read()
                    finally:
                        _ = _t_items
                        self.items.append(_)
                    if  ((self._io.is_eof()) or ((not (self._parent.has_cells)))) :
                        break
                    i += 1

            self.rest = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass
            if self.has_items:
                pass
                for i in range(len(self.items)):
                    pass
                    self.items[i]._fetch_instances()




        def _write__seq(self, io=None):
            super(RowsEvent.RowList, self)._write__seq(io)
            if self.has_items:
                pass
                if len(self.items) == 0:
                    raise kaitaistruct.ConsistencyError(u"items", 0, len(self.items))
                for i in range(len(self.items)):
                    pass
                    if self.items[i]._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"items", self._root, self.items[i]._root)
                    if self.items[i]._parent != self:
                        raise kaitaistruct.ConsistencyError(u"items", self, self.items[i]._parent)
                    self.items[i]._write__seq(self._io)
                    _ = self.items[i]
                    if  ((self._io.is_eof()) or ((not (self._parent.has_cells))))  != (i == len(self.items) - 1):
                        raise kaitaistruct.ConsistencyError(u"items", i == len(self.items) - 1,  ((self._io.is_eof()) or ((not (self._parent.has_cells)))) )


            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())


        def _check(self):
            self._dirty = False

        @property
        def has_items(self):
            """Whether there is a row. It is evaluated before the rows are read."""
            if hasattr(self, '_m_has_items'):
                return self._m_has_items

            self._m_has_items =  (((not (self._io.is_eof()))) or ((not (self._parent.has_cells)))) 
            return getattr(self, '_m_has_items', None)

        def _invalidate_has_items(self):
            del self._m_has_items

    class RowsExtraData(ReadWriteKaitaiStruct):
        """Items of extra data."""
        def __init__(self, is_update, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowsExtraData, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_update = is_update

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                _t_items = RowsEvent.RowsExtraItem(self.is_update, self._io, self, self._root)
                try:
                    _t_items._read()
                finally:
                    self.items.append(_t_items)
                i += 1

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(RowsEvent.RowsExtraData, self)._write__seq(io)
            for i in range(len(self.items)):
                pass
                if self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"items", 0, self._io.size() - self._io.pos())
                self.items[i]._write__seq(self._io)

            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"items", 0, self._io.size() - self._io.pos())


        def _check(self):
            for i in range(len(self.items)):
                pass
                if self.items[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"items", self._root, self.items[i]._root)
                if self.items[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"items", self, self.items[i]._parent)
                if self.items[i].is_update != self.is_update:
                    raise kaitaistruct.ConsistencyError(u"items", self.is_update, self.items[i].is_update)

            self._dirty = False


    class RowsExtraItem(ReadWriteKaitaiStruct):
        """An item: its type and its body.
        """
        def __init__(self, is_update, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowsExtraItem, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_update = is_update

        def _read(self):
            self.type = KaitaiStream.resolve_enum(RowsEvent.RowsExtraType, self._io.read_u1())
            _on = self.type
            if _on == RowsEvent.RowsExtraType.ndb:
                pass
                self.body = RowsEvent.RowsExtraNdb(self._io, self, self._root)
                self.body._read()
            elif _on == RowsEvent.RowsExtraType.partition:
                pass
                self.body = RowsEvent.RowsExtraPartition(self.is_update, self._io, self, self._root)
                self.body._read()
            else:
                pass
                self.body = RowsEvent.RowsExtraUnknown(self._io, self, self._root)
                self.body._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            _on = self.type
            if _on == RowsEvent.RowsExtraType.ndb:
                pass
                self.body._fetch_instances()
            elif _on == RowsEvent.RowsExtraType.partition:
                pass
                self.body._fetch_instances()
            else:
                pass
                self.body._fetch_instances()


        def _write__seq(self, io=None):
            super(RowsEvent.RowsExtraItem, self)._write__seq(io)
            self._io.write_u1(int(self.type))
            _on = self.type
            if _on == RowsEvent.RowsExtraType.ndb:
                pass
                self.body._write__seq(self._io)
            elif _on == RowsEvent.RowsExtraType.partition:
                pass
                self.body._write__seq(self._io)
            else:
                pass
                self.body._write__seq(self._io)


        def _check(self):
            _on = self.type
            if _on == RowsEvent.RowsExtraType.ndb:
                pass
                if self.body._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"body", self._root, self.body._root)
                if self.body._parent != self:
                    raise kaitaistruct.ConsistencyError(u"body", self, self.body._parent)
            elif _on == RowsEvent.RowsExtraType.partition:
                pass
                if self.body._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"body", self._root, self.body._root)
                if self.body._parent != self:
                    raise kaitaistruct.ConsistencyError(u"body", self, self.body._parent)
                if self.body.is_update != self.is_update:
                    raise kaitaistruct.ConsistencyError(u"body", self.is_update, self.body.is_update)
            else:
                pass
                if self.body._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"body", self._root, self.body._root)
                if self.body._parent != self:
                    raise kaitaistruct.ConsistencyError(u"body", self, self.body._parent)
            self._dirty = False


    class RowsExtraNdb(ReadWriteKaitaiStruct):
        """Data of the storage engine NDB."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowsExtraNdb, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_info = self._io.read_u1()
            if not self.len_info >= 2:
                raise kaitaistruct.ValidationLessThanError(2, self.len_info, self._io, u"/types/rows_extra_ndb/seq/0")
            self.format = KaitaiStream.resolve_enum(RowsEvent.RowsExtraFormat, self._io.read_u1())
            self.payload = self._io.read_bytes(self.len_info - 2)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(RowsEvent.RowsExtraNdb, self)._write__seq(io)
            self._io.write_u1(self.len_info)
            self._io.write_u1(int(self.format))
            self._io.write_bytes(self.payload)


        def _check(self):
            if not self.len_info >= 2:
                raise kaitaistruct.ValidationLessThanError(2, self.len_info, None, u"/types/rows_extra_ndb/seq/0")
            if len(self.payload) != self.len_info - 2:
                raise kaitaistruct.ConsistencyError(u"payload", self.len_info - 2, len(self.payload))
            self._dirty = False


    class RowsExtraPartition(ReadWriteKaitaiStruct):
        """The partition of the rows (MySQL 8.0.16 and later)."""
        def __init__(self, is_update, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowsExtraPartition, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_update = is_update

        def _read(self):
            self.partition_id = self._io.read_u2le()
            if self.is_update:
                pass
                self.source_partition_id = self._io.read_u2le()

            self._dirty = False


        def _fetch_instances(self):
            pass
            if self.is_update:
                pass



        def _write__seq(self, io=None):
            super(RowsEvent.RowsExtraPartition, self)._write__seq(io)
            self._io.write_u2le(self.partition_id)
            if self.is_update:
                pass
                self._io.write_u2le(self.source_partition_id)



        def _check(self):
            if self.is_update:
                pass

            self._dirty = False


    class RowsExtraUnknown(ReadWriteKaitaiStruct):
        """An item without a spec, and all items behind it."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowsExtraUnknown, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.rest = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(RowsEvent.RowsExtraUnknown, self)._write__seq(io)
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())


        def _check(self):
            self._dirty = False


    class RowsFlags(ReadWriteKaitaiStruct):
        """Flags of a rows event.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(RowsEvent.RowsFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.end_of_statement = self._io.read_bits_int_le(1) != 0
            self.no_foreign_key_checks = self._io.read_bits_int_le(1) != 0
            self.relaxed_unique_checks = self._io.read_bits_int_le(1) != 0
            self.complete_rows = self._io.read_bits_int_le(1) != 0
            self.use_sql_foreign_key = self._io.read_bits_int_le(1) != 0
            self.cascaded = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(1) != 0
            self.no_check_constraint_checks = self._io.read_bits_int_le(1) != 0
            self.reserved_high = self._io.read_bits_int_le(8)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(RowsEvent.RowsFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.end_of_statement))
            self._io.write_bits_int_le(1, int(self.no_foreign_key_checks))
            self._io.write_bits_int_le(1, int(self.relaxed_unique_checks))
            self._io.write_bits_int_le(1, int(self.complete_rows))
            self._io.write_bits_int_le(1, int(self.use_sql_foreign_key))
            self._io.write_bits_int_le(1, int(self.cascaded))
            self._io.write_bits_int_le(1, int(self.reserved))
            self._io.write_bits_int_le(1, int(self.no_check_constraint_checks))
            self._io.write_bits_int_le(8, self.reserved_high)


        def _check(self):
            self._dirty = False


    class TableMapSearch(ReadWriteKaitaiStruct):
        """Follows the chain of table maps to the one with an id, or to its end."""
        def __init__(self, table_maps, table_id, _io=None, _parent=None, _root=None):
            super(RowsEvent.TableMapSearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.table_maps = table_maps
            self.table_id = table_id

        def _read(self):
            self.steps = []
            i = 0
            while True:
                _t_steps = RowsEvent.TableMapStep((self.table_maps if i == 0 else self.steps[i - 1].table_maps.older), self._io, self, self._root)
                try:
                    _t_steps._read()
                finally:
                    _ = _t_steps
                    self.steps.append(_)
                if  ((_.table_maps.is_empty) or (_.table_maps.handle._parent.table_id.value == self.table_id)) :
                    break
                i += 1
            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.steps)):
                pass
                self.steps[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(RowsEvent.TableMapSearch, self)._write__seq(io)
            for i in range(len(self.steps)):
                pass
                self.steps[i]._write__seq(self._io)



        def _check(self):
            if len(self.steps) == 0:
                raise kaitaistruct.ConsistencyError(u"steps", 0, len(self.steps))
            for i in range(len(self.steps)):
                pass
                if self.steps[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"steps", self._root, self.steps[i]._root)
                if self.steps[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"steps", self, self.steps[i]._parent)
                if self.steps[i].table_maps != (self.table_maps if i == 0 else self.steps[i - 1].table_maps.older):
                    raise kaitaistruct.ConsistencyError(u"steps", (self.table_maps if i == 0 else self.steps[i - 1].table_maps.older), self.steps[i].table_maps)
                _ = self.steps[i]
                if  ((_.table_maps.is_empty) or (_.table_maps.handle._parent.table_id.value == self.table_id))  != (i == len(self.steps) - 1):
                    raise kaitaistruct.ConsistencyError(u"steps", i == len(self.steps) - 1,  ((_.table_maps.is_empty) or (_.table_maps.handle._parent.table_id.value == self.table_id)) )

            self._dirty = False

        @property
        def handle(self):
            """The table map with the id."""
            if hasattr(self, '_m_handle'):
                return self._m_handle

            if self.is_found:
                pass
                self._m_handle = self.steps[-1].table_maps.handle

            return getattr(self, '_m_handle', None)

        def _invalidate_handle(self):
            del self._m_handle
        @property
        def is_found(self):
            """Whether a table map has the id."""
            if hasattr(self, '_m_is_found'):
                return self._m_is_found

            self._m_is_found = (not (self.steps[-1].table_maps.is_empty))
            return getattr(self, '_m_is_found', None)

        def _invalidate_is_found(self):
            del self._m_is_found

    class TableMapStep(ReadWriteKaitaiStruct):
        """A step along a chain of table maps."""
        def __init__(self, table_maps, _io=None, _parent=None, _root=None):
            super(RowsEvent.TableMapStep, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.table_maps = table_maps

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(RowsEvent.TableMapStep, self)._write__seq(io)


        def _check(self):
            self._dirty = False


    class UncompressedRows(ReadWriteKaitaiStruct):
        """The rows as bytes, for readers that skip them."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(RowsEvent.UncompressedRows, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.data = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(RowsEvent.UncompressedRows, self)._write__seq(io)
            self._io.write_bytes(self.data)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"data", 0, self._io.size() - self._io.pos())


        def _check(self):
            self._dirty = False


    @property
    def has_cells(self):
        """Whether an image holds at least one column."""
        if hasattr(self, '_m_has_cells'):
            return self._m_has_cells

        self._m_has_cells =  ((self.columns_present.num_set > 0) or ( ((self.is_update) and (self.columns_present_after.num_set > 0)) )) 
        return getattr(self, '_m_has_cells', None)

    def _invalidate_has_cells(self):
        del self._m_has_cells
    @property
    def has_extra_data(self):
        """Whether the event has extra data. Servers read it from all events whose
        post-header has 10 bytes.
        """
        if hasattr(self, '_m_has_extra_data'):
            return self._m_has_extra_data

        self._m_has_extra_data =  ((self.len_post_header == 10) or ( ((self.len_post_header > 10) and (self.is_version_2)) )) 
        return getattr(self, '_m_has_extra_data', None)

    def _invalidate_has_extra_data(self):
        del self._m_has_extra_data
    @property
    def has_table_map(self):
        """Whether the statement has a table map with the id."""
        if hasattr(self, '_m_has_table_map'):
            return self._m_has_table_map

        self._m_has_table_map = self.search.is_found
        return getattr(self, '_m_has_table_map', None)

    def _invalidate_has_table_map(self):
        del self._m_has_table_map
    @property
    def inflated_rows(self):
        """The rows, if they are compressed. They are read only on access."""
        if self._should_write_inflated_rows:
            self._write_inflated_rows()
        if hasattr(self, '_m_inflated_rows'):
            return self._m_inflated_rows

        if not self.inflated_rows__enabled:
            return None

        if  ((self.is_readable) and (self.is_compressed)) :
            pass
            io = self.compressed_rows._io
            _pos = io.pos()
            io.seek(self.compressed_rows.ofs_data)
            self._raw__raw__m_inflated_rows = io.read_bytes_full()
            self._raw__m_inflated_rows = zlib.decompress(self._raw__raw__m_inflated_rows)
            self._m_inflated_rows__inner_size = len(self._raw__m_inflated_rows)
            _io__raw__m_inflated_rows = KaitaiStream(BytesIO(self._raw__m_inflated_rows))
            self._m_inflated_rows = RowsEvent.RowList(_io__raw__m_inflated_rows, self, self._root)
            self._m_inflated_rows._read()
            io.seek(_pos)

        return getattr(self, '_m_inflated_rows', None)

    @inflated_rows.setter
    def inflated_rows(self, v):
        self._dirty = True
        self._m_inflated_rows = v

    def _write_inflated_rows(self):
        self._should_write_inflated_rows = False
        if  ((self.is_readable) and (self.is_compressed)) :
            pass
            io = self.compressed_rows._io
            _pos = io.pos()
            io.seek(self.compressed_rows.ofs_data)
            if self._m_inflated_rows._root != self._root:
                raise kaitaistruct.ConsistencyError(u"inflated_rows", self._root, self._m_inflated_rows._root)
            if self._m_inflated_rows._parent != self:
                raise kaitaistruct.ConsistencyError(u"inflated_rows", self, self._m_inflated_rows._parent)
            _io__raw__m_inflated_rows = KaitaiStream(BytesIO(bytearray(self._m_inflated_rows__inner_size)))
            io.add_child_stream(_io__raw__m_inflated_rows)
            _pos2 = io.pos()
            io.seek(io.pos() + (io.size() - io.pos()))
            def handler(parent, _io__raw__m_inflated_rows=_io__raw__m_inflated_rows):
                self._raw__m_inflated_rows = _io__raw__m_inflated_rows.to_byte_array()
                self._raw__raw__m_inflated_rows = zlib.compress(self._raw__m_inflated_rows)
                parent.write_bytes(self._raw__raw__m_inflated_rows)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(inflated_rows)", 0, parent.size() - parent.pos())
            _io__raw__m_inflated_rows.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self._m_inflated_rows._write__seq(_io__raw__m_inflated_rows)
            io.seek(_pos)


    @property
    def is_compressed(self):
        """Whether the rows are compressed."""
        if hasattr(self, '_m_is_compressed'):
            return self._m_is_compressed

        self._m_is_compressed = int(self.type) >= int(binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1)
        return getattr(self, '_m_is_compressed', None)

    def _invalidate_is_compressed(self):
        del self._m_is_compressed
    @property
    def is_dummy(self):
        """Whether the event only ends a statement. Servers write a table id for this
        that no table has.
        """
        if hasattr(self, '_m_is_dummy'):
            return self._m_is_dummy

        self._m_is_dummy =  ((self.table_id.value == 16777215) or (self.table_id.value == 4294967295) or (self.table_id.value == 281474976710655)) 
        return getattr(self, '_m_is_dummy', None)

    def _invalidate_is_dummy(self):
        del self._m_is_dummy
    @property
    def is_insert(self):
        """Whether the rows were inserted."""
        if hasattr(self, '_m_is_insert'):
            return self._m_is_insert

        self._m_is_insert =  ((self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed)) 
        return getattr(self, '_m_is_insert', None)

    def _invalidate_is_insert(self):
        del self._m_is_insert
    @property
    def is_partial_update(self):
        """Whether after images may hold changes to JSON documents."""
        if hasattr(self, '_m_is_partial_update'):
            return self._m_is_partial_update

        self._m_is_partial_update = self.type == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows
        return getattr(self, '_m_is_partial_update', None)

    def _invalidate_is_partial_update(self):
        del self._m_is_partial_update
    @property
    def is_pre_ga(self):
        """Whether the event is of MySQL 5.1 before 5.1.16."""
        if hasattr(self, '_m_is_pre_ga'):
            return self._m_is_pre_ga

        self._m_is_pre_ga =  ((self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows)) 
        return getattr(self, '_m_is_pre_ga', None)

    def _invalidate_is_pre_ga(self):
        del self._m_is_pre_ga
    @property
    def is_readable(self):
        """Whether the rows can be read: the table map fits them and describes the
        columns.
        """
        if hasattr(self, '_m_is_readable'):
            return self._m_is_readable

        self._m_is_readable =  (((not (self.is_pre_ga))) and (self.has_table_map) and (self.search.handle._parent.has_metadata) and (self.search.handle._parent.num_columns.value == self.num_columns.value)) 
        return getattr(self, '_m_is_readable', None)

    def _invalidate_is_readable(self):
        del self._m_is_readable
    @property
    def is_update(self):
        """Whether the rows were updated."""
        if hasattr(self, '_m_is_update'):
            return self._m_is_update

        self._m_is_update =  ((self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed) or (self.is_partial_update)) 
        return getattr(self, '_m_is_update', None)

    def _invalidate_is_update(self):
        del self._m_is_update
    @property
    def is_version_2(self):
        """Whether the event is of version 2."""
        if hasattr(self, '_m_is_version_2'):
            return self._m_is_version_2

        self._m_is_version_2 =  (( ((int(self.type) >= int(binlog_event_header.BinlogEventHeader.EventType.write_rows_v2)) and (int(self.type) <= int(binlog_event_header.BinlogEventHeader.EventType.partial_update_rows))) ) or (int(self.type) >= int(binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed))) 
        return getattr(self, '_m_is_version_2', None)

    def _invalidate_is_version_2(self):
        del self._m_is_version_2
    @property
    def len_known_post_header(self):
        """Length in bytes of the known part of the post-header."""
        if hasattr(self, '_m_len_known_post_header'):
            return self._m_len_known_post_header

        self._m_len_known_post_header = (10 if self.has_extra_data else 8)
        return getattr(self, '_m_len_known_post_header', None)

    def _invalidate_len_known_post_header(self):
        del self._m_len_known_post_header
    @property
    def rows(self):
        """The rows, if they are not compressed. They are read only on access."""
        if self._should_write_rows:
            self._write_rows()
        if hasattr(self, '_m_rows'):
            return self._m_rows

        if not self.rows__enabled:
            return None

        if  ((self.is_readable) and ((not (self.is_compressed)))) :
            pass
            io = self.row_data._io
            _pos = io.pos()
            io.seek(0)
            self._m_rows = RowsEvent.RowList(io, self, self._root)
            self._m_rows._read()
            io.seek(_pos)

        return getattr(self, '_m_rows', None)

    @rows.setter
    def rows(self, v):
        self._dirty = True
        self._m_rows = v

    def _write_rows(self):
        self._should_write_rows = False
        if  ((self.is_readable) and ((not (self.is_compressed)))) :
            pass
            io = self.row_data._io
            _pos = io.pos()
            io.seek(0)
            if self._m_rows._root != self._root:
                raise kaitaistruct.ConsistencyError(u"rows", self._root, self._m_rows._root)
            if self._m_rows._parent != self:
                raise kaitaistruct.ConsistencyError(u"rows", self, self._m_rows._parent)
            self._m_rows._write__seq(io)
            io.seek(_pos)


    @property
    def search(self):
        """Search for the table map by its id."""
        if self._should_write_search:
            self._write_search()
        if hasattr(self, '_m_search'):
            return self._m_search

        if not self.search__enabled:
            return None

        self._m_search = RowsEvent.TableMapSearch(self.table_maps, self.table_id.value, self._io, self, self._root)
        self._m_search._read()
        return getattr(self, '_m_search', None)

    @search.setter
    def search(self, v):
        self._dirty = True
        self._m_search = v

    def _write_search(self):
        self._should_write_search = False
        self._m_search._write__seq(self._io)

    @property
    def table_map(self):
        """The table map of the rows."""
        if hasattr(self, '_m_table_map'):
            return self._m_table_map

        if self.has_table_map:
            pass
            self._m_table_map = self.search.handle._parent

        return getattr(self, '_m_table_map', None)

    def _invalidate_table_map(self):
        del self._m_table_map
    @property
    def table_name(self):
        """Name of the table with its database, for viewers."""
        if hasattr(self, '_m_table_name'):
            return self._m_table_name

        if self.has_table_map:
            pass
            self._m_table_name = (self.search.handle._parent.database + u".") + self.search.handle._parent.table

        return getattr(self, '_m_table_name', None)

    def _invalidate_table_name(self):
        del self._m_table_name

