"""How a log begins and ends, and whether its events lie where they say."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.records import Event
from binlog_kaitai.read.engines import Engine, choose, of_pages_for
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.log.seek import Head, read_head

NEAR_END = 2**12
"""Bytes at the end of a log, in which an event that closes it begins."""

MAX_ASTRAY = 1000
"""Events of other places, after which no more are looked for."""

CLOSING = ("ROTATE", "STOP")
PREVIOUS = ("PREVIOUS_GTIDS", "MARIADB_GTID_LIST")


@dataclass
class Outline:
    """A log from its outside.

    `previous` is the event that tells the GTIDs before the log, `closing` the one that closed it,
    each None where there is none. `is_in_use` is the flag of a log that its server has not closed.
    `astray` are events that say they end elsewhere, the first of each distance; they are not looked
    for in a relay log, whose events lay elsewhere before. `end` is where the whole events end.
    """

    path: str
    size: int
    server_version: str | None = None
    is_in_use: bool = False
    is_relay: bool = False
    previous: Event | None = None
    closing: Event | None = None
    astray: list[BinlogError] = field(default_factory=list)
    end: int = 0


def beginning_of(file: str) -> Outline:
    """Return what the first events of a file tell of it. Raises BinlogError where it has none."""
    with LogFile(file, of_pages_for("auto", file)) as log:
        return _beginning(log, read_head(log))


def _beginning(log: LogFile, head: Head) -> Outline:
    outline = Outline(log.file, log.size, end=log.first_position)
    for event in itertools.takewhile(lambda e: e.position < head.position, read_log(log.file)):
        _note(outline, event)
    return outline


def outline_of(file: str, engine: Engine = "auto") -> Outline:
    """Return the outline of a file, as far as it is whole. Raises BinlogError where it has none."""
    with LogFile(file, of_pages_for(engine, file)) as log:
        head = read_head(log)
        outline = _beginning(log, head)
        if head.state.encryption:
            return outline
        events = _Steps(log, head, outline)
        if choose(engine, [file]) == "kernels":
            events.hop(log.size - NEAR_END)
        last = events.step()
        if last is not None:
            event = head.state.next_event(last, log.event(last, log.event_size(last)))
            shown = event_of(file, event)
            outline.closing = shown if shown.type in CLOSING else None
    return outline


def _note(outline: Outline, event: LoggedEvent) -> None:
    shown = event_of(outline.path, event)
    if shown.type == "FORMAT_DESCRIPTION":
        outline.is_in_use |= bool(event.tree.header.flags.binlog_in_use)
        outline.is_relay |= bool(event.tree.header.flags.relay_log)
        if outline.server_version is None or not outline.is_relay:
            outline.server_version = shown.body["server_version"]
    elif shown.type in PREVIOUS and outline.previous is None:
        outline.previous = shown


class _Steps:
    """Goes from event to event by their headers."""

    def __init__(self, log: LogFile, head: Head, outline: Outline) -> None:
        self.log = log
        self.head = head
        self.outline = outline
        self.distances = {0}
        self.num_astray = 0
        self.tells_places = head.is_own and not outline.is_relay

    def hop(self, limit: int) -> None:
        """Go, by a kernel, to the first event at a byte offset or behind."""
        # Numba takes half a second to import, and need not be installed for trees
        from binlog_kaitai.kernels.seek.header_scan import Hop  # noqa: PLC0415
        from binlog_kaitai.kernels.seek.windows import FAR, Window  # noqa: PLC0415

        outline = self.outline
        window = Window(self.log, self.head.state.format)
        window.load(outline.end)
        window.state.is_strict = self.tells_places
        while window.hop(FAR, limit) in (Hop.ASTRAY, Hop.FORMAT):
            outline.end = window.position
            if self.num_astray > MAX_ASTRAY:
                window.state.is_strict = False
            header = self._header()
            if header is None:
                return
            window.state.pos += header.len_event
        outline.end = window.position

    def step(self) -> int | None:
        """Go to the end of the whole events; return where the last of these begins."""
        last = None
        while self.outline.end < self.outline.size:
            header = self._header()
            if header is None:
                return None
            last = self.outline.end
            self.outline.end += header.len_event
        return last

    def _header(self) -> Any:
        """Return the header of the next event, of which the place is checked; None of no event."""
        position = self.outline.end
        permuted = bool(self.head.state.format.has_permuted_types)
        try:
            header = self.log.header(position, has_permuted_types=permuted)
        except BinlogError:
            return None
        end = position + header.len_event
        if self.tells_places and header.binlog_version != 1 and header.next_position:
            distance = (header.next_position - end) % header.num_positions
            self.num_astray += distance != 0
            if distance not in self.distances and self.num_astray <= MAX_ASTRAY:
                self.distances.add(distance)
                expected = f"an event that ends at byte {header.next_position}, as its header says"
                found = f"an event that ends at byte {end}"
                self.outline.astray.append(BinlogError(self.log.file, position, expected, found))
        return header
