"""The CRC-32 of zlib and Ethernet, as binary logs end their events with.

A processor that multiplies without carries folds 64 bytes at a time (Gopal et al., "Fast CRC
Computation for Generic Polynomials Using PCLMULQDQ Instruction"), or 128 where it has products of
32 bytes; others look 16 bytes up in 16 tables. All constants are powers of x modulo the polynomial.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.simd import (
    HAS_PRODUCTS,
    HAS_WIDE_PRODUCTS,
    common,
    differing,
    first_half,
    high_product,
    high_word,
    joined,
    lanes,
    load16,
    low_product,
    permuted,
    second_half,
)
from binlog_kaitai.kernels.runtime.stream import u1, u4le, u8le

_POLYNOMIAL = 0x104C11DB7  # bit i is the coefficient of x**i
_DEGREE = 32
_ONES = 0xFFFFFFFF


def _power(exponent: int) -> int:
    """x**exponent modulo the polynomial."""
    value = 1
    for _ in range(exponent):
        value <<= 1
        if value >> _DEGREE:
            value ^= _POLYNOMIAL
    return value


def _mirrored(value: int, num_bits: int) -> int:
    """Return the lowest bits in the opposite order, as CRC-32 has them, as an int64."""
    mirrored = int(f"{value:0{num_bits}b}"[::-1], 2)
    return mirrored - (1 << 64) if mirrored >> 63 else mirrored


def _factors(num_bytes: int) -> tuple[int, int]:
    """Return what the two words of lanes are multiplied by to be `num_bytes` further ahead.

    A product of mirrored words is mirrored in 127 bits: in 128 it is one power of x too high.
    """
    num_bits = 8 * num_bytes
    return _mirrored(_power(num_bits + 63), 64), _mirrored(_power(num_bits - 1), 64)


def _barrett() -> int:
    """x**95 divided by the polynomial, of whose product with a word the quotient is the half."""
    quotient, left = 0, 1 << 95
    for bit in range(95 - _DEGREE, -1, -1):
        if left >> (bit + _DEGREE) & 1:
            quotient |= 1 << bit
            left ^= _POLYNOMIAL << bit
    return quotient


def _tables() -> Any:
    """Sixteen tables: the CRC of a byte that 0 to 15 zero bytes follow."""
    tables = np.empty((16, 256), np.uint32)
    tables[0] = np.arange(256)
    for _ in range(8):
        odd = np.where(tables[0] & 1, np.uint32(_mirrored(_POLYNOMIAL, 33) >> 1), np.uint32(0))
        tables[0] = tables[0] >> 1 ^ odd
    for index in range(1, 16):
        tables[index] = tables[index - 1] >> 8 ^ tables[0][tables[index - 1] & 0xFF]
    return tables


_TABLES = _tables().ravel()

_LOW_128, _HIGH_128 = _factors(128)
_LOW_64, _HIGH_64 = _factors(64)
_LOW_48, _HIGH_48 = _factors(48)
_LOW_32, _HIGH_32 = _factors(32)
_LOW_16, _HIGH_16 = _factors(16)

# to the upper 96 of 128 bits, as what they divide is then a word
_TO_96_BITS = _mirrored(_power(96) << 31, 64)
_QUOTIENT = _mirrored(_barrett(), 64)
_MODULUS = _mirrored((_POLYNOMIAL ^ 1 << _DEGREE) << 31, 64)

# from n on: moves the first n of 16 bytes to their end; from 16 + n on: the others to their start
_PLACES = np.array([0x80] * 16 + list(range(16)) + [0x80] * 16, np.uint8)

# from n on: keeps the last n of 16 bytes
_KEPT = np.array([0] * 16 + [0xFF] * 16, np.uint8)


@inlined
def _entry(table: int, byte: int) -> int:
    entry: int = u4le(_TABLES, table << 10 | (byte & 0xFF) << 2)
    return entry


@inlined
def _eight_looked_up(word: int, following: int) -> int:
    """Return the state after eight bytes, if `following` zero bytes, 0 or 8, follow."""
    return (
        _entry(following + 7, word)
        ^ _entry(following + 6, word >> 8)
        ^ _entry(following + 5, word >> 16)
        ^ _entry(following + 4, word >> 24)
        ^ _entry(following + 3, word >> 32)
        ^ _entry(following + 2, word >> 40)
        ^ _entry(following + 1, word >> 48)
        ^ _entry(following, word >> 56)
    )


@shared
def looked_up_from(crc: int, buffer: Any, at: int, length: int) -> int:
    """`crc32_from` of any processor."""
    state = crc ^ _ONES
    end = at + length
    while end - at >= 16:
        first = _eight_looked_up(u8le(buffer, at) ^ state, 8)
        state = first ^ _eight_looked_up(u8le(buffer, at + 8), 0)
        at += 16
    if end - at >= 8:
        state = _eight_looked_up(u8le(buffer, at) ^ state, 0)
        at += 8
    if end - at >= 4:
        # after four bytes nothing is left of the state but what they make of it
        state = _eight_looked_up((u4le(buffer, at) ^ state) << 32, 0)
        at += 4
    while at < end:
        state = state >> 8 ^ _entry(0, state ^ u1(buffer, at))
        at += 1
    return state ^ _ONES


@inlined
def _folded(ahead: Any, factors: Any, behind: Any) -> Any:
    return differing(differing(low_product(ahead, factors), high_product(ahead, factors)), behind)


@inlined
def _reduced(rest: Any) -> int:
    """Return the state that 16 bytes leave.

    That is the rest of 96 bits, whose first 64 tell how often the polynomial is in them.
    """
    low = low_product(rest, lanes(_TO_96_BITS, 0))
    bits_96 = differing(low, lanes(high_word(rest), 0))
    times = low_product(bits_96, lanes(_QUOTIENT, 0))
    multiple = low_product(times, lanes(_MODULUS, 0))
    return high_word(differing(bits_96, multiple)) & _ONES


@inlined
def _load32(buffer: Any, at: int) -> Any:
    return joined(load16(buffer, at), load16(buffer, at + 16))


@inlined
def _wide_factors(low: int, high: int) -> Any:
    return joined(lanes(low, high), lanes(low, high))


@inlined
def _folded_widely(crc: int, buffer: Any, at: int, end: int) -> tuple[Any, int]:
    """Fold bytes, 128 at a time, to the last 16 of them; return these, and where the others are."""
    rest = differing(_load32(buffer, at), joined(lanes(crc ^ _ONES, 0), lanes(0, 0)))
    second = _load32(buffer, at + 32)
    third = _load32(buffer, at + 64)
    fourth = _load32(buffer, at + 96)
    by_128 = _wide_factors(_LOW_128, _HIGH_128)
    at += 128
    while end - at >= 128:
        rest = _folded(rest, by_128, _load32(buffer, at))
        second = _folded(second, by_128, _load32(buffer, at + 32))
        third = _folded(third, by_128, _load32(buffer, at + 64))
        fourth = _folded(fourth, by_128, _load32(buffer, at + 96))
        at += 128
    by_32 = _wide_factors(_LOW_32, _HIGH_32)
    rest = _folded(_folded(_folded(rest, by_32, second), by_32, third), by_32, fourth)
    while end - at >= 32:
        rest = _folded(rest, by_32, _load32(buffer, at))
        at += 32
    return _folded(first_half(rest), lanes(_LOW_16, _HIGH_16), second_half(rest)), at


@inlined
def _folded_by_four(crc: int, buffer: Any, at: int, end: int) -> tuple[Any, int]:
    """Fold likewise, 64 bytes at a time."""
    rest = differing(load16(buffer, at), lanes(crc ^ _ONES, 0))
    second = load16(buffer, at + 16)
    third = load16(buffer, at + 32)
    fourth = load16(buffer, at + 48)
    at += 64
    by_64 = lanes(_LOW_64, _HIGH_64)
    while end - at >= 64:
        rest = _folded(rest, by_64, load16(buffer, at))
        second = _folded(second, by_64, load16(buffer, at + 16))
        third = _folded(third, by_64, load16(buffer, at + 32))
        fourth = _folded(fourth, by_64, load16(buffer, at + 48))
        at += 64
    late = _folded(third, lanes(_LOW_16, _HIGH_16), fourth)
    early = _folded(second, lanes(_LOW_32, _HIGH_32), late)
    return _folded(rest, lanes(_LOW_48, _HIGH_48), early), at


def _multiplied(*, is_wide: bool) -> Callable[[int, Any, int, int], int]:
    @shared
    def multiplied_from(crc: int, buffer: Any, at: int, length: int) -> int:
        if length < 16:
            return looked_up_from(crc, buffer, at, length)
        end = at + length
        if is_wide and length >= 128:
            rest, at = _folded_widely(crc, buffer, at, end)
        elif length >= 64:
            rest, at = _folded_by_four(crc, buffer, at, end)
        else:
            rest = differing(load16(buffer, at), lanes(crc ^ _ONES, 0))
            at += 16
        by_16 = lanes(_LOW_16, _HIGH_16)
        while end - at >= 16:
            rest = _folded(rest, by_16, load16(buffer, at))
            at += 16
        left = end - at
        if left > 0:
            # the last 16 bytes are a block too: it has the end of the one before it
            ahead = permuted(rest, load16(_PLACES, left))
            behind = permuted(rest, load16(_PLACES, left + 16))
            unread = common(load16(buffer, end - 16), load16(_KEPT, left))
            rest = _folded(ahead, by_16, differing(behind, unread))
        return _reduced(rest) ^ _ONES

    return multiplied_from


multiplied_from = _multiplied(is_wide=False)
"""`crc32_from` of a processor that has carry-less products."""

widely_multiplied_from = _multiplied(is_wide=True)
"""`crc32_from` of a processor that has them of 32 bytes."""

_from = multiplied_from if HAS_PRODUCTS else looked_up_from
if HAS_WIDE_PRODUCTS:
    _from = widely_multiplied_from


@inlined
def crc32_from(crc: int, buffer: Any, at: int, length: int) -> int:
    """Return the CRC-32 of bytes, from 0 to 2**32 - 1, that follow others whose CRC-32 is `crc`."""
    return _from(crc, buffer, at, length)


@inlined
def crc32(buffer: Any, at: int, length: int) -> int:
    """Return the CRC-32 of bytes, from 0 to 2**32 - 1."""
    return _from(0, buffer, at, length)
