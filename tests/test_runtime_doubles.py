"""Decimals to doubles by compiled code, against Python's own."""

import struct
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binlog_kaitai.kernels.runtime import doubles
from binlog_kaitai.kernels.runtime.doubles import UNKNOWN


@numba.njit
def nearest_of(digits: Any, powers: Any, found: Any) -> None:
    for index in range(digits.size):
        found[index] = doubles.nearest_double(digits[index], powers[index])


def bits_of(decimals: list[tuple[int, int]]) -> list[int]:
    digits = np.array([digits for digits, _ in decimals], np.uint64).view(np.int64)
    found = np.empty(digits.size, np.int64)
    nearest_of(digits, np.array([power for _, power in decimals]), found)
    return found.tolist()


def expected_of(digits: int, power: int) -> int:
    bits: int = struct.unpack("<q", struct.pack("<d", float(f"{digits}e{power}")))[0]
    return bits


def test_shortest_decimals_of_doubles() -> None:
    random = np.random.default_rng(754).integers(0x0400 << 52, 0x7FF << 52, 50_000)
    decimals = []
    for number in random.view(np.float64).tolist():
        mantissa, _, exponent = f"{number:.16e}".partition("e")
        decimals.append((int(mantissa.replace(".", "")), int(exponent) - 16))
    assert bits_of(decimals) == random.tolist()


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 63), st.integers(-400, 400))
def test_any_decimal(digits: int, shift: int, power: int) -> None:
    (found,) = bits_of([(digits >> shift, power)])
    assert found in {UNKNOWN, expected_of(digits >> shift, power)}


KNOWN = [
    *((0, 0), (0, 400), (1, 0), (15, -1), (1, 22), (2**53, 0), (2**53 + 2, 0), (2**64 - 1, 0)),
    *((1, -292), (1, 308), (17976931348623157, 292), (22250738585072014, -290)),
]

# halfway between two doubles, not finite, or too small
NOT_KNOWN = [
    *((2**53 + 1, 0), (2**54 + 2, 0), (1, 23), (1, 309), (2, 308), (17976931348623159, 292)),
    *((1, -293), (22250738585072014, -324)),
]


@pytest.mark.parametrize(("digits", "power"), KNOWN)
def test_known(digits: int, power: int) -> None:
    assert bits_of([(digits, power)]) == [expected_of(digits, power)]


@pytest.mark.parametrize(("digits", "power"), NOT_KNOWN)
def test_not_known(digits: int, power: int) -> None:
    assert bits_of([(digits, power)]) == [UNKNOWN]
