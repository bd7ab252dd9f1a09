"""Events that a server sends of its logs, some together, or in parts."""

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
        """The byte offset behind the bytes."""
        return self.position + len(self.data)


class _Complete(_Placed):
    __slots__ = ()

    @property
    def complete_end(self) -> int:
        """The byte offset behind the last complete event."""
        return self.end


@dataclass(frozen=True, slots=True)
class DumpedEvent(_Complete):
    """An event that lies in a log, at a byte offset; it has these bytes there.

    Where it `wants_reply`, the server waits until it is told that the event is on the disk.
    """

    log: LogName
    position: int
    data: bytes
    header: Any
    wants_reply: bool = False

    @property
    def type(self) -> BinlogEventHeader.EventType | int:
        """The type of the event; a number where it is unknown."""
        found: BinlogEventHeader.EventType | int = self.header.type
        return found

    @property
    def timestamp(self) -> int:
        """Seconds since 1970."""
        seconds: int = self.header.timestamp
        return seconds

    @property
    def begun(self) -> int | None:
        """Where a transaction begins, if it begins one."""
        return self.position if self.header.begins_transaction else None


@dataclass(frozen=True, slots=True)
class DumpedPart(_Placed):
    """Bytes of an event that is too large to be held, at their byte offset in a log.

    The event neither begins nor closes the log. The parts come in order, and the last one ends the
    event; an earlier one has the event's begin as its `complete_end`.
    """

    log: LogName
    position: int
    data: bytes
    complete_end: int
    begun: int | None
    type: None = None
    wants_reply: bool = False


@dataclass(frozen=True, slots=True)
class DumpedRun(_Complete):
    """Events that lie one behind the other in a log, none of which begins or closes it.

    `data` changes when the next event is asked for, and `begun` is where their last transaction
    begins, None where it began before. Nobody is to be told of them.
    """

    log: LogName
    position: int
    data: memoryview
    begun: int | None
    type: None = None
    wants_reply: bool = False


Dumped: TypeAlias = DumpedEvent | DumpedRun | DumpedPart
