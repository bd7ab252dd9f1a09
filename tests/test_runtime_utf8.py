"""Whether bytes are UTF-8, by compiled code, against Python's decoder."""

from itertools import product

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binlog_kaitai.kernels.runtime import utf8


@numba.njit
def is_utf8(buffer: np.ndarray, at: int, length: int) -> bool:
    return utf8.is_utf8(buffer, at, length)


@numba.njit
def is_ascii(buffer: np.ndarray, at: int, length: int) -> bool:
    return utf8.is_ascii(buffer, at, length)


@numba.njit
def accepted(buffer: np.ndarray, length: int) -> list[bool]:
    return [utf8.is_utf8(buffer, at, length) for at in range(0, buffer.size - 16, length)]


def is_decoded(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def agrees(data: bytes, after: bytes = b"\xff" * 16) -> bool:
    buffer = np.frombuffer(b"\x80\xff\xc3" + data + after, np.uint8)
    is_same = is_utf8(buffer, 3, len(data)) == is_decoded(data)
    return is_same and is_ascii(buffer, 3, len(data)) == data.isascii()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", True),
        (b"\x00", True),
        (b"plain text that is longer than 32 bytes, and ends", True),
        ("naïve".encode(), True),
        ("\U0010ffff\ud7ff\ue000".encode(), True),
        (b"\xed\xa0\x80", False),  # a surrogate
        (b"\xed\xbf\xbf", False),
        (b"\xc0\x80", False),  # longer than need be
        (b"\xc1\xbf", False),
        (b"\xe0\x9f\xbf", False),
        (b"\xf0\x8f\xbf\xbf", False),
        (b"\xf4\x90\x80\x80", False),  # above U+10FFFF
        (b"\xf5\x80\x80\x80", False),
        (b"\x80", False),
        (b"\xff", False),
        (b"\xe2\x82", False),  # cut off
        (b"12345678\xe2\x82", False),
        (b"\xc3" + b"12345678", False),
    ],
)
def test_is_utf8(data: bytes, expected: bool) -> None:
    assert is_decoded(data) is expected
    assert agrees(data)
    # what follows would complete or spoil it
    assert agrees(data, b"\x80" * 16)


@pytest.mark.parametrize("character", ["é", "漢", "\U0001f600"])
def test_characters_at_any_place(character: str) -> None:
    for length in range(70):
        for before in ("a" * length, "é" * (length // 2)):
            text = (before + character).encode()
            assert agrees(text + b"b" * 20)
            assert agrees(text + "é".encode() * 20)
            for cut in range(len(before.encode()), len(text)):
                # what follows would complete it
                assert agrees(text[:cut], text[cut:] + b"\x80" * 16)
                assert agrees(text[:cut] + b"b" * 20)
                assert agrees(text[:cut] + b"\x80" * 20)


def test_every_sequence_of_two_bytes() -> None:
    pairs = [bytes(pair) for pair in product(range(256), repeat=2)]
    buffer = np.frombuffer(b"".join(pairs) + b"\x80" * 16, np.uint8)
    assert accepted(buffer, 2) == list(map(is_decoded, pairs))


def test_every_kind_of_sequence_of_four_bytes() -> None:
    edges = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0]
    edges += [0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
    fours = [bytes(four) for four in product(edges, repeat=4)]
    buffer = np.frombuffer(b"".join(fours) + b"\x80" * 16, np.uint8)
    assert accepted(buffer, 4) == list(map(is_decoded, fours))


@settings(deadline=None)  # the first call compiles
@given(st.binary(max_size=80))
def test_any_bytes(data: bytes) -> None:
    assert agrees(data)


@given(st.text(), st.binary(max_size=2), st.integers(0, 100))
def test_any_text_that_is_cut_or_spoilt(text: str, spoilt: bytes, at: int) -> None:
    data = text.encode()
    assert agrees(data)
    assert agrees(data[:at])
    assert agrees(data[at:])
    assert agrees(data[:at] + spoilt + data[at:])


@settings(deadline=None)
@given(st.text(min_size=30, max_size=100), st.integers(0, 400), st.binary(max_size=4))
def test_long_texts_with_a_fault(text: str, at: int, fault: bytes) -> None:
    data = text.encode()
    at = min(at, len(data))
    assert agrees(data)
    assert agrees(data[:at] + fault + data[at:])
    assert agrees(data[: len(data) - at % 4], b"\x80" * 16)
