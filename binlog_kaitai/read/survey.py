"""What a file holds: its tables with their row images, by kernels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.kernels.records.fields import Constants, record_array
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.layouts import PlacedLayout
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK
from binlog_kaitai.model.waiting import Waiting


@dataclass
class TableSurvey:
    """The row images of a table in one file, and how the file describes it, each way once.

    Of the images, `num_prepared` count only if their transaction is committed later (XA).
    """

    database: str
    name: str
    images: int = 0
    num_prepared: int = 0
    layouts: list[PlacedLayout] = field(default_factory=list)
    _seen: set[Table] = field(default_factory=set, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._seen.update(layout.table for layout in self.layouts)

    def note(self, layout: PlacedLayout) -> None:
        """Keep a layout that was not yet there."""
        if self.layouts and layout.table == self.layouts[-1].table:
            return  # mostly, and found sooner than by all that a table is
        if layout.table not in self._seen:
            self._seen.add(layout.table)
            self.layouts.append(layout)


@dataclass
class FileSurvey:
    """What a file holds: the numbers of events and of statements, and the tables by full name.

    `waiting` are its transactions of XA, `fault` is what ended the reading of a damaged file.
    """

    path: str
    events: int = 0
    statements: int = 0
    tables: dict[str, TableSurvey] = field(default_factory=dict)
    waiting: Waiting = field(default_factory=Waiting)
    fault: BinlogError | None = None

    def add(self, other: FileSurvey) -> None:
        """Add what lies behind, in the same file."""
        self.events += other.events
        self.statements += other.statements
        self.fault = self.fault or other.fault
        self.waiting.add(other.waiting)
        for name, part in other.tables.items():
            survey = self.tables.setdefault(name, TableSurvey(part.database, part.name))
            survey.images += part.images
            survey.num_prepared += part.num_prepared
            for layout in part.layouts:
                survey.note(layout)


def survey_file(path: str, scope: Scope = EVERYTHING) -> FileSurvey:
    """Return the survey of what is in a scope of one file, up to its fault if it has one."""
    survey = FileSurvey(path)
    walk = ChangeWalk(path, scope)
    try:
        for found in walk.found():
            if isinstance(found, Rows):
                for table, position in found.tables():
                    _note(survey, table, position)
                for table, count in found.counts():
                    survey.tables[table.full_name].images += count
                survey.statements += found.num_statements
                _note_prepared(survey, found)
            elif isinstance(found, list):
                _count_changes(survey, found)
    except BinlogError as error:
        survey.fault = error
    survey.events = walk.num_events
    return survey


def _count_changes(survey: FileSurvey, changes: Iterable[Change]) -> None:
    for change in changes:
        if change.table is None:
            survey.statements += 1
            _decide(survey, change.transaction.xid, change.outcome)
        else:
            name = change.table.full_name
            _note(survey, change.table, change.position)
            survey.tables[name].images += 1
            if change.outcome == PREPARED:
                _prepare(survey, name, change.transaction.xid, change.position)


def _note_prepared(survey: FileSurvey, rows: Rows) -> None:
    """Note what is prepared, and what is decided, of XA."""
    if not rows.has_xids:
        return
    run = Run(rows, 0, rows.count)
    fields = ("database", "table", "xid", "position", "outcome")
    constants = Constants()
    columns = [record_array(name, survey.path, run, constants).to_pylist() for name in fields]
    for database, table, xid, position, outcome in zip(*columns, strict=True):
        if table is None:
            _decide(survey, xid, outcome)
        elif outcome == PREPARED:
            _prepare(survey, full_name(database, table), xid, position)


def _decide(survey: FileSurvey, xid: str | None, outcome: str | None) -> None:
    if xid is not None and outcome in (COMMITTED, ROLLED_BACK):
        survey.waiting.decide(xid)


def _prepare(survey: FileSurvey, table: str, xid: str | None, position: int) -> None:
    survey.tables[table].num_prepared += 1
    if xid is not None:
        survey.waiting.prepare(xid, table, position)


def _note(survey: FileSurvey, table: Table, position: int) -> None:
    empty = TableSurvey(table.database, table.name)
    survey.tables.setdefault(table.full_name, empty).note(
        PlacedLayout(table, survey.path, position)
    )
