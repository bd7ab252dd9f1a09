"""What need not be installed, and the command that installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRAS = {
    "boto3": "aws",
    "cryptography": "keyring",
    "deltalake": "delta",
    "pandas": "spark",
    "plotly": "report",
    "pyiceberg": "iceberg",
    "pymysql": "server",
    "pyspark": "spark",
    "sqlglot": "ddl",
}
"""The extra that brings a package."""


class MissingExtraError(ModuleNotFoundError):
    """A package is not installed that only some need; the text is one line that says how to."""

    def __init__(self, package: str) -> None:
        command = f"pip install 'binlog-kaitai[{EXTRAS[package]}]'"
        super().__init__(f"{package} is not installed: {command}", name=package)


@contextmanager
def from_extras() -> Iterator[None]:
    """Turn a failing import of what an extra brings into a `MissingExtraError`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        raise MissingExtraError(error.name) from error
