# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
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

class RowsEvent(KaitaiStruct):
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
    def __init__(self, type, len_post_header, table_maps, _io, _parent=None, _root=None):
        super(RowsEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.type = type
        self.len_post_header = len_post_header
        self.table_maps = table_maps
        self._read()

    def _read(self):
        self.table_id = binlog_table_id.BinlogTableId(self.len_post_header, self._io)
        self.flags = RowsEvent.RowsFlags(self._io, self, self._root)
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

        self.num_columns = packed_integer.PackedInteger(self._io)
        self.columns_present = binlog_bitmap.BinlogBitmap(self.num_columns.value, self._io)
        if  ((self.is_update) and ((not (self.is_pre_ga)))) :
            pass
            self.columns_present_after = binlog_bitmap.BinlogBitmap(self.num_columns.value, self._io)

        if (not (self.is_compressed)):
            pass
            self._raw_row_data = self._io.read_bytes_full()
            _io__raw_row_data = KaitaiStream(BytesIO(self._raw_row_data))
            self.row_data = RowsEvent.UncompressedRows(_io__raw_row_data, self, self._root)

        if self.is_compressed:
            pass
            self._raw_compressed_rows = self._io.read_bytes_full()
            _io__raw_compressed_rows = KaitaiStream(BytesIO(self._raw_compressed_rows))
            self.compressed_rows = mariadb_compressed.MariadbCompressed(_io__raw_compressed_rows)



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


    class Row(KaitaiStruct):
        """A change of one row."""
        def __init__(self, _io, _parent=None, _root=None):
            super(RowsEvent.Row, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            if (not (self._parent._parent.is_insert)):
                pass
                self.before = row_image.RowImage(self._parent._parent.search.handle, self._parent._parent.columns_present.handle, False, self._io)

            if  ((self._parent._parent.is_insert) or (self._parent._parent.is_update)) :
                pass
                self.after = row_image.RowImage(self._parent._parent.search.handle, (self._parent._parent.columns_present_after.handle if self._parent._parent.is_update else self._parent._parent.columns_present.handle), self._parent._parent.is_partial_update, self._io)



        def _fetch_instances(self):
            pass
            if (not (self._parent._parent.is_insert)):
                pass
                self.before._fetch_instances()

            if  ((self._parent._parent.is_insert) or (self._parent._parent.is_update)) :
                pass
                self.after._fetch_instances()



    class RowList(KaitaiStruct):
        """Rows up to the end of the bytes. A row without columns has no bytes, so a
        second one cannot be recognized.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(RowsEvent.RowList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            if self.has_items:
                pass
                self.items = []
                i = 0
                while True:
                    _ = RowsEvent.Row(self._io, self, self._root)
                    self.items.append(_)
                    if  ((self._io.is_eof()) or ((not (self._parent.has_cells)))) :
                        break
                    i += 1

            self.rest = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass
            if self.has_items:
                pass
                for i in range(len(self.items)):
                    pass
                    self.items[i]._fetch_instances()



        @property
        def has_items(self):
            """Whether there is a row. It is evaluated before the rows are read."""
            if hasattr(self, '_m_has_items'):
                return self._m_has_items

            self._m_has_items =  (((not (self._io.is_eof()))) or ((not (self._parent.has_cells)))) 
            return getattr(self, '_m_has_items', None)


    class RowsExtraData(KaitaiStruct):
        """Items of extra data."""
        def __init__(self, is_update, _io, _parent=None, _root=None):
            super(RowsEvent.RowsExtraData, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_update = is_update
            self._read()

        def _read(self):
            self.items = []
            i = 0
            while not self._io.is_eof():
                self.items.append(RowsEvent.RowsExtraItem(self.is_update, self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



    class RowsExtraItem(KaitaiStruct):
        """An item: its type and its body.
        """
        def __init__(self, is_update, _io, _parent=None, _root=None):
            super(RowsEvent.RowsExtraItem, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_update = is_update
            self._read()

        def _read(self):
            self.type = KaitaiStream.resolve_enum(RowsEvent.RowsExtraType, self._io.read_u1())
            _on = self.type
            if _on == RowsEvent.RowsExtraType.ndb:
                pass
                self.body = RowsEvent.RowsExtraNdb(self._io, self, self._root)
            elif _on == RowsEvent.RowsExtraType.partition:
                pass
                self.body = RowsEvent.RowsExtraPartition(self.is_update, self._io, self, self._root)
            else:
                pass
                self.body = RowsEvent.RowsExtraUnknown(self._io, self, self._root)


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


    class RowsExtraNdb(KaitaiStruct):
        """Data of the storage engine NDB."""
        def __init__(self, _io, _parent=None, _root=None):
            super(RowsEvent.RowsExtraNdb, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_info = self._io.read_u1()
            if not self.len_info >= 2:
                raise kaitaistruct.ValidationLessThanError(2, self.len_info, self._io, u"/types/rows_extra_ndb/seq/0")
            self.format = KaitaiStream.resolve_enum(RowsEvent.RowsExtraFormat, self._io.read_u1())
            self.payload = self._io.read_bytes(self.len_info - 2)


        def _fetch_instances(self):
            pass


    class RowsExtraPartition(KaitaiStruct):
        """The partition of the rows (MySQL 8.0.16 and later)."""
        def __init__(self, is_update, _io, _parent=None, _root=None):
            super(RowsEvent.RowsExtraPartition, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_update = is_update
            self._read()

        def _read(self):
            self.partition_id = self._io.read_u2le()
            if self.is_update:
                pass
                self.source_partition_id = self._io.read_u2le()



        def _fetch_instances(self):
            pass
            if self.is_update:
                pass



    class RowsExtraUnknown(KaitaiStruct):
        """An item without a spec, and all items behind it."""
        def __init__(self, _io, _parent=None, _root=None):
            super(RowsEvent.RowsExtraUnknown, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.rest = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass


    class RowsFlags(KaitaiStruct):
        """Flags of a rows event.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(RowsEvent.RowsFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

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


        def _fetch_instances(self):
            pass


    class TableMapSearch(KaitaiStruct):
        """Follows the chain of table maps to the one with an id, or to its end."""
        def __init__(self, table_maps, table_id, _io, _parent=None, _root=None):
            super(RowsEvent.TableMapSearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.table_maps = table_maps
            self.table_id = table_id
            self._read()

        def _read(self):
            self.steps = []
            i = 0
            while True:
                _ = RowsEvent.TableMapStep((self.table_maps if i == 0 else self.steps[i - 1].table_maps.older), self._io, self, self._root)
                self.steps.append(_)
                if  ((_.table_maps.is_empty) or (_.table_maps.handle._parent.table_id.value == self.table_id)) :
                    break
                i += 1


        def _fetch_instances(self):
            pass
            for i in range(len(self.steps)):
                pass
                self.steps[i]._fetch_instances()


        @property
        def handle(self):
            """The table map with the id."""
            if hasattr(self, '_m_handle'):
                return self._m_handle

            if self.is_found:
                pass
                self._m_handle = self.steps[-1].table_maps.handle

            return getattr(self, '_m_handle', None)

        @property
        def is_found(self):
            """Whether a table map has the id."""
            if hasattr(self, '_m_is_found'):
                return self._m_is_found

            self._m_is_found = (not (self.steps[-1].table_maps.is_empty))
            return getattr(self, '_m_is_found', None)


    class TableMapStep(KaitaiStruct):
        """A step along a chain of table maps."""
        def __init__(self, table_maps, _io, _parent=None, _root=None):
            super(RowsEvent.TableMapStep, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.table_maps = table_maps
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class UncompressedRows(KaitaiStruct):
        """The rows as bytes, for readers that skip them."""
        def __init__(self, _io, _parent=None, _root=None):
            super(RowsEvent.UncompressedRows, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.data = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass


    @property
    def has_cells(self):
        """Whether an image holds at least one column."""
        if hasattr(self, '_m_has_cells'):
            return self._m_has_cells

        self._m_has_cells =  ((self.columns_present.num_set > 0) or ( ((self.is_update) and (self.columns_present_after.num_set > 0)) )) 
        return getattr(self, '_m_has_cells', None)

    @property
    def has_extra_data(self):
        """Whether the event has extra data. Servers read it from all events whose
        post-header has 10 bytes.
        """
        if hasattr(self, '_m_has_extra_data'):
            return self._m_has_extra_data

        self._m_has_extra_data =  ((self.len_post_header == 10) or ( ((self.len_post_header > 10) and (self.is_version_2)) )) 
        return getattr(self, '_m_has_extra_data', None)

    @property
    def has_table_map(self):
        """Whether the statement has a table map with the id."""
        if hasattr(self, '_m_has_table_map'):
            return self._m_has_table_map

        self._m_has_table_map = self.search.is_found
        return getattr(self, '_m_has_table_map', None)

    @property
    def inflated_rows(self):
        """The rows, if they are compressed. They are read only on access."""
        if hasattr(self, '_m_inflated_rows'):
            return self._m_inflated_rows

        if  ((self.is_readable) and (self.is_compressed)) :
            pass
            io = self.compressed_rows._io
            _pos = io.pos()
            io.seek(self.compressed_rows.ofs_data)
            self._raw__raw__m_inflated_rows = io.read_bytes_full()
            self._raw__m_inflated_rows = zlib.decompress(self._raw__raw__m_inflated_rows)
            _io__raw__m_inflated_rows = KaitaiStream(BytesIO(self._raw__m_inflated_rows))
            self._m_inflated_rows = RowsEvent.RowList(_io__raw__m_inflated_rows, self, self._root)
            io.seek(_pos)

        return getattr(self, '_m_inflated_rows', None)

    @property
    def is_compressed(self):
        """Whether the rows are compressed."""
        if hasattr(self, '_m_is_compressed'):
            return self._m_is_compressed

        self._m_is_compressed = int(self.type) >= int(binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1)
        return getattr(self, '_m_is_compressed', None)

    @property
    def is_dummy(self):
        """Whether the event only ends a statement. Servers write a table id for this
        that no table has.
        """
        if hasattr(self, '_m_is_dummy'):
            return self._m_is_dummy

        self._m_is_dummy =  ((self.table_id.value == 16777215) or (self.table_id.value == 4294967295) or (self.table_id.value == 281474976710655)) 
        return getattr(self, '_m_is_dummy', None)

    @property
    def is_insert(self):
        """Whether the rows were inserted."""
        if hasattr(self, '_m_is_insert'):
            return self._m_is_insert

        self._m_is_insert =  ((self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed)) 
        return getattr(self, '_m_is_insert', None)

    @property
    def is_partial_update(self):
        """Whether after images may hold changes to JSON documents."""
        if hasattr(self, '_m_is_partial_update'):
            return self._m_is_partial_update

        self._m_is_partial_update = self.type == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows
        return getattr(self, '_m_is_partial_update', None)

    @property
    def is_pre_ga(self):
        """Whether the event is of MySQL 5.1 before 5.1.16."""
        if hasattr(self, '_m_is_pre_ga'):
            return self._m_is_pre_ga

        self._m_is_pre_ga =  ((self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows)) 
        return getattr(self, '_m_is_pre_ga', None)

    @property
    def is_readable(self):
        """Whether the rows can be read: the table map fits them and describes the
        columns.
        """
        if hasattr(self, '_m_is_readable'):
            return self._m_is_readable

        self._m_is_readable =  (((not (self.is_pre_ga))) and (self.has_table_map) and (self.search.handle._parent.has_metadata) and (self.search.handle._parent.num_columns.value == self.num_columns.value)) 
        return getattr(self, '_m_is_readable', None)

    @property
    def is_update(self):
        """Whether the rows were updated."""
        if hasattr(self, '_m_is_update'):
            return self._m_is_update

        self._m_is_update =  ((self.type == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1) or (self.type == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed) or (self.is_partial_update)) 
        return getattr(self, '_m_is_update', None)

    @property
    def is_version_2(self):
        """Whether the event is of version 2."""
        if hasattr(self, '_m_is_version_2'):
            return self._m_is_version_2

        self._m_is_version_2 =  (( ((int(self.type) >= int(binlog_event_header.BinlogEventHeader.EventType.write_rows_v2)) and (int(self.type) <= int(binlog_event_header.BinlogEventHeader.EventType.partial_update_rows))) ) or (int(self.type) >= int(binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed))) 
        return getattr(self, '_m_is_version_2', None)

    @property
    def len_known_post_header(self):
        """Length in bytes of the known part of the post-header."""
        if hasattr(self, '_m_len_known_post_header'):
            return self._m_len_known_post_header

        self._m_len_known_post_header = (10 if self.has_extra_data else 8)
        return getattr(self, '_m_len_known_post_header', None)

    @property
    def rows(self):
        """The rows, if they are not compressed. They are read only on access."""
        if hasattr(self, '_m_rows'):
            return self._m_rows

        if  ((self.is_readable) and ((not (self.is_compressed)))) :
            pass
            io = self.row_data._io
            _pos = io.pos()
            io.seek(0)
            self._m_rows = RowsEvent.RowList(io, self, self._root)
            io.seek(_pos)

        return getattr(self, '_m_rows', None)

    @property
    def search(self):
        """Search for the table map by its id."""
        if hasattr(self, '_m_search'):
            return self._m_search

        self._m_search = RowsEvent.TableMapSearch(self.table_maps, self.table_id.value, self._io, self, self._root)
        return getattr(self, '_m_search', None)

    @property
    def table_map(self):
        """The table map of the rows."""
        if hasattr(self, '_m_table_map'):
            return self._m_table_map

        if self.has_table_map:
            pass
            self._m_table_map = self.search.handle._parent

        return getattr(self, '_m_table_map', None)

    @property
    def table_name(self):
        """Name of the table with its database, for viewers."""
        if hasattr(self, '_m_table_name'):
            return self._m_table_name

        if self.has_table_map:
            pass
            self._m_table_name = (self.search.handle._parent.database + u".") + self.search.handle._parent.table

        return getattr(self, '_m_table_name', None)


