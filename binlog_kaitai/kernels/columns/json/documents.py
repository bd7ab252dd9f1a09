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
from binlog_kaitai.kernels.columns.decimals import MAX_GROUPS, write_decimal_digits
from binlog_kaitai.kernels.columns.json.keys import (
    KNOWN_KEYS,
    NONE,
    are_worth_it,
    begin_document,
    first_end,
    is_in_order,
    known_keys,
    write_known_key,
)
from binlog_kaitai.kernels.runtime.arrays import Record
from binlog_kaitai.kernels.runtime.base64_text import write_base64_lines
from binlog_kaitai.kernels.runtime.calendar import write_clock, write_date
from binlog_kaitai.kernels.runtime.floats import write_json_double
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8, u1, u8le, word_of
from binlog_kaitai.kernels.runtime.text import (
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

REFUSED = -1

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


_WORDS = (
    *("ofs", "is_object", "is_large", "num_left", "member_at"),
    *("known_key", "key_at", "ofs_before", "len_before"),
)
CONTAINER = np.dtype([(word, np.int64) for word in _WORDS])
"""A container whose members are written: what is left of it.

Of its keys, where the text of the next one is told among those that are known, or NONE; or where
the next one's entry is, and the text of the one before. The length of that is NONE before the first
member, also of an array.
"""

SCRATCH = np.dtype(
    [
        ("containers", CONTAINER, (MAX_DEPTH,)),
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
        at = write_quoted(out, at, buffer, string.text_ofs, string.text_len)
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
) -> int:
    """Go to a container's first member; return what is left of the document's bytes.

    That is negative for what is none.
    """
    is_object, is_large = value.is_object, value.is_large
    header = read_json_container_header(buffer, start, pos, end, is_object, is_large)
    if header.pos < 0 or header.len_table > min(unread, end - pos):
        return REFUSED
    unread -= header.len_table
    num, known_key = header.num_members_value, NONE
    if is_object and num > 0 and are_worth_it(keys):
        number = known_keys(
            keys, buffer, start, pos, header.pos, end, is_large, num, header.len_table
        )
        if number != NONE:
            unread -= keys.objects[number].total
            known_key = first_end(number)
    container.ofs = value.ofs_content
    container.is_object, container.is_large = is_object, is_large
    container.num_left = num
    container.member_at = header.pos + header.len_keys
    container.known_key = known_key
    container.key_at = header.pos
    container.len_before = NONE
    return unread


@inlined
def _write_key(
    out: Any, at: int, buffer: Any, start: int, end: int, container: Record, unread: int
) -> tuple[int, int]:
    """Return where it ended or -1, and what is left of the document's bytes."""
    is_large = container.is_large != 0
    key = read_json_key(buffer, start, container.key_at, end, container.ofs, is_large)
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
def _write_head(
    out: Any,
    at: int,
    buffer: Any,
    start: int,
    end: int,
    container: Record,
    unread: int,
    keys: Record,
) -> tuple[int, int]:
    """Write what is before a value; return as `_write_key` does."""
    known_key = container.known_key
    if known_key != NONE:
        container.known_key = known_key + 1
        return write_known_key(out, at, keys, known_key), unread
    if container.is_object:
        return _write_key(out, at, buffer, start, end, container, unread)
    if container.len_before != NONE:
        store8(out, at, _COMMA_BLANK)
        at += 2
    container.len_before = 0
    return at, unread


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
    while True:
        pos = start + ofs
        if pos > end:
            return REFUSED
        value = read_json_value(buffer, start, pos, end, json_type, ofs)
        if value.is_container:
            if depth == MAX_DEPTH:
                return REFUSED
            unread = _open(containers[depth], buffer, start, pos, end, value, keys, unread)
            if unread < 0:
                return REFUSED
            depth += 1
            store8(out, at, _OPEN_OBJECT if value.is_object else _OPEN)
            at += 1
        else:
            at, unread = _write_scalar(out, at, buffer, pos, end, json_type, unread, scratch)
            if at < 0:
                return REFUSED
        while depth > 0 and containers[depth - 1].num_left == 0:
            depth -= 1
            store8(out, at, _CLOSE_OBJECT if containers[depth].is_object else _CLOSE)
            at += 1
        if depth == 0:
            return at
        inner = containers[depth - 1]
        inner.num_left -= 1
        at, unread = _write_head(out, at, buffer, start, end, inner, unread, keys)
        if at < 0:
            return REFUSED
        pos = inner.member_at
        is_large = inner.is_large != 0
        member = read_json_member(buffer, start, pos, end, pos - start, inner.ofs, is_large)
        if member.pos < 0:
            return REFUSED
        inner.member_at = member.pos
        json_type, ofs = member.value.type, member.value.ofs_content
