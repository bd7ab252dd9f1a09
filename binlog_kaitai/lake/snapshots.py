"""Detect changes of Delta and Iceberg tables by other writers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from binlog_kaitai.errors import TransientError


class ConflictError(TransientError):
    """Another writer committed to a table between the plan of a change and its commit."""

    def __init__(self, folder: str) -> None:
        super().__init__(
            f"{folder}: another writer changed the table during the export; run the export again"
        )


class ForeignRowsError(OSError):
    """A table has files or rows of another writer, from which the export cannot continue."""


def base_of(files: Iterable[str]) -> str:
    """Return a digest of the names of a snapshot's files."""
    return hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()
