"""Numbers, base64 and JSON strings of compiled code, against Python's own."""

import base64
import json
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binlog_kaitai.kernels.runtime import base64_text
from binlog_kaitai.kernels.runtime import text as module

INTEGERS = [
    0,
    *(sign * 10**power + step for power in range(19) for step in (-1, 0, 1) for sign in (-1, 1)),
    *(2**power + step for power in range(63) for step in (-1, 0)),
    2**63 - 1,
    -(2**63),
]
FILL = 0xAA
BEFORE = b"\xff\x80"
AFTER = 2 * b"\xfe\x22\x5c\x00\xff\x0a\xfd\x80"


@numba.njit
def write_int(out: Any, at: int, value: int) -> int:
    return module.write_int(out, at, value)


@numba.njit
def write_unsigned(out: Any, at: int, value: int) -> int:
    return module.write_unsigned(out, at, value)


@numba.njit
def write_digits(out: Any, at: int, value: int, count: int) -> int:
    return module.write_digits(out, at, value, count)


@numba.njit
def len_base64(length: int) -> int:
    return base64_text.len_base64(length)


def written(writer: Callable[..., int], *arguments: Any, room: int = module.MAX_INT_TEXT) -> str:
    out = np.full(3 + room + module.SLACK + 8, FILL, np.uint8)
    end = writer(out, 3, *arguments)
    data = out.tobytes()
    assert end <= 3 + room
    assert data[:3] == bytes([FILL] * 3)
    assert set(data[end + module.SLACK :]) <= {FILL}
    return data[3:end].decode()


def between(data: bytes) -> tuple[np.ndarray, int, int]:
    return np.frombuffer(BEFORE + data + AFTER, np.uint8), len(BEFORE), len(data)


def test_integers() -> None:
    for value in INTEGERS:
        assert written(write_int, value) == str(value)
        assert written(write_unsigned, value) == str(value % 2**64)


@settings(deadline=None)  # the first call compiles
@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 63))
def test_any_integer(value: int, shift: int) -> None:
    assert written(write_int, value >> shift) == str(value >> shift)
    assert written(write_unsigned, value >> shift) == str((value >> shift) % 2**64)


@settings(deadline=None)
@given(st.integers(0, 2**63 - 1), st.integers(0, 63), st.integers(0, 19))
def test_any_digits(value: int, shift: int, count: int) -> None:
    value >>= shift
    expected = f"{value:030d}"[30 - count :]
    assert written(write_digits, value, count) == expected


@pytest.mark.parametrize(
    ("value", "count", "text"),
    [
        (7, 2, "07"),
        (0, 0, ""),
        (0, 9, "000000000"),
        (123456789, 9, "123456789"),
        (5, 17, "0" * 16 + "5"),
    ],
)
def test_digits(value: int, count: int, text: str) -> None:
    assert written(write_digits, value, count) == text


def test_base64_of_every_short_length() -> None:
    noise = np.random.default_rng(64).bytes(400)
    for length in range(400):
        data = noise[:length]
        plain = base64.b64encode(data).decode()
        lines = base64.encodebytes(data).decode().rstrip()
        assert len_base64(length) == len(plain)
        assert written(base64_text.write_base64, *between(data), room=len(plain)) == plain
        lines = lines.replace("\n", "\\n")
        assert written(base64_text.write_base64_lines, *between(data), room=len(lines)) == lines


@given(st.binary(max_size=300))
def test_any_base64(data: bytes) -> None:
    plain = base64.b64encode(data).decode()
    assert written(base64_text.write_base64, *between(data), room=len(plain)) == plain


def quoted(text: str) -> str:
    place = between(text.encode())
    length = module.len_quoted(*place)
    quoted = written(module.write_quoted, *place, room=length)
    assert len(quoted.encode()) == length
    assert written(module.write_any_quoted, *place, room=length) == quoted
    return quoted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", '""'),
        ("plain", '"plain"'),
        ('say "no"', r'"say \"no\""'),
        ("a\\b", r'"a\\b"'),
        ("\b\f\n\r\t", r'"\b\f\n\r\t"'),
        ("\0\x1f\x7f", '"\\u0000\\u001f\x7f"'),
        ("naïve €", '"naïve €"'),
        ("12345678\n12345678", r'"12345678\n12345678"'),
    ],
)
def test_quoted(text: str, expected: str) -> None:
    assert quoted(text) == expected == json.dumps(text, ensure_ascii=False)


def test_every_byte_at_every_place_is_quoted_as_json_has_it() -> None:
    for code in range(0x180):
        for at in range(17):
            text = "." * at + chr(code) + "." * (17 - at)
            assert quoted(text) == json.dumps(text, ensure_ascii=False)


@settings(deadline=None)
@given(st.text() | st.text(st.sampled_from('"\\\n\0\x1f !#[]\x7f€é\U0001f600')))
def test_any_text_is_quoted_as_json_has_it(text: str) -> None:
    assert quoted(text) == json.dumps(text, ensure_ascii=False)


@given(st.text(max_size=80), st.integers(0, 160), st.sampled_from([b"\x80", b"\xc3", b"\xed\xa0"]))
def test_quoted_bytes_that_are_no_text(text: str, at: int, fault: bytes) -> None:
    data = text.encode()
    data = data[:at] + fault + data[at:]
    try:
        expected = len(quoted(data.decode()).encode())
    except UnicodeDecodeError:
        expected = module.NO_TEXT
    out = np.zeros(6 * len(data) + 64, np.uint8)
    assert module.write_any_quoted(out, 0, *between(data)) == expected
