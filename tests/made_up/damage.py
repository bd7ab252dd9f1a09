"""Damage to logs, that their checksums tell or, made right again, do not."""

from __future__ import annotations

import struct
import zlib
from random import Random

HEADER = 19
MAGIC = 4

EDGES = bytes([0, 1, 2, 7, 8, 9, 0x7F, 0x80, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF])


def mutated(data: bytes, chance: Random, first: int = 0) -> bytes:
    """Bytes with some of them, from `first` on, changed, left out or added."""
    body = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        at = chance.randrange(first, len(body)) if len(body) > first else len(body)
        size = chance.choice([1, 1, 2, 3, 4, 8])
        match chance.randrange(6):
            case 0:
                body[at : at + 1] = bytes([chance.choice(EDGES)])
            case 1:
                body[at : at + 1] = bytes([chance.randrange(256)])
            case 2 if at < len(body):
                body[at] ^= 1 << chance.randrange(8)
            case 3 if at < len(body):
                body[at] = (body[at] + chance.choice([-1, 1])) % 256
            case 4:
                del body[at : at + size]
            case _:
                body[at:at] = bytes(chance.choices(EDGES, k=size))
    return bytes(body)


def events_of(log: bytes) -> list[bytes]:
    """The events of a whole log, by their headers; the last is what comes after the last whole."""
    events, at = [], MAGIC
    while at + HEADER <= len(log):
        (size,) = struct.unpack_from("<I", log, at + 9)
        if not HEADER <= size <= len(log) - at:
            break
        events.append(log[at : at + size])
        at += size
    return [*events, log[at:]] if at < len(log) else events


def is_signed(event: bytes) -> bool:
    return len(event) > HEADER + 4 and event[-4:] == _crc(event[:-4])


def _crc(content: bytes) -> bytes:
    closed = content
    if content[4] == 15:  # a FORMAT_DESCRIPTION, whose in-use flag does not count
        closed = content[:17] + bytes([content[17] & 0xFE]) + content[18:]
    return struct.pack("<I", zlib.crc32(closed))


def resized(content: bytes, *, signs: bool) -> bytes:
    """An event with its length made right and, if it had one, its checksum."""
    size = len(content) + 4 * signs
    content = content[:9] + struct.pack("<I", size) + content[13:]
    return content + _crc(content) if signs else content


def damaged(log: bytes, chance: Random) -> bytes:
    """A log with some damage, of one kind."""
    match chance.randrange(10):
        case 0:
            return log[: chance.randrange(len(log) + 1)]
        case 1 | 2:
            return mutated(log, chance, MAGIC if chance.randrange(4) else 0)
        case 3:
            return log[:MAGIC] + b"".join(_shuffled(events_of(log), chance))
    events = events_of(log)
    if not events:
        return log
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = _some_event(events, chance)
        events[at] = _damaged_event(events[at], chance)
    return log[:MAGIC] + b"".join(events)


def _shuffled(events: list[bytes], chance: Random) -> list[bytes]:
    """Events with one left out, twice, or in another's place."""
    at = chance.randrange(len(events)) if events else 0
    match chance.randrange(3):
        case 0:
            return events[:at] + events[at + 1 :]
        case 1:
            return [*events[:at], *events[at : at + 1], *events[at:]]
    shuffled = list(events)
    for event in events[at : at + 1]:
        del shuffled[at]
        shuffled.insert(chance.randrange(len(events)), event)
    return shuffled


_ROWS_TYPES = {19, *range(20, 26), *range(30, 33), 39, 40, *range(166, 172)}


def _some_event(events: list[bytes], chance: Random) -> int:
    """Mostly one of those that rows depend on."""
    of_rows = [i for i, event in enumerate(events) if len(event) > 4 and event[4] in _ROWS_TYPES]
    if of_rows and chance.randrange(5):
        return chance.choice(of_rows)
    return chance.randrange(len(events))


def _damaged_event(event: bytes, chance: Random) -> bytes:
    """An event damaged in its body, or its header, with the checksum that it should have."""
    if len(event) <= HEADER:
        return mutated(event, chance)
    signs = is_signed(event)
    content = event[:-4] if signs else event
    if not chance.randrange(10):
        content = mutated(content[:9], chance)[:9].ljust(9, b"\0") + content[9:]
    else:
        content = mutated(content, chance, HEADER)
    return resized(content, signs=signs)
