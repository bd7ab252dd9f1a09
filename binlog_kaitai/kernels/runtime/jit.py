"""How kernels are compiled, and where what was compiled is kept."""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numba
from numba import extending
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.cpython import numbers

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_Function = TypeVar("_Function", bound=Callable[..., Any])

_PACKAGE = resources.files("binlog_kaitai")
_HOLD_KERNELS = ("kernels.", "generated.")
_IMPORT = re.compile(r"^from binlog_kaitai\.([\w.]+) import ([^(\n]+|\([^)]*\))", re.MULTILINE)

# No division here is by zero, and none has to look. Kernels make no arrays, so that nothing has to
# count who uses those that they are given.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


# What only calls from Python need is half of the time that compiling takes.
_PART_OPTIONS: dict[str, Any] = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _compiled(function: Callable[..., Any]) -> Any:
    dispatcher = numba.njit(**_OPTIONS)(function)
    compile_ = dispatcher.compile

    def compile_wrapping(signature: Any) -> Any:
        with _overflow_wraps():
            return compile_(signature)

    dispatcher.compile = compile_wrapping
    return dispatcher


@contextmanager
def _overflow_wraps() -> Iterator[None]:
    """Let sums and products wrap around where 64 bits do not hold them.

    Numba tells LLVM that they never do, which then leaves out such checks as whether a length is
    negative. Lengths come out of files.
    """
    with global_compiler_lock:
        kept = numbers._int_arith_flags
        numbers._int_arith_flags = lambda _: []
        try:
            yield
        finally:
            numbers._int_arith_flags = kept


class _PartLibrary(JITCodeLibrary):
    """What a part of kernels is compiled to: it is linked into them, and never run by itself."""

    def _optimize_final_module(self) -> None:
        """Leave that to the kernels, which it is inlined into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True  # without machine code


class _PartCompiler(Compiler):
    """Compiles a part of kernels."""

    def define_pipelines(self) -> Any:
        """Return Numba's own passes, which leave what they make in a library for parts."""
        name = self.state.func_id.func_qualname
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), name)
        self.state.flags.no_compile = True
        return super().define_pipelines()


def _part(function: Callable[..., Any], **options: Any) -> Any:
    """Return a dispatcher of what is compiled for kernels alone."""
    dispatcher = numba.njit(**_PART_OPTIONS, **options, pipeline_class=_PartCompiler)(function)

    def compile_once(signature: Any) -> None:
        arguments, result = normalize_signature(signature)
        with _overflow_wraps():
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


def intrinsic(function: Callable[..., tuple[Any, Callable[..., Any]]]) -> Callable[..., Any]:
    """Take a part of kernels that is written as LLVM, as Numba's decorator of this name does."""
    return cast("Callable[..., Any]", extending.intrinsic(function))


def kernel(function: _Function) -> _Function:
    """Return an entry to compiled code, compiled when first called and then kept on disk.

    It is kept beside the module or, where that is read-only, in the user's cache folder (both as
    Numba has it, and where NUMBA_CACHE_DIR says); where none can be written, each process compiles
    its own.
    """
    dispatcher = _compiled(function)
    if not function.__module__.startswith("binlog_kaitai."):
        return cast("_Function", dispatcher)  # a test's, whose sources are not looked at
    try:
        kept = _KernelCache(function)
    except RuntimeError:  # no place to keep it
        return cast("_Function", dispatcher)
    dispatcher._cache = kept
    return cast("_Function", dispatcher)


def _stamp_of(module: str) -> str:
    """Change with any source that a module's kernels may be made of: its own, and what it imports.

    What is in them counts, not when they were written: installers make that the same for all. They
    are looked for as resources, since the package may lie in a zip file.
    """
    stamp = hashlib.sha256(numba.__version__.encode())
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(_source_of(name).imports)
    for name in sorted(seen):
        stamp.update(name.encode() + _source_of(name).digest)
    return stamp.hexdigest()


class _Source(NamedTuple):
    digest: bytes
    imports: tuple[str, ...]


@cache
def _source_of(module: str) -> _Source:
    """Return the digest of a module's text, and its imports that kernels may be in."""
    text = _file_of(module).read_bytes()
    found = []
    for package, names in _IMPORT.findall(text.decode()):
        if _is_module(package):
            found.append(package)
        else:
            inside = (f"{package}.{name}" for name in re.findall(r"\w+", names))
            found.extend(name for name in inside if _is_module(name))
    return _Source(
        hashlib.sha256(text).digest(),
        tuple(name for name in found if name.startswith(_HOLD_KERNELS)),
    )


def _file_of(module: str) -> Traversable:
    return _PACKAGE.joinpath(*module.split(".")[:-1], f"{module.rpartition('.')[2]}.py")


def _is_module(name: str) -> bool:
    return bool(_file_of(name).is_file())


class _Kept(NamedTuple):
    """What a file holds: the key tells the types of the arguments and the processor."""

    key: Any
    compiled: Any


class _KernelFiles(IndexDataCacheFile):
    """A file for what was compiled of one kernel's source for one key.

    Numba's own way numbers the files and lists them in an index, which many processes with an
    empty cache write at once: one may then load what another compiled for other arguments, or
    from an older source.
    """

    def __init__(self, folder: str, name: str, stamp: str) -> None:
        super().__init__(folder, name, stamp)
        self._folder = Path(folder)
        self._name = name
        self._current = f"{name}.{stamp[:16]}"

    def load(self, key: Any) -> Any:
        try:
            kept = pickle.loads(self._file_of(key).read_bytes())  # noqa: S301 - our own cache
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            return None  # not there, or not whole
        return kept.compiled if kept.key == key else None

    def save(self, key: Any, data: Any) -> None:
        with self._open_for_write(str(self._file_of(key))) as file:
            file.write(dumps(_Kept(key, data)))
        for other in self._folder.glob(f"{self._name}.*"):
            if not other.name.startswith(self._current):
                other.unlink(missing_ok=True)  # compiled from an older source

    def flush(self) -> None:
        for file in self._folder.glob(f"{self._name}.*"):
            file.unlink(missing_ok=True)

    def _file_of(self, key: Any) -> Path:
        digest = hashlib.sha256(str(key).encode()).hexdigest()
        return self._folder / f"{self._current}.{digest[:16]}.nbc"


class _KernelCache(FunctionCache):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        full_name = function.__module__.removeprefix("binlog_kaitai.")
        module = full_name.rpartition(".")[2]
        name = f"{module}.{function.__qualname__}.{sys.implementation.cache_tag}"
        folder = self._impl.locator.get_cache_path()
        self._cache_file = _KernelFiles(folder, name, _stamp_of(full_name))

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # it is full, or can no longer be written
            super().save_overload(sig, data)
