"""What need not be installed, and the command that installs it."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

EXTRAS = {
    "boto3": "aws",
    "cryptography": "keyring",
    "deltalake": "delta",
    "google_crc32c": "innodb",
    "pandas": "spark",
    "plotly": "report",
    "prometheus_client": "metrics",
    "pyiceberg": "iceberg",
    "pymysql": "server",
    "pyroaring": "delta",
    "pyspark": "spark",
    "sqlglot": "where",
}
"""The extra that brings a package."""


def install_command(package: str) -> str:
    """Return the command that installs the packages of the extra that brings `package`.

    It names these packages, not the extra: `binlog-kaitai[...]` resolves only where an index has
    binlog-kaitai itself, and not after an installation from a clone or a wheel.
    """
    extra = EXTRAS[package]
    marker = f"extra == '{extra}'"
    try:
        requirements = [entry.split(";") for entry in requires("binlog-kaitai") or []]
    except PackageNotFoundError:  # it runs from a folder on the path
        requirements = []
    brought = [parts[0].strip() for parts in requirements if parts[-1].strip() == marker]
    return _install_command(brought or [package])


def _install_command(requirements: Sequence[str]) -> str:
    """Return a command of `pip`, which names this Python if the shell's pip is of another one."""
    pip = shutil.which("pip")
    is_own = pip is not None and Path(pip).parent == Path(sys.executable).parent
    program = ["pip"] if is_own else [sys.executable, "-m", "pip"]
    return shlex.join([*program, "install", *requirements])


def missing_library(library: str) -> ModuleNotFoundError:
    """Return the error about a library of the user's choice that no extra installs."""
    command = _install_command([library])
    return ModuleNotFoundError(f"{library} is not installed: {command}", name=library)


class MissingExtraError(ModuleNotFoundError):
    """A package of an extra is not installed; the message has the command that installs it."""

    def __init__(self, package: str) -> None:
        super().__init__(f"{package} is not installed: {install_command(package)}", name=package)


@contextmanager
def from_extras() -> Iterator[None]:
    """Turn a failing import of what an extra brings into a `MissingExtraError`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        raise MissingExtraError(error.name) from error
