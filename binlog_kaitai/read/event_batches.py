"""The events of a log as Arrow record batches, a row an event."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator

import pyarrow as pa

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.io.sources import logs_of
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.row_batches import Row, batches_of_rows
from binlog_kaitai.model.schema import INSTANT
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.engines import seek_of
from binlog_kaitai.read.faults import FaultRows
from binlog_kaitai.read.repeated import unrepeated
from binlog_kaitai.read.sieve import Sieve
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent, placed
from binlog_kaitai.tree.log.reader import follow
from binlog_kaitai.tree.transactions.grouping import Grouping, is_statement

EVENT_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("position", pa.int64()),
        ("ordinal", pa.int64()),
        ("size", pa.int64()),
        ("type", pa.string()),
        ("type_code", pa.int32()),
        ("timestamp", INSTANT),
        ("server_id", pa.int64()),
        ("flags", pa.int32()),
        ("checksum", pa.string()),
        ("body", pa.string()),
    ]
)


def event_batches(
    path: str | os.PathLike[str],
    *,
    schema: pa.Schema = EVENT_SCHEMA,
    scope: Scope = EVERYTHING,
    fault_field: str | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield the events of a binary log file, or of those that an `.index` file lists, in order.

    The fields are those of `binlog_kaitai.Event`, with the base name of the `file`, and `ordinal`:
    0 of an event that lies in the file, 1, 2 ... of those in a payload, which have its position.
    `body` is JSON text. A wrong checksum is a value, no damage.

    Args:
        path: of a file, or its URI.
        schema: asks for some of the fields, and other types that theirs cast to.
        scope: asks for less: a part of each file, times, transactions, a server; of a table, its
            TABLE_MAP and rows events, of a database these and its statements. Where it is lenient,
            damage is passed over.
        fault_field: as for `binlog_kaitai.read_batches`.

    Raises:
        BinlogError: for a damaged file, after the batches before.
    """
    for file in logs_of(path):
        faults = FaultRows(file, schema, fault_field)
        asked = unrepeated(file, scope)
        reader = _Reader(file, asked)
        rows = follow(file, asked, reader.rows, reader.forget, seek=seek_of(asked), assembles=False)
        sieve = Sieve(asked, faults.others, EVENT_SCHEMA)
        found = batches_of_rows(file, rows, EVENT_SCHEMA, sieve.schema)
        yield from faults.among(sieve.of(found))


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
