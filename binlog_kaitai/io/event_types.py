"""The types of events that the specs name."""

from __future__ import annotations

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader

EventType = BinlogEventHeader.EventType


def is_known_type(event_type: int) -> bool:
    """Return whether the specs name a type. UNKNOWN names none: no server writes it."""
    return isinstance(event_type, EventType) and event_type != EventType.unknown
