"""The rows that a table is made of: rows that it or another table had, and changes since then."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.lake.aside import TYPES, VALUES, Aside, Place, order
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current.effects import Effects
from binlog_kaitai.lake.current.files import Current
from binlog_kaitai.lake.current.layouts import Layouts
from binlog_kaitai.lake.current.lineage import Era, Lineage, Operation, Origin, Passage, passed
from binlog_kaitai.lake.current.reading import Rows, before_first
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.parquet import ParquetFiles, Written
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.schemas import in_format
from binlog_kaitai.lake.snapshots import ForeignRowsError, base_of
from binlog_kaitai.lake.state import CURRENT, Dataset
from binlog_kaitai.model.definitions import arrow_type_of
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import RECORD_FIELDS, column_field, widens, wider


@dataclass
class Source:
    """The rows that a table is made of.

    `old` is the table before the changes, with all files of the rows of before; None if the table
    is made of all its changes. `rows` are these files, each with its bucket.
    """

    old: Current | None
    rows: list[tuple[int, Rows]]
    changes: list[Rows]
    is_moved: bool


class Sources:
    """Finds the rows of tables, as they were at the beginning of a run."""

    def __init__(
        self,
        plan: Plan,
        effects: Effects,
        anew: Container[str],
        staged: str,
        known: Mapping[str, Aside],
    ) -> None:
        """Take the tables of a plan, of which those `known` were set aside before this run."""
        self._plan = plan
        self._known = known
        self._effects = effects
        self._anew = anew
        self._staged = staged
        self._folders = {
            one.names: folder
            for folder, one in plan.state.datasets.items()
            if one.table is not None
        }
        self._currents = {folder: one.current for folder, one in plan.state.datasets.items()}
        self._rewritten: dict[str, tuple[str | None, list[Written] | None]] = {}
        named = {one.names: one for one in plan.state.datasets.values() if one.table is not None}
        self._layouts = Layouts(named)

    def rewritten(self, folder: str) -> tuple[str | None, list[Written] | None]:
        """Return what `rewritten` does of a table as it was."""
        if folder not in self._rewritten:
            known = self._currents.get(folder)
            self._rewritten[folder] = rewritten(self._plan, self._staged, folder, known)
        return self._rewritten[folder]

    def lineage(self, dataset: Dataset) -> Lineage | None:
        """Return the lineage of a table; None if it has only its own changes."""
        return self._plan.state.lineages.get(dataset.names)

    def is_touched(self, folder: str, dataset: Dataset) -> bool:
        """Return whether a table has new changes, or was emptied, moved or altered."""
        plan = self._plan
        return (
            folder in self._effects.emptied
            or dataset.names in self._effects.origins
            or any(
                plan.news.get(each) or plan.pending.get(each)
                for each in self._folders_of(folder, dataset)
            )
        )

    def misfit(self, dataset: Dataset) -> Aside | None:
        """Return why the rows of a table cannot be made of its eras; None if they can."""
        lineage = self.lineage(dataset)
        if lineage is None or len(lineage.eras) < 2:  # noqa: PLR2004 - one is its own
            return None
        kinds = {one.name.lower(): one.type for one in self.columns(dataset)}
        reason = None
        for era in lineage.eras:
            source = self._folders.get(era.source)
            if source is None:
                continue
            other = self._plan.state.datasets[source]
            aside = self._plan.state.aside.get(other.key)
            ends = aside is not None and aside.cause == TYPES and era.until is not None
            if aside is not None and ends and order(aside.bound) < order(era.until or aside.bound):
                reason = f"{other.name}, whose rows it has, lacks changes: {aside.reason}"
        for name, kind in self._kinds(dataset, lineage):
            if name in kinds and not _becomes(kind, kinds[name]):
                reason = f"expected a column {name} of the type {kinds[name]}, found {kind}"
        rebuilt = next((one for one in lineage.eras if not self._has_changes(one)), None)
        if rebuilt is not None and self._old(dataset) is None:
            reason = f"{full_name(*rebuilt.source)}, whose rows it has, was rebuilt without them"
        if reason is None:
            return None
        place = lineage.eras[-1].after or ("", 0)
        gtid = self._effects.gtids.get(place)
        aside = Aside(*dataset.names, *place, gtid, None, cause=VALUES, reason=reason)
        return aside._replace(until=place, begins=place)

    def stay(self, dataset: Dataset, misfit: Aside | None = None) -> None:
        """Set a table aside that stays as it was before this run, if it lacks anything.

        Args:
            dataset: that of the table.
            misfit: the reason, for a table that has none yet.
        """
        aside = self._plan.state.aside
        why = aside.get(dataset.key) or misfit
        current = self._currents[self._folders[dataset.names]]
        if why is None:
            return
        if current is not None and not current.is_stale:
            lacks = self._lacks(dataset)
            if lacks is None:
                return
            if why is misfit or order(lacks[0]) < order(why.bound):
                why = why.as_before(*lacks)
        self._plan.state.put_aside(why)

    def _lacks(self, dataset: Dataset) -> tuple[Place, str | None] | None:
        """Return the place up to which a table has its rows, and the GTID that it lacks first."""
        folder, (database, _) = self._folders[dataset.names], dataset.key
        known, touched = self._known.get(folder), self._effects.touched
        if known is not None:
            return known.bound, known.stale_from
        found = [
            before_first(self._plan.store, self.pieces(folder, is_whole=False)),
            *(touched.get(key) for key in (dataset.key, (database, ALL_OF_DATABASE))),
        ]
        return min(filter(None, found), key=lambda one: order(one[0]), default=None)

    def of(self, folder: str, dataset: Dataset) -> Source:
        """Return the rows of a table."""
        origins, old = self._origins(dataset), self._old(dataset)
        rows = [] if old is None else [one for each in origins for one in self._rows(each)]
        changes = list(self._changes(folder, dataset, is_whole=old is None))
        return Source(old, rows, changes, is_moved=dataset.names in self._effects.origins)

    def renamed(self, dataset: Dataset) -> dict[str, str] | None:
        """Return the earlier names of the table's columns by their names, in lower case.

        Returns:
            None if DDL of this run did not alter the table, or if its rows are those of another.
        """
        origins = self._effects.origins.get(dataset.names, ())
        current = self._currents.get(self._folders[dataset.names])
        if current is None or [one.source for one in origins] != [dataset.names]:
            return None
        names = {name.lower(): name.lower() for name in schema_from(current.columns).names}
        return dict(passed(names, origins[0].operations))

    def columns(self, dataset: Dataset) -> pa.Schema:
        """Return the columns of a table as it is now, by its definition if this is known."""
        fields = {one.name.lower(): one for one in _columns_of(dataset)}
        for name, kind in self._kinds(dataset, self.lineage(dataset)):
            own = fields.setdefault(name, pa.field(name, kind))
            fields[name] = own.with_type(wider(own.type, kind) or own.type)
        if dataset.key in self._plan.state.aside and dataset.names not in self._effects.origins:
            # columns of DDL that no row image has yet are those of the table as it was
            current = self._currents.get(self._folders[dataset.names])
            for one in () if current is None else schema_from(current.columns):
                fields.setdefault(one.name.lower(), one)
        definition = self._effects.definitions.get(dataset.names)
        options = self._plan.state.options
        is_named = options.get("ddl") is None and all(one.has_names for one in dataset.layouts)
        if definition is None or not is_named or dataset.key in self._plan.state.aside:
            return pa.schema(fields.values())
        defined = {column_field(one.name).lower(): one for one in definition.columns}
        for name, one in defined.items():
            kind = arrow_type_of(one)
            if name not in fields and kind is not None:
                new = pa.schema([pa.field(column_field(one.name), kind)])
                fields[name] = in_format(new, options["format"]).field(0)
        return pa.schema([one for name, one in fields.items() if name in defined])

    def _kinds(
        self, dataset: Dataset, lineage: Lineage | None
    ) -> Iterator[tuple[str, pa.DataType]]:
        """Yield the columns of a table's eras and of the rows that it had, with their types."""
        for era in () if lineage is None else reversed(lineage.eras):
            source = self._folders.get(era.source)
            if source is not None and self._has_changes(era):
                columns = _columns_of(self._plan.state.datasets[source])
                yield from _kinds_after(columns, era.operations)
        for origin in () if self._old(dataset) is None else self._origins(dataset):
            current = self._currents[self._folders[origin.source]]
            assert current is not None
            yield from _kinds_after(schema_from(current.columns), origin.operations)

    def _has_changes(self, era: Era) -> bool:
        """Return whether the dataset of an era still has its changes: not if it was rebuilt."""
        return era.until is None or self._layouts.last(era.source, era.until) is not None

    def _origins(self, dataset: Dataset) -> tuple[Origin, ...]:
        """Return where the rows are that a table had."""
        key = dataset.names
        is_emptied = self._folders[key] in self._effects.emptied
        return self._effects.origins.get(key, () if is_emptied else (Origin(key),))

    def _folders_of(self, folder: str, dataset: Dataset) -> list[str]:
        lineage = self.lineage(dataset)
        if lineage is None:
            return [folder]
        found = (self._folders.get(era.source) for era in lineage.eras)
        return list(dict.fromkeys(filter(None, found)))

    def _old(self, dataset: Dataset) -> Current | None:
        folder, origins = self._folders[dataset.names], self._origins(dataset)
        folders = self._folders_of(folder, dataset)
        if any(each in self._anew for each in (folder, *folders)):
            return None
        own = self._currents.get(folder)
        if not origins:
            return None if own is None or own.is_stale else Current(own.columns, own.keys)
        found = [self._currents.get(self._folders.get(one.source, "")) for one in origins]
        known = [one for one in found if one is not None and not one.is_stale]
        if len(known) < len(found):
            return None
        if len(known) == 1:
            return known[0]
        files = [file for one in known for file in one.files]
        return Current(known[0].columns, known[0].keys, known[0].depth, files)

    def _rows(self, origin: Origin) -> Iterator[tuple[int, Rows]]:
        """Yield the files of the rows that a table had, each with its bucket."""
        folder = self._folders[origin.source]
        current = self._currents[folder]
        assert current is not None
        passage = None
        if origin.operations:
            names = tuple(schema_from(current.columns).names)
            passage = Passage(names, operations=origin.operations)
        _, restaged = self.rewritten(folder)
        for written in restaged or ():
            piece = Piece(written.name, written.rows, written.num_bytes)
            yield 0, Rows(piece, "table", passage)
        for one in current.files if restaged is None else ():
            target, deleted = f"{folder}{CURRENT}", one.deleted
            if deleted is not None:
                deleted = deleted._replace(name=f"{target}/{deleted.name}")
            piece = Piece(f"{target}/{one.name}", one.rows, one.num_bytes)
            yield one.bucket, Rows(piece, "table", passage, deleted)

    def _changes(self, folder: str, dataset: Dataset, *, is_whole: bool) -> Iterator[Rows]:
        lineage = self.lineage(dataset)
        if lineage is None:
            yield from (Rows(piece, "changes") for piece in self.pieces(folder, is_whole=is_whole))
            return
        for era in lineage.eras:
            source = self._folders.get(era.source)
            if source is None:
                continue
            names = tuple(one.name for one in _columns_of(self._plan.state.datasets[source]))
            passage = Passage(names, era.after, era.until, era.operations)
            for piece in self.pieces(source, is_whole=is_whole):
                yield Rows(piece, "changes", passage)

    def pieces(self, folder: str, *, is_whole: bool) -> Iterator[Piece]:
        """Yield the changes that tables lack of a dataset; all of them if they are to be whole."""
        plan = self._plan
        before = plan.written_before(folder, self._anew) if is_whole else plan.pending.get(folder)
        for one in [*(before or ()), *plan.news.get(folder, ())]:
            yield Piece(one.name, one.rows, one.num_bytes)


def _columns_of(dataset: Dataset) -> list[pa.Field]:
    return [one for one in schema_from(dataset.columns) if one.name not in RECORD_FIELDS]


def _kinds_after(
    fields: Iterable[pa.Field], operations: Sequence[Operation]
) -> Iterator[tuple[str, pa.DataType]]:
    """Yield columns by the names that they have after operations, with their types."""
    yield from passed({one.name.lower(): one.type for one in fields}, operations).items()


def _becomes(source: pa.DataType, target: pa.DataType) -> bool:
    """Return whether values become those of another type; the bytes of a text are in the log."""
    is_text_as_bytes = pa.types.is_string(source) and pa.types.is_binary(target)
    return widens(source, target) and not is_text_as_bytes


def rewritten(
    plan: Plan, staged: str, folder: str, known: Current | None
) -> tuple[str | None, list[Written] | None]:
    """Return the base of a Delta or Iceberg table, and its rows if it has unknown files.

    Raises ForeignRowsError if its rows are not those that the export wrote.
    """
    if plan.tables is None or known is None:
        return None, None
    target = f"{folder}{CURRENT}"
    names, rows = plan.tables.snapshot(target)
    if sorted(names) == sorted(name for one in known.files for name in one.names):
        return base_of(names), None
    schema = schema_from(known.columns)
    files = ParquetFiles(plan.store, staged, schema, plan.file_size, is_digested=True)
    done = files.write_all(in_columns(batch, schema) for batch in rows if len(batch))
    count, digest = known.content()
    seen = sum(one.rows for one in done)
    if (count, digest) != (seen, sum(one.digest or 0 for one in done) % 2**64):
        reason = "rows of unknown content" if digest is None else "different rows"
        raise ForeignRowsError(
            f"{target}: another writer changed the table: the export wrote {count} rows,"
            f" and the table has {seen}; expected equal rows, found {reason}. Restore the"
            " table to the export's last version, or export with --overwrite"
        )
    return base_of(names), done
