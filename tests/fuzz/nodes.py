"""A log as what can be changed in it: events, what is compressed in them, and their fields."""

from __future__ import annotations

import contextlib
import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

import zstandard

from binlog_kaitai import BinlogError
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.inflate import compression_of, decompressed
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.reader import read_log
from tests.documented_bytes import packed, tlv, u1, u4
from tests.fuzz.fields import Field, Fields
from tests.made_up.cells import happens
from tests.made_up.damage import HEADER, MAGIC, events_of, is_signed

SIZE, NEXT_POSITION, FLAGS = 9, 13, 17  # where they lie in a header
FORMAT_DESCRIPTION = 15
NOT_COMPRESSED = 255
LARGEST = 2**16  # bytes that are decompressed, to be changed; more stay as they are

Packing: TypeAlias = Literal["payload", "stored_payload", "zlib"]


@dataclass
class Node:
    """Bytes of an event, or that are compressed in one.

    `data` is without the checksum, which the event has if it `is_signed`. What follows it, if it
    has a `packing`, is made of the nodes `inside`. `fields` are places in `data`.
    """

    data: bytes
    fields: tuple[Field, ...] = ()
    is_signed: bool = False
    packing: Packing | None = None
    inside: list[Node] = field(default_factory=list)

    def copy(self) -> Node:
        """Another one, with others inside."""
        inside = [node.copy() for node in self.inside]
        return Node(self.data, self.fields, self.is_signed, self.packing, inside)

    @property
    def type(self) -> int:
        """The event's type as its header has it; -1 where it has none."""
        return self.data[4] if len(self.data) > 4 else -1


@dataclass
class Log:
    """The bytes before the first event, the events, and what comes after the last whole one."""

    head: bytes
    events: list[Node]
    rest: bytes = b""

    def copy(self) -> Log:
        """Another one, of other nodes."""
        return Log(self.head, [event.copy() for event in self.events], self.rest)

    def leaves(self) -> list[Node]:
        """All nodes, also those in others."""
        return [leaf for event in self.events for leaf in _leaves(event)]


def _leaves(node: Node) -> list[Node]:
    return [node, *(leaf for inner in node.inside for leaf in _leaves(inner))]


def opened(path: Path, fields: Fields) -> Log:
    """The log in a file, with what is compressed in it as far as that can be read."""
    data = path.read_bytes()
    parsed = {}
    with contextlib.suppress(BinlogError):
        parsed = {e.position: e for e in read_log(path) if not e.is_inner}
    events, at = [], MAGIC
    for event in events_of(data):
        events.append(_node(event, parsed.get(at), fields))
        at += len(event)
    return Log(data[:MAGIC], events)


def _node(event: bytes, parsed: LoggedEvent | None, fields: Fields) -> Node:
    signs = is_signed(event)
    node = Node(event[: len(event) - 4 * signs], fields.get(event, ()), signs)
    if parsed is not None:
        with contextlib.suppress(UnreadableError, zlib.error, zstandard.ZstdError, ValueError):
            _unpack(node, parsed, fields)
    node.fields = tuple(f for f in node.fields if f.at + f.size <= len(node.data))
    return node


def _unpack(node: Node, parsed: LoggedEvent, fields: Fields) -> None:
    tree, body = parsed.tree, parsed.tree.body
    if tree.is_payload:
        with decompressed(body, parsed.payload) as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            return
        is_stored = compression_of(body) == NOT_COMPRESSED
        node.data = node.data[: tree.len_header]
        node.packing = "stored_payload" if is_stored else "payload"
        node.inside = [Node(e, fields.get(e, ())) for e in events_of(bytes(MAGIC) + data)]
        return
    for name in ("compressed_rows", "compressed_query"):
        if hasattr(body, f"_raw_{name}"):
            raw = getattr(body, f"_raw_{name}")
            data = zlib.decompressobj().decompress(getattr(body, name).data, LARGEST + 1)
            if len(data) > LARGEST:
                return
            node.data = node.data[: len(node.data) - len(raw)]
            node.packing = "zlib"
            node.inside = [Node(data, fields.get(data, ()))]


# back to bytes


@dataclass(frozen=True)
class Slips:
    """How often what is written around what was changed is wrong."""

    size: float = 0.0
    checksum: float = 0.0
    announced: float = 0.0
    places: Literal["true", "none", "kept"] = "kept"


def some_slips(chance: Random) -> Slips:
    """Mostly none: what is wrong around an event hides what is wrong in it."""
    return Slips(
        size=chance.choice([0, 0, 0, 0.05]),
        checksum=chance.choice([0, 0, 0, 0, 0, 0.1]),
        announced=chance.choice([0, 0, 0, 0.2]),
        places=chance.choice(["true", "true", "true", "none", "kept"]),
    )


def written(log: Log, slips: Slips, chance: Random) -> bytes:
    """The bytes of a log, with lengths and checksums made right where they do not slip."""
    out = bytearray(log.head)
    for node in log.events:
        out += _event(node, len(out), slips, chance)
    return bytes(out) + log.rest


def _event(node: Node, position: int, slips: Slips, chance: Random) -> bytes:
    data = node.data + _packed(node, slips, chance)
    if len(data) < HEADER:
        return data
    if not happens(chance, slips.size):
        data = _put(data, SIZE, u4(len(data) + 4 * node.is_signed))
    if slips.places != "kept":
        end = position + len(data) + 4 * node.is_signed if slips.places == "true" else 0
        data = _put(data, NEXT_POSITION, u4(end % 2**32))
    if not node.is_signed:
        return data
    closed = data
    if node.type == FORMAT_DESCRIPTION:  # whose in-use flag does not count
        closed = _put(data, FLAGS, bytes([data[FLAGS] & 0xFE]))
    return data + u4(zlib.crc32(closed) ^ happens(chance, slips.checksum))


def _packed(node: Node, slips: Slips, chance: Random) -> bytes:
    if node.packing is None:
        return b""
    if node.packing == "zlib":
        data = b"".join(inner.data for inner in node.inside)
        length = struct.pack(">I", _announced(data, slips, chance)).lstrip(b"\0")
        return u1(0x80 | len(length)) + length + zlib.compress(data, 1)
    data = b"".join(_event(inner, 0, slips, chance) for inner in node.inside)
    method, content = NOT_COMPRESSED, data
    if node.packing == "payload":
        method, content = 0, zstandard.ZstdCompressor(level=1).compress(data)
    claimed = _announced(data, slips, chance)
    fields = tlv(2, packed(method)) + tlv(3, packed(claimed)) + tlv(1, packed(len(content)))
    return fields + b"\0" + content


def _announced(data: bytes, slips: Slips, chance: Random) -> int:
    slip = chance.choice([-1, 1]) if happens(chance, slips.announced) else 0
    return max(0, len(data) + slip)


def _put(data: bytes, at: int, value: bytes) -> bytes:
    return data[:at] + value + data[at + len(value) :]
