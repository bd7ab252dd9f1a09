"""How compiled kernels are stored and loaded, in place of Numba's own files and index."""

from __future__ import annotations

import hashlib
import logging
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from binlog_kaitai.kernels.runtime.kept import BASELINE, Listener, carried_folders, file_name

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

    def load(self, key: Any) -> Any:
        return _load(self._file_of(key), key)

    def save(self, key: Any, data: Any) -> None:
        with self._open_for_write(str(self._file_of(key))) as file:
            file.write(dumps(_Kept(key, data)))
        for other in self._folder.glob(f"{self._name.rpartition('.')[0]}.*"):
            if not other.name.startswith(f"{self._name}."):
                other.unlink(missing_ok=True)  # compiled from an older source

    def flush(self) -> None:
        for file in self._folder.glob(f"{self._name}.*"):
            file.unlink(missing_ok=True)

    def _file_of(self, key: Any) -> Path:
        return self._folder / f"{self._name}.{_suffix(key)}"


class _OwnCache(FunctionCache):
    """Keeps a kernel beside its module or in the user's cache folder."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        super().__init__(function)
        folder = self._impl.locator.get_cache_path()
        self._cache_file = _KernelFiles(folder, name)

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # it is full, or can no longer be written
            super().save_overload(sig, data)


class _BaselineCodegen(NamedTuple):
    triple: str

    def magic_tuple(self) -> tuple[str, str, str]:
        return self.triple, BASELINE.name, BASELINE.features


class _CarriedCache(FunctionCache):
    """Loads a kernel that was compiled elsewhere, for any processor that meets the baseline."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        # not Numba's, which looks for a place to write to
        self._py_func = function
        self._file = name

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        for folder in carried_folders():
            triple = target_context.codegen().magic_tuple()[0]
            key = self._index_key(sig, _BaselineCodegen(triple))
            found = _load(folder / f"{self._file}.{_suffix(key)}", key)
            if found is not None and _is_met():
                target_context.refresh()
                return CompileResult._rebuild(target_context, *found)
        return None


class KernelCache(NullCache):
    """Loads a kernel from where it is kept or was carried to, and keeps it once it is compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        name = file_name(function.__module__, function.__qualname__)
        self._name = name
        self._carried = _CarriedCache(function, name)
        self._own: FunctionCache | NullCache = NullCache()
        with suppress(RuntimeError):  # no place to keep it: each process compiles its own
            self._own = _OwnCache(function, name)

    @property
    def cache_path(self) -> Any:
        """The folder that it is kept in."""
        return self._own.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was compiled for a signature, or None."""
        found = self._own.load_overload(sig, target_context)
        if found is None:
            found = self._carried.load_overload(sig, target_context)
        if found is None:
            _LOGGER.info("compiling kernel %s", self._name)
            if Listener.hears is not None:
                Listener.hears(self._name)
        return found

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep what was compiled for a signature."""
        self._own.save_overload(sig, cres)
        if Listener.hears is not None:
            Listener.hears(None)
