"""How kernels are compiled, and where what was compiled is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

_Function = TypeVar("_Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parents[1]
_SOURCES = ("machine", "columnar", "generated/kernels")

# No division here is by zero, and none has to look. Kernels make no arrays, so that nothing has to
# count who uses those that they are given.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


def inlined(function: _Function) -> _Function:
    """A part of kernels: compiled into those that call it."""
    return cast("_Function", numba.njit(forceinline=True, **_OPTIONS)(function))


def shared(function: _Function) -> _Function:
    """A part of kernels that is large: compiled once for each that calls it, and called."""
    return cast("_Function", numba.njit(**_OPTIONS)(function))


def kernel(function: _Function) -> _Function:
    """An entry to compiled code, compiled when first called and then kept on disk.

    It is kept beside the module or, where that is read-only, in the user's cache folder (both as
    Numba has it, and where NUMBA_CACHE_DIR says); where none can be written, each process compiles
    its own.
    """
    dispatcher = numba.njit(**_OPTIONS)(function)
    try:
        kept = _KernelCache(function)  # type: ignore[no-untyped-call]
    except RuntimeError:  # no place to keep it
        return cast("_Function", dispatcher)
    dispatcher._cache = kept  # noqa: SLF001 - Numba's own way, cache=True, looks at one file only
    return cast("_Function", dispatcher)


@cache
def _stamp_of_sources() -> str:
    """Changes with any of the files that kernels are made of: they are compiled into each other."""
    stamp = hashlib.sha256(numba.__version__.encode())
    for folder in _SOURCES:
        for file in sorted((_PACKAGE / folder).glob("*.py")):
            found = file.stat()
            stamp.update(f"{file.name} {found.st_mtime_ns} {found.st_size}\n".encode())
    return stamp.hexdigest()


def _with_stamp(locator: Any) -> Any:
    def get_source_stamp(_: Any) -> str:
        return _stamp_of_sources()

    return type(locator.__name__, (locator,), {"get_source_stamp": get_source_stamp})


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes: ClassVar[list[type[object]]] = [  # type: ignore[misc]
        _with_stamp(locator)
        for locator in CompileResultCacheImpl._locator_classes  # noqa: SLF001
    ]


class _KernelCache(FunctionCache):
    _impl_class = _KernelCacheImpl
