"""Write scripts: statements in transactions that check themselves, with their positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from binlog_kaitai.errors import BinlogError, UnknownNameError, UnreadableError
from binlog_kaitai.forensics.undo.cascades import LostCascades
from binlog_kaitai.forensics.undo.changes import EffectiveChange, PositionFilter, effective_changes
from binlog_kaitai.forensics.undo.clients import SHOWN, client_lines
from binlog_kaitai.forensics.undo.conditions import NoColumnError
from binlog_kaitai.forensics.undo.deleted import DeletedRows, Place
from binlog_kaitai.forensics.undo.rows import RowChange, RowWriter, SqlFragment
from binlog_kaitai.forensics.undo.session import CHECKED, LENIENT, STRICT, foot, head
from binlog_kaitai.forensics.undo.spool import Spool
from binlog_kaitai.forensics.undo.statements import statement_effect, statement_lines
from binlog_kaitai.forensics.undo.texts import text_sql
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.printable import printable
from binlog_kaitai.read.exact import flavor_of, logs_cascades, runs_of_tables
from binlog_kaitai.read.known_names import unknown
from binlog_kaitai.read.scans import Scan

LONGEST = 2**18  # maximum number of characters of a multi-row statement
UTF8 = "utf8mb4"

Item = list[Any]
RowFilter = Callable[[RowChange], bool]


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


def script(
    scan: Scan,
    options: Options,
    on_empty: Callable[[], None] = lambda: None,
    on_warning: Callable[[str], None] = lambda _: None,
) -> Iterator[str]:
    """Yield the lines of a script that reverts the changes of a scan, or applies them again.

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
        yield from opening
        yield from _Printer(options.batch).lines(items.forth())
    else:
        with closing(Spool()) as spool:
            for item in items.forth():
                spool.append(item)
            if not items.has_changes:
                on_empty()
            yield from opening
            for warning in items.lost.warnings():
                yield f"-- WARNING: {printable(warning)}"
                on_warning(warning)
            yield from _Printer(options.batch).lines(spool.reversed())
    yield from foot()
    if not (options.is_undo or items.has_changes):
        on_empty()


class _Items:
    """Converts effective changes to the items of a printer, in the order of the log.

    A transaction is a `bound`, its fragments, statements and notes, and the same `bound` again, so
    that it can be printed in both directions. With a row filter, statements do not count as
    changes.
    """

    def __init__(self, scan: Scan, options: Options, flavor: Flavor, origin: Flavor) -> None:
        self.scan = scan
        self.options = options
        self.flavor = flavor
        self.writer = RowWriter(flavor, scan.definition_of, options.rewrite_db, origin)
        self.changed: set[str] = set()
        self.bound: Item | None = None
        self.start: tuple[Any, ...] | None = None
        self.deleted = DeletedRows()
        self.lost = LostCascades(scan)
        self.read: tuple[Any, ...] | None = None
        self.has_changes = False
        self.log = ""
        self.has_cascades = False

    def forth(self) -> Iterator[Item]:
        with closing(self.deleted):
            for effect in effective_changes(self.scan, self.options.position_filter):
                start = effect.log, effect.start
                if start != self.read:
                    self.read = start
                    self.deleted.clear()
                if self.bound is not None and start != self.start:
                    yield self.bound
                    self.bound = None
                item = self._item(effect)
                if item is None:
                    continue
                if self.bound is None:
                    self.start = start
                    self.bound = ["bound", _place(effect), _name(effect)]
                    yield self.bound
                self.has_changes |= self.options.row_filter is None or effect.statement is None
                yield item
            if self.bound is not None:
                yield self.bound

    def _item(self, effect: EffectiveChange) -> Item | None:
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

    def _row(self, row: RowChange, effect: EffectiveChange) -> Item | None:
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
        return None if fragment is None else ["fragment", *fragment]

    def _first_delete(self, row: RowChange, effect: EffectiveChange) -> Place | None:
        """Return the place of an earlier delete of the same row, if the server logs cascades."""
        if effect.log != self.log:
            self.log, self.has_cascades = effect.log, logs_cascades(effect.log)
        if not self.has_cascades:
            return None
        place = effect.change.position, effect.change.ordinal
        return self.deleted.add(row, place, self.writer.key_of(row.table))

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


class _Printer:
    """Prints items, in either order.

    The line after each statement checks it: `@binlog_kaitai_checked` counts the statements that
    changed as many rows as the log says, and stops counting at the first other one. Setting
    `autocommit` commits. Its value is an error unless all statements were counted, so that a client
    that continues after errors does not commit either.
    """

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.comment: str | None = None
        self.name = ""
        self.has_begun = False
        self.fragments: list[SqlFragment] = []
        self.size = 0
        self.count = 0

    def lines(self, items: Iterable[Item]) -> Iterator[str]:
        for kind, *values in items:
            if kind == "fragment":
                yield from self._begin()
                yield from self._add(SqlFragment(*values))
                continue
            yield from self._flush()
            if kind == "bound":
                yield from self._bound(*values)
            elif kind == "note":
                yield f"-- SKIPPED{printable(values[0])}"
            else:
                yield from self._statement(*values)
        yield from self._flush()

    def _bound(self, comment: str, name: str) -> Iterator[str]:
        if self.comment is None:
            self.comment, self.name = comment, name
            yield ""
            yield f"-- {printable(comment)}"
            return
        self.comment = None
        if self.has_begun:
            place = text_sql(f"{printable(name)}: not committed, because statement ".encode(), UTF8)
            wrong = f"CONCAT({place}, {CHECKED} + 1, ' did not change the logged number of rows')"
            yield f"SET autocommit = IF({CHECKED} = {self.count}, 'ON', {wrong});"
            self.has_begun = False

    def _begin(self) -> Iterator[str]:
        if not self.has_begun:
            self.has_begun = True
            yield "SET autocommit = OFF;"

    def _check(self, test: str) -> str:
        """Return the line that counts the previous statement if a test is true."""
        number = self.count
        self.count += 1
        return f"SET {CHECKED} = {CHECKED} + ({test} AND {CHECKED} = {number});"

    def _statement(
        self, settings: list[str], lines: list[str], reset: list[str], is_of_rows: bool
    ) -> Iterator[str]:
        if is_of_rows:
            yield from self._begin()
        elif not self.has_begun:
            yield "ROLLBACK;"  # the statement would commit an open transaction
        for setting in settings:
            yield setting
            yield self._check("@@error_count = 0")
        if not self.has_begun:
            # the statement would change tables after a failed check
            allowed = f"IF({CHECKED} = {self.count}, 'DO 0', 'SET SESSION TRANSACTION READ ONLY')"
            yield f"SET @binlog_kaitai_statement = {allowed};"
            yield "PREPARE binlog_kaitai FROM @binlog_kaitai_statement;"
            yield "EXECUTE binlog_kaitai;"
        yield from lines
        yield self._check("@@error_count = 0")
        yield from reset

    def _add(self, fragment: SqlFragment) -> Iterator[str]:
        if self.fragments and (
            not fragment.head
            or fragment._replace(body="") != self.fragments[0]._replace(body="")
            or len(self.fragments) >= self.batch
            or self.size + len(fragment.body) > LONGEST
        ):
            yield from self._flush()
        self.fragments.append(fragment)
        self.size += len(fragment.body)

    def _flush(self) -> Iterator[str]:
        if not self.fragments:
            return
        head, _, tail, separator, is_strict, matching = self.fragments[0]
        bodies = [fragment.body for fragment in self.fragments]
        self.fragments, self.size = [], 0
        if not is_strict:
            yield f"SET SESSION sql_mode = '{LENIENT}';"
        if head.endswith("VALUES"):
            between = " " if len(bodies) == 1 else "\n  "
            yield from client_lines(f"{head}{between}{(separator + between).join(bodies)}")
        else:
            yield from client_lines(f"{head}{separator.join(bodies)}{tail}")
        if matching:
            yield "SET @binlog_kaitai_rows = ROW_COUNT();"
            row = f"@binlog_kaitai_rows = 0 AND EXISTS ({matching})"
            check = self._check(f"(@binlog_kaitai_rows = 1 OR {row})")
            yield from client_lines(check[:-1])
        else:
            yield self._check(f"ROW_COUNT() = {len(bodies)}")
        if not is_strict:
            yield f"SET SESSION sql_mode = '{STRICT}';"


def _name(effect: EffectiveChange) -> str:
    """Return the name of a transaction in errors."""
    place = f"{base_name(effect.log)} at byte {effect.start[0]}"
    gtid = effect.change.transaction.gtid
    return place if gtid is None else f"GTID {gtid} ({place})"


def _place(effect: EffectiveChange) -> str:
    change = effect.change
    transaction = change.transaction
    when = EPOCH + timedelta(seconds=change.timestamp)
    if transaction.commit_timestamp is not None:
        when = EPOCH + timedelta(microseconds=transaction.commit_timestamp)
    parts = [
        f"{base_name(effect.log)} at byte {effect.start[0]}",
        f"{when:%Y-%m-%d %H:%M:%S}{f'.{when.microsecond:06d}' if when.microsecond else ''} UTC",
        f"server {change.server_id}",
    ]
    if transaction.gtid is not None:
        parts.append(f"GTID {transaction.gtid}")
    if transaction.xid is not None:
        parts.append(f"XA {transaction.xid}")
    if change.context.user is not None:
        parts.append(f"by {change.context.user}")
    if change.context.thread_id is not None:
        parts.append(f"thread {change.context.thread_id}")
    return ", ".join(parts)
