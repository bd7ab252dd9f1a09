"""Decompression that stays within the length that was announced, whatever the data holds."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, BinaryIO, TypeAlias

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.transaction_payload_event import TransactionPayloadEvent
from binlog_kaitai.io.streams import read_into

MAX_EVENT = 2**30
"""Bytes; what is longer is not taken out of what is compressed in one piece."""

CHUNK = 2**20  # bytes that are decompressed at a time
PIECE = 2**16  # bytes of what is compressed that are looked at together

MAX_GROWTH = 1032
"""DEFLATE makes at most so many bytes of one."""

Compressed: TypeAlias = bytes | BinaryIO
"""What is in a payload, as bytes or as what reads them."""

Compression = TransactionPayloadEvent.PayloadCompression
FieldType = TransactionPayloadEvent.PayloadFieldType


def inflate(data: bytes, length: int, *, is_raw: bool = False) -> bytes:
    """Decompress a zlib stream, or a raw DEFLATE stream, of `length` bytes.

    Takes memory for what there is alone. Raises UnreadableError where the data is another stream or
    of another length.
    """
    if length > MAX_EVENT:
        raise UnreadableError(f"at most {MAX_EVENT} bytes to decompress", f"{length}")
    out = BytesIO()
    for piece in _inflated(data, length, is_raw=is_raw):
        out.write(piece)
    return out.getvalue()


def inflate_into(target: memoryview, data: Any, *, is_raw: bool = False) -> None:
    """Decompress a stream to where it fills a buffer. Raises UnreadableError as `inflate`."""
    at = 0
    for piece in _inflated(data, len(target), is_raw=is_raw):
        target[at : at + len(piece)] = piece
        at += len(piece)


def inflate_all(target: memoryview, data: memoryview, parts: Iterable[tuple[int, int, int]]) -> int:
    """Decompress zlib streams to where they follow each other in a buffer.

    Of each of the `parts` are told: where in `data` it lies, its length, and that of what was
    compressed. Returns how many could be decompressed, up to one that is not what it says.
    """
    at = count = 0
    for start, size, length in parts:
        stream = zlib.decompressobj()
        try:
            piece = stream.decompress(data[start : start + size], length + 1)
        except zlib.error:
            break
        if len(piece) != length or not stream.eof:
            break
        target[at : at + length] = piece
        at += length
        count += 1
    return count


def may_inflate(data_length: int, length: int) -> bool:
    """Return whether so many bytes can have been compressed to that few."""
    return length <= min(MAX_EVENT, MAX_GROWTH * data_length)


def _inflated(data: Any, length: int, *, is_raw: bool) -> Iterator[bytes]:
    """Yield the pieces of a stream, together `length` bytes."""
    stream = zlib.decompressobj(-zlib.MAX_WBITS if is_raw else zlib.MAX_WBITS)
    view, found = memoryview(data), 0
    try:
        for start in range(0, len(view), PIECE):
            if stream.eof:
                break
            rest: Any = view[start : start + PIECE]
            while True:
                most = min(length + 1 - found, CHUNK)
                piece = stream.decompress(rest, most)
                found += len(piece)
                if found > length:
                    raise UnreadableError(f"{length} bytes when decompressed", "more")
                yield piece
                rest = stream.unconsumed_tail
                if stream.eof or (not rest and len(piece) < most):
                    break  # what lies behind the stream's end may be called its rest too
    except zlib.error as error:
        raise UnreadableError(f"{length} bytes compressed with zlib", str(error)) from error
    if found < length:
        raise UnreadableError(f"{length} bytes when decompressed", f"{found}")


def payload_events(payload: Any, data: Compressed, len_header: int) -> Iterator[bytes]:
    """Yield the events in a `TransactionPayloadEvent`, one in memory at a time.

    `data` is what it holds, `len_header` the length of their headers in bytes. Raises
    UnreadableError where the payload cannot be decompressed, or is not made of whole events.
    """
    announced = announced_length(payload)
    length = 0
    with decompressed(payload, data) as stream:
        while header := _read(stream, len_header):
            size = size_of(header)
            if not len_header <= size <= MAX_EVENT:
                raise UnreadableError("an event in the payload", f"an event of {size} bytes")
            event = _read(stream, size, header)
            if len(event) < size:
                found = f"the end of the payload after {len(event)} bytes"
                raise UnreadableError(f"an event of {size} bytes in the payload", found)
            length += size
            if announced is not None and length > announced:
                break
            yield event
    if announced not in (None, length):
        found = f"{length}" if length < announced else "more"
        raise UnreadableError(f"a payload of {announced} bytes when decompressed", found)


def compression_of(payload: Any) -> Any:
    """Return how a payload is compressed; a plain number where the specs do not know it."""
    for field in payload.fields:
        if field.type == FieldType.compression:
            return field.compression
    return Compression.none


def announced_length(payload: Any) -> int | None:
    """Return the length in bytes that a payload announces, or None if it announces none."""
    for field in payload.fields:
        if field.type == FieldType.len_uncompressed:
            length: int = field.value.value
            return length
    return None


def decompressed(payload: Any, data: Compressed) -> BinaryIO:
    """Open the events in a payload, of which `data` is what it holds.

    Raises UnreadableError for an unknown compression.
    """
    compression = compression_of(payload)
    if compression == Compression.none:
        return BytesIO(data) if isinstance(data, bytes) else data
    if compression == Compression.zstd:
        # slow to import, for few logs
        from pyarrow import BufferReader, CompressedInputStream  # noqa: PLC0415

        source = BufferReader(data) if isinstance(data, bytes) else data
        reader: BinaryIO = CompressedInputStream(source, "zstd")
        return reader
    raise UnreadableError("a payload compressed with zstd", f"compression type {compression}")


def inflate_frames(target: memoryview, data: Any) -> bool:
    """Decompress whole frames of zstd, one behind the other; say whether they fill a buffer."""
    from pyarrow import BufferReader, CompressedInputStream  # noqa: PLC0415 - as above

    try:
        with CompressedInputStream(BufferReader(data), "zstd") as stream:
            return fills(stream, target)
    except OSError:
        return False


def size_of(header: bytes) -> int:
    """Return the size in bytes that the header of an event in a payload tells.

    Raises UnreadableError where it is none.
    """
    try:
        size: int = BinlogEventHeader(4, False, KaitaiStream(BytesIO(header))).len_event
    except (EOFError, KaitaiStructError) as error:
        raise UnreadableError("an event header in the payload", str(error)) from error
    return size


def fill(stream: BinaryIO, target: memoryview) -> int:
    """Read as much as a buffer takes, or what is left; return how many bytes it was.

    Raises UnreadableError where the stream cannot be decompressed.
    """
    try:
        return read_into(stream, target)
    except OSError as error:
        raise UnreadableError("a payload compressed with zstd", str(error)) from error


def fills(stream: BinaryIO, target: memoryview) -> bool:
    """Read as much as a buffer takes; say whether that is just what there is."""
    try:
        return fill(stream, target) == len(target) and not stream.read(1)
    except (UnreadableError, OSError):
        return False


def _read(stream: BinaryIO, size: int, begun: bytes = b"") -> bytes:
    """Return `begun` and what follows in the stream, up to `size` bytes together.

    Takes no more memory than what comes, whatever the size.
    """
    out = BytesIO()
    left = size - out.write(begun)
    try:
        while left > 0 and (chunk := stream.read(min(left, CHUNK))):
            left -= out.write(chunk)
    except OSError as error:
        raise UnreadableError("a payload compressed with zstd", str(error)) from error
    return out.getvalue()
