# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap
from . import binlog_cell
from . import packed_integer
from . import table_map_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class RowImage(ReadWriteKaitaiStruct):
    """A row before or after a change: a NULL bitmap, then the values of the columns
    that are not NULL. Columns that the image leaves out have neither.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
    """
    def __init__(self, table_map, columns_present, has_value_options, _io=None, _parent=None, _root=None):
        super(RowImage, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.table_map = table_map
        self.columns_present = columns_present
        self.has_value_options = has_value_options

    def _read(self):
        if self.has_value_options:
            pass
            self.value_options = packed_integer.PackedInteger(self._io)
            self.value_options._read()

        if self.has_partial_columns:
            pass
            self.partial_columns = binlog_bitmap.BinlogBitmap(self.table_map._parent.num_json_columns, self._io)
            self.partial_columns._read()

        self.null_bitmap = self._io.read_bytes((self.columns_present._parent.num_set + 7) // 8)
        self.cells = []
        for i in range(self.table_map._parent.num_columns.value):
            _t_cells = binlog_cell.BinlogCell(self.table_map._parent.columns[i].handle,  ((self.is_plain) or (self.columns_present._parent.bits[i].is_set)) , (KaitaiStream.byte_array_index(self.null_bitmap, i // 8) >> i % 8 & 1 == 1 if self.is_plain else  ((self.columns_present._parent.bits[i].is_set) and (KaitaiStream.byte_array_index(self.null_bitmap, (self.columns_present._parent.bits[i].num_set_before // 8)) >> (self.columns_present._parent.bits[i].num_set_before % 8) & 1 == 1)) ),  (((not (self.is_plain))) and (self.has_partial_columns) and (self.table_map._parent.columns[i].is_json) and (self.partial_columns.bits[self.table_map._parent.columns[i].num_json_before].is_set)) , self._io)
            try:
                _t_cells._read()
            finally:
                self.cells.append(_t_cells)

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.has_value_options:
            pass
            self.value_options._fetch_instances()

        if self.has_partial_columns:
            pass
            self.partial_columns._fetch_instances()

        for i in range(len(self.cells)):
            pass
            self.cells[i]._fetch_instances()



    def _write__seq(self, io=None):
        super(RowImage, self)._write__seq(io)
        if self.has_value_options:
            pass
            self.value_options._write__seq(self._io)

        if self.has_partial_columns:
            pass
            self.partial_columns._write__seq(self._io)

        self._io.write_bytes(self.null_bitmap)
        for i in range(len(self.cells)):
            pass
            self.cells[i]._write__seq(self._io)



    def _check(self):
        if self.has_value_options:
            pass

        if self.has_partial_columns:
            pass
            if self.partial_columns.num_bits != self.table_map._parent.num_json_columns:
                raise kaitaistruct.ConsistencyError(u"partial_columns", self.table_map._parent.num_json_columns, self.partial_columns.num_bits)

        if len(self.null_bitmap) != (self.columns_present._parent.num_set + 7) // 8:
            raise kaitaistruct.ConsistencyError(u"null_bitmap", (self.columns_present._parent.num_set + 7) // 8, len(self.null_bitmap))
        if len(self.cells) != self.table_map._parent.num_columns.value:
            raise kaitaistruct.ConsistencyError(u"cells", self.table_map._parent.num_columns.value, len(self.cells))
        for i in range(len(self.cells)):
            pass
            if self.cells[i].column != self.table_map._parent.columns[i].handle:
                raise kaitaistruct.ConsistencyError(u"cells", self.table_map._parent.columns[i].handle, self.cells[i].column)
            if self.cells[i].is_present !=  ((self.is_plain) or (self.columns_present._parent.bits[i].is_set)) :
                raise kaitaistruct.ConsistencyError(u"cells",  ((self.is_plain) or (self.columns_present._parent.bits[i].is_set)) , self.cells[i].is_present)
            if self.cells[i].is_null != (KaitaiStream.byte_array_index(self.null_bitmap, i // 8) >> i % 8 & 1 == 1 if self.is_plain else  ((self.columns_present._parent.bits[i].is_set) and (KaitaiStream.byte_array_index(self.null_bitmap, (self.columns_present._parent.bits[i].num_set_before // 8)) >> (self.columns_present._parent.bits[i].num_set_before % 8) & 1 == 1)) ):
                raise kaitaistruct.ConsistencyError(u"cells", (KaitaiStream.byte_array_index(self.null_bitmap, i // 8) >> i % 8 & 1 == 1 if self.is_plain else  ((self.columns_present._parent.bits[i].is_set) and (KaitaiStream.byte_array_index(self.null_bitmap, (self.columns_present._parent.bits[i].num_set_before // 8)) >> (self.columns_present._parent.bits[i].num_set_before % 8) & 1 == 1)) ), self.cells[i].is_null)
            if self.cells[i].is_partial !=  (((not (self.is_plain))) and (self.has_partial_columns) and (self.table_map._parent.columns[i].is_json) and (self.partial_columns.bits[self.table_map._parent.columns[i].num_json_before].is_set)) :
                raise kaitaistruct.ConsistencyError(u"cells",  (((not (self.is_plain))) and (self.has_partial_columns) and (self.table_map._parent.columns[i].is_json) and (self.partial_columns.bits[self.table_map._parent.columns[i].num_json_before].is_set)) , self.cells[i].is_partial)

        self._dirty = False

    @property
    def has_partial_columns(self):
        """Whether `partial_columns` follows."""
        if hasattr(self, '_m_has_partial_columns'):
            return self._m_has_partial_columns

        self._m_has_partial_columns =  ((self.has_value_options) and (self.value_options.value % 2 == 1)) 
        return getattr(self, '_m_has_partial_columns', None)

    def _invalidate_has_partial_columns(self):
        del self._m_has_partial_columns
    @property
    def is_plain(self):
        """Whether the image holds all columns of the table, and no changes to
        documents, as most images do.
        """
        if hasattr(self, '_m_is_plain'):
            return self._m_is_plain

        self._m_is_plain =  (((not (self.has_partial_columns))) and (self.columns_present._parent.num_set == self.table_map._parent.num_columns.value)) 
        return getattr(self, '_m_is_plain', None)

    def _invalidate_is_plain(self):
        del self._m_is_plain

