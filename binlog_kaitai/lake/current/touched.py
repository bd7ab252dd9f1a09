"""Rows that a foreign key may have changed, without row images in the log.

A row is touched if it has the key that a parent lost, and got it before that: a cascade would have
changed or deleted it, and the log of a server that does not log cascades lacks this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Any, TypeAlias, TypeVar

import pyarrow as pa

from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.current.positions import left_in
from binlog_kaitai.lake.current.reading import (
    KEY,
    Cascade,
    CascadeError,
    Rows,
    Shape,
    UntoldError,
)
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.schema import ABSENT
from binlog_kaitai.read.foreign_keys import foreign_key_flags
from binlog_kaitai.read.lost_keys import folds

_Key: TypeAlias = tuple[Any, ...]

_Change: TypeAlias = tuple[Place, int]
"""The place of a change, and its ordinal there."""

_BEGINNING: _Change = (("", 0), -1)


Error = TypeVar("Error", bound=UntoldError)


def first_of(one: Error, other: Error) -> Error:
    """Return the error that is first in the order of the logs."""
    return min(one, other, key=lambda error: order((error.file, error.position)))


def note_first(failures: dict[int, UntoldError], found: Iterable[tuple[int, UntoldError]]) -> None:
    """Note the first failure of each table."""
    for number, error in found:
        failures[number] = first_of(failures.get(number, error), error)


def folded_keys(columns: Sequence[pa.Array], count: int) -> list[tuple[_Key, ...]]:
    """Return the keys that each row may have, as the log need not tell the charset of its text.

    They are equal for all values that a collation may take as equal.
    """
    rows = zip(*(map(folds, one.to_pylist()) for one in columns), strict=True)
    return [tuple(product(*row)) for row in rows] or [((),)] * count


@dataclass
class TouchedRows:
    """Finds the first change of a parent that may have changed a row of a table."""

    shape: Shape
    _triggers: dict[int, dict[_Key, list[int]]] = field(default_factory=dict)
    _are_checked: dict[Place, bool] = field(default_factory=dict)

    def first_in(self, rows: pa.RecordBatch) -> CascadeError | None:
        """Return the first change that may have changed one of some rows, None if there is none.

        The rows have the record fields of their last changes; those without are older.
        """
        first: CascadeError | None = None
        for number, cascade in enumerate(self.shape.cascades):
            found = self._first_of(number, cascade, rows)
            if found is not None:
                first = found if first is None else first_of(first, found)
        return first

    def _first_of(self, number: int, cascade: Cascade, rows: pa.RecordBatch) -> CascadeError | None:
        if number not in self._triggers:
            self._triggers[number] = _by_key(cascade)
        triggers = self._triggers[number]
        columns = [rows.column(name) for name in cascade.columns]
        keys = folded_keys(columns, len(rows))
        first: CascadeError | None = None
        for row, some in enumerate(keys):
            if None in some[0]:
                continue
            found = sorted({*chain(*(triggers.get(key, ()) for key in (*some, ())))})
            if not found:
                continue
            since = self._since(rows, row, cascade)
            for at in found:
                error, change = _error(cascade, at)
                is_sooner = first is None or first_of(first, error) is error
                if is_sooner and self._counts(cascade, change, since):
                    first = error
        return first

    @staticmethod
    def _since(rows: pa.RecordBatch, row: int, cascade: Cascade) -> _Change:
        """Return the change from which on a row has its key."""
        if "_file" not in rows.schema.names:
            return _BEGINNING
        absent = rows.column(ABSENT)[row].as_py() or ()
        if set(cascade.columns).intersection(absent):
            return _BEGINNING
        file, position, ordinal = (
            rows.column(name)[row].as_py() for name in ("_file", "_position", "_ordinal")
        )
        return (file, position), ordinal

    def _counts(self, cascade: Cascade, change: _Change, since: _Change) -> bool:
        """Return whether a change may have changed a row that has its key since another one."""
        place, until = change[0], self.shape.until
        is_behind = (order(place), change[1]) > (order(since[0]), since[1])
        if not is_behind or (until is not None and order(place) > order(until)):
            return False
        if place not in self._are_checked:
            path = dict(cascade.logs).get(place[0], place[0])
            self._are_checked[place] = foreign_key_flags(path, place[1]).are_checked
        return self._are_checked[place]


def _by_key(cascade: Cascade) -> dict[_Key, list[int]]:
    """Return the numbers of changes by keys; those of unknown keys by the empty key."""
    names = [name for name in cascade.triggers.column_names if name.startswith(KEY)]
    columns = [cascade.triggers.column(name).combine_chunks() for name in names]
    found: dict[_Key, list[int]] = {}
    for number, keys in enumerate(folded_keys(columns, len(cascade.triggers))):
        is_known = cascade.columns and None not in keys[0]
        for key in keys if is_known else ((),):
            found.setdefault(key, []).append(number)
    return found


def _error(cascade: Cascade, number: int) -> tuple[CascadeError, _Change]:
    row = cascade.triggers.slice(number, 1).to_pylist()[0]
    expected = "row images of the rows that a foreign key changes"
    found = f"a change of its parent {cascade.parent}"
    error = CascadeError(row["_file"], row["_position"], expected, found)
    error.gtid, error.commit = row["_gtid"], row["_commit_timestamp"]
    return error, ((error.file, error.position), row["_ordinal"])


@dataclass(frozen=True)
class TouchTask:
    """Looks for touched rows in files of a current table that no change of its own rewrites."""

    store: Store
    table: int
    shape: Shape
    rows: tuple[Rows, ...]

    def __call__(self) -> list[tuple[int, CascadeError]]:
        """Return the first change that may have changed a row, with the number of the table."""
        touched = TouchedRows(self.shape)
        errors = filter(None, map(touched.first_in, self._batches()))
        return [(self.table, one) for one in errors]

    def _batches(self) -> Iterator[pa.RecordBatch]:
        columns = sorted({name for one in self.shape.cascades for name in one.columns})
        columns = columns or list(self.shape.keys)
        for one in self.rows:
            deleted = one.deleted and one.deleted.name
            yield from left_in(self.store, one.piece.name, deleted, columns)
