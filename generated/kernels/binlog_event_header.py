"""Kernels of ksy/binlog_event_header.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from numpy import array
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal, write_unsigned
from binlog_kaitai.kernels.runtime.stream import u1, u2le, u4le

NUMBERS_0 = array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 16, 17, 18])
EVENT_TYPE_GTID = 33
EVENT_TYPE_ANONYMOUS_GTID = 34
EVENT_TYPE_GTID_TAGGED = 42
EVENT_TYPE_MARIADB_GTID = 162
EVENT_TYPE_PRE_GA_WRITE_ROWS = 20
EVENT_TYPE_DELETE_ROWS_V1 = 25
EVENT_TYPE_WRITE_ROWS_V2 = 30
EVENT_TYPE_DELETE_ROWS_V2 = 32
EVENT_TYPE_PARTIAL_UPDATE_ROWS = 39
EVENT_TYPE_WRITE_ROWS_COMPRESSED_V1 = 166
EVENT_TYPE_DELETE_ROWS_COMPRESSED = 171
EVENT_TYPE_HEARTBEAT = 27
EVENT_TYPE_HEARTBEAT_V2 = 41
EVENT_TYPE_FORMAT_DESCRIPTION = 15
EVENT_TYPE_ROTATE = 4
EVENT_TYPE_START_ENCRYPTION = 164
EVENT_TYPE_PERCONA_START_ENCRYPTION = 159
EVENT_TYPE_ANNOTATE_ROWS = 160
EVENT_TYPE_QUERY = 2
EVENT_TYPE_LOAD = 6
EVENT_TYPE_TABLE_MAP = 19
EVENT_TYPE_QUERY_COMPRESSED = 165
EVENT_TYPE_XID = 16
EVENT_TYPE_WRITE_ROWS_COMPRESSED = 169
EVENT_TYPE_PRE_GA_UPDATE_ROWS = 21
EVENT_TYPE_UPDATE_ROWS_V1 = 24
EVENT_TYPE_UPDATE_ROWS_V2 = 31
EVENT_TYPE_UPDATE_ROWS_COMPRESSED_V1 = 167
EVENT_TYPE_UPDATE_ROWS_COMPRESSED = 170
EVENT_TYPE_PRE_GA_DELETE_ROWS = 22
EVENT_TYPE_WRITE_ROWS_V1 = 23
EVENT_TYPE_UNKNOWN = 0
EVENT_TYPE_START_V3 = 1
EVENT_TYPE_STOP = 3
EVENT_TYPE_SLAVE = 7
EVENT_TYPE_INCIDENT = 26
EVENT_TYPE_IGNORABLE = 28
EVENT_TYPE_LARGE_TRANSACTION_HEADER = 43
EVENT_TYPE_BINLOG_CHECKPOINT = 161
EVENT_TYPE_PREVIOUS_GTIDS = 35
EVENT_TYPE_MARIADB_GTID_LIST = 163
EVENT_TYPE_XA_PREPARE = 38
EVENT_TYPE_TRANSACTION_PAYLOAD = 40
EVENT_TYPE_TRANSACTION_CONTEXT = 36
EVENT_TYPE_VIEW_CHANGE = 37
EVENT_TYPE_INTVAR = 5
EVENT_TYPE_RAND = 13
EVENT_TYPE_USER_VAR = 14
EVENT_TYPE_NEW_LOAD = 12
EVENT_TYPE_CREATE_FILE = 8
EVENT_TYPE_APPEND_BLOCK = 9
EVENT_TYPE_BEGIN_LOAD_QUERY = 17
EVENT_TYPE_EXEC_LOAD = 10
EVENT_TYPE_DELETE_FILE = 11
EVENT_TYPE_EXECUTE_LOAD_QUERY = 18
EVENT_TYPE_ROWS_QUERY = 29
EVENT_TYPE_PARTIAL_ROW_DATA = 172
EVENT_TYPE_DELETE_ROWS_COMPRESSED_V1 = 168


class EventFlags(NamedTuple):
    pos: int
    artificial: bool
    code: int

NO_EVENT_FLAGS = EventFlags(-1, False, 0)


@inlined
def read_event_flags(buffer, start, pos, end):
    """binlog_event_header.ksy: /types/event_flags"""
    if end - pos < 2:
        return NO_EVENT_FLAGS
    bits = u2le(buffer, pos)
    pos += 2
    binlog_in_use = bits & 1 != 0
    forced_rotate = bits >> 1 & 1 != 0
    thread_specific = bits >> 2 & 1 != 0
    suppress_use = bits >> 3 & 1 != 0
    update_table_map_version = bits >> 4 & 1 != 0
    artificial = bits >> 5 & 1 != 0
    relay_log = bits >> 6 & 1 != 0
    ignorable = bits >> 7 & 1 != 0
    no_filter = bits >> 8 & 1 != 0
    mts_isolate = bits >> 9 & 1 != 0
    reserved = bits >> 10 & 15
    accept_own = bits >> 14 & 1 != 0
    skip_replication = bits >> 15 & 1 != 0
    code = (1 if binlog_in_use else 0) + (2 if forced_rotate else 0) + (4 if thread_specific else 0) + (8 if suppress_use else 0) + (0x10 if update_table_map_version else 0) + (0x20 if artificial else 0) + (0x40 if relay_log else 0) + (0x80 if ignorable else 0) + (0x100 if no_filter else 0) + (0x200 if mts_isolate else 0) + reserved * 0x400 + (0x4000 if accept_own else 0) + (0x8000 if skip_replication else 0)
    return EventFlags(pos, artificial, code)


class BinlogEventHeader(NamedTuple):
    pos: int
    timestamp: int
    type: int
    type_code: int
    server_id: int
    len_event: int
    next_position: int
    flags_code: int
    len_header: int
    num_positions: int
    begins_transaction: bool
    is_rows: bool
    is_made_up: bool
    is_turning_point: bool

NO_BINLOG_EVENT_HEADER = BinlogEventHeader(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, False, False, False, False)


@inlined
def read_binlog_event_header(buffer, start, pos, end, binlog_version, has_permuted_types):
    if end - pos < 13:
        return NO_BINLOG_EVENT_HEADER
    timestamp = u4le(buffer, pos)
    pos += 4
    type_code = u1(buffer, pos)
    pos += 1
    server_id = u4le(buffer, pos)
    pos += 4
    len_event = u4le(buffer, pos)
    pos += 4
    len_header = 13 if binlog_version == 1 else 19
    if len_event < len_header:
        return NO_BINLOG_EVENT_HEADER
    next_position = 0
    if binlog_version != 1:
        if end - pos < 4:
            return NO_BINLOG_EVENT_HEADER
        next_position = u4le(buffer, pos)
        pos += 4
    flags = NO_EVENT_FLAGS
    if binlog_version != 1:
        flags = read_event_flags(buffer, start, pos, end)
        pos = flags.pos
        if pos < 0:
            return NO_BINLOG_EVENT_HEADER
    type = NUMBERS_0[type_code] if has_permuted_types and type_code < len(NUMBERS_0) else type_code
    flags_code = 0 if binlog_version == 1 else flags.code
    num_positions = 0x100000000
    begins_transaction = ((type == EVENT_TYPE_GTID or type == EVENT_TYPE_ANONYMOUS_GTID) or type == EVENT_TYPE_GTID_TAGGED) or type == EVENT_TYPE_MARIADB_GTID
    is_rows = ((type >= EVENT_TYPE_PRE_GA_WRITE_ROWS and type <= EVENT_TYPE_DELETE_ROWS_V1 or (type >= EVENT_TYPE_WRITE_ROWS_V2 and type <= EVENT_TYPE_DELETE_ROWS_V2)) or type == EVENT_TYPE_PARTIAL_UPDATE_ROWS) or (type >= EVENT_TYPE_WRITE_ROWS_COMPRESSED_V1 and type <= EVENT_TYPE_DELETE_ROWS_COMPRESSED)
    is_made_up = (type == EVENT_TYPE_HEARTBEAT or type == EVENT_TYPE_HEARTBEAT_V2) or (binlog_version != 1 and (flags.artificial or (type == EVENT_TYPE_FORMAT_DESCRIPTION and next_position == 0)))
    starts_encryption = type == EVENT_TYPE_START_ENCRYPTION or type == EVENT_TYPE_PERCONA_START_ENCRYPTION
    is_turning_point = (type == EVENT_TYPE_FORMAT_DESCRIPTION or type == EVENT_TYPE_ROTATE) or starts_encryption
    return BinlogEventHeader(pos, timestamp, type, type_code, server_id, len_event, next_position, flags_code, len_header, num_positions, begins_transaction, is_rows, is_made_up, is_turning_point)


@shared
def write_event_type(_out, _at, value):
    if value == 0:
        return write_literal(_out, _at, '"unknown"')
    if value == 1:
        return write_literal(_out, _at, '"start_v3"')
    if value == 2:
        return write_literal(_out, _at, '"query"')
    if value == 3:
        return write_literal(_out, _at, '"stop"')
    if value == 4:
        return write_literal(_out, _at, '"rotate"')
    if value == 5:
        return write_literal(_out, _at, '"intvar"')
    if value == 6:
        return write_literal(_out, _at, '"load"')
    if value == 7:
        return write_literal(_out, _at, '"slave"')
    if value == 8:
        return write_literal(_out, _at, '"create_file"')
    if value == 9:
        return write_literal(_out, _at, '"append_block"')
    if value == 10:
        return write_literal(_out, _at, '"exec_load"')
    if value == 11:
        return write_literal(_out, _at, '"delete_file"')
    if value == 12:
        return write_literal(_out, _at, '"new_load"')
    if value == 13:
        return write_literal(_out, _at, '"rand"')
    if value == 14:
        return write_literal(_out, _at, '"user_var"')
    if value == 15:
        return write_literal(_out, _at, '"format_description"')
    if value == 0x10:
        return write_literal(_out, _at, '"xid"')
    if value == 17:
        return write_literal(_out, _at, '"begin_load_query"')
    if value == 18:
        return write_literal(_out, _at, '"execute_load_query"')
    if value == 19:
        return write_literal(_out, _at, '"table_map"')
    if value == 20:
        return write_literal(_out, _at, '"pre_ga_write_rows"')
    if value == 21:
        return write_literal(_out, _at, '"pre_ga_update_rows"')
    if value == 22:
        return write_literal(_out, _at, '"pre_ga_delete_rows"')
    if value == 23:
        return write_literal(_out, _at, '"write_rows_v1"')
    if value == 24:
        return write_literal(_out, _at, '"update_rows_v1"')
    if value == 25:
        return write_literal(_out, _at, '"delete_rows_v1"')
    if value == 26:
        return write_literal(_out, _at, '"incident"')
    if value == 27:
        return write_literal(_out, _at, '"heartbeat"')
    if value == 28:
        return write_literal(_out, _at, '"ignorable"')
    if value == 29:
        return write_literal(_out, _at, '"rows_query"')
    if value == 30:
        return write_literal(_out, _at, '"write_rows_v2"')
    if value == 31:
        return write_literal(_out, _at, '"update_rows_v2"')
    if value == 0x20:
        return write_literal(_out, _at, '"delete_rows_v2"')
    if value == 33:
        return write_literal(_out, _at, '"gtid"')
    if value == 34:
        return write_literal(_out, _at, '"anonymous_gtid"')
    if value == 35:
        return write_literal(_out, _at, '"previous_gtids"')
    if value == 36:
        return write_literal(_out, _at, '"transaction_context"')
    if value == 37:
        return write_literal(_out, _at, '"view_change"')
    if value == 38:
        return write_literal(_out, _at, '"xa_prepare"')
    if value == 39:
        return write_literal(_out, _at, '"partial_update_rows"')
    if value == 40:
        return write_literal(_out, _at, '"transaction_payload"')
    if value == 41:
        return write_literal(_out, _at, '"heartbeat_v2"')
    if value == 42:
        return write_literal(_out, _at, '"gtid_tagged"')
    if value == 43:
        return write_literal(_out, _at, '"large_transaction_header"')
    if value == 80:
        return write_literal(_out, _at, '"alisql_sequence"')
    if value == 101:
        return write_literal(_out, _at, '"alisql_consensus_log"')
    if value == 102:
        return write_literal(_out, _at, '"alisql_previous_consensus_index"')
    if value == 103:
        return write_literal(_out, _at, '"alisql_consensus_cluster_info"')
    if value == 104:
        return write_literal(_out, _at, '"alisql_consensus_empty"')
    if value == 105:
        return write_literal(_out, _at, '"alisql_gcn"')
    if value == 100:
        return write_literal(_out, _at, '"aurora"')
    if value == 159:
        return write_literal(_out, _at, '"percona_start_encryption"')
    if value == 160:
        return write_literal(_out, _at, '"annotate_rows"')
    if value == 161:
        return write_literal(_out, _at, '"binlog_checkpoint"')
    if value == 162:
        return write_literal(_out, _at, '"mariadb_gtid"')
    if value == 163:
        return write_literal(_out, _at, '"mariadb_gtid_list"')
    if value == 164:
        return write_literal(_out, _at, '"start_encryption"')
    if value == 165:
        return write_literal(_out, _at, '"query_compressed"')
    if value == 166:
        return write_literal(_out, _at, '"write_rows_compressed_v1"')
    if value == 167:
        return write_literal(_out, _at, '"update_rows_compressed_v1"')
    if value == 168:
        return write_literal(_out, _at, '"delete_rows_compressed_v1"')
    if value == 169:
        return write_literal(_out, _at, '"write_rows_compressed"')
    if value == 170:
        return write_literal(_out, _at, '"update_rows_compressed"')
    if value == 171:
        return write_literal(_out, _at, '"delete_rows_compressed"')
    if value == 172:
        return write_literal(_out, _at, '"partial_row_data"')
    return write_unsigned(_out, _at, value)
