"""The events of a log as rows, by the classes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.row_batches import Row, batches_of_rows
from binlog_kaitai.model.schema import EVENT_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent, placed
from binlog_kaitai.tree.log.reader import EachEvent, follow, nothing
from binlog_kaitai.tree.log.seek import FROM_HEAD, Seek
from binlog_kaitai.tree.transactions.grouping import Grouping, is_statement


def event_batches(
    file: str,
    scope: Scope,
    schema: pa.Schema,
    each_event: EachEvent = nothing,
    seek: Seek = FROM_HEAD,
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the events of a file, of the schema's fields, and its faults."""
    reader = _Reader(file, scope)
    rows = follow(
        *(file, scope, reader.rows, reader.forget),
        seek=seek,
        assembles=False,
        each_event=each_event,
    )
    return batches_of_rows(file, rows, EVENT_SCHEMA, schema)


class _Reader:
    """Makes rows of the events that a scope wants."""

    def __init__(self, file: str, scope: Scope) -> None:
        self.file = file
        self.base_name = base_name(file)
        self.scope = scope
        self.grouping = Grouping()

    def forget(self, *, keeps_open: bool = False) -> None:
        self.grouping.forget(keeps_open=keeps_open)

    def rows(self, events: Iterator[LoggedEvent]) -> Iterator[Row]:
        for _, at_position in itertools.groupby(events, key=lambda event: event.position):
            for ordinal, event in enumerate(at_position):
                if self._wants(event):
                    yield self._row(event, ordinal)

    def _wants(self, event: LoggedEvent) -> bool:
        return (
            self._is_in_transaction(event)
            and self.scope.wants_time(event.tree.header.timestamp)
            and (self.scope.wants_all_tables or self._is_of_table(event))
        )

    def _is_in_transaction(self, event: LoggedEvent) -> bool:
        """Return whether an event is in a transaction that is wanted, if not all are."""
        if self.scope.applied is None and self.scope.until is None:
            return True
        with placed(self.file, event, "an event"):
            group = self.grouping.group_of(event)
        return self.scope.wants_transaction(None if group is None else group.transaction.gtid)

    def _is_of_table(self, event: LoggedEvent) -> bool:
        """Return whether an event is of a table, or a statement of a database, that is wanted."""
        tree, scope = event.tree, self.scope
        if tree.is_table_map:
            return scope.wants_table(full_name(tree.body.database, tree.body.table))
        if tree.is_rows:
            rows = tree.body
            return rows.has_table_map and scope.wants_table(
                full_name(rows.table_map.database, rows.table_map.table)
            )
        if scope.table is not None or not is_statement(event):
            return False
        return bool(event_of(self.file, event).body.get("database") == scope.database)

    def _row(self, event: LoggedEvent, ordinal: int) -> Row:
        shown = event_of(self.file, event)
        return {
            "file": self.base_name,
            "position": shown.position,
            "ordinal": ordinal,
            "size": shown.size,
            "type": shown.type,
            "type_code": shown.type_code,
            "timestamp": shown.timestamp,
            "server_id": shown.server_id,
            "flags": shown.flags,
            "checksum": shown.checksum,
            "body": to_json(shown.body),
        }
