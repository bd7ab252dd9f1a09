"""Writes bodies of events as JSON text, one kind of event each.

A writer takes where the text goes, with room for `MARKUP` bytes and whatever strings it takes from
the event in quotes, and returns where it ends, or `DECLINED`.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.gtid_event import read_gtid_event
from binlog_kaitai.generated.kernels.intvar_event import read_intvar_event
from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.generated.kernels.rand_event import read_rand_event
from binlog_kaitai.generated.kernels.transaction_payload_event import (
    read_transaction_payload_event,
)
from binlog_kaitai.generated.kernels.user_var_event import read_user_var_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.generated.transaction_payload_event import TransactionPayloadEvent
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.runtime.base64_text import len_base64, write_base64
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import u1
from binlog_kaitai.kernels.runtime.text import (
    write_int,
    write_quoted,
    write_unsigned,
)
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from binlog_kaitai.kernels.walk.gtid_texts import write_uuid
from binlog_kaitai.kernels.walk.statements import (
    INSERT_ID,
    LAST_INSERT_ID,
    encoding_of_variable,
    write_variable,
)

DECLINED = -1

MAX_PADDING = 256

FieldType = TransactionPayloadEvent.PayloadFieldType
Compression = TransactionPayloadEvent.PayloadCompression

LEN_PAYLOAD, LEN_UNCOMPRESSED = FieldType.len_payload.value, FieldType.len_uncompressed.value
COMPRESSION = FieldType.compression.value
ZSTD, NOT_COMPRESSED = Compression.zstd.value, Compression.none.value


@shared
def write_gtid_body(out: Any, at: int, buffer: Any, body: int, body_end: int) -> int:
    """Write the body of a GTID or an ANONYMOUS_GTID event."""
    gtid = read_gtid_event(buffer, body, body, body_end)
    has_length = gtid.has_server_version or gtid.len_transaction_value != 0
    if gtid.pos < 0 or (gtid.has_commit_timestamp and not has_length):
        return DECLINED  # as a length of 0 looks like none
    at = write_unsigned(out, write_bytes(out, at, b'{"flags": '), gtid.flags)
    at = write_uuid(out, write_bytes(out, at, b', "uuid": "'), buffer, gtid.uuid_ofs)
    at = write_int(out, write_bytes(out, at, b'", "gno": '), gtid.gno)
    if gtid.logical_timestamps_type != 0:
        at = write_bytes(out, at, b', "logical_timestamps": {"type": ')
        at = write_unsigned(out, at, gtid.logical_timestamps_type)
        at = write_bytes(out, at, b', "last_committed": ')
        at = write_int(out, at, gtid.logical_timestamps_last_committed)
        at = write_bytes(out, at, b', "sequence_number": ')
        at = write_int(out, at, gtid.logical_timestamps_sequence_number)
        at = write_bytes(out, at, b"}")
    if gtid.has_commit_timestamp:
        at = write_bytes(out, at, b', "immediate_commit_timestamp": ')
        at = write_unsigned(out, at, gtid.commit_timestamp)
        if gtid.immediate_commit_timestamp_is_followed:
            at = write_bytes(out, at, b', "original_commit_timestamp": ')
            at = write_unsigned(out, at, gtid.original_commit_timestamp_microseconds)
    if has_length:
        at = write_bytes(out, at, b', "len_transaction": ')
        at = write_unsigned(out, at, gtid.len_transaction_value)
    if gtid.has_server_version:
        at = write_bytes(out, at, b', "immediate_server_version": ')
        at = write_unsigned(out, at, gtid.immediate_server_version_number)
        if gtid.immediate_server_version_is_followed:
            at = write_bytes(out, at, b', "original_server_version": ')
            at = write_unsigned(out, at, gtid.original_server_version_number)
    if gtid.has_commit_group_ticket:
        at = write_bytes(out, at, b', "commit_group_ticket": ')
        at = write_unsigned(out, at, gtid.commit_group_ticket)
    return int(write_bytes(out, at, b"}"))


@inlined
def write_flag(out: Any, at: int, start: int, is_set: bool, name: Any) -> int:
    """Write the name of a flag, in quotes, if it is set; the list of them begins at `start`."""
    if not is_set:
        return at
    if at > start:
        at = write_bytes(out, at, b", ")
    return int(write_bytes(out, at, name))


@shared
def write_mariadb_gtid_body(out: Any, at: int, buffer: Any, body: int, body_end: int) -> int:
    """Write the body of a MARIADB_GTID event, but of one that speaks of XA or of ALTER TABLE."""
    gtid = read_mariadb_gtid_event(buffer, body, body, body_end)
    alters = gtid.flags_extra_commit_alter or gtid.flags_extra_rollback_alter
    if gtid.pos < 0 or gtid.flags_prepared_xa or gtid.flags_completed_xa or alters:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"sequence": '), gtid.sequence)
    at = write_unsigned(out, write_bytes(out, at, b', "domain_id": '), gtid.domain_id)
    start = at = write_bytes(out, at, b', "flags": [')
    at = write_flag(out, at, start, gtid.flags_standalone, b'"standalone"')
    at = write_flag(out, at, start, gtid.flags_group_commit_id, b'"group_commit_id"')
    at = write_flag(out, at, start, gtid.flags_transactional, b'"transactional"')
    at = write_flag(out, at, start, gtid.flags_allow_parallel, b'"allow_parallel"')
    at = write_flag(out, at, start, gtid.flags_waited, b'"waited"')
    at = write_flag(out, at, start, gtid.flags_ddl, b'"ddl"')
    at = write_bytes(out, at, b"]")
    if gtid.flags_group_commit_id:
        at = write_unsigned(out, write_bytes(out, at, b', "commit_id": '), gtid.commit_id)
    if gtid.has_flags_extra:
        start = at = write_bytes(out, at, b', "flags_extra": [')
        at = write_flag(out, at, start, gtid.flags_extra_multi_engine, b'"multi_engine"')
        at = write_flag(out, at, start, gtid.flags_extra_start_alter, b'"start_alter"')
        at = write_flag(out, at, start, gtid.flags_extra_thread_id, b'"thread_id"')
        at = write_bytes(out, at, b"]")
        if gtid.flags_extra_multi_engine:
            at = write_bytes(out, at, b', "num_extra_engines": ')
            at = write_unsigned(out, at, gtid.num_extra_engines)
        if gtid.flags_extra_thread_id:
            at = write_unsigned(out, write_bytes(out, at, b', "thread_id": '), gtid.thread_id)
    return _write_padding(out, at, buffer, gtid.padding_ofs, gtid.padding_len)


@inlined
def _write_padding(out: Any, at: int, buffer: Any, ofs: int, length: int) -> int:
    """Write the last field of a body, which is zeros."""
    if length == 0:
        return int(write_bytes(out, at, b', "padding": ""}'))
    if length > MAX_PADDING:
        return DECLINED
    for i in range(length):
        if u1(buffer, ofs + i) != 0:
            return DECLINED
    at = write_bytes(out, at, b', "padding": {"base64": "')
    return int(write_bytes(out, write_base64(out, at, buffer, ofs, length), b'"}}'))


@shared
def write_payload_body(
    out: Any,
    at: int,
    buffer: Any,
    body: int,
    body_end: int,
    field_type: Any,
    field_value: Any,
) -> int:
    """Write the body of a TRANSACTION_PAYLOAD event; the arrays are room for its fields."""
    payload = read_transaction_payload_event(
        buffer, body, body, body_end, 0, field_type, field_value
    )
    if payload.pos < 0:
        return DECLINED
    is_told = False
    seen = 0
    for i in range(payload.fields_size - 1):
        kind, value = payload.fields_type[i], payload.fields_value[i]
        if kind not in (LEN_PAYLOAD, LEN_UNCOMPRESSED, COMPRESSION) or seen >> kind & 1:
            return DECLINED
        seen |= 1 << kind
        at = write_bytes(out, at, b", ") if i > 0 else write_bytes(out, at, b"{")
        if kind == LEN_PAYLOAD:
            at = write_unsigned(out, write_bytes(out, at, b'"len_payload": '), value)
        elif kind == LEN_UNCOMPRESSED:
            at = write_unsigned(out, write_bytes(out, at, b'"len_uncompressed": '), value)
        elif value == ZSTD:
            is_told = True
            at = write_bytes(out, at, b'"compression": "zstd"')
        elif value == NOT_COMPRESSED:
            is_told = True
            at = write_bytes(out, at, b'"compression": "none"')
    return int(write_bytes(out, at, b"}")) if is_told else DECLINED


@inlined
def write_xid_body(out: Any, at: int, buffer: Any, body: int, body_end: int) -> int:
    """Write the body of an XID event."""
    event = read_xid_event(buffer, body, body, body_end)
    if event.pos < 0:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"xid": '), event.xid)
    return int(write_bytes(out, at, b"}"))


@inlined
def write_intvar_body(out: Any, at: int, buffer: Any, body: int, body_end: int) -> int:
    """Write the body of an INTVAR event."""
    intvar = read_intvar_event(buffer, body, body, body_end)
    if intvar.pos < 0 or intvar.type not in (LAST_INSERT_ID, INSERT_ID):
        return DECLINED
    if intvar.type == INSERT_ID:
        at = write_bytes(out, at, b'{"type": "insert_id", "value": ')
    else:
        at = write_bytes(out, at, b'{"type": "last_insert_id", "value": ')
    return int(write_bytes(out, write_unsigned(out, at, intvar.value), b"}"))


@inlined
def write_rand_body(out: Any, at: int, buffer: Any, body: int, body_end: int) -> int:
    """Write the body of a RAND event."""
    rand = read_rand_event(buffer, body, body, body_end)
    if rand.pos < 0:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"seed1": '), rand.seed1)
    at = write_unsigned(out, write_bytes(out, at, b', "seed2": '), rand.seed2)
    return int(write_bytes(out, at, b"}"))


@shared
def write_variable_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, digits: Any, num_digits: Any
) -> int:
    """Write the body of a USER_VAR event; the arrays are room for what is not asked for."""
    variable = read_user_var_event(buffer, body, body, body_end, 0, digits, num_digits)
    encoding = encoding_of_variable(buffer, variable)
    if encoding < 0 or not is_utf8(buffer, variable.name_ofs, variable.name_len):
        return DECLINED
    at = write_bytes(out, at, b'{"name": ')
    at = write_quoted(out, at, buffer, variable.name_ofs, variable.name_len)
    return int(write_variable(out, write_bytes(out, at, b", "), buffer, variable, encoding))


@inlined
def room_of_variable(length: int) -> int:
    """Return more bytes than the strings of a USER_VAR body of a length take as text."""
    return 6 * length + len_base64(length)
