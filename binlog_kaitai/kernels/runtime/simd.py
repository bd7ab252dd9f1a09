"""Sixteen bytes in one vector register, or 32, and carry-less products of them.

`HAS_PRODUCTS` tells whether the processor that Numba compiles for has what this needs, and
`HAS_WIDE_PRODUCTS` whether also of 32 bytes; the functions can be compiled only there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import models, register_model

from binlog_kaitai.kernels.runtime.jit import intrinsic
from binlog_kaitai.kernels.runtime.words import Codegen

_I8 = ir.IntType(8)
_I64 = ir.IntType(64)
_I32 = ir.IntType(32)
_WORDS = ir.VectorType(_I64, 2)
_BYTES = ir.VectorType(_I8, 16)


def _has(*needed: str) -> bool:
    # the triple, name and features that Numba's own cache tells processors apart by
    triple, _, features = cpu_target.target_context.codegen().magic_tuple()
    return triple.startswith("x86_64") and set(needed).issubset(features.split(","))


HAS_PRODUCTS = _has("+pclmul", "+ssse3")
HAS_WIDE_PRODUCTS = HAS_PRODUCTS and _has("+avx2", "+vpclmulqdq")


class _Lanes(types.Type):  # type: ignore[misc, unused-ignore]
    def __init__(self, num_words: int) -> None:
        super().__init__(name=f"binlog_kaitai.Lanes{num_words}")
        self.num_words = num_words


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc, unused-ignore]
    def __init__(self, manager: Any, numba_type: Any) -> None:
        words = ir.VectorType(_I64, numba_type.num_words)
        super().__init__(manager, numba_type, words)  # type: ignore[no-untyped-call]


_LANES, _WIDE = _Lanes(2), _Lanes(4)


@intrinsic
def load16(typing_context: Any, buffer: Any, at: Any) -> Codegen:
    """Return the lanes of bytes `at` to `at + 15` of an array of uint8."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.gep(builder.bitcast(data, _I8.as_pointer()), [args[1]])
        return builder.load(builder.bitcast(place, _WORDS.as_pointer()), align=1)

    return _LANES(buffer, types.int64), codegen


@intrinsic
def lanes(typing_context: Any, low: Any, high: Any) -> Codegen:
    """Two int64 as lanes: `low` has the bytes that come first in memory."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector = builder.insert_element(ir.Constant(_WORDS, None), args[0], _I32(0))
        return builder.insert_element(vector, args[1], _I32(1))

    return _LANES(types.int64, types.int64), codegen


def _word(index: int) -> Callable[..., int]:
    @intrinsic
    def word(typing_context: Any, vector: Any) -> Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.extract_element(args[0], _I32(index))

        return types.int64(_LANES), codegen

    return word


low_word = _word(0)
"""The first int64 of lanes."""

high_word = _word(1)
"""The second int64 of lanes."""


@intrinsic
def joined(typing_context: Any, first: Any, second: Any) -> Codegen:
    """Two lanes as wide ones: `first` has the bytes that come first in memory."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.shuffle_vector(args[0], args[1], ir.VectorType(_I32, 4)([0, 1, 2, 3]))

    return _WIDE(_LANES, _LANES), codegen


def _half(places: list[int]) -> Callable[..., Any]:
    @intrinsic
    def half(typing_context: Any, wide: Any) -> Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.shuffle_vector(args[0], args[0], ir.VectorType(_I32, 2)(places))

        return _LANES(_WIDE), codegen

    return half


first_half = _half([0, 1])
"""The lanes of wide ones that come first in memory."""

second_half = _half([2, 3])
"""The other lanes of wide ones."""


def _of_two(emit: Callable[[Any, Any, Any], Any]) -> Callable[..., Any]:
    @intrinsic
    def operation(typing_context: Any, left: Any, right: Any) -> Codegen:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return emit(builder, args[0], args[1])

        return left(left, left), codegen

    return operation


differing = _of_two(lambda builder, left, right: builder.xor(left, right))
"""The bits that are set in one of two lanes, which may be wide."""

common = _of_two(lambda builder, left, right: builder.and_(left, right))
"""The bits that are set in both lanes."""


def _product(selected: int) -> Callable[..., Any]:
    def emit(builder: Any, left: Any, right: Any) -> Any:
        name = "llvm.x86.pclmulqdq" + ("" if left.type == _WORDS else ".256")
        function_type = ir.FunctionType(left.type, [left.type, right.type, _I8])
        function = builder.module.declare_intrinsic(name, fnty=function_type)
        return builder.call(function, [left, right, _I8(selected)])

    return _of_two(emit)


low_product = _product(0x00)
"""The 128 bits of the carry-less product of the low words; of wide lanes, of each half's."""

high_product = _product(0x11)
"""The 128 bits of the carry-less product of the high words, likewise."""


def _permutation(builder: Any, *vectors: Any) -> Any:
    name = "llvm.x86.ssse3.pshuf.b.128"
    function_type = ir.FunctionType(_BYTES, [_BYTES, _BYTES])
    function = builder.module.declare_intrinsic(name, fnty=function_type)
    arguments = [builder.bitcast(vector, _BYTES) for vector in vectors]
    return builder.bitcast(builder.call(function, arguments), _WORDS)


permuted = _of_two(_permutation)
"""The bytes of the left lanes at the places that the right ones tell, zero at place 0x80."""
