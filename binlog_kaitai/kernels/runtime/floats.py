"""The shortest decimals of doubles and of 32-bit floats, and their texts.

Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles"): of a number c * 2**q, the
two neighbours at the width of its interval, in powers of ten, and one power above, are compared
with the interval's ends, in products with a power of ten that are rounded to odd.

Numbers here are finite: callers have looked.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8, u8le
from binlog_kaitai.kernels.runtime.text import write_digits, write_int, write_unsigned
from binlog_kaitai.kernels.runtime.words import (
    Codegen,
    double_bits,
    leading_zeros,
    quotient,
    single_bits,
    trailing_zeros,
)

MAX_DOUBLE_TEXT = 24
MAX_FLOAT32_TEXT = 19
MAX_JSON_DOUBLE_TEXT = 34

DOUBLE_BITS, DOUBLE_BIAS = 52, 1023 + 52
_SINGLE_BITS, _SINGLE_BIAS = 23, 127 + 23

MIN_POWER, MAX_POWER = -292, 324  # of ten, that doubles are multiplied by

# digits before the point of a number without an exponent: more than, and at most
_MIN_REPR, _MAX_REPR = -4, 16
_MIN_JSON, _MAX_JSON = -15, 15

_ZEROS = 0x3030303030303030
_POINT, _MINUS, _PLUS, _E = b".-+e"
_POINT_ZERO = 0x302E
_ZERO_POINT = 0x2E30

_TENS = 10 ** np.arange(19, dtype=np.int64)


@inlined
def floor_log2_of_ten(power: int) -> int:
    """Return the exponent of two of 10**power."""
    return power * 1741647 >> 19


def _powers() -> Any:
    """10**power as 128 bits from the first that is set, rounded up: the low words and the high."""
    words = np.empty((MAX_POWER + 1 - MIN_POWER, 2), np.uint64)
    for power in range(MIN_POWER, MAX_POWER + 1):
        places = 127 - (power * 1741647 >> 19)
        over, under = 10 ** max(power, 0), 10 ** max(-power, 0)
        over, under = over << max(places, 0), under << max(-places, 0)
        bits = -(-over // under)
        words[power - MIN_POWER] = bits & (1 << 64) - 1, bits >> 64
    return words.ravel()


POWERS = _powers()
"""Of each power of ten from MIN_POWER on, what `_powers` has: two words."""


def _single_of(number: float) -> tuple[int, int]:
    """Return the nearest decimal of so few digits that it is the same 32-bit float."""
    for digits in range(6, 10):
        mantissa, _, exponent = f"{number:.{digits - 1}e}".partition("e")
        if ctypes.c_float(float(f"{mantissa}e{exponent}")).value == number:
            break
    text = mantissa.replace(".", "")
    return int(text), int(exponent) + 1 - len(text)


# The interval around a power of two is shorter below it. The shortest decimal in it need not be
# the nearest of so many digits, which is the one that is wanted of a 32-bit float.
_SINGLES = np.array([_single_of(2.0**power) for power in range(-126, 128)], np.int64).ravel()


@intrinsic
def _intrinsic_rounded(typing_context: Any, high: Any, low: Any, factor: Any) -> Codegen:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, wide = ir.IntType(64), ir.IntType(128)
        high, low, factor = (builder.zext(arg, wide) for arg in args)
        carried = builder.lshr(builder.mul(low, factor), wide(64))
        product = builder.add(builder.mul(high, factor), carried)
        is_inexact = builder.icmp_unsigned(">", builder.trunc(product, word), word(1))
        whole = builder.trunc(builder.lshr(product, wide(64)), word)
        return builder.or_(whole, builder.zext(is_inexact, word))

    return types.int64(types.int64, types.int64, types.int64), codegen


_rounded_to_odd = cast("Callable[[int, int, int], int]", _intrinsic_rounded)
"""The product of a power of ten, two words, and a factor, without its last 128 bits."""


@inlined
def _stripped(digits: int, power: int) -> tuple[int, int]:
    """Return the same number without zeros at its end; it is not zero itself."""
    if quotient(digits, 10) * 10 != digits:
        return digits, power  # as most are that are long
    while digits >= 10**8 and quotient(digits, 10**8) * 10**8 == digits:
        digits, power = quotient(digits, 10**8), power + 8
    if quotient(digits, 10**4) * 10**4 == digits:
        digits, power = quotient(digits, 10**4), power + 4
    if quotient(digits, 10**2) * 10**2 == digits:
        digits, power = quotient(digits, 10**2), power + 2
    if quotient(digits, 10) * 10 == digits:
        digits, power = quotient(digits, 10), power + 1
    return digits, power


@inlined
def _nearest(middle: int, lower: int, upper: int, step: int) -> tuple[int, bool, bool]:
    """Return the multiple of a step below the middle; whether it, and the next one, are inside."""
    below = quotient(middle, step)
    return below, lower <= below * step, below * step + step <= upper


@shared
def _decimal(significand: int, power: int, is_power_of_two: bool) -> tuple[int, int]:
    """Return the shortest decimal of significand * 2**power, and of these the nearest."""
    if -DOUBLE_BITS <= power <= 0 and trailing_zeros(significand) >= -power:
        return _stripped(significand >> -power, 0)
    # everything is in quarters of the decimal's unit
    closer = 1 if is_power_of_two else 0
    ten = power * 1262611 - closer * 524031 >> 22
    shift = power + floor_log2_of_ten(-ten) + 1
    index = -ten - MIN_POWER << 4
    low, high = u8le(POWERS, index), u8le(POWERS, index + 8)
    middle = _rounded_to_odd(high, low, 4 * significand << shift)
    # ends belong to numbers that are even
    odd = significand & 1
    lower = _rounded_to_odd(high, low, 4 * significand - 2 + closer << shift) + odd
    upper = _rounded_to_odd(high, low, 4 * significand + 2 << shift) - odd
    tens, is_below, is_above = _nearest(middle, lower, upper, 40)
    is_shorter = (tens > 0) & (is_below != is_above)
    tens += is_above
    digits, is_below, is_above = _nearest(middle, lower, upper, 4)
    half = 4 * digits + 2
    is_upper = (middle > half) | (middle == half) & (digits & 1 == 1)
    digits += is_above if is_below != is_above else is_upper
    # both are made, as no processor foretells which it is
    return _stripped(tens if is_shorter else digits, ten + is_shorter)


@inlined
def shortest(number: float) -> tuple[int, int]:
    """Return the digits and the power of ten of the shortest decimal that is this double, unsigned.

    Of several it is the nearest; the digits do not end with zero, unless they are 0.
    """
    bits = double_bits(number)
    fraction = bits & (1 << DOUBLE_BITS) - 1
    exponent = bits >> DOUBLE_BITS & 0x7FF
    if exponent > 0:
        is_closer = fraction == 0 and exponent > 1
        return _decimal(fraction | 1 << DOUBLE_BITS, exponent - DOUBLE_BIAS, is_closer)
    if fraction > 0:
        return _decimal(fraction, 1 - DOUBLE_BIAS, False)
    return 0, 0


@inlined
def shortest32(number: float) -> tuple[int, int]:
    """`shortest` of a double that holds a 32-bit float: of decimals that are this float.

    Of a power of two, the nearest of so many digits is taken, or else of more digits.
    """
    bits = single_bits(number)
    fraction = bits & (1 << _SINGLE_BITS) - 1
    exponent = bits >> _SINGLE_BITS & 0xFF
    if exponent > 0 and fraction > 0:
        return _decimal(fraction | 1 << _SINGLE_BITS, exponent - _SINGLE_BIAS, False)
    if exponent > 0:
        return _stripped(u8le(_SINGLES, exponent - 1 << 4), u8le(_SINGLES, (exponent - 1 << 4) + 8))
    if fraction > 0:
        return _decimal(fraction, 1 - _SINGLE_BIAS, False)
    return 0, 0


@inlined
def _write_zeros(out: Any, at: int, count: int) -> int:
    """At most 16 zeros."""
    store8(out, at, _ZEROS)
    store8(out, at + 8, _ZEROS)
    return at + count


@inlined
def _write_point_inside(out: Any, at: int, digits: int, num_whole: int) -> int:
    """Digits, at most 17, with a point behind some of them that are not all."""
    end = write_unsigned(out, at, digits)
    point = at + num_whole
    first, second = u8le(out, point), u8le(out, point + 8)
    store8(out, point, _POINT)
    store8(out, point + 1, first)
    store8(out, point + 9, second)
    return end + 1


@shared
def _write_fixed(out: Any, at: int, digits: int, power: int, num_whole: int) -> int:
    if power >= 0:
        at = _write_zeros(out, write_unsigned(out, at, digits), power)
        store8(out, at, _POINT_ZERO)
        return at + 2
    if num_whole > 0:
        return _write_point_inside(out, at, digits, num_whole)
    store8(out, at, _ZERO_POINT)
    return write_unsigned(out, _write_zeros(out, at + 2, -num_whole), digits)


@shared
def _write_mantissa(out: Any, at: int, digits: int) -> int:
    """Write a digit, and others behind a point, and an e."""
    is_single = digits < 10
    at = write_unsigned(out, at, digits) if is_single else _write_point_inside(out, at, digits, 1)
    store8(out, at, _E)
    return at + 1


@inlined
def _write_sign(out: Any, at: int, is_negative: bool) -> int:
    store8(out, at, _MINUS)
    return at + 1 if is_negative else at


@inlined
def _num_digits(number: int) -> int:
    """Of a number below 2**63, at least one."""
    # bits times the logarithm of 2, or one less
    digits = (64 - leading_zeros(number | 1)) * 1233 >> 12
    return digits + (1 if digits == 0 or number >= u8le(_TENS, digits << 3) else 0)


@shared
def _write_repr(out: Any, at: int, digits: int, power: int) -> int:
    num_whole = _num_digits(digits) + power
    if _MIN_REPR < num_whole <= _MAX_REPR:
        return _write_fixed(out, at, digits, power, num_whole)
    at = _write_mantissa(out, at, digits)
    exponent = num_whole - 1
    store8(out, at, _MINUS if exponent < 0 else _PLUS)
    exponent = abs(exponent)
    return write_digits(out, at + 1, exponent, 3 if exponent >= 100 else 2)


@inlined
def write_double(out: Any, at: int, number: float) -> int:
    """Write the `repr` of a double: at most MAX_DOUBLE_TEXT bytes."""
    at = _write_sign(out, at, double_bits(number) < 0)
    digits, power = shortest(number)
    return _write_repr(out, at, digits, power)


@inlined
def write_float32(out: Any, at: int, number: float) -> int:
    """Write a 32-bit float, held by a double, as its `repr`: at most MAX_FLOAT32_TEXT bytes."""
    at = _write_sign(out, at, double_bits(number) < 0)
    digits, power = shortest32(number)
    return _write_repr(out, at, digits, power)


@shared
def write_json_double(out: Any, at: int, number: float) -> int:
    """Write a double as MySQL's server has it in JSON: at most MAX_JSON_DOUBLE_TEXT bytes."""
    at = _write_sign(out, at, double_bits(number) < 0)
    digits, power = shortest(number)
    num_whole = _num_digits(digits) + power
    if _MIN_JSON < num_whole <= _MAX_JSON:
        return _write_fixed(out, at, digits, power, num_whole)
    return write_int(out, _write_mantissa(out, at, digits), num_whole - 1)
