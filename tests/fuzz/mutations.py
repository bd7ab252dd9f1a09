"""What is done to a log: to bytes, fields, values, events and their order."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random

from tests.documented_bytes import packed, u1
from tests.fuzz.corpus import ROWS, TABLE_MAP, Corpus
from tests.fuzz.fields import Field
from tests.fuzz.nodes import FORMAT_DESCRIPTION, Log, Node, some_slips, written
from tests.made_up import damage, documents
from tests.made_up.cells import happens
from tests.made_up.changes import diffs, odd_diffs
from tests.made_up.damage import HEADER, MAGIC

PAYLOAD = 40
KNOWN_TYPES = [*range(43), *range(160, 173), 255]
ROW_TYPES = sorted(ROWS)
TEXTS = (b"", b"a", "é漢😀".encode(), b"\xff\xfe", b"\0" * 9, b"1" * 300, b'{"a": [1, null]}')

Mutation = Callable[[Log, Random, Corpus], None]


def mutated(log: Log, corpus: Corpus, chance: Random) -> bytes:
    """A log with something done to it; now and then nothing."""
    for _ in range(chance.choice([0, 1, 1, 1, 1, 2, 2, 3, 5])):
        chance.choice(MUTATIONS)(log, chance, corpus)
    data = written(log, some_slips(chance), chance)
    return damage.damaged(data, chance) if not chance.randrange(12) else data


# fields


def _field(log: Log, chance: Random, corpus: Corpus) -> None:
    """A number is another, or some bytes are."""
    leaf, field = _some_field(log, chance)
    if leaf is None or field is None:
        return _bytes(log, chance, corpus)
    old = leaf.data[field.at : field.at + field.size]
    _replace(leaf, field, _other_number(old, chance) if len(old) <= 8 else _other(old, chance))
    return None


def _sized_field(log: Log, chance: Random, corpus: Corpus) -> None:
    """What has its length before it is another, of another length, which is put there too."""
    for _ in range(8):
        leaf, field = _some_field(log, chance)
        if leaf is None or field is None:
            break
        before = _length_before(leaf, field)
        if before is None:
            continue
        value = _some_value(leaf.data[field.at : field.at + field.size], chance)
        if len(value) < 1 << 8 * before.size:
            _replace(leaf, field, value)
            _replace(leaf, before, len(value).to_bytes(before.size, "little"))
        return None
    return _field(log, chance, corpus)


def _length_before(leaf: Node, field: Field) -> Field | None:
    for other in leaf.fields:
        if other.at + other.size == field.at and 1 <= other.size <= 4:
            number = int.from_bytes(leaf.data[other.at : field.at], "little")
            if number == field.size:
                return other
    return None


def _some_field(log: Log, chance: Random) -> tuple[Node | None, Field | None]:
    """Mostly one that rows depend on, and mostly not of the header."""
    leaf = _some_leaf(log, chance)
    if leaf is None:
        return None, None
    fields = leaf.fields
    if happens(chance, 0.8):
        fields = tuple(field for field in fields if field.at >= HEADER) or fields
    return leaf, chance.choice(fields) if fields else None


def _some_leaf(log: Log, chance: Random) -> Node | None:
    leaves = log.leaves()
    if not leaves:
        return None
    of_rows = [leaf for leaf in leaves if leaf.type in ROWS or leaf.type == TABLE_MAP]
    if of_rows and chance.randrange(3):
        return chance.choice(of_rows)
    return chance.choice(leaves)


def _replace(leaf: Node, field: Field, value: bytes) -> None:
    end = field.at + field.size
    leaf.data = leaf.data[: field.at] + value + leaf.data[end:]
    by = len(value) - field.size
    leaf.fields = tuple(
        Field(f.at + by * (f.at >= end), f.size)
        for f in leaf.fields
        if f.at + f.size <= field.at or f.at >= end or f == field
    )
    if by:
        leaf.fields = tuple(f for f in leaf.fields if f != field)


def _other_number(old: bytes, chance: Random) -> bytes:
    size = len(old)
    bits, order = 8 * size, chance.choice(["little", "little", "big"])
    number = int.from_bytes(old, order)
    match chance.randrange(7):
        case 0:
            number = chance.choice([0, 1, -1, -2, 1 << bits - 1, (1 << bits - 1) - 1])
        case 1:
            number += chance.choice([-1, 1, 2, -8, 8, 64, 256])
        case 2:
            number ^= 1 << chance.randrange(bits)
        case 3:
            number = chance.choice([number * 2, number // 2, ~number, -number])
        case 4:
            number = chance.getrandbits(bits)
        case 5:
            number = chance.getrandbits(chance.randrange(1, bits + 1))
        case _:
            number = chance.choice([251, 252, 253, 254, 255, 19, 23, 64, 2**31, 2**32 - 1, 2**24])
    return (number % (1 << bits)).to_bytes(size, order)


def _other(old: bytes, chance: Random) -> bytes:
    match chance.randrange(5):
        case 0:
            return old[: chance.randrange(len(old))]
        case 1:
            return old + old[: chance.randrange(1, len(old) + 1)]
        case 2:
            return bytes(len(old))
    return damage.mutated(old, chance)


def _some_value(old: bytes, chance: Random) -> bytes:
    match chance.randrange(9):
        case 0:
            return documents.document(chance).data[4:]
        case 1:
            return documents.odd_document(chance).data[4:]
        case 2:
            change = chance.choice([diffs, odd_diffs])
            return change(chance, documents.value_of(documents.some_node(chance))).data[4:]
        case 3:
            text = chance.choice(TEXTS)
            return u1(chance.choice([0, 1, 4, 9]) << 4 | 1) + u1(len(text) % 256) + _raw(text)
        case 4:
            return chance.choice(TEXTS)
    return damage.mutated(old, chance) if old else b"a"


def _raw(text: bytes) -> bytes:
    """A raw DEFLATE stream, as compressed columns hold it."""
    return zlib.compress(text)[2:-4]


# bytes


def _bytes(log: Log, chance: Random, _: Corpus) -> None:
    leaf = _some_leaf(log, chance)
    if leaf is not None:
        first = HEADER if len(leaf.data) > HEADER and chance.randrange(8) else 0
        leaf.data, leaf.fields = damage.mutated(leaf.data, chance, first), ()


def _splice(log: Log, chance: Random, corpus: Corpus) -> None:
    """Some bytes of another event, mostly of the same type, in place of some."""
    leaf = _some_leaf(log, chance)
    if leaf is None:
        return
    others = corpus.another(chance).leaves() + log.leaves()
    alike = [other for other in others if other.type == leaf.type]
    source = chance.choice(alike if alike and chance.randrange(4) else others).data
    first = min(HEADER, len(leaf.data)) if chance.randrange(8) else 0
    start, end = sorted(chance.randint(first, len(leaf.data)) for _ in range(2))
    at, until = sorted(chance.randint(min(first, len(source)), len(source)) for _ in range(2))
    leaf.data = leaf.data[:start] + source[at : min(until, at + 2000)] + leaf.data[end:]
    leaf.fields = ()


# events


def _left_out(log: Log, chance: Random, _: Corpus) -> None:
    events = _some_events(log, chance)
    if events:
        del events[chance.randrange(len(events))]


def _twice(log: Log, chance: Random, _: Corpus) -> None:
    events = _some_events(log, chance)
    if events:
        node = chance.choice(events).copy()
        events.insert(chance.randint(0, len(events)), node)


def _moved(log: Log, chance: Random, _: Corpus) -> None:
    events = _some_events(log, chance)
    if len(events) > 1:
        node = events.pop(chance.randrange(len(events)))
        events.insert(chance.randint(0, len(events)), node)


def _of_another_log(log: Log, chance: Random, corpus: Corpus) -> None:
    """Events of another log, one or all behind its first."""
    events = _some_events(log, chance)
    others = corpus.another(chance).events
    signs = any(node.is_signed for node in events)
    if others and chance.randrange(2):
        others = [chance.choice(others)]
    elif chance.randrange(4):
        others = [node for node in others if node.type != FORMAT_DESCRIPTION]
    for node in others:
        if node.type != FORMAT_DESCRIPTION:
            node.is_signed = signs
    at = chance.randint(min(1, len(events)), len(events))
    events[at:at] = others


def _in_payload(log: Log, chance: Random, _: Corpus) -> None:
    """Some events are put into a payload, or those in one are taken out."""
    payloads = [node for node in log.events if node.inside and node.packing != "zlib"]
    signs = any(node.is_signed for node in log.events)
    if payloads and chance.randrange(2):
        at = log.events.index(chance.choice(payloads))
        inside = log.events[at].inside
        for node in inside:
            node.is_signed = signs
        log.events[at : at + 1] = inside
        return
    if len(log.events) < 2:
        return
    start, end = sorted(chance.randint(1, len(log.events)) for _ in range(2))
    inside = [node.copy() for node in log.events[start:end]]
    for node in inside:
        node.is_signed = False
    header = bytearray(log.events[0].data[:HEADER].ljust(HEADER, b"\0"))
    header[4] = PAYLOAD
    header[17:19] = b"\0\0"
    packing = chance.choice(["payload", "payload", "stored_payload"])
    log.events[start:end] = [Node(bytes(header), (), signs, packing, inside)]


def _some_events(log: Log, chance: Random) -> list[Node]:
    """Those of the log, or of a payload in it."""
    payloads = [node.inside for node in log.events if node.inside and node.packing != "zlib"]
    return chance.choice(payloads) if payloads and chance.randrange(2) else log.events


def _type(log: Log, chance: Random, _: Corpus) -> None:
    """An event is of another type."""
    leaf = _some_leaf(log, chance)
    if leaf is not None and len(leaf.data) >= HEADER:
        types = ROW_TYPES if leaf.type in ROWS and chance.randrange(2) else KNOWN_TYPES
        leaf.data = leaf.data[:4] + u1(chance.choice(types)) + leaf.data[5:]


def _table_id(log: Log, chance: Random, _: Corpus) -> None:
    """Rows, or a map, have the id of another map, or one that few have."""
    leaves = log.leaves()
    of_tables = [leaf for leaf in leaves if leaf.type in ROWS or leaf.type == TABLE_MAP]
    if of_tables:
        source, target = chance.choice(of_tables), chance.choice(of_tables)
        number = source.data[HEADER : HEADER + 6]
        if not chance.randrange(4):
            number = chance.choice([bytes(6), b"\xff" * 6, b"\xff\xff\xff\0\0\0"])
        target.data = target.data[:HEADER] + number + target.data[HEADER + 6 :]


def _statement_end(log: Log, chance: Random, _: Corpus) -> None:
    """Rows end the statement, or do not."""
    of_rows = [leaf for leaf in log.leaves() if leaf.type in ROWS and len(leaf.data) > HEADER + 8]
    if of_rows:
        leaf = chance.choice(of_rows)
        at = HEADER + 6
        leaf.data = leaf.data[:at] + u1(leaf.data[at] ^ 1) + leaf.data[at + 1 :]


# the end


def _torn(log: Log, chance: Random, _: Corpus) -> None:
    """What follows the last event is a part of one, or nothing that is."""
    if log.events and chance.randrange(2):
        log.rest = log.events[-1].data[: chance.randrange(len(log.events[-1].data) + 1)]
    else:
        log.rest = bytes(chance.randrange(40)) + packed(chance.randrange(300))


def _head(log: Log, chance: Random, _: Corpus) -> None:
    if not chance.randrange(8):
        log.head = damage.mutated(log.head, chance)[: MAGIC + 2]


MUTATIONS: list[Mutation] = [
    *[_field] * 10,
    *[_sized_field] * 6,
    *[_bytes] * 5,
    *[_splice] * 3,
    _left_out,
    _left_out,
    _twice,
    _moved,
    _moved,
    _of_another_log,
    _of_another_log,
    _in_payload,
    _type,
    _type,
    _table_id,
    _table_id,
    _statement_end,
    _torn,
    _head,
]
