"""What the heads of logs say, by their bytes: parts of one log, and logs of one server, are alike.

The classes read a head once; where parts are small, that takes much of the time.
"""

from __future__ import annotations

from typing import NamedTuple

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import Head, LogState, read_head

MAX_HEADS = 8
MAX_BYTES = 2**16


class _Known(NamedTuple):
    """A head, and all bytes of a log up to behind the event that ends it."""

    data: bytes
    head: Head


class KnownHeads:
    """Those of the logs that were read last."""

    def __init__(self) -> None:
        self._known: list[_Known] = []

    def of(self, log: LogFile) -> Head:
        """Return what `read_head` does, with a state of its own. Raises as that."""
        for known in self._known:
            if log.read(0, len(known.data)) == known.data:
                head = known.head
                state = LogState(log.file, head.state.format, log.start.table_maps)
                return Head(state, head.position, head.is_own)
        head = read_head(log)
        self._learn(log, head)
        return head

    def _learn(self, log: LogFile, head: Head) -> None:
        if head.state.encryption:
            return
        try:
            end = head.position + log.event_size(head.position)
        except BinlogError:
            return  # a log without transactions, as yet
        if end <= MAX_BYTES:
            known = _Known(log.read(0, end), head)
            self._known = [known, *self._known[: MAX_HEADS - 1]]
