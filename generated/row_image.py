# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap
from . import binlog_cell
from . import packed_integer
from . import table_map_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class RowImage(KaitaiStruct):
    """A row before or after a change: a NULL bitmap, then the values of the columns
    that are not NULL. Columns that the image leaves out have neither.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
    """
    def __init__(self, table_map, columns_present, has_value_options, _io, _parent=None, _root=None):
        super(RowImage, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.table_map = table_map
        self.columns_present = columns_present
        self.has_value_options = has_value_options
        self._read()

    def _read(self):
        if self.has_value_options:
            pass
            self.value_options = packed_integer.PackedInteger(self._io)

        if self.has_partial_columns:
            pass
            self.partial_columns = binlog_bitmap.BinlogBitmap(self.table_map._parent.num_json_columns, self._io)

        self.null_bitmap = self._io.read_bytes((self.columns_present._parent.num_set + 7) // 8)
        self.cells = []
        for i in range(self.table_map._parent.num_columns.value):
            self.cells.append(binlog_cell.BinlogCell(self.table_map._parent.columns[i].handle,  ((self.is_plain) or (self.columns_present._parent.bits[i].is_set)) , (KaitaiStream.byte_array_index(self.null_bitmap, i // 8) >> i % 8 & 1 == 1 if self.is_plain else  ((self.columns_present._parent.bits[i].is_set) and (KaitaiStream.byte_array_index(self.null_bitmap, (self.columns_present._parent.bits[i].num_set_before // 8)) >> (self.columns_present._parent.bits[i].num_set_before % 8) & 1 == 1)) ),  (((not (self.is_plain))) and (self.has_partial_columns) and (self.table_map._parent.columns[i].is_json) and (self.partial_columns.bits[self.table_map._parent.columns[i].num_json_before].is_set)) , self._io))



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


    @property
    def has_partial_columns(self):
        """Whether `partial_columns` follows."""
        if hasattr(self, '_m_has_partial_columns'):
            return self._m_has_partial_columns

        self._m_has_partial_columns =  ((self.has_value_options) and (self.value_options.value % 2 == 1)) 
        return getattr(self, '_m_has_partial_columns', None)

    @property
    def is_plain(self):
        """Whether the image holds all columns of the table, and no changes to
        documents, as most images do.
        """
        if hasattr(self, '_m_is_plain'):
            return self._m_is_plain

        self._m_is_plain =  (((not (self.has_partial_columns))) and (self.columns_present._parent.num_set == self.table_map._parent.num_columns.value)) 
        return getattr(self, '_m_is_plain', None)


