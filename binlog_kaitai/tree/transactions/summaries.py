"""What each transaction of a log did, in numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

from binlog_kaitai.errors import Fault
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.model.transactions import DDL_WORDS, Ddl, Group, Summary, TableShare
from binlog_kaitai.tree.log.events import LoggedEvent, placed, verify_checksum, verify_is_known
from binlog_kaitai.tree.log.reader import EachEvent, follow, nothing
from binlog_kaitai.tree.rows.images import is_of_no_table, num_rows
from binlog_kaitai.tree.transactions.grouping import Grouping, is_statement
from binlog_kaitai.tree.transactions.statements import query_bytes, query_text

# blanks and comments; what follows a version in a comment is read as the servers do
_BEFORE = rb"(?:\s+|(?:--|#)[^\n]*\n|/\*!\d*|/\*(?!!)(?:[^*]|\*(?!/))*\*/)*"
_DDL = re.compile(_BEFORE + b"(?:" + b"|".join(DDL_WORDS) + rb")\b", re.IGNORECASE)


def read_transactions(
    path: str | os.PathLike[str], scope: Scope = EVERYTHING, each_event: EachEvent = nothing
) -> Iterator[Summary | Fault]:
    """Yield the transactions of a file, by the time of their first event and by their GTID.

    `each_event` is called before each event.

    What is left of a transaction behind what is damaged in it is one of its own, without a GTID,
    unless it is known that nothing but rows is lost. Raises BinlogError where the file is damaged,
    after the transactions that ended before, unless the scope is lenient.
    """
    reader = SummaryReader(os.fspath(path), scope)
    yield from follow(path, scope, reader.summaries, reader.forget, each_event=each_event)
    yield from reader.ended()


class SummaryReader:
    """Sums up the events of one file; `open` is the transaction that has not yet ended."""

    def __init__(self, file: str, scope: Scope) -> None:
        self.file = file
        self.scope = scope
        self.grouping = Grouping()
        self.open: Summary | None = None

    def forget(self, *, keeps_open: bool = False) -> None:
        """Reset the transaction after skipping damage, unless the open one is known to go on."""
        self.grouping.forget(keeps_open=keeps_open)

    def summaries(self, events: Iterable[LoggedEvent]) -> Iterator[Summary]:
        """Yield the transactions that events which follow each other end.

        Raises BinlogError where they are damaged.
        """
        for event in events:
            with placed(self.file, event, "an event"):
                if self.scope.verify_checksums:
                    verify_checksum(event)
                verify_is_known(event)
                group = self.grouping.group_of(event)
            if group is None:
                continue
            if self.open is None or self.open.group is not group:
                yield from self.ended()
                self.open = _summary(group, event)
            self._add(event, self.open)
            if group.ended_by is not None:
                yield from self.ended()

    def ended(self) -> Iterator[Summary]:
        """Yield the last transaction, if there is one that is wanted."""
        if self.open is not None and self.wants(self.open):
            yield self.open
        self.open = None

    def wants(self, summary: Summary) -> bool:
        """Return whether a transaction is in the scope."""
        gtid = summary.group.transaction.gtid
        return self.scope.wants_time(summary.timestamp) and self.scope.wants_transaction(gtid)

    def _add(self, event: LoggedEvent, summary: Summary) -> None:
        summary.num_events += 1
        if not event.is_inner:
            summary.num_bytes += event.size
            summary.end_position = event.position + event.size
        rows = event.whole or event
        with placed(self.file, rows, "an event"):
            if rows.tree.is_rows:
                if self.wants(summary):
                    _add_rows(rows, summary)
            elif is_statement(event):
                summary.num_statements += 1
                summary.note_change(event.tree.header.timestamp)
                if self.wants(summary):
                    summary.ddl += ddl_of(event)


def _summary(group: Group, event: LoggedEvent) -> Summary:
    header = event.tree.header
    position = event.position
    return Summary(group, position, position, header.timestamp, header.server_id)


def _add_rows(event: LoggedEvent, summary: Summary) -> None:
    rows: Any = event.tree.body
    if is_of_no_table(rows):
        return
    count = None if rows.is_pre_ga else num_rows(rows)
    table = full_name(rows.table_map.database, rows.table_map.table)
    share = summary.tables.setdefault(table, TableShare())
    share.bytes += event.size
    share.rows = None if count is None or share.rows is None else share.rows + count
    kind = "inserts" if rows.is_insert else "updates" if rows.is_update else "deletes"
    setattr(share, kind, getattr(share, kind) + (count or 0))
    summary.note_change(event.tree.header.timestamp)


def is_ddl(text: bytes) -> bool:
    """Return whether a statement is one of DDL, by its first word."""
    return _DDL.match(text) is not None


def ddl_of(event: LoggedEvent) -> list[Ddl]:
    """Return the statement of an event if it is DDL."""
    body = event.tree.body
    if not (event.tree.is_query and is_ddl(query_bytes(body))):
        return []
    database, text = text_of(body.database, None), query_text(event.in_full().tree.body)
    return [Ddl(event.position, event.tree.header.timestamp, database, text)]
