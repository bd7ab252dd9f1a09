"""Reads from an open file within a kernel, for where few bytes of much are of use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from binlog_kaitai.kernels.runtime.jit import intrinsic

_I32, _I64 = ir.IntType(32), ir.IntType(64)

_Codegen = tuple[Any, Callable[..., Any]]


@intrinsic
def read_at(typing_context: Any, descriptor: Any, buffer: Any, position: Any) -> _Codegen:
    """Fill a buffer from a file's byte on, by POSIX's `pread`; return how many bytes there were.

    That is less than 0 where it failed. `descriptor` is the number of the open file.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[1])(context, builder, args[1])
        target = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        type_ = ir.FunctionType(_I64, [_I32, target.type, _I64, _I64])
        declared: Any = cgutils.get_or_insert_function
        pread = declared(builder.module, type_, "pread")
        return builder.call(pread, [builder.trunc(args[0], _I32), target, array.nitems, args[2]])

    return types.int64(types.int64, buffer, types.int64), codegen
