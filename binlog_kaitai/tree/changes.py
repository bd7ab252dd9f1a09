"""The changes that a log holds: row images and statements, in the order of the log."""

from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from binlog_kaitai.errors import Fault, UnreadableError
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.changes import STATEMENT, UPDATE_POSTIMAGE, Cells, Change
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.tables import ColumnType
from binlog_kaitai.model.transactions import OUTCOMES, End, Fate, Group, Start, Transaction
from binlog_kaitai.tree.log.events import (
    UNPARSABLE,
    LoggedEvent,
    placed,
    type_name,
    verify_checksum,
    verify_is_known,
)
from binlog_kaitai.tree.log.reader import EachEvent, follow, nothing
from binlog_kaitai.tree.rows.exact import read_exact
from binlog_kaitai.tree.rows.images import (
    is_of_no_table,
    num_images,
    pre_ga_change_type,
    row_images,
    unchanged_cells,
)
from binlog_kaitai.tree.rows.values import read_value
from binlog_kaitai.tree.transactions.ends import Fates, LookAhead
from binlog_kaitai.tree.transactions.grouping import Grouping
from binlog_kaitai.tree.transactions.statements import (
    TRANSACTION_CONTROL,
    EarlierFiles,
    StatementContext,
    statement_of,
)
from binlog_kaitai.tree.transactions.transaction import bound_of

NONE = Transaction()

NO_TABLE = "."
"""In place of a table: no row images are wanted."""

# what concerns only the transaction that it is in, beside rows and what comes before them
_OF_TRANSACTION = (
    EventType.intvar,
    EventType.rand,
    EventType.user_var,
    EventType.rows_query,
    EventType.annotate_rows,
    EventType.partial_row_data,
)


class Ordinals:
    """Counts the changes at a position; `next` is the ordinal of the one that comes."""

    def __init__(self) -> None:
        self.next = 0

    def take(self, count: int = 1) -> int:
        """Return the ordinal of the next change, behind which `count` are passed over."""
        ordinal = self.next
        self.next += count
        return ordinal


def read_changes(
    path: str | os.PathLike[str], scope: Scope = EVERYTHING, each_event: EachEvent = nothing
) -> Iterator[Change | Fault]:
    """Yield the changes of a file; `each_event` is called before each event.

    Raises BinlogError where the file is damaged, or a table is not as it is defined, after the
    changes before, unless the scope is lenient.
    """
    reader = ChangeReader(os.fspath(path), scope)
    takes = (reader.changes, reader.forget, reader.look_into)
    yield from follow(path, scope, *takes, each_event=each_event)


class ChangeReader:
    """What has been read so far of one file, and what of it the next change needs."""

    def __init__(self, file: str, scope: Scope) -> None:
        self.file = file
        self.scope = scope
        self.grouping = Grouping()
        self.transaction = NONE  # that of the event which is read
        earlier = EarlierFiles(self._context_before) if scope.span.start else None
        self.context = StatementContext(earlier=earlier)
        self.passes_payload = False
        self.fates: Fates | None = None
        self.behind: tuple[Fates, int, Any] | None = None

    def look_into(self, log: LogFile) -> None:
        """Have changes tell how their transactions end, by looking ahead in a log."""
        span = self.scope.span
        limit = span.end if span.is_exact else None
        self.look_ahead = LookAhead(log, limit, verifies=self.scope.verify_checksums)
        self.fates = Fates(self.grouping, self._look)

    def _context_before(self) -> StatementContext:
        """Return the context at the span's beginning. Raises BinlogError for damage before it."""
        before = replace(self.scope.span, start=0, end=self.scope.span.start)
        scope = replace(self.scope, table=NO_TABLE, span=before, definitions=None)
        reader = ChangeReader(self.file, scope)
        deque(follow(self.file, scope, reader.changes, reader.forget), maxlen=0)
        return reader.context

    @property
    def open_transaction(self) -> Transaction:
        """The one that the next event belongs to, unless it begins another."""
        return NONE if self.grouping.open is None else self.grouping.open.transaction

    @property
    def has_begun(self) -> bool:
        """Whether the open transaction goes on behind a statement."""
        return self.grouping.open is not None and self.grouping.open.has_begun

    def end(self) -> None:
        """Leave the transaction: what follows is in none, unless it begins one."""
        self.resume(NONE, has_begun=False, is_behind_gtid=False)

    def resume(self, transaction: Transaction, *, has_begun: bool, is_behind_gtid: bool) -> None:
        """Go on where a transaction is open."""
        group = None if transaction == NONE else Group(transaction, has_begun)
        self.grouping.resume(group, is_behind_gtid=is_behind_gtid)

    def changes(self, events: Iterator[LoggedEvent]) -> Iterator[Change]:
        """Yield the changes of events that follow each other. Raises BinlogError as they do."""
        try:
            for _, at_position in itertools.groupby(events, key=lambda event: event.position):
                ordinals = Ordinals()
                for event in at_position:
                    self._note(event)
                    yield from self.changes_of(event, ordinals)
        finally:
            # the log may be closed when someone asks
            if self.fates is not None and self.fates.fate is not None:
                self.fates.fate.outcome_at((0, 0))

    def forget(self, *, keeps_open: bool = False) -> None:
        """Reset the transaction after skipping damage, unless the open one is known to go on."""
        self.grouping.forget(keeps_open=keeps_open)
        if not keeps_open:
            self.context = StatementContext()

    def _note(self, event: LoggedEvent) -> None:
        """Keep where to go on looking: before an event, and before a payload while it is read."""
        if self.fates is not None and not event.is_inner:
            fates = self.fates.copy() if event.tree.is_payload else self.fates
            self.behind = fates, event.position, event.tree.format

    def _follow(self, event: LoggedEvent, group: Group | None, ordinals: Ordinals) -> Fate | None:
        if self.fates is None or group is None:
            return None
        fate = self.fates.follow(event, group, ordinals.next)
        if not (event.is_inner or event.tree.is_payload):
            self.behind = self.fates, event.position + event.size, event.tree.format_after
        return fate

    def _look(self, start: Start) -> End:
        assert self.behind is not None
        return self.look_ahead.end_of(start, *self.behind)

    def _wants(self, event: LoggedEvent) -> bool:
        return self.scope.wants_time(event.tree.header.timestamp) and self.scope.wants_transaction(
            self.transaction.gtid
        )

    def pass_by(self, event: LoggedEvent) -> None:
        """Take in an event whose changes are known."""
        if event.tree.is_rows:
            self._follow(event, self.grouping.group_of(event), Ordinals())
        else:
            deque(self.changes_of(event, Ordinals()), maxlen=0)

    def _passes_over(self, event: LoggedEvent) -> bool:
        """Return whether an event is left out by its header, or its transaction, alone."""
        if event.is_inner:
            return self.passes_payload
        tree = event.tree
        if tree.is_rows and not self.scope.wants_time(tree.header.timestamp):
            return True
        is_of_transaction = (
            tree.is_rows or tree.is_table_map or tree.is_payload or event.type in _OF_TRANSACTION
        )
        transaction = NONE if self.grouping.is_in_payload else self.open_transaction
        passes = is_of_transaction and not self.scope.wants_transaction(transaction.gtid)
        if tree.is_payload:
            self.passes_payload = passes
        return passes

    def changes_of(self, event: LoggedEvent, ordinals: Ordinals) -> Iterator[Change]:
        """Yield the changes of an event, where `ordinals` counts those at its position.

        Raises BinlogError where the event is damaged, if it is looked at.
        """
        if self._passes_over(event):
            if not event.is_inner:
                self._follow(event, self.grouping.group_of(event), ordinals)
            return
        with placed(self.file, event, "an event"):
            if self.scope.verify_checksums:
                verify_checksum(event)
            verify_is_known(event)
            yield from self._changes_of(event, ordinals)

    def _changes_of(self, event: LoggedEvent, ordinals: Ordinals) -> Iterator[Change]:
        group = self.grouping.group_of(event)
        self.transaction = NONE if group is None else group.transaction
        fate = self._follow(event, group, ordinals)
        if event.tree.is_rows:
            with naming_old_times(event):
                yield from self._row_changes(event, ordinals, fate)
            return
        if event.whole is not None:
            with placed(self.file, event.whole, "an event"):
                yield from self._row_changes(event.whole, ordinals, fate)
            return
        if event.tree.is_table_map and self.scope.definitions is not None:
            time = event.tree.header.timestamp
            self.scope.described(event.tree.body, time)  # a newer definition is warned of
        if event.tree.header.begins_transaction:
            self.context.take()  # what is left of another's
        self.context.note(event)
        is_left_out = self.scope.table is not None and not self.scope.is_exact
        is_wanted = not is_left_out and self._wants(event)
        watch = self.scope.watch if event.tree.is_query else None
        is_read = (is_wanted and event.tree.is_query) or watch is not None
        told = event.in_full() if is_read else event
        statement = statement_of(told, self.context)
        if statement is None:
            return
        if watch is not None:
            place = self.file, event.position
            watch.see(statement, event.tree.header.server_id, event.tree.format, place)
        if event.tree.is_query and TRANSACTION_CONTROL.match(statement.text):
            return
        bound = bound_of(event)
        if fate is None and bound is not None and bound.decides:
            fate = Fate((event.position, 0), end=End(OUTCOMES[bound.name]))
        ordinal = ordinals.take()
        if not is_wanted:
            return
        yield Change(
            position=event.position,
            ordinal=ordinal,
            timestamp=event.tree.header.timestamp,
            server_id=event.tree.header.server_id,
            transaction=self.transaction,
            database=statement.database,
            change_type=STATEMENT,
            statement=statement,
            fate=fate,
        )

    def _row_changes(
        self, event: LoggedEvent, ordinals: Ordinals, fate: Fate | None
    ) -> Iterator[Change]:
        rows = event.tree.body
        if is_of_no_table(rows):
            return
        name = full_name(rows.table_map.database, rows.table_map.table)
        if not (self.scope.wants_table(name) and self._wants(event)):
            if event.is_inner:  # a payload's images are counted whatever is wanted of them
                ordinals.take(num_images(rows))
            return
        time = event.tree.header.timestamp
        table = self.scope.described(rows.table_map, time)
        if rows.is_pre_ga and any(column.mask for column in table.columns):
            expected = f"rows in the format of MySQL 5.1.16 or later, to redact {name}"
            raise UnreadableError(expected, "rows of an older server")
        wanted = None if self.scope.columns is None else self.scope.columns(table)
        read = read_exact if self.scope.is_exact else read_value
        images = (
            [(pre_ga_change_type(rows), None)]
            if rows.is_pre_ga
            else row_images(rows, table, wanted, read)
        )
        before: Cells = []
        for change_type, cells in images:
            unchanged = None
            if cells is not None:
                if change_type == UPDATE_POSTIMAGE:
                    unchanged = unchanged_cells(before, cells)
                before = cells
            yield Change(
                position=event.position,
                ordinal=ordinals.take(),
                timestamp=event.tree.header.timestamp,
                server_id=event.tree.header.server_id,
                transaction=self.transaction,
                database=table.database,
                change_type=change_type,
                table=table,
                cells=cells,
                unchanged=unchanged,
                raw_rows=rows.row_data.data if rows.is_pre_ga else None,
                fate=fate,
            )


_OLD = {ColumnType.timestamp, ColumnType.time, ColumnType.datetime}


@contextmanager
def naming_old_times(event: LoggedEvent) -> Iterator[None]:
    """Name the columns whose fractions may be why rows cannot be read, where there are any.

    Raises UnreadableError in place of what is raised for the bytes of a rows event.
    """
    try:
        yield
    except UNPARSABLE as error:
        columns = _old_columns(event)
        if not columns:
            raise
        expected = f"an event {type_name(event.type)}"
        found = str(error)
        if isinstance(error, UnreadableError):
            expected, found = error.expected, error.found
        cause = f"{columns} of {event.tree.body.table_map.table} may have fractions of seconds"
        raise UnreadableError(
            expected,
            f"{found}; {cause} in MariaDB's format before 10.1.2, which logs do not describe",
        ) from error


def _old_columns(event: LoggedEvent) -> str:
    """Return the columns of an old type, by their types and numbers from 1; empty for none."""
    rows = event.tree.body
    if not (event.tree.format.is_mariadb and rows.has_table_map and rows.table_map.has_metadata):
        return ""
    columns = enumerate(rows.table_map.columns, 1)
    return ", ".join(f"{one.type.name} @{n}" for n, one in columns if one.type in _OLD)
