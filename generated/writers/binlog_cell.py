# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import bit_cell
from . import blob_cell
from . import column_metadata
from . import compressed_blob_cell
from . import compressed_string_cell
from . import date_cell
from . import datetime2_cell
from . import datetime_cell
from . import decimal_cell
from . import double_cell
from . import enum_cell
from . import float_cell
from . import geometry_cell
from . import integer_cell
from . import json_cell
from . import optional_metadata
from . import set_cell
from . import string_cell
from . import table_column
from . import time2_cell
from . import time_cell
from . import timestamp2_cell
from . import timestamp_cell
from . import vector_cell
from . import year_cell


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogCell(ReadWriteKaitaiStruct):
    """A value of a column in a row image, by the column's type. There is no value if
    it is NULL, or if the image leaves the column out.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
    
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, column, is_present, is_null, is_partial, _io=None, _parent=None, _root=None):
        super(BinlogCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.column = column
        self.is_present = is_present
        self.is_null = is_null
        self.is_partial = is_partial
        self._should_write_labels = False
        self.labels__enabled = True
        self._should_write_no_metadata = False
        self.no_metadata__enabled = True

    def _read(self):
        if  ((self.is_present) and ((not (self.is_null)))) :
            pass
            _on = self.column._parent.type
            if _on == column_metadata.ColumnMetadata.ColumnType.bit:
                pass
                self.value = bit_cell.BitCell(self.column._parent.metadata.bit_size.num_bytes, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob:
                pass
                self.value = blob_cell.BlobCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob_compressed:
                pass
                self.value = compressed_blob_cell.CompressedBlobCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                self.value = date_cell.DateCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                self.value = datetime_cell.DatetimeCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime2:
                pass
                self.value = datetime2_cell.Datetime2Cell(self.column._parent.metadata.fraction_digits, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.double:
                pass
                self.value = double_cell.DoubleCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.enum:
                pass
                self.value = enum_cell.EnumCell(self.column._parent.metadata.string_type.num_bytes, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.float:
                pass
                self.value = float_cell.FloatCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.geometry:
                pass
                self.value = geometry_cell.GeometryCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.int24:
                pass
                self.value = integer_cell.IntegerCell(3, self.column._parent.is_unsigned, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.json:
                pass
                self.value = json_cell.JsonCell(self.column._parent.metadata.pack_length, self.is_partial, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.long:
                pass
                self.value = integer_cell.IntegerCell(4, self.column._parent.is_unsigned, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.long_blob:
                pass
                self.value = blob_cell.BlobCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.longlong:
                pass
                self.value = integer_cell.IntegerCell(8, self.column._parent.is_unsigned, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.medium_blob:
                pass
                self.value = blob_cell.BlobCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdate:
                pass
                self.value = date_cell.DateCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                self.value = decimal_cell.DecimalCell(self.column._parent.metadata.precision.precision, self.column._parent.metadata.precision.scale, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.set:
                pass
                self.value = set_cell.SetCell(self.column._parent.metadata.string_type.num_bytes, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.short:
                pass
                self.value = integer_cell.IntegerCell(2, self.column._parent.is_unsigned, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.string:
                pass
                self.value = string_cell.StringCell(self.column._parent.metadata.string_type.num_bytes, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                self.value = time_cell.TimeCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.time2:
                pass
                self.value = time2_cell.Time2Cell(self.column._parent.metadata.fraction_digits, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                self.value = timestamp_cell.TimestampCell(self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp2:
                pass
                self.value = timestamp2_cell.Timestamp2Cell(self.column._parent.metadata.fraction_digits, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny:
                pass
                self.value = integer_cell.IntegerCell(1, self.column._parent.is_unsigned, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny_blob:
                pass
                self.value = blob_cell.BlobCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.typed_array:
                pass
                self.value = blob_cell.BlobCell(4, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.var_string:
                pass
                self.value = string_cell.StringCell(self.column._parent.metadata.max_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar:
                pass
                self.value = string_cell.StringCell(self.column._parent.metadata.max_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar_compressed:
                pass
                self.value = compressed_string_cell.CompressedStringCell(self.column._parent.metadata.max_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.vector:
                pass
                self.value = vector_cell.VectorCell(self.column._parent.metadata.pack_length, self._io)
                self.value._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.year:
                pass
                self.value = year_cell.YearCell(self._io)
                self.value._read()
            else:
                pass
                self.value = BinlogCell.UnreadableCell(self._io, self, self._root)
                self.value._read()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if  ((self.is_present) and ((not (self.is_null)))) :
            pass
            _on = self.column._parent.type
            if _on == column_metadata.ColumnMetadata.ColumnType.bit:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob_compressed:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime2:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.double:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.enum:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.float:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.geometry:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.int24:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.json:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.long:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.long_blob:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.longlong:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.medium_blob:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdate:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.set:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.short:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.string:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.time2:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp2:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny_blob:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.typed_array:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.var_string:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar_compressed:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.vector:
                pass
                self.value._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.year:
                pass
                self.value._fetch_instances()
            else:
                pass
                self.value._fetch_instances()

        _ = self.labels
        if hasattr(self, '_m_labels'):
            pass
            self._m_labels._fetch_instances()

        _ = self.no_metadata
        if hasattr(self, '_m_no_metadata'):
            pass
            self._m_no_metadata._fetch_instances()



    def _write__seq(self, io=None):
        super(BinlogCell, self)._write__seq(io)
        self._should_write_labels = self.labels__enabled
        self._should_write_no_metadata = self.no_metadata__enabled
        if  ((self.is_present) and ((not (self.is_null)))) :
            pass
            _on = self.column._parent.type
            if _on == column_metadata.ColumnMetadata.ColumnType.bit:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob_compressed:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime2:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.double:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.enum:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.float:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.geometry:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.int24:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.json:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.long:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.long_blob:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.longlong:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.medium_blob:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdate:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.set:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.short:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.string:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.time2:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp2:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny_blob:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.typed_array:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.var_string:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar_compressed:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.vector:
                pass
                self.value._write__seq(self._io)
            elif _on == column_metadata.ColumnMetadata.ColumnType.year:
                pass
                self.value._write__seq(self._io)
            else:
                pass
                self.value._write__seq(self._io)



    def _check(self):
        if  ((self.is_present) and ((not (self.is_null)))) :
            pass
            _on = self.column._parent.type
            if _on == column_metadata.ColumnMetadata.ColumnType.bit:
                pass
                if self.value.num_bytes != self.column._parent.metadata.bit_size.num_bytes:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.bit_size.num_bytes, self.value.num_bytes)
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.blob_compressed:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime2:
                pass
                if self.value.num_digits != self.column._parent.metadata.fraction_digits:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.fraction_digits, self.value.num_digits)
            elif _on == column_metadata.ColumnMetadata.ColumnType.double:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.enum:
                pass
                if self.value.num_bytes != self.column._parent.metadata.string_type.num_bytes:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.string_type.num_bytes, self.value.num_bytes)
            elif _on == column_metadata.ColumnMetadata.ColumnType.float:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.geometry:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.int24:
                pass
                if self.value.num_bytes != 3:
                    raise kaitaistruct.ConsistencyError(u"value", 3, self.value.num_bytes)
                if self.value.is_unsigned != self.column._parent.is_unsigned:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.is_unsigned, self.value.is_unsigned)
            elif _on == column_metadata.ColumnMetadata.ColumnType.json:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
                if self.value.is_partial != self.is_partial:
                    raise kaitaistruct.ConsistencyError(u"value", self.is_partial, self.value.is_partial)
            elif _on == column_metadata.ColumnMetadata.ColumnType.long:
                pass
                if self.value.num_bytes != 4:
                    raise kaitaistruct.ConsistencyError(u"value", 4, self.value.num_bytes)
                if self.value.is_unsigned != self.column._parent.is_unsigned:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.is_unsigned, self.value.is_unsigned)
            elif _on == column_metadata.ColumnMetadata.ColumnType.long_blob:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.longlong:
                pass
                if self.value.num_bytes != 8:
                    raise kaitaistruct.ConsistencyError(u"value", 8, self.value.num_bytes)
                if self.value.is_unsigned != self.column._parent.is_unsigned:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.is_unsigned, self.value.is_unsigned)
            elif _on == column_metadata.ColumnMetadata.ColumnType.medium_blob:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdate:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                if self.value.precision != self.column._parent.metadata.precision.precision:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.precision.precision, self.value.precision)
                if self.value.scale != self.column._parent.metadata.precision.scale:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.precision.scale, self.value.scale)
            elif _on == column_metadata.ColumnMetadata.ColumnType.set:
                pass
                if self.value.num_bytes != self.column._parent.metadata.string_type.num_bytes:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.string_type.num_bytes, self.value.num_bytes)
            elif _on == column_metadata.ColumnMetadata.ColumnType.short:
                pass
                if self.value.num_bytes != 2:
                    raise kaitaistruct.ConsistencyError(u"value", 2, self.value.num_bytes)
                if self.value.is_unsigned != self.column._parent.is_unsigned:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.is_unsigned, self.value.is_unsigned)
            elif _on == column_metadata.ColumnMetadata.ColumnType.string:
                pass
                if self.value.max_length != self.column._parent.metadata.string_type.num_bytes:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.string_type.num_bytes, self.value.max_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.time2:
                pass
                if self.value.num_digits != self.column._parent.metadata.fraction_digits:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.fraction_digits, self.value.num_digits)
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp2:
                pass
                if self.value.num_digits != self.column._parent.metadata.fraction_digits:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.fraction_digits, self.value.num_digits)
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny:
                pass
                if self.value.num_bytes != 1:
                    raise kaitaistruct.ConsistencyError(u"value", 1, self.value.num_bytes)
                if self.value.is_unsigned != self.column._parent.is_unsigned:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.is_unsigned, self.value.is_unsigned)
            elif _on == column_metadata.ColumnMetadata.ColumnType.tiny_blob:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.typed_array:
                pass
                if self.value.pack_length != 4:
                    raise kaitaistruct.ConsistencyError(u"value", 4, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.var_string:
                pass
                if self.value.max_length != self.column._parent.metadata.max_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.max_length, self.value.max_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar:
                pass
                if self.value.max_length != self.column._parent.metadata.max_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.max_length, self.value.max_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.varchar_compressed:
                pass
                if self.value.max_length != self.column._parent.metadata.max_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.max_length, self.value.max_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.vector:
                pass
                if self.value.pack_length != self.column._parent.metadata.pack_length:
                    raise kaitaistruct.ConsistencyError(u"value", self.column._parent.metadata.pack_length, self.value.pack_length)
            elif _on == column_metadata.ColumnMetadata.ColumnType.year:
                pass
            else:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)

        if self.labels__enabled:
            pass
            if  ((self.is_present) and ((not (self.is_null))) and (self.column._parent.is_enumerated)) :
                pass
                if self._m_labels._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"labels", self._root, self._m_labels._root)
                if self._m_labels._parent != self:
                    raise kaitaistruct.ConsistencyError(u"labels", self, self._m_labels._parent)


        if self.no_metadata__enabled:
            pass
            if False:
                pass


        self._dirty = False

    class CellLabel(ReadWriteKaitaiStruct):
        """A label, if the value has it."""
        def __init__(self, index, _io=None, _parent=None, _root=None):
            super(BinlogCell.CellLabel, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(BinlogCell.CellLabel, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def has_label(self):
            """Whether the log contains the label."""
            if hasattr(self, '_m_has_label'):
                return self._m_has_label

            self._m_has_label =  ((self.is_set) and (self.number > 0) and (self._parent._parent.column._parent.has_labels) and (self.number <= len(self._parent._parent.column._parent.labels.labels))) 
            return getattr(self, '_m_has_label', None)

        def _invalidate_has_label(self):
            del self._m_has_label
        @property
        def is_empty(self):
            """Whether the value is the empty string, in place of a label."""
            if hasattr(self, '_m_is_empty'):
                return self._m_is_empty

            self._m_is_empty =  ((self.index == 0) and ((self.number == 0 if self._parent.is_enum else self._parent._parent.value.members.num_set == 0))) 
            return getattr(self, '_m_is_empty', None)

        def _invalidate_is_empty(self):
            del self._m_is_empty
        @property
        def is_set(self):
            """Whether the value has the label."""
            if hasattr(self, '_m_is_set'):
                return self._m_is_set

            self._m_is_set =  ((self._parent.is_enum) or (self._parent._parent.value.members.bits[self.index].is_set)) 
            return getattr(self, '_m_is_set', None)

        def _invalidate_is_set(self):
            del self._m_is_set
        @property
        def label(self):
            """The label, if it is in another charset, for viewers."""
            if hasattr(self, '_m_label'):
                return self._m_label

            if  ((self.has_label) and ((not (self._parent._parent.column._parent.is_utf8)))) :
                pass
                self._m_label = self._parent._parent.column._parent.labels.labels[(self.number - 1)]

            return getattr(self, '_m_label', None)

        def _invalidate_label(self):
            del self._m_label
        @property
        def number(self):
            """Number of the label, from 1."""
            if hasattr(self, '_m_number'):
                return self._m_number

            self._m_number = (self._parent._parent.value.index if self._parent.is_enum else self.index + 1)
            return getattr(self, '_m_number', None)

        def _invalidate_number(self):
            del self._m_number
        @property
        def separator(self):
            """Text between the label and the one before it."""
            if hasattr(self, '_m_separator'):
                return self._m_separator

            self._m_separator = (u"" if  ((self._parent.is_enum) or (self._parent._parent.value.members.bits[self.index].num_set_before == 0))  else u",")
            return getattr(self, '_m_separator', None)

        def _invalidate_separator(self):
            del self._m_separator
        @property
        def text(self):
            """The label as text, or its number, for viewers."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = (u"\"\"" if self.is_empty else (u"" if (not (self.is_set)) else (self.separator + str(self.number) if (not (self.has_label)) else (((self.separator + u"\"") + (self._parent._parent.column._parent.labels.labels[(self.number - 1)].value).decode(u"UTF-8")) + u"\"" if self._parent._parent.column._parent.is_utf8 else self.separator))))
            return getattr(self, '_m_text', None)

        def _invalidate_text(self):
            del self._m_text

    class CellLabels(ReadWriteKaitaiStruct):
        """The labels of an ENUM or SET. It has no bytes of its own."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(BinlogCell.CellLabels, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.items = []
            for i in range((1 if self.is_enum else self._parent.value.members.num_bits)):
                _t_items = BinlogCell.CellLabel(i, self._io, self, self._root)
                try:
                    _t_items._read()
                finally:
                    self.items.append(_t_items)

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(BinlogCell.CellLabels, self)._write__seq(io)
            for i in range(len(self.items)):
                pass
                self.items[i]._write__seq(self._io)



        def _check(self):
            if len(self.items) != (1 if self.is_enum else self._parent.value.members.num_bits):
                raise kaitaistruct.ConsistencyError(u"items", (1 if self.is_enum else self._parent.value.members.num_bits), len(self.items))
            for i in range(len(self.items)):
                pass
                if self.items[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"items", self._root, self.items[i]._root)
                if self.items[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"items", self, self.items[i]._parent)
                if self.items[i].index != i:
                    raise kaitaistruct.ConsistencyError(u"items", i, self.items[i].index)

            self._dirty = False

        @property
        def is_enum(self):
            """Whether the column is an ENUM."""
            if hasattr(self, '_m_is_enum'):
                return self._m_is_enum

            self._m_is_enum = self._parent.column._parent.type == column_metadata.ColumnMetadata.ColumnType.enum
            return getattr(self, '_m_is_enum', None)

        def _invalidate_is_enum(self):
            del self._m_is_enum

    class UnreadableCell(ReadWriteKaitaiStruct):
        """A value of a type whose length is not in the log, such as DECIMAL before
        MySQL 5.0. The rest of the row cannot be read.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(BinlogCell.UnreadableCell, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(BinlogCell.UnreadableCell, self)._write__seq(io)


        def _check(self):
            self._dirty = False


    @property
    def absence(self):
        """Reason for a missing value, for viewers."""
        if hasattr(self, '_m_absence'):
            return self._m_absence

        self._m_absence = (u"not logged" if (not (self.is_present)) else (u"NULL" if self.is_null else u""))
        return getattr(self, '_m_absence', None)

    def _invalidate_absence(self):
        del self._m_absence
    @property
    def has_bytes(self):
        """Whether the value is a text or bytes."""
        if hasattr(self, '_m_has_bytes'):
            return self._m_has_bytes

        self._m_has_bytes =  ((self.is_present) and ((not (self.is_null))) and ( ((self.column._parent.is_string) or (self.column._parent.is_blob)) )) 
        return getattr(self, '_m_has_bytes', None)

    def _invalidate_has_bytes(self):
        del self._m_has_bytes
    @property
    def labels(self):
        """The labels of an ENUM or SET, for viewers."""
        if self._should_write_labels:
            self._write_labels()
        if hasattr(self, '_m_labels'):
            return self._m_labels

        if not self.labels__enabled:
            return None

        if  ((self.is_present) and ((not (self.is_null))) and (self.column._parent.is_enumerated)) :
            pass
            self._m_labels = BinlogCell.CellLabels(self._io, self, self._root)
            self._m_labels._read()

        return getattr(self, '_m_labels', None)

    @labels.setter
    def labels(self, v):
        self._dirty = True
        self._m_labels = v

    def _write_labels(self):
        self._should_write_labels = False
        if  ((self.is_present) and ((not (self.is_null))) and (self.column._parent.is_enumerated)) :
            pass
            self._m_labels._write__seq(self._io)


    @property
    def no_metadata(self):
        """Placeholder, for which C++ includes the spec of a label's type."""
        if self._should_write_no_metadata:
            self._write_no_metadata()
        if hasattr(self, '_m_no_metadata'):
            return self._m_no_metadata

        if not self.no_metadata__enabled:
            return None

        if False:
            pass
            self._m_no_metadata = optional_metadata.OptionalMetadata(self._io)
            self._m_no_metadata._read()

        return getattr(self, '_m_no_metadata', None)

    @no_metadata.setter
    def no_metadata(self, v):
        self._dirty = True
        self._m_no_metadata = v

    def _write_no_metadata(self):
        self._should_write_no_metadata = False
        if False:
            pass
            self._m_no_metadata._write__seq(self._io)


    @property
    def plain(self):
        """The value, if it is a text in another charset or bytes, for viewers."""
        if hasattr(self, '_m_plain'):
            return self._m_plain

        if  ((self.has_bytes) and ((not (self.column._parent.is_utf8)))) :
            pass
            self._m_plain = self.value

        return getattr(self, '_m_plain', None)

    def _invalidate_plain(self):
        del self._m_plain
    @property
    def text(self):
        """The text, if the log describes it as UTF-8, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (u"" if  (((not (self.has_bytes))) or ((not (self.column._parent.is_utf8))))  else (u"\"" + ((self.value.value).decode(u"UTF-8") if self.column._parent.is_string else (self.value.value).decode(u"UTF-8"))) + u"\"")
        return getattr(self, '_m_text', None)

    def _invalidate_text(self):
        del self._m_text

