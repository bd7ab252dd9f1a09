"""How far a log can be read that a server is still writing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import TornEventError
from binlog_kaitai.framing import LogFile
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.log import EventType, LoggedEvent, LogState, beginning_of
from binlog_kaitai.spans import Span

_BEGIN = re.compile(rb"\s*(BEGIN|XA\s+(START|BEGIN))\b", re.IGNORECASE)
_END = re.compile(rb"\s*(COMMIT|ROLLBACK(?!\s+TO\b)(?!\s+WORK\s+TO\b))\b", re.IGNORECASE)

_ENDS = {EventType.xid, EventType.xa_prepare, EventType.transaction_payload, EventType.incident}
_CLOSES = {EventType.rotate, EventType.stop}
_OPENS = {EventType.intvar, EventType.rand, EventType.user_var}
_STATEMENTS = {EventType.execute_load_query, EventType.query_compressed, EventType.query}


@dataclass(frozen=True, slots=True)
class Tail:
    """The byte offset up to which whole transactions lie, and whether the server closed the log."""

    position: int
    is_closed: bool = False


def tail_of(log: LogFile, start: int, size: int, max_bytes: int | None = None) -> Tail:
    """How far whole transactions go from one's start on, in the first `size` bytes of a log.

    With `max_bytes`, up to the transaction behind so many bytes, if there is one. A part of an
    event, or of a transaction, is left for when there is more. Raises BinlogError where no event
    can be.
    """
    hops = _hops(log, start)
    if hops is None:
        return Tail(start)
    try:
        if hops.to_transaction(size if max_bytes is None else start + max_bytes, size):
            return Tail(hops.position)
    except TornEventError:
        pass
    return _Groups(hops.log_state, hops.last_transaction).read(log, size)


def cuts_of(log: LogFile, start: int, end: int, max_bytes: int) -> list[Span]:
    """Spans of about `max_bytes` that together are what lies between two transactions' starts."""
    spans = []
    hops = _hops(log, start)
    while hops is not None and end - start > max_bytes:
        if not hops.to_transaction(start + max_bytes, end):
            break
        spans.append(Span(start, hops.position, is_exact=True))
        start = hops.position
    return [*spans, Span(start, end, is_exact=True)]


def _hops(log: LogFile, start: int) -> Any:
    # Numba takes half a second to import, which importing Spark sources need not wait for
    from binlog_kaitai.columnar.boundaries import Hops  # noqa: PLC0415

    beginning = beginning_of(log, Span(start, is_exact=True))
    return beginning and Hops(log, beginning)


class _Groups:
    """Follows transactions, and statements outside of any, to where the last whole one ends."""

    def __init__(self, state: LogState, position: int) -> None:
        self.state = state
        self.position = position
        self.end = position
        self.is_begun = False
        self.is_named = False
        self.is_closed = False

    def read(self, log: LogFile, size: int) -> Tail:
        try:
            for frame in log.frames(self.position):
                after = frame.position + len(frame.data)
                if after > size:
                    break
                if not self._is_about_rows(frame.data):
                    self._take(self.state.next_event(frame.position, frame.data))
                elif not self.is_begun:
                    self.is_named = True
                if self.is_begun or self.is_named:
                    self.is_closed = False
                else:
                    self.end = after
        except TornEventError:
            pass
        return Tail(self.end, self.is_closed)

    def _is_about_rows(self, data: bytes) -> bool:
        """Whether an event need not be parsed, which rows would need their table maps for."""
        log_format = self.state.format
        stream = KaitaiStream(BytesIO(data))
        header = EventHeader(log_format.binlog_version, log_format.has_permuted_types, stream)
        return bool(header.is_rows or header.type == EventType.table_map)

    def _take(self, event: LoggedEvent) -> None:
        kind, tree = event.type, event.tree
        self.is_closed = kind in _CLOSES
        if tree.header.begins_transaction:
            self.is_named = True
            self.is_begun = kind == EventType.mariadb_gtid and not _is_alone(tree.body.flags)
        elif kind in _ENDS:
            self.is_begun = self.is_named = False
        elif kind in _OPENS:
            self.is_named = True
        elif kind in _STATEMENTS:
            self._take_statement(event)

    def _take_statement(self, event: LoggedEvent) -> None:
        text = event.tree.body.query if event.type == EventType.query else b""
        if _BEGIN.match(text):
            self.is_begun = True
        elif _END.match(text):
            self.is_begun = self.is_named = False
        elif not self.is_begun:
            self.is_named = False


def _is_alone(flags: Any) -> bool:
    """Whether one statement is all of a MariaDB transaction."""
    return bool(flags.standalone or flags.completed_xa)
