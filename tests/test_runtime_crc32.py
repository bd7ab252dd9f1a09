"""CRC-32 of compiled code, against zlib's."""

import zlib
from collections.abc import Callable

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binlog_kaitai.kernels.runtime import crc32 as module
from binlog_kaitai.kernels.runtime.simd import HAS_PRODUCTS, HAS_WIDE_PRODUCTS

Continued = Callable[[int, np.ndarray, int, int], int]

NOISE = np.random.default_rng(32).integers(0, 256, 5000, np.uint8)


@numba.njit
def chosen(buffer: np.ndarray, at: int, length: int) -> int:
    return module.crc32(buffer, at, length)


@numba.njit
def chosen_from(crc: int, buffer: np.ndarray, at: int, length: int) -> int:
    return module.crc32_from(crc, buffer, at, length)


@pytest.fixture(params=["chosen", "looked up", "multiplied", "widely multiplied"])
def continued(request: pytest.FixtureRequest) -> Continued:
    if request.param == "multiplied" and not HAS_PRODUCTS:
        pytest.skip("the processor has no carry-less products")
    if request.param == "widely multiplied" and not HAS_WIDE_PRODUCTS:
        pytest.skip("the processor has none of 32 bytes")
    return {
        "chosen": chosen_from,
        "looked up": module.looked_up_from,
        "multiplied": module.multiplied_from,
        "widely multiplied": module.widely_multiplied_from,
    }[request.param]


def test_the_documented_check_value() -> None:
    assert chosen(np.frombuffer(b"123456789", np.uint8), 0, 9) == 0xCBF43926


def test_every_short_length(continued: Continued) -> None:
    for length in range(601):
        for at in (0, 1, 7, 16):
            expected = zlib.crc32(NOISE[at : at + length])
            assert continued(0, NOISE, at, length) == expected, (at, length)


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 2500), st.integers(0, 2500), st.integers(0, 2**32 - 1))
def test_any_length_after_any_other(at: int, length: int, crc: int) -> None:
    expected = zlib.crc32(NOISE[at : at + length], crc)
    assert chosen_from(crc, NOISE, at, length) == expected
    assert module.looked_up_from(crc, NOISE, at, length) == expected
    assert chosen(NOISE, at, length) == zlib.crc32(NOISE[at : at + length])


def test_what_was_begun_is_continued(continued: Continued) -> None:
    for cut in range(0, 200, 3):
        first = continued(0, NOISE, 0, cut)
        assert continued(first, NOISE, cut, 200 - cut) == zlib.crc32(NOISE[:200])
