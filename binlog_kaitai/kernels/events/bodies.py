"""Writes bodies of events as JSON text, one kind of event each.

A writer takes where the text goes, with room for `MARKUP` bytes and whatever strings it takes from
the event in quotes, and returns where it ends, or `DECLINED`.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.intvar_event import read_intvar_event
from binlog_kaitai.generated.kernels.rand_event import read_rand_event
from binlog_kaitai.generated.kernels.rotate_event import read_rotate_event
from binlog_kaitai.generated.kernels.transaction_payload_event import (
    read_transaction_payload_event,
)
from binlog_kaitai.generated.kernels.user_var_event import read_user_var_event
from binlog_kaitai.generated.kernels.xa_prepare_event import read_xa_prepare_event
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
from binlog_kaitai.kernels.walk.statements import (
    INSERT_ID,
    LAST_INSERT_ID,
    encoding_of_variable,
    write_variable,
)

DECLINED = -1

FIRST_PRINTABLE, LAST_ASCII = ord(" "), 0x7F

FieldType = TransactionPayloadEvent.PayloadFieldType
Compression = TransactionPayloadEvent.PayloadCompression

LEN_PAYLOAD, LEN_UNCOMPRESSED = FieldType.len_payload.value, FieldType.len_uncompressed.value
COMPRESSION = FieldType.compression.value
ZSTD, NOT_COMPRESSED = Compression.zstd.value, Compression.none.value


@inlined
def write_flag(out: Any, at: int, start: int, is_set: bool, name: Any) -> int:
    """Write the name of a flag, in quotes, if it is set; the list of them begins at `start`."""
    if not is_set:
        return at
    if at > start:
        at = write_bytes(out, at, b", ")
    return int(write_bytes(out, at, name))


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
def write_bytes_or_text(out: Any, at: int, buffer: Any, ofs: int, length: int) -> int:
    """Write a string of bytes: in quotes where all are printable ASCII, or in base64.

    Declined are those beyond ASCII that may be text, of which Python says what is printable.
    """
    is_printable = is_ascii = True
    for i in range(length):
        byte = u1(buffer, ofs + i)
        is_ascii &= byte <= LAST_ASCII
        is_printable &= FIRST_PRINTABLE <= byte < LAST_ASCII
    if is_printable:
        return int(write_quoted(out, at, buffer, ofs, length))
    if not is_ascii and is_utf8(buffer, ofs, length):
        return DECLINED
    at = write_bytes(out, at, b'{"base64": "')
    return int(write_bytes(out, write_base64(out, at, buffer, ofs, length), b'"}'))


@shared
def write_xid_parts(
    out: Any,
    at: int,
    buffer: Any,
    global_id: int,
    len_global_id: int,
    branch: int,
    len_branch: int,
) -> int:
    """Write the fields of a transaction of XA that follow its `format_id`."""
    at = write_unsigned(out, write_bytes(out, at, b', "len_global_id": '), len_global_id)
    at = write_unsigned(out, write_bytes(out, at, b', "len_branch": '), len_branch)
    at = write_bytes(out, at, b', "global_id": ')
    at = write_bytes_or_text(out, at, buffer, global_id, len_global_id)
    if at == DECLINED:
        return DECLINED
    at = write_bytes(out, at, b', "branch": ')
    return int(write_bytes_or_text(out, at, buffer, branch, len_branch))


@inlined
def write_xa_prepare_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of an XA_PREPARE event."""
    event = read_xa_prepare_event(buffer, body, body, body_end, len_post_header)
    if event.pos < 0 or event.rest_len > 0:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"is_one_phase": '), event.is_one_phase)
    at = write_int(out, write_bytes(out, at, b', "format_id": '), event.format_id)
    at = write_xid_parts(
        out,
        at,
        buffer,
        event.global_id_ofs,
        event.global_id_len,
        event.branch_ofs,
        event.branch_len,
    )
    return DECLINED if at == DECLINED else int(write_bytes(out, at, b"}"))


@inlined
def write_rotate_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of a ROTATE event."""
    rotate = read_rotate_event(buffer, body, body, body_end, len_post_header)
    is_text = is_utf8(buffer, rotate.next_log_ofs, rotate.next_log_len)
    if rotate.pos < 0 or not rotate.has_position or not is_text:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"position": '), rotate.position)
    at = write_bytes(out, at, b', "next_log": ')
    at = write_quoted(out, at, buffer, rotate.next_log_ofs, rotate.next_log_len)
    return int(write_bytes(out, at, b"}"))


@inlined
def write_xid_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of an XID event."""
    event = read_xid_event(buffer, body, body, body_end, len_post_header)
    if event.pos < 0 or event.rest_len > 0:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"xid": '), event.xid)
    return int(write_bytes(out, at, b"}"))


@inlined
def write_intvar_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of an INTVAR event."""
    intvar = read_intvar_event(buffer, body, body, body_end, len_post_header)
    is_whole = intvar.pos >= 0 and intvar.rest_len == 0
    if not is_whole or intvar.type not in (LAST_INSERT_ID, INSERT_ID):
        return DECLINED
    if intvar.type == INSERT_ID:
        at = write_bytes(out, at, b'{"type": "insert_id", "value": ')
    else:
        at = write_bytes(out, at, b'{"type": "last_insert_id", "value": ')
    return int(write_bytes(out, write_unsigned(out, at, intvar.value), b"}"))


@inlined
def write_rand_body(
    out: Any, at: int, buffer: Any, body: int, body_end: int, len_post_header: int
) -> int:
    """Write the body of a RAND event."""
    rand = read_rand_event(buffer, body, body, body_end, len_post_header)
    if rand.pos < 0 or rand.rest_len > 0:
        return DECLINED
    at = write_unsigned(out, write_bytes(out, at, b'{"seed1": '), rand.seed1)
    at = write_unsigned(out, write_bytes(out, at, b', "seed2": '), rand.seed2)
    return int(write_bytes(out, at, b"}"))


@shared
def write_variable_body(
    out: Any,
    at: int,
    buffer: Any,
    body: int,
    body_end: int,
    len_post_header: int,
    digits: Any,
    num_digits: Any,
) -> int:
    """Write the body of a USER_VAR event; the arrays are room for what is not asked for."""
    variable = read_user_var_event(
        buffer, body, body, body_end, len_post_header, 0, digits, num_digits
    )
    encoding = encoding_of_variable(buffer, variable)
    if encoding < 0 or variable.rest_len > 0:
        return DECLINED
    if not is_utf8(buffer, variable.name_ofs, variable.name_len):
        return DECLINED
    at = write_bytes(out, at, b'{"name": ')
    at = write_quoted(out, at, buffer, variable.name_ofs, variable.name_len)
    return int(write_variable(out, write_bytes(out, at, b", "), buffer, variable, encoding))


@inlined
def room_of_strings(length: int) -> int:
    """Return more bytes than the strings of a body of a length take as text."""
    return 6 * length + len_base64(length)
