"""Numbers as text of compiled code, against `repr`, and against what the tree engine writes."""

import math
import struct
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binlog_kaitai.kernels.runtime import floats
from binlog_kaitai.kernels.runtime.text import SLACK
from binlog_kaitai.tree.rows.json_values import _double
from binlog_kaitai.tree.rows.values import _shortest

ROOM = 64


@numba.njit
def write_all(numbers: Any, out: Any, ends: Any, kind: int) -> None:
    for index in range(numbers.size):
        at = index * ROOM
        if kind == 0:
            ends[index] = floats.write_double(out, at, numbers[index])
        elif kind == 1:
            ends[index] = floats.write_float32(out, at, numbers[index])
        else:
            ends[index] = floats.write_json_double(out, at, numbers[index])


@numba.njit
def shortest_of(number: float) -> tuple[int, int]:
    return floats.shortest(number)


@numba.njit
def shortest32_of(number: float) -> tuple[int, int]:
    return floats.shortest32(number)


LIMITS = (floats.MAX_DOUBLE_TEXT, floats.MAX_FLOAT32_TEXT, floats.MAX_JSON_DOUBLE_TEXT)


def texts(numbers: list[float] | np.ndarray, kind: int) -> list[str]:
    values = np.asarray(numbers, np.float64)
    out = np.full(values.size * ROOM, 0xAA, np.uint8)
    ends = np.zeros(values.size, np.int64)
    write_all(values, out, ends, kind)
    lengths = ends - np.arange(values.size) * ROOM
    assert lengths.max(initial=0) <= LIMITS[kind]
    data = out.tobytes()
    starts = range(0, values.size * ROOM, ROOM)
    for start, length in zip(starts, lengths, strict=True):
        untouched = data[start + length + SLACK : start + ROOM]
        assert untouched == b"\xaa" * len(untouched)
    return [data[start:end].decode() for start, end in zip(starts, ends.tolist(), strict=True)]


def written(number: float, kind: int = 0) -> str:
    return texts([number], kind)[0]


def doubles_of(bits: np.ndarray) -> list[float]:
    numbers = bits.view(np.float64)
    return numbers[np.isfinite(numbers)].tolist()


def singles_of(bits: np.ndarray) -> list[float]:
    numbers = bits.view(np.float32)
    return numbers[np.isfinite(numbers)].astype(np.float64).tolist()


RANDOM = np.random.default_rng(754)
POWERS_OF_TWO = [math.ldexp(1.0, power) for power in range(-1074, 1024)]
BESIDE_POWERS = [math.nextafter(number, to) for number in POWERS_OF_TWO for to in (0.0, math.inf)][
    :-1
]
POWERS_OF_TEN = [float(f"1e{power}") for power in range(-323, 309)]
SHORT = [float(f"{digits}e{power}") for digits in (25, 123, 99999, 3) for power in range(-30, 30)]
SMALLEST = [count * 5e-324 for count in range(3000)]
PATTERNS = doubles_of(RANDOM.integers(0, 2**63, 50_000, np.int64))
ORDINARY = (
    RANDOM.integers(-(10**9), 10**9, 20_000) / 10.0 ** RANDOM.integers(0, 9, 20_000)
).tolist()
INTEGERS = [float(2**53 - 1), float(2**53), 1e15, 1e16, 123456.0, 9007199254740993.0, 1e22, 1e23]
MILLIONTHS = (
    np.concatenate(
        [np.arange(300), RANDOM.integers(0, 10**15 + 9, 20_000), 10**15 + np.arange(-9, 9)]
    )
    / 1e6
).tolist()
BESIDE_MILLIONTHS = [math.nextafter(number, math.inf) for number in MILLIONTHS]
ROOTS = np.sqrt(np.arange(20_000)).tolist()
DOUBLES = [
    *MILLIONTHS,
    *BESIDE_MILLIONTHS,
    *ROOTS,
    *POWERS_OF_TWO,
    *BESIDE_POWERS,
    *POWERS_OF_TEN,
    *SHORT,
    *SMALLEST,
    *PATTERNS,
    *ORDINARY,
    *INTEGERS,
]

POWERS_OF_TWO_32 = [2.0**power for power in range(-149, 128)]
SMALLEST_32 = singles_of(np.arange(1, 3000, dtype=np.uint32))
PATTERNS_32 = singles_of(RANDOM.integers(0, 2**32, 50_000, np.uint32))
SHORT_32 = np.array(SHORT, np.float32).astype(np.float64).tolist()
BESIDE_POWERS_32 = singles_of(
    (np.arange(1, 255)[:, None] * 2**23 + [-1, 1, 2]).astype(np.uint32).ravel()
)
SINGLES = [
    *POWERS_OF_TWO_32,
    *BESIDE_POWERS_32,
    *SMALLEST_32,
    *SHORT_32,
    *PATTERNS_32,
]


@pytest.mark.parametrize(
    ("number", "text", "json"),
    [
        (0.0, "0.0", "0.0"),
        (-0.0, "-0.0", "-0.0"),
        (1.0, "1.0", "1.0"),
        (-1.5, "-1.5", "-1.5"),
        (123456.789, "123456.789", "123456.789"),
        (1e-05, "1e-05", "0.00001"),
        (0.0001, "0.0001", "0.0001"),
        (1e15, "1000000000000000.0", "1e15"),
        (1e14, "100000000000000.0", "100000000000000.0"),
        (1e16, "1e+16", "1e16"),
        (-1.7976931348623157e308, "-1.7976931348623157e+308", "-1.7976931348623157e308"),
        (-2.2250738585072014e-308, "-2.2250738585072014e-308", "-2.2250738585072014e-308"),
        (5e-324, "5e-324", "5e-324"),
        (-1.2345678901234568e-15, "-1.2345678901234568e-15", "-0.0000000000000012345678901234568"),
        (1.5e300, "1.5e+300", "1.5e300"),
    ],
)
def test_texts(number: float, text: str, json: str) -> None:
    assert (written(number), written(number, 2)) == (text, json)


def test_doubles_are_their_repr() -> None:
    for sign in (1, -1):
        numbers = [sign * number for number in DOUBLES]
        assert texts(numbers, 0) == list(map(repr, numbers))


def test_json_doubles_are_those_of_the_tree_engine() -> None:
    assert texts(DOUBLES, 2) == list(map(_double, DOUBLES))


def test_floats_are_those_of_the_tree_engine() -> None:
    assert texts(SINGLES, 1) == [repr(_shortest(number)) for number in SINGLES]


@settings(deadline=None)  # the first call compiles
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_double(number: float) -> None:
    assert written(number) == repr(number)
    assert written(number, 2) == _double(number)
    digits, power = shortest_of(number)
    assert float(f"{digits}e{power}") == abs(number)


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_any_float(number: float) -> None:
    assert written(number, 1) == repr(_shortest(number))
    digits, power = shortest32_of(number)
    assert struct.pack("f", float(f"{digits}e{power}")) == struct.pack("f", abs(number))
