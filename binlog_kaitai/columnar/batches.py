"""Row images that kernels found, as Arrow record batches."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from binlog_kaitai.changes import Change
from binlog_kaitai.columnar.absent import absent_array, are_whole, with_unchanged
from binlog_kaitai.columnar.columns import (
    FaultError,
    Selection,
    TooLargeError,
    check_unasked,
)
from binlog_kaitai.columnar.conversions import array_of
from binlog_kaitai.columnar.data import data_array
from binlog_kaitai.columnar.gtid_texts import NO_TIME
from binlog_kaitai.columnar.known import Layout
from binlog_kaitai.columnar.outcomes import outcome_array, xid_array
from binlog_kaitai.columnar.rows import RowDamageError, Rows
from binlog_kaitai.columnar.state import (
    DELETE,
    INSERT,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
)
from binlog_kaitai.columnar.walk import Walk
from binlog_kaitai.errors import BinlogError, UnreadableError, out_of_memory
from binlog_kaitai.images import DELETE as DELETED
from binlog_kaitai.images import INSERT as INSERTED
from binlog_kaitai.images import UPDATE_POSTIMAGE as AFTER
from binlog_kaitai.images import UPDATE_PREIMAGE as BEFORE
from binlog_kaitai.lenience import Fault
from binlog_kaitai.places import base_name
from binlog_kaitai.schema import ABSENT, INSTANT, RECORD_FIELDS, RECORD_SCHEMA
from binlog_kaitai.scopes import Scope
from binlog_kaitai.tree_batches import (
    TOO_LONG,
    UNFIT,
    expected_of,
    matched_columns,
    record_batches,
    table_batches,
)

MICROSECONDS = 1_000_000

_KINDS = {INSERT: INSERTED, UPDATE_PREIMAGE: BEFORE, UPDATE_POSTIMAGE: AFTER, DELETE: DELETED}
_CHANGE_TYPES = pa.array([_KINDS[kind] for kind in sorted(_KINDS)])

_BEYOND = (FaultError, *UNFIT)


@dataclass(frozen=True, slots=True)
class Run:
    """Some of the rows that were found, from one on, up to another."""

    rows: Rows
    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first

    def of_events(self, values: Any) -> Any:
        """What the rows' events have in an array."""
        return values[self.events]

    @property
    def events(self) -> Any:
        return self.rows.noted.row_event[self.first : self.end]

    @property
    def position(self) -> int:
        """Where the event of the first row lies."""
        return int(self.rows.noted.event_position[self.events[0]])

    @property
    def kinds(self) -> Any:
        return self.rows.noted.row_kind[self.first : self.end]

    @property
    def layouts(self) -> Any:
        """The number of each row's layout."""
        return self.of_events(self.rows.noted.event_layout)

    def selection(self, num_columns: int, chosen: Any = slice(None)) -> Selection:
        """The cells of all rows, or of those that are chosen; all have as many columns."""
        noted = self.rows.noted
        at = noted.row_cells_at[self.first : self.end][chosen]
        if at[-1] - at[0] == (len(at) - 1) * num_columns:  # no others lie between
            cells = noted.cells[at[0] : at[0] + len(at) * num_columns].reshape(len(at), -1)
        else:
            cells = noted.cells[at[:, np.newaxis] + np.arange(num_columns)]
        return Selection(self.rows.buffer, np.ascontiguousarray(cells.T), noted.cells, at)

    def by_layout(self) -> Iterator[tuple[Layout, Any]]:
        """The layouts that rows have, and which rows have each."""
        layouts = self.layouts
        order = np.argsort(layouts, kind="stable")
        ends = np.flatnonzero(np.diff(layouts[order])) + 1
        for chosen in np.split(order, ends):
            layout = self.rows.layouts[layouts[chosen[0]]]
            assert layout is not None
            yield layout, chosen

    def halves(self) -> list[Run]:
        middle = (self.first + self.end) // 2
        return [Run(self.rows, self.first, middle), Run(self.rows, middle, self.end)]

    def changes(self) -> Iterator[Change]:
        """The rows as the tree engine reads them."""
        return self.rows.replay(self.first, self.end)


def kernel_batches(
    file: str,
    scope: Scope,
    schema: pa.Schema,
    *,
    is_typed: bool,
    is_projection: bool,
    is_exact: bool = False,
) -> Iterator[pa.RecordBatch | Fault]:
    """Yields the changes of a file as `binlog_kaitai.batches.read_batches` says, and its faults."""
    maker = batch_maker(
        file, schema, is_typed=is_typed, is_projection=is_projection, is_exact=is_exact
    )
    walk = Walk(file, scope).found()
    found = next(walk, None)
    while found is not None:
        try:
            if isinstance(found, Fault):
                yield found
            else:
                yield from maker.of(found)
            found = next(walk, None)
        except RowDamageError as damage:
            found = walk.throw(damage)


def batch_maker(
    file: str, schema: pa.Schema, *, is_typed: bool, is_projection: bool, is_exact: bool = False
) -> BatchMaker:
    """What makes batches of what is found in a file: typed rows of one table, or flat records."""
    if is_typed:
        return _Typed(file, schema, is_projection=is_projection, is_exact=is_exact)
    return _Records(file, schema)


class BatchMaker(Protocol):
    """Makes batches of the changes of one file."""

    def of(self, found: Rows | list[Change]) -> Iterator[pa.RecordBatch]:
        """Yields what was found, in order."""
        if isinstance(found, Rows):
            return self.batches(found)
        return self.of_changes(iter(found))

    def batches(self, rows: Rows) -> Iterator[pa.RecordBatch]: ...
    def of_changes(self, changes: Iterator[Change]) -> Iterator[pa.RecordBatch]: ...


class _Records(BatchMaker):
    """Makes flat records."""

    def __init__(self, file: str, schema: pa.Schema) -> None:
        self.file = file
        self.schema = schema
        self.constants = Constants()

    def of_changes(self, changes: Iterator[Change]) -> Iterator[pa.RecordBatch]:
        return record_batches(self.file, changes, self.schema)

    def batches(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        yield from self._batches(Run(rows, 0, rows.count))

    def _batches(self, run: Run) -> Iterator[pa.RecordBatch]:
        try:
            if "data" not in self.schema.names:
                for layout, chosen in run.by_layout():
                    check_unasked(run.selection(len(layout.plans), chosen), layout, ())
            arrays = [self._array(field, run) for field in self.schema]
        except _BEYOND:
            yield from self.of_changes(run.changes())
            return
        except (TooLargeError, MemoryError) as error:
            if len(run) == 1:
                raise self._too_large(run, error) from error
            arrays = None
        if arrays is None:
            for half in run.halves():
                yield from self._batches(half)
            return
        yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _too_large(self, run: Run, error: Exception) -> BinlogError:
        """What is wrong with a single row whose text, or memory, does not suffice."""
        if isinstance(error, MemoryError):
            return out_of_memory(self.file, run.position)
        expected = expected_of(self.schema.field("data"))
        return BinlogError(self.file, run.position, expected, TOO_LONG)

    def _array(self, field: pa.Field, run: Run) -> pa.Array:
        if field.name == "data":
            return fitting(data_array(run), field)
        return fitting(record_array(field.name, self.file, run, self.constants), field)


class _Typed(BatchMaker):
    """Makes typed rows of one table."""

    def __init__(
        self, file: str, schema: pa.Schema, *, is_projection: bool, is_exact: bool
    ) -> None:
        self.file = file
        self.schema = schema
        self.strictness = {"is_projection": is_projection, "is_exact": is_exact}
        self.constants = Constants()
        self.layout: Layout | None = None
        self.indexes: dict[str, int] = {}

    def of_changes(self, changes: Iterator[Change]) -> Iterator[pa.RecordBatch]:
        return table_batches(self.file, changes, self.schema, **self.strictness)

    def batches(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        layouts = Run(rows, 0, rows.count).layouts
        starts = [0, *(np.flatnonzero(np.diff(layouts)) + 1).tolist(), rows.count]
        for first, end in itertools.pairwise(starts):
            layout = rows.layouts[layouts[first]]
            assert layout is not None
            run = Run(rows, first, end)
            if self._matches(layout):
                yield from self._batches(layout, run)
            else:
                yield from self.of_changes(run.changes())

    def _matches(self, layout: Layout) -> bool:
        """Finds out which of the layout's columns the fields hold; false where they do not."""
        if self.layout is not None and layout.table == self.layout.table:
            return True
        try:
            matches = matched_columns(layout.table, self.schema, **self.strictness)
        except UnreadableError:
            return False
        numbers = {column.name: i for i, column in enumerate(layout.table.columns)}
        self.indexes = {name: numbers[column.name] for name, column in matches.items()}
        self.layout = layout
        return True

    def _batches(self, layout: Layout, run: Run) -> Iterator[pa.RecordBatch]:
        try:
            arrays = self._arrays(layout, run)
        except _BEYOND:
            yield from self.of_changes(run.changes())
            return
        except (TooLargeError, MemoryError) as error:
            if len(run) == 1 and isinstance(error, MemoryError):
                raise out_of_memory(self.file, run.position) from error
            arrays = None
        if arrays is None and len(run) == 1:
            yield from self.of_changes(run.changes())
            return
        if arrays is None:
            for half in run.halves():
                yield from self._batches(layout, half)
            return
        yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _arrays(self, layout: Layout, run: Run) -> list[pa.Array]:
        selection = run.selection(len(layout.plans))
        check_unasked(selection, layout, set(self.indexes.values()))
        is_whole = are_whole(selection, layout, run)
        if not is_whole:
            selection = with_unchanged(selection, run)
        arrays = {
            field.name: self._array(layout, field, run, selection)
            for field in self.schema
            if field.name != ABSENT
        }
        if ABSENT in self.schema.names:
            field = self.schema.field(ABSENT)
            absent = pa.nulls(len(run), field.type)
            if not is_whole:
                asked = {name: self.indexes[name] for name in arrays if name in self.indexes}
                absent = absent_array(selection, layout, asked, arrays)
            arrays[ABSENT] = fitting(absent, field)
        return [arrays[name] for name in self.schema.names]

    def _array(self, layout: Layout, field: pa.Field, run: Run, selection: Selection) -> pa.Array:
        if field.name in RECORD_FIELDS:
            name = RECORD_FIELDS[field.name].name
            return fitting(record_array(name, self.file, run, self.constants), field)
        if field.name not in self.indexes:
            return fitting(pa.nulls(len(run), field.type), field)
        index = self.indexes[field.name]
        column, plan = layout.table.columns[index], layout.plans[index]
        return fitting(array_of(selection, index, column, plan, field.type), field)


def fitting(array: pa.Array, field: pa.Field) -> pa.Array:
    """An array of a field's type; FaultError where it must not have nulls, and has."""
    if not field.nullable and array.null_count:
        raise FaultError
    return array if array.type == field.type else array.cast(field.type)


class Constants:
    """Columns that have one text in all of their rows, each kept until it has another."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, pa.Array]] = {}

    def of(self, name: str, text: str, count: int) -> pa.Array:
        """A text as often as it is asked for, as the column of this name."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != text or len(kept[1]) < count:
            kept = self._kept[name] = text, _repeated(text, count)
        return kept[1].slice(0, count)


def _repeated(text: str, count: int) -> pa.Array:
    encoded = text.encode()
    ends = np.arange(count + 1, dtype=np.int32) * len(encoded)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(encoded * count)]
    return pa.Array.from_buffers(pa.string(), count, buffers)


def record_array(name: str, file: str, run: Run, constants: Constants) -> pa.Array:
    """A field of the record, but for its data."""
    noted = run.rows.noted
    if name == "file":
        return constants.of(name, base_name(file), len(run))
    if name in ("database", "table"):
        return _names(name, run, constants)
    if name == "position":
        return pa.array(run.of_events(noted.event_position))
    if name == "ordinal":
        return pa.array(noted.row_ordinal[run.first : run.end].copy())
    if name == "server_id":
        return pa.array(run.of_events(noted.event_server_id))
    if name == "timestamp":
        return pa.array(run.of_events(noted.event_timestamp) * MICROSECONDS, INSTANT)
    if name == "outcome":
        return outcome_array(run)
    if name == "xid":
        return xid_array(run)
    if name == "change_type":
        return _CHANGE_TYPES.take(pa.array(run.kinds))
    transactions = run.of_events(noted.event_transaction)
    if name == "commit_timestamp":
        times = noted.transaction_commit[transactions]
        return pa.array(times, RECORD_SCHEMA.field(name).type, mask=times == NO_TIME)
    return _gtids(noted, int(transactions.max()) + 1).take(pa.array(transactions))


def _gtids(noted: Any, count: int) -> pa.Array:
    ends = np.zeros(count + 1, np.int32)
    ends[1:] = noted.transaction_gtid_end[:count]
    is_valid = np.diff(ends) > 0
    text = noted.gtid_text[: ends[-1]].copy()
    return pa.Array.from_buffers(
        pa.string(),
        count,
        [
            pa.py_buffer(np.packbits(is_valid, bitorder="little")),
            pa.py_buffer(ends),
            pa.py_buffer(text),
        ],
    )


def _names(name: str, run: Run, constants: Constants) -> pa.Array:
    numbers = run.of_events(run.rows.noted.event_map)
    if numbers[0] == numbers[-1] and (numbers == numbers[0]).all():
        return constants.of(name, run.rows.maps.name(name, int(numbers[0])), len(run))
    return run.rows.maps.names(name, numbers)
