"""Dates of the proleptic Gregorian calendar, and the texts that `temporal` has for any parts."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import store8, u1, word_of
from binlog_kaitai.kernels.runtime.text import ZEROS, write_digits, write_int
from binlog_kaitai.kernels.runtime.words import quotient

MAX_DATE_TEXT = 62  # of any parts; 10 if they have no more digits than a date's
MAX_CLOCK_TEXT = 69  # of any parts; 16 if they have no more digits than a TIME's

_DAYS_OF_ERA = 146_097  # 400 years
_EPOCH = 719_468  # days from the first of March of year 0 to 1970

_MAX_YEAR = 9999
_MAX_MICROSECOND = 999_999
_FEBRUARY = 2

_DIGIT_OF_EACH = 0x000F000F000F000F
_DASHES, _COLONS = word_of(b"\0\0\0\0-\0\0-"), word_of(b"\0\0:\0\0:\0\0")

NO_DATE = -(2**62)
"""In place of the days to a date that is in no calendar."""

_FIRST_YEAR, _END_YEAR = 1970, 2098
"""Of most dates that are stored; to them the days are looked up."""

_EPOCH_ORDINAL = date(_FIRST_YEAR, 1, 1).toordinal()
_MONTHS = np.array(
    [
        date(year, month, 1).toordinal() - _EPOCH_ORDINAL
        for year in range(_FIRST_YEAR, _END_YEAR + 1)
        for month in range(1, 13)
    ]
)
"""The days from 1970-01-01 to the first of each month."""

_END_DAYS = date(_END_YEAR, 1, 1).toordinal() - _EPOCH_ORDINAL
_MONTHS_A_DAY = round(2**32 * 12 * 400 / _DAYS_OF_ERA)
_MOST_AHEAD = 3
"""Days that a month may begin before it would if all were as long."""

_DAYS_OF_MONTH = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], np.uint8)


@inlined
def days_from_civil(year: int, month: int, day: int) -> int:
    """Return the days from 1970-01-01 to a date."""
    # years that begin in March have the odd day at their end
    if month <= _FEBRUARY:
        year -= 1
        month += 12
    century = year // 100
    leap_days = (year >> 2) - century + (century >> 2)
    of_year = quotient(153 * (month - 3) + 2, 5) + day - 1
    return year * 365 + leap_days + of_year - _EPOCH


@inlined
def civil_from_days(days: int) -> tuple[int, int, int]:
    """Return the year, month and day that are so many days after 1970-01-01."""
    if 0 <= days < _END_DAYS:
        place = (days + _MOST_AHEAD) * _MONTHS_A_DAY >> 32  # of that month, or of the next one
        place -= int(_MONTHS[place] > days)
        years = quotient(place, 12)
        return _FIRST_YEAR + years, place - 12 * years + 1, days - _MONTHS[place] + 1
    days += _EPOCH
    era = days // _DAYS_OF_ERA
    of_era = days - era * _DAYS_OF_ERA
    years = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * years + years // 4 - years // 100)
    march_month = (5 * of_year + 2) // 153
    day = of_year - (153 * march_month + 2) // 5 + 1
    month = march_month + 3 if march_month < 10 else march_month - 9
    return years + era * 400 + (1 if month <= _FEBRUARY else 0), month, day


@inlined
def _is_leap_year(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


@inlined
def is_calendar_date(year: int, month: int, day: int) -> bool:
    """Return whether Python's `date` can be it: of the years 1 to 9999."""
    if not (1 <= year <= _MAX_YEAR and 1 <= month <= 12 and day >= 1):
        return False
    if day <= u1(_DAYS_OF_MONTH, month):
        return True
    return month == _FEBRUARY and day == 29 and _is_leap_year(year)


@inlined
def days_of_date(year: int, month: int, day: int) -> int:
    """Return the days from 1970-01-01 to a date, or `NO_DATE` if no calendar of Python has it."""
    if _FIRST_YEAR <= year < _END_YEAR and 1 <= month <= 12:
        place = (year - _FIRST_YEAR) * 12 + month - 1
        first = _MONTHS[place]
        return first + day - 1 if 1 <= day <= _MONTHS[place + 1] - first else NO_DATE
    return days_from_civil(year, month, day) if is_calendar_date(year, month, day) else NO_DATE


@inlined
def _write_two(out: Any, at: int, value: int) -> int:
    """Write a number with at least two digits."""
    if 0 <= value <= 99:
        tens = value * 103 >> 10
        store8(out, at, 0x3030 + tens + (value - 10 * tens << 8))
        return at + 2
    return write_int(out, at, value)


@inlined
def _write_four(out: Any, at: int, value: int) -> int:
    """Write a number with at least four digits, or a minus and three digits."""
    if 0 <= value <= 9999:
        return write_digits(out, at, value, 4)
    if -999 <= value < 0:
        store8(out, at, 0x2D)
        return write_digits(out, at + 1, -value, 3)
    return write_int(out, at, value)


@inlined
def _pairs(first: int, second: int, third: int, fourth: int) -> int:
    """Return four numbers below 100 as eight digits, the first one's in the lowest bytes."""
    numbers = first | second << 16 | third << 32 | fourth << 48
    tens = (numbers * 103 >> 10) & _DIGIT_OF_EACH
    return (tens + (numbers - 10 * tens << 8)) | ZEROS


@inlined
def write_date(out: Any, at: int, year: int, month: int, day: int) -> int:
    """Write a date as `YYYY-MM-DD`, whatever its parts: at most MAX_DATE_TEXT bytes."""
    if 0 <= year <= _MAX_YEAR and 0 <= month <= 99 and 0 <= day <= 99:
        century = year * 5243 >> 19
        pairs = _pairs(century, year - 100 * century, month, day)
        month_digits = pairs >> 32 & 0xFFFF
        store8(out, at, (pairs & 0xFFFFFFFF) | month_digits << 40 | _DASHES)
        store8(out, at + 8, pairs >> 48)
        return at + 10
    at = _write_four(out, at, year)
    store8(out, at, 0x2D)
    at = _write_two(out, at + 1, month)
    store8(out, at, 0x2D)
    return _write_two(out, at + 1, day)


@inlined
def _write_time_of_day(out: Any, at: int, hour: int, minute: int, second: int) -> int:
    if 0 <= hour <= 99 and 0 <= minute <= 99 and 0 <= second <= 99:
        pairs = _pairs(hour, minute, second, 0)
        minute_digits, second_digits = pairs >> 16 & 0xFFFF, pairs >> 32 & 0xFFFF
        store8(out, at, (pairs & 0xFFFF) | minute_digits << 24 | second_digits << 48 | _COLONS)
        return at + 8
    at = _write_two(out, at, hour)
    store8(out, at, 0x3A)
    at = _write_two(out, at + 1, minute)
    store8(out, at, 0x3A)
    return _write_two(out, at + 1, second)


@inlined
def write_clock(
    out: Any, at: int, hour: int, minute: int, second: int, microsecond: int, digits: int
) -> int:
    """Write a time as `HH:MM:SS`, with `digits` of a fraction: at most MAX_CLOCK_TEXT bytes.

    The microsecond is 0 or more; where it has more than six digits, those in front count.
    """
    at = _write_time_of_day(out, at, hour, minute, second)
    if digits == 0:
        return at
    while microsecond > _MAX_MICROSECOND:
        microsecond = quotient(microsecond, 10)
    store8(out, at, 0x2E)
    write_digits(out, at + 1, microsecond, 6)
    return at + 1 + digits
