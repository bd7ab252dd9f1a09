"""The events of logs, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator

from binlog_kaitai.io.finding import logs_of
from binlog_kaitai.model.records import Event
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.reader import read_log


def read_events(
    path: str | os.PathLike[str], *, keyring: str | os.PathLike[str] | None = None
) -> Iterator[Event]:
    """Yield the events of a log file, or of the files of an `.index` file, in order.

    Reading continues after an event with a wrong checksum, whose `checksum` is `bad`.

    Args:
        path: path or URI of the file.
        keyring: keyring file of the server, for an encrypted log.

    Raises:
        BinlogError: a file is no binary log, or an event cannot be read. The events before it are
            yielded first.
    """
    for log in logs_of(path, keyring):
        for event in read_log(log):
            yield event_of(log, event)
