"""DATE, TIME, DATETIME and TIMESTAMP, with fractions and without."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.generated.kernels.date_cell import read_date_cell
from binlog_kaitai.generated.kernels.datetime2_cell import read_datetime2_cell
from binlog_kaitai.generated.kernels.datetime_cell import read_datetime_cell
from binlog_kaitai.generated.kernels.time2_cell import read_time2_cell
from binlog_kaitai.generated.kernels.time_cell import read_time_cell
from binlog_kaitai.generated.kernels.timestamp2_cell import read_timestamp2_cell
from binlog_kaitai.generated.kernels.timestamp_cell import read_timestamp_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.loops import (
    FAULT,
    NULL,
    VALUE,
    Block,
    Stored,
    each_stored,
    each_text,
)
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextTarget
from binlog_kaitai.kernels.runtime.calendar import (
    NO_DATE,
    civil_from_days,
    days_of_date,
    write_clock,
    write_date,
)
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared

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
def _microseconds(date: Any, microsecond: int) -> tuple[int, int, int]:
    if not _is_datetime(date, microsecond):
        return FAULT, 0, 0
    days = days_of_date(date.year, date.month, date.day)
    if days == NO_DATE:
        return NULL, 0, 0
    seconds = days * DAY + date.hour * 3600 + date.minute * 60 + date.second
    return VALUE, seconds * MICROSECONDS + microsecond, 0


@inlined
def _duration(time: Any, microsecond: int) -> tuple[int, int, int]:
    if not _is_duration(time, microsecond):
        return FAULT, 0, 0
    seconds = time.hour * 3600 + time.minute * 60 + time.second
    number = seconds * MICROSECONDS + microsecond
    return VALUE, -number if time.is_negative else number, 0


@inlined
def _instant(seconds: int, microsecond: int) -> tuple[int, int, int]:
    if microsecond > MAX_MICROSECOND:
        return FAULT, 0, 0
    is_zero_date = seconds == 0 and microsecond == 0
    return NULL if is_zero_date else VALUE, seconds * MICROSECONDS + microsecond, 0


@inlined
def _date(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_date_cell(buffer, 0, pos, end)
    if cell.pos < 0 or not _is_date(cell.year, cell.month, cell.day):
        return FAULT, 0, 0
    days = days_of_date(cell.year, cell.month, cell.day)
    return (NULL, 0, 0) if days == NO_DATE else (VALUE, days, 0)


@inlined
def _datetime(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_datetime_cell(buffer, 0, pos, end)
    return _microseconds(cell, 0) if cell.pos >= 0 else (FAULT, 0, 0)


@inlined
def _datetime2(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_datetime2_cell(buffer, 0, pos, end, first)
    return _microseconds(cell, cell.fraction_microseconds) if cell.pos >= 0 else (FAULT, 0, 0)


@inlined
def _whole_datetime2(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    """Read one without a fraction, as most are."""
    cell = read_datetime2_cell(buffer, 0, pos, end, 0)
    return _microseconds(cell, 0) if cell.pos >= 0 else (FAULT, 0, 0)


@inlined
def _timestamp(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_timestamp_cell(buffer, 0, pos, end)
    return _instant(cell.seconds, 0) if cell.pos >= 0 else (FAULT, 0, 0)


@inlined
def _timestamp2(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_timestamp2_cell(buffer, 0, pos, end, first)
    return _instant(cell.seconds, cell.fraction_microseconds) if cell.pos >= 0 else (FAULT, 0, 0)


@inlined
def _time(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_time_cell(buffer, 0, pos, end)
    return _duration(cell, 0) if cell.pos >= 0 else (FAULT, 0, 0)


@inlined
def _time2(
    buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> tuple[int, int, int]:
    cell = read_time2_cell(buffer, 0, pos, end, first)
    return _duration(cell, cell.microsecond) if cell.pos >= 0 else (FAULT, 0, 0)


_dates = each_stored(_date)
_datetimes = each_stored(_datetime)
_datetimes2 = each_stored(_datetime2)
_whole_datetimes2 = each_stored(_whole_datetime2)
_timestamps = each_stored(_timestamp)
_timestamps2 = each_stored(_timestamp2)
_times = each_stored(_time)
_times2 = each_stored(_time2)


@inlined
def store_temporal(
    block: Block, column: int, case: int, digits: int, out: Any, to: int, width: int
) -> Stored:
    """Store cells: days of DATE, microseconds of all others.

    Dates that are in no calendar are null.
    """
    if case == DATETIME2 and digits == 0:
        return _whole_datetimes2(block, column, 0, 0, (), out, to, width)
    if case == DATETIME2:
        return _datetimes2(block, column, digits, 0, (), out, to, width)
    if case == TIMESTAMP2:
        return _timestamps2(block, column, digits, 0, (), out, to, width)
    if case == DATE:
        return _dates(block, column, 0, 0, (), out, to, width)
    if case == TIME2:
        return _times2(block, column, digits, 0, (), out, to, width)
    if case == TIME:
        return _times(block, column, 0, 0, (), out, to, width)
    if case == DATETIME:
        return _datetimes(block, column, 0, 0, (), out, to, width)
    return _timestamps(block, column, 0, 0, (), out, to, width)


# as text


@inlined
def _write_date_and_clock(out: Any, at: int, date: Any, microsecond: int, digits: int) -> int:
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
    return _write_date_and_clock(out, at, cell, 0, 0)


@inlined
def _write_datetime2(
    out: Any, at: int, buffer: Any, pos: int, end: int, first: int, second: int, needs: Any
) -> int:
    cell = read_datetime2_cell(buffer, 0, pos, end, first)
    if cell.pos < 0 or not _is_datetime(cell, cell.fraction_microseconds):
        return FAULT
    return _write_date_and_clock(out, at, cell, cell.fraction_microseconds, first)


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


@shared
def write_moment(out: Any, at: int, buffer: Any, pos: int, end: int, case: int, digits: int) -> int:
    """Write a cell with `digits` of its fraction; return where it ends, or `FAULT`."""
    if case == DATETIME2:
        return _write_datetime2(out, at, buffer, pos, end, digits, 0, ())
    if case == TIMESTAMP2:
        return _write_timestamp2(out, at, buffer, pos, end, digits, 0, ())
    if case == DATE:
        return _write_date(out, at, buffer, pos, end, 0, 0, ())
    if case == TIME2:
        return _write_time2(out, at, buffer, pos, end, digits, 0, ())
    if case == TIME:
        return _write_time(out, at, buffer, pos, end, 0, 0, ())
    if case == DATETIME:
        return _write_datetime(out, at, buffer, pos, end, 0, 0, ())
    return _write_timestamp(out, at, buffer, pos, end, 0, 0, ())


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
