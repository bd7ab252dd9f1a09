"""Kernels of ksy/rows_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import (
    FULL,
    is_full,
    write_literal,
    write_printable,
    write_separator,
    write_unsigned,
)
from binlog_kaitai.kernels.runtime.stream import u1, u2le
from .binlog_bitmap import BinlogBitmap, read_binlog_bitmap
from .binlog_event_header import (
    EVENT_TYPE_PARTIAL_UPDATE_ROWS,
    EVENT_TYPE_PRE_GA_DELETE_ROWS,
    EVENT_TYPE_PRE_GA_UPDATE_ROWS,
    EVENT_TYPE_PRE_GA_WRITE_ROWS,
    EVENT_TYPE_UPDATE_ROWS_COMPRESSED,
    EVENT_TYPE_UPDATE_ROWS_COMPRESSED_V1,
    EVENT_TYPE_UPDATE_ROWS_V1,
    EVENT_TYPE_UPDATE_ROWS_V2,
    EVENT_TYPE_WRITE_ROWS_COMPRESSED,
    EVENT_TYPE_WRITE_ROWS_COMPRESSED_V1,
    EVENT_TYPE_WRITE_ROWS_V1,
    EVENT_TYPE_WRITE_ROWS_V2,
)
from .binlog_table_id import read_binlog_table_id
from .mariadb_compressed import NO_MARIADB_COMPRESSED, read_mariadb_compressed
from .packed_integer import read_packed_integer

ROWS_EXTRA_TYPE_NDB = 0
ROWS_EXTRA_TYPE_PARTITION = 1


class RowsFlags(NamedTuple):
    pos: int
    end_of_statement: bool

NO_ROWS_FLAGS = RowsFlags(-1, False)


@inlined
def read_rows_flags(buffer, start, pos, end):
    """rows_event.ksy: /types/rows_flags"""
    if end - pos < 2:
        return NO_ROWS_FLAGS
    bits = u2le(buffer, pos)
    pos += 2
    end_of_statement = bits & 1 != 0
    return RowsFlags(pos, end_of_statement)


@inlined
def read_rows_extra_ndb(buffer, start, pos, end):
    """rows_event.ksy: /types/rows_extra_ndb"""
    if end - pos < 2:
        return -1
    len_info = u1(buffer, pos)
    pos += 1
    if len_info < 2:
        return -1
    pos += 1
    payload_len = len_info - 2
    if not 0 <= payload_len <= end - pos:
        return -1
    payload_ofs = pos
    pos = payload_ofs + payload_len
    return pos


@inlined
def read_rows_extra_partition(buffer, start, pos, end, is_update):
    """rows_event.ksy: /types/rows_extra_partition"""
    if end - pos < 2:
        return -1
    pos += 2
    if is_update:
        if end - pos < 2:
            return -1
        pos += 2
    return pos


@inlined
def read_rows_extra_unknown(buffer, start, pos, end):
    """rows_event.ksy: /types/rows_extra_unknown"""
    rest_ofs = pos
    rest_len = end - pos
    pos = rest_ofs + rest_len
    return pos


@inlined
def read_rows_extra_item(buffer, start, pos, end, is_update):
    """rows_event.ksy: /types/rows_extra_item"""
    if end - pos < 1:
        return -1
    type = u1(buffer, pos)
    pos += 1
    if type == ROWS_EXTRA_TYPE_NDB:
        pos = read_rows_extra_ndb(buffer, start, pos, end)
        if pos < 0:
            return -1
    elif type == ROWS_EXTRA_TYPE_PARTITION:
        pos = read_rows_extra_partition(buffer, start, pos, end, is_update)
        if pos < 0:
            return -1
    else:
        pos = read_rows_extra_unknown(buffer, start, pos, end)
        if pos < 0:
            return -1
    return pos


@inlined
def read_rows_extra_data(buffer, start, pos, end, is_update):
    """rows_event.ksy: /types/rows_extra_data"""
    index = -1
    while pos < end:
        index += 1
        pos = read_rows_extra_item(buffer, start, pos, end, is_update)
        if pos < 0:
            return -1
    return pos


class RowsEvent(NamedTuple):
    pos: int
    table_id_value: int
    flags_end_of_statement: bool
    num_columns_value: int
    columns_present: Any
    columns_present_after: Any
    row_data_ofs: int
    row_data_len: int
    compressed_rows: Any
    is_compressed: bool
    is_pre_ga: bool
    is_insert: bool
    is_update: bool
    is_partial_update: bool
    is_dummy: bool
    has_cells: bool


@inlined
def read_rows_event(buffer, start, pos, end, type, len_post_header, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before):
    table_id = read_binlog_table_id(buffer, start, pos, end, len_post_header)
    pos = table_id.pos
    if pos < 0:
        return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
    flags = read_rows_flags(buffer, start, pos, end)
    pos = flags.pos
    if pos < 0:
        return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
    is_version_2 = type >= EVENT_TYPE_WRITE_ROWS_V2 and type <= EVENT_TYPE_PARTIAL_UPDATE_ROWS or type >= EVENT_TYPE_WRITE_ROWS_COMPRESSED
    has_extra_data = len_post_header == 10 or (len_post_header > 10 and is_version_2)
    len_extra_data = 0
    if has_extra_data:
        if end - pos < 2:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
        len_extra_data = u2le(buffer, pos)
        pos += 2
        if len_extra_data < 2:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
    len_known_post_header = 10 if has_extra_data else 8
    post_header_rest_ofs = post_header_rest_len = 0
    if len_post_header > len_known_post_header:
        post_header_rest_len = len_post_header - len_known_post_header
        if not 0 <= post_header_rest_len <= end - pos:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    is_partial_update = type == EVENT_TYPE_PARTIAL_UPDATE_ROWS
    is_update = ((((type == EVENT_TYPE_PRE_GA_UPDATE_ROWS or type == EVENT_TYPE_UPDATE_ROWS_V1) or type == EVENT_TYPE_UPDATE_ROWS_V2) or type == EVENT_TYPE_UPDATE_ROWS_COMPRESSED_V1) or type == EVENT_TYPE_UPDATE_ROWS_COMPRESSED) or is_partial_update
    extra_data_ofs = extra_data_len = 0
    if has_extra_data:
        extra_data_len = len_extra_data - 2
        if not 0 <= extra_data_len <= end - pos:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
        extra_data_ofs = pos
        pos = read_rows_extra_data(buffer, extra_data_ofs, pos, extra_data_ofs + extra_data_len, is_update)
        if pos < 0:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
        pos = extra_data_ofs + extra_data_len
    num_columns = read_packed_integer(buffer, start, pos, end)
    pos = num_columns.pos
    if pos < 0:
        return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
    columns_present = read_binlog_bitmap(buffer, start, pos, end, num_columns.value, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before)
    pos = columns_present.pos
    if pos < 0:
        return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
    is_pre_ga = (type == EVENT_TYPE_PRE_GA_WRITE_ROWS or type == EVENT_TYPE_PRE_GA_UPDATE_ROWS) or type == EVENT_TYPE_PRE_GA_DELETE_ROWS
    columns_present_after = BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before)
    if is_update and (not is_pre_ga):
        columns_present_after = read_binlog_bitmap(buffer, start, pos, end, num_columns.value, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before)
        pos = columns_present_after.pos
        if pos < 0:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
    is_compressed = type >= EVENT_TYPE_WRITE_ROWS_COMPRESSED_V1
    row_data_ofs = row_data_len = 0
    if not is_compressed:
        row_data_ofs = pos
        row_data_len = end - pos
        pos = row_data_ofs + row_data_len
    compressed_rows = NO_MARIADB_COMPRESSED
    if is_compressed:
        compressed_rows_ofs = pos
        compressed_rows_len = end - pos
        compressed_rows = read_mariadb_compressed(buffer, compressed_rows_ofs, pos, compressed_rows_ofs + compressed_rows_len)
        pos = compressed_rows.pos
        if pos < 0:
            return RowsEvent(-1, 0, False, 0, BinlogBitmap(-1, 0, columns_present_bits_at, columns_present_bits_is_set, columns_present_bits_num_set_before), BinlogBitmap(-1, 0, columns_present_after_bits_at, columns_present_after_bits_is_set, columns_present_after_bits_num_set_before), 0, 0, NO_MARIADB_COMPRESSED, False, False, False, False, False, False, False)
        pos = compressed_rows_ofs + compressed_rows_len
    is_insert = (((type == EVENT_TYPE_PRE_GA_WRITE_ROWS or type == EVENT_TYPE_WRITE_ROWS_V1) or type == EVENT_TYPE_WRITE_ROWS_V2) or type == EVENT_TYPE_WRITE_ROWS_COMPRESSED_V1) or type == EVENT_TYPE_WRITE_ROWS_COMPRESSED
    is_dummy = (table_id.value == 0xffffff or table_id.value == 0xffffffff) or table_id.value == 0xffffffffffff
    has_cells = columns_present.num_set > 0 or (is_update and columns_present_after.num_set > 0)
    return RowsEvent(pos, table_id.value, flags.end_of_statement, num_columns.value, columns_present, columns_present_after, row_data_ofs, row_data_len, compressed_rows, is_compressed, is_pre_ga, is_insert, is_update, is_partial_update, is_dummy, has_cells)


@inlined
def skip_rows_flags(buffer, start, pos, end):
    """rows_event.ksy: /types/rows_flags"""
    if end - pos < 2:
        return -1
    pos += 2
    if pos > end:
        return -1
    return pos


@inlined
def show_rows_flags(buffer, start, pos, end, _out, _at):
    """rows_event.ksy: /types/rows_flags"""
    if end - pos < 2:
        return (-1, -1)
    bits = u2le(buffer, pos)
    pos += 2
    end_of_statement = bits & 1 != 0
    no_foreign_key_checks = bits >> 1 & 1 != 0
    relaxed_unique_checks = bits >> 2 & 1 != 0
    complete_rows = bits >> 3 & 1 != 0
    use_sql_foreign_key = bits >> 4 & 1 != 0
    cascaded = bits >> 5 & 1 != 0
    reserved = bits >> 6 & 1 != 0
    no_check_constraint_checks = bits >> 7 & 1 != 0
    _at = write_literal(_out, _at, '[')
    if end_of_statement:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"end_of_statement"')
    if no_foreign_key_checks:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"no_foreign_key_checks"')
    if relaxed_unique_checks:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"relaxed_unique_checks"')
    if complete_rows:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"complete_rows"')
    if use_sql_foreign_key:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"use_sql_foreign_key"')
    if cascaded:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"cascaded"')
    if reserved:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"reserved"')
    if no_check_constraint_checks:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"no_check_constraint_checks"')
    _at = write_literal(_out, _at, ']')
    return (pos, _at)


@inlined
def skip_rows_extra_ndb(buffer, start, pos, end):
    """rows_event.ksy: /types/rows_extra_ndb"""
    if end - pos < 1:
        return -1
    len_info = u1(buffer, pos)
    pos += 1
    pos += 1
    payload_len = len_info - 2
    if not 0 <= payload_len <= end - pos:
        return -1
    pos += payload_len
    if pos > end:
        return -1
    return pos


@inlined
def skip_rows_extra_partition(buffer, start, pos, end, is_update):
    """rows_event.ksy: /types/rows_extra_partition"""
    pos += 2
    if is_update:
        pos += 2
    if pos > end:
        return -1
    return pos


@inlined
def skip_rows_extra_unknown(buffer, start, pos, end):
    """rows_event.ksy: /types/rows_extra_unknown"""
    pos += end - pos
    if pos > end:
        return -1
    return pos


@inlined
def skip_rows_extra_item(buffer, start, pos, end, is_update):
    """rows_event.ksy: /types/rows_extra_item"""
    if end - pos < 1:
        return -1
    type = u1(buffer, pos)
    pos += 1
    if type == ROWS_EXTRA_TYPE_NDB:
        pos = skip_rows_extra_ndb(buffer, start, pos, end)
        if pos < 0:
            return -1
    elif type == ROWS_EXTRA_TYPE_PARTITION:
        pos = skip_rows_extra_partition(buffer, start, pos, end, is_update)
        if pos < 0:
            return -1
    else:
        pos = skip_rows_extra_unknown(buffer, start, pos, end)
        if pos < 0:
            return -1
    if pos > end:
        return -1
    return pos


@shared
def write_rows_extra_type(_out, _at, value):
    if value == 0:
        return write_literal(_out, _at, '"ndb"')
    if value == 1:
        return write_literal(_out, _at, '"partition"')
    return write_unsigned(_out, _at, value)


@shared
def write_rows_extra_format(_out, _at, value):
    if value == 0:
        return write_literal(_out, _at, '"ndb"')
    if value == 64:
        return write_literal(_out, _at, '"open1"')
    if value == 65:
        return write_literal(_out, _at, '"open2"')
    if value == 255:
        return write_literal(_out, _at, '"multi"')
    return write_unsigned(_out, _at, value)


@inlined
def show_rows_extra_ndb(buffer, start, pos, end, _out, _at):
    """rows_event.ksy: /types/rows_extra_ndb"""
    if end - pos < 2:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"len_info": ')
    len_info = u1(buffer, pos)
    pos += 1
    if len_info < 2:
        return (-1, -1)
    _at = write_unsigned(_out, _at, len_info)
    _at = write_literal(_out, _at, ', "format": ')
    format = u1(buffer, pos)
    pos += 1
    _at = write_rows_extra_format(_out, _at, format)
    _at = write_literal(_out, _at, ', "payload": ')
    payload_len = len_info - 2
    if not 0 <= payload_len <= end - pos:
        return (-1, -1)
    payload_ofs = pos
    pos = payload_ofs + payload_len
    _at = write_printable(_out, _at, buffer, payload_ofs, payload_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@inlined
def show_rows_extra_partition(buffer, start, pos, end, is_update, _out, _at):
    """rows_event.ksy: /types/rows_extra_partition"""
    if end - pos < 2:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"partition_id": ')
    partition_id = u2le(buffer, pos)
    pos += 2
    _at = write_unsigned(_out, _at, partition_id)
    if is_update:
        _at = write_literal(_out, _at, ', "source_partition_id": ')
        if end - pos < 2:
            return (-1, -1)
        source_partition_id = u2le(buffer, pos)
        pos += 2
        _at = write_unsigned(_out, _at, source_partition_id)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@inlined
def show_rows_extra_unknown(buffer, start, pos, end, _out, _at):
    """rows_event.ksy: /types/rows_extra_unknown"""
    _at = write_literal(_out, _at, '{"rest": ')
    rest_ofs = pos
    rest_len = end - pos
    pos = rest_ofs + rest_len
    _at = write_printable(_out, _at, buffer, rest_ofs, rest_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@inlined
def show_rows_extra_item(buffer, start, pos, end, is_update, _out, _at):
    """rows_event.ksy: /types/rows_extra_item"""
    if end - pos < 1:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"type": ')
    type = u1(buffer, pos)
    pos += 1
    _at = write_rows_extra_type(_out, _at, type)
    _at = write_literal(_out, _at, ', "body": ')
    if type == ROWS_EXTRA_TYPE_NDB:
        pos, _at = show_rows_extra_ndb(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    elif type == ROWS_EXTRA_TYPE_PARTITION:
        pos, _at = show_rows_extra_partition(buffer, start, pos, end, is_update, _out, _at)
        if _at < 0:
            return (pos, _at)
    else:
        pos, _at = show_rows_extra_unknown(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@inlined
def show_rows_extra_data(buffer, start, pos, end, is_update, _out, _at):
    """rows_event.ksy: /types/rows_extra_data"""
    _at = write_literal(_out, _at, '[')
    index = -1
    while pos < end:
        index += 1
        if is_full(_out, _at):
            return (-1, FULL)
        if index > 0:
            _at = write_literal(_out, _at, ', ')
        pos, _at = show_rows_extra_item(buffer, start, pos, end, is_update, _out, _at)
        if _at < 0:
            return (pos, _at)
    _at = write_literal(_out, _at, ']')
    return (pos, _at)


@shared
def show_rows_event(buffer, start, pos, end, type, len_post_header, _out, _at):
    _at = write_literal(_out, _at, '{"table_id": ')
    table_id = read_binlog_table_id(buffer, start, pos, end, len_post_header)
    pos = table_id.pos
    if pos < 0:
        return (-1, -1)
    _at = write_unsigned(_out, _at, table_id.value)
    _at = write_literal(_out, _at, ', "flags": ')
    pos, _at = show_rows_flags(buffer, start, pos, end, _out, _at)
    if _at < 0:
        return (pos, _at)
    is_version_2 = type >= EVENT_TYPE_WRITE_ROWS_V2 and type <= EVENT_TYPE_PARTIAL_UPDATE_ROWS or type >= EVENT_TYPE_WRITE_ROWS_COMPRESSED
    has_extra_data = len_post_header == 10 or (len_post_header > 10 and is_version_2)
    len_extra_data = 0
    if has_extra_data:
        if end - pos < 2:
            return (-1, -1)
        len_extra_data = u2le(buffer, pos)
        pos += 2
        if len_extra_data < 2:
            return (-1, -1)
    len_known_post_header = 10 if has_extra_data else 8
    if len_post_header > len_known_post_header:
        post_header_rest_len = len_post_header - len_known_post_header
        if not 0 <= post_header_rest_len <= end - pos:
            return (-1, -1)
        post_header_rest_ofs = pos
        pos = post_header_rest_ofs + post_header_rest_len
    is_partial_update = type == EVENT_TYPE_PARTIAL_UPDATE_ROWS
    is_update = ((((type == EVENT_TYPE_PRE_GA_UPDATE_ROWS or type == EVENT_TYPE_UPDATE_ROWS_V1) or type == EVENT_TYPE_UPDATE_ROWS_V2) or type == EVENT_TYPE_UPDATE_ROWS_COMPRESSED_V1) or type == EVENT_TYPE_UPDATE_ROWS_COMPRESSED) or is_partial_update
    if has_extra_data:
        _at = write_literal(_out, _at, ', "extra_data": ')
        extra_data_len = len_extra_data - 2
        if not 0 <= extra_data_len <= end - pos:
            return (-1, -1)
        extra_data_ofs = pos
        pos, _at = show_rows_extra_data(buffer, extra_data_ofs, pos, extra_data_ofs + extra_data_len, is_update, _out, _at)
        if _at < 0:
            return (pos, _at)
        pos = extra_data_ofs + extra_data_len
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
