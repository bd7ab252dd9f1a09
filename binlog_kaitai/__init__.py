"""Reads MySQL and MariaDB binary log files, by Kaitai Struct specs."""

from typing import TYPE_CHECKING, Any

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.events import Event, read_events
from binlog_kaitai.records import Record, read_rows

if TYPE_CHECKING:
    from binlog_kaitai.batches import read_batches

__all__ = [
    "BinlogError",
    "Event",
    "Record",
    "TornEventError",
    "read_batches",
    "read_events",
    "read_rows",
]


def __getattr__(name: str) -> Any:
    # Arrow takes longer to import than all the rest
    if name == "read_batches":
        from binlog_kaitai.batches import read_batches  # noqa: PLC0415

        return read_batches
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
