"""Typed rows of all tables of a log, by kernels.

Tables whose columns are the same are one layout to the kernels: their rows are made into arrays
together, however many tables there are, and then parted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import Fault, out_of_memory
from binlog_kaitai.kernels.columns.column import ColumnCells, FaultError, TooLargeError
from binlog_kaitai.kernels.columns.conversions import array_of
from binlog_kaitai.kernels.columns.soundness import check_unasked
from binlog_kaitai.kernels.records.absent import absent_array, with_unchanged
from binlog_kaitai.kernels.records.fields import Constants, RecordArrays
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.statements import StatementTexts
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_scanner import Learned
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model.layouts import PlacedLayout, schema_of
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS, RECORD_SCHEMA, UNFIT
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.tables.found import (
    UNSETTLED,
    Found,
    Matched,
    Statements,
    TableRows,
    WantedTables,
    found_in,
    matched_in,
)

_BEYOND = (FaultError, *UNFIT)


LearnedOfLogs: TypeAlias = Carried[Learned]


@dataclass(frozen=True, slots=True)
class _ChosenRun(Run):
    """Rows by their numbers in a run."""

    chosen: Any

    def __len__(self) -> int:
        return len(self.chosen)

    @property
    def events(self) -> Any:
        return self.rows.noted.row_event[self.first : self.end][self.chosen]

    @property
    def kinds(self) -> Any:
        return self.rows.noted.row_kind[self.first : self.end][self.chosen]


class _Record:
    """The fields of the record of all rows of a run, each made when it is first asked for."""

    def __init__(self, file: str, run: Run, constants: Constants) -> None:
        self._record = RecordArrays(file, run, constants)
        self._count = len(run)
        self._arrays: dict[str, pa.Array] = {}

    def array(self, name: str, chosen: Any) -> pa.Array:
        """Return a field of some rows, by their numbers."""
        if name not in self._arrays:
            self._arrays[name] = self._record.of(name)
        array = self._arrays[name]
        is_all = len(chosen) == self._count and bool((np.diff(chosen) == 1).all())
        return array if is_all else array.take(pa.array(chosen))

    def are_settled(self, chosen: Any) -> bool:
        """Return whether no row was rolled back, or waits for a decision."""
        outcome = self.array("outcome", chosen)
        return not pc.any(pc.is_in(outcome, UNSETTLED)).as_py()


@dataclass(frozen=True, slots=True)
class _Group:
    """Rows of a run, by their numbers, that have the same layout: each table's side by side.

    `tables` says where in `chosen` the rows of each end.
    """

    run: Run
    record: _Record
    layout: Layout
    chosen: Any
    tables: list[tuple[Table, int]]

    @property
    def position(self) -> int:
        """Where the event of the first row lies."""
        first = int(self.chosen[0])
        return self.run.part(first, first + 1).position

    def halves(self) -> list[_Group]:
        """Return the first tables and the others; of one table, its first rows and the others."""
        if len(self.tables) == 1:
            table, count = self.tables[0]
            middle = count // 2
            parts = [(0, [(table, middle)]), (middle, [(table, count)])]
        else:
            half = len(self.tables) // 2
            parts = [(0, self.tables[:half]), (self.tables[half - 1][1], self.tables[half:])]
        return [
            replace(
                self,
                chosen=self.chosen[start : tables[-1][1]],
                tables=[(table, end - start) for table, end in tables],
            )
            for start, tables in parts
        ]


class KernelTableReader:
    """Reads a part of a log; see `TableReader`.

    What is `learned` of one log is known in the next.
    """

    def __init__(
        self, file: str, scope: Scope, wanted: WantedTables, learned: LearnedOfLogs | None = None
    ) -> None:
        self.file = file
        self._walk = ChangeWalk(file, scope, learned)
        self._wanted = wanted
        self._constants = Constants()
        # of layouts, by their ids: what is kept with them keeps these from being used again
        self._natural: dict[int, tuple[Layout, Matched]] = {}

    @property
    def num_events(self) -> int:
        """How many events there were so far."""
        return self._walk.num_events

    def found(self) -> Iterator[list[Found]]:
        """Yield rows and statements that lie side by side. Raises BinlogError for damage."""
        for found in self._walk.found():
            if isinstance(found, Fault):
                raise found.error
            if isinstance(found, Rows):
                yield list(self._of_rows(found))
            else:
                yield list(found_in(self.file, found, self._wanted))

    def _of_rows(self, rows: Rows) -> Iterator[Found]:
        run = Run(rows, 0, rows.count)
        record = _Record(self.file, run, self._constants)
        hard: list[Any] = []
        if len(run.statements):
            yield from self._statements(run, record, hard)
        for layout, chosen in run.by_layout():
            for some, tables in self._parted(run, layout, chosen):
                yield from self._of_layout(_Group(run, record, layout, some, tables), hard)
        if hard:
            yield from self._read_by_trees(run, np.concatenate(hard))

    def _parted(
        self, run: Run, layout: Layout, chosen: Any
    ) -> Iterator[tuple[Any, list[tuple[Table, int]]]]:
        """Yield rows of a layout that are made together, by tables: each, and where it ends."""
        rows = run.rows
        numbers = run.of_events(rows.noted.event_map)[chosen]
        order = np.argsort(numbers, kind="stable")
        chosen, numbers = chosen[order], numbers[order]
        bounds = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
        of_tables: dict[tuple[str, str], tuple[Table, list[Any]]] = {}
        for first, end in itertools.pairwise(bounds):
            table = rows.maps.table(int(numbers[first]), layout.table)
            if self._wanted.wants(table):
                name = (table.database, table.name)
                of_tables.setdefault(name, (table, []))[1].append(chosen[first:end])
        together: list[Any] = []
        tables: list[tuple[Table, int]] = []
        count = 0
        for table, parts in of_tables.values():
            # a table of several table maps: its rows in the log's order
            some = parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))
            if self._wanted.schema_for is not None:
                yield some, [(table, len(some))]
                continue
            count += len(some)
            together.append(some)
            tables.append((table, count))
        if tables:
            yield np.concatenate(together), tables

    def _of_layout(self, group: _Group, hard: list[Any]) -> Iterator[Found]:
        """Yield the rows of a group; those that kernels do not read are put to the hard ones."""
        position = group.position
        matched = self._matched(group.layout, group.tables[0][0], position)
        try:
            batch = _batch(group, matched)
        except _BEYOND:
            halves = group.halves() if len(group.tables) > 1 else []
        except (TooLargeError, MemoryError) as error:
            halves = group.halves() if len(group.chosen) > 1 else []
            if not halves and isinstance(error, MemoryError):
                raise out_of_memory(self.file, position) from error
        else:
            are_settled = group.record.are_settled(group.chosen)
            yield from _slices(batch, group.tables, are_settled=are_settled)
            return
        if not halves:
            hard.append(group.chosen)
        for half in halves:
            yield from self._of_layout(half, hard)

    def _read_by_trees(self, run: Run, hard: Any) -> Iterator[Found]:
        identities = set(map(run.rows.identity, hard.tolist()))
        changes = run.part(int(hard.min()), int(hard.max()) + 1).changes()
        wanted = (one for one in changes if (one.position, one.ordinal) in identities)
        yield from found_in(self.file, wanted, self._wanted)

    def _matched(self, layout: Layout, table: Table, position: int) -> Matched:
        """Return what is made of a layout. Raises BinlogError where it cannot be."""
        placed = PlacedLayout(table, self.file, position)
        if self._wanted.schema_for is not None:
            return matched_in(placed, self._wanted.schema_for(table))
        if id(layout) not in self._natural:
            self._natural[id(layout)] = layout, matched_in(placed, schema_of(placed))
        return self._natural[id(layout)][1]

    def _statements(self, run: Run, record: _Record, hard: list[Any]) -> Iterator[Found]:
        chosen = run.statements
        try:
            data = _statement_texts(run, chosen)
        except (FaultError, TooLargeError, *UNFIT):
            hard.append(chosen)
            return
        arrays = [
            data if field.name == "data" else record.array(field.name, chosen)
            for field in RECORD_SCHEMA
        ]
        yield Statements(pa.RecordBatch.from_arrays(arrays, schema=RECORD_SCHEMA))


def _slices(
    batch: pa.RecordBatch, tables: list[tuple[Table, int]], *, are_settled: bool
) -> Iterator[TableRows]:
    num_bytes = batch.nbytes
    first = 0
    for table, end in tables:
        share = num_bytes * (end - first) // len(batch)
        yield TableRows(table, batch.slice(first, end - first), share, are_settled)
        first = end


def _batch(group: _Group, matched: Matched) -> pa.RecordBatch:
    layout, chosen = group.layout, group.chosen
    schema, indexes = matched
    some = _ChosenRun(group.run.rows, group.run.first, group.run.end, chosen)
    selection = group.run.selection(len(layout.plans), chosen)
    check_unasked(selection, layout, set(indexes.values()))
    is_whole = selection.is_whole
    if not is_whole:
        selection = with_unchanged(selection, some)
    arrays: dict[str, pa.Array] = {}
    for field in schema:
        if field.name in indexes:
            index = indexes[field.name]
            column, plan = layout.table.columns[index], layout.plans[index]
            array = array_of(ColumnCells(selection, index, column, plan), field.type)
            arrays[field.name] = array if array.type == field.type else array.cast(field.type)
        elif field.name != ABSENT and field.name in RECORD_FIELDS:
            arrays[field.name] = group.record.array(RECORD_FIELDS[field.name].name, chosen)
        else:
            arrays[field.name] = pa.nulls(len(chosen), field.type)
    if not is_whole:
        arrays[ABSENT] = absent_array(selection, layout, indexes, arrays)
    return pa.RecordBatch.from_arrays(list(arrays.values()), schema=schema)


def _statement_texts(run: Run, chosen: Any) -> pa.Array:
    made = StatementTexts(run, chosen)
    ends = np.zeros(len(chosen) + 1, np.int32)
    np.cumsum(made.lengths, out=ends[1:])
    return pa.Array.from_buffers(
        pa.string(), len(chosen), [None, pa.py_buffer(ends), pa.py_buffer(made.texts)]
    )
