"""The shortest decimals of doubles and of 32-bit floats, and their texts.

Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles"): of a number c * 2**q, the
two neighbours at the width of its interval, in powers of ten, and one power above, are compared
with the interval's ends, in products with a power of ten that are rounded to odd.

Numbers here are finite: callers have looked.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import store8, u8le
from binlog_kaitai.kernels.runtime.text import (
    ZERO,
    ZEROS,
    eight_digits,
    write_digits,
    write_int,
    write_unsigned,
)
from binlog_kaitai.kernels.runtime.words import (
    Codegen,
    double_bits,
    is_below,
    leading_zeros,
    product_high,
    quotient,
    shift_right,
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

_POINT, _MINUS, _PLUS, _E = b".-+e"
_ZERO_POINT = 0x2E30

_TENS = 10 ** np.arange(19, dtype=np.int64)
_E6, _E8, _E15, _E16 = 10**6, 10**8, 10**15, 10**16

_NUM_DIGITS = 17  # that a double takes at most

_UNKNOWN = -1
_UNIT_BITS = 59
_HALF = -(1 << 63)  # of a word's unsigned numbers
_ERROR = 2
_MAX_SHORT = 1e9
"""What has 15 digits in millionths is less."""
_MIN_REPR_MILLIONTHS = 100
"""What is less, `repr` has with an exponent."""


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
def _nearest(middle: int, lower: int, upper: int, step: int) -> tuple[int, bool, bool]:
    """Return the multiple of a step below the middle; whether it, and the next one, are inside."""
    below = quotient(middle, step)
    return below, lower <= below * step, below * step + step <= upper


@shared
def _decimal(significand: int, power: int, is_power_of_two: bool) -> tuple[int, int]:
    """Return the shortest decimal of significand * 2**power, and of these the nearest."""
    if -DOUBLE_BITS <= power <= 0 and trailing_zeros(significand) >= -power:
        return significand >> -power, 0
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
    return tens if is_shorter else digits, ten + is_shorter


@inlined
def _is_near(number: int, other: int) -> int:
    return is_below(number - other + _ERROR, 2 * _ERROR + 1)


@inlined
def _clear_decimal(significand: int, power: int) -> tuple[int, int]:
    """Return `_decimal` of a double's significand, or _UNKNOWN where that takes more than a look.

    One product tells the double in units of which its interval has one to ten. A decimal that is
    not well inside of the interval or outside of it, or nearly halfway to another one, is unknown.
    """
    ten = power * 1262611 >> 22
    shift = power + floor_log2_of_ten(-ten) + 1
    index = -ten - MIN_POWER << 4
    low, high = u8le(POWERS, index), u8le(POWERS, index + 8)
    factor = significand << shift
    carried = product_high(low, factor)
    behind = high * factor + carried
    whole = product_high(high, factor) + is_below(behind, carried)
    tens = 10 * quotient(whole, 10)
    # of ten units, in parts as small as int64 can hold
    over = (whole - tens << _UNIT_BITS) + shift_right(behind, 64 - _UNIT_BITS)
    under = (10 << _UNIT_BITS) - over
    half = shift_right(high, 65 - _UNIT_BITS - shift)
    if _is_near(over, half) | _is_near(under, half) | _is_near(behind, _HALF):
        return _UNKNOWN, ten
    is_down, is_up = is_below(over, half), is_below(under, half)
    nearest = whole - (behind >> 63)
    shorter = tens + 10 * is_up
    # both are made, as no processor foretells which it is
    return nearest ^ (nearest ^ shorter) & -(is_down | is_up), ten


@inlined
def shortest(number: float) -> tuple[int, int]:
    """Return the digits and the power of ten of the shortest decimal that is this double, unsigned.

    Of several it is the nearest; the digits, at most 17, may end with zeros.
    """
    bits = double_bits(number)
    fraction = bits & (1 << DOUBLE_BITS) - 1
    exponent = bits >> DOUBLE_BITS & 0x7FF
    if exponent > 0 and fraction > 0:
        digits, power = _clear_decimal(fraction | 1 << DOUBLE_BITS, exponent - DOUBLE_BIAS)
        if digits != _UNKNOWN:
            return digits, power
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
        return u8le(_SINGLES, exponent - 1 << 4), u8le(_SINGLES, (exponent - 1 << 4) + 8)
    if fraction > 0:
        return _decimal(fraction, 1 - _SINGLE_BIAS, False)
    return 0, 0


@inlined
def _num_digits(number: int) -> int:
    """Of a number below 2**63, at least one."""
    # bits times the logarithm of 2, or one less
    digits = (64 - leading_zeros(number | 1)) * 1233 >> 12
    return digits + (1 if digits == 0 or number >= u8le(_TENS, digits << 3) else 0)


class _Digits(NamedTuple):
    """The text of 17 digits of a decimal, as words: one, eight and eight of them, zeros behind.

    So many as `num_needed` are not zeros at the end, and the point is behind the first `num_whole`.
    """

    first: int
    middle: int
    last: int
    num_needed: int
    num_whole: int


@inlined
def _digits_of(digits: int, power: int) -> _Digits:
    if digits >= _E15:  # as most are that are long
        is_longest = is_below(_E16 - 1, digits)
        num_digits = 16 + is_longest
        digits *= 10 - 9 * is_longest
    else:
        num_digits = _num_digits(digits)
        digits *= u8le(_TENS, _NUM_DIGITS - num_digits << 3)
    first = quotient(digits, _E16)
    rest = digits - first * _E16
    high = quotient(rest, _E8)
    middle, last = eight_digits(high), eight_digits(rest - high * _E8)
    num_zeros = leading_zeros(last) >> 3
    if last == 0:
        num_zeros += leading_zeros(middle) >> 3
    count = _NUM_DIGITS - num_zeros
    return _Digits(first | ZERO, middle | ZEROS, last | ZEROS, count, num_digits + power)


@inlined
def _write_fixed(out: Any, at: int, digits: _Digits) -> int:
    """Write digits with a point, at most 16 of them before it, or 16 zeros behind it."""
    num_whole = digits.num_whole
    if num_whole <= 0:
        store8(out, at, _ZERO_POINT)
        store8(out, at + 2, ZEROS)
        store8(out, at + 10, ZEROS)
        at += 2 - num_whole
        store8(out, at, digits.first)
        store8(out, at + 1, digits.middle)
        store8(out, at + 9, digits.last)
        return at + digits.num_needed
    # what is behind the point is written twice, as what was stored is not at once read again
    store8(out, at, digits.first)
    store8(out, at + 1, digits.middle)
    point = at + num_whole
    if num_whole <= 9:
        store8(out, point, _POINT)
        store8(out, point + 1, shift_right(digits.middle, num_whole - 1 << 3 & 63))
        store8(out, at + 10, digits.last)
    else:
        store8(out, at + 9, digits.last)
        store8(out, point, _POINT)
        store8(out, point + 1, shift_right(digits.last, num_whole - 9 << 3))
    return point + 1 + max(digits.num_needed - num_whole, 1)


@inlined
def _write_mantissa(out: Any, at: int, digits: _Digits) -> int:
    """Write a digit, and others behind a point, and an e."""
    store8(out, at, digits.first)
    store8(out, at + 1, _POINT)
    store8(out, at + 2, digits.middle)
    store8(out, at + 10, digits.last)
    at += 1 if digits.num_needed == 1 else digits.num_needed + 1
    store8(out, at, _E)
    return at + 1


@inlined
def _write_sign(out: Any, at: int, is_negative: bool) -> int:
    store8(out, at, _MINUS)
    return at + 1 if is_negative else at


@inlined
def _millionths(number: float) -> int:
    """Return how many millionths a double without its sign is, or _UNKNOWN.

    Where a decimal of up to 15 digits is nearest to a double, no other one of so many digits is.
    """
    if number >= _MAX_SHORT:
        return _UNKNOWN
    millionths = int(number * _E6 + 0.5)
    return millionths if millionths / _E6 == number else _UNKNOWN


@inlined
def _write_short(out: Any, at: int, millionths: int) -> int:
    whole = quotient(millionths, _E6)
    at = write_unsigned(out, at, whole)
    decimals = eight_digits(100 * (millionths - whole * _E6))
    store8(out, at, _POINT | (decimals | ZEROS) << 8)
    return at + 1 + max(8 - (leading_zeros(decimals) >> 3), 1)


@shared
def _write_repr(out: Any, at: int, digits: int, power: int) -> int:
    decimal = _digits_of(digits, power)
    if _MIN_REPR < decimal.num_whole <= _MAX_REPR:
        return _write_fixed(out, at, decimal)
    at = _write_mantissa(out, at, decimal)
    exponent = decimal.num_whole - 1
    store8(out, at, _MINUS if exponent < 0 else _PLUS)
    exponent = abs(exponent)
    return write_digits(out, at + 1, exponent, 3 if exponent >= 100 else 2)


@inlined
def write_double(out: Any, at: int, number: float) -> int:
    """Write the `repr` of a double: at most MAX_DOUBLE_TEXT bytes."""
    at = _write_sign(out, at, double_bits(number) < 0)
    millionths = _millionths(abs(number))
    if millionths >= _MIN_REPR_MILLIONTHS:
        return _write_short(out, at, millionths)
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
    millionths = _millionths(abs(number))
    if millionths != _UNKNOWN:
        return _write_short(out, at, millionths)
    digits, power = shortest(number)
    decimal = _digits_of(digits, power)
    if _MIN_JSON < decimal.num_whole <= _MAX_JSON:
        return _write_fixed(out, at, decimal)
    return write_int(out, _write_mantissa(out, at, decimal), decimal.num_whole - 1)
