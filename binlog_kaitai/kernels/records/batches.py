"""Row images that kernels found, as Arrow record batches."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError, Fault, UnreadableError, out_of_memory
from binlog_kaitai.kernels.columns.column import ColumnCells, FaultError, Selection, TooLargeError
from binlog_kaitai.kernels.columns.conversions import array_of
from binlog_kaitai.kernels.columns.soundness import check_unasked, has_unasked
from binlog_kaitai.kernels.columns.texts import TextRoom
from binlog_kaitai.kernels.columns.together import StoredColumn, Together, selected_places
from binlog_kaitai.kernels.handoff import batches_of_changes
from binlog_kaitai.kernels.records.absent import absent_array, with_unchanged
from binlog_kaitai.kernels.records.data import data_array
from binlog_kaitai.kernels.records.fields import Constants, RecordArrays
from binlog_kaitai.kernels.records.held import BatchMaker, HeldRows
from binlog_kaitai.kernels.records.overlapping import Overlapping
from binlog_kaitai.kernels.records.row_texts import RowWriters
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.spread import SEVERAL
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_scanner import Learned
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import RowDamageError, Rows
from binlog_kaitai.kernels.walk.lending import Lending
from binlog_kaitai.kernels.walk.state import NOT_LOGGED
from binlog_kaitai.kernels.walk.table_map_cache import Layout
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.layouts import TOO_LONG, RowFormat, expected_of, matched_columns
from binlog_kaitai.model.schema import ABSENT, RECORD_FIELDS, UNFIT
from binlog_kaitai.model.scopes import Scope

_BEYOND = (FaultError, *UNFIT)


def change_batches(
    file: str,
    scope: Scope,
    form: RowFormat,
    threads: int = 1,
    carried: Carried[Learned] | None = None,
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the changes of a file as `read_batches` says, and its faults.

    One thread reads what may be damaged: where rows are, the walk goes back to before them.
    """
    new_maker = partial(batch_maker, file, form)
    if threads > 1 and not scope.is_lenient:
        lending = Lending(tells_ends=bool({"outcome", "_outcome"} & set(form.schema.names)))
        walk = ChangeWalk(file, scope, carried, lending).found()
        yield from Overlapping(walk, lending, new_maker, threads).batches()
        return
    maker = new_maker()
    walk = ChangeWalk(file, scope, carried).found()
    held = HeldRows()
    found: Rows | list[Change] | Fault | None = next(walk, None)
    while found is not None:
        try:
            if isinstance(found, Fault):
                yield from held.all()
                yield found
            else:
                yield from maker.of(found, held)
            found = None  # it holds a buffer, which may be large
            found = next(walk, None)
        except RowDamageError as damage:
            found = walk.throw(damage)
    yield from held.all()


def batch_maker(file: str, form: RowFormat) -> BatchMaker:
    """Return a maker of a file's batches: typed rows of one table, or flat records."""
    return (_Typed if form.is_typed else _Records)(file, form)


class _Maker(BatchMaker):
    """Makes rows of a form."""

    def __init__(self, file: str, form: RowFormat) -> None:
        self.file = file
        self.form = form
        self.schema = form.schema
        self.constants = Constants()
        self.room = TextRoom()

    def of_changes(self, changes: Iterator[Change]) -> Iterator[pa.RecordBatch]:
        return batches_of_changes(self.file, changes, self.form)


class _Records(_Maker):
    """Makes flat records."""

    def __init__(self, file: str, form: RowFormat) -> None:
        super().__init__(file, form)
        self.writers = RowWriters()

    def batches(self, run: Run) -> Iterator[pa.RecordBatch]:
        try:
            if "data" not in self.schema.names:
                for layout, chosen in run.by_layout():
                    check_unasked(run.selection(len(layout.plans), chosen), layout, ())
            record = RecordArrays(self.file, run, self.constants)
            arrays = [self._array(field, run, record) for field in self.schema]
        except _BEYOND:
            yield from self.of_changes(run.changes())
            return
        except (TooLargeError, MemoryError) as error:
            if len(run) == 1:
                raise self._too_large(run, error) from error
            arrays = None
        if arrays is None:
            for half in run.halves():
                yield from self.batches(half)
            return
        yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _too_large(self, run: Run, error: Exception) -> BinlogError:
        """Return what is wrong with a single row whose text, or memory, does not suffice."""
        if isinstance(error, MemoryError):
            return out_of_memory(self.file, run.position)
        expected = expected_of(self.schema.field("data"))
        return BinlogError(self.file, run.position, expected, TOO_LONG)

    def _array(self, field: pa.Field, run: Run, record: RecordArrays) -> pa.Array:
        if field.name == "data":
            return fitting(data_array(run, self.room, self.writers), field)
        return fitting(record.of(field.name), field)


class _Typed(_Maker):
    """Makes typed rows of one table."""

    def __init__(self, file: str, form: RowFormat) -> None:
        super().__init__(file, form)
        self.names = form.schema.names
        self.fields = [_Asked.of(field) for field in form.schema if field.name != ABSENT]
        self.layout: Layout | None = None
        self.indexes: dict[str, int] = {}
        self.together = Together([])
        self.together_names: list[str] = []
        self.are_all_together = False

    def batches(self, run: Run) -> Iterator[pa.RecordBatch]:
        record = None
        with suppress(MemoryError):  # there may be enough for fewer rows
            record = RecordArrays(self.file, run, self.constants)
        if record is not None and record.alike.layout != SEVERAL:
            yield from self._of_layout(record.alike.layout, run, record)
            return
        layouts = run.layouts
        ends = [*(np.flatnonzero(np.diff(layouts)) + 1).tolist(), len(run)]
        for first, end in itertools.pairwise([0, *ends]):
            yield from self._of_layout(layouts[first], run.part(first, end), None)

    def _of_layout(
        self, number: int, run: Run, record: RecordArrays | None
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows of one layout; `record` are their fields, where these are made."""
        layout = run.layout_of(number)
        if self._matches(layout):
            yield from self._batches(layout, run, record)
        else:
            yield from self.of_changes(run.changes())

    def _matches(self, layout: Layout) -> bool:
        """Find out which of the layout's columns the fields hold; false where they do not."""
        if layout is self.layout:
            return True
        if self.layout is not None and layout.table == self.layout.table:
            self._take(layout)
            return True
        try:
            matches = matched_columns(layout.table, self.form)
        except UnreadableError:
            return False
        numbers = {column.name: i for i, column in enumerate(layout.table.columns)}
        self.indexes = {name: numbers[column.name] for name, column in matches.items()}
        self._take(layout)
        return True

    def _take(self, layout: Layout) -> None:
        """Find out which of the asked columns are read together, and if that is all there is."""
        self.layout = layout
        together = {}
        for name, index in self.indexes.items():
            column, plan = layout.table.columns[index], layout.plans[index]
            stored = StoredColumn.of(index, column, plan)
            if stored is not None and stored.type == self.schema.field(name).type:
                together[name] = stored
        self.together = Together(list(together.values()))
        self.together_names = list(together)
        self.are_all_together = len(together) == len(self.indexes) and not has_unasked(
            layout, self.indexes.values()
        )

    def _batches(
        self, layout: Layout, run: Run, record: RecordArrays | None
    ) -> Iterator[pa.RecordBatch]:
        try:
            arrays = self._arrays(layout, run, record)
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
                yield from self._batches(layout, half, None)
            return
        yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _arrays(self, layout: Layout, run: Run, record: RecordArrays | None) -> list[pa.Array]:
        made = self.together.arrays(run.places_of())
        selection, is_whole = None, made is not None
        if made is None or not self.are_all_together or any(one is None for one in made):
            selection = run.selection(len(layout.plans))
            check_unasked(selection, layout, set(self.indexes.values()))
            is_whole = selection.is_whole
            if not is_whole:
                selection = with_unchanged(selection, run)
            if made is None:
                made = self.together.arrays(selected_places(selection), NOT_LOGGED)
        arrays = dict(zip(self.together_names, made or (), strict=True))
        if record is None:
            record = RecordArrays(self.file, run, self.constants)
        for field in self.fields:
            array = arrays.get(field.name)
            if array is None:
                array = self._array(layout, field, record, selection)
            arrays[field.name] = field.fitting(array)
        if ABSENT in self.names:
            field = self.schema.field(ABSENT)
            absent = self.constants.nulls(ABSENT, field.type, len(run))
            if selection is not None and not is_whole:
                names = [field.name for field in self.fields]
                asked = {name: self.indexes[name] for name in names if name in self.indexes}
                absent = absent_array(selection, layout, asked, arrays)
            arrays[ABSENT] = fitting(absent, field)
        return [arrays[name] for name in self.names]

    def _array(
        self, layout: Layout, field: _Asked, record: RecordArrays, selection: Selection | None
    ) -> pa.Array:
        if field.of_record is not None:
            return record.of(field.of_record)
        if selection is None or field.name not in self.indexes:
            return pa.nulls(len(record), field.type)
        index = self.indexes[field.name]
        column, plan = layout.table.columns[index], layout.plans[index]
        cells = ColumnCells(selection, index, column, plan)
        return array_of(cells, field.type, self.room)


class _Asked(NamedTuple):
    """A field that is asked for: `of_record` is the record's field that it is, if it is one."""

    name: str
    type: pa.DataType
    nullable: bool
    of_record: str | None

    @classmethod
    def of(cls, field: pa.Field) -> _Asked:
        """Return what is asked for by a field."""
        record = RECORD_FIELDS.get(field.name)
        return cls(field.name, field.type, field.nullable, None if record is None else record.name)

    def fitting(self, array: pa.Array) -> pa.Array:
        """Return as `fitting` does."""
        return array if self.nullable and array.type == self.type else fitting(array, self)


def fitting(array: pa.Array, field: pa.Field | _Asked) -> pa.Array:
    """Return an array of a field's type; FaultError where it must not have nulls, and has."""
    if not field.nullable and array.null_count:
        raise FaultError
    return array if array.type == field.type else array.cast(field.type)
