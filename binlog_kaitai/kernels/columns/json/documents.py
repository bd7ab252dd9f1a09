"""JSON documents: from MySQL's binary form to the server's text.

What `json_values` says with dicts and lists, written straight away. Where there is no document, or
one that no server writes, that module reads it, and is right about it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.column_metadata import ColumnMetadata
from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.generated.kernels.json_binary import (
    read_json_binary,
    read_json_container_header,
    read_json_decimal,
    read_json_double,
    read_json_int64,
    read_json_integer,
    read_json_key,
    read_json_literal,
    read_json_member,
    read_json_opaque,
    read_json_string,
    read_json_temporal,
    read_json_value,
)
from binlog_kaitai.kernels.columns.decimals import write_decimal_digits
from binlog_kaitai.kernels.columns.decoder import MAX_GROUPS
from binlog_kaitai.kernels.columns.json.containers import (
    CONTAINER,
    LEN_COMMA,
    Container,
    Progress,
    put_away,
    taken_up,
)
from binlog_kaitai.kernels.columns.json.keys import (
    KNOWN_KEYS,
    NONE,
    ObjectHead,
    are_worth_it,
    begin_document,
    first_end,
    first_text,
    is_in_order,
    known_keys,
    write_known_key,
)
from binlog_kaitai.kernels.runtime.arrays import Record
from binlog_kaitai.kernels.runtime.base64_text import write_base64_lines
from binlog_kaitai.kernels.runtime.calendar import write_clock, write_date
from binlog_kaitai.kernels.runtime.floats import write_json_double
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import PADDING, store8, u1, u8le, word_of
from binlog_kaitai.kernels.runtime.text import (
    NO_TEXT,
    write_any_quoted,
    write_int,
    write_quoted,
    write_unsigned,
)
from binlog_kaitai.model.values import MAX_DEPTH

# Each member takes 3 bytes or more of its container's table, and each byte of a table, a text or an
# opaque value is paid for once. Most of all comes of a table whose members are all the same double:
# 34 bytes and `, ` for each. A byte of text is 6 at most, a byte of anything else less, and what is
# around them is less than the double. A scalar that is all of a document needs up to 34 bytes, and
# writers may write SLACK more.
MAX_GROWTH = 12
"""`write_document` writes at most MAX_GROWTH * length + 64 bytes, whatever it returns."""

REFUSED = NO_TEXT

LITERAL = JsonBinary.JsonType.literal.value
INT64 = JsonBinary.JsonType.int64.value
UINT64 = JsonBinary.JsonType.uint64.value
DOUBLE = JsonBinary.JsonType.double.value
STRING = JsonBinary.JsonType.string.value
OPAQUE = JsonBinary.JsonType.opaque.value

NEWDECIMAL = ColumnMetadata.ColumnType.newdecimal.value
DATE = ColumnMetadata.ColumnType.date.value
TIME = ColumnMetadata.ColumnType.time.value
DATETIME = ColumnMetadata.ColumnType.datetime.value
TIMESTAMP = ColumnMetadata.ColumnType.timestamp.value


_LITERALS = np.zeros(max(JsonBinary.JsonLiteralValue) + 1, np.int64)
_LEN_LITERALS = np.zeros(_LITERALS.size, np.uint8)
for _literal in JsonBinary.JsonLiteralValue:
    _text = _literal.name.removeprefix("json_").encode()
    _LITERALS[_literal] = word_of(_text)
    _LEN_LITERALS[_literal] = len(_text)

_QUOTE, _MINUS, _BLANK, _COLON = b'"- :'
_OPEN, _CLOSE, _OPEN_OBJECT, _CLOSE_OBJECT = b"[]{}"
_COMMA_BLANK = word_of(b", ")
_COLON_BLANK = word_of(b": ")
_BASE64, _TYPE = word_of(b'"base64:'), word_of(b"type")


SCRATCH = np.dtype(
    [
        ("containers", CONTAINER, (MAX_DEPTH + 1,)),
        ("group_value", np.int64, (MAX_GROUPS,)),
        ("group_digits", np.int64, (MAX_GROUPS,)),
        ("keys", KNOWN_KEYS),
    ]
)
"""What `write_document` keeps.

Of the containers around a value; of one DECIMAL; and of keys that were there before. It is one
record, as where each of many arrays lies takes the processor time to tell apart.
"""


def new_document_scratch() -> Record:
    """For documents one after the other."""
    return np.zeros(1, SCRATCH)[0]


@inlined
def _write_temporal(out: Any, at: int, buffer: Any, pos: int, end: int, column_type: int) -> int:
    parts = read_json_temporal(buffer, pos, pos, end)
    if parts.pos < 0:
        return REFUSED
    store8(out, at, _QUOTE)
    at += 1
    hour = parts.hour
    if column_type == TIME:
        hour = parts.time_hour
        if parts.is_negative:
            store8(out, at, _MINUS)
            at += 1
    else:
        at = write_date(out, at, parts.year, parts.month, parts.day)
        if column_type != DATE:
            store8(out, at, _BLANK)
            at += 1
    if column_type != DATE:
        at = write_clock(out, at, hour, parts.minute, parts.second, parts.microsecond, 6)
    store8(out, at, _QUOTE)
    return at + 1


@shared
def _write_opaque(
    out: Any, at: int, buffer: Any, pos: int, length: int, column_type: int, scratch: Any
) -> int:
    end = pos + length
    if column_type == NEWDECIMAL:
        values, digits = scratch.group_value, scratch.group_digits
        decimal = read_json_decimal(buffer, pos, pos, end, 0, values, digits)
        if decimal.pos < 0:
            return REFUSED
        return write_decimal_digits(out, at, decimal.value.digits, decimal.precision, decimal.scale)
    if column_type in (DATE, TIME, DATETIME, TIMESTAMP):
        return _write_temporal(out, at, buffer, pos, end, column_type)
    store8(out, at, _BASE64)
    store8(out, at + 8, _TYPE)
    at = write_unsigned(out, at + 12, column_type)
    store8(out, at, _COLON)
    at = write_base64_lines(out, at + 1, buffer, pos, length)
    store8(out, at, _QUOTE)
    return at + 1


@inlined
def _write_scalar(
    out: Any,
    at: int,
    buffer: Any,
    pos: int,
    end: int,
    json_type: int,
    unread: int,
    scratch: Record,
) -> tuple[int, int]:
    """Return where it ended or -1, and what is left of the document's bytes."""
    if json_type == STRING:
        string = read_json_string(buffer, pos, pos, end)
        if string.pos < 0 or string.text_len > unread:
            return REFUSED, unread
        at = write_any_quoted(out, at, buffer, string.text_ofs, string.text_len)
        return at, unread - string.text_len
    if json_type == LITERAL:
        literal = read_json_literal(buffer, pos, pos, end)
        if literal.pos < 0:
            return REFUSED, unread
        store8(out, at, u8le(_LITERALS, literal.value << 3))
        return at + u1(_LEN_LITERALS, literal.value), unread
    if json_type == DOUBLE:
        double = read_json_double(buffer, pos, pos, end)
        if double.pos < 0 or not np.isfinite(double.value):
            return REFUSED, unread
        return write_json_double(out, at, double.value), unread
    if json_type == OPAQUE:
        opaque = read_json_opaque(buffer, pos, pos, end)
        if opaque.pos < 0 or opaque.data_len > unread:
            return REFUSED, unread
        at = _write_opaque(out, at, buffer, opaque.data_ofs, opaque.data_len, opaque.type, scratch)
        return at, unread - opaque.data_len
    if json_type == INT64:
        long = read_json_int64(buffer, pos, pos, end)
        return (write_int(out, at, long.value) if long.pos >= 0 else REFUSED), unread
    integer = read_json_integer(buffer, pos, pos, end, json_type)
    if integer.pos < 0:
        return REFUSED, unread
    if json_type == UINT64:
        return write_unsigned(out, at, integer.value), unread
    return write_int(out, at, integer.value), unread


@inlined
def _open(
    container: Record,
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    value: Any,
    keys: Record,
    unread: int,
) -> tuple[Progress, int]:
    """Return what is left of a container, and what is left of the document's bytes.

    That is negative for what is none.
    """
    header = read_json_container_header(buffer, start, pos, end, value.is_object, value.is_large)
    num, member_at = header.num_members_value, header.pos + header.len_keys
    if header.pos < 0 or header.len_table > min(unread, end - pos):
        return Progress(num, member_at, NONE, 0, 0), REFUSED
    unread -= header.len_table
    known_key, known_at = NONE, 0
    if value.is_object and num > 0:
        number = NONE
        if are_worth_it(keys):
            len_table = header.len_table
            head = ObjectHead(start, end, pos, header.pos, num, len_table, value.is_large)
            number = known_keys(keys, buffer, head)
        if number != NONE:
            unread -= keys.objects[number].total
            known_key, known_at = first_end(number), first_text(number)
        else:
            container.key_at = header.pos
            container.len_before = NONE
    return Progress(num, member_at, known_key, known_at, 0), unread


@inlined
def _write_key(
    out: Any,
    at: int,
    buffer: Any,
    start: int,
    end: int,
    inner: Container,
    container: Record,
    unread: int,
) -> tuple[int, int]:
    """Return where it ended or -1, and what is left of the document's bytes."""
    key = read_json_key(buffer, start, container.key_at, end, inner.ofs, inner.is_large)
    ofs, length = key.text_ofs, key.text_len
    ofs_before, len_before = container.ofs_before, container.len_before
    if (
        key.pos < 0
        or length > unread
        or not is_in_order(buffer, ofs_before, len_before, ofs, length)
    ):
        return REFUSED, unread
    if len_before != NONE:
        store8(out, at, _COMMA_BLANK)
        at += 2
    at = write_quoted(out, at, buffer, ofs, length)
    store8(out, at, _COLON_BLANK)
    container.key_at, container.ofs_before, container.len_before = key.pos, ofs, length
    return at + 2, unread - length


@inlined
def _next_member(buffer: Any, start: int, pos: int, inner: Container) -> Any:
    # the whole table was seen to be there
    far = pos + PADDING
    if inner.is_large:
        return read_json_member(buffer, start, pos, far, pos - start, inner.ofs, True)
    return read_json_member(buffer, start, pos, far, pos - start, inner.ofs, False)


@shared
def write_document(out: Any, at: int, buffer: Any, start: int, length: int, scratch: Record) -> int:
    """Write the text of the JSON document in some bytes, as `JsonText` has it.

    Returns where it ended; or REFUSED, for what is no document and for some that are but that no
    server writes. Up to 15 bytes after the document are read, and do not matter.
    """
    end = start + length
    document = read_json_binary(buffer, start, start, end)
    if document.pos < 0:
        return REFUSED
    json_type, ofs = document.root.type, document.root.ofs_content
    unread = length
    keys, containers = scratch.keys, scratch.containers
    begin_document(keys)
    depth = 0
    inner = Container(0, False, False)
    num_left = member_at = known_at = len_comma = 0
    known_key = NONE
    while True:
        pos = start + ofs
        value = read_json_value(buffer, start, pos, end, json_type, ofs)
        if value.is_container:
            if depth == MAX_DEPTH:
                return REFUSED
            put_away(
                containers[depth],
                inner,
                Progress(num_left, member_at, known_key, known_at, len_comma),
            )
            depth += 1
            inner = Container(ofs, value.is_object, value.is_large)
            left, unread = _open(containers[depth], buffer, start, pos, end, value, keys, unread)
            if unread < 0:
                return REFUSED
            num_left, member_at, known_key, known_at, len_comma = left
            store8(out, at, _OPEN_OBJECT if value.is_object else _OPEN)
            at += 1
        else:
            at, unread = _write_scalar(out, at, buffer, pos, end, json_type, unread, scratch)
            if at < 0:
                return REFUSED
        while num_left == 0:
            if depth == 0:
                return at
            store8(out, at, _CLOSE_OBJECT if inner.is_object else _CLOSE)
            at += 1
            depth -= 1
            inner, left = taken_up(containers[depth])
            num_left, member_at, known_key, known_at, len_comma = left
        num_left -= 1
        if known_key != NONE:
            at, known_at = write_known_key(out, at, keys, known_key, known_at)
            known_key += 1
        elif inner.is_object:
            at, unread = _write_key(out, at, buffer, start, end, inner, containers[depth], unread)
            if at < 0:
                return REFUSED
        else:
            store8(out, at, _COMMA_BLANK)
            at += len_comma
            len_comma = LEN_COMMA
        member = _next_member(buffer, start, member_at, inner)
        if member.pos < 0:
            return REFUSED
        member_at = member.pos
        json_type, ofs = member.value.type, member.value.ofs_content
