"""Runs of bits, the first in the lowest, and of the places of what lies between them."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from binlog_kaitai.kernels.runtime import stream
from binlog_kaitai.kernels.runtime.jit import inlined, intrinsic
from binlog_kaitai.kernels.runtime.stream import u8le
from binlog_kaitai.kernels.runtime.words import Codegen, shift_right, trailing_zeros

_WORD = 64  # bits
_PLACES = 4  # that are put at a time


@intrinsic
def _put_places(
    typing_context: Any, places: Any, at: Any, before: Any, before_at: Any, start: Any
) -> Codegen:
    """Put the next places, whether there are as many or not."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        block = ir.VectorType(word, _PLACES)
        to, source = (
            stream._address(context, builder, of, array, builder.shl(place, word(3)), block)
            for of, array, place in zip(signature.args[:4:2], args[:4:2], args[1:4:2], strict=True)
        )
        start = builder.insert_element(ir.Constant(block, ir.Undefined), args[4], ir.IntType(32)(0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), _PLACES), None)
        start = builder.shuffle_vector(start, ir.Constant(block, ir.Undefined), lanes)
        builder.store(builder.add(builder.load(source, align=8), start), to, align=8)
        return context.get_dummy_value()

    return types.void(places, types.int64, before, types.int64, types.int64), codegen


@inlined
def next_set(buffer: Any, at: int, first: int, end: int) -> int:
    """Return the first bit that is set, from one on up to an end; or the end.

    The bits begin at the byte `at`. Up to 7 bytes behind the last one are read.
    """
    while first < end:
        skipped = first & 7
        word = shift_right(u8le(buffer, at + (first >> 3)), skipped)
        if word != 0:
            return min(first + trailing_zeros(word), end)
        first += _WORD - skipped
    return end


@inlined
def put_run(places: Any, at: int, before: Any, before_at: int, count: int, start: int) -> None:
    """Put places: those in `before`, counted from a start. Up to 3 behind the last are written."""
    most = count + _PLACES - 1
    if at + most <= len(places) and before_at + most <= len(before):
        for done in range(0, count, _PLACES):
            _put_places(places, at + done, before, before_at + done, start)
    else:
        for done in range(count):
            places[at + done] = before[before_at + done] + start
