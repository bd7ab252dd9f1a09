"""Bits, places and numbers of any size in compiled code, against Python's own."""

import importlib
from io import BytesIO

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kaitaistruct import KaitaiStream

from binlog_kaitai.kernels.runtime import bits
from binlog_kaitai.kernels.runtime.compare import are_equal_far
from binlog_kaitai.kernels.runtime.stream import PADDING, uxbe, uxle

NOISE = np.random.default_rng(64).integers(0, 256, 16 + PADDING, np.uint8)


@numba.njit
def next_set(buffer: np.ndarray, at: int, first: int, end: int) -> int:
    return bits.next_set(buffer, at, first, end)


@numba.njit
def put_run(places: np.ndarray, at: int, before: np.ndarray, count: int, start: int) -> None:
    bits.put_run(places, at, before, 0, count, start)


@numba.njit
def equal(a: np.ndarray, b: np.ndarray, length: int) -> bool:
    return are_equal_far(a, 0, b, 0, length)


@numba.njit
def little(buffer: np.ndarray, at: int, size: int) -> int:
    return uxle(buffer, at, size)


@numba.njit
def big(buffer: np.ndarray, at: int, size: int) -> int:
    return uxbe(buffer, at, size)


@settings(deadline=None)  # the first call compiles
@given(st.sets(st.integers(0, 299), max_size=12), st.integers(0, 290), st.integers(0, 290))
def test_the_next_bit_is_found(of: set[int], first: int, end: int) -> None:
    bitmap = sum(1 << bit for bit in of).to_bytes(38, "little")
    buffer = np.frombuffer(b"\xff" + bitmap + b"\xff" * PADDING, np.uint8)
    expected = min((bit for bit in of if first <= bit < end), default=end)
    assert next_set(buffer, 1, first, end) == expected


def test_nothing_is_found_behind_the_end() -> None:
    assert next_set(np.full(100, 0xFF, np.uint8), 0, 7, 7) == 7
    assert next_set(np.array([0x80, *[0xFF] * 16], np.uint8), 0, 0, 7) == 7


@pytest.mark.parametrize("room", [0, 1, 8])
def test_places_are_put(room: int) -> None:
    before = np.arange(100, 200, 7)
    for count in range(len(before) + 1):
        places = np.full(2 + count + room, -5)
        put_run(places, 2, before, count, 1000)
        assert places[2 : 2 + count].tolist() == (before[:count] + 1000).tolist()
        assert places[:2].tolist() == [-5, -5]


def test_numbers_of_every_size() -> None:
    for size in range(9):
        for at in range(9):
            data = NOISE[at : at + size].tobytes()
            assert little(NOISE, at, size) % 2**64 == int.from_bytes(data, "little")
            assert big(NOISE, at, size) % 2**64 == int.from_bytes(data, "big")


@pytest.mark.parametrize("name", ["integer_le", "integer_be"])
def test_the_specs_read_the_same_numbers(name: str) -> None:
    module = importlib.import_module(f"binlog_kaitai.generated.{name}")
    cls = getattr(module, name.title().replace("_", ""))
    load = little if name == "integer_le" else big
    for size in range(9):
        tree = cls(size, KaitaiStream(BytesIO(NOISE.tobytes())))
        assert (tree.value - load(NOISE, 0, size)) % 2**64 == 0, size


def test_bytes_are_compared() -> None:
    for length in range(100):
        a = np.arange(100 + PADDING).astype(np.uint8)
        b = a.copy()
        b[length:] = 0
        assert equal(a, b, length)
        for at in range(length):
            b[at] ^= 1
            assert not equal(a, b, length), (at, length)
            b[at] ^= 1
