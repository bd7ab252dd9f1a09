"""Find deletes that a transaction logs twice, as MySQL does since 9.6 for cascades.

A DELETE of several tables logs a row that a cascade deletes, and may log it again as its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from binlog_kaitai.forensics.undo.columns import OneByOneError, Touched, exact_values, parsed
from binlog_kaitai.forensics.undo.rows import RowChange, RowWriter
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.values import Value
from binlog_kaitai.read.exact_rows import ExactRows

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

    def add_all(
        self, rows: ExactRows, touched: Iterable[Touched], writer: RowWriter, *, is_continued: bool
    ) -> None:
        """Add changes of several transactions.

        Args:
            rows: the changes.
            touched: those that delete rows.
            writer: names the columns of primary keys.
            is_continued: whether the first transaction has changes that were added before.

        Raises:
            OneByOneError: a transaction may delete a row twice. Nothing is added.
        """
        starts = rows.starts
        numbers = np.append(0, np.cumsum(starts[1:] != starts[:-1]))
        is_deleted = np.zeros(len(starts), bool)
        for _, deleted, _ in touched:
            is_deleted[deleted] = True
        deletes, images = np.bincount(numbers, is_deleted), np.bincount(numbers)
        is_known = is_continued and not self._is_empty
        are_mixed = np.logical_and(deletes > 0, deletes < images)
        if are_mixed[-1] or (is_known and deletes[0] < images[0]):
            raise OneByOneError  # a row may be inserted again
        is_asked = deletes > 1
        is_asked[-1] |= deletes[-1] > 0
        is_asked[0] |= is_known
        found: dict[tuple[int, bytes], int] = {}
        count = 0
        for table, deleted, _ in touched:
            asked = deleted[is_asked[numbers[deleted]]]
            digests = _digests(rows, table, asked, writer.key_of(table))
            found.update(
                zip(zip(numbers[asked].tolist(), digests, strict=True), asked.tolist(), strict=True)
            )
            count += len(asked)
        firsts = [digest for number, digest in found if number == 0] if is_known else []
        if len(found) < count or self._are_known(firsts):
            raise OneByOneError
        if numbers[-1] or not is_continued:
            self.clear()
        places = [rows.batch.column(name).to_pylist() for name in ("position", "ordinal")]
        added = [
            (digest, *(column[at] for column in places))
            for (number, digest), at in found.items()
            if number == numbers[-1]
        ]
        self._database.executemany("INSERT INTO rows VALUES (?, ?, ?)", added)
        self._is_empty = self._is_empty and not added

    def _are_known(self, digests: list[bytes]) -> bool:
        """Return whether some row is deleted."""
        query = "SELECT 1 FROM rows WHERE digest = ?"
        return any(self._database.execute(query, [one]).fetchone() for one in digests)

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
    return _digest_of(row.table, {name: values[name] for name in key or values})


def _digests(rows: ExactRows, table: Table, numbers: Any, key: Sequence[str]) -> list[bytes]:
    if not len(numbers):
        return []
    columns = [column for column in table.shown_columns if not key or column.name in key]
    values = parsed(rows.batch.column("data").take(pa.array(numbers)), columns)
    exact = (exact_values(column, values[column.name]) for column in columns)
    names = [column.name for column in columns]
    return [
        _digest_of(table, dict(zip(names, row, strict=True))) for row in zip(*exact, strict=True)
    ]


def _digest_of(table: Table, values: Mapping[str, Value]) -> bytes:
    text = repr((table.full_name, [(name, values[name]) for name in sorted(values)]))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_SIZE).digest()
