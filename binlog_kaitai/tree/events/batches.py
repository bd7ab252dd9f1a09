"""The events of a log as rows, by the classes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.row_batches import Row, batches_of_rows
from binlog_kaitai.model.schema import EVENT_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.tree.events.asked import AskedEvents
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.reader import EachEvent, follow, nothing
from binlog_kaitai.tree.log.seek import FROM_HEAD, Seek


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
        *(file, scope, reader.rows, reader.asked.forget),
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
        self.asked = AskedEvents(file, scope)

    def rows(self, events: Iterator[LoggedEvent]) -> Iterator[Row]:
        for _, at_position in itertools.groupby(events, key=lambda event: event.position):
            for ordinal, event in enumerate(at_position):
                if self.asked.wants(event):
                    yield self._row(event, ordinal)

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
