"""What takes the events out of what a server sends, by a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader

if TYPE_CHECKING:
    from binlog_kaitai.replication.wire import TakeRun

CLOSING = int(BinlogEventHeader.EventType.stop)


def load_run() -> TakeRun:
    """Return what takes runs of events out of packets; Numba compiles it where it has not yet."""
    # Numba takes half a second to import, and need not be installed for trees
    from binlog_kaitai.kernels.packets.wire import take_wire  # noqa: PLC0415

    def take(values: Any, at: int, stop: int, position: int, chunk: Any) -> Any:
        return take_wire(values, at, stop, position, CLOSING, chunk)

    return take
