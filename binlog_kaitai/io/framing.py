"""Cuts a binary log file into events, and tells it from another one of its name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from io import BufferedReader, BytesIO, FileIO
from types import TracebackType
from typing import BinaryIO, TypedDict

from kaitaistruct import (
    KaitaiStream,
    KaitaiStructError,
    ValidationFailedError,
    ValidationNotEqualError,
)

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.encrypted_log_header import EncryptedLogHeader
from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.io.files import HEAD, OfPages, magic_of, open_file, read_start
from binlog_kaitai.io.large_events import LARGE, EventBytes, LargeEvent, whole
from binlog_kaitai.io.streams import read_into
from binlog_kaitai.io.unpacked import Content, UnpackedStream

FieldType = EncryptedLogHeader.EncryptedLogFieldType


@dataclass(frozen=True, slots=True)
class Frame:
    """One event, and where in the file it begins (bytes, 64 bits)."""

    position: int
    event: EventBytes

    def __len__(self) -> int:
        return len(self.event)

    @property
    def data(self) -> bytes:
        """All its bytes."""
        return whole(self.event)


class LogFile:
    """A binary log file, open for reading, by its path or URI; `binlog_kaitai.io.files` opens it.

    `start` is the `LogStart` of ksy/log_start.ksy: what holds before the first event. `of_pages` is
    as for `open_file`. Raises BinlogError where the file is not a binary log, OSError where it
    cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], of_pages: OfPages | None = None) -> None:
        self.file = os.fspath(path)
        self._stream = open_file(path, of_pages)
        stream: object = self._stream
        self._unpacked = stream if isinstance(stream, UnpackedStream) else None
        if self._unpacked is not None:
            self._unpacked.is_asked_for = True
        try:
            _check_seekable(self.file, self._stream)
            self._io = KaitaiStream(self._stream)
            self.start = _read_start(self.file, self._io)
            self._first = self._io.pos()
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> LogFile:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(
        self, kind: object, exception: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raise BinlogError if what is compressed is damaged where reading it ended."""
        self._stream.close()
        error = None if self._unpacked is None else self._unpacked.error
        if error is not None and (exception is None or isinstance(exception, TornEventError)):
            raise error

    @property
    def first_position(self) -> int:
        """Byte offset of the first event."""
        first: int = self._first
        return first

    @property
    def descriptor(self) -> int | None:
        """The number of the open file, where that holds the very bytes that are read here."""
        stream: object = self._stream
        is_plain = type(stream) is BufferedReader and type(stream.raw) is FileIO
        return self._stream.fileno() if is_plain else None

    @property
    def content(self) -> Content | None:
        """What is read in place of the file, if it is unpacked."""
        return None if self._unpacked is None else self._unpacked.source

    @property
    def is_unpacked(self) -> bool:
        """Whether another file was made of what is read, which goes with the last that reads it."""
        return self._unpacked is not None

    @property
    def size(self) -> int:
        """Bytes in the file, decompressed; more as a server goes on writing it."""
        size: int = self._io.size() if self._unpacked is None else self._unpacked.size()
        return size

    def reaches(self, end: int) -> bool:
        """Return whether there are so many bytes in the file."""
        return end <= self.size if self._unpacked is None else self._unpacked.reaches(end)

    def read_into(self, position: int, target: memoryview) -> int:
        """Fill as much of a buffer as there are bytes from a position on; return how many."""
        self._stream.seek(position)
        return read_into(self._stream, target)

    def read(self, position: int, size: int) -> bytes:
        """Return some bytes from a position on, fewer where the file ends."""
        self._stream.seek(position)
        return self._stream.read(size)

    def event(self, position: int, size: int) -> EventBytes:
        """Return the event at a position, of a size; a large one is read from the open file."""
        if size <= LARGE:
            return self.read(position, size)
        return LargeEvent(size, lambda start, count: self.read(position + start, count))

    def event_size(self, position: int) -> int:
        """Return the size of the event at a position, in bytes. Raises as `frames`."""
        size: int = self.header(position).len_event
        return size

    def header(
        self, position: int, *, has_permuted_types: bool = False, may_be_torn: bool = False
    ) -> BinlogEventHeader:
        """Return the header of the event at a position. Raises as `frames`.

        With `may_be_torn` the header alone has to be there.
        """
        self._io.seek(position)
        header = self._next_header(position, has_permuted_types)
        if not may_be_torn and not self.reaches(position + header.len_event):
            raise _torn(self.file, position, self.size, header)
        return header

    def holds_rows(self, position: int) -> bool:
        """Return whether the event at a position holds rows, or a part of them.

        Raises as `frames`.
        """
        header = self.header(position)
        return bool(header.is_rows or header.is_rows_fragment)

    def frames(self, start: int | None = None, end: int | None = None) -> Iterator[Frame]:
        """Yield the events in order, one in memory at a time, from a position on up to another.

        Raises BinlogError where an event's size cannot be true, TornEventError where the file
        ends inside an event.
        """
        position = self._first if start is None else start
        self._io.seek(position)
        while (end is None or position < end) and self.reaches(position + 1):
            header = self._next_header(position, False)
            size: int = header.len_event
            if not self.reaches(position + size):
                raise _torn(self.file, position, self.size, header)
            yield Frame(position, self.event(position, size))
            position += size
            self._io.seek(position)  # others may have read elsewhere meanwhile

    def _next_header(self, position: int, has_permuted_types: bool) -> BinlogEventHeader:
        try:
            return BinlogEventHeader(self.start.binlog_version, has_permuted_types, self._io)
        except EOFError as error:
            end = f"the end of the file after {self.size - position} bytes"
            raise TornEventError(self.file, position, "an event header", end) from error
        except ValidationFailedError as error:
            raise _bad_size(self.file, position, error) from error


def _check_seekable(file: str, stream: BinaryIO) -> None:
    if not stream.seekable():
        raise BinlogError(file, 0, "a seekable file", "a pipe")


def begins_as_log(head: bytes) -> bool:
    """Return whether a file begins with the magic number of a binary log, plain or encrypted."""
    return isinstance(magic_of(head), LogStart.LogMagic)


def _read_start(file: str, io: KaitaiStream) -> LogStart:
    magic = LogStart.LogMagic.binlog
    expected = f"a binary log, which starts with {magic:08x}"
    if io.is_eof():
        raise TornEventError(file, 0, expected, "an empty file")
    try:
        start = LogStart(io)
    except EOFError as error:
        raise TornEventError(file, 0, expected, f"a file of {io.size()} bytes") from error
    except ValidationNotEqualError as error:
        found = f"{int(error.actual):08x}"
        if error.actual == LogStart.LogMagic.encrypted:
            found += f", a log encrypted by MySQL{_key_of(io)}; pass the keyring with --keyring"
        raise BinlogError(file, 0, expected, found) from error
    position = io.pos()
    try:
        starts_with_other = start.starts_with_other
    except ValidationFailedError as error:
        raise _bad_size(file, position, error) from error
    if starts_with_other:
        found = f"type {int(start.first_header.type)}"
        raise BinlogError(file, position, "an event type that a log can start with", found)
    return start


def _bad_size(file: str, position: int, error: ValidationFailedError) -> BinlogError:
    found = f"a size of {error.actual}"
    return BinlogError(file, position, "an event at least as long as its header", found)


def _key_of(io: KaitaiStream) -> str:
    """Name the key of an encrypted log, as far as its header can be read."""
    io.seek(0)
    try:
        header = EncryptedLogHeader(io)
    except (EOFError, KaitaiStructError, UnicodeDecodeError):
        return ""
    ids = [item.value.text for item in header.fields if item.type == FieldType.key_id]
    return f" with the key {', '.join(ids)}"


def _torn(file: str, position: int, file_size: int, header: BinlogEventHeader) -> TornEventError:
    end = f"the end of the file after {file_size - position} bytes"
    return TornEventError(file, position, f"an event of {header.len_event} bytes", end)


class Head(TypedDict):
    """The first bytes of a log: how many, their digest, and the first event's time.

    They stay the same while the log grows, when the server closes it, and when it is compressed.
    The time is in seconds since 1970.
    """

    size: int
    digest: str
    timestamp: int


def head_of(path: str | os.PathLike[str], size: int) -> Head | None:
    """Return the head of a file, of at most so many bytes; None where no event's header fits in.

    Raises OSError where the file cannot be read, BinlogError where it is compressed and damaged.
    """
    data = read_start(path)[: min(size, HEAD)]
    if not begins_as_log(data):
        return None
    stream = KaitaiStream(BytesIO(data))
    start = LogStart(stream)
    if not start.has_first_event:
        return None
    header = start.first_header
    header.flags.binlog_in_use = False  # what the server changes when it closes the log
    fields = (
        *(header.timestamp, header.type_code, header.server_id),
        *(header.len_event, header.next_position, header.flags_code),
    )
    digest = blake2b(repr(fields).encode(), digest_size=16)
    digest.update(data[stream.pos() + header.len_header :])
    return Head(size=len(data), digest=digest.hexdigest(), timestamp=header.timestamp)
