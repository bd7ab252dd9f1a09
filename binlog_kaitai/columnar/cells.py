"""The kernels that turn the cells of one column into numbers, or find where their bytes lie.

Each takes the buffer, the places where the cells lie (`NULL` and `NOT_LOGGED` among them) and the
arguments of the column's plan. `is_valid` is set to 0 where there is no value; what is returned is
how many values there are, or `FAULT` where the bytes are none that a server writes, of which the
tree engine then says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from binlog_kaitai.columnar.diffs import are_diffs
from binlog_kaitai.columnar.state import NOT_LOGGED, PARTIAL
from binlog_kaitai.columnar.state import NULL as NULL_PLACE
from binlog_kaitai.generated.kernels.bit_cell import read_bit_cell
from binlog_kaitai.generated.kernels.blob_cell import read_blob_cell
from binlog_kaitai.generated.kernels.cell import CASES
from binlog_kaitai.generated.kernels.compressed_blob_cell import read_compressed_blob_cell
from binlog_kaitai.generated.kernels.compressed_string_cell import read_compressed_string_cell
from binlog_kaitai.generated.kernels.compressed_value import read_compressed_value
from binlog_kaitai.generated.kernels.date_cell import read_date_cell
from binlog_kaitai.generated.kernels.datetime2_cell import read_datetime2_cell
from binlog_kaitai.generated.kernels.datetime_cell import read_datetime_cell
from binlog_kaitai.generated.kernels.decimal_cell import read_decimal_cell
from binlog_kaitai.generated.kernels.double_cell import read_double_cell
from binlog_kaitai.generated.kernels.enum_cell import read_enum_cell
from binlog_kaitai.generated.kernels.float_cell import read_float_cell
from binlog_kaitai.generated.kernels.geometry_cell import read_geometry_cell
from binlog_kaitai.generated.kernels.integer_cell import read_integer_cell
from binlog_kaitai.generated.kernels.json_binary import read_json_binary
from binlog_kaitai.generated.kernels.json_cell import read_json_cell
from binlog_kaitai.generated.kernels.set_cell import read_set_cell
from binlog_kaitai.generated.kernels.string_cell import read_string_cell
from binlog_kaitai.generated.kernels.time2_cell import read_time2_cell
from binlog_kaitai.generated.kernels.time_cell import read_time_cell
from binlog_kaitai.generated.kernels.timestamp2_cell import read_timestamp2_cell
from binlog_kaitai.generated.kernels.timestamp_cell import read_timestamp_cell
from binlog_kaitai.generated.kernels.vector_cell import read_vector_cell, read_vector_value
from binlog_kaitai.generated.kernels.year_cell import read_year_cell
from binlog_kaitai.machine.calendar import days_from_civil, is_calendar_date
from binlog_kaitai.machine.jit import inlined, kernel, shared
from binlog_kaitai.machine.stream import copy, u1
from binlog_kaitai.machine.utf8 import is_ascii, is_utf8

FAULT = -1

INTEGER = CASES.index("integer_cell")
BIT = CASES.index("bit_cell")
YEAR = CASES.index("year_cell")
ENUM = CASES.index("enum_cell")
SET = CASES.index("set_cell")
DATE = CASES.index("date_cell")
TIME = CASES.index("time_cell")
TIME2 = CASES.index("time2_cell")
DATETIME = CASES.index("datetime_cell")
DATETIME2 = CASES.index("datetime2_cell")
TIMESTAMP = CASES.index("timestamp_cell")
TIMESTAMP2 = CASES.index("timestamp2_cell")
FLOAT = CASES.index("float_cell")
DOUBLE = CASES.index("double_cell")
STRING = CASES.index("string_cell")
BLOB = CASES.index("blob_cell")
COMPRESSED_STRING = CASES.index("compressed_string_cell")
COMPRESSED_BLOB = CASES.index("compressed_blob_cell")
JSON = CASES.index("json_cell")
GEOMETRY = CASES.index("geometry_cell")
VECTOR = CASES.index("vector_cell")

MICROSECONDS = 1_000_000
DAY = 86_400

MAX_YEAR, MAX_MONTH, MAX_DAY = 9999, 12, 31
MAX_HOUR, MAX_HOURS, MAX_MINUTE, MAX_SECOND = 23, 838, 59, 59
MAX_MICROSECOND = 999_999
MAX_ENUM_INDEX = 65_535

MAX_SMALL_DIGITS = 18
"""Of a number that int64 holds."""

POWERS_OF_TEN = np.array([10**digits for digits in range(10)])

VALUE, NULL = 1, 0
"""What reading a cell gives; or `FAULT`."""


@inlined
def is_date(year: int, month: int, day: int) -> bool:
    """Whether a server can have stored a date, zero parts among them."""
    return 0 <= year <= MAX_YEAR and month <= MAX_MONTH and day <= MAX_DAY


@inlined
def is_clock(minute: int, second: int, microsecond: int) -> bool:
    """Whether a server can have stored a time's lesser parts."""
    return minute <= MAX_MINUTE and second <= MAX_SECOND and microsecond <= MAX_MICROSECOND


@inlined
def is_datetime(date: Any, microsecond: int) -> bool:
    """Whether a server can have stored a DATETIME."""
    return (
        is_date(date.year, date.month, date.day)
        and 0 <= date.hour <= MAX_HOUR
        and is_clock(date.minute, date.second, microsecond)
    )


@inlined
def _microseconds(date: Any, microsecond: int) -> tuple[int, int]:
    if not is_datetime(date, microsecond):
        return FAULT, 0
    if not is_calendar_date(date.year, date.month, date.day):
        return NULL, 0
    days = days_from_civil(date.year, date.month, date.day)
    seconds = days * DAY + date.hour * 3600 + date.minute * 60 + date.second
    return VALUE, seconds * MICROSECONDS + microsecond


@inlined
def _duration(time: Any, microsecond: int) -> tuple[int, int]:
    if time.hour > MAX_HOURS or not is_clock(time.minute, time.second, microsecond):
        return FAULT, 0
    seconds = time.hour * 3600 + time.minute * 60 + time.second
    number = seconds * MICROSECONDS + microsecond
    return VALUE, -number if time.is_negative else number


@inlined
def _instant(seconds: int, microsecond: int) -> tuple[int, int]:
    if microsecond > MAX_MICROSECOND:
        return FAULT, 0
    is_zero_date = seconds == 0 and microsecond == 0
    return NULL if is_zero_date else VALUE, seconds * MICROSECONDS + microsecond


@inlined
def _integer(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_integer_cell(buffer, 0, pos, end, first, second)
    return VALUE if cell.pos >= 0 else FAULT, cell.value


@inlined
def _bit(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_bit_cell(buffer, 0, pos, end, first)
    return VALUE if cell.pos >= 0 else FAULT, cell.value


@inlined
def _year(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_year_cell(buffer, 0, pos, end)
    return VALUE if cell.pos >= 0 else FAULT, cell.value


@inlined
def _enum(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_enum_cell(buffer, 0, pos, end, first)
    is_index = cell.pos >= 0 and 0 <= cell.index <= MAX_ENUM_INDEX
    return VALUE if is_index else FAULT, cell.index


@inlined
def _date(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_date_cell(buffer, 0, pos, end)
    if cell.pos < 0 or not is_date(cell.year, cell.month, cell.day):
        return FAULT, 0
    if not is_calendar_date(cell.year, cell.month, cell.day):
        return NULL, 0
    return VALUE, days_from_civil(cell.year, cell.month, cell.day)


@inlined
def _datetime(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_datetime_cell(buffer, 0, pos, end)
    return _microseconds(cell, 0) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _datetime2(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_datetime2_cell(buffer, 0, pos, end, first)
    return _microseconds(cell, cell.fraction_microseconds) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _timestamp(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_timestamp_cell(buffer, 0, pos, end)
    return _instant(cell.seconds, 0) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _timestamp2(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_timestamp2_cell(buffer, 0, pos, end, first)
    return _instant(cell.seconds, cell.fraction_microseconds) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _time(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_time_cell(buffer, 0, pos, end)
    return _duration(cell, 0) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _time2(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:  # noqa: ARG001
    cell = read_time2_cell(buffer, 0, pos, end, first)
    return _duration(cell, cell.microsecond) if cell.pos >= 0 else (FAULT, 0)


def _each(number_of: Callable[..., tuple[int, int]]) -> Callable[..., int]:
    """The loop over a column whose cells a function reads."""

    @shared
    def loop(buffer: Any, places: Any, first: int, second: int, out: Any, is_valid: Any) -> int:
        end = len(buffer)
        count = 0
        for i in range(len(places)):
            found = NULL
            number = 0
            if places[i] >= 0:
                found, number = number_of(buffer, places[i], end, first, second)
                if found == FAULT:
                    return FAULT
            is_valid[i] = found == VALUE
            out[i] = number
            count += found == VALUE
        return count

    return loop


_integers = _each(_integer)
_bits = _each(_bit)
_years = _each(_year)
_enums = _each(_enum)
_dates = _each(_date)
_datetimes = _each(_datetime)
_datetimes2 = _each(_datetime2)
_timestamps = _each(_timestamp)
_timestamps2 = _each(_timestamp2)
_times = _each(_time)
_times2 = _each(_time2)


@shared
def _sets(
    buffer: Any, places: Any, first: int, out: Any, is_valid: Any, bits: Any, bits_before: Any
) -> int:
    end = len(buffer)
    count = 0
    for i in range(len(places)):
        out[i] = 0
        is_valid[i] = places[i] >= 0
        if places[i] < 0:
            continue
        for bit in range(len(bits)):
            bits[bit] = False
        if read_set_cell(buffer, 0, places[i], end, first, 0, bits, bits_before).pos < 0:
            return FAULT
        for bit in range(len(bits)):
            out[i] |= int(bits[bit]) << bit
        count += 1
    return count


@kernel
def numbers(
    buffer: Any,
    places: Any,
    case: int,
    first: int,
    second: int,
    out: Any,
    is_valid: Any,
    bits: Any,
    bits_before: Any,
) -> int:
    """Cells as int64.

    Integers, also of BIT and of unsigned 64 bits by their bits; YEAR; indexes of ENUM; masks of
    SET; days of DATE; microseconds of TIME, and since 1970 of DATETIME and TIMESTAMP.
    """
    if case == INTEGER:
        return _integers(buffer, places, first, second, out, is_valid)
    if case == DATETIME2:
        return _datetimes2(buffer, places, first, second, out, is_valid)
    if case == TIMESTAMP2:
        return _timestamps2(buffer, places, first, second, out, is_valid)
    if case == DATE:
        return _dates(buffer, places, first, second, out, is_valid)
    if case == ENUM:
        return _enums(buffer, places, first, second, out, is_valid)
    if case == SET:
        return _sets(buffer, places, first, out, is_valid, bits, bits_before)
    if case == YEAR:
        return _years(buffer, places, first, second, out, is_valid)
    if case == BIT:
        return _bits(buffer, places, first, second, out, is_valid)
    if case == TIME2:
        return _times2(buffer, places, first, second, out, is_valid)
    if case == TIME:
        return _times(buffer, places, first, second, out, is_valid)
    if case == DATETIME:
        return _datetimes(buffer, places, first, second, out, is_valid)
    if case == TIMESTAMP:
        return _timestamps(buffer, places, first, second, out, is_valid)
    return FAULT


@inlined
def is_finite(number: float) -> bool:
    """Whether a number is one, and not infinite."""
    return number - number == 0.0


@kernel
def floats(buffer: Any, places: Any, case: int, out: Any, is_valid: Any) -> int:
    """Cells of FLOAT and DOUBLE as float64."""
    end = len(buffer)
    count = 0
    for i in range(len(places)):
        pos = places[i]
        out[i] = 0.0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        count += 1
        if case == DOUBLE:
            double = read_double_cell(buffer, 0, pos, end)
            if double.pos < 0 or not is_finite(double.value):
                return FAULT
            out[i] = double.value
        else:
            single = read_float_cell(buffer, 0, pos, end)
            if single.pos < 0 or not is_finite(single.value):
                return FAULT
            out[i] = single.value
    return count


@kernel
def decimals(
    buffer: Any,
    places: Any,
    precision: int,
    scale: int,
    out: Any,
    is_valid: Any,
    values: Any,
    digits: Any,
) -> int:
    """Cells of DECIMAL of up to 38 digits as numbers of 128 bits, each two int64, the lower first.

    `values` and `digits` have room for the groups of digits of one.
    """
    end = len(buffer)
    count = 0
    for i in range(len(places)):
        pos = places[i]
        out[2 * i] = out[2 * i + 1] = 0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        count += 1
        cell = read_decimal_cell(buffer, 0, pos, end, precision, scale, 0, values, digits)
        if cell.pos < 0:
            return FAULT
        if precision <= MAX_SMALL_DIGITS:
            low = 0
            for group in range(cell.digits.num_groups):
                value, power = values[group], POWERS_OF_TEN[digits[group]]
                if not 0 <= value < power:
                    return FAULT
                low = low * power + value
            high = 0
        else:
            # four limbs of 32 bits: a group's power of ten has less than 30
            a = b = c = d = 0
            for group in range(cell.digits.num_groups):
                value, power = values[group], POWERS_OF_TEN[digits[group]]
                if not 0 <= value < power:
                    return FAULT
                a = a * power + value
                b = b * power + (a >> 32)
                c = c * power + (b >> 32)
                d = d * power + (c >> 32)
                a &= 0xFFFFFFFF
                b &= 0xFFFFFFFF
                c &= 0xFFFFFFFF
            low = a | b << 32
            high = c | d << 32
        if cell.digits.is_negative:
            low = -low
            high = ~high if low != 0 else -high
        out[2 * i] = low
        out[2 * i + 1] = high
    return count


@kernel
def locate(
    buffer: Any, places: Any, case: int, first: int, ofs: Any, length: Any, is_valid: Any
) -> int:
    """Where the bytes of cells of text, blobs, JSON and vectors lie. Returns their total length."""
    end = len(buffer)
    total = 0
    for i in range(len(places)):
        pos = places[i]
        is_partial = pos <= PARTIAL
        if is_partial:
            pos = PARTIAL - pos
        ofs[i] = length[i] = 0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        if case == STRING:
            string = read_string_cell(buffer, 0, pos, end, first)
            pos, ofs[i], length[i] = string.pos, string.value_ofs, string.value_len
        elif case == BLOB:
            blob = read_blob_cell(buffer, 0, pos, end, first)
            pos, ofs[i], length[i] = blob.pos, blob.value_ofs, blob.value_len
        elif case == JSON:
            json = read_json_cell(buffer, 0, pos, end, first, is_partial)
            pos, ofs[i], length[i] = json.pos, json.document_ofs, json.document_len
            if is_partial:
                ofs[i], length[i] = json.diffs_ofs, json.diffs_len
        elif case == VECTOR:
            vector = read_vector_cell(buffer, 0, pos, end, first)
            pos, ofs[i], length[i] = vector.pos, vector.value_ofs, vector.value_len
        elif case == COMPRESSED_STRING:
            short = read_compressed_string_cell(buffer, 0, pos, end, first)
            pos, ofs[i], length[i] = short.pos, short.value_ofs, short.value_len
        elif case == COMPRESSED_BLOB:
            long = read_compressed_blob_cell(buffer, 0, pos, end, first)
            pos, ofs[i], length[i] = long.pos, long.value_ofs, long.value_len
        else:
            return FAULT
        if pos < 0:
            return FAULT
        total += length[i]
    return total


@kernel
def geometries(
    buffer: Any, places: Any, first: int, srid: Any, ofs: Any, length: Any, is_valid: Any
) -> int:
    """Cells of GEOMETRY: where the WKB lies. Returns its total length."""
    end = len(buffer)
    total = 0
    for i in range(len(places)):
        pos = places[i]
        srid[i] = ofs[i] = length[i] = 0
        is_valid[i] = pos >= 0
        if pos < 0:
            continue
        cell = read_geometry_cell(buffer, 0, pos, end, first)
        if cell.pos < 0:
            return FAULT
        srid[i], ofs[i], length[i] = cell.value_srid, cell.value_wkb_ofs, cell.value_wkb_len
        total += length[i]
    return total


@kernel
def vectors(buffer: Any, ofs: Any, length: Any, is_valid: Any, ends: Any, items: Any) -> int:
    """The items of vectors, one after the other, and where those of each end. Returns how many."""
    count = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            at = ofs[i]
            end = at + length[i]
            vector = read_vector_value(buffer, at, at, end, count, items)
            if vector.pos < 0:
                return FAULT
            for item in range(count, count + vector.items_size):
                if not is_finite(items[item]):
                    return FAULT
            count += vector.items_size
        ends[i] = count
    return count


@inlined
def has_inside(case: int) -> bool:
    """Whether a cell whose length fits may yet be unsound."""
    return case in (GEOMETRY, VECTOR, JSON, COMPRESSED_STRING, COMPRESSED_BLOB)


@shared
def is_sound(buffer: Any, pos: int, case: int, first: int, items: Any) -> bool:
    """Whether the specs read what lies in a cell whose length fits; `items` is for a vector's."""
    end = len(buffer)
    if pos <= PARTIAL:
        diffs = read_json_cell(buffer, 0, PARTIAL - pos, end, first, True)
        return are_diffs(buffer, diffs.diffs_ofs, diffs.diffs_len)
    if case == GEOMETRY:
        return read_geometry_cell(buffer, 0, pos, end, first).pos >= 0
    if case == VECTOR:
        vector = read_vector_cell(buffer, 0, pos, end, first)
        at = vector.value_ofs
        return read_vector_value(buffer, at, at, at + vector.value_len, 0, items).pos >= 0
    if case == JSON:
        json = read_json_cell(buffer, 0, pos, end, first, False)
        at = json.document_ofs
        is_empty = json.document_len == 0
        return is_empty or read_json_binary(buffer, at, at, at + json.document_len).pos >= 0
    if case == COMPRESSED_STRING:
        short = read_compressed_string_cell(buffer, 0, pos, end, first)
        at = short.value_ofs
        return read_compressed_value(buffer, at, at, at + short.value_len).pos >= 0
    if case == COMPRESSED_BLOB:
        long = read_compressed_blob_cell(buffer, 0, pos, end, first)
        at = long.value_ofs
        return read_compressed_value(buffer, at, at, at + long.value_len).pos >= 0
    return True


@kernel
def check(buffer: Any, places: Any, case: int, first: int, items: Any) -> int:
    """Whether all cells of a column are sound: 0, or `FAULT`; see `is_sound`."""
    for i in range(len(places)):
        if places[i] in (NULL_PLACE, NOT_LOGGED):
            continue
        if not is_sound(buffer, places[i], case, first, items):
            return FAULT
    return 0


@kernel
def gather(
    buffer: Any, ofs: Any, length: Any, is_valid: Any, padded: int, ends: Any, out: Any
) -> int:
    """Puts bytes one after the other; short ones are filled up with zeros to `padded`.

    Returns how many bytes it is.
    """
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            size = length[i]
            copy(out, at, buffer, ofs[i], size)
            at += size
            while size < padded:
                out[at] = 0
                at += 1
                size += 1
        ends[i] = at
    return at


@kernel
def first_bad_text(buffer: Any, ofs: Any, length: Any, is_valid: Any) -> int:
    """The first of some texts that is not UTF-8; as many as there are if all are."""
    for i in range(len(ofs)):
        if is_valid[i] and not is_utf8(buffer, ofs[i], length[i]):
            return i
    return len(ofs)


@kernel
def join(buffer: Any, ofs: Any, length: Any, is_valid: Any, separator: Any, out: Any) -> int:
    """Puts texts one after the other, each with a separator behind; returns their length."""
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            copy(out, at, buffer, ofs[i], length[i])
            at += length[i]
        for byte in range(len(separator)):
            out[at + byte] = separator[byte]
        at += len(separator)
    return at


@inlined
def recode_one(out: Any, at: int, buffer: Any, start: int, length: int, table: Any) -> int:
    """A text of a charset of single bytes as UTF-8; returns where it ends, or `FAULT`.

    `table` has 4 bytes for each: how many bytes of UTF-8 it is, 0 for no character, and these.
    Behind them one more says whether the lower half is that of ASCII.
    """
    end = start + length
    while start < end:
        entry = u1(buffer, start) * 4
        size = u1(table, entry)
        if size == 0:
            return FAULT
        for byte in range(size):
            out[at + byte] = u1(table, entry + 1 + byte)
        at += size
        start += 1
    return at


@kernel
def recode(
    buffer: Any, ofs: Any, length: Any, is_valid: Any, table: Any, ends: Any, out: Any
) -> int:
    """Texts of a charset of single bytes as UTF-8, one after the other; see `recode_one`."""
    at = 0
    for i in range(len(ofs)):
        if is_valid[i]:
            if table[-1] and is_ascii(buffer, ofs[i], length[i]):
                copy(out, at, buffer, ofs[i], length[i])
                at += length[i]
            else:
                at = recode_one(out, at, buffer, ofs[i], length[i], table)
                if at < 0:
                    return FAULT
        ends[i] = at
    return at


@kernel
def compressed_parts(buffer: Any, ofs: Any, length: Any, is_valid: Any, parts: Any) -> int:
    """What compressed values say of themselves: in `parts`, five numbers each.

    Whether it is compressed, the method, whether it is raw, its length then, and where the data
    begin; they end where the value does.
    """
    for i in range(len(ofs)):
        if is_valid[i]:
            end = ofs[i] + length[i]
            value = read_compressed_value(buffer, ofs[i], ofs[i], end)
            if value.pos < 0:
                return FAULT
            parts[i, 0] = value.is_compressed
            parts[i, 1] = value.method
            parts[i, 2] = value.is_raw_deflate
            parts[i, 3] = value.len_uncompressed_value
            parts[i, 4] = value.data_ofs
    return 0
