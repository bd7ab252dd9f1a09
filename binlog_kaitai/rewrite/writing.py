"""Events that are changed: their lengths, positions and checksums are computed here alone."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, ReadWriteKaitaiStruct

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame as SignedFrame
from binlog_kaitai.generated.writers.binlog_event import BinlogEvent
from binlog_kaitai.generated.writers.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.written import ask_again, number_like, signed, size_of, written


class Draft:
    """An event that can be changed; `tree` is its `BinlogEvent`, of the classes that write.

    Args:
        data: the bytes of the event.
        log_format: the format in force, of the classes that read or of those that write.
        table_maps: the table maps that are valid for the event.
    """

    def __init__(self, data: bytes, log_format: Any, table_maps: Any) -> None:
        self._around = log_format, table_maps
        self.tree = BinlogEvent(0, log_format, table_maps, KaitaiStream(BytesIO(data)))
        self.tree._read()  # noqa: SLF001 - Kaitai's names, as below

    def get(self, path: str) -> Any:
        """Return a field by its path, such as `body.head.database`."""
        *_, (node, name) = _nodes(self.tree, path)
        return _field(node, name)

    def set(self, path: str, value: Any, *, least: int = 0, of: str = "value") -> None:
        """Set a field, and the lengths of all that it lies in.

        Args:
            path: of the field, such as `body.query` or `body.vars.0.value.code`.
            value: of the field's type. A number that is stored in one of several forms is given as
                an int.
            least: bytes that the form of a number has at least.
            of: the instance of such a number that is to have the value.

        Raises:
            UnreadableError: the field, or a length, cannot have the value.
        """
        nodes = list(_nodes(self.tree, path))
        node, name = nodes[-1]
        grown = _set(node, name, value, least=least, of=of)
        for node, name in reversed(nodes):
            grown += _lengthen(node, name, grown)
        self.tree.header.len_event += grown

    def compress(self, path: str, content: bytes) -> None:
        """Set the content of a part that MariaDB has compressed.

        Args:
            path: of the `MariadbCompressed`.
            content: as it is without compression.
        """
        length = self.get(f"{path}.len_uncompressed")
        num_bytes = -(-len(content).bit_length() // 8) or 1
        self.set(f"{path}.num_length_bytes", num_bytes)
        longer = number_like(type(length)(num_bytes), len(content))
        self.set(f"{path}.len_uncompressed", longer)
        self.set(f"{path}.data", zlib.compress(content))

    def with_tail(self, tail: bytes) -> Draft:
        """Return the event with more bytes at the end of its body."""
        log_format, table_maps = self._around
        kind = EventType(self.tree.header.type_code)
        return Draft(with_tail(self.to_bytes(), log_format, kind, 0, tail), log_format, table_maps)

    def to_bytes(self, next_position: int | None = None) -> bytes:
        """Return the bytes of the event, with its checksum.

        Args:
            next_position: what the header says of where the next event begins; None to keep it.

        Raises:
            UnreadableError: a field has a value that the spec does not allow.
        """
        tree = self.tree
        if next_position is not None:
            tree.header.next_position = next_position
        holder = tree.body if tree.is_format_description else tree
        if not hasattr(holder, "crc32"):
            return self._written()
        holder.crc32 = 0
        flags = tree.header.flags
        # the server clears it in place when it closes the log, so no checksum counts it
        is_in_use = flags.binlog_in_use
        flags.binlog_in_use = is_in_use and not tree.is_format_description
        holder.crc32 = _checksum(self._written(), tree.format)
        flags.binlog_in_use = is_in_use
        return self._written()

    def _written(self) -> bytes:
        try:
            return written(self.tree, self.tree.header.len_event)
        except Exception as error:  # of many kinds, such as those of packed numbers
            raise UnreadableError("an event that its spec allows", str(error)) from error


def _checksum(data: bytes, log_format: Any) -> int:
    """Return the CRC-32 of all bytes of an event in front of its own."""
    return zlib.crc32(SignedFrame(log_format, KaitaiStream(BytesIO(data))).signed_bytes)


def moved(data: bytes, log_format: Any, next_position: int, target: Any = None) -> bytes:
    """Return an event that is the same but for its position, and for whether it has a checksum.

    Args:
        data: the bytes of the event, not of a FORMAT_DESCRIPTION.
        log_format: the format that it has.
        next_position: what its header says of where the next event begins.
        target: the format to write it in; None for the same.
    """
    frame = BinlogEventFrame(log_format, KaitaiStream(BytesIO(data)))
    frame._read()  # noqa: SLF001
    header = frame.header
    header.next_position = next_position
    if target is not None and target is not log_format:
        header.len_event += target.len_checksum - log_format.len_checksum
        other = BinlogEventFrame(target)
        other.header, other.rest = header, frame.rest
        frame = other
    return signed(frame)


def made(  # noqa: PLR0913, PLR0917 - what an event consists of
    like: bytes, log_format: Any, kind: EventType, body: bytes, position: int, target: Any
) -> bytes:
    """Return an event of another type, with the timestamp and the server of one that is there.

    Args:
        like: the bytes of that event.
        log_format: the format that it has.
        kind: the type.
        body: what is between its header and its checksum.
        position: where it begins.
        target: the format to write it in.
    """
    before = BinlogEventFrame(log_format, KaitaiStream(BytesIO(like)))
    before._read()  # noqa: SLF001
    header, frame = before.header, BinlogEventFrame(target)
    header.type_code = kind.value
    header.flags.binlog_in_use = False
    ask_again(header)
    frame.header, frame.rest = header, body
    header.len_event = header.len_header + len(body) + target.len_checksum
    header.next_position = (position + header.len_event) % header.num_positions
    return signed(frame)


def with_tail(data: bytes, log_format: Any, kind: EventType, num_cut: int, tail: bytes) -> bytes:
    """Return an event as one of another type, with other bytes at the end of its body.

    Args:
        data: the bytes of the event.
        log_format: the format that it has.
        kind: the type.
        num_cut: how many bytes at the end of its body the others replace.
        tail: these.
    """
    frame = BinlogEventFrame(log_format, KaitaiStream(BytesIO(data)))
    frame._read()  # noqa: SLF001
    header = frame.header
    header.type_code = kind.value
    ask_again(header)
    frame.rest = frame.rest[: len(frame.rest) - num_cut] + tail
    header.len_event += len(tail) - num_cut
    if frame.len_checksum:
        frame.crc32 = zlib.crc32(frame.rest, zlib.crc32(written(header, header.len_header)))
    return written(frame, header.len_event)


def _field(node: Any, name: str) -> Any:
    return node[int(name)] if isinstance(node, list) else getattr(node, name)


def _nodes(node: Any, path: str) -> Iterator[tuple[Any, str]]:
    """Yield the structures on the way to a field, each with the name of the next one."""
    for name in path.split("."):
        yield node, name
        node = _field(node, name)


def _set(node: Any, name: str, value: Any, *, least: int = 0, of: str = "value") -> int:
    """Set a field, and return by how many bytes it grew."""
    before = _field(node, name)
    is_number = isinstance(value, int) and isinstance(before, ReadWriteKaitaiStruct)
    after = number_like(before, value, least=least, of=of) if is_number else value
    if isinstance(node, list):
        node[int(name)] = after
    else:
        setattr(node, name, after)
    return size_of(after) - size_of(before)


def _lengthen(node: Any, name: str, grown: int) -> int:
    """Add to the length of a field, if the structure has one; return by how much that grew."""
    length = f"len_{name}"
    if not grown or isinstance(node, list) or not hasattr(node, length):
        return 0
    before = getattr(node, length)
    number = before if isinstance(before, int) else before.value
    return _set(node, length, number + grown)
