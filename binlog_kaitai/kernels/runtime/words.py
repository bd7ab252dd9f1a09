"""Arithmetic on words of 64 bits that Python's operators on int64 do not give.

Every argument and result is an int64 and stands for its bits; what divides takes them as
unsigned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

Codegen = tuple[Any, Callable[..., Any]]

_I1 = ir.IntType(1)
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_I128 = ir.IntType(128)


def _of_one(emit: Callable[[Any, Any], Any], argument: Any = types.int64) -> Callable[..., int]:
    @intrinsic
    def operation(typing_context: Any, value: Any) -> Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return emit(builder, args[0])

        return types.int64(argument), codegen

    return cast("Callable[..., int]", operation)


def _of_two(emit: Callable[[Any, Any, Any], Any]) -> Callable[..., int]:
    @intrinsic
    def operation(typing_context: Any, left: Any, right: Any) -> Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return emit(builder, args[0], args[1])

        return types.int64(types.int64, types.int64), codegen

    return cast("Callable[..., int]", operation)


def _single_bits(builder: Any, number: Any) -> Any:
    single = builder.fptrunc(number, ir.FloatType())
    return builder.zext(builder.bitcast(single, _I32), _I64)


quotient = _of_two(lambda builder, left, right: builder.udiv(left, right))
"""The whole part of one unsigned number divided by another."""

remainder = _of_two(lambda builder, left, right: builder.urem(left, right))
"""What is left of one unsigned number divided by another."""

shift_right = _of_two(lambda builder, value, count: builder.lshr(value, count))
"""The bits shifted by 0 to 63 places, zeros behind them."""

product_high = _of_two(
    lambda builder, left, right: builder.trunc(
        builder.lshr(builder.mul(builder.zext(left, _I128), builder.zext(right, _I128)), _I128(64)),
        _I64,
    )
)
"""The upper 64 of the 128 bits of two unsigned numbers' product."""

is_below = _of_two(
    lambda builder, left, right: builder.zext(builder.icmp_unsigned("<", left, right), _I64)
)
"""1 if an unsigned number is less than another, else 0."""

trailing_zeros = _of_one(lambda builder, value: builder.cttz(value, _I1(0)))
"""How many bits below the lowest set one: 64 if none is set."""

leading_zeros = _of_one(lambda builder, value: builder.ctlz(value, _I1(0)))
"""How many bits above the highest set one: 64 if none is set."""

double_bits = _of_one(lambda builder, number: builder.bitcast(number, _I64), types.float64)
"""The bits of a double."""

single_bits = _of_one(_single_bits, types.float64)
"""The 32 bits of the 32-bit float that is equal to a double."""
