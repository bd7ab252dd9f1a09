"""Dates and times of compiled code, against datetime and `temporal`."""

from datetime import date, timedelta
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binlog_kaitai.kernels.runtime import calendar
from binlog_kaitai.kernels.runtime.text import SLACK
from binlog_kaitai.model.calendar import Date, Time

EPOCH = date(1970, 1, 1)


@numba.njit
def days_from_civil(year: int, month: int, day: int) -> int:
    return calendar.days_from_civil(year, month, day)


@numba.njit
def days_of_date(year: int, month: int, day: int) -> int:
    return calendar.days_of_date(year, month, day)


@numba.njit
def civil_from_days(days: int) -> tuple[int, int, int]:
    return calendar.civil_from_days(days)


@numba.njit
def is_calendar_date(year: int, month: int, day: int) -> bool:
    return calendar.is_calendar_date(year, month, day)


@numba.njit
def write_date(out: Any, year: int, month: int, day: int) -> int:
    return calendar.write_date(out, 0, year, month, day)


@numba.njit
def write_clock(out: Any, parts: tuple[int, ...]) -> int:
    hour, minute, second, microsecond, digits = parts
    return calendar.write_clock(out, 0, hour, minute, second, microsecond, digits)


def date_text(year: int, month: int, day: int) -> str:
    out = np.zeros(calendar.MAX_DATE_TEXT + SLACK, np.uint8)
    return out[: write_date(out, year, month, day)].tobytes().decode()


def clock_text(*parts: int) -> str:
    out = np.zeros(calendar.MAX_CLOCK_TEXT + SLACK, np.uint8)
    return out[: write_clock(out, parts)].tobytes().decode()


def is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def test_every_date_of_python() -> None:
    first = (date.min - EPOCH).days
    for days in range(first, (date.max - EPOCH).days + 1, 13):
        expected = EPOCH + timedelta(days)
        parts = (expected.year, expected.month, expected.day)
        assert civil_from_days(days) == parts
        assert days_from_civil(*parts) == days
        assert days_of_date(*parts) == days


@pytest.mark.parametrize("year", [0, 1, 4, 100, 1900, 1904, 9999, 10000, -1, *range(1968, 2101)])
def test_is_calendar_date(year: int) -> None:
    for month in range(-1, 17):
        for day in range(-1, 34):
            is_one = is_date(year, month, day)
            days = (date(year, month, day) - EPOCH).days if is_one else calendar.NO_DATE
            assert is_calendar_date(year, month, day) == is_one
            assert days_of_date(year, month, day) == days


@settings(deadline=None)  # the first call compiles
@given(st.integers(-4_000_000, 20_000_000))
def test_days_there_and_back(days: int) -> None:
    parts = civil_from_days(days)
    assert days_from_civil(*parts) == days
    following = civil_from_days(days + 1)
    assert following > parts


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((0, 0, 0), "0000-00-00"),
        ((2026, 11, 21), "2026-11-21"),
        ((9999, 12, 31), "9999-12-31"),
        ((10082, 12, 31), "10082-12-31"),
        ((-1, 15, 0), "-001-15-00"),
    ],
)
def test_date_texts(parts: tuple[int, int, int], text: str) -> None:
    assert date_text(*parts) == text == str(Date(*parts))


@given(st.integers(-20_000, 20_000), st.integers(0, 200), st.integers(0, 200))
def test_any_date_text(year: int, month: int, day: int) -> None:
    assert date_text(year, month, day) == str(Date(year, month, day))


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((0, 0, 0, 0, 0), "00:00:00"),
        ((838, 59, 59, 0, 6), "838:59:59.000000"),
        ((7, 8, 9, 12345, 3), "07:08:09.012"),
        ((23, 59, 59, 999999, 1), "23:59:59.9"),
    ],
)
def test_clock_texts(parts: tuple[int, ...], text: str) -> None:
    assert clock_text(*parts) == text


@settings(deadline=None)
@given(
    st.integers(0, 1100),
    st.integers(0, 130),
    st.integers(0, 130),
    st.integers(0, 2**24),
    st.integers(0, 6),
)
def test_any_clock_text(hour: int, minute: int, second: int, microsecond: int, digits: int) -> None:
    parts = (hour, minute, second, microsecond, digits)
    assert clock_text(*parts) == str(Time(False, *parts))
