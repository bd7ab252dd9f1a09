"""Decimals to doubles: the way back from `floats`, by the same powers of ten.

Digits times a power that is rounded up, in 192 bits, is less than one unit of the middle word above
the truth (after Lemire, "Number parsing at a gigabyte per second"). Only where the bits behind a
double's begin with just a half might that matter.
"""

from __future__ import annotations

from binlog_kaitai.kernels.runtime.floats import (
    DOUBLE_BIAS,
    DOUBLE_BITS,
    MIN_POWER,
    POWERS,
    floor_log2_of_ten,
)
from binlog_kaitai.kernels.runtime.jit import shared
from binlog_kaitai.kernels.runtime.stream import u8le
from binlog_kaitai.kernels.runtime.words import is_below, leading_zeros, product_high, shift_right

_MAX_POWER = 308
_MAX_EXPONENT = 0x7FE  # of finite numbers

UNKNOWN = -1
"""No bits of a double without a sign."""


@shared
def nearest_double(digits: int, power: int) -> int:
    """Return the bits of the double that is nearest to digits * 10**power; the digits are unsigned.

    UNKNOWN where it is not a normal number, or it takes more than 192 bits to tell.
    """
    if digits == 0:
        return 0
    if power < MIN_POWER or power > _MAX_POWER:
        return UNKNOWN
    shift = leading_zeros(digits)
    digits <<= shift
    index = power - MIN_POWER << 4
    low, high = u8le(POWERS, index), u8le(POWERS, index + 8)
    middle = digits * high + product_high(digits, low)
    top = product_high(digits, high) + is_below(middle, digits * high)
    # those bits of the top word that a double does not hold
    num_behind = 63 - DOUBLE_BITS - leading_zeros(top)
    half = 1 << num_behind - 1
    behind = top & 2 * half - 1
    if behind == half and middle == 0:
        return UNKNOWN
    exponent = num_behind + 1 + floor_log2_of_ten(power) - shift + DOUBLE_BIAS
    if exponent < 1 or exponent > _MAX_EXPONENT:
        return UNKNOWN
    # the first bit of the significand adds one to the exponent, and a carry one more
    significand = shift_right(top, num_behind) + (1 if behind >= half else 0)
    bits = (exponent - 1 << DOUBLE_BITS) + significand
    return bits if bits >> DOUBLE_BITS <= _MAX_EXPONENT else UNKNOWN
