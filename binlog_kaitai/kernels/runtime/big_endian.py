"""Kaitai's big-endian numbers that no value of the binary log is: signed ones and floats.

They are as those of `stream`, which has the others: their compiled kernels need not know of these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types

from binlog_kaitai.kernels.runtime.jit import inlined, intrinsic
from binlog_kaitai.kernels.runtime.stream import u2be, u4be, u8be

_Codegen = tuple[Any, Callable[..., Any]]

s8be = u8be


@inlined
def s2be(buffer: Any, at: int) -> int:
    """Two bytes, as signed."""
    return int((u2be(buffer, at) ^ 0x8000) - 0x8000)


@inlined
def s4be(buffer: Any, at: int) -> int:
    """Four bytes, as signed."""
    return int((u4be(buffer, at) ^ 0x80000000) - 0x80000000)


@intrinsic
def _double_of(typing_context: Any, bits: Any) -> _Codegen:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), codegen


@intrinsic
def _single_of(typing_context: Any, bits: Any) -> _Codegen:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        single = builder.bitcast(builder.trunc(args[0], ir.IntType(32)), ir.FloatType())
        return builder.fpext(single, ir.DoubleType())

    return types.float64(types.int64), codegen


@inlined
def f4be(buffer: Any, at: int) -> float:
    """Widen a float of four bytes to one of eight."""
    return float(_single_of(u4be(buffer, at)))


@inlined
def f8be(buffer: Any, at: int) -> float:
    """Return a float of eight bytes."""
    return float(_double_of(u8be(buffer, at)))
