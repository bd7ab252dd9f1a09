"""The kernels that write cells as JSON text, and records' data from these.

Texts are written to `out` from `at[0]` on, which moves; where those of each row begin and how long
they are is noted in `text_ofs` and `text_len`, `NULL` and `NOT_LOGGED` standing for themselves.
The caller has made sure of room. `FAULT` is returned where the tree engine has to look.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.columnar.cells import (
    BIT,
    DATE,
    DATETIME,
    DATETIME2,
    DOUBLE,
    ENUM,
    FAULT,
    FLOAT,
    INTEGER,
    MAX_ENUM_INDEX,
    MAX_HOURS,
    MAX_MICROSECOND,
    SET,
    TIME,
    TIME2,
    TIMESTAMP,
    TIMESTAMP2,
    YEAR,
    is_clock,
    is_date,
    is_datetime,
    is_finite,
    recode_one,
)
from binlog_kaitai.columnar.decimals import write_decimal
from binlog_kaitai.columnar.diffs import write_partial
from binlog_kaitai.columnar.documents import write_document
from binlog_kaitai.columnar.state import NOT_LOGGED, NULL, PARTIAL
from binlog_kaitai.generated.kernels.bit_cell import read_bit_cell
from binlog_kaitai.generated.kernels.cell import CASES
from binlog_kaitai.generated.kernels.date_cell import read_date_cell
from binlog_kaitai.generated.kernels.datetime2_cell import read_datetime2_cell
from binlog_kaitai.generated.kernels.datetime_cell import read_datetime_cell
from binlog_kaitai.generated.kernels.double_cell import read_double_cell
from binlog_kaitai.generated.kernels.enum_cell import read_enum_cell
from binlog_kaitai.generated.kernels.float_cell import read_float_cell
from binlog_kaitai.generated.kernels.geometry_cell import read_geometry_cell
from binlog_kaitai.generated.kernels.integer_cell import read_integer_cell
from binlog_kaitai.generated.kernels.set_cell import read_set_cell
from binlog_kaitai.generated.kernels.time2_cell import read_time2_cell
from binlog_kaitai.generated.kernels.time_cell import read_time_cell
from binlog_kaitai.generated.kernels.timestamp2_cell import read_timestamp2_cell
from binlog_kaitai.generated.kernels.timestamp_cell import read_timestamp_cell
from binlog_kaitai.generated.kernels.vector_cell import read_vector_value
from binlog_kaitai.generated.kernels.year_cell import read_year_cell
from binlog_kaitai.machine.calendar import civil_from_days, write_clock, write_date
from binlog_kaitai.machine.floats import write_double, write_float32
from binlog_kaitai.machine.jit import inlined, kernel
from binlog_kaitai.machine.stream import copy, copy_exactly
from binlog_kaitai.machine.text import write_base64, write_int, write_quoted, write_unsigned
from binlog_kaitai.machine.utf8 import is_utf8

DECIMAL = CASES.index("decimal_cell")

MAX_VALUE_TEXT = 128
"""Bytes that the text of a number, a date or a time takes at most."""

QUOTE, COMMA, SPACE, MINUS, T, Z = b'", -TZ'
OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE = b"[]{}"

BASE64_KEY = b'{"base64": "'
SRID_KEY = b'{"srid": '
WKB_KEY = b', "wkb": "'
END_OF_TEXT = b'"}'
NULL_TEXT = b"null"
NULL_DOCUMENT = b'{"json": null}'

UNSIGNED_BYTES = 8

# of strings
BINARY, UTF8, SINGLE_BYTES, READY = range(4)


@inlined
def _write(out: Any, at: int, text: Any) -> int:
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@inlined
def _write_datetime(out: Any, at: int, date: Any, microsecond: int, digits: int) -> int:
    at = write_date(out, at, date.year, date.month, date.day)
    out[at] = SPACE
    return write_clock(out, at + 1, date.hour, date.minute, date.second, microsecond, digits)


@inlined
def _write_instant(out: Any, at: int, seconds: int, microsecond: int, digits: int) -> int:
    if seconds == 0 and microsecond == 0:
        at = write_date(out, at, 0, 0, 0)
        out[at] = SPACE
        return write_clock(out, at + 1, 0, 0, 0, 0, digits)
    year, month, day = civil_from_days(seconds // 86400)
    second = seconds % 86400
    at = write_date(out, at, year, month, day)
    out[at] = T
    at = write_clock(
        out, at + 1, second // 3600, second // 60 % 60, second % 60, microsecond, digits
    )
    out[at] = Z
    return at + 1


@inlined
def _write_time(out: Any, at: int, time: Any, microsecond: int, digits: int) -> int:
    if time.is_negative:
        out[at] = MINUS
        at += 1
    return write_clock(out, at, time.hour, time.minute, time.second, microsecond, digits)


@inlined
def _write_label(
    out: Any, at: int, index: int, label_texts: Any, label_ends: Any, is_quoted: bool
) -> int:
    """The label of an ENUM's index, or the index where it has none."""
    if index >= len(label_ends):
        return write_int(out, at, index)
    start = label_ends[index - 1] if index else 0
    if is_quoted:
        out[at] = QUOTE
        at += 1
    length = label_ends[index] - start
    copy(out, at, label_texts, start, length)
    at += length
    if is_quoted:
        out[at] = QUOTE
        at += 1
    return at


@inlined
def _write_members(
    out: Any, at: int, bits: Any, label_texts: Any, label_ends: Any, is_quoted: bool
) -> int:
    """The labels of a SET's members, or their bits as a number where one has no label."""
    mask = 0
    highest = -1
    for i in range(len(bits)):
        if bits[i]:
            mask |= 1 << i
            highest = i
    if highest >= len(label_ends) - 1:
        return write_unsigned(out, at, mask)
    if is_quoted:
        out[at] = QUOTE
        at += 1
    is_first = True
    for i in range(highest + 1):
        if bits[i]:
            if not is_first:
                out[at] = COMMA
                at += 1
            is_first = False
            start = label_ends[i]
            length = label_ends[i + 1] - start
            copy(out, at, label_texts, start, length)
            at += length
    if is_quoted:
        out[at] = QUOTE
        at += 1
    return at


@kernel
def value_texts(
    buffer: Any,
    places: Any,
    case: int,
    first: int,
    second: int,
    is_quoted: bool,
    label_texts: Any,
    label_ends: Any,
    has_labels: bool,
    groups: Any,
    group_digits: Any,
    bits: Any,
    bits_before: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Cells of numbers, dates, times, ENUM and SET.

    `label_texts` are those of labels, `label_ends` where they end, after that of no label. They,
    and dates and times, are in quotes if `is_quoted`.
    """
    end = len(buffer)
    pos = at[0]
    for i in range(len(places)):
        place = places[i]
        text_ofs[i] = pos
        if place < 0:
            text_len[i] = place
            continue
        is_text = is_quoted and case not in (INTEGER, BIT, YEAR, ENUM, SET, FLOAT, DOUBLE)
        if is_text:
            out[pos] = QUOTE
            pos += 1
        if case == INTEGER:
            integer = read_integer_cell(buffer, 0, place, end, first, second)
            if integer.pos < 0:
                return FAULT
            if second and first == UNSIGNED_BYTES:
                pos = write_unsigned(out, pos, integer.value)
            else:
                pos = write_int(out, pos, integer.value)
        elif case == DECIMAL:
            pos = write_decimal(out, pos, buffer, place, end, first, second, groups, group_digits)
            if pos < 0:
                return FAULT
        elif case == DATETIME2:
            date = read_datetime2_cell(buffer, 0, place, end, first)
            if date.pos < 0 or not is_datetime(date, date.fraction_microseconds):
                return FAULT
            pos = _write_datetime(out, pos, date, date.fraction_microseconds, first)
        elif case == TIMESTAMP2:
            instant = read_timestamp2_cell(buffer, 0, place, end, first)
            microsecond = instant.fraction_microseconds
            if instant.pos < 0 or microsecond > MAX_MICROSECOND:
                return FAULT
            pos = _write_instant(out, pos, instant.seconds, microsecond, first)
        elif case == DOUBLE:
            double = read_double_cell(buffer, 0, place, end)
            if double.pos < 0 or not is_finite(double.value):
                return FAULT
            pos = write_double(out, pos, double.value)
        elif case == FLOAT:
            single = read_float_cell(buffer, 0, place, end)
            if single.pos < 0 or not is_finite(single.value):
                return FAULT
            pos = write_float32(out, pos, single.value)
        elif case == ENUM:
            label = read_enum_cell(buffer, 0, place, end, first)
            if label.pos < 0 or not 0 <= label.index <= MAX_ENUM_INDEX:
                return FAULT
            if has_labels:
                pos = _write_label(out, pos, label.index, label_texts, label_ends, is_quoted)
            else:
                pos = write_int(out, pos, label.index)
        elif case == SET:
            for bit in range(len(bits)):
                bits[bit] = False
            if read_set_cell(buffer, 0, place, end, first, 0, bits, bits_before).pos < 0:
                return FAULT
            pos = _write_members(
                out, pos, bits, label_texts, label_ends if has_labels else label_ends[:0], is_quoted
            )
        elif case == DATE:
            day = read_date_cell(buffer, 0, place, end)
            if day.pos < 0 or not is_date(day.year, day.month, day.day):
                return FAULT
            pos = write_date(out, pos, day.year, day.month, day.day)
        elif case == TIME2:
            time2 = read_time2_cell(buffer, 0, place, end, first)
            if (
                time2.pos < 0
                or time2.hour > MAX_HOURS
                or not is_clock(time2.minute, time2.second, time2.microsecond)
            ):
                return FAULT
            pos = _write_time(out, pos, time2, time2.microsecond, first)
        elif case == YEAR:
            year = read_year_cell(buffer, 0, place, end)
            if year.pos < 0:
                return FAULT
            pos = write_int(out, pos, year.value)
        elif case == BIT:
            bit_string = read_bit_cell(buffer, 0, place, end, first)
            if bit_string.pos < 0:
                return FAULT
            pos = write_unsigned(out, pos, bit_string.value)
        elif case == TIME:
            time = read_time_cell(buffer, 0, place, end)
            if time.pos < 0 or time.hour > MAX_HOURS or not is_clock(time.minute, time.second, 0):
                return FAULT
            pos = _write_time(out, pos, time, 0, 0)
        elif case == DATETIME:
            old = read_datetime_cell(buffer, 0, place, end)
            if old.pos < 0 or not is_datetime(old, 0):
                return FAULT
            pos = _write_datetime(out, pos, old, 0, 0)
        elif case == TIMESTAMP:
            second_only = read_timestamp_cell(buffer, 0, place, end)
            if second_only.pos < 0:
                return FAULT
            pos = _write_instant(out, pos, second_only.seconds, 0, 0)
        else:
            return FAULT
        if is_text:
            out[pos] = QUOTE
            pos += 1
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


@inlined
def _write_base64_text(out: Any, at: int, buffer: Any, start: int, length: int) -> int:
    """Text that is not valid in its charset."""
    at = _write(out, at, BASE64_KEY)
    at = write_base64(out, at, buffer, start, length)
    return _write(out, at, END_OF_TEXT)


@kernel
def string_texts(
    buffer: Any,
    ofs: Any,
    length: Any,
    places: Any,
    kind: int,
    padded: int,
    table: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Strings and blobs that were located: of what `kind`, and with what `table`, see `recode_one`.

    They take at most 9 times their own length and MAX_VALUE_TEXT, and twice `padded`.
    """
    pos = at[0]
    for i in range(len(ofs)):
        text_ofs[i] = pos
        if places[i] < 0:
            text_len[i] = places[i]
            continue
        start, size = ofs[i], length[i]
        if kind == READY:
            copy(out, pos, buffer, start, size)
            pos += size
        elif kind == BINARY:
            out[pos] = QUOTE
            pos += 1
            if size < padded:
                # beyond the text that is to be written
                beyond = pos + 2 * padded + MAX_VALUE_TEXT // 2
                copy(out, beyond, buffer, start, size)
                for byte in range(size, padded):
                    out[beyond + byte] = 0
                pos = write_base64(out, pos, out, beyond, padded)
            else:
                pos = write_base64(out, pos, buffer, start, size)
            out[pos] = QUOTE
            pos += 1
        elif kind == UTF8:
            if is_utf8(buffer, start, size):
                pos = write_quoted(out, pos, buffer, start, size)
            else:
                pos = _write_base64_text(out, pos, buffer, start, size)
        else:
            beyond = pos + 6 * size + MAX_VALUE_TEXT // 2
            recoded = recode_one(out, beyond, buffer, start, size, table)
            if recoded < 0:
                pos = _write_base64_text(out, pos, buffer, start, size)
            else:
                pos = write_quoted(out, pos, out, beyond, recoded - beyond)
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


@kernel
def document_texts(
    buffer: Any,
    ofs: Any,
    length: Any,
    places: Any,
    has_before: Any,
    before_ofs: Any,
    before_len: Any,
    work: Any,
    scratch: Any,
    is_quoted: bool,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """JSON documents that were located; returns how many were written before `scratch` was full.

    Where changes lie in a document's place, the document may lie at `before_ofs`. If `is_quoted`, a
    document that is null is told from NULL.
    """
    pos = at[0]
    for i in range(at[1], len(ofs)):
        text_ofs[i] = pos
        if places[i] in (NULL, NOT_LOGGED):
            text_len[i] = places[i]
            continue
        end = pos
        if places[i] <= PARTIAL:
            end = write_partial(
                out,
                pos,
                buffer,
                ofs[i],
                length[i],
                has_before[i] != 0,
                before_ofs[i],
                before_len[i],
                work,
                scratch,
            )
        elif length[i] == 0:
            end = _write(out, pos, NULL_TEXT)
        else:
            end = write_document(out, pos, buffer, ofs[i], length[i], scratch)
        if end == FAULT:
            return FAULT
        if end < 0:
            at[0] = pos
            at[1] = i
            return i
        if is_quoted and end - pos == len(NULL_TEXT) and out[pos] == NULL_TEXT[0]:
            end = _write(out, pos, NULL_DOCUMENT)
        pos = end
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    at[1] = len(ofs)
    return len(ofs)


@kernel
def geometry_texts(
    buffer: Any, places: Any, first: int, out: Any, at: Any, text_ofs: Any, text_len: Any
) -> int:
    """Geometries: reference system and WKB, at most 2 times the latter, and MAX_VALUE_TEXT."""
    end = len(buffer)
    pos = at[0]
    for i in range(len(places)):
        place = places[i]
        text_ofs[i] = pos
        if place < 0:
            text_len[i] = place
            continue
        cell = read_geometry_cell(buffer, 0, place, end, first)
        if cell.pos < 0:
            return FAULT
        pos = _write(out, pos, SRID_KEY)
        pos = write_int(out, pos, cell.value_srid)
        pos = _write(out, pos, WKB_KEY)
        pos = write_base64(out, pos, buffer, cell.value_wkb_ofs, cell.value_wkb_len)
        pos = _write(out, pos, END_OF_TEXT)
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


@kernel
def vector_texts(
    buffer: Any,
    ofs: Any,
    length: Any,
    places: Any,
    items: Any,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Vectors that were located, as lists; `items` has room for those of one."""
    pos = at[0]
    for i in range(len(ofs)):
        text_ofs[i] = pos
        if places[i] < 0:
            text_len[i] = places[i]
            continue
        end = ofs[i] + length[i]
        vector = read_vector_value(buffer, ofs[i], ofs[i], end, 0, items)
        if vector.pos < 0:
            return FAULT
        out[pos] = OPEN_BRACKET
        pos += 1
        for item in range(vector.items_size):
            if not is_finite(items[item]):
                return FAULT
            if item:
                out[pos] = COMMA
                out[pos + 1] = SPACE
                pos += 2
            pos = write_float32(out, pos, items[item])
        out[pos] = CLOSE_BRACKET
        pos += 1
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


@kernel
def measure_data(text_len: Any, key_ends: Any, lengths: Any) -> int:
    """How long the data of each row is; returns the total. `text_len` has a row for each column."""
    total = 0
    for row in range(len(lengths)):
        length = 2
        count = 0
        for column in range(len(text_len)):
            size = text_len[column, row]
            if size == NOT_LOGGED:
                continue
            if size == NULL:
                size = len(NULL_TEXT)
            start = key_ends[column - 1] if column else 0
            length += key_ends[column] - start + size
            count += 1
        if count > 1:
            length += 2 * (count - 1)
        lengths[row] = length
        total += length
    return total


@inlined
def _write_row(
    texts: Any,
    text_ofs: Any,
    text_len: Any,
    keys: Any,
    key_ends: Any,
    row: int,
    out: Any,
    at: int,
    copy_bytes: Any,
) -> int:
    out[at] = OPEN_BRACE
    at += 1
    is_first = True
    start = 0
    for column in range(len(text_len)):
        end = key_ends[column]
        size = text_len[column, row]
        if size != NOT_LOGGED:
            if not is_first:
                out[at] = COMMA
                out[at + 1] = SPACE
                at += 2
            is_first = False
            copy_bytes(out, at, keys, start, end - start)
            at += end - start
            if size == NULL:
                at = _write(out, at, NULL_TEXT)
            else:
                copy_bytes(out, at, texts, text_ofs[column, row], size)
                at += size
        start = end
    out[at] = CLOSE_BRACE
    return at + 1


@kernel
def write_data(
    texts: Any,
    text_ofs: Any,
    text_len: Any,
    keys: Any,
    key_ends: Any,
    starts: Any,
    out: Any,
    is_alone: bool,
) -> int:
    """Writes the data of rows to where each starts; `keys` are the columns' names with a colon.

    Where all rows are written in one call, in their order, `is_alone` lets each overwrite what
    comes behind it.
    """
    if is_alone:
        for row in range(len(starts)):
            _write_row(texts, text_ofs, text_len, keys, key_ends, row, out, starts[row], copy)
    else:
        for row in range(len(starts)):
            _write_row(
                texts, text_ofs, text_len, keys, key_ends, row, out, starts[row], copy_exactly
            )
    return 0
