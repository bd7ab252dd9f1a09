"""How compiled kernels are stored and loaded, in place of Numba's own files and index."""

from __future__ import annotations

import errno
import hashlib
import logging
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from binlog_kaitai.kernels.runtime.kept import (
    BASELINE,
    Listener,
    carried_folders,
    file_name,
    own_folders,
)

UNSTORED = (
    "cannot store compiled kernels in %s (%s): each process compiles its own, about a minute of CPU"
    " (set NUMBA_CACHE_DIR to a writable directory)"
)
_LOGGER = logging.getLogger(__name__)


def _is_met() -> bool:
    """Whether this machine's processor has all features of the baseline."""
    has = binding.get_host_cpu_features()
    return all(has.get(feature, False) for feature in BASELINE.needed)


class _Kept(NamedTuple):
    """What a file holds: the key tells the types of the arguments and the processor."""

    key: Any
    compiled: Any


def _load(file: Path, key: Any) -> Any:
    try:
        kept = pickle.loads(file.read_bytes())  # noqa: S301 - our own cache
    except (OSError, EOFError, ValueError, pickle.UnpicklingError):
        return None  # not there, or not whole
    return kept.compiled if kept.key == key else None


def _suffix(key: Any) -> str:
    return hashlib.sha256(str(key).encode()).hexdigest()[:16] + ".nbc"


class _KernelFiles(IndexDataCacheFile):
    """A file for what was compiled of one kernel's source for one key.

    Numba's own way numbers the files and lists them in an index, which many processes with an
    empty cache write at once: one may then load what another compiled for other arguments, or
    from an older source.
    """

    def __init__(self, folder: str, name: str) -> None:
        super().__init__(folder, name, name)
        self._folder = Path(folder)
        self._name = name

    def save(self, key: Any, data: Any) -> None:
        with self._open_for_write(str(self._folder / f"{self._name}.{_suffix(key)}")) as file:
            file.write(dumps(_Kept(key, data)))
        for other in self._folder.glob(f"{self._name.rpartition('.')[0]}.*"):
            if not other.name.startswith(f"{self._name}."):
                other.unlink(missing_ok=True)  # compiled from an older source

    def flush(self) -> None:
        for file in self._folder.glob(f"{self._name}.*"):
            file.unlink(missing_ok=True)


class _OwnCache(FunctionCache):
    """Stores a kernel beside its module or in the user's cache folder.

    Raises PermissionError if none of these folders is writable.
    """

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        folders = list(own_folders(function.__module__))
        with suppress(RuntimeError):  # Numba has no folder to write to
            super().__init__(function)
            folder = self._impl.locator.get_cache_path()
            # Numba uses another folder if NUMBA_CACHE_DIR is read-only
            if Path(folder) in folders:
                self._cache_file = _KernelFiles(folder, name)
                return
        raise PermissionError(errno.EACCES, "not writable", ", ".join(map(str, folders)))


class _BaselineCodegen(NamedTuple):
    triple: str

    def magic_tuple(self) -> tuple[str, str, str]:
        return self.triple, BASELINE.name, BASELINE.features


class _StoredKernels(FunctionCache):
    """Loads a kernel that was compiled on this machine, or elsewhere for the baseline.

    Numba loads only from a folder that it may write to.
    """

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        # not Numba's, which looks for a place to write to
        self._py_func = function
        self._file = name

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        codegen = target_context.codegen()
        own = self._index_key(sig, codegen)
        for folder in own_folders(self._py_func.__module__):
            found = _load(folder / f"{self._file}.{_suffix(own)}", own)
            if found is not None:
                return CompileResult._rebuild(target_context, *found)
        baseline = self._index_key(sig, _BaselineCodegen(codegen.magic_tuple()[0]))
        for folder in carried_folders():
            found = _load(folder / f"{self._file}.{_suffix(baseline)}", baseline)
            if found is not None and _is_met():
                return CompileResult._rebuild(target_context, *found)
        return None


class KernelCache(NullCache):
    """Loads a kernel from where it is kept or was carried to, and keeps it once it is compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._name = file_name(function.__module__, function.__qualname__)
        self._stored = _StoredKernels(function, self._name)

    @cached_property
    def _own(self) -> _OwnCache | OSError:
        """The cache that is written to, or the reason why there is none."""
        try:
            return _OwnCache(self._function, self._name)
        except OSError as error:
            return error

    @property
    def cache_path(self) -> Any:
        """The folder that it is kept in."""
        return None if isinstance(self._own, OSError) else self._own.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was compiled for a signature, or None."""
        found = self._stored.load_overload(sig, target_context)
        function, awaits = self._function, Listener.awaits
        if found is None and awaits and awaits(function.__module__, function.__qualname__):
            found = self._stored.load_overload(sig, target_context)
        if found is None:
            if isinstance(self._own, OSError):
                _cannot_store(self._own)
            _LOGGER.info("compiling kernel %s", self._name)
            if Listener.hears is not None:
                Listener.hears(self._name)
        return found

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep what was compiled for a signature."""
        if not isinstance(self._own, OSError):
            try:
                self._own.save_overload(sig, cres)
            except OSError as error:  # it is full, or can no longer be written
                _cannot_store(error)
        if Listener.hears is not None:
            Listener.hears(None)


def _cannot_store(error: OSError) -> None:
    if Listener.must_store:
        raise error
    _warn_once(error.strerror or str(error))


@cache
def _warn_once(reason: str) -> None:
    _LOGGER.warning(UNSTORED, ", ".join(map(str, own_folders(__name__))), reason)
