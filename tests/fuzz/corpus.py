"""Small logs to begin with: pieces of the fixtures, and made-up ones."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from random import Random

from tests.fixtures.logs import LOGS
from tests.fuzz.fields import fields_in
from tests.fuzz.nodes import Log, opened
from tests.made_up.damage import HEADER, MAGIC, events_of
from tests.made_up.logs import SMALL, SPOILED, WITH_ODDS, some_log
from tests.made_up.tables import Size

QUERY, XID, TABLE_MAP = 2, 16, 19
GTIDS = {33, 34, 42, 162}
ROWS = {*range(20, 26), *range(30, 33), 39, *range(166, 172)}

LONGEST = 3000  # bytes of a piece
LONGEST_EVENT = 6000
TWINS = 2  # pieces of the same types of events and columns
LONG = 20_000  # bytes of a fixture that is also taken whole

TINY = Size(tables=2, columns=6, rows=3, transactions=2)
SIZES = (TINY, TINY, TINY, SMALL, WITH_ODDS, SPOILED)


class Corpus:
    """What logs are made of; opens one when it is first asked for, and keeps it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "opened.binlog"
        self._opened: dict[bytes, Log] = {}
        self._made: tuple[object, Log] = None, Log(b"", [])

    @cached_property
    def pieces(self) -> list[bytes]:
        """Pieces of the fixtures, each a log of its own, in an order that stays."""
        seen: Counter[tuple[object, ...]] = Counter()
        found = []
        for path in LOGS:
            for piece in _pieces_of(path.read_bytes()):
                signature = _signature(path.parent.name, piece)
                seen[signature] += 1
                if seen[signature] <= TWINS:
                    found.append(piece)
        return found

    @cached_property
    def whole(self) -> list[bytes]:
        """Fixtures that are short."""
        logs = (path.read_bytes() for path in LOGS)
        return [log for log in logs if len(log) < LONG]

    def some(self, chance: Random) -> Log:
        """A log to be changed."""
        match chance.randrange(20):
            case 0:
                return self.log_of(chance.choice(self.whole))
            case 1 | 2 | 3 | 4 | 5:
                if self._made[0] != (state := chance.getstate()):
                    made = some_log(chance, chance.choice(SIZES)).data
                    self._made = state, self._opened_log(made)
                return self._made[1].copy()
        return self.another(chance)

    def another(self, chance: Random) -> Log:
        """A log to take something of."""
        return self.log_of(chance.choice(self.pieces))

    def log_of(self, data: bytes) -> Log:
        """The log that bytes are."""
        if data not in self._opened:
            self._opened[data] = self._opened_log(data)
        return self._opened[data].copy()

    def _opened_log(self, data: bytes) -> Log:
        self.path.write_bytes(data)
        return opened(self.path, fields_in(self.path))


def _pieces_of(log: bytes) -> Iterator[bytes]:
    """The transactions of a log, and of those that are long each event of rows."""
    first, *events = events_of(log)
    head = log[:MAGIC] + first
    types = [event[4] if len(event) >= HEADER else -1 for event in events]
    starts = [
        at
        for at, event_type in enumerate(types)
        if not at or event_type in GTIDS or types[at - 1] == XID
    ]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        group = b"".join(events[start:end])
        if len(group) <= LONGEST:
            yield head + group
            continue
        for at in range(start, end):
            if len(events[at]) <= LONGEST_EVENT:
                yield head + b"".join(_around(events, types, start, at, end))


def _around(
    events: list[bytes], types: list[int], start: int, at: int, end: int
) -> Iterator[bytes]:
    """An event, with what it needs of those around it."""
    last_map = at
    while types[at] in ROWS and last_map > start and types[last_map] != TABLE_MAP:
        last_map -= 1
    first_map = last_map
    while first_map > start and types[first_map - 1] == TABLE_MAP:
        first_map -= 1
    opening = [i for i in range(start, min(start + 2, first_map)) if types[i] in GTIDS | {QUERY}]
    closing = [end - 1] if types[end - 1] == XID else []
    for i in sorted({*opening, *range(first_map, min(last_map + 1, at)), at, *closing}):
        yield events[i]


def _signature(server: str, piece: bytes) -> tuple[object, ...]:
    """Equal for pieces that have as good as the same to be read."""
    events = events_of(piece)
    types = [event[4] for event in events if len(event) >= HEADER]
    maps = [zlib.crc32(e[27:-4]) for e in events if len(e) >= HEADER and e[4] == TABLE_MAP]
    return server, len(events[0]), *dict.fromkeys(types), *maps
