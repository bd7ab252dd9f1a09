"""Kernels of ksy/binlog_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from numpy import array
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u4le
from .annotate_rows_event import show_annotate_rows_event
from .binlog_checkpoint_event import show_binlog_checkpoint_event
from .binlog_event_header import (
    EVENT_TYPE_ANNOTATE_ROWS,
    EVENT_TYPE_ANONYMOUS_GTID,
    EVENT_TYPE_APPEND_BLOCK,
    EVENT_TYPE_BEGIN_LOAD_QUERY,
    EVENT_TYPE_BINLOG_CHECKPOINT,
    EVENT_TYPE_FORMAT_DESCRIPTION,
    EVENT_TYPE_GTID,
    EVENT_TYPE_GTID_TAGGED,
    EVENT_TYPE_INTVAR,
    EVENT_TYPE_LARGE_TRANSACTION_HEADER,
    EVENT_TYPE_MARIADB_GTID,
    EVENT_TYPE_MARIADB_GTID_LIST,
    EVENT_TYPE_PREVIOUS_GTIDS,
    EVENT_TYPE_QUERY,
    EVENT_TYPE_QUERY_COMPRESSED,
    EVENT_TYPE_RAND,
    EVENT_TYPE_ROTATE,
    EVENT_TYPE_ROWS_QUERY,
    EVENT_TYPE_STOP,
    EVENT_TYPE_TABLE_MAP,
    EVENT_TYPE_XA_PREPARE,
    EVENT_TYPE_XID,
    NO_BINLOG_EVENT_HEADER,
    read_binlog_event_header,
)
from .file_block_event import show_file_block_event
from .gtid_event import show_gtid_event
from .gtid_tagged_event import show_gtid_tagged_event
from .intvar_event import show_intvar_event
from .large_transaction_header_event import show_large_transaction_header_event
from .mariadb_gtid_event import show_mariadb_gtid_event
from .mariadb_gtid_list_event import show_mariadb_gtid_list_event
from .previous_gtids_event import show_previous_gtids_event
from .rand_event import show_rand_event
from .rotate_event import show_rotate_event
from .rows_query_event import show_rows_query_event
from .stop_event import show_stop_event
from .xa_prepare_event import show_xa_prepare_event
from .xid_event import show_xid_event

NUMBERS_0 = array([56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 127, 0, 4, 26, 8, 8, 8, 8, 8, 8, 8, 2, 0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 127, 127, 0, 0])
NUMBERS_1 = array([0, 4, 19, 4, 0, 13, 8, 8, 8, 10, 10, 10, 9])


class BinlogEvent(NamedTuple):
    pos: int
    header: Any
    body_ofs: int
    body_len: int
    crc32: int
    len_checksum: int
    len_post_header: int
    has_odd_post_header: bool
    is_table_map: bool
    is_rows: bool
    is_query: bool
    bounds_transaction: bool


@inlined
def read_binlog_event(buffer, start, pos, end, format):
    header = read_binlog_event_header(buffer, start, pos, end, format.binlog_version, format.has_permuted_types)
    pos = header.pos
    if pos < 0:
        return BinlogEvent(-1, NO_BINLOG_EVENT_HEADER, 0, 0, 0, 0, 0, False, False, False, False, False)
    is_format_description = header.type == EVENT_TYPE_FORMAT_DESCRIPTION
    has_minimal_header = is_format_description or header.type == EVENT_TYPE_ROTATE
    len_header = format.len_minimal_header if has_minimal_header else format.len_header
    header_extension_ofs = header_extension_len = 0
    if len_header > header.len_header:
        header_extension_len = len_header - header.len_header
        if not 0 <= header_extension_len <= end - pos:
            return BinlogEvent(-1, NO_BINLOG_EVENT_HEADER, 0, 0, 0, 0, 0, False, False, False, False, False)
        header_extension_ofs = pos
        pos = header_extension_ofs + header_extension_len
    len_checksum = 0 if is_format_description else format.len_checksum
    first_mariadb_type = EVENT_TYPE_ANNOTATE_ROWS
    len_documented_post_header = NUMBERS_0[header.type - 1] if header.type >= 1 and header.type <= len(NUMBERS_0) else NUMBERS_1[header.type - first_mariadb_type] if header.type >= first_mariadb_type and header.type < first_mariadb_type + len(NUMBERS_1) else 0
    len_post_header = (format.handle__parent_len_post_headers[header.type_code - 1] if header.type_code >= 1 and header.type_code <= format.num_post_headers else len_documented_post_header) if format.has_format_description else 11 if header.type == EVENT_TYPE_QUERY and format.binlog_version != 4 else 0 if header.type == EVENT_TYPE_ROTATE and format.binlog_version == 1 else len_documented_post_header
    body_len = header.len_event - len_header - len_checksum
    if not 0 <= body_len <= end - pos:
        return BinlogEvent(-1, NO_BINLOG_EVENT_HEADER, 0, 0, 0, 0, 0, False, False, False, False, False)
    body_ofs = pos
    pos = body_ofs + body_len
    crc32 = 0
    if len_checksum > 0:
        if end - pos < 4:
            return BinlogEvent(-1, NO_BINLOG_EVENT_HEADER, 0, 0, 0, 0, 0, False, False, False, False, False)
        crc32 = u4le(buffer, pos)
        pos += 4
    has_unused_post_header = len_documented_post_header == 127
    has_odd_post_header = not has_unused_post_header and (len_post_header > len_documented_post_header or ((((len_post_header < len_documented_post_header and len_post_header != 0) and len_post_header != 6) and len_post_header != 11) and len_post_header != 25))
    is_table_map = header.type == EVENT_TYPE_TABLE_MAP
    is_rows = header.is_rows
    is_query = header.type == EVENT_TYPE_QUERY or header.type == EVENT_TYPE_QUERY_COMPRESSED
    bounds_transaction = (is_query or header.begins_transaction) or header.type == EVENT_TYPE_XID
    return BinlogEvent(pos, header, body_ofs, body_len, crc32, len_checksum, len_post_header, has_odd_post_header, is_table_map, is_rows, is_query, bounds_transaction)


@inlined
def show_body(buffer, binlog_event, _out, _at):
    start = pos = binlog_event.body_ofs
    end = pos + binlog_event.body_len
    if binlog_event.header.type == EVENT_TYPE_ROTATE:
        return show_rotate_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_STOP:
        return show_stop_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_LARGE_TRANSACTION_HEADER:
        return show_large_transaction_header_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_BINLOG_CHECKPOINT:
        return show_binlog_checkpoint_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_GTID or binlog_event.header.type == EVENT_TYPE_ANONYMOUS_GTID:
        return show_gtid_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_GTID_TAGGED:
        return show_gtid_tagged_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_PREVIOUS_GTIDS:
        return show_previous_gtids_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_MARIADB_GTID:
        return show_mariadb_gtid_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_MARIADB_GTID_LIST:
        return show_mariadb_gtid_list_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_XID:
        return show_xid_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_XA_PREPARE:
        return show_xa_prepare_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_INTVAR:
        return show_intvar_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_RAND:
        return show_rand_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_APPEND_BLOCK or binlog_event.header.type == EVENT_TYPE_BEGIN_LOAD_QUERY:
        return show_file_block_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_ROWS_QUERY:
        return show_rows_query_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    if binlog_event.header.type == EVENT_TYPE_ANNOTATE_ROWS:
        return show_annotate_rows_event(buffer, start, pos, end, binlog_event.len_post_header, _out, _at)
    return (-1, -1)
