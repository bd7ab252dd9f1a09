"""Kernels of which each load and store is checked against the bounds of the array it is in.

`check_kernels` has to be called before any module with kernels is imported. They are then compiled
anew, and kept apart from those that users run. What lies outside raises IndexError: by Numba's own
checks where an array is indexed, also by a negative number; and by the functions here, in the place
of those of `runtime` that take an address.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from binlog_kaitai.kernels.runtime.kept import CARRIED

_Codegen = tuple[Any, Callable[..., Any]]

_I64 = ir.IntType(64)
_COMPILER = "binlog_kaitai.kernels.runtime.jit"
_ADDRESS = "binlog_kaitai.kernels.runtime.stream"

CACHE = Path(__file__).parents[2] / ".fuzz" / "kernels"


def check_kernels(cache: Path = CACHE) -> None:
    """Has all kernels that are compiled from here on look at bounds."""
    assert _COMPILER not in sys.modules, "there may be kernels that are compiled without checks"
    os.environ[CARRIED] = ""  # those that were carried here are without, too
    stamp = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]
    numba.config.CACHE_DIR = str(cache / stamp)
    jit = importlib.import_module(_COMPILER)
    for options in (jit._OPTIONS, jit._PART_OPTIONS):  # noqa: SLF001 - tests alone ask for it
        options["boundscheck"] = True
    stream = importlib.import_module(_ADDRESS)
    stream.address = _address  # through it goes what loads and stores
    stream.move = move
    lanes = importlib.import_module("binlog_kaitai.kernels.runtime.simd")
    lanes.load16 = _load16(lanes._LANES)  # noqa: SLF001 - the type of what it loads


def _check(context: Any, builder: Any, array: Any, at: Any, length: Any) -> None:
    """Raises IndexError unless bytes `at` to `at + length - 1` lie in an array."""
    size = builder.mul(array.nitems, array.itemsize)
    zero = _I64(0)
    is_wrong = builder.or_(
        builder.or_(
            builder.icmp_signed("<", at, zero),
            builder.icmp_signed("<", length, zero),
        ),
        # neither difference can overflow
        builder.or_(
            builder.icmp_signed(">", at, size),
            builder.icmp_signed(">", length, builder.sub(size, at)),
        ),
    )
    with cgutils.if_unlikely(builder, is_wrong):
        context.call_conv.return_user_exc(
            builder, IndexError, ("a kernel looks outside of an array",)
        )


def _address(  # noqa: PLR0913, PLR0917 - those of the one that it replaces
    context: Any, builder: Any, array_type: Any, array: Any, at: Any, pointee: Any
) -> Any:
    is_vector = isinstance(pointee, ir.VectorType)
    bits = pointee.count * pointee.element.width if is_vector else pointee.width
    return _checked_address(context, builder, array_type, array, at, _I64(bits // 8), pointee)


def _checked_address(  # noqa: PLR0913, PLR0917 - those of an address, and the length
    context: Any, builder: Any, array_type: Any, array: Any, at: Any, length: Any, pointee: Any
) -> Any:
    view = context.make_array(array_type)(context, builder, array)
    _check(context, builder, view, at, length)
    byte = builder.gep(builder.bitcast(view.data, ir.IntType(8).as_pointer()), [at])
    return builder.bitcast(byte, pointee.as_pointer())


@intrinsic
def move(typing_context: Any, buffer: Any, to: Any, at: Any, length: Any) -> _Codegen:  # noqa: ARG001
    """The `move` of `runtime.stream`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, source = (
            _checked_address(
                context, builder, signature.args[0], args[0], place, args[3], ir.IntType(8)
            )
            for place in args[1:3]
        )
        cgutils.raw_memmove(builder, target, source, args[3], 1)
        return context.get_dummy_value()

    return types.void(buffer, types.int64, types.int64, types.int64), codegen


def _load16(returned: Any) -> Callable[..., Any]:
    @intrinsic
    def load16(typing_context: Any, buffer: Any, at: Any) -> _Codegen:  # noqa: ARG001
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            index = context.cast(builder, args[1], signature.args[1], types.int64)
            pointee = ir.VectorType(_I64, 2)
            place = _address(context, builder, signature.args[0], args[0], index, pointee)
            return builder.load(place, align=1)

        return returned(buffer, types.int64), codegen

    return load16
