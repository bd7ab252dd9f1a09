"""Dates and times as MySQL has them, and times that users write.

The text of each is what the server prints, with as many digits of the second as the column
keeps; a TIMESTAMP's is in UTC and says so.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# no server stores more; parts may be zero
MAX_YEAR, MAX_MONTH, MAX_DAY = 9999, 12, 31
MAX_HOUR, MAX_HOURS, MAX_MINUTE, MAX_SECOND = 23, 838, 59, 59
MAX_MICROSECOND = 999_999


def _fraction(microsecond: int, digits: int) -> str:
    return f".{microsecond:06d}"[: digits + 1] if digits else ""


def _is_clock(minute: int, second: int, microsecond: int) -> bool:
    return minute <= MAX_MINUTE and second <= MAX_SECOND and microsecond <= MAX_MICROSECOND


class Date(NamedTuple):
    """A calendar date, any part of which may be zero."""

    year: int
    month: int
    day: int

    @property
    def is_possible(self) -> bool:
        """Whether a server can have stored it."""
        return self.year <= MAX_YEAR and self.month <= MAX_MONTH and self.day <= MAX_DAY

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"


class Time(NamedTuple):
    """A duration of up to 838 hours either way; `digits` is how many the column keeps."""

    is_negative: bool
    hour: int
    minute: int
    second: int
    microsecond: int
    digits: int

    @property
    def is_possible(self) -> bool:
        """Whether a server can have stored it."""
        return self.hour <= MAX_HOURS and _is_clock(self.minute, self.second, self.microsecond)

    def __str__(self) -> str:
        sign = "-" if self.is_negative else ""
        fraction = _fraction(self.microsecond, self.digits)
        return f"{sign}{self.hour:02d}:{self.minute:02d}:{self.second:02d}{fraction}"


class Datetime(NamedTuple):
    """A date and time of day without a zone, any part of which may be zero."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    microsecond: int
    digits: int

    @property
    def is_possible(self) -> bool:
        """Whether a server can have stored it."""
        is_date = self.year >= 0 and Date(self.year, self.month, self.day).is_possible
        return (
            is_date
            and self.hour <= MAX_HOUR
            and _is_clock(self.minute, self.second, self.microsecond)
        )

    def __str__(self) -> str:
        date = Date(self.year, self.month, self.day)
        fraction = _fraction(self.microsecond, self.digits)
        return f"{date} {self.hour:02d}:{self.minute:02d}:{self.second:02d}{fraction}"


class Timestamp(NamedTuple):
    """An instant: seconds since 1970, UTC. All zero stands for the zero date."""

    seconds: int
    microsecond: int
    digits: int

    @property
    def is_possible(self) -> bool:
        """Whether a server can have stored it."""
        return _is_clock(0, 0, self.microsecond)

    @property
    def is_zero_date(self) -> bool:
        return self.seconds == 0 and self.microsecond == 0

    def __str__(self) -> str:
        fraction = _fraction(self.microsecond, self.digits)
        if self.is_zero_date:
            return f"0000-00-00 00:00:00{fraction}"
        return f"{EPOCH + timedelta(seconds=self.seconds):%Y-%m-%dT%H:%M:%S}{fraction}Z"


A_TIME = "a time such as 2026-11-21T10:11:12, in UTC or with an offset"

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,6}))?\s*(?:(Z)|([+-]\d\d):?(\d\d))?)?"
)


def microseconds_of(time: date) -> int:
    """Return the microseconds since 1970 of a datetime, in UTC by default, or of a date's start."""
    if not isinstance(time, datetime):
        time = datetime(time.year, time.month, time.day, tzinfo=timezone.utc)
    if time.tzinfo is None:
        time = time.replace(tzinfo=timezone.utc)
    return (time - EPOCH) // timedelta(microseconds=1)


def parse_time(text: str) -> int:
    """Return the microseconds since 1970 of a time such as `2026-11-21T10:11:12`.

    It is in UTC, unless it has its offset. Raises ValueError where it is none.
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    date, minutes, seconds, fraction, _, hours, rest = match.groups()
    # spelled as Python 3.10 takes it
    clock = f"{minutes or '00:00'}{seconds or ':00'}.{fraction or '':0<6}"
    zone = f"{hours}:{rest}" if hours else "+00:00"
    return microseconds_of(datetime.fromisoformat(f"{date}T{clock}{zone}"))


def time_of(time: date | str) -> int:
    """Return the microseconds since 1970 of a datetime, a date or a text.

    Raises:
        ValueError: the text is no time.
        TypeError: it is none of them.
    """
    if isinstance(time, date):
        return microseconds_of(time)
    if not isinstance(time, str):
        raise TypeError(f"expected a datetime, a date or {A_TIME}, found {time!r}")
    try:
        return parse_time(time)
    except ValueError as error:
        raise ValueError(f"expected {A_TIME}, found {time!r}") from error
