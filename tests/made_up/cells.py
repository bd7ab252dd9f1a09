"""Cells of numbers, dates and times: a value's bytes, and what reading them should give.

Written from the servers' documents, and on purpose without the specs and the package.
"""

from __future__ import annotations

import base64
import calendar
import enum
import struct
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from tests.documented_bytes import u1, u3, u4, u8

Json = Any


class Outcome(enum.Enum):
    """What stands in place of a value that the generator does not know."""

    ANY = "a value"
    UNSURE = "a value, or an error"
    FAILS = "an error"


class Single(float):
    """A number that only has to be the same 32-bit float."""

    __slots__ = ()


class Cell(NamedTuple):
    """The bytes of a value, and the value in JSON's terms, or an Outcome."""

    data: bytes
    value: Json


Draw = Callable[[Random], Cell]


def happens(chance: Random, share: float) -> bool:
    """Whether it does, in a share of cases; it does not in what hypothesis shrinks to."""
    return share > 0 and chance.random() >= 1 - share


def random_bytes(size: int) -> Draw:
    """Any bytes of a length: a value of some types, and no value of others."""
    return lambda chance: Cell(chance.randbytes(size), Outcome.UNSURE)


def number(chance: Random, size: int) -> int:
    """An unsigned number of some bytes, often one at an edge."""
    bits = 8 * size
    if bits == 0:
        return 0
    match chance.randrange(6):
        case 0:
            return chance.choice([0, 1, 2, 9, 10])
        case 1:
            return chance.choice([2**bits - 1, 2**bits - 2, 2 ** (bits - 1), 2 ** (bits - 1) - 1])
        case 2:
            return chance.getrandbits(chance.randint(1, bits))
    return chance.getrandbits(bits)


def integer(size: int, *, is_unsigned: bool) -> Draw:
    def draw(chance: Random) -> Cell:
        data = number(chance, size).to_bytes(size, "little")
        return Cell(data, int.from_bytes(data, "little", signed=not is_unsigned))

    return draw


def _some_float(chance: Random) -> float:
    match chance.randrange(5):
        case 0:
            return chance.choice([0.0, -0.0, 1.0, -1.5, 0.1, 1e10, 123456.0, 16777216.0, 1e-7])
        case 1:
            return float(chance.randint(-1000, 1000))
        case 2:
            return chance.choice([-1, 1]) * 2.0 ** chance.randint(-120, 120)
        case 3:
            return round(chance.uniform(-1e6, 1e6), chance.randint(0, 6))
    return chance.uniform(-1, 1) * 10.0 ** chance.randint(-30, 30)


def single(chance: Random) -> Cell:
    data = struct.pack("<f", _some_float(chance))
    if chance.randrange(3) == 0:
        data = _finite_bytes(chance, 4)
    return Cell(data, Single(struct.unpack("<f", data)[0]))


def double(chance: Random) -> Cell:
    data = struct.pack("<d", _some_float(chance))
    if chance.randrange(3) == 0:
        data = _finite_bytes(chance, 8)
    return Cell(data, struct.unpack("<d", data)[0])


def _finite_bytes(chance: Random, size: int) -> bytes:
    data = bytearray(chance.randbytes(size))
    data[-1] &= chance.choice([0xBF, 0x80])  # halves the exponent, or makes the number subnormal
    return bytes(data)


def no_number(size: int) -> Draw:
    """Infinities and NaNs."""

    def draw(chance: Random) -> Cell:
        value = chance.choice([float("inf"), float("-inf"), float("nan")])
        return Cell(struct.pack("<f" if size == 4 else "<d", value), Outcome.FAILS)

    return draw


_GROUP_BYTES = (0, 1, 1, 2, 2, 3, 3, 4, 4, 4)


def encoded_decimal(digits: str, scale: int, *, is_negative: bool) -> bytes:
    """A DECIMAL, of digits as many as its precision (mysql: decimal2bin)."""
    whole, fraction = digits[: len(digits) - scale], digits[len(digits) - scale :]
    first = len(whole) % 9
    groups = [whole[:first], *(whole[i : i + 9] for i in range(first, len(whole), 9))]
    groups += [fraction[i : i + 9] for i in range(0, scale, 9)]
    data = bytearray(
        b"".join(int(g).to_bytes(_GROUP_BYTES[len(g)], "big") for g in groups if g),
    )
    data[0] ^= 0x80
    return bytes(byte ^ 0xFF for byte in data) if is_negative else bytes(data)


def decimal_text(digits: str, scale: int, *, is_negative: bool) -> str:
    whole = digits[: len(digits) - scale].lstrip("0") or "0"
    fraction = f".{digits[len(digits) - scale :]}" if scale else ""
    return f"{'-' if is_negative else ''}{whole}{fraction}"


def some_digits(chance: Random, precision: int) -> str:
    match chance.randrange(5):
        case 0:
            return "0" * precision
        case 1:
            return "9" * precision
        case 2:
            return str(chance.randrange(10 ** min(precision, 3))).zfill(precision)
    return "".join(chance.choices("0123456789", k=precision))


def decimal(precision: int, scale: int) -> Draw:
    def draw(chance: Random) -> Cell:
        digits = some_digits(chance, precision)
        is_negative = happens(chance, 0.4) and digits.strip("0") != ""
        data = encoded_decimal(digits, scale, is_negative=is_negative)
        return Cell(data, decimal_text(digits, scale, is_negative=is_negative))

    return draw


def odd_decimal(precision: int, scale: int) -> Draw:
    """Minus zero, which no server writes, or bytes that may be too large for their digits."""
    zeros = "0" * precision
    minus_zero = encoded_decimal(zeros, scale, is_negative=True)

    def draw(chance: Random) -> Cell:
        if happens(chance, 0.3):
            return Cell(minus_zero, decimal_text(zeros, scale, is_negative=True))
        return random_bytes(len(minus_zero))(chance)

    return draw


def bits(num_bits: int) -> Draw:
    size = (num_bits + 7) // 8

    def draw(chance: Random) -> Cell:
        value = number(chance, size) % 2**num_bits
        return Cell(value.to_bytes(size, "big"), value)

    return draw


def year(chance: Random) -> Cell:
    data = chance.choice([0, 1, 70, 100, 126, 255, chance.randrange(256)])
    return Cell(u1(data), 1900 + data if data else 0)


class Day(NamedTuple):
    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"


class Clock(NamedTuple):
    hour: int
    minute: int
    second: int

    def __str__(self) -> str:
        return f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}"


def some_day(chance: Random) -> Day:
    """A day: of the calendar, with parts that are zero, or one that no calendar has."""
    year = chance.choice([0, 1, 1000, 1969, 1970, 2000, 2026, 9999, chance.randint(1, 9999)])
    match chance.randrange(8):
        case 0:
            return Day(0, 0, 0)
        case 1:
            return Day(year, chance.randint(0, 12), 0)
        case 2:
            return Day(year, 0, chance.randint(0, 31))
        case 3:
            return Day(year, *chance.choice([(2, 29), (2, 30), (2, 31), (4, 31), (11, 31)]))
    month = chance.randint(1, 12)
    return Day(max(year, 1), month, chance.randint(1, calendar.mdays[month]))


def odd_day(chance: Random) -> Day:
    year, month = chance.choice([(2026, 13), (2026, 15), (10_000, 1), (32_767, 1)])
    return Day(year, month, 1)


def some_clock(chance: Random, last_hour: int = 23) -> Clock:
    if happens(chance, 0.2):
        return Clock(0, 0, 0)
    if happens(chance, 0.1):
        return Clock(last_hour, 59, 59)
    hour = chance.choice([chance.randint(0, 23), chance.randint(0, last_hour)])
    return Clock(hour, chance.randint(0, 59), chance.randint(0, 59))


def odd_clock(chance: Random, last_hour: int = 23) -> Clock:
    return chance.choice([Clock(last_hour + 1, 0, 0), Clock(1, 60, 0), Clock(1, 0, 63)])


class Fraction(NamedTuple):
    """A fraction of a second, of an even number of digits, as the servers store it."""

    raw: int
    digits: int

    @property
    def size(self) -> int:
        return (self.digits + 1) // 2

    @property
    def data(self) -> bytes:
        return self.raw.to_bytes(self.size, "big")

    @property
    def text(self) -> str:
        return f".{self.raw:0{2 * self.size}d}"[: self.digits + 1] if self.digits else ""


def some_fraction(chance: Random, digits: int) -> Fraction:
    kept = chance.choice([0, 10**digits - 1, chance.randrange(10**digits)])
    return Fraction(kept * 10 ** (digits % 2), digits)


def odd_fraction(chance: Random, digits: int) -> Fraction:
    """One whose last digit the column does not keep, or that is a second or more."""
    size = (digits + 1) // 2
    limit = 100**size if happens(chance, 0.5) else 256**size
    return Fraction(chance.randrange(limit), digits)


def date(chance: Random) -> Cell:
    return _date(some_day(chance))


def odd_date(chance: Random) -> Cell:
    day = odd_day(chance)
    return Cell(_date(day).data, Outcome.FAILS)


def _date(day: Day) -> Cell:
    return Cell(u3(day.year * 512 + day.month * 32 + day.day), str(day))


def time(chance: Random) -> Cell:
    """TIME before MySQL 5.6.4."""
    return _time(chance, some_clock(chance, 838))


def odd_time(chance: Random) -> Cell:
    return Cell(_time(chance, odd_clock(chance, 838)).data, Outcome.FAILS)


def _time(chance: Random, clock: Clock) -> Cell:
    digits = clock.hour * 10_000 + clock.minute * 100 + clock.second
    if digits and happens(chance, 0.4):
        return Cell(u3(2**24 - digits), f"-{clock}")
    return Cell(u3(digits), str(clock))


def time2(digits: int) -> Draw:
    def draw(chance: Random) -> Cell:
        return _time2(chance, some_clock(chance, 838), some_fraction(chance, digits))

    return draw


def odd_time2(digits: int) -> Draw:
    def draw(chance: Random) -> Cell:
        if happens(chance, 0.3):
            return random_bytes(3 + (digits + 1) // 2)(chance)
        clock = odd_clock(chance, 838)
        if digits and happens(chance, 0.5):
            clock = some_clock(chance, 838)
        return Cell(_time2(chance, clock, odd_fraction(chance, digits)).data, Outcome.UNSURE)

    return draw


def _time2(chance: Random, clock: Clock, fraction: Fraction) -> Cell:
    whole = clock.hour << 12 | clock.minute << 6 | clock.second
    magnitude = (whole << 8 * fraction.size) + fraction.raw
    is_negative = bool(magnitude) and happens(chance, 0.4)
    size = 3 + fraction.size
    middle = 1 << (8 * size - 1)
    data = (middle - magnitude if is_negative else middle + magnitude).to_bytes(size, "big")
    return Cell(data, f"{'-' if is_negative else ''}{clock}{fraction.text}")


def datetime_old(chance: Random) -> Cell:
    """DATETIME before MySQL 5.6.4."""
    return _datetime_old(some_day(chance), some_clock(chance))


def odd_datetime_old(chance: Random) -> Cell:
    if happens(chance, 0.3):
        return random_bytes(8)(chance)
    return Cell(_datetime_old(odd_day(chance), odd_clock(chance)).data, Outcome.FAILS)


def _datetime_old(day: Day, clock: Clock) -> Cell:
    digits = int("".join(f"{part:02d}" for part in (*day, *clock)))
    return Cell(u8(digits), f"{day} {clock}")


def datetime2(digits: int) -> Draw:
    def draw(chance: Random) -> Cell:
        return _datetime2(some_day(chance), some_clock(chance), some_fraction(chance, digits))

    return draw


def odd_datetime2(digits: int) -> Draw:
    def draw(chance: Random) -> Cell:
        match chance.randrange(3):
            case 0:
                return random_bytes(5 + (digits + 1) // 2)(chance)
            case 1:
                fraction = odd_fraction(chance, digits)
                data, _ = _datetime2(some_day(chance), some_clock(chance), fraction)
                return Cell(data, Outcome.UNSURE)
        fraction = some_fraction(chance, digits)
        data, _ = _datetime2(some_day(chance), odd_clock(chance), fraction)
        return Cell(data, Outcome.FAILS)

    return draw


def packed_datetime(day: Day, clock: Clock) -> int:
    """A date and time in the bits that MySQL packs them into (mysql: TIME_to_longlong_packed)."""
    months = day.year * 13 + day.month
    return (months << 5 | day.day) << 17 | clock.hour << 12 | clock.minute << 6 | clock.second


def _datetime2(day: Day, clock: Clock, fraction: Fraction) -> Cell:
    packed = packed_datetime(day, clock) + 2**39
    return Cell(packed.to_bytes(5, "big") + fraction.data, f"{day} {clock}{fraction.text}")


_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def instant(seconds: int, fraction: str = "") -> str:
    """The text of an instant, but for the zero date."""
    return f"{_EPOCH + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%S}{fraction}Z"


def _timestamp_value(seconds: int, fraction: Fraction) -> str:
    if seconds == 0 and fraction.raw == 0:
        return f"0000-00-00 00:00:00{fraction.text}"
    return instant(seconds, fraction.text)


def timestamp(chance: Random) -> Cell:
    """TIMESTAMP before MySQL 5.6.4."""
    seconds = number(chance, 4)
    return Cell(u4(seconds), _timestamp_value(seconds, Fraction(0, 0)))


def timestamp2(digits: int) -> Draw:
    def draw(chance: Random) -> Cell:
        seconds, fraction = number(chance, 4), some_fraction(chance, digits)
        data = seconds.to_bytes(4, "big") + fraction.data
        return Cell(data, _timestamp_value(seconds, fraction))

    return draw


def odd_timestamp2(digits: int) -> Draw:
    def draw(chance: Random) -> Cell:
        seconds, fraction = number(chance, 4), odd_fraction(chance, digits)
        return Cell(seconds.to_bytes(4, "big") + fraction.data, Outcome.UNSURE)

    return draw


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def matches(got: Json, expected: Json) -> bool:
    """Whether a value, whose fractions were parsed as Decimal, is what was to be read."""
    match expected:
        case Outcome.ANY:
            same = True
        case dict():
            same = list(got) == list(expected) and all(matches(got[k], expected[k]) for k in got)
        case list():
            same = len(got) == len(expected) and all(map(matches, got, expected))
        case Single():
            same = struct.pack("<f", got) == struct.pack("<f", expected)
        case float():
            same = repr(float(got)) == repr(float(expected))
        case Decimal():
            same = Decimal(got) == expected
        case _:
            same = type(got) is type(expected) and got == expected
    return same
