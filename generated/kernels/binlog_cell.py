"""Kernels of ksy/binlog_cell.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.jit import inlined
from .bit_cell import skip_bit_cell
from .blob_cell import skip_blob_cell
from .column_metadata import (
    COLUMN_TYPE_BIT,
    COLUMN_TYPE_BLOB,
    COLUMN_TYPE_BLOB_COMPRESSED,
    COLUMN_TYPE_DATE,
    COLUMN_TYPE_DATETIME,
    COLUMN_TYPE_DATETIME2,
    COLUMN_TYPE_DOUBLE,
    COLUMN_TYPE_ENUM,
    COLUMN_TYPE_FLOAT,
    COLUMN_TYPE_GEOMETRY,
    COLUMN_TYPE_INT24,
    COLUMN_TYPE_JSON,
    COLUMN_TYPE_LONG,
    COLUMN_TYPE_LONGLONG,
    COLUMN_TYPE_LONG_BLOB,
    COLUMN_TYPE_MEDIUM_BLOB,
    COLUMN_TYPE_NEWDATE,
    COLUMN_TYPE_NEWDECIMAL,
    COLUMN_TYPE_SET,
    COLUMN_TYPE_SHORT,
    COLUMN_TYPE_STRING,
    COLUMN_TYPE_TIME,
    COLUMN_TYPE_TIME2,
    COLUMN_TYPE_TIMESTAMP,
    COLUMN_TYPE_TIMESTAMP2,
    COLUMN_TYPE_TINY,
    COLUMN_TYPE_TINY_BLOB,
    COLUMN_TYPE_TYPED_ARRAY,
    COLUMN_TYPE_VARCHAR,
    COLUMN_TYPE_VARCHAR_COMPRESSED,
    COLUMN_TYPE_VAR_STRING,
    COLUMN_TYPE_VECTOR,
    COLUMN_TYPE_YEAR,
)
from .compressed_blob_cell import skip_compressed_blob_cell
from .compressed_string_cell import skip_compressed_string_cell
from .date_cell import skip_date_cell
from .datetime2_cell import skip_datetime2_cell
from .datetime_cell import skip_datetime_cell
from .decimal_cell import skip_decimal_cell
from .double_cell import skip_double_cell
from .enum_cell import skip_enum_cell
from .float_cell import skip_float_cell
from .geometry_cell import skip_geometry_cell
from .integer_cell import skip_integer_cell
from .json_cell import skip_json_cell
from .set_cell import skip_set_cell
from .string_cell import skip_string_cell
from .time2_cell import skip_time2_cell
from .time_cell import skip_time_cell
from .timestamp2_cell import skip_timestamp2_cell
from .timestamp_cell import skip_timestamp_cell
from .vector_cell import skip_vector_cell
from .year_cell import skip_year_cell


@inlined
def skip_unreadable_cell(buffer, start, pos, end):
    """binlog_cell.ksy: /types/unreadable_cell"""
    if pos > end:
        return -1
    return pos

CASES = ('integer_cell', 'float_cell', 'double_cell', 'decimal_cell', 'bit_cell', 'year_cell', 'date_cell', 'time_cell', 'datetime_cell', 'timestamp_cell', 'time2_cell', 'datetime2_cell', 'timestamp2_cell', 'string_cell', 'blob_cell', 'compressed_string_cell', 'compressed_blob_cell', 'enum_cell', 'set_cell', 'json_cell', 'geometry_cell', 'vector_cell', 'unreadable_cell')


def plan_binlog_cell(column):
    """The number in CASES and the arguments that a column decides."""
    if column.type == COLUMN_TYPE_TINY:
        return (0, (1, column.is_unsigned))
    if column.type == COLUMN_TYPE_SHORT:
        return (0, (2, column.is_unsigned))
    if column.type == COLUMN_TYPE_INT24:
        return (0, (3, column.is_unsigned))
    if column.type == COLUMN_TYPE_LONG:
        return (0, (4, column.is_unsigned))
    if column.type == COLUMN_TYPE_LONGLONG:
        return (0, (8, column.is_unsigned))
    if column.type == COLUMN_TYPE_FLOAT:
        return (1, ())
    if column.type == COLUMN_TYPE_DOUBLE:
        return (2, ())
    if column.type == COLUMN_TYPE_NEWDECIMAL:
        return (3, (column.metadata.precision.precision, column.metadata.precision.scale))
    if column.type == COLUMN_TYPE_BIT:
        return (4, (column.metadata.bit_size.num_bytes,))
    if column.type == COLUMN_TYPE_YEAR:
        return (5, ())
    if column.type == COLUMN_TYPE_DATE:
        return (6, ())
    if column.type == COLUMN_TYPE_NEWDATE:
        return (6, ())
    if column.type == COLUMN_TYPE_TIME:
        return (7, ())
    if column.type == COLUMN_TYPE_DATETIME:
        return (8, ())
    if column.type == COLUMN_TYPE_TIMESTAMP:
        return (9, ())
    if column.type == COLUMN_TYPE_TIME2:
        return (10, (column.metadata.fraction_digits,))
    if column.type == COLUMN_TYPE_DATETIME2:
        return (11, (column.metadata.fraction_digits,))
    if column.type == COLUMN_TYPE_TIMESTAMP2:
        return (12, (column.metadata.fraction_digits,))
    if column.type == COLUMN_TYPE_VARCHAR:
        return (13, (column.metadata.max_length,))
    if column.type == COLUMN_TYPE_VAR_STRING:
        return (13, (column.metadata.max_length,))
    if column.type == COLUMN_TYPE_STRING:
        return (13, (column.metadata.string_type.num_bytes,))
    if column.type == COLUMN_TYPE_TINY_BLOB:
        return (14, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_MEDIUM_BLOB:
        return (14, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_LONG_BLOB:
        return (14, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_BLOB:
        return (14, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_VARCHAR_COMPRESSED:
        return (15, (column.metadata.max_length,))
    if column.type == COLUMN_TYPE_BLOB_COMPRESSED:
        return (16, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_ENUM:
        return (17, (column.metadata.string_type.num_bytes,))
    if column.type == COLUMN_TYPE_SET:
        return (18, (column.metadata.string_type.num_bytes,))
    if column.type == COLUMN_TYPE_JSON:
        return (19, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_GEOMETRY:
        return (20, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_VECTOR:
        return (21, (column.metadata.pack_length,))
    if column.type == COLUMN_TYPE_TYPED_ARRAY:
        return (14, (4,))
    return (22, ())


@inlined
def length_binlog_cell(buffer, start, pos, end, plan_case, plan_0, plan_1):
    """How many bytes a case takes, if its arguments tell; else negative."""
    if plan_case == 0:
        return skip_integer_cell(buffer, start, pos, end, plan_0, plan_1)
    if plan_case == 1:
        return skip_float_cell(buffer, start, pos, end)
    if plan_case == 2:
        return skip_double_cell(buffer, start, pos, end)
    if plan_case == 3:
        return skip_decimal_cell(buffer, start, pos, end, plan_0, plan_1)
    if plan_case == 4:
        return skip_bit_cell(buffer, start, pos, end, plan_0)
    if plan_case == 5:
        return skip_year_cell(buffer, start, pos, end)
    if plan_case == 6:
        return skip_date_cell(buffer, start, pos, end)
    if plan_case == 7:
        return skip_time_cell(buffer, start, pos, end)
    if plan_case == 8:
        return skip_datetime_cell(buffer, start, pos, end)
    if plan_case == 9:
        return skip_timestamp_cell(buffer, start, pos, end)
    if plan_case == 10:
        return skip_time2_cell(buffer, start, pos, end, plan_0)
    if plan_case == 11:
        return skip_datetime2_cell(buffer, start, pos, end, plan_0)
    if plan_case == 12:
        return skip_timestamp2_cell(buffer, start, pos, end, plan_0)
    if plan_case == 17:
        return skip_enum_cell(buffer, start, pos, end, plan_0)
    if plan_case == 18:
        return skip_set_cell(buffer, start, pos, end, plan_0)
    if plan_case == 22:
        return skip_unreadable_cell(buffer, start, pos, end)
    return -1


@inlined
def skip_binlog_cell(buffer, start, pos, end, column, is_present, is_null, is_partial):
    if is_present and (not is_null):
        if column.plan_length >= 0:
            pos += column.plan_length
        elif column.plan_case == 13:
            pos = skip_string_cell(buffer, start, pos, end, column.plan_0)
            if pos < 0:
                return -1
        elif column.plan_case == 14:
            pos = skip_blob_cell(buffer, start, pos, end, column.plan_0)
            if pos < 0:
                return -1
        elif column.plan_case == 15:
            pos = skip_compressed_string_cell(buffer, start, pos, end, column.plan_0)
            if pos < 0:
                return -1
        elif column.plan_case == 16:
            pos = skip_compressed_blob_cell(buffer, start, pos, end, column.plan_0)
            if pos < 0:
                return -1
        elif column.plan_case == 19:
            pos = skip_json_cell(buffer, start, pos, end, column.plan_0, is_partial)
            if pos < 0:
                return -1
        elif column.plan_case == 20:
            pos = skip_geometry_cell(buffer, start, pos, end, column.plan_0)
            if pos < 0:
                return -1
        elif column.plan_case == 21:
            pos = skip_vector_cell(buffer, start, pos, end, column.plan_0)
            if pos < 0:
                return -1
        else:
            return -1
    if pos > end:
        return -1
    return pos
