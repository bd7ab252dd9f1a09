"""The events of a log, one by one, for people and for whatever follows the log itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from binlog_kaitai.bodies import body_of
from binlog_kaitai.log import LoggedEvent, placed, read_log, type_name
from binlog_kaitai.records import to_json
from binlog_kaitai.sources import logs_of
from binlog_kaitai.temporal import EPOCH


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a log.

    - `position`, `size`: bytes, from the start of the file
    - `type`: MySQL's or MariaDB's name of it, None where it is not known; `type_code`: its number
    - `timestamp`: the header's, UTC
    - `server_id`
    - `flags`: the header's, as a number
    - `checksum`: `ok`, `bad`, or `none` where the log has none
    - `body`: the fields of the body in JSON's terms; `{"raw": base64}` of a type without a spec
    """

    position: int
    size: int
    type: str | None
    type_code: int
    timestamp: datetime
    server_id: int
    flags: int
    checksum: str
    body: dict[str, Any]

    def to_json(self) -> str:
        """The event as one line of JSON."""
        return to_json(
            {
                "position": self.position,
                "size": self.size,
                "type": self.type,
                "type_code": self.type_code,
                "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
                "server_id": self.server_id,
                "flags": self.flags,
                "checksum": self.checksum,
                "body": self.body,
            }
        )


def read_events(path: str | os.PathLike[str]) -> Iterator[Event]:
    """Yields the events of a binary log file, or of those that an `.index` file lists, in order.

    An event with a wrong checksum says so and is followed by the others. Raises BinlogError where
    the file is not a binary log, or damaged so that an event cannot be read.
    """
    for log in logs_of(path):
        for event in read_log(log):
            yield event_of(log, event)


def event_of(file: str, event: LoggedEvent) -> Event:
    """An event of a file as it is shown. Raises BinlogError where its body is damaged."""
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
