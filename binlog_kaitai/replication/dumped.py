"""Events that a server sends: single events, runs of events, and parts of large events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.replication.log_names import LogName


class _Placed:
    """Bytes at a byte offset in a log."""

    __slots__ = ()
    position: int
    data: bytes | memoryview

    @property
    def end(self) -> int:
        """The byte offset after the bytes."""
        return self.position + len(self.data)


class _Complete(_Placed):
    __slots__ = ()

    @property
    def complete_end(self) -> int:
        """The byte offset after the last complete event."""
        return self.end


@dataclass(frozen=True, slots=True)
class DumpedEvent(_Complete):
    """An event at a byte offset of a log, with its bytes there.

    If it `requires_ack`, the server waits until the replica confirms that the event is on disk.
    """

    log: LogName
    position: int
    data: bytes
    header: Any
    gtids: None = None
    requires_ack: bool = False

    @property
    def type(self) -> BinlogEventHeader.EventType | int:
        """The type of the event; a number if it is unknown."""
        event_type: BinlogEventHeader.EventType | int = self.header.type
        return event_type

    @property
    def timestamp(self) -> int:
        """Seconds since 1970."""
        seconds: int = self.header.timestamp
        return seconds

    @property
    def begun(self) -> int | None:
        """The start of the transaction that the event begins, or None."""
        return self.position if self.header.begins_transaction else None


@dataclass(frozen=True, slots=True)
class DumpedPart(_Placed):
    """Bytes of an event that is too large for memory, at their byte offset in a log.

    The event neither begins nor closes the log. The parts are in order, and the last one ends the
    event; the `complete_end` of the others is the start of the event.

    A `GtidDump` yields all events as parts: `complete_end` is the end of the last complete
    transaction, and `gtids` are those up to there.
    """

    log: LogName
    position: int
    data: bytes
    complete_end: int
    begun: int | None
    gtids: str | None = None
    type: None = None
    requires_ack: bool = False


@dataclass(frozen=True, slots=True)
class DumpedRun(_Complete):
    """Consecutive events of a log that neither begin nor close it, and require no reply.

    `data` changes with the next iteration. `begun` is the start of their last transaction, None if
    it began earlier.
    """

    log: LogName
    position: int
    data: memoryview
    begun: int | None
    gtids: None = None
    type: None = None
    requires_ack: bool = False


Dumped: TypeAlias = DumpedEvent | DumpedRun | DumpedPart
