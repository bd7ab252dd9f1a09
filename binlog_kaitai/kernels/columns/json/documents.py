"""JSON documents: from MySQL's binary form to the server's text.

What `json_values` says with dicts and lists, written straight away. Where there is no document, or
one that no server writes, that module reads it, and is right about it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.column_metadata import ColumnMetadata
from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.generated.kernels.json_binary import (
    read_json_binary,
    read_json_container,
    read_json_container_header,
    read_json_decimal,
    read_json_double,
    read_json_int64,
    read_json_integer,
    read_json_literal,
    read_json_member,
    read_json_opaque,
    read_json_string,
    read_json_temporal,
    read_json_value,
)
from binlog_kaitai.kernels.columns.decimals import MAX_GROUPS, write_decimal_digits
from binlog_kaitai.kernels.columns.json.keys import (
    NONE,
    KnownKeys,
    are_worth_it,
    begin_document,
    find_keys,
    first_end,
    is_in_order,
    learn_keys,
    new_known_keys,
    write_known_key,
)
from binlog_kaitai.kernels.runtime.arrays import Ints
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
NO_SCRATCH = -2

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


class DocumentScratch(NamedTuple):
    """What `write_document` keeps of the containers that it is in.

    Of their members, one container's behind the other's; of each container around the innermost;
    of one DECIMAL; and of keys that were there before.
    """

    keys: KnownKeys
    key_ofs: Ints
    key_len: Ints
    member_type: Ints
    member_ofs: Ints
    outer_first: Ints
    outer_member: Ints
    outer_is_object: Ints
    outer_key: Ints
    group_value: Ints
    group_digits: Ints


def new_document_scratch(size: int) -> DocumentScratch:
    """For documents with so many members; as many as a document has bytes are always enough."""
    of_members = (np.empty(size, np.int64) for _ in range(4))
    of_containers = (np.empty(MAX_DEPTH, np.int64) for _ in range(4))
    of_groups = (np.empty(MAX_GROUPS, np.int64) for _ in range(2))
    return DocumentScratch(new_known_keys(), *of_members, *of_containers, *of_groups)


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
    scratch: DocumentScratch,
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
def _read_members(
    buffer: Any,
    start: int,
    pos: int,
    end: int,
    value: Any,
    scratch: DocumentScratch,
    first: int,
    unread: int,
) -> tuple[int, int, int]:
    """Note a container's members from `first` on.

    Returns how many they are, or REFUSED or NO_SCRATCH; what is left of the document's bytes; and
    the number of its keys that are known, or NONE.
    """
    is_object, is_large = value.is_object, value.is_large
    header = read_json_container_header(buffer, start, pos, end, is_object, is_large)
    if header.pos < 0 or header.len_table > min(unread, end - pos):
        return REFUSED, unread, NONE
    num = header.num_members_value
    if num > len(scratch.member_ofs) - first:
        return NO_SCRATCH, unread, NONE
    unread -= header.len_table
    keys, len_all = scratch.keys, header.len_table
    may_be_known = is_object and num > 0 and are_worth_it(keys)
    if may_be_known:
        number = find_keys(keys, buffer, pos, header.pos, end, num, len_all)
        if number != NONE:
            at = header.pos + keys.len_table[number]
            for i in range(first, first + num):
                ofs = at - start
                member = read_json_member(buffer, start, at, end, ofs, value.ofs_content, is_large)
                at = member.pos
                if at < 0:
                    return REFUSED, unread, NONE
                scratch.member_type[i] = member.value.type
                scratch.member_ofs[i] = member.value.ofs_content
            return num, unread - keys.total[number], number
    container = read_json_container(
        buffer,
        start,
        pos,
        end,
        value.ofs_content,
        is_object,
        is_large,
        first,
        scratch.key_ofs,
        scratch.key_len,
        first,
        scratch.member_type,
        scratch.member_ofs,
    )
    if container.pos < 0:
        return REFUSED, unread, NONE
    number = NONE
    if may_be_known:
        of_keys = (scratch.key_ofs[first:], scratch.key_len[first:], num, len_all)
        number = learn_keys(keys, buffer, start, pos, header.pos, end, is_large, *of_keys)
        if number != NONE:
            unread -= keys.total[number]
    return num, unread, number


@inlined
def _write_key(
    out: Any, at: int, buffer: Any, first: int, member: int, unread: int, scratch: DocumentScratch
) -> tuple[int, int]:
    """Return where it ended or -1, and what is left of the document's bytes."""
    key_ofs, key_len = scratch.key_ofs, scratch.key_len
    length = key_len[member]
    if length > unread or (member > first and not is_in_order(buffer, key_ofs, key_len, member)):
        return REFUSED, unread
    at = write_quoted(out, at, buffer, key_ofs[member], length)
    store8(out, at, _COLON_BLANK)
    return at + 2, unread - length


@shared
def write_document(
    out: Any, at: int, buffer: Any, start: int, length: int, scratch: DocumentScratch
) -> int:
    """Write the text of the JSON document in some bytes, as `JsonText` has it.

    Returns where it ended; or REFUSED, for what is no document and for some that are but that no
    server writes; or NO_SCRATCH, for one with more members than the scratch is for. Up to 7 bytes
    after the document are read, and do not matter.
    """
    end = start + length
    document = read_json_binary(buffer, start, start, end)
    if document.pos < 0:
        return REFUSED
    json_type, ofs = document.root.type, document.root.ofs_content
    unread = length
    begin_document(scratch.keys)
    depth = 0
    # of the innermost container, whose members are the last in the scratch
    first = member = stop = 0
    is_object, key = False, NONE
    while True:
        pos = start + ofs
        if pos > end:
            return REFUSED
        value = read_json_value(buffer, start, pos, end, json_type, ofs)
        if value.is_container:
            if depth == MAX_DEPTH:
                return REFUSED
            count, unread, number = _read_members(
                buffer, start, pos, end, value, scratch, stop, unread
            )
            if count < 0 or unread < 0:
                return min(count, REFUSED)
            scratch.outer_first[depth] = first
            scratch.outer_member[depth] = member
            scratch.outer_is_object[depth] = is_object
            scratch.outer_key[depth] = key
            key = NONE if number == NONE else first_end(number)
            depth += 1
            first = member = stop
            stop += count
            is_object = value.is_object
            store8(out, at, _OPEN_OBJECT if is_object else _OPEN)
            at += 1
        else:
            at, unread = _write_scalar(out, at, buffer, pos, end, json_type, unread, scratch)
            if at < 0:
                return REFUSED
        while member == stop and depth > 0:
            store8(out, at, _CLOSE_OBJECT if is_object else _CLOSE)
            at += 1
            depth -= 1
            stop = first
            first, member = scratch.outer_first[depth], scratch.outer_member[depth]
            is_object, key = scratch.outer_is_object[depth] != 0, scratch.outer_key[depth]
        if depth == 0:
            return at
        if key != NONE:
            at = write_known_key(out, at, scratch.keys, key)
            key += 1
        else:
            if member > first:
                store8(out, at, _COMMA_BLANK)
                at += 2
            if is_object:
                at, unread = _write_key(out, at, buffer, first, member, unread, scratch)
                if at < 0:
                    return REFUSED
        json_type, ofs = scratch.member_type[member], scratch.member_ofs[member]
        member += 1
