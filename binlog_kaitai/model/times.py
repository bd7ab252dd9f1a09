"""Times as users write them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone

from binlog_kaitai.model.calendar import EPOCH

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
