"""Find deletes that a transaction logs twice, as MySQL does since 9.6 for cascades.

A DELETE of several tables logs a row that a cascade deletes, and may log it again as its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TypeAlias

from binlog_kaitai.forensics.undo.rows import RowChange

_DIGEST_SIZE = 16

Place: TypeAlias = tuple[int, int]
"""Position and ordinal of a change."""


class DeletedRows:
    """The rows that the open transaction has deleted, by digests in a temporary file."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        columns = "digest BLOB PRIMARY KEY, position, ordinal"
        self._database.execute(f"CREATE TABLE rows ({columns}) WITHOUT ROWID")
        columns = "position, ordinal, PRIMARY KEY (position, ordinal)"
        self._database.execute(f"CREATE TABLE runs ({columns}) WITHOUT ROWID")
        self._is_empty = True
        self._has_runs = False

    def clear(self) -> None:
        """Remove all rows at the start of another transaction."""
        if not self._is_empty:
            self._database.execute("DELETE FROM rows")
        if self._has_runs:
            self._database.execute("DELETE FROM runs")
        self._is_empty, self._has_runs = True, False

    def add(self, row: RowChange, place: Place, key: Sequence[str]) -> Place | None:
        """Add a change, and return the place of an earlier delete of the row that it deletes.

        Args:
            row: the change.
            place: its position and ordinal.
            key: the columns of the primary key. Without one, equal rows count as the same row.
        """
        if row.after is None:
            digest = _digest(row, key)
            if digest is None:
                return None
            query = "SELECT position, ordinal FROM rows WHERE digest = ?"
            first: Place | None = self._database.execute(query, [digest]).fetchone()
            if first is None:
                self._database.execute("INSERT INTO rows VALUES (?, ?, ?)", [digest, *place])
                self._is_empty = False
            return first
        if not self._is_empty:
            digest = _digest(row, key)
            if digest is None:  # it may be any row
                self._database.execute("DELETE FROM rows")
            else:
                self._database.execute("DELETE FROM rows WHERE digest = ?", [digest])
        return None

    def is_run(self, first: Place, last: Place, runs: Iterator[Place]) -> bool:
        """Return whether no rows of another table were changed between two places.

        Args:
            first: a place in the transaction.
            last: a later place.
            runs: the places where rows of another table begin; read once per transaction.
        """
        if not self._has_runs:
            self._database.executemany("INSERT INTO runs VALUES (?, ?)", runs)
            self._has_runs = True
        between = "(position, ordinal) > (?, ?) AND (position, ordinal) <= (?, ?)"
        query = f"SELECT 1 FROM runs WHERE {between} LIMIT 1"
        return self._database.execute(query, [*first, *last]).fetchone() is None

    def close(self) -> None:
        """Remove the file."""
        self._database.close()


def _digest(row: RowChange, key: Sequence[str]) -> bytes | None:
    """Return the digest that identifies a row after the change; None if its key is missing."""
    # an after image may lack columns that did not change
    images = [*(row.before or ()), *(row.after or ())]
    values = {column.name: value for column, value in images}
    if any(name not in values for name in key):
        return None
    text = repr((row.table.full_name, [(name, values[name]) for name in key or sorted(values)]))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_SIZE).digest()
