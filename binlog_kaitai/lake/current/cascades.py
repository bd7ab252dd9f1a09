"""Changes of parents that foreign keys may hand on to their children, without row images.

The changes are those of the datasets: deletes, and updates of the columns that a foreign key
references. A child that a cascade changes may itself be a parent: its rows that had a key which was
lost may have been changed too, and their keys lost. So the changes are followed from table to
table.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from binlog_kaitai.catalog.references import Reference, References
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current.reading import KEY, Cascade, Unended
from binlog_kaitai.lake.current.touched import folded_keys
from binlog_kaitai.lake.current.triggers import (
    FIELDS,
    IS_DELETE,
    PLACE,
    as_keys,
    bounded,
    change_of,
    in_log_order,
    lost_keys,
    trigger_schema,
    unknown_key,
    with_unknown_key,
    without,
)
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import between
from binlog_kaitai.lake.options import redacts, wants
from binlog_kaitai.lake.pieces import rows_of
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.row_batches import values_of, with_pairs
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS, column_field
from binlog_kaitai.read.exact import logs_cascades
from binlog_kaitai.read.foreign_keys import foreign_key_flags
from binlog_kaitai.read.lost_keys import MAX_DEPTH, lower

PiecesOf: TypeAlias = Callable[..., Iterator[Piece]]


class _Found(NamedTuple):
    """Changes that lose keys of a parent: deletes, or updates of columns."""

    reference: Reference
    changes: pa.Table


@dataclass
class Cascades:
    """Finds the changes that may change tables by their foreign keys.

    `pieces_of` yields the changes of the dataset in a folder, `is_whole` those of earlier runs too.
    """

    store: Store
    state: State
    references: References
    definitions: Mapping[tuple[str, str], Definition]
    pieces_of: PiecesOf
    unended: Unended = "fail"

    def __post_init__(self) -> None:
        paths = [*(path for path, *_ in self.state.files), *self.state.growing]
        self._logs = {base_name(path): path for path in paths}
        self._are_logged: dict[str, bool] = {}
        self._found: dict[bool, dict[Reference, list[pa.Table]]] = {}
        self._folders: dict[tuple[str, str], list[str]] = {}
        for folder, one in self.state.datasets.items():
            if one.table is not None:
                self._folders.setdefault(one.key, []).append(folder)

    def of(
        self, dataset: Dataset, columns: Sequence[str], *, is_whole: bool
    ) -> tuple[Cascade, ...]:
        """Return the changes that may change a table.

        Args:
            dataset: the table.
            columns: its columns.
            is_whole: whether changes of earlier runs count, too.
        """
        own = self.references.of(TableName(*dataset.names))
        if not own:
            return ()
        if is_whole not in self._found:
            self._found[is_whole] = self._all(is_whole=is_whole)
        cascades = []
        for reference in own:
            found = self._found[is_whole].get(reference)
            if found:
                names = self._fields(dataset, columns, reference.columns)
                parent = full_name(*reference.parent)
                triggers = in_log_order(pa.concat_tables(found, promote_options="permissive"))
                files = set(triggers.column("_file").unique().to_pylist())
                logs = tuple((name, path) for name, path in self._logs.items() if name in files)
                cascades.append(Cascade(parent, names, triggers, logs))
        return tuple(cascades)

    def note_unread(self) -> Iterator[str]:
        """Note the parents of current tables whose changes the export does not have.

        Yields:
            The folders of tables with other such parents than before.
        """
        last = max(self._logs, key=in_order, default=None)
        if last is None or not any(self.references):
            return
        with contextlib.suppress(OSError, BinlogError):
            if logs_cascades(self._logs[last]):
                return
        for folder, dataset in self.state.datasets.items():
            if dataset.current is None:
                continue
            own = self.references.of(TableName(*dataset.names))
            parents = {full_name(*one.parent): one.parent for one in own if one.until is None}
            unread = sorted(
                name
                for name, parent in parents.items()
                if not wants(self.state.options, name) or self._ends(parent) is not None
            )
            if unread != dataset.current.unread:
                dataset.current.unread = unread
                yield folder

    def _ends(self, parent: TableName) -> tuple[str, int] | None:
        """Return the place from which on the changes of a table are not read; None if they are."""
        aside = self.state.aside.get(lower(parent))
        return aside.place if aside is not None and aside.cause == TYPES else None

    def _all(self, *, is_whole: bool) -> dict[Reference, list[pa.Table]]:
        found: dict[Reference, list[pa.Table]] = {}
        new = [
            _Found(one, changes)
            for one in self.references
            if len(changes := self._own(one, is_whole=is_whole))
        ]
        for _ in range(MAX_DEPTH):
            later: list[_Found] = []
            for one in new:
                found.setdefault(one.reference, []).append(one.changes)
            for one in new:
                for below in self.references:
                    if lower(below.parent) == lower(one.reference.child):
                        changes = self._handed_on(one, below)
                        changes = without(changes, found.get(below, ()))
                        if len(changes):
                            later.append(_Found(below, changes))
            new = later
            if not new:
                break
        return found

    def _own(self, reference: Reference, *, is_whole: bool) -> pa.Table:
        """Return the changes of the parent of a foreign key that its server may hand on."""
        parts = []
        ends = self._ends(reference.parent)
        for folder in self._folders.get(lower(reference.parent), ()):
            dataset = self.state.datasets[folder]
            names = self._referenced(dataset, reference)
            for piece in self.pieces_of(folder, is_whole=is_whole):
                for batch in self._batches(piece, names):
                    is_open = self.unended != "leave_out"
                    some = lost_keys(batch, names, reference, counts_unended=is_open)
                    parts.append(self._that_count(some, reference))
            if ends is not None:
                some = pa.RecordBatch.from_pylist(
                    [unknown_key(ends, len(names))], trigger_schema(names)
                )
                parts.append(self._that_count(some, reference))
        tables = [pa.Table.from_batches([one]) for one in parts if len(one)]
        if not tables:
            return trigger_schema(()).empty_table()
        return bounded(in_log_order(pa.concat_tables(tables, promote_options="permissive")))

    def _batches(self, piece: Piece, names: Sequence[str | None]) -> Iterator[pa.RecordBatch]:
        """Yield changes, both images of an update together."""
        columns = [
            *FIELDS,
            "_change_type",
            "_outcome",
            ABSENT,
            *dict.fromkeys(filter(None, names)),
        ]
        with self.store.open(piece.name) as file:
            yield from with_pairs(rows_of(pq.ParquetFile(file), columns))

    def _that_count(self, found: pa.RecordBatch, reference: Reference) -> pa.RecordBatch:
        """Return changes between the places of a foreign key, but those with logged cascades."""
        batch = between(found, reference.after, reference.until)
        if not len(batch):
            return batch
        first: dict[str, int] = {}
        for file, position in values_of(batch, ("_file", "_position")):
            first.setdefault(file, position)
        for file, position in first.items():
            if file not in self._are_logged:  # a server logs cascades, or not, until it ends
                path = self._logs.get(file, file)
                self._are_logged[file] = foreign_key_flags(path, position).are_logged
        unlogged = [file for file in first if not self._are_logged[file]]
        return batch.filter(pc.is_in(batch.column("_file"), pa.array(unlogged, pa.string())))

    def _handed_on(self, found: _Found, below: Reference) -> pa.Table:
        """Return changes that a child may hand on to its own children, as it lost keys.

        These are the keys of all its row images that had a key which its parent lost. If rows of
        the child may be older than the logs, their keys are not known.
        """
        above = found.reference
        is_key_lost = {name.lower() for name in above.columns}.intersection(
            name.lower() for name in below.referenced
        )
        deletes = pc.and_(found.changes.column(IS_DELETE), above.on_delete == "cascade")
        by_update = below.follows_updates and bool(is_key_lost or not below.referenced)
        number = found.changes.column_names.index(IS_DELETE)
        changes = found.changes.set_column(number, IS_DELETE, deletes).filter(
            pc.if_else(deletes, below.follows_deletes, by_update)
        )
        folders = self._folders.get(lower(above.child), ())
        if not len(changes):
            return changes
        parts: list[pa.Table] = []
        for folder in folders:
            dataset = self.state.datasets[folder]
            parts += self._keys_lost(folder, dataset, found._replace(changes=changes), below)
        return (
            pa.concat_tables(parts, promote_options="permissive") if parts else changes.slice(0, 0)
        )

    def _keys_lost(
        self, folder: str, dataset: Dataset, found: _Found, below: Reference
    ) -> Iterator[pa.Table]:
        changes = found.changes
        columns = schema_from(dataset.columns).names
        own = self._fields(dataset, columns, found.reference.columns)
        names = self._referenced(dataset, below)
        if dataset.wiped is None or not own or None in names:
            rows = [with_unknown_key(row, len(names)) for row in changes.to_pylist()]
            yield pa.Table.from_pylist(rows, trigger_schema(names))
            return
        by_key: dict[tuple[Any, ...], list[int]] = {}
        keys = [changes.column(one) for one in changes.column_names if one.startswith(KEY)]
        lost = folded_keys([one.combine_chunks() for one in keys], len(changes))
        for number, some in enumerate(lost):
            for key in ((),) if None in some[0] else some:
                by_key.setdefault(key, []).append(number)
        records = changes.to_pylist()
        rows = []
        for piece in self.pieces_of(folder, is_whole=True):
            for batch in self._batches(piece, [*own, *names]):
                places = batch.select(list(PLACE)).to_pylist()
                lost = folded_keys([batch.column(name) for name in own], len(batch))
                for row, some in enumerate(lost):
                    asked = () if None in some[0] else (*some, ())
                    for number in sorted({one for key in asked for one in by_key.get(key, ())}):
                        if change_of(places[row]) < change_of(records[number]):
                            values = [batch.column(str(name))[row].as_py() for name in names]
                            rows.append(with_unknown_key(records[number], 0) | as_keys(values))
        if rows:
            yield pa.Table.from_pylist(rows)

    def _referenced(self, dataset: Dataset, reference: Reference) -> list[str | None]:
        """Return the fields of the columns that a foreign key references, None if not known."""
        columns = schema_from(dataset.columns).names
        referenced = reference.referenced
        if not referenced:
            keyed = [one.keys for one in dataset.layouts if one.keys]
            referenced = keyed[-1] if keyed else ()
        found = self._fields(dataset, columns, referenced)
        return list(found) or [None] * len(reference.columns)

    def _fields(
        self, dataset: Dataset, columns: Sequence[str], names: Sequence[str]
    ) -> tuple[str, ...]:
        """Return the fields of columns, which may be numbers; none if a value is not known."""
        if redacts(self.state.options, *dataset.names, names):
            return ()
        fields = {one.lower(): one for one in columns if one not in RECORD_FIELDS}
        definition = self.definitions.get(dataset.names)
        numbers = {
            one.name.lower(): f"@{number}"
            for number, one in enumerate(() if definition is None else definition.columns, 1)
        }
        found = []
        for name in names:
            field = fields.get(column_field(name).lower())
            field = field or fields.get(column_field(numbers.get(name.lower(), "")).lower())
            if field is None:
                return ()
            found.append(field)
        return tuple(found)
