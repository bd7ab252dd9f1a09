"""Transactions that are written, or left out, as a whole: no tree is made of their events.

The view `transactions` says where they lie. What they hold stays as it is, but for the positions in
the headers of events, the logical clock in GTID events, and the checksums over both.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.places import Place
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.rewrite.output import Output
from binlog_kaitai.rewrite.places import HeaderPlaces, clock_places

_Bytes = TypeVar("_Bytes", bytes, bytearray)

BLOCK = 2**22
"""Bytes that are read at once, unless an event is larger."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A transaction of rows alone that lies in one piece."""

    start: int
    end: int
    gtid: str | None
    server_id: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether all events of a transaction are wanted, or none; `num_rows_events` it has."""

    is_wanted: bool
    num_rows_events: int = 0


class Mover:
    """Writes transactions that pass as a whole.

    `places` are those of the headers. `log`, `output` and `format` are as they were given.

    Args:
        log: where they are read.
        log_format: the format that they have there.
        output: where they are written, in the same format.
        scope: what of the log is wanted.
        start: where an event lies in the log.
    """

    def __init__(
        self, log: LogFile, log_format: Any, output: Output, scope: Scope, start: int
    ) -> None:
        self.log = log
        self.output = output
        self._scope = scope
        self.format = log_format
        self.places = HeaderPlaces(log.read(start, log.event_size(start)), log_format)
        self._clocks: dict[tuple[int, int], dict[str, Place]] = {}

    def verdict(self, whole: Whole) -> Verdict | None:
        """Return what the scope says of a transaction that it wants; None if it wants a part."""
        scope = self._scope
        stop = scope.span.stop
        if stop is not None and stop < whole.end:
            return None
        if not scope.wants_all_tables:
            return None  # a statement also maps tables of which it changes no row
        if not scope.has_times:
            return Verdict(is_wanted=True)
        wanted, num_rows_events = set(), 0
        for block, at, _ in self.events(whole):
            timestamp, kind = self.places.timestamp, self.places.type.get(block, at)
            if kind == EventType.transaction_payload.value:
                return None
            num_rows_events += self.places.is_rows(block, at)
            wanted.add(scope.wants_time(timestamp.get(block, at)))
        return Verdict(wanted.pop(), num_rows_events) if len(wanted) == 1 else None

    def numbers(self, whole: Whole) -> dict[str, int] | None:
        """Return the logical clock of a transaction; None if its places vary."""
        block, at, size = next(self.events(whole))
        if self.places.type.get(block, at) == EventType.gtid_tagged.value:
            return None
        return self.clock_of(block, at, size)

    def clock_of(self, block: bytes, at: int, size: int) -> dict[str, int]:
        """Return the logical clock in a GTID event whose places do not vary."""
        places = self.clock_places(block, at, size)
        return {name: place.get(block, at) for name, place in places.items()}

    def write(self, whole: Whole, ticks: dict[str, int]) -> None:
        """Write a transaction, with another logical clock where it is given."""
        places, keeps_zero = self.places, self.format.is_mariadb  # which it writes inside
        next_position, sets_clock = places.next_position, bool(ticks)
        for block, starts in self.blocks(whole, self.filled):
            position = self.output.position
            for at, end in itertools.pairwise(starts):
                behind = (position + end) % places.num_positions
                before = next_position.get(block, at)
                is_moved = before != behind and not (keeps_zero and before == 0)
                if is_moved:
                    next_position.put(block, at, behind)
                if sets_clock:
                    for name, place in self.clock_places(block, at, end - at).items():
                        place.put(block, at, ticks[name])
                if is_moved or sets_clock:
                    places.sign(block, at, end - at)
                sets_clock = False  # which only the first event has
            self.output.add(memoryview(block)[: starts[-1]])

    def positions_behind(self, data: Any, starts: Any, ends: Any) -> Any:
        """Return what the headers of events that are written next say of where they end.

        MariaDB writes 0 inside transactions, which stays.
        """
        behind = (self.output.position + ends) % self.places.num_positions
        if self.format.is_mariadb:
            is_none = self.places.next_position.get_all(data, starts) == 0
            behind = np.where(is_none, 0, behind)
        return behind

    def clock_places(self, block: bytes | bytearray, at: int, size: int) -> dict[str, Place]:
        """Return the places of the logical clock in a GTID event, of a type that has some."""
        key = self.places.type.get(block, at), size
        if key not in self._clocks:
            self._clocks[key] = clock_places(bytes(block[at : at + size]), self.format)
        return self._clocks[key]

    def events(self, whole: Whole) -> Iterator[tuple[bytes, int, int]]:
        """Yield the events of a transaction: each with a block of bytes, its place and size."""
        for block, starts in self.blocks(whole, self.log.read):
            for at, end in itertools.pairwise(starts):
                yield block, at, end - at

    def blocks(
        self, whole: Whole, read: Callable[[int, int], _Bytes]
    ) -> Iterator[tuple[_Bytes, list[int]]]:
        """Yield a transaction in blocks, with where events begin and the last ends.

        Args:
            whole: it.
            read: returns bytes of the log, of a position and size.
        """
        size, position = self.places.size, whole.start
        while position < whole.end:
            block = read(position, min(BLOCK, whole.end - position))
            starts = self.places.bounds(block).tolist()
            if len(starts) == 1:  # an event that is larger than a block
                starts.append(size.get(block, 0))
                block = read(position, starts[-1])
            yield block, starts
            position += starts[-1]

    def filled(self, position: int, size: int) -> bytearray:
        """Return some bytes of the log to be changed, as `LogFile.read`, but without a copy."""
        block = bytearray(size)
        with memoryview(block) as view:
            count = self.log.read_into(position, view)
        del block[count:]
        return block
