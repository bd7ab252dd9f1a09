"""DATE, TIME, DATETIME and TIMESTAMP, with fractions and without."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.date_cell import read_date_cell
from binlog_kaitai.generated.kernels.datetime2_cell import read_datetime2_cell
from binlog_kaitai.generated.kernels.datetime_cell import read_datetime_cell
from binlog_kaitai.generated.kernels.time2_cell import read_time2_cell
from binlog_kaitai.generated.kernels.time_cell import read_time_cell
from binlog_kaitai.generated.kernels.timestamp2_cell import read_timestamp2_cell
from binlog_kaitai.generated.kernels.timestamp_cell import read_timestamp_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.integers import number_array
from binlog_kaitai.kernels.columns.loops import FAULT, NULL, VALUE, each_number, each_text
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.calendar import (
    civil_from_days,
    days_from_civil,
    is_calendar_date,
    write_clock,
    write_date,
)
from binlog_kaitai.kernels.runtime.jit import inlined, kernel

DATE = CASES.index("date_cell")
TIME = CASES.index("time_cell")
TIME2 = CASES.index("time2_cell")
DATETIME = CASES.index("datetime_cell")
DATETIME2 = CASES.index("datetime2_cell")
TIMESTAMP = CASES.index("timestamp_cell")
TIMESTAMP2 = CASES.index("timestamp2_cell")

MICROSECONDS = 1_000_000
DAY = 86_400

MAX_YEAR, MAX_MONTH, MAX_DAY = 9999, 12, 31
MAX_HOUR, MAX_HOURS, MAX_MINUTE, MAX_SECOND = 23, 838, 59, 59
MAX_MICROSECOND = 999_999

SPACE, MINUS, T, Z = b" -TZ"

# what a server can have stored


@inlined
def _is_date(year: int, month: int, day: int) -> bool:
    """Return whether a server can have stored a date, zero parts among them."""
    return 0 <= year <= MAX_YEAR and month <= MAX_MONTH and day <= MAX_DAY


@inlined
def _is_clock(minute: int, second: int, microsecond: int) -> bool:
    """Return whether a server can have stored a time's lesser parts."""
    return minute <= MAX_MINUTE and second <= MAX_SECOND and microsecond <= MAX_MICROSECOND


@inlined
def _is_datetime(date: Any, microsecond: int) -> bool:
    """Return whether a server can have stored a DATETIME."""
    return (
        _is_date(date.year, date.month, date.day)
        and 0 <= date.hour <= MAX_HOUR
        and _is_clock(date.minute, date.second, microsecond)
    )


@inlined
def _is_duration(time: Any, microsecond: int) -> bool:
    """Return whether a server can have stored a TIME."""
    return time.hour <= MAX_HOURS and _is_clock(time.minute, time.second, microsecond)


# as numbers: days since 1970, microseconds of a duration, or since 1970


@inlined
def _microseconds(date: Any, microsecond: int) -> tuple[int, int]:
    if not _is_datetime(date, microsecond):
        return FAULT, 0
    if not is_calendar_date(date.year, date.month, date.day):
        return NULL, 0
    days = days_from_civil(date.year, date.month, date.day)
    seconds = days * DAY + date.hour * 3600 + date.minute * 60 + date.second
    return VALUE, seconds * MICROSECONDS + microsecond


@inlined
def _duration(time: Any, microsecond: int) -> tuple[int, int]:
    if not _is_duration(time, microsecond):
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
def _date(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_date_cell(buffer, 0, pos, end)
    if cell.pos < 0 or not _is_date(cell.year, cell.month, cell.day):
        return FAULT, 0
    if not is_calendar_date(cell.year, cell.month, cell.day):
        return NULL, 0
    return VALUE, days_from_civil(cell.year, cell.month, cell.day)


@inlined
def _datetime(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_datetime_cell(buffer, 0, pos, end)
    return _microseconds(cell, 0) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _datetime2(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_datetime2_cell(buffer, 0, pos, end, first)
    return _microseconds(cell, cell.fraction_microseconds) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _timestamp(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_timestamp_cell(buffer, 0, pos, end)
    return _instant(cell.seconds, 0) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _timestamp2(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_timestamp2_cell(buffer, 0, pos, end, first)
    return _instant(cell.seconds, cell.fraction_microseconds) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _time(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_time_cell(buffer, 0, pos, end)
    return _duration(cell, 0) if cell.pos >= 0 else (FAULT, 0)


@inlined
def _time2(buffer: Any, pos: int, end: int, first: int, second: int) -> tuple[int, int]:
    cell = read_time2_cell(buffer, 0, pos, end, first)
    return _duration(cell, cell.microsecond) if cell.pos >= 0 else (FAULT, 0)


_dates = each_number(_date)
_datetimes = each_number(_datetime)
_datetimes2 = each_number(_datetime2)
_timestamps = each_number(_timestamp)
_timestamps2 = each_number(_timestamp2)
_times = each_number(_time)
_times2 = each_number(_time2)


@kernel
def temporal_numbers(
    buffer: Any, places: Any, case: int, digits: int, out: Any, is_valid: Any
) -> int:
    """Read cells as int64: days of DATE, microseconds of all others. Return how many there are.

    Dates that are in no calendar are not valid.
    """
    if case == DATETIME2:
        return _datetimes2(buffer, places, digits, 0, out, is_valid)
    if case == TIMESTAMP2:
        return _timestamps2(buffer, places, digits, 0, out, is_valid)
    if case == DATE:
        return _dates(buffer, places, 0, 0, out, is_valid)
    if case == TIME2:
        return _times2(buffer, places, digits, 0, out, is_valid)
    if case == TIME:
        return _times(buffer, places, 0, 0, out, is_valid)
    if case == DATETIME:
        return _datetimes(buffer, places, 0, 0, out, is_valid)
    if case == TIMESTAMP:
        return _timestamps(buffer, places, 0, 0, out, is_valid)
    return FAULT


# as text


@inlined
def _write_moment(out: Any, at: int, date: Any, microsecond: int, digits: int) -> int:
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
def _write_duration(out: Any, at: int, time: Any, microsecond: int, digits: int) -> int:
    if time.is_negative:
        out[at] = MINUS
        at += 1
    return write_clock(out, at, time.hour, time.minute, time.second, microsecond, digits)


@inlined
def _write_date(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_date_cell(buffer, 0, pos, end)
    if cell.pos < 0 or not _is_date(cell.year, cell.month, cell.day):
        return FAULT
    return write_date(out, at, cell.year, cell.month, cell.day)


@inlined
def _write_time(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_time_cell(buffer, 0, pos, end)
    if cell.pos < 0 or not _is_duration(cell, 0):
        return FAULT
    return _write_duration(out, at, cell, 0, 0)


@inlined
def _write_time2(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_time2_cell(buffer, 0, pos, end, first)
    if cell.pos < 0 or not _is_duration(cell, cell.microsecond):
        return FAULT
    return _write_duration(out, at, cell, cell.microsecond, first)


@inlined
def _write_datetime(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_datetime_cell(buffer, 0, pos, end)
    if cell.pos < 0 or not _is_datetime(cell, 0):
        return FAULT
    return _write_moment(out, at, cell, 0, 0)


@inlined
def _write_datetime2(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_datetime2_cell(buffer, 0, pos, end, first)
    if cell.pos < 0 or not _is_datetime(cell, cell.fraction_microseconds):
        return FAULT
    return _write_moment(out, at, cell, cell.fraction_microseconds, first)


@inlined
def _write_timestamp(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_timestamp_cell(buffer, 0, pos, end)
    return _write_instant(out, at, cell.seconds, 0, 0) if cell.pos >= 0 else FAULT


@inlined
def _write_timestamp2(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_timestamp2_cell(buffer, 0, pos, end, first)
    microsecond = cell.fraction_microseconds
    if cell.pos < 0 or microsecond > MAX_MICROSECOND:
        return FAULT
    return _write_instant(out, at, cell.seconds, microsecond, first)


_date_texts = each_text(_write_date)
_time_texts = each_text(_write_time)
_time2_texts = each_text(_write_time2)
_datetime_texts = each_text(_write_datetime)
_datetime2_texts = each_text(_write_datetime2)
_timestamp_texts = each_text(_write_timestamp)
_timestamp2_texts = each_text(_write_timestamp2)


@kernel
def temporal_texts(
    buffer: Any,
    places: Any,
    case: int,
    digits: int,
    is_quoted: bool,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """Write cells with `digits` of their fraction, TIMESTAMP in UTC."""
    if case == DATETIME2:
        return _datetime2_texts(
            buffer, places, digits, 0, (), is_quoted, out, at, text_ofs, text_len
        )
    if case == TIMESTAMP2:
        return _timestamp2_texts(
            buffer, places, digits, 0, (), is_quoted, out, at, text_ofs, text_len
        )
    if case == DATE:
        return _date_texts(buffer, places, 0, 0, (), is_quoted, out, at, text_ofs, text_len)
    if case == TIME2:
        return _time2_texts(buffer, places, digits, 0, (), is_quoted, out, at, text_ofs, text_len)
    if case == TIME:
        return _time_texts(buffer, places, 0, 0, (), is_quoted, out, at, text_ofs, text_len)
    if case == DATETIME:
        return _datetime_texts(buffer, places, 0, 0, (), is_quoted, out, at, text_ofs, text_len)
    if case == TIMESTAMP:
        return _timestamp_texts(buffer, places, 0, 0, (), is_quoted, out, at, text_ofs, text_len)
    return FAULT


def temporal_array(cells: ColumnCells) -> pa.Array:
    """Return cells as an array. Raises FaultError for what no server stores."""
    out, is_valid = np.empty(len(cells.places), np.int64), np.empty(len(cells.places), np.uint8)
    digits, _ = cells.arguments
    count = temporal_numbers(cells.buffer, cells.places, cells.case, digits, out, is_valid)
    return number_array(cells, out, is_valid, checked(count))


def write_temporal(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places))
    digits, _ = cells.arguments
    checked(
        temporal_texts(
            *(cells.buffer, cells.places, cells.case, digits, target.is_quoted),
            *(target.to.out, target.to.at, target.ofs, target.length),
        )
    )
