"""Logs as a server sends them to a replica, and as it never would."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

import pyarrow as pa

from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.packet_batches import PacketBatches
from tests.documented_bytes import event, u4, u8
from tests.made_up import damage
from tests.made_up.damage import MAGIC, events_of, is_signed, resized
from tests.made_up.readings import KERNELS, TREE, Reading, difference_of, reading

Packets: TypeAlias = list[bytes | None]

ROTATE, FORMAT_DESCRIPTION, HEARTBEAT = 4, 15, 27
NEXT_POSITION, FLAGS = 13, 17  # where they lie in a header
MADE_UP = 0x20

_BEFORE: dict[Framing, bytes] = {"event": b"", "packet": b"\0", "semi_sync": b"\0\xef\1"}


class Typed(NamedTuple):
    """A table, and the schema of its rows."""

    table: str
    schema: pa.Schema


def outcome_of(
    packets: Packets,
    framing: Framing,
    engine: Engine,
    chance: Random | None = None,
    typed: Typed | None = None,
) -> Reading:
    """What an engine reads of packets, in pieces that `chance` picks, or all at once."""
    scope, schema = Scope(), RECORD_SCHEMA
    if typed is not None:
        scope, schema = Scope(typed.table), typed.schema
    stream = PacketBatches(schema, framing, scope, is_typed=typed is not None, engine=engine)
    pieces = _pieces(packets, chance) if chance else [pa.array(packets, pa.binary())]
    return reading(batch for piece in pieces for batch in stream.of(piece))


def difference_in(
    events: Packets, framing: Framing, chance: Random, typed: Typed | None = None
) -> str | None:
    """What the two engines read differently of a stream, in words; None where they agree."""
    tree = outcome_of(events, "event", TREE, typed=typed)
    kernels = outcome_of(framed(events, framing), framing, KERNELS, chance, typed)
    return difference_of(f"{typed.table if typed else 'flat'}, {framing}", tree, kernels)


def framed(events: Packets, framing: Framing) -> Packets:
    """Events with what lies before each."""
    return [None if event is None else _BEFORE[framing] + event for event in events]


def _pieces(packets: Packets, chance: Random) -> Iterator[pa.Array]:
    """Arrays of packets that follow each other, of any lengths."""
    whole = pa.array(packets, chance.choice([pa.binary(), pa.large_binary()]))
    longest = chance.choice([1, 3, 20, len(packets) + 1])
    at = 0
    while at < len(packets):
        count = chance.randint(0, longest)
        yield whole.slice(at, count)
        at += count


def some_stream(log: bytes, chance: Random) -> Packets:
    """The events of a log, with what a server does to them, and mostly some fault."""
    events: Packets = list(events_of(log)) or [b""]
    signs = any(
        event is not None and event[4:5] != b"\x0f" and is_signed(event) for event in events
    )
    if chance.randrange(10):
        events = _with_rotate(events, chance, signs)
    for change in chance.choices(_SERVER, k=chance.choice([0, 1, 2])):
        events = change(events, chance, signs)
    for change in chance.choices(_FAULTS, k=chance.choice([0, 0, 1, 1, 2])):
        events = change(events, chance, signs) or events
    return events


def rotate(position: int, name: bytes, *, signs: bool) -> bytes:
    """A ROTATE that a server makes up."""
    return event(ROTATE, u8(position) + name, flags=MADE_UP, checksum=signs)


def stripped(events: Packets) -> Packets:
    """Events that a server has sent without the checksums that they have in the log."""
    return [
        resized(
            _without_algorithm(event) if event[4] == FORMAT_DESCRIPTION else event[:-4], signs=False
        )
        if event and len(event) > FLAGS
        else event
        for event in events
    ]


# what servers do


def _with_rotate(events: Packets, chance: Random, signs: bool) -> Packets:
    return [rotate(MAGIC, b"binlog.000007", signs=signs and chance.randrange(4) > 0), *events]


def _with_heartbeats(events: Packets, chance: Random, signs: bool) -> Packets:
    found = list(events)
    for _ in range(chance.randint(1, 4)):
        beat = event(HEARTBEAT, b"binlog.000007", checksum=signs)
        found.insert(chance.randint(1, len(found)), beat)
    return found


def _without_some_types(events: Packets, chance: Random, _: bool) -> Packets:
    """What a replica did not ask for is left out: texts of statements, or even more."""
    left_out = chance.choice([(29, 160), (29, 160, 2, 35, 163), (16, 34)])
    return [event for event in events if event is None or event[4:5] not in map(_byte, left_out)]


def _opened_anew(events: Packets, chance: Random, signs: bool) -> Packets:
    """A replica comes again, and names a place that it has mostly been at."""
    positions = list(itertools.accumulate((len(event or b"") for event in events), initial=MAGIC))
    left, again = chance.randrange(len(positions)), chance.randrange(len(positions))
    opened = [rotate(positions[again], chance.choice([b"binlog.000007", b"other.8"]), signs=signs)]
    if chance.randrange(8):
        opened.append(_of_no_place(events[0]))
    return [*events[:left], *opened, *events[again:]]


def _in_two_logs(events: Packets, _: Random, signs: bool) -> Packets:
    return [*events, event(ROTATE, u8(MAGIC) + b"binlog.000008", checksum=signs), *events]


def _stripped(events: Packets, _: Random, signs: bool) -> Packets:
    return stripped(events) if signs else events


def _not_placed(events: Packets, chance: Random, _: bool) -> Packets:
    """MariaDB does not tell where events in a transaction end."""
    ends = chance.choice([1, 2, 10])
    others = enumerate(events[1:], 1)
    return [*events[:1], *(_of_no_place(event) if i % ends else event for i, event in others)]


_Change: TypeAlias = Callable[[Packets, Random, bool], Packets]

_SERVER: list[_Change] = [
    _with_heartbeats,
    _without_some_types,
    _opened_anew,
    _in_two_logs,
    _stripped,
    _not_placed,
]

# what they do not


def _missing(events: Packets, chance: Random, _: bool) -> Packets:
    at = chance.randrange(len(events))
    return [*events[:at], *events[at + chance.choice([1, 1, 5]) :]]


def _repeated(events: Packets, chance: Random, _: bool) -> Packets:
    at = chance.randrange(len(events))
    return [*events[: at + chance.choice([1, 1, 5])], *events[at:]]


def _reordered(events: Packets, chance: Random, _: bool) -> Packets:
    at = chance.randrange(len(events))
    return [*events[:at], *events[at : at + 2][::-1], *events[at + 2 :]]


def _null(events: Packets, chance: Random, _: bool) -> Packets:
    at = chance.randrange(len(events))
    return [*events[:at], None, *events[at:]]


def _damaged(events: Packets, chance: Random, signs: bool) -> Packets:
    """Some bytes differ, and the checksum may still be right."""
    found = list(events)
    at = chance.randrange(len(found))
    held = found[at] or b""
    kept = held[:-4] if signs and chance.randrange(2) else held
    spoiled = damage.mutated(kept, chance)
    if kept is not held and len(spoiled) > FLAGS:
        spoiled = resized(spoiled, signs=True)
    found[at] = spoiled
    return found


def _flagged(events: Packets, chance: Random, _: bool) -> Packets:
    """An event of the log says that the server has made it up."""
    found = list(events)
    at = chance.randrange(len(found))
    found[at] = _changed(found[at], FLAGS, bytes([MADE_UP]))
    return found


def _astray(events: Packets, chance: Random, _: bool) -> Packets:
    """An event says that it ends elsewhere."""
    found = list(events)
    at = chance.randrange(len(found))
    elsewhere = chance.choice([1, 40, 2**31, 2**32 - 1, chance.randrange(2**32)])
    found[at] = _changed(found[at], NEXT_POSITION, u4(elsewhere))
    return found


def _far_away(events: Packets, chance: Random, signs: bool) -> Packets:
    """A log is longer than its events can tell, or than any is."""
    position = chance.choice([2**32 - 100, 2**32 + 100, 2**33, 2**62, 2**64 - 1])
    return [rotate(position, b"far", signs=signs), *events]


_FAULTS: list[_Change] = [
    _missing,
    _repeated,
    _reordered,
    _null,
    _damaged,
    _damaged,
    _flagged,
    _astray,
    _far_away,
]


def _byte(number: int) -> bytes:
    return bytes([number])


def _of_no_place(event: bytes | None) -> bytes | None:
    return _changed(event, NEXT_POSITION, bytes(4))


def _changed(event: bytes | None, at: int, field: bytes) -> bytes | None:
    """An event with another field in its header, and with the checksum that it then has."""
    if event is None or len(event) <= FLAGS + 2:
        return event
    signs = is_signed(event)
    other = event[:at] + field + event[at + len(field) :]
    return resized(other[:-4], signs=True) if signs else other


def _without_algorithm(event: bytes) -> bytes:
    """A FORMAT_DESCRIPTION that says that there are no checksums."""
    return event[:-5] + b"\0" + event[-4:]
