"""Kernels of ksy/query_status_vars.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1, u2le, u8le
from .integer_le import read_integer_le
from .mariadb_gtid_event import read_mariadb_gtid_flags_extra

QUERY_STATUS_CODE_FLAGS2 = 0
QUERY_STATUS_CODE_SQL_MODE = 1
QUERY_STATUS_CODE_CATALOG = 2
QUERY_STATUS_CODE_AUTO_INCREMENT = 3
QUERY_STATUS_CODE_CHARSET = 4
QUERY_STATUS_CODE_TIME_ZONE = 5
QUERY_STATUS_CODE_CATALOG_NZ = 6
QUERY_STATUS_CODE_LC_TIME_NAMES = 7
QUERY_STATUS_CODE_CHARSET_DATABASE = 8
QUERY_STATUS_CODE_TABLE_MAP_FOR_UPDATE = 9
QUERY_STATUS_CODE_MASTER_DATA_WRITTEN = 10
QUERY_STATUS_CODE_INVOKER = 11
QUERY_STATUS_CODE_UPDATED_DB_NAMES = 12
QUERY_STATUS_CODE_MICROSECONDS = 13
QUERY_STATUS_CODE_EXPLICIT_DEFAULTS_FOR_TIMESTAMP = 16
QUERY_STATUS_CODE_DDL_LOGGED_WITH_XID = 17
QUERY_STATUS_CODE_DEFAULT_COLLATION_FOR_UTF8MB4 = 18
QUERY_STATUS_CODE_SQL_REQUIRE_PRIMARY_KEY = 19
QUERY_STATUS_CODE_DEFAULT_TABLE_ENCRYPTION = 20
QUERY_STATUS_CODE_ENABLE_CASCADE_TRIGGERS = 21
QUERY_STATUS_CODE_MARIADB_MICROSECONDS = 128
QUERY_STATUS_CODE_MARIADB_XID = 129
QUERY_STATUS_CODE_MARIADB_GTID_FLAGS3 = 130
QUERY_STATUS_CODE_MARIADB_CHARACTER_SET_COLLATIONS = 131


class QueryStatusCharset(NamedTuple):
    pos: int
    client: int

NO_QUERY_STATUS_CHARSET = QueryStatusCharset(-1, 0)


@inlined
def read_query_status_charset(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_charset"""
    if end - pos < 6:
        return NO_QUERY_STATUS_CHARSET
    client = u2le(buffer, pos)
    pos += 2
    pos += 2
    pos += 2
    return QueryStatusCharset(pos, client)


class QueryStatusU8(NamedTuple):
    pos: int
    value: int

NO_QUERY_STATUS_U8 = QueryStatusU8(-1, 0)


@inlined
def read_query_status_u8(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_u8"""
    if end - pos < 8:
        return NO_QUERY_STATUS_U8
    value = u8le(buffer, pos)
    pos += 8
    return QueryStatusU8(pos, value)


class QueryStatusString(NamedTuple):
    pos: int
    text_ofs: int
    text_len: int

NO_QUERY_STATUS_STRING = QueryStatusString(-1, 0, 0)


@inlined
def read_query_status_string(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_string"""
    if end - pos < 1:
        return NO_QUERY_STATUS_STRING
    len_text = u1(buffer, pos)
    pos += 1
    if not 0 <= len_text <= end - pos:
        return NO_QUERY_STATUS_STRING
    text_ofs = pos
    text_len = len_text
    pos = text_ofs + text_len
    return QueryStatusString(pos, text_ofs, text_len)


class QueryStatusInvoker(NamedTuple):
    pos: int
    user_text_ofs: int
    user_text_len: int
    host_text_ofs: int
    host_text_len: int

NO_QUERY_STATUS_INVOKER = QueryStatusInvoker(-1, 0, 0, 0, 0)


@inlined
def read_query_status_invoker(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_invoker"""
    user = read_query_status_string(buffer, start, pos, end)
    pos = user.pos
    if pos < 0:
        return NO_QUERY_STATUS_INVOKER
    host = read_query_status_string(buffer, start, pos, end)
    pos = host.pos
    if pos < 0:
        return NO_QUERY_STATUS_INVOKER
    return QueryStatusInvoker(pos, user.text_ofs, user.text_len, host.text_ofs, host.text_len)


class QueryStatusMicroseconds(NamedTuple):
    pos: int
    value_value: int

NO_QUERY_STATUS_MICROSECONDS = QueryStatusMicroseconds(-1, 0)


@inlined
def read_query_status_microseconds(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_microseconds"""
    value = read_integer_le(buffer, start, pos, end, 3)
    pos = value.pos
    if pos < 0:
        return NO_QUERY_STATUS_MICROSECONDS
    return QueryStatusMicroseconds(pos, value.value)


@inlined
def read_query_status_flags2(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_flags2"""
    if end - pos < 4:
        return -1
    pos += 4
    return pos


@inlined
def read_query_status_sql_mode(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_sql_mode"""
    if end - pos < 8:
        return -1
    pos += 8
    return pos


@inlined
def read_query_status_catalog(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_catalog"""
    if end - pos < 1:
        return -1
    len_text = u1(buffer, pos)
    pos += 1
    if not 0 <= len_text <= end - pos:
        return -1
    text_ofs = pos
    text_len = len_text
    pos = text_ofs + text_len
    if end - pos < 1:
        return -1
    text_end_ofs = pos
    text_end_len = 1
    pos = text_end_ofs + text_end_len
    return pos


@inlined
def read_query_status_auto_increment(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_auto_increment"""
    if end - pos < 4:
        return -1
    pos += 2
    pos += 2
    return pos


@inlined
def read_query_status_u2(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_u2"""
    if end - pos < 2:
        return -1
    pos += 2
    return pos


@inlined
def read_query_status_u4(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_u4"""
    if end - pos < 4:
        return -1
    pos += 4
    return pos


@inlined
def read_query_status_updated_db_names(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_updated_db_names"""
    if end - pos < 1:
        return -1
    num_names = u1(buffer, pos)
    pos += 1
    is_over_max = num_names == 254
    num_names = 0 if is_over_max else num_names
    for index in range(num_names):
        while pos < end and u1(buffer, pos) != 0:
            pos += 1
        if pos >= end:
            return -1
        pos += 1
    return pos


@inlined
def read_query_status_u1(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_u1"""
    if end - pos < 1:
        return -1
    pos += 1
    return pos


@inlined
def read_query_status_gtid_flags3(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_gtid_flags3"""
    flags_extra = read_mariadb_gtid_flags_extra(buffer, start, pos, end)
    pos = flags_extra.pos
    if pos < 0:
        return -1
    if flags_extra.commit_alter or flags_extra.rollback_alter:
        if end - pos < 8:
            return -1
        pos += 8
    return pos


@inlined
def read_query_status_collation_pair(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_collation_pair"""
    if end - pos < 4:
        return -1
    pos += 2
    pos += 2
    return pos


@inlined
def read_query_status_collations(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_collations"""
    if end - pos < 1:
        return -1
    num_pairs = u1(buffer, pos)
    pos += 1
    for index in range(num_pairs):
        pos = read_query_status_collation_pair(buffer, start, pos, end)
        if pos < 0:
            return -1
    return pos


@inlined
def read_query_status_unknown(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_unknown"""
    rest_ofs = pos
    rest_len = end - pos
    pos = rest_ofs + rest_len
    return pos


class QueryStatusVar(NamedTuple):
    pos: int
    code: int
    is_of_statement: bool
    has_microseconds: bool
    microseconds: int
    xid: int
    client_charset: int
    user_ofs: int
    user_len: int
    host_ofs: int
    host_len: int

NO_QUERY_STATUS_VAR = QueryStatusVar(-1, 0, False, False, 0, 0, 0, 0, 0, 0, 0)


@inlined
def read_query_status_var(buffer, start, pos, end):
    """query_status_vars.ksy: /types/query_status_var"""
    if end - pos < 1:
        return NO_QUERY_STATUS_VAR
    code = u1(buffer, pos)
    pos += 1
    value_query_status_charset = NO_QUERY_STATUS_CHARSET
    value_query_status_u8 = NO_QUERY_STATUS_U8
    value_query_status_invoker = NO_QUERY_STATUS_INVOKER
    value_query_status_microseconds = NO_QUERY_STATUS_MICROSECONDS
    if code == QUERY_STATUS_CODE_FLAGS2:
        pos = read_query_status_flags2(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_SQL_MODE:
        pos = read_query_status_sql_mode(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_CATALOG:
        pos = read_query_status_catalog(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_AUTO_INCREMENT:
        pos = read_query_status_auto_increment(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_CHARSET:
        value_query_status_charset = read_query_status_charset(buffer, start, pos, end)
        pos = value_query_status_charset.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_TIME_ZONE:
        value = read_query_status_string(buffer, start, pos, end)
        pos = value.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_CATALOG_NZ:
        value = read_query_status_string(buffer, start, pos, end)
        pos = value.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_LC_TIME_NAMES:
        pos = read_query_status_u2(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_CHARSET_DATABASE:
        pos = read_query_status_u2(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_TABLE_MAP_FOR_UPDATE:
        value_query_status_u8 = read_query_status_u8(buffer, start, pos, end)
        pos = value_query_status_u8.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_MASTER_DATA_WRITTEN:
        pos = read_query_status_u4(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_INVOKER:
        value_query_status_invoker = read_query_status_invoker(buffer, start, pos, end)
        pos = value_query_status_invoker.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_UPDATED_DB_NAMES:
        pos = read_query_status_updated_db_names(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_MICROSECONDS:
        value_query_status_microseconds = read_query_status_microseconds(buffer, start, pos, end)
        pos = value_query_status_microseconds.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_EXPLICIT_DEFAULTS_FOR_TIMESTAMP:
        pos = read_query_status_u1(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_DDL_LOGGED_WITH_XID:
        value_query_status_u8 = read_query_status_u8(buffer, start, pos, end)
        pos = value_query_status_u8.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_DEFAULT_COLLATION_FOR_UTF8MB4:
        pos = read_query_status_u2(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_SQL_REQUIRE_PRIMARY_KEY:
        pos = read_query_status_u1(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_DEFAULT_TABLE_ENCRYPTION:
        pos = read_query_status_u1(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_ENABLE_CASCADE_TRIGGERS:
        pos = read_query_status_u1(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_MARIADB_MICROSECONDS:
        value_query_status_microseconds = read_query_status_microseconds(buffer, start, pos, end)
        pos = value_query_status_microseconds.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_MARIADB_XID:
        value_query_status_u8 = read_query_status_u8(buffer, start, pos, end)
        pos = value_query_status_u8.pos
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_MARIADB_GTID_FLAGS3:
        pos = read_query_status_gtid_flags3(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    elif code == QUERY_STATUS_CODE_MARIADB_CHARACTER_SET_COLLATIONS:
        pos = read_query_status_collations(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    else:
        pos = read_query_status_unknown(buffer, start, pos, end)
        if pos < 0:
            return NO_QUERY_STATUS_VAR
    has_microseconds = code == QUERY_STATUS_CODE_MICROSECONDS or code == QUERY_STATUS_CODE_MARIADB_MICROSECONDS
    has_xid = code == QUERY_STATUS_CODE_DDL_LOGGED_WITH_XID or code == QUERY_STATUS_CODE_MARIADB_XID
    is_of_statement = has_microseconds or has_xid
    microseconds = value_query_status_microseconds.value_value if has_microseconds else 0
    xid = value_query_status_u8.value if has_xid else 0
    client_charset = value_query_status_charset.client if code == QUERY_STATUS_CODE_CHARSET else 0
    user_ofs = value_query_status_invoker.user_text_ofs if code == QUERY_STATUS_CODE_INVOKER else 0
    user_len = value_query_status_invoker.user_text_len if code == QUERY_STATUS_CODE_INVOKER else 0
    host_ofs = value_query_status_invoker.host_text_ofs if code == QUERY_STATUS_CODE_INVOKER else 0
    host_len = value_query_status_invoker.host_text_len if code == QUERY_STATUS_CODE_INVOKER else 0
    return QueryStatusVar(pos, code, is_of_statement, has_microseconds, microseconds, xid, client_charset, user_ofs, user_len, host_ofs, host_len)


@inlined
def read_query_status_vars(buffer, start, pos, end):
    index = -1
    vars_last = NO_QUERY_STATUS_VAR
    while pos < end:
        index += 1
        vars_last = read_query_status_var(buffer, start, pos, end)
        pos = vars_last.pos
        if pos < 0:
            return -1
    return pos
