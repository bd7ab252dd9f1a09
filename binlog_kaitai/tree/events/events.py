"""The events of a log, one by one, for people and for whatever follows the log itself."""

from __future__ import annotations

from datetime import timedelta

from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.records import Event
from binlog_kaitai.tree.events.bodies import body_of
from binlog_kaitai.tree.log.events import LoggedEvent, placed, type_name


def event_of(file: str, event: LoggedEvent) -> Event:
    """Return an event of a file as it is shown. Raises BinlogError where its body is damaged."""
    header = event.tree.header
    with placed(file, event, "a body of the event"):
        body = body_of(event)
    return Event(
        position=event.position,
        size=event.size,
        type=type_name(header.type),
        type_code=int(header.type),
        timestamp=EPOCH + timedelta(seconds=header.timestamp),
        server_id=header.server_id,
        flags=header.flags_code,
        checksum=event.checksum,
        body=body,
    )
