"""Writes bodies of events as JSON text that have another form than their fields.

All others are written by kernels that are compiled from the specs. A writer takes where the text
goes, with room for `MARKUP` bytes and whatever strings it takes from the event in quotes, and
returns where it ends, or `DECLINED`.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.transaction_payload_event import (
    read_transaction_payload_event,
)
from binlog_kaitai.generated.kernels.user_var_event import read_user_var_event
from binlog_kaitai.generated.transaction_payload_event import TransactionPayloadEvent
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.json_values import DECLINED
from binlog_kaitai.kernels.runtime.text import write_quoted, write_unsigned
from binlog_kaitai.kernels.runtime.utf8 import is_utf8
from binlog_kaitai.kernels.walk.statements import encoding_of_variable, write_variable

FieldType = TransactionPayloadEvent.PayloadFieldType
Compression = TransactionPayloadEvent.PayloadCompression

LEN_PAYLOAD, LEN_UNCOMPRESSED = FieldType.len_payload.value, FieldType.len_uncompressed.value
COMPRESSION = FieldType.compression.value
ZSTD, NOT_COMPRESSED = Compression.zstd.value, Compression.none.value


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


@shared
def write_variable_body(
    out: Any,
    at: int,
    buffer: Any,
    event: Any,
    digits: Any,
    num_digits: Any,
) -> int:
    """Write the body of a USER_VAR event; the arrays are room for what is not asked for."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    variable = read_user_var_event(
        buffer, body, body, body_end, event.len_post_header, 0, digits, num_digits
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
    return 8 * length
