"""Kernels of ksy/transaction_payload_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .packed_integer import NO_PACKED_INTEGER, read_packed_integer

PAYLOAD_FIELD_TYPE_END_MARK = 0


class PayloadField(NamedTuple):
    pos: int
    type: int
    number: int

NO_PAYLOAD_FIELD = PayloadField(-1, 0, 0)


@inlined
def read_payload_field(buffer, start, pos, end):
    """transaction_payload_event.ksy: /types/payload_field"""
    type_code = read_packed_integer(buffer, start, pos, end)
    pos = type_code.pos
    if pos < 0:
        return NO_PAYLOAD_FIELD
    type = type_code.value
    len_value = NO_PACKED_INTEGER
    if type != PAYLOAD_FIELD_TYPE_END_MARK:
        len_value = read_packed_integer(buffer, start, pos, end)
        pos = len_value.pos
        if pos < 0:
            return NO_PAYLOAD_FIELD
    value = NO_PACKED_INTEGER
    if type != PAYLOAD_FIELD_TYPE_END_MARK:
        value = read_packed_integer(buffer, start, pos, end)
        pos = value.pos
        if pos < 0:
            return NO_PAYLOAD_FIELD
    rest_ofs = rest_len = 0
    if type != PAYLOAD_FIELD_TYPE_END_MARK and len_value.value != value.len_stored:
        rest_len = len_value.value - value.len_stored
        if not 0 <= rest_len <= end - pos:
            return NO_PAYLOAD_FIELD
        rest_ofs = pos
        pos = rest_ofs + rest_len
    number = value.value if type != PAYLOAD_FIELD_TYPE_END_MARK else 0
    return PayloadField(pos, type, number)


class TransactionPayloadEvent(NamedTuple):
    pos: int
    fields_at: int
    fields_type: Any
    fields_value: Any
    fields_size: int
    payload_ofs: int
    payload_len: int


@inlined
def read_transaction_payload_event(buffer, start, pos, end, fields_at, fields_type, fields_value):
    index = -1
    fields_last = NO_PAYLOAD_FIELD
    while True:
        index += 1
        if fields_at + index >= len(fields_type):
            return TransactionPayloadEvent(-1, fields_at, fields_type, fields_value, 0, 0, 0)
        fields_last = read_payload_field(buffer, start, pos, end)
        pos = fields_last.pos
        if pos < 0:
            return TransactionPayloadEvent(-1, fields_at, fields_type, fields_value, 0, 0, 0)
        fields_type[fields_at + index] = fields_last.type
        fields_value[fields_at + index] = fields_last.number
        if fields_last.type == PAYLOAD_FIELD_TYPE_END_MARK:
            break
    num_fields = index + 1
    payload_ofs = pos
    payload_len = end - pos
    pos = payload_ofs + payload_len
    return TransactionPayloadEvent(pos, fields_at, fields_type, fields_value, num_fields, payload_ofs, payload_len)
