"""Decompression that stays within the length that was announced, whatever the data holds."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.generated.transaction_payload_event import TransactionPayloadEvent

MAX_EVENT = 2**30
"""Bytes; what is longer is not taken out of what is compressed in one piece."""

CHUNK = 2**20  # bytes that are decompressed at a time

Compression = TransactionPayloadEvent.PayloadCompression
FieldType = TransactionPayloadEvent.PayloadFieldType


def inflate(data: bytes, length: int, *, is_raw: bool = False) -> bytes:
    """Decompresses a zlib stream, or a raw DEFLATE stream, of `length` bytes.

    Raises UnreadableError where the data is another stream or of another length.
    """
    if length > MAX_EVENT:
        raise UnreadableError(f"at most {MAX_EVENT} bytes to decompress", f"{length}")
    stream = zlib.decompressobj(-zlib.MAX_WBITS if is_raw else zlib.MAX_WBITS)
    try:
        inflated = stream.decompress(data, length + 1)
    except zlib.error as error:
        raise UnreadableError(f"{length} bytes compressed by zlib", str(error)) from error
    if len(inflated) != length:
        found = f"{len(inflated)}" if len(inflated) < length else "more"
        raise UnreadableError(f"{length} bytes when decompressed", found)
    return inflated


def payload_events(payload: Any, len_header: int) -> Iterator[bytes]:
    """Yields the events in a `TransactionPayloadEvent`, one in memory at a time.

    `len_header` is the length of their headers in bytes. Raises UnreadableError where the payload
    cannot be decompressed, or is not made of whole events.
    """
    announced = announced_length(payload)
    length = 0
    with decompressed(payload) as stream:
        while header := _read(stream, len_header):
            size = _size_of(header)
            if not len_header <= size <= MAX_EVENT:
                raise UnreadableError("an event in the payload", f"one of {size} bytes")
            event = header + _read(stream, size - len(header))
            if len(event) < size:
                found = f"its end after {len(event)}"
                raise UnreadableError(f"an event of {size} bytes in the payload", found)
            length += size
            if announced is not None and length > announced:
                break
            yield event
    if announced not in (None, length):
        found = f"{length}" if length < announced else "more"
        raise UnreadableError(f"a payload of {announced} bytes when decompressed", found)


def compression_of(payload: Any) -> Any:
    """How a payload is compressed; a plain number where the specs do not know it."""
    for field in payload.fields:
        if field.type == FieldType.compression:
            return field.compression
    return Compression.none


def announced_length(payload: Any) -> int | None:
    """The length in bytes that a payload says it has when decompressed; None where it does not."""
    for field in payload.fields:
        if field.type == FieldType.len_uncompressed:
            length: int = field.value.value
            return length
    return None


def decompressed(payload: Any) -> BinaryIO:
    """A stream of the events in a payload. Raises UnreadableError for an unknown compression."""
    compression = compression_of(payload)
    data = BytesIO(payload.payload)
    if compression == Compression.none:
        return data
    if compression == Compression.zstd:
        from pyarrow import CompressedInputStream  # noqa: PLC0415 - slow to import, for few logs

        reader: BinaryIO = CompressedInputStream(data, "zstd")
        return reader
    raise UnreadableError("a payload compressed by zstd", f"compression type {compression}")


def _size_of(header: bytes) -> int:
    try:
        size: int = EventHeader(4, False, KaitaiStream(BytesIO(header))).len_event
    except (EOFError, KaitaiStructError) as error:
        raise UnreadableError("an event header in the payload", str(error)) from error
    return size


def fill(stream: BinaryIO, target: memoryview) -> int:
    """Reads as much as a buffer takes, or what is left; returns how many bytes it was.

    Raises UnreadableError where the stream cannot be decompressed.
    """
    filled = 0
    try:
        while filled < len(target) and (count := stream.readinto(target[filled:])):  # type: ignore[attr-defined]
            filled += count
    except OSError as error:
        raise UnreadableError("a payload compressed by zstd", str(error)) from error
    return filled


def _read(stream: BinaryIO, size: int) -> bytes:
    """Reads `size` bytes, or what is left; takes no more memory than what comes."""
    chunks = []
    try:
        while size > 0 and (chunk := stream.read(min(size, CHUNK))):
            chunks.append(chunk)
            size -= len(chunk)
    except OSError as error:
        raise UnreadableError("a payload compressed by zstd", str(error)) from error
    return b"".join(chunks)
