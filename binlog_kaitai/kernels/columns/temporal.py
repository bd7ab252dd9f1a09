"""DATE, TIME, DATETIME and TIMESTAMP, with fractions and without.

As numbers they are days since 1970, microseconds of a duration, or microseconds since 1970; dates
that are in no calendar are null. As text, TIMESTAMP is in UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.date_cell import read_date_cell
from binlog_kaitai.generated.kernels.datetime2_cell import read_datetime2_cell
from binlog_kaitai.generated.kernels.datetime_cell import read_datetime_cell
from binlog_kaitai.generated.kernels.time2_cell import read_time2_cell
from binlog_kaitai.generated.kernels.time_cell import read_time_cell
from binlog_kaitai.generated.kernels.timestamp2_cell import read_timestamp2_cell
from binlog_kaitai.generated.kernels.timestamp_cell import read_timestamp_cell
from binlog_kaitai.kernels.columns.decoder import CellDecoder, Scratch, decoder_of
from binlog_kaitai.kernels.columns.loops import NULL, VALUE, Cell, reading
from binlog_kaitai.kernels.runtime.calendar import (
    NO_DATE,
    civil_from_days,
    days_of_date,
    write_clock,
    write_date,
)
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.model.calendar import (
    MAX_DAY,
    MAX_HOUR,
    MAX_HOURS,
    MAX_MICROSECOND,
    MAX_MINUTE,
    MAX_MONTH,
    MAX_SECOND,
    MAX_YEAR,
)

MICROSECONDS = 1_000_000
DAY = 86_400

SPACE, MINUS, T, Z = b" -TZ"


class _Kind(NamedTuple):
    """What types of one kind have in common; each takes what was read, and its microsecond."""

    is_possible: Callable[..., bool]
    number: Callable[..., tuple[int, int, int]]
    write: Callable[..., int]


@inlined
def _is_date(date: Any, microsecond: int) -> bool:
    """Return whether a server can have stored a date, zero parts among them."""
    is_year = 0 <= date.year <= MAX_YEAR
    return bool(is_year and date.month <= MAX_MONTH and date.day <= MAX_DAY)


@inlined
def _is_clock(time: Any, microsecond: int) -> bool:
    return (
        time.minute <= MAX_MINUTE and time.second <= MAX_SECOND and microsecond <= MAX_MICROSECOND
    )


@inlined
def _is_datetime(date: Any, microsecond: int) -> bool:
    return (
        _is_date(date, microsecond) and 0 <= date.hour <= MAX_HOUR and _is_clock(date, microsecond)
    )


@inlined
def _is_duration(time: Any, microsecond: int) -> bool:
    return time.hour <= MAX_HOURS and _is_clock(time, microsecond)


@inlined
def _is_instant(instant: Any, microsecond: int) -> bool:
    return microsecond <= MAX_MICROSECOND


@inlined
def _days(date: Any, microsecond: int) -> tuple[int, int, int]:
    days = days_of_date(date.year, date.month, date.day)
    return (NULL, 0, 0) if days == NO_DATE else (VALUE, days, 0)


@inlined
def _microseconds(date: Any, microsecond: int) -> tuple[int, int, int]:
    days = days_of_date(date.year, date.month, date.day)
    if days == NO_DATE:
        return NULL, 0, 0
    seconds = days * DAY + date.hour * 3600 + date.minute * 60 + date.second
    return VALUE, seconds * MICROSECONDS + microsecond, 0


@inlined
def _duration(time: Any, microsecond: int) -> tuple[int, int, int]:
    seconds = time.hour * 3600 + time.minute * 60 + time.second
    number = seconds * MICROSECONDS + microsecond
    return VALUE, -number if time.is_negative else number, 0


@inlined
def _instant(instant: Any, microsecond: int) -> tuple[int, int, int]:
    is_zero_date = instant.seconds == 0 and microsecond == 0
    return NULL if is_zero_date else VALUE, instant.seconds * MICROSECONDS + microsecond, 0


@inlined
def _write_date(out: Any, at: int, date: Any, microsecond: int, digits: int) -> int:
    return write_date(out, at, date.year, date.month, date.day)


@inlined
def _write_datetime(out: Any, at: int, date: Any, microsecond: int, digits: int) -> int:
    at = write_date(out, at, date.year, date.month, date.day)
    out[at] = SPACE
    return write_clock(out, at + 1, date.hour, date.minute, date.second, microsecond, digits)


@inlined
def _write_duration(out: Any, at: int, time: Any, microsecond: int, digits: int) -> int:
    if time.is_negative:
        out[at] = MINUS
        at += 1
    return write_clock(out, at, time.hour, time.minute, time.second, microsecond, digits)


@inlined
def _write_instant(out: Any, at: int, instant: Any, microsecond: int, digits: int) -> int:
    if instant.seconds == 0 and microsecond == 0:
        at = write_date(out, at, 0, 0, 0)
        out[at] = SPACE
        return write_clock(out, at + 1, 0, 0, 0, 0, digits)
    year, month, day = civil_from_days(instant.seconds // DAY)
    second = instant.seconds % DAY
    at = write_date(out, at, year, month, day)
    out[at] = T
    at = write_clock(
        out, at + 1, second // 3600, second // 60 % 60, second % 60, microsecond, digits
    )
    out[at] = Z
    return at + 1


_DATE = _Kind(_is_date, _days, _write_date)
_DATETIME = _Kind(_is_datetime, _microseconds, _write_datetime)
_DURATION = _Kind(_is_duration, _duration, _write_duration)
_INSTANT = _Kind(_is_instant, _instant, _write_instant)


@inlined
def _none(value: Any) -> int:
    return 0


@inlined
def _fraction(value: Any) -> int:
    return int(value.fraction_microseconds)


@inlined
def _own(value: Any) -> int:
    return int(value.microsecond)


def _temporal(
    spec: str, read: Callable[..., Any], kind: _Kind, microsecond_of: Callable[[Any], int] = _none
) -> CellDecoder:
    """Return the decoder of a spec, whose argument, if any, is how many digits a fraction has."""
    kind_is_possible, kind_number, kind_write = kind

    @inlined
    def is_possible(value: Any, cell: Cell) -> bool:
        return kind_is_possible(value, microsecond_of(value))

    @inlined
    def number(value: Any, cell: Cell) -> tuple[int, int, int]:
        return kind_number(value, microsecond_of(value))

    @inlined
    def write(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
        return kind_write(out, at, value, microsecond_of(value), cell.first)

    return decoder_of(spec, reading(read), number, write, is_possible=is_possible, is_quoted=True)


_DATETIME2 = _temporal("datetime2_cell", read_datetime2_cell, _DATETIME, _fraction)

TEMPORAL = (
    _DATETIME2.compiled_for(0),  # without a fraction, as most are
    _DATETIME2,
    _temporal("timestamp2_cell", read_timestamp2_cell, _INSTANT, _fraction),
    _temporal("date_cell", read_date_cell, _DATE),
    _temporal("time2_cell", read_time2_cell, _DURATION, _own),
    _temporal("time_cell", read_time_cell, _DURATION),
    _temporal("datetime_cell", read_datetime_cell, _DATETIME),
    _temporal("timestamp_cell", read_timestamp_cell, _INSTANT),
)
