"""Changes of Delta and Iceberg tables by other writers, and by their maintenance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

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


@dataclass
class Maintained:
    """The maintenance of a table: merged files and their bytes, new files, and removed files."""

    folder: str
    merged: int = 0
    merged_bytes: int = 0
    made: int = 0
    expired: int = 0
    removed: int = 0
    removed_bytes: int = 0
