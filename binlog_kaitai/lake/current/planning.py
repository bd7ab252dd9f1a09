"""Which tables, and which of their buckets, are to be made anew."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from binlog_kaitai.io.paths import base_name, is_remote
from binlog_kaitai.lake.aside import CASCADE, TYPES, VALUES, Aside, Place, order
from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.current.cascades import Cascades
from binlog_kaitai.lake.current.effects import stays, take_effects
from binlog_kaitai.lake.current.finishing import CurrentTable, finish
from binlog_kaitai.lake.current.keys import keys_of
from binlog_kaitai.lake.current.marking import anew_or_stays
from binlog_kaitai.lake.current.merging import Bucket, Made, PartTask, StitchTask, Unit
from binlog_kaitai.lake.current.reading import (
    CascadeError,
    Rows,
    Shape,
    Unended,
    UntoldError,
    transaction_at,
    transaction_start,
)
from binlog_kaitai.lake.current.sources import Sources
from binlog_kaitai.lake.current.splitting import depth_of, merge_tasks, together
from binlog_kaitai.lake.current.touched import TouchTask, note_first
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.facts import Facts, Gap, Piece
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.running import Runner
from binlog_kaitai.lake.state import CURRENT, Dataset
from binlog_kaitai.lake.tables import Format
from binlog_kaitai.model.definitions import Definitions

Merge: TypeAlias = Literal["on-read", "on-write"]

ON_READ: tuple[Format, ...] = ("delta", "iceberg")
"""Formats whose files can have deleted rows."""

DEFAULTS: tuple[Format, ...] = ("iceberg",)
"""Those of which all readers know them."""

ATTEMPTS = 16
"""How often a table is made that lacks values, each time up to an earlier transaction; then it
stays as it was."""


@dataclass(frozen=True)
class Asked:
    """How tables are kept: `keys` by the full names of those whose keys the logs do not tell.

    `defaults` are values of columns that rows may be inserted without, by the names of tables. If
    the merge `waits`, a run leaves plain changes to a later one. A `merge` on read leaves files in
    which few rows change; by default, the format of the tables tells.
    """

    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    defaults: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    unended: Unended = "fail"
    waits: bool = False
    merge: Merge | None = None

    def marks(self, file_format: str, out: str) -> Format | None:
        """Return the format of deleted positions, if files stay in which few rows change.

        Raises:
            ValueError: they cannot, in this format or in this output.
        """
        found = next((one for one in ON_READ if one == file_format), None)
        if self.merge == "on-read" and found is None:
            formats = " or ".join(ON_READ)
            raise ValueError(f"--merge on-read requires the format {formats}, found {file_format}")
        if self.merge == "on-read" and found == "delta" and is_remote(out):
            raise ValueError(f"--merge on-read requires a directory for Delta, found {out}")
        is_default = self.merge is None and found in DEFAULTS
        return found if is_default or self.merge == "on-read" else None

    def options(self) -> dict[str, str | None]:
        """Return what another run has to ask for, too."""
        asked = {"keys": {name: list(keys) for name, keys in self.keys.items()}}
        return {"current": json.dumps(asked, sort_keys=True)}


class CurrentTables:
    """Makes tables as they stand from what a plan adds to their datasets."""

    def __init__(self, plan: Plan, runner: Runner, asked: Asked, folder: str) -> None:
        self.plan = plan
        self.state = plan.state
        self.runner = runner
        self.asked = asked
        self.folder = folder

    def make(
        self,
        facts: Facts,
        anew: Mapping[str, str],
        known: Mapping[str, Aside] | None = None,
        definitions: Definitions | None = None,
        gaps: Sequence[Gap] = (),
    ) -> None:
        """Make what changes, and plan that it becomes visible. Raises BinlogError.

        The tables `known` were set aside before this run. The caller has `definitions` of tables,
        and `gaps` are logs that are missing.

        A table whose row images lack a value is set aside, and made up to the transaction before.
        """
        effects = take_effects(facts, self.state, self.asked.keys, definitions, gaps)
        self.sources = Sources(self.plan, effects, anew, self.folder, known or {})
        self.cascades = Cascades(
            self.plan.store,
            self.state,
            effects.references,
            effects.definitions,
            self.sources.pieces,
            self.asked.unended,
        )
        tables = list(self._tables(anew, known or {}))
        for _ in range(ATTEMPTS):
            failures = self._merge(tables)
            cut = [self._cut(tables[number], error) for number, error in failures.items()]
            tables = [one for one in cut if one is not None]
            if not tables:
                break
        for table in tables:
            self.sources.stay(table.dataset)
        for folder in self.cascades.note_unread():
            self._change(folder)

    def _merge(self, tables: Sequence[CurrentTable]) -> dict[int, UntoldError]:
        """Make tables. Returns the first failure of each table that is not made, by its number."""
        failures: dict[int, UntoldError] = {}
        parted = self._part(tables, failures)
        units = [
            unit
            for number, table in enumerate(tables)
            if number not in failures
            for unit in self._units(number, table, parted.get(number, {}))
        ]
        loose: dict[int, list[Piece]] = {}
        store, size = self.plan.store, self.plan.file_size
        for made in self.runner.run(list(merge_tasks(store, self.folder, size, units))):
            self._take(made, tables, failures)
            for number, piece in made.loose:
                loose.setdefault(number, []).append(piece)
        stitching = [
            StitchTask(store, self.folder, size, number, tables[number].shape, tuple(some))
            for number, some in loose.items()
            if number not in failures
        ]
        for made in self.runner.run(stitching):
            self._take(made, tables, failures)
        touched: dict[int, set[int]] = {}
        for unit in units:
            touched.setdefault(unit.bucket.table, set()).add(unit.bucket.number)
        unchanged = [
            self._touch_task(number, table, touched.get(number, ()))
            for number, table in enumerate(tables)
            if table.shape.cascades and not table.is_parted_anew and number not in failures
        ]
        for found in self.runner.run(unchanged):
            note_first(failures, found)
        for number, table in enumerate(tables):
            if number not in failures:
                finish(self.plan, table, touched.get(number, set()), self.folder)
                self._change(table.folder)
        return failures

    def _touch_task(self, number: int, table: CurrentTable, rewritten: Container[int]) -> TouchTask:
        """Return the task that looks for touched rows in the buckets that are not rewritten."""
        rows = [one for bucket, one in table.source.rows if bucket not in rewritten]
        return TouchTask(self.plan.store, number, table.shape, tuple(rows))

    @staticmethod
    def _take(made: Made, tables: Sequence[CurrentTable], failures: dict[int, UntoldError]) -> None:
        note_first(failures, made.failures)
        for bucket, one in made.files:
            tables[bucket.table].made.setdefault(bucket.number, []).append(one)
        for number, mark in made.marks:
            tables[number].marks[base_name(mark.name)] = mark

    def _cut(self, table: CurrentTable, error: UntoldError) -> CurrentTable | None:
        """Set a table aside.

        Returns:
            The table up to the transaction before the failure; None if it had another name then,
            or rows that a later statement removed.
        """
        dataset, place = table.dataset, (error.file, error.position)
        store, changes = self.plan.store, table.source.changes
        if isinstance(error, CascadeError):
            gtid, cause = error.gtid, CASCADE
            first = transaction_start(store, changes, place, gtid, error.commit)
        else:
            (gtid, first), cause = transaction_at(store, changes, place), VALUES
        aside = Aside(
            *dataset.names,
            *place,
            gtid,
            None,
            cause=cause,
            reason=f"expected {error.expected}, found {error.found}",
            until=(error.file, first - 1),
            begins=place if cause == CASCADE else None,
        )
        before = self.state.set_aside().get(table.folder)
        if before is not None and before.cause == TYPES:
            reason = f"{before.reason}; {aside.reason}"
            aside = before._replace(reason=reason).as_before(aside.bound, gtid)
        elif before is not None:
            aside = aside._replace(begins=before.restart)
        self.state.put_aside(aside)
        self._change(table.folder)
        lineage, wiped = self.sources.lineage(dataset), dataset.wiped
        is_moved = lineage is not None and wiped is not None and order(place) <= order(wiped)
        if is_moved or (lineage is not None and lineage.loses_rows(place)):
            self.sources.stay(dataset)
            return None
        return replace(table, shape=replace(table.shape, until=aside.until), made={}, marks={})

    def _change(self, folder: str) -> None:
        if folder not in self.plan.changed:
            self.plan.changed.append(folder)

    def _tables(
        self, anew: Mapping[str, str], known: Mapping[str, Aside]
    ) -> Iterator[CurrentTable]:
        misfits = self._set_aside_misfits()
        aside = self.state.set_aside()
        for folder, dataset in self.state.datasets.items():
            is_wanted = dataset.table is not None and wants(self.state.options, dataset.name)
            if not is_wanted or folder in self.state.baselines:
                continue
            why, was = aside.get(folder), known.get(folder)
            is_new = why is not None and (was is None or was.bound != why.bound)
            if why != was:
                self._change(folder)  # its record says why
            is_misfit = dataset.key in misfits
            if is_misfit or (why is not None and stays(dataset, why, is_new=is_new)):
                continue
            rows = columns_of(self.sources.columns(dataset))
            unlogged, _ = unlogged_in(dataset, self.state)
            current = dataset.current
            is_same = current is not None and (current.columns, current.unlogged) == (
                rows,
                unlogged,
            )
            is_usable = is_same and folder not in anew and not (current and current.is_stale)
            names = schema_from(rows).names
            is_unchanged = is_usable and not self.sources.is_touched(folder, dataset)
            if is_unchanged and not self.cascades.of(dataset, names, is_whole=False):
                continue
            keys, until = self._keys(folder, dataset, None if why is None else why.bound)
            if not keys:
                continue
            source = self.sources.of(folder, dataset)
            depth = depth_of(source.old, sum(one.piece.num_bytes for one in source.changes))
            shape = Shape(
                dataset.name,
                rows,
                tuple(keys),
                depth,
                dataset.wiped,
                self.asked.unended,
                tuple(self.asked.defaults.get(dataset.name, {}).items()),
                is_digested=self.plan.tables is not None,
                until=until,
                unlogged=tuple(name for name in unlogged if name not in keys),
                ids=self._ids(folder, dataset, rows),
                cascades=self.cascades.of(dataset, names, is_whole=source.old is None),
                marks=self.asked.marks(self.state.file_format, self.plan.store.root),
            )
            base, restaged = self.sources.rewritten(folder)
            old = source.old
            is_parted_anew = old is None or not is_same or old.depth != depth or source.is_moved
            is_parted_anew |= not source.rows or restaged is not None
            renamed = self.sources.renamed(dataset)
            table = CurrentTable(folder, dataset, shape, source, is_parted_anew, base, renamed)
            if not is_unchanged:
                yield table
                continue
            failures: dict[int, UntoldError] = {}
            for found in self.runner.run([self._touch_task(0, table, ())]):
                note_first(failures, found)
            if failures:
                self._cut(table, failures[0])

    def _ids(self, folder: str, dataset: Dataset, columns: str) -> dict[str, int]:
        tables, renamed = self.plan.tables, self.sources.renamed(dataset)
        return {} if tables is None else tables.ids(f"{folder}{CURRENT}", columns, renamed)

    def _set_aside_misfits(self) -> set[tuple[str, str]]:
        """Set tables aside that cannot be made of the rows that they have from other tables.

        Returns:
            Their keys; these tables stay as they are.
        """
        found = set()
        for dataset in self.state.datasets.values():
            misfit = self.sources.misfit(dataset)
            if misfit is not None and wants(self.state.options, dataset.name):
                found.add(dataset.key)
                self.sources.stay(dataset, misfit)
        return found

    def _keys(
        self, folder: str, dataset: Dataset, until: Place | None
    ) -> tuple[tuple[str, ...], Place | None]:
        """Return a table's keys, and the last place that counts: before the keys change, if any."""
        keys, why = keys_of(dataset, self.asked.keys, until, self.sources.lineage(dataset))
        if why is not None:
            self.state.put_aside(why)
            self._change(folder)
            until = why.bound
        if not keys and dataset.current is not None:  # it was made anew without a key
            self.plan.drop.append(f"{folder}{CURRENT}")
            dataset.current = None
        return keys, until

    def _part(
        self, tables: Sequence[CurrentTable], failures: dict[int, UntoldError]
    ) -> dict[int, dict[int, list[Rows]]]:
        """Return what is merged of tables that have several buckets, by these."""
        tasks: list[PartTask] = []
        for number, table in enumerate(tables):
            if table.shape.depth:
                rows = [*table.source.changes]
                if table.is_parted_anew:
                    rows += (one for _, one in table.source.rows)
                tasks += (
                    PartTask(self.plan.store, self.folder, number, table.shape, tuple(some))
                    for some in together(rows)
                )
        found: dict[int, dict[int, list[Rows]]] = {}
        for parted in self.runner.run(tasks):
            note_first(failures, parted.failures)
            for bucket, rows_of_bucket in parted.rows:
                of_table = found.setdefault(bucket.table, {})
                of_table.setdefault(bucket.number, []).append(rows_of_bucket)
        return found

    @staticmethod
    def _units(
        number: int, table: CurrentTable, parted: Mapping[int, list[Rows]]
    ) -> Iterator[Unit]:
        shape, source = table.shape, table.source
        old: dict[int, list[Rows]] = {}
        if not shape.depth:
            parted, old[0] = {0: source.changes}, [one for _, one in source.rows]
        elif not table.is_parted_anew:
            for bucket, one in source.rows:
                old.setdefault(bucket, []).append(one)
        for bucket, some in sorted(parted.items()):
            anew, stays = old.get(bucket, []), list[Rows]()
            if shape.marks and not table.is_parted_anew and not shape.cascades:
                anew, stays = anew_or_stays(some, anew)
            yield Unit(Bucket(number, bucket), shape, (*some, *anew), tuple(stays))
