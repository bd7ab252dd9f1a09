"""Cuts a binary log file into events."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kaitaistruct import KaitaiStream, ValidationFailedError, ValidationNotEqualError

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.generated.event_header import EventHeader
from binlog_kaitai.generated.log_start import LogStart


@dataclass(frozen=True, slots=True)
class Frame:
    """The bytes of one event, and where in the file they begin (bytes, 64 bits)."""

    position: int
    data: bytes


class LogFile:
    """A binary log file, open for reading.

    `start` is the `LogStart` of ksy/log_start.ksy: what holds before the first event. Raises
    BinlogError where the file is not a binary log, OSError where it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.file = os.fspath(path)
        self._stream: BinaryIO = Path(path).open("rb")  # noqa: SIM115 - __exit__ closes it
        try:
            self._io = KaitaiStream(self._stream)
            self.start = _read_start(self.file, self._io)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> LogFile:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *exception: object) -> None:
        self._stream.close()

    def frames(self) -> Iterator[Frame]:
        """Yields the events in order, one in memory at a time.

        Raises BinlogError where an event's size cannot be true, TornEventError where the file
        ends inside an event.
        """
        while not self._io.is_eof():
            position = self._io.pos()
            size = _event_size(self.file, position, self._io)
            self._io.seek(position)
            yield Frame(position, self._io.read_bytes(size))


def _read_start(file: str, io: KaitaiStream) -> LogStart:
    magic = LogStart.LogMagic.binlog
    expected = f"a binary log, which begins with {magic:08x}"
    if io.size() == 0:
        raise BinlogError(file, 0, expected, "an empty file")
    try:
        return LogStart(io)
    except EOFError as error:
        raise TornEventError(file, 0, expected, f"a file of {io.size()} bytes") from error
    except ValidationNotEqualError as error:
        found = f"{int(error.actual):08x}"
        if error.actual == LogStart.LogMagic.encrypted:
            found += ", a log that MySQL has encrypted"
        raise BinlogError(file, 0, expected, found) from error


def _event_size(file: str, position: int, io: KaitaiStream) -> int:
    remaining = io.size() - position
    try:
        header = EventHeader(io)
    except EOFError as error:
        end = f"the end of the file after {remaining} bytes"
        raise TornEventError(file, position, "an event header", end) from error
    except ValidationFailedError as error:
        raise BinlogError(
            file, position, "an event at least as long as its header", f"a size of {error.actual}"
        ) from error
    size: int = header.len_event
    if size > remaining:
        end = f"the end of the file after {remaining} bytes"
        raise TornEventError(file, position, f"an event of {size} bytes", end)
    return size
