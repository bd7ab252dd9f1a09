"""Where compiled kernels are kept, and what tells that they are of these sources.

Each is a file, whose name has a stamp of all sources that the kernel may be made of. It lies where
Numba would keep it, or in a folder that was carried here (`carried_folders`). Numba is not imported
here, which takes longer than to read a small log.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from platform import machine
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CARRIED = "BINLOG_KAITAI_KERNELS"
"""The environment variable that names a folder of compiled kernels; none, if it is empty."""

COMPILED = "compiled"
"""The folder of the package where they may lie, if the variable is not set."""

_PACKAGE = resources.files("binlog_kaitai")
_GENERATED = resources.files("binlog_kaitai.generated")
_HOLD_KERNELS = ("kernels.", "generated.")
_MAKE_NONE = {"kernels.runtime.kept", "kernels.runtime.caches"}
_MADE_OF_ALL = ("kernels.walk.scan", "scan")
_IMPORT = re.compile(r"^from (binlog_kaitai\.|\.)([\w.]+) import ([^(\n]+|\([^)]*\))", re.MULTILINE)


# what kernels that are carried are compiled for: processors of 2013 and later
_V3 = (
    *("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "pclmul", "popcnt"),
    *("sse3", "sse4.1", "sse4.2", "ssse3", "xsave"),
)


class Baseline(NamedTuple):
    """A processor that many are compatible with, as LLVM names it and its features."""

    name: str
    needed: tuple[str, ...]

    @property
    def features(self) -> str:
        """As LLVM takes them."""
        return ",".join(f"+{feature}" for feature in self.needed)


BASELINE = Baseline("x86-64-v3", _V3) if machine() == "x86_64" else Baseline("generic", ())


class Listener:
    """Hears the name of each kernel before it is compiled, and None afterwards."""

    hears: Callable[[str | None], None] | None = None
    must_store = False
    """Whether it is an error if a kernel cannot be stored."""
    awaits: Callable[[str, str], bool] | None = None
    """Waits for a kernel, by its module and name, if another process compiles it."""


def file_name(module: str, function: str) -> str:
    """Return what the names of a kernel's files begin with; a point follows."""
    name = module.removeprefix("binlog_kaitai.")
    return f"{name}.{function}.{sys.implementation.cache_tag}.{_stamp_of(name)[:16]}"


def carried_folders() -> Iterator[Path]:
    """Yield the folders that compiled kernels were carried to."""
    named = os.environ.get(CARRIED)
    if named is not None:
        if named:
            yield Path(named)
        return
    with_package = Path(__file__).parents[2] / COMPILED
    if with_package.is_dir():
        yield with_package


def is_kept(module: str, function: str) -> bool:
    """Return whether a kernel of these sources is compiled, for this processor or another."""
    loaded = getattr(sys.modules.get(module), function, None)
    if getattr(loaded, "overloads", None):
        return True  # without a look at the disk for each of many small files
    name = file_name(module, function)
    folders = [*carried_folders(), *own_folders(module)]
    return any(next(folder.glob(f"{name}.*.nbc"), None) is not None for folder in folders)


def can_keep() -> bool:
    """Return whether what is compiled can be written to where it is kept."""
    return any(map(_is_writable, own_folders(__name__)))


def lock_file() -> Path:
    """Return the file that a process locks while it compiles the kernels of these sources.

    It lies in the folder that Numba keeps kernels in, so that processes which share no kernels do
    not wait for each other.
    """
    folders = (folder for folder in own_folders(__name__) if _is_writable(folder))
    _, _, tag, stamp = file_name(*_MADE_OF_ALL).rsplit(".", 3)
    folder = next(folders, Path(tempfile.gettempdir()))
    return folder / f"compiling.{tag}.{stamp}.lock"


def _is_writable(folder: Path) -> bool:
    return os.access(_nearest(folder), os.W_OK | os.X_OK)


def _nearest(folder: Path) -> Path:
    return folder if folder.exists() or folder == folder.parent else _nearest(folder.parent)


def own_folders(module: str) -> Iterator[Path]:
    """Yield the folders for compiled kernels of a module, the preferred one first.

    Numba writes to the first one that is writable; a test compares them.
    """
    folder = Path(__file__).parents[2].joinpath(*module.split(".")[1:-1])
    digest = hashlib.sha1(str(folder).encode(), usedforsecurity=False).hexdigest()
    name = f"{folder.name}_{digest}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen and folder.is_dir():  # Numba has another folder for modules in a zip file
        yield Path(chosen, name)
        return
    yield folder / "__pycache__"
    cache_home = os.environ.get("XDG_CACHE_HOME")
    if sys.platform == "darwin":
        yield _under_home("Library/Caches") / "numba" / name
    else:
        yield (Path(cache_home) if cache_home else _under_home(".cache")) / "numba" / name


def _under_home(folder: str) -> Path:
    """Return a folder of the user, as Numba does: also for a user that has no home directory."""
    return Path(os.path.expanduser(f"~/{folder}"))  # noqa: PTH111 - Path raises for such a user


@cache
def _stamp_of(module: str) -> str:
    """Change with any source that a module's kernels may be made of: its own, and what it imports.

    What is in them counts, not when they were written: installers make that the same for all. They
    are looked for as resources, since the package may lie in a zip file.
    """
    stamp = hashlib.sha256(metadata.version("numba").encode())
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
    for origin, path, names in _IMPORT.findall(text.decode()):
        # kernels of specs import each other by relative names
        package = f"{module.rpartition('.')[0]}.{path}" if origin == "." else path
        if _is_module(package):
            found.append(package)
        else:
            inside = (f"{package}.{name}" for name in re.findall(r"\w+", names))
            found.extend(name for name in inside if _is_module(name))
    return _Source(
        hashlib.sha256(text).digest(),
        tuple(name for name in found if name.startswith(_HOLD_KERNELS) and name not in _MAKE_NONE),
    )


def _file_of(module: str) -> Traversable:
    *folders, name = module.split(".")
    if folders[:1] == ["generated"]:  # which may lie elsewhere
        return _GENERATED.joinpath(*folders[1:], f"{name}.py")
    return _PACKAGE.joinpath(*folders, f"{name}.py")


def _is_module(name: str) -> bool:
    return bool(_file_of(name).is_file())
