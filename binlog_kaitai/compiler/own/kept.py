"""Specs that are copied to be changed, and where what is compiled of them is kept."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from kaitaistruct import KaitaiStruct

from binlog_kaitai.compiler.own.tools import PACKAGES, SCRIPT

GENERATED = "BINLOG_KAITAI_GENERATED"
"""The environment variable that names a folder with the package `generated`, in place of ours."""

_PACKAGE = Path(__file__).parents[2]


class SpecsError(ValueError):
    """Specs that cannot be compiled, or what compiles them is not installed: one line."""


def specs_folder() -> Path:
    """Return the folder of the specs that the package is compiled from."""
    in_wheel = _PACKAGE / "specs"
    return in_wheel if in_wheel.is_dir() else _PACKAGE.parent / "ksy"


def copy_specs(target: Path) -> int:
    """Copy the specs, and what npm needs to install their compiler, into a new or empty folder.

    Returns:
        The number of specs.

    Raises:
        SpecsError: There is something in the folder already.
        OSError: It cannot be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    if next(target.iterdir(), None) is not None:
        raise SpecsError(f"{target}: the folder is not empty")
    specs = sorted(specs_folder().glob("*.ksy"))
    for file in (*specs, *(specs_folder() / name for name in (SCRIPT, *PACKAGES))):
        shutil.copyfile(file, target / file.name)
    return len(specs)


def compiled_specs(folder: str | os.PathLike[str], tell: Callable[[], object] = bool) -> Path:
    """Return where the classes and kernels of a folder of specs are, compiled if need be.

    Args:
        folder: The specs: those of the package, changed.
        tell: Is called before they are compiled, which takes seconds.

    Raises:
        SpecsError: A spec is refused, or a compiler is missing.
        OSError: The folder cannot be read, or the cache not written.
    """
    specs = Path(folder)
    if next(specs.glob("*.ksy"), None) is None:
        raise SpecsError(f"{specs}: no specs (*.ksy) in this folder")
    digest = _digest_of(specs)

    def make(home: Path) -> None:
        from binlog_kaitai.compiler.own.classes import RefusedError, build  # noqa: PLC0415 - which few need

        tell()
        try:
            build(specs, home / "generated", _PACKAGE)
        except (RefusedError, ModuleNotFoundError) as error:
            raise SpecsError(str(error)) from error
        if _digest_of(specs) != digest:
            raise SpecsError(f"{specs}: a spec was changed while it was compiled")

    return _kept(digest, make)


def packed(home: Path) -> tuple[str, bytes]:
    """Return what `compiled_specs` has found, to be carried to a machine without compilers."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for module in sorted((home / "generated").rglob("*.py")):
            archive.writestr(zipfile.ZipInfo(str(module.relative_to(home))), module.read_bytes())
    return home.name, file.getvalue()


def unpacked(carried: tuple[str, bytes]) -> Path:
    """Return where what `packed` has returned lies, as `compiled_specs`. Raises OSError."""
    name, data = carried

    def make(home: Path) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            archive.extractall(home)

    return _kept(name, make)


def explained(error: Exception) -> Exception:
    """Return what is to be said of an error: of one that comes of other specs, what they lack."""
    if GENERATED not in os.environ or not isinstance(error, AttributeError):
        return error
    if not isinstance(error.obj, KaitaiStruct):
        return error
    of = type(error.obj).__name__
    return SpecsError(f"the specs have no {error.name} in {of}, which this version reads")


def environment(home: Path) -> dict[str, str]:
    """Return the environment variables by which a process reads by specs of one's own.

    Its kernels are kept apart: those of the package are replaced where their sources change.
    """
    return {GENERATED: str(home), "NUMBA_CACHE_DIR": str(home / "compiled")}


def _digest_of(specs: Path) -> str:
    """Return what changes with the specs, with what compiles them, and with what uses them."""
    digest = hashlib.sha256()
    code = (file for file in _PACKAGE.rglob("*.py") if file.parent.name != "generated")
    tools = (specs / name for name in (SCRIPT, *PACKAGES))
    for file in (*sorted(specs.glob("*.ksy")), *tools, *sorted(code)):
        text = file.read_bytes() if file.is_file() else b""
        digest.update(f"{file.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder of a name in the cache, made if it is not there."""
    home = _cache() / name
    if home.is_dir():
        return home
    home.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent, prefix=".making-") as folder:
        made = Path(folder) / name
        made.mkdir()
        make(made)
        try:
            made.rename(home)
        except OSError:
            if not home.is_dir():  # else another process was first
                raise
    return home


def _cache() -> Path:
    chosen = os.environ.get("XDG_CACHE_HOME")
    return (Path(chosen) if chosen else Path.home() / ".cache") / "binlog-kaitai" / "specs"
