"""Events that are written, or left out, with the statement or the rows behind them."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.large_events import whole
from binlog_kaitai.rewrite.events import Events
from binlog_kaitai.tree.log.events import LoggedEvent

TEXTS = frozenset({EventType.rows_query, EventType.annotate_rows})
"""Statements of which the rows behind them are the result."""

_BLOCKS = frozenset({EventType.begin_load_query, EventType.append_block})

IN_FRONT_OF_STATEMENT = frozenset(
    {EventType.intvar, EventType.rand, EventType.user_var, *TEXTS, *_BLOCKS}
)
"""Events that are written or left out with the statement, or the rows, behind them."""


class _Block(NamedTuple):
    """Where a part of a file of LOAD DATA lies: all parts together may be of any size."""

    position: int
    size: int
    format: Any


class Held:
    """Events that wait for the statement, or the rows, behind them.

    Args:
        log: where they are read.
        events: writes them.
    """

    def __init__(self, log: LogFile, events: Events) -> None:
        self._log = log
        self._events = events
        self._held: list[LoggedEvent | _Block] = []

    def hold(self, event: LoggedEvent) -> None:
        """Let an event wait."""
        is_block = event.type in _BLOCKS and not event.is_inner
        place = _Block(event.position, event.size, event.tree.format)
        self._held.append(place if is_block else event)

    def release(self) -> None:
        """Write the events that wait."""
        for held in self._held:
            if isinstance(held, _Block):
                data = whole(self._log.event(held.position, held.size))
                self._events.copy_bytes(data, held.format)
            else:
                self._events.write(held)
        self._held.clear()

    def drop(self) -> None:
        """Leave out the events that wait."""
        for held in self._held:
            if isinstance(held, LoggedEvent):
                self._events.leave_out(held)
        self._held.clear()
