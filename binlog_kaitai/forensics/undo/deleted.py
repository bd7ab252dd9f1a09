"""Deletes that a transaction logs twice, as MySQL does since 9.6 for cascades of foreign keys.

A DELETE of several tables logs a row that a cascade deletes, and may log it again as its own.
"""

from __future__ import annotations

import sqlite3
from hashlib import blake2b

from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.model.changes import Cells
from binlog_kaitai.model.tables import Table

_DIGEST_SIZE = 16


class DeletedRows:
    """The rows that the open transaction has deleted, by digests in a temporary file."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("CREATE TABLE rows (digest BLOB PRIMARY KEY, run) WITHOUT ROWID")
        self._count = 0
        self._run = 0
        self._table: str | None = None

    def clear(self) -> None:
        """Forget all rows, since another transaction begins."""
        if self._count:
            self._database.execute("DELETE FROM rows")
        self._count = self._run = 0
        self._table = None

    def add(self, row: RowChange) -> bool:
        """Add a change, and return whether it deletes an equal row again.

        Rows of a table without a key may be equal. It counts only if rows of another table were
        changed between the two deletes, as a cascade does.
        """
        name = row.table.full_name
        if name != self._table:
            self._table = name
            self._run += 1
        if row.after is not None:
            if self._count:
                digest = _digest(row.table, row.after)
                self._database.execute("DELETE FROM rows WHERE digest = ?", [digest])
            return False
        assert row.before is not None
        self._count += 1
        digest = _digest(row.table, row.before)
        first = self._database.execute("SELECT run FROM rows WHERE digest = ?", [digest]).fetchone()
        if first is None:
            self._database.execute("INSERT INTO rows VALUES (?, ?)", [digest, self._run])
            return False
        return bool(first[0] != self._run)

    def close(self) -> None:
        """Remove the file."""
        self._database.close()


def _digest(table: Table, cells: Cells) -> bytes:
    image = repr((table.full_name, [(column.name, value) for column, value in cells]))
    return blake2b(image.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_SIZE).digest()
