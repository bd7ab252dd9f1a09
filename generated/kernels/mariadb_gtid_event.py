"""Kernels of ksy/mariadb_gtid_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import (
    write_int,
    write_literal,
    write_printable,
    write_separator,
    write_unsigned,
)
from binlog_kaitai.kernels.runtime.stream import s4le, u1, u4le, u8le


class MariadbGtidFlags(NamedTuple):
    pos: int
    standalone: bool
    group_commit_id: bool
    transactional: bool
    allow_parallel: bool
    waited: bool
    ddl: bool
    prepared_xa: bool
    completed_xa: bool

NO_MARIADB_GTID_FLAGS = MariadbGtidFlags(-1, False, False, False, False, False, False, False, False)


@inlined
def read_mariadb_gtid_flags(buffer, start, pos, end):
    """mariadb_gtid_event.ksy: /types/mariadb_gtid_flags"""
    if end - pos < 1:
        return NO_MARIADB_GTID_FLAGS
    bits = u1(buffer, pos)
    pos += 1
    standalone = bits & 1 != 0
    group_commit_id = bits >> 1 & 1 != 0
    transactional = bits >> 2 & 1 != 0
    allow_parallel = bits >> 3 & 1 != 0
    waited = bits >> 4 & 1 != 0
    ddl = bits >> 5 & 1 != 0
    prepared_xa = bits >> 6 & 1 != 0
    completed_xa = bits >> 7 & 1 != 0
    return MariadbGtidFlags(pos, standalone, group_commit_id, transactional, allow_parallel, waited, ddl, prepared_xa, completed_xa)


class MariadbXid(NamedTuple):
    pos: int
    format_id: int
    global_id_ofs: int
    global_id_len: int
    branch_ofs: int
    branch_len: int

NO_MARIADB_XID = MariadbXid(-1, 0, 0, 0, 0, 0)


@inlined
def read_mariadb_xid(buffer, start, pos, end):
    """mariadb_gtid_event.ksy: /types/mariadb_xid"""
    if end - pos < 6:
        return NO_MARIADB_XID
    format_id = s4le(buffer, pos)
    pos += 4
    len_global_id = u1(buffer, pos)
    pos += 1
    len_branch = u1(buffer, pos)
    pos += 1
    if not 0 <= len_global_id <= end - pos:
        return NO_MARIADB_XID
    global_id_ofs = pos
    global_id_len = len_global_id
    pos = global_id_ofs + global_id_len
    if not 0 <= len_branch <= end - pos:
        return NO_MARIADB_XID
    branch_ofs = pos
    branch_len = len_branch
    pos = branch_ofs + branch_len
    return MariadbXid(pos, format_id, global_id_ofs, global_id_len, branch_ofs, branch_len)


class MariadbGtidFlagsExtra(NamedTuple):
    pos: int
    multi_engine: bool
    start_alter: bool
    commit_alter: bool
    rollback_alter: bool
    thread_id: bool

NO_MARIADB_GTID_FLAGS_EXTRA = MariadbGtidFlagsExtra(-1, False, False, False, False, False)


@inlined
def read_mariadb_gtid_flags_extra(buffer, start, pos, end):
    """mariadb_gtid_event.ksy: /types/mariadb_gtid_flags_extra"""
    if end - pos < 1:
        return NO_MARIADB_GTID_FLAGS_EXTRA
    bits = u1(buffer, pos)
    pos += 1
    multi_engine = bits & 1 != 0
    start_alter = bits >> 1 & 1 != 0
    commit_alter = bits >> 2 & 1 != 0
    rollback_alter = bits >> 3 & 1 != 0
    thread_id = bits >> 4 & 1 != 0
    return MariadbGtidFlagsExtra(pos, multi_engine, start_alter, commit_alter, rollback_alter, thread_id)


class MariadbGtidEvent(NamedTuple):
    pos: int
    sequence: int
    domain_id: int
    flags_standalone: bool
    flags_group_commit_id: bool
    flags_transactional: bool
    flags_allow_parallel: bool
    flags_waited: bool
    flags_ddl: bool
    flags_prepared_xa: bool
    flags_completed_xa: bool
    commit_id: int
    xid_format_id: int
    xid_global_id_ofs: int
    xid_global_id_len: int
    xid_branch_ofs: int
    xid_branch_len: int
    has_flags_extra: bool
    flags_extra_multi_engine: bool
    flags_extra_start_alter: bool
    flags_extra_commit_alter: bool
    flags_extra_rollback_alter: bool
    flags_extra_thread_id: bool
    num_extra_engines: int
    start_alter_sequence: int
    thread_id: int
    padding_ofs: int
    padding_len: int

NO_MARIADB_GTID_EVENT = MariadbGtidEvent(-1, 0, 0, False, False, False, False, False, False, False, False, 0, 0, 0, 0, 0, 0, False, False, False, False, False, False, 0, 0, 0, 0, 0)


@inlined
def read_mariadb_gtid_event(buffer, start, pos, end, len_post_header):
    if end - pos < 12:
        return NO_MARIADB_GTID_EVENT
    sequence = u8le(buffer, pos)
    pos += 8
    if not len_post_header >= 19:
        return NO_MARIADB_GTID_EVENT
    domain_id = u4le(buffer, pos)
    pos += 4
    flags = read_mariadb_gtid_flags(buffer, start, pos, end)
    pos = flags.pos
    if pos < 0:
        return NO_MARIADB_GTID_EVENT
    commit_id = 0
    if flags.group_commit_id:
        if end - pos < 8:
            return NO_MARIADB_GTID_EVENT
        commit_id = u8le(buffer, pos)
        pos += 8
    xid = NO_MARIADB_XID
    if flags.prepared_xa or flags.completed_xa:
        xid = read_mariadb_xid(buffer, start, pos, end)
        pos = xid.pos
        if pos < 0:
            return NO_MARIADB_GTID_EVENT
    has_flags_extra = not pos >= end
    flags_extra = NO_MARIADB_GTID_FLAGS_EXTRA
    if has_flags_extra:
        flags_extra = read_mariadb_gtid_flags_extra(buffer, start, pos, end)
        pos = flags_extra.pos
        if pos < 0:
            return NO_MARIADB_GTID_EVENT
    num_extra_engines = 0
    if has_flags_extra and flags_extra.multi_engine:
        if end - pos < 1:
            return NO_MARIADB_GTID_EVENT
        num_extra_engines = u1(buffer, pos)
        pos += 1
    start_alter_sequence = 0
    if has_flags_extra and (flags_extra.commit_alter or flags_extra.rollback_alter):
        if end - pos < 8:
            return NO_MARIADB_GTID_EVENT
        start_alter_sequence = u8le(buffer, pos)
        pos += 8
    thread_id = 0
    if has_flags_extra and flags_extra.thread_id:
        if end - pos < 4:
            return NO_MARIADB_GTID_EVENT
        thread_id = u4le(buffer, pos)
        pos += 4
    padding_ofs = pos
    padding_len = end - pos
    pos = padding_ofs + padding_len
    return MariadbGtidEvent(pos, sequence, domain_id, flags.standalone, flags.group_commit_id, flags.transactional, flags.allow_parallel, flags.waited, flags.ddl, flags.prepared_xa, flags.completed_xa, commit_id, xid.format_id, xid.global_id_ofs, xid.global_id_len, xid.branch_ofs, xid.branch_len, has_flags_extra, flags_extra.multi_engine, flags_extra.start_alter, flags_extra.commit_alter, flags_extra.rollback_alter, flags_extra.thread_id, num_extra_engines, start_alter_sequence, thread_id, padding_ofs, padding_len)


@inlined
def skip_mariadb_gtid_flags(buffer, start, pos, end):
    """mariadb_gtid_event.ksy: /types/mariadb_gtid_flags"""
    if end - pos < 1:
        return -1
    pos += 1
    if pos > end:
        return -1
    return pos


@inlined
def skip_mariadb_xid(buffer, start, pos, end):
    """mariadb_gtid_event.ksy: /types/mariadb_xid"""
    pos += 4
    if end - pos < 1:
        return -1
    len_global_id = u1(buffer, pos)
    pos += 1
    if end - pos < 1:
        return -1
    len_branch = u1(buffer, pos)
    pos += 1
    if not 0 <= len_global_id <= end - pos:
        return -1
    pos += len_global_id
    if not 0 <= len_branch <= end - pos:
        return -1
    pos += len_branch
    if pos > end:
        return -1
    return pos


@inlined
def skip_mariadb_gtid_flags_extra(buffer, start, pos, end):
    """mariadb_gtid_event.ksy: /types/mariadb_gtid_flags_extra"""
    if end - pos < 1:
        return -1
    pos += 1
    if pos > end:
        return -1
    return pos


@inlined
def show_mariadb_gtid_flags(buffer, start, pos, end, _out, _at):
    """mariadb_gtid_event.ksy: /types/mariadb_gtid_flags"""
    if end - pos < 1:
        return (-1, -1)
    bits = u1(buffer, pos)
    pos += 1
    standalone = bits & 1 != 0
    group_commit_id = bits >> 1 & 1 != 0
    transactional = bits >> 2 & 1 != 0
    allow_parallel = bits >> 3 & 1 != 0
    waited = bits >> 4 & 1 != 0
    ddl = bits >> 5 & 1 != 0
    prepared_xa = bits >> 6 & 1 != 0
    completed_xa = bits >> 7 & 1 != 0
    _at = write_literal(_out, _at, '[')
    if standalone:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"standalone"')
    if group_commit_id:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"group_commit_id"')
    if transactional:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"transactional"')
    if allow_parallel:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"allow_parallel"')
    if waited:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"waited"')
    if ddl:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"ddl"')
    if prepared_xa:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"prepared_xa"')
    if completed_xa:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"completed_xa"')
    _at = write_literal(_out, _at, ']')
    return (pos, _at)


@inlined
def show_mariadb_xid(buffer, start, pos, end, _out, _at):
    """mariadb_gtid_event.ksy: /types/mariadb_xid"""
    if end - pos < 6:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"format_id": ')
    format_id = s4le(buffer, pos)
    pos += 4
    _at = write_int(_out, _at, format_id)
    _at = write_literal(_out, _at, ', "len_global_id": ')
    len_global_id = u1(buffer, pos)
    pos += 1
    _at = write_unsigned(_out, _at, len_global_id)
    _at = write_literal(_out, _at, ', "len_branch": ')
    len_branch = u1(buffer, pos)
    pos += 1
    _at = write_unsigned(_out, _at, len_branch)
    _at = write_literal(_out, _at, ', "global_id": ')
    if not 0 <= len_global_id <= end - pos:
        return (-1, -1)
    global_id_ofs = pos
    global_id_len = len_global_id
    pos = global_id_ofs + global_id_len
    _at = write_printable(_out, _at, buffer, global_id_ofs, global_id_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, ', "branch": ')
    if not 0 <= len_branch <= end - pos:
        return (-1, -1)
    branch_ofs = pos
    branch_len = len_branch
    pos = branch_ofs + branch_len
    _at = write_printable(_out, _at, buffer, branch_ofs, branch_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)


@inlined
def show_mariadb_gtid_flags_extra(buffer, start, pos, end, _out, _at):
    """mariadb_gtid_event.ksy: /types/mariadb_gtid_flags_extra"""
    if end - pos < 1:
        return (-1, -1)
    bits = u1(buffer, pos)
    pos += 1
    multi_engine = bits & 1 != 0
    start_alter = bits >> 1 & 1 != 0
    commit_alter = bits >> 2 & 1 != 0
    rollback_alter = bits >> 3 & 1 != 0
    thread_id = bits >> 4 & 1 != 0
    _at = write_literal(_out, _at, '[')
    if multi_engine:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"multi_engine"')
    if start_alter:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"start_alter"')
    if commit_alter:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"commit_alter"')
    if rollback_alter:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"rollback_alter"')
    if thread_id:
        _at = write_separator(_out, _at)
        _at = write_literal(_out, _at, '"thread_id"')
    _at = write_literal(_out, _at, ']')
    return (pos, _at)


@shared
def show_mariadb_gtid_event(buffer, start, pos, end, len_post_header, _out, _at):
    if end - pos < 12:
        return (-1, -1)
    _at = write_literal(_out, _at, '{"sequence": ')
    sequence = u8le(buffer, pos)
    pos += 8
    if not len_post_header >= 19:
        return (-1, -1)
    _at = write_unsigned(_out, _at, sequence)
    _at = write_literal(_out, _at, ', "domain_id": ')
    domain_id = u4le(buffer, pos)
    pos += 4
    _at = write_unsigned(_out, _at, domain_id)
    _at = write_literal(_out, _at, ', "flags": ')
    _flags_pos = pos
    flags = read_mariadb_gtid_flags(buffer, start, pos, end)
    pos = flags.pos
    if pos < 0:
        return (-1, -1)
    pos = _flags_pos
    pos, _at = show_mariadb_gtid_flags(buffer, start, pos, end, _out, _at)
    if _at < 0:
        return (pos, _at)
    if flags.group_commit_id:
        _at = write_literal(_out, _at, ', "commit_id": ')
        if end - pos < 8:
            return (-1, -1)
        commit_id = u8le(buffer, pos)
        pos += 8
        _at = write_unsigned(_out, _at, commit_id)
    if flags.prepared_xa or flags.completed_xa:
        _at = write_literal(_out, _at, ', "xid": ')
        pos, _at = show_mariadb_xid(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    has_flags_extra = not pos >= end
    flags_extra = NO_MARIADB_GTID_FLAGS_EXTRA
    if has_flags_extra:
        _at = write_literal(_out, _at, ', "flags_extra": ')
        _flags_extra_pos = pos
        flags_extra = read_mariadb_gtid_flags_extra(buffer, start, pos, end)
        pos = flags_extra.pos
        if pos < 0:
            return (-1, -1)
        pos = _flags_extra_pos
        pos, _at = show_mariadb_gtid_flags_extra(buffer, start, pos, end, _out, _at)
        if _at < 0:
            return (pos, _at)
    if has_flags_extra and flags_extra.multi_engine:
        _at = write_literal(_out, _at, ', "num_extra_engines": ')
        if end - pos < 1:
            return (-1, -1)
        num_extra_engines = u1(buffer, pos)
        pos += 1
        _at = write_unsigned(_out, _at, num_extra_engines)
    if has_flags_extra and (flags_extra.commit_alter or flags_extra.rollback_alter):
        _at = write_literal(_out, _at, ', "start_alter_sequence": ')
        if end - pos < 8:
            return (-1, -1)
        start_alter_sequence = u8le(buffer, pos)
        pos += 8
        _at = write_unsigned(_out, _at, start_alter_sequence)
    if has_flags_extra and flags_extra.thread_id:
        _at = write_literal(_out, _at, ', "thread_id": ')
        if end - pos < 4:
            return (-1, -1)
        thread_id = u4le(buffer, pos)
        pos += 4
        _at = write_unsigned(_out, _at, thread_id)
    _at = write_literal(_out, _at, ', "padding": ')
    padding_ofs = pos
    padding_len = end - pos
    pos = padding_ofs + padding_len
    _at = write_printable(_out, _at, buffer, padding_ofs, padding_len)
    if _at < 0:
        return (pos, _at)
    _at = write_literal(_out, _at, '}')
    return (pos, _at)
