"""Write scripts: statements in transactions that check themselves, with their positions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError, UnknownNameError, UnreadableError
from binlog_kaitai.forensics.undo.cascades import LostCascades
from binlog_kaitai.forensics.undo.changes import (
    EffectiveChange,
    EffectiveRows,
    PositionFilter,
    effective_changes,
)
from binlog_kaitai.forensics.undo.clients import SHOWN
from binlog_kaitai.forensics.undo.columns import Fragments, OneByOneError, fragments_of
from binlog_kaitai.forensics.undo.conditions import NoColumnError, RowFilter
from binlog_kaitai.forensics.undo.deleted import DeletedRows, Place
from binlog_kaitai.forensics.undo.printer import (
    ITEMS,
    TRANSACTION,
    Printer,
    ended,
    lines_of,
)
from binlog_kaitai.forensics.undo.rows import RowChange, RowWriter, SqlFragment
from binlog_kaitai.forensics.undo.session import foot, head
from binlog_kaitai.forensics.undo.spool import Spool
from binlog_kaitai.forensics.undo.statements import statement_effect, statement_lines
from binlog_kaitai.forensics.undo.texts import TEXT
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.model.row_batches import concatenated, values_of
from binlog_kaitai.printable import printable, valid
from binlog_kaitai.read.exact import flavor_of, logs_cascades, runs_of_tables
from binlog_kaitai.read.indexed import integers_of_condition
from binlog_kaitai.read.known_names import unknown
from binlog_kaitai.read.scans import Scan

MAX_ROWS = 4096  # items that are made one by one, in a batch

_MICROSECONDS = 1_000_000
_OF_RECORD = ("server_id", "gtid", "xid", "user", "thread_id")

Item = list[Any]


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a script.

    Attributes:
        is_undo: revert the changes instead of applying them again.
        flavor: the kind of server that runs it; None for that which wrote the first log.
        rewrite_db: new names of databases by their names in the log.
        batch: maximum number of rows in a statement.
        row_filter: selects row changes by their values.
        position_filter: selects changes by their positions.
        checks_foreign_keys: whether the server checks foreign keys.
        is_best_effort: write a comment for a change without SQL, instead of an error.
    """

    is_undo: bool
    flavor: Flavor | None = None
    rewrite_db: Mapping[str, str] = field(default_factory=dict)
    batch: int = 100
    row_filter: RowFilter | None = None
    position_filter: PositionFilter | None = None
    checks_foreign_keys: bool = True
    is_best_effort: bool = False


def script_texts(
    scan: Scan,
    options: Options,
    on_empty: Callable[[], None] = lambda: None,
    on_warning: Callable[[str], None] = lambda _: None,
) -> Iterator[str]:
    """Yield a script that reverts the changes of a scan, or applies them again.

    Its lines are ended by `END`, as they may contain line feeds.

    Args:
        scan: the logs and filters.
        options: options of the script.
        on_empty: called if the script has no change; before the first line of an undo script, after
            the last line of a redo script.
        on_warning: called for rows that foreign keys changed and that an undo script cannot revert.

    Raises:
        BinlogError: the logs do not contain a value that the script needs; before the first line of
            an undo script.
        UnknownNameError: a table lacks a column of the condition.
        OSError: as the scan.
    """
    origin = flavor_of(scan.logs[0].path)
    flavor = options.flavor or origin
    items = _Items(scan, options, flavor, origin)
    opening = head(flavor, is_undo=options.is_undo, checks=options.checks_foreign_keys)
    if not options.is_undo:
        yield ended(opening)
        yield from Printer(options.batch).texts(items.forth())
    else:
        with closing(Spool(ITEMS)) as spool:
            for batch in items.forth():
                spool.append(batch)
            if not items.has_changes:
                on_empty()
            yield ended(opening)
            for warning in items.lost.warnings():
                yield ended([f"-- WARNING: {printable(warning)}"])
                on_warning(warning)
            yield from Printer(options.batch).texts(spool.reversed())
    yield ended(foot())
    if not (options.is_undo or items.has_changes):
        on_empty()


def script(scan: Scan, options: Options) -> Iterator[str]:
    """Yield the lines of the script of `script_texts`, which says what it raises."""
    for text in script_texts(scan, options):
        yield from lines_of(text)


class _Items:
    """Converts effective changes to the items of a printer, in the order of the log.

    With a row filter, statements do not count as changes.
    """

    def __init__(self, scan: Scan, options: Options, flavor: Flavor, origin: Flavor) -> None:
        self.scan = scan
        self.options = options
        self.flavor = flavor
        self.writer = RowWriter(flavor, scan.definition_of, options.rewrite_db, origin)
        self.changed: set[str] = set()
        self.transaction: tuple[Any, ...] = 0, *(None for _ in TRANSACTION.names[1:])
        self.start: tuple[Any, ...] | None = None
        self.rows: list[tuple[Any, ...]] = []
        self.deleted = DeletedRows()
        self.lost = LostCascades(scan)
        self.read: tuple[Any, ...] | None = None
        self.has_changes = False
        self.log = ""
        self.has_cascades = False

    def forth(self) -> Iterator[pa.RecordBatch]:
        """Yield the items, in batches."""
        with closing(self.deleted):
            row_filter = self.options.row_filter
            asked = None if row_filter is None else integers_of_condition(row_filter.test)
            for effect in effective_changes(self.scan, self.options.position_filter, asked):
                if isinstance(effect, EffectiveChange):
                    self._add(effect)
                else:
                    for part in effect.parts() if self._logs_cascades(effect.log) else [effect]:
                        yield from self._of_rows(part)
                if len(self.rows) >= MAX_ROWS:
                    yield from self._one_by_one()
            yield from self._one_by_one()

    def _one_by_one(self) -> Iterator[pa.RecordBatch]:
        if self.rows:
            yield _batch(self.rows, ITEMS)
            self.rows = []

    def _add(self, effect: EffectiveChange) -> None:
        start = effect.log, effect.start
        if start != self.read:
            self.read = start
            self.deleted.clear()
        item = self._item(effect)
        if item is None:
            return
        if start != self.start:
            self.start = start
            self.transaction = self.transaction[0] + 1, *_transaction(effect)
        self.has_changes |= self.options.row_filter is None or effect.statement is None
        more = None
        if not isinstance(item, SqlFragment):
            item, more = SqlFragment("", ""), json.dumps(item)
        self.rows.append((*self.transaction, *item, more))

    def _of_rows(self, effect: EffectiveRows) -> Iterator[pa.RecordBatch]:
        try:
            batch = self._together(effect)
        except OneByOneError:
            for each in effect.one_by_one():
                self._add(each)
            return
        yield from self._one_by_one()
        yield batch

    def _together(self, effect: EffectiveRows) -> pa.RecordBatch:
        """Return the items of some rows. Raises OneByOneError, before anything is noted."""
        log, rows, is_undo = effect.log, effect.rows, self.options.is_undo
        if self.options.row_filter is not None:
            raise OneByOneError
        fragments, touched = fragments_of(self.writer, rows, is_undone=is_undo)
        if self._logs_cascades(log):
            is_continued = self.read == (log, (int(rows.starts[0]), 0))
            self.deleted.add_all(rows, touched, self.writer, is_continued=is_continued)
        elif is_undo and any(self.writer.target(table).generated for table, *_ in touched):
            raise OneByOneError  # foreign keys may refer to these columns
        if is_undo:
            self.lost.note_all(log, rows.batch.column("position"), touched)
        self.read = log, (int(rows.starts[-1]), 0)
        self.changed |= {table.full_name for table, *_ in touched}
        self.has_changes |= len(fragments.numbers) > 0
        return self._items_of(effect, fragments)

    def _items_of(self, effect: EffectiveRows, fragments: Fragments) -> pa.RecordBatch:
        starts = effect.rows.starts[fragments.numbers]
        is_first = np.append(starts[:1] >= 0, starts[1:] != starts[:-1])
        if len(starts):
            is_first[0] = self.start != (effect.log, (int(starts[0]), 0))
            self.start = effect.log, (int(starts[-1]), 0)
        records = effect.rows.batch.take(pa.array(fragments.numbers[is_first]))
        when = pc.coalesce(records.column("commit_timestamp"), records.column("timestamp"))
        columns = {
            "number": pa.array(self.transaction[0] + 1 + np.arange(len(records))),
            "file": pa.repeat(pa.scalar(valid(base_name(effect.log)), TEXT), len(records)),
            "start": pa.array(starts[is_first]),
            "when": when.cast(pa.timestamp("us")).cast(pa.int64()),
            **{name: records.column(name) for name in TRANSACTION.names if name in _OF_RECORD},
        }
        known = _batch([self.transaction], TRANSACTION)
        new = [columns[field.name].cast(field.type) for field in TRANSACTION]
        every = concatenated([known, pa.RecordBatch.from_arrays(new, schema=TRANSACTION)])
        self.transaction = next(values_of(every.slice(len(every) - 1)))
        arrays = every.take(pa.array(np.cumsum(is_first))).columns
        return pa.RecordBatch.from_arrays(
            [
                *(*arrays, *fragments[1:], pa.repeat(pa.scalar(True), len(starts))),
                *(pa.repeat(pa.scalar("", TEXT), len(starts)), pa.nulls(len(starts), TEXT)),
            ],
            schema=ITEMS,
        )

    def _item(self, effect: EffectiveChange) -> Item | SqlFragment | None:
        try:
            if effect.problem is not None:
                if not effect.is_chosen:
                    return None
                raise effect.problem
            if effect.row is not None:
                return self._row(effect.row, effect)
            return self._statement(effect)
        except UnreadableError as error:
            problem = effect.failing(error.expected, error.found)
            if not self.options.is_best_effort:
                if isinstance(error, NoColumnError):
                    _check_column(error.name, effect)
                raise problem from error
            return ["note", f": {problem}"]
        except BinlogError as error:
            if not self.options.is_best_effort:
                raise
            return ["note", f": {error}"]

    def _row(self, row: RowChange, effect: EffectiveChange) -> Item | SqlFragment | None:
        first = self._first_delete(row, effect)
        if not effect.is_chosen or not (
            self.options.row_filter is None or self.options.row_filter(row)
        ):
            return None
        name, place = row.table.full_name, (effect.change.position, effect.change.ordinal)
        if first is not None and self.writer.key_of(row.table):
            return ["note", f", duplicate of another logged delete from {name}: at byte {place[0]}"]
        if first is not None:
            runs = runs_of_tables(effect.log, effect.start[0])
            if not self.deleted.is_run(first, place, runs):
                raise UnreadableError(
                    f"different rows of {name}, which has no primary key (MySQL logs some"
                    " deletes of cascades twice)",
                    "a delete of an equal row after rows of another table in the same transaction",
                )
        if self.options.is_undo:
            self.lost.note(effect, row)
        fragment = self.writer.fragment(row, is_undone=self.options.is_undo)
        self.changed.add(row.table.full_name)
        return fragment

    def _first_delete(self, row: RowChange, effect: EffectiveChange) -> Place | None:
        """Return the place of an earlier delete of the same row, if the server logs cascades."""
        if not self._logs_cascades(effect.log):
            return None
        place = effect.change.position, effect.change.ordinal
        return self.deleted.add(row, place, self.writer.key_of(row.table))

    def _logs_cascades(self, log: str) -> bool:
        if log != self.log:
            self.log, self.has_cascades = log, logs_cascades(log)
        return self.has_cascades

    def _statement(self, effect: EffectiveChange) -> Item | None:
        statement = effect.statement
        assert statement is not None
        does = statement_effect(statement.text, statement.database)
        concerned = [name for name in does.tables if self.scan.wants_table(name)]
        if does.kind == "other" and not self._repeats(does.is_repeated):
            return None
        if does.kind != "other" and not (concerned or does.database):
            return None
        if not effect.is_chosen and not (self.options.is_undo and does.kind == "ddl"):
            return None
        shown = " ".join(statement.text.split())[:SHOWN]
        if self.options.is_undo:
            note = self._not_undone(does.kind, does.database, concerned, shown)
            return note if effect.is_chosen else None
        if self.options.row_filter is not None and does.kind == "rows":
            raise UnreadableError(
                "row images, to evaluate the condition", f"a logged statement: {shown}"
            )
        lines = statement_lines(
            statement, effect.change.timestamp, self.options.rewrite_db, self.flavor
        )
        return ["statement", *lines, does.kind == "rows"]

    def _repeats(self, is_repeated: bool) -> bool:
        """Return whether statements that change no table are repeated."""
        return is_repeated and not self.options.is_undo and self.scan.wants_all_tables

    def _not_undone(
        self, kind: str, database: str | None, concerned: list[str], shown: str
    ) -> Item:
        if kind == "rows":
            raise UnreadableError("row images of the changes", f"only the statement: {shown}")
        crossed = [name for name in concerned if name in self.changed] or [
            name for name in self.changed if parts_of(name)[0] == database
        ]
        if crossed:
            raise UnreadableError(
                f"no DDL on {', '.join(sorted(crossed))} after the selected changes",
                f"{shown}; undo the later changes with --start-position, revert the DDL by hand,"
                " then undo the earlier changes with --stop-position",
            )
        return ["note", f", DDL is not reverted: {shown}"]


def _check_column(name: str, effect: EffectiveChange) -> None:
    """Raise UnknownNameError if the table of a change has names of columns, but not this one."""
    assert effect.row is not None
    table = effect.row.table
    names = [column.name for column in table.shown_columns]
    if table.has_names and name not in map(str.lower, names):
        where = f"{table.full_name}, at byte {effect.change.position} of {effect.log}"
        error = unknown("column", name, names, where)
        raise UnknownNameError(f"{error} (a text needs quotes: '{name}')")


def _batch(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(each, field.type) for each, field in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _transaction(effect: EffectiveChange) -> tuple[Any, ...]:
    """Return the fields of `TRANSACTION` behind the first."""
    change = effect.change
    transaction, context = change.transaction, change.context
    when = transaction.commit_timestamp
    when = change.timestamp * _MICROSECONDS if when is None else when
    of_server = change.server_id, transaction.gtid, transaction.xid
    of_thread = context.user, context.thread_id
    return (valid(base_name(effect.log)), effect.start[0], when, *of_server, *of_thread)
