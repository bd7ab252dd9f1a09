"""Scripts: statements in transactions, with comments that tell where each came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.forensics.undo.changes import Chooses, Effect, effects_of
from binlog_kaitai.forensics.undo.literals import Family
from binlog_kaitai.forensics.undo.rows import RowChange, RowWriter
from binlog_kaitai.forensics.undo.spool import Spool
from binlog_kaitai.forensics.undo.statements import effect_of, statement_lines
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.printable import printable
from binlog_kaitai.read.scan import Scan

STRICT = "STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO"
LENIENT = "ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO"

LONGEST = 2**18  # characters of a statement that is given more rows
SHOWN = 200  # characters of a statement in a comment

_KEPT = ("sql_mode", "time_zone", "foreign_key_checks")
_NAMES = ("character_set_client", "character_set_results", "collation_connection")

Item = list[Any]
Keeps = Callable[[RowChange], bool]


@dataclass(frozen=True, slots=True)
class Options:
    """How a script is written.

    `family` is whose servers run it; `renamed` are databases by their names in the log; `batch` is
    how many rows a statement has; `keeps` tells by their values which rows are wanted, `chooses` by
    their places. Where it is a `is_best_effort`, what cannot be written is a comment.
    """

    family: Family
    is_undo: bool
    renamed: Mapping[str, str] = field(default_factory=dict)
    batch: int = 100
    keeps: Keeps | None = None
    chooses: Chooses | None = None
    checks_foreign_keys: bool = True
    is_best_effort: bool = False


def script(scan: Scan, options: Options) -> Iterator[str]:
    """Yield the lines of a script that undoes, or does again, what a scan asks for.

    Raises BinlogError where the logs do not hold what it takes, before the first line of one that
    undoes; OSError.
    """
    items = _Items(scan, options)
    if not options.is_undo:
        yield from _head(options)
        yield from _Printer(options.batch).lines(items.forth())
    else:
        with closing(Spool()) as spool:
            for item in items.forth():
                spool.append(item)
            yield from _head(options)
            yield from _Printer(options.batch).lines(spool.reversed())
    yield from _foot()


class _Items:
    """Makes of effects what a printer takes, in the order of the log.

    A transaction is a `bound`, its pieces, statements and notes, and the same `bound` again, so
    that it may be printed from either end.
    """

    def __init__(self, scan: Scan, options: Options) -> None:
        self.scan = scan
        self.options = options
        self.writer = RowWriter(options.family, scan.definition_of, options.renamed)
        self.changed: set[str] = set()
        self.bound: Item | None = None
        self.start: tuple[Any, ...] | None = None

    def forth(self) -> Iterator[Item]:
        for effect in effects_of(self.scan, self.options.chooses):
            if self.bound is not None and (effect.log, effect.start) != self.start:
                yield self.bound
                self.bound = None
            item = self._item(effect)
            if item is None:
                continue
            if self.bound is None:
                self.start = effect.log, effect.start
                self.bound = ["bound", _place(effect)]
                yield self.bound
            yield item
        if self.bound is not None:
            yield self.bound

    def _item(self, effect: Effect) -> Item | None:
        try:
            if effect.problem is not None:
                raise effect.problem
            if effect.row is not None:
                return self._row(effect.row)
            return self._statement(effect)
        except UnreadableError as error:
            found = effect.failing(error.expected, error.found)
            if not self.options.is_best_effort:
                raise found from error
            return ["note", f"left out: {found}"]
        except BinlogError as error:
            if not self.options.is_best_effort:
                raise
            return ["note", f"left out: {error}"]

    def _row(self, row: RowChange) -> Item | None:
        if self.options.keeps is not None and not self.options.keeps(row):
            return None
        piece = self.writer.piece(row, is_undone=self.options.is_undo)
        self.changed.add(row.table.full_name)
        return ["piece", *piece]

    def _statement(self, effect: Effect) -> Item | None:
        statement = effect.statement
        assert statement is not None
        does = effect_of(statement.text, statement.database)
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
        if self.options.keeps is not None and does.kind == "rows":
            raise UnreadableError("rows, to tell which are wanted", f"a statement: {shown}")
        lines = statement_lines(statement, effect.change.timestamp, self.options.renamed)
        return ["statement", lines, does.kind == "rows"]

    def _repeats(self, is_repeated: bool) -> bool:
        """Return whether statements that change no table are done again."""
        return is_repeated and not self.options.is_undo and self.scan.wants_all_tables

    def _not_undone(
        self, kind: str, database: str | None, concerned: list[str], shown: str
    ) -> Item:
        if kind == "rows":
            raise UnreadableError("the rows that changed", f"only the statement: {shown}")
        crossed = [name for name in concerned if name in self.changed] or [
            name for name in self.changed if parts_of(name)[0] == database
        ]
        if crossed:
            raise UnreadableError(
                f"no DDL after the rows of {', '.join(sorted(crossed))} that are to be undone"
                " (first undo what came after it, then the DDL by hand, then what came before it)",
                shown,
            )
        return ["note", f"not undone: {shown}"]


class _Printer:
    """Prints items, in whichever order."""

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.comment: str | None = None
        self.has_begun = False
        self.pieces: list[tuple[str, str, str, bool]] = []
        self.size = 0

    def lines(self, items: Iterable[Item]) -> Iterator[str]:
        for kind, *values in items:
            if kind == "piece":
                yield from self._begin()
                yield from self._add(*values)
                continue
            yield from self._flush()
            if kind == "bound":
                yield from self._bound(values[0])
            elif kind == "note":
                yield f"-- {printable(values[0])}"
            else:
                lines, is_of_rows = values
                if is_of_rows:
                    yield from self._begin()
                yield from lines
        yield from self._flush()

    def _bound(self, comment: str) -> Iterator[str]:
        if self.comment is None:
            self.comment = comment
            yield ""
            yield f"-- {printable(comment)}"
            return
        self.comment = None
        if self.has_begun:
            yield "COMMIT;"
            self.has_begun = False

    def _begin(self) -> Iterator[str]:
        if not self.has_begun:
            self.has_begun = True
            yield "START TRANSACTION;"

    def _add(self, head: str, body: str, tail: str, is_strict: bool) -> Iterator[str]:
        if self.pieces and (
            not head
            or (head, tail, is_strict) != (*self.pieces[0][::2], self.pieces[0][3])
            or len(self.pieces) >= self.batch
            or self.size + len(body) > LONGEST
        ):
            yield from self._flush()
        self.pieces.append((head, body, tail, is_strict))
        self.size += len(body)

    def _flush(self) -> Iterator[str]:
        if not self.pieces:
            return
        head, _, tail, is_strict = self.pieces[0]
        bodies = [body for _, body, _, _ in self.pieces]
        self.pieces, self.size = [], 0
        if not is_strict:
            yield f"SET SESSION sql_mode = '{LENIENT}';"
        if head.endswith("VALUES"):
            separator = " " if len(bodies) == 1 else "\n  "
            yield f"{head}{separator}{(',' + separator).join(bodies)};"
        else:
            yield f"{head}{', '.join(bodies)}{tail};"
        if not is_strict:
            yield f"SET SESSION sql_mode = '{STRICT}';"


def _head(options: Options) -> Iterator[str]:
    what = "Takes back" if options.is_undo else "Repeats"
    yield f"-- {what} changes of rows, on {_SERVERS[options.family]}. Written by binlog-kaitai."
    yield "-- What triggers did is among it: drop them before, or they do it twice."
    for name in (*_KEPT, *_NAMES):
        yield f"SET @binlog_kaitai_{name} = @@SESSION.{name};"
    yield "SET NAMES utf8mb4;"
    yield f"SET SESSION sql_mode = '{STRICT}', time_zone = '+00:00';"
    if not options.checks_foreign_keys:
        yield "SET SESSION foreign_key_checks = 0;"


def _foot() -> Iterator[str]:
    yield ""
    for name in (*_KEPT, *_NAMES):
        yield f"SET SESSION {name} = @binlog_kaitai_{name};"


_SERVERS = {"mysql": "MySQL", "mariadb": "MariaDB"}


def _place(effect: Effect) -> str:
    change = effect.change
    transaction = change.transaction
    when = EPOCH + timedelta(seconds=change.timestamp)
    if transaction.commit_timestamp is not None:
        when = EPOCH + timedelta(microseconds=transaction.commit_timestamp)
    told = [
        f"{base_name(effect.log)} at byte {effect.start[0]}",
        f"{when:%Y-%m-%d %H:%M:%S}{f'.{when.microsecond:06d}' if when.microsecond else ''} UTC",
        f"server {change.server_id}",
    ]
    if transaction.gtid is not None:
        told.append(f"GTID {transaction.gtid}")
    if transaction.xid is not None:
        told.append(f"XA {transaction.xid}")
    if change.context.user is not None:
        told.append(f"by {change.context.user}")
    if change.context.thread_id is not None:
        told.append(f"thread {change.context.thread_id}")
    return ", ".join(told)
