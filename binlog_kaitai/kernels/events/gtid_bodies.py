"""Writes bodies of events that name a transaction, as those of `bodies`."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.generated.kernels.gtid_event import read_gtid_event
from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.events.bodies import DECLINED, write_flag, write_xid_parts
from binlog_kaitai.kernels.events.notes import part_of
from binlog_kaitai.kernels.runtime.base64_text import write_base64
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import PADDING, copy, u1
from binlog_kaitai.kernels.runtime.text import write_int, write_quoted, write_unsigned
from binlog_kaitai.kernels.walk.gtid_texts import TaggedFields, read_tagged_fields, write_uuid

MAX_PADDING = 256

FieldName = GtidTaggedEvent.GtidTaggedFieldName

UUID, TAG = FieldName.uuid.value, FieldName.tag.value
GNO = FieldName.gno.value
LAST_COMMITTED, SEQUENCE_NUMBER = (
    FieldName.last_committed.value,
    FieldName.sequence_number.value,
)
NUM_NAMES = len(FieldName)

_NAMES = [f'"{FieldName(number).name}": '.encode() for number in range(NUM_NAMES)]
_NAME_TEXTS = np.frombuffer(b"".join([*_NAMES, bytes(PADDING)]), np.uint8)
_NAME_ENDS = np.cumsum([len(name) for name in _NAMES])


@shared
def write_gtid_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of a GTID or an ANONYMOUS_GTID event."""
    gtid = read_gtid_event(buffer, body, body, body_end, len_post_header)
    has_length = gtid.has_server_version or gtid.len_transaction_value != 0
    if gtid.pos < 0 or gtid.rest_len > 0:
        return DECLINED
    if gtid.has_commit_timestamp and not has_length:
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


@shared
def write_tagged_body(
    out: Any,
    at: int,
    buffer: Any,
    body: int,
    body_end: int,
    len_post_header: int,
    fields: TaggedFields,
) -> int:
    """Write the body of a GTID_TAGGED event, of which no field comes twice."""
    num_fields = read_tagged_fields(buffer, body, body_end, len_post_header, fields)
    if num_fields <= 0:
        return DECLINED
    seen = 0
    for i in range(num_fields):
        name = fields.name[i]
        if not 0 <= name < NUM_NAMES or seen >> name & 1:
            return DECLINED
        seen |= 1 << name
        at = write_bytes(out, at, b"{") if i == 0 else write_bytes(out, at, b", ")
        start, length = part_of(_NAME_ENDS, name)
        copy(out, at, _NAME_TEXTS, start, length)
        at += length
        if name == UUID:
            at = write_uuid(out, write_bytes(out, at, b'"'), fields.uuid, 0)
            at = write_bytes(out, at, b'"')
        elif name == TAG:
            at = write_quoted(out, at, buffer, fields.tag_ofs[i], fields.tag_len[i])
        elif name in (GNO, LAST_COMMITTED, SEQUENCE_NUMBER):
            at = write_int(out, at, fields.signed_number[i])
        else:
            at = write_unsigned(out, at, fields.number[i])
    return int(write_bytes(out, at, b"}"))


@shared
def write_mariadb_gtid_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of a MARIADB_GTID event."""
    gtid = read_mariadb_gtid_event(buffer, body, body, body_end, len_post_header)
    if gtid.pos < 0:
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
    at = write_flag(out, at, start, gtid.flags_prepared_xa, b'"prepared_xa"')
    at = write_flag(out, at, start, gtid.flags_completed_xa, b'"completed_xa"')
    at = write_bytes(out, at, b"]")
    if gtid.flags_group_commit_id:
        at = write_unsigned(out, write_bytes(out, at, b', "commit_id": '), gtid.commit_id)
    if gtid.flags_prepared_xa or gtid.flags_completed_xa:
        at = write_int(out, write_bytes(out, at, b', "xid": {"format_id": '), gtid.xid_format_id)
        at = write_xid_parts(
            out,
            at,
            buffer,
            gtid.xid_global_id_ofs,
            gtid.xid_global_id_len,
            gtid.xid_branch_ofs,
            gtid.xid_branch_len,
        )
        if at == DECLINED:
            return DECLINED
        at = write_bytes(out, at, b"}")
    if gtid.has_flags_extra:
        start = at = write_bytes(out, at, b', "flags_extra": [')
        at = write_flag(out, at, start, gtid.flags_extra_multi_engine, b'"multi_engine"')
        at = write_flag(out, at, start, gtid.flags_extra_start_alter, b'"start_alter"')
        at = write_flag(out, at, start, gtid.flags_extra_commit_alter, b'"commit_alter"')
        at = write_flag(out, at, start, gtid.flags_extra_rollback_alter, b'"rollback_alter"')
        at = write_flag(out, at, start, gtid.flags_extra_thread_id, b'"thread_id"')
        at = write_bytes(out, at, b"]")
        if gtid.flags_extra_multi_engine:
            at = write_bytes(out, at, b', "num_extra_engines": ')
            at = write_unsigned(out, at, gtid.num_extra_engines)
        if gtid.flags_extra_commit_alter or gtid.flags_extra_rollback_alter:
            at = write_bytes(out, at, b', "start_alter_sequence": ')
            at = write_unsigned(out, at, gtid.start_alter_sequence)
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
