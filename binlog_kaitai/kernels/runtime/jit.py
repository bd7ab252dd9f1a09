"""How kernels are compiled."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from llvmlite.binding import Linkage
from numba import extending, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.sigutils import normalize_signature
from numba.cpython import numbers
from numba.np import arrayobj

from binlog_kaitai.kernels.runtime.caches import KernelCache

_Function = TypeVar("_Function", bound=Callable[..., Any])

# No division here is by zero, and none has to look. Kernels make no arrays, so that nothing has to
# count who uses those that they are given.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


# What only calls from Python need is half of the time that compiling takes.
_PART_OPTIONS: dict[str, Any] = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


# Of the very functions that are called: Numba 0.61 shows them under another module's name.
_ARITHMETIC = numbers.int_mul_impl.__globals__
_INDEXING = arrayobj.basic_indexing.__globals__

_OBJECTS = 200_000  # new ones; compiling all kernels takes no more memory for it


@contextmanager
def _overflow_wraps() -> Iterator[None]:
    """Let sums and products wrap around where 64 bits do not hold them.

    Numba tells LLVM that they never do, which then leaves out such checks as whether a length is
    negative. Lengths come out of files.
    """
    with global_compiler_lock:
        kept = _ARITHMETIC["_int_arith_flags"]
        _ARITHMETIC["_int_arith_flags"] = lambda _: []
        try:
            yield
        finally:
            _ARITHMETIC["_int_arith_flags"] = kept


@contextmanager
def _no_index_wraps() -> Iterator[None]:
    """Let an index that is no constant be one from the array's start, as all in kernels are.

    To count negative ones from the array's end, Numba's own code looks at each, which takes a fifth
    of the time of a loop over cells.
    """

    def index_as_it_is(context: Any, builder: Any, index_type: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant):
            return kept(context, builder, index_type, index, size)
        to = types.intp if index_type.signed else types.uintp
        return context.cast(builder, index, index_type, to)

    with global_compiler_lock:
        kept = _INDEXING["fix_integer_index"]
        _INDEXING["fix_integer_index"] = index_as_it_is
        try:
            yield
        finally:
            _INDEXING["fix_integer_index"] = kept


@contextmanager
def _garbage_waits() -> Iterator[None]:
    """Have Python look for garbage seldom: while it compiles, that is a sixth of its time."""
    thresholds = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


class _KernelLibrary(JITCodeLibrary):
    """What a kernel is compiled to, with the parts that are linked into it."""

    def _optimize_final_module(self) -> None:
        """Keep the parts that this kernel calls from others.

        Numba tells functions of one name apart by a number, and each process begins with 1. So
        kernels that were kept by several processes may have parts of the same name that are not the
        same. All kernels would call the one that is loaded first.
        """
        super()._optimize_final_module()
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal


class _PartLibrary(JITCodeLibrary):
    """What a part of kernels is compiled to: it is linked into them, and never run by itself."""

    def _optimize_final_module(self) -> None:
        """Leave that to the kernels, which it is inlined into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True  # without machine code


class _KernelCompiler(Compiler):
    """Compiles a kernel."""

    library: type[JITCodeLibrary] = _KernelLibrary

    def define_pipelines(self) -> Any:
        """Return Numba's own passes, which leave what they make in a library of our own."""
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class _PartCompiler(_KernelCompiler):
    """Compiles a part of kernels."""

    library = _PartLibrary

    def define_pipelines(self) -> Any:
        """Return passes that make no machine code."""
        self.state.flags.no_compile = True
        return super().define_pipelines()


def _compiled(function: Callable[..., Any]) -> Any:
    dispatcher = numba.njit(**_OPTIONS, pipeline_class=_KernelCompiler)(function)
    compile_ = dispatcher.compile

    def compile_wrapping(signature: Any) -> Any:
        with _overflow_wraps(), _no_index_wraps(), _garbage_waits():
            return compile_(signature)

    dispatcher.compile = compile_wrapping
    return dispatcher


def _part(function: Callable[..., Any], **options: Any) -> Any:
    """Return a dispatcher of what is compiled for kernels alone."""
    dispatcher = numba.njit(**_PART_OPTIONS, **options, pipeline_class=_PartCompiler)(function)

    def compile_once(signature: Any) -> None:
        arguments, result = normalize_signature(signature)
        with _overflow_wraps(), _no_index_wraps():
            if arguments in dispatcher.overloads:
                return
            compiled = dispatcher._compiler.compile(arguments, result)
            key = object()  # in place of what Python would call
            dispatcher.overloads[compiled.signature.args] = compiled._replace(entry_point=key)
            dispatcher.targetctx.insert_user_function(key, compiled.fndesc, [compiled.library])

    entry = cache(lambda: _compiled(function))
    dispatcher.compile = compile_once
    dispatcher._compile_for_args = lambda *_, **__: entry()  # from Python, as tests do
    return dispatcher


def inlined(function: _Function) -> _Function:
    """Return a part of kernels: compiled into those that call it."""
    return cast("_Function", _part(function, forceinline=True))


def shared(function: _Function) -> _Function:
    """Return a part of kernels that is large: compiled once for each that calls it, and called."""
    return cast("_Function", _part(function))


def recursive(function: _Function) -> _Function:
    """Return a part of kernels that may call itself, which Numba's own dispatchers know of."""
    return cast("_Function", numba.njit(**_OPTIONS)(function))


def intrinsic(
    function: Callable[..., tuple[Any, Callable[..., Any]]], *, prefer_literal: bool = False
) -> Callable[..., Any]:
    """Take a part of kernels that is written as LLVM, as Numba's decorator of this name does."""
    as_it_is = extending.intrinsic(prefer_literal=prefer_literal)
    return cast("Callable[..., Any]", as_it_is(function))


def kernel(function: _Function) -> _Function:
    """Return an entry to compiled code, compiled when first called and then kept on disk.

    It is kept beside the module or, where that is read-only, in the user's cache folder (both as
    Numba has it, and where NUMBA_CACHE_DIR says); where none can be written, each process compiles
    its own. What was compiled elsewhere is loaded from where it was carried to.
    """
    dispatcher = _compiled(function)
    if not function.__module__.startswith("binlog_kaitai."):
        return cast("_Function", dispatcher)  # a test's, whose sources are not looked at
    dispatcher._cache = KernelCache(function)
    return cast("_Function", dispatcher)
