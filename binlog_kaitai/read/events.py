"""The events of logs, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator

from binlog_kaitai.io.sources import logs_of
from binlog_kaitai.model.records import Event
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.reader import read_log


def read_events(
    path: str | os.PathLike[str], *, keyring: str | os.PathLike[str] | None = None
) -> Iterator[Event]:
    """Yield the events of a binary log file, or of those that an `.index` file lists, in order.

    An event with a wrong checksum says so and is followed by the others.

    Args:
        path: of a file, or its URI.
        keyring: the server's file of keys, for a log that it encrypted.

    Raises:
        BinlogError: where a file is no binary log, or an event cannot be read, after those before.
    """
    for log in logs_of(path, keyring):
        for event in read_log(log):
            yield event_of(log, event)
