"""Where fields of a fixed place lie in the bytes of an event, as the classes that write put them.

Events that pass unchanged are moved in their bytes, without a tree of each.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.writers.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.io.places import Place, place_of
from binlog_kaitai.io.written import ask_again, written
from binlog_kaitai.read.event_blocks import frames_of
from binlog_kaitai.rewrite.gtids import LAST_COMMITTED, SEQUENCE_NUMBER, numbers_of, renumber
from binlog_kaitai.rewrite.writing import Draft


def _place(write: Callable[[int], bytes]) -> Place:
    found = place_of(write)
    assert found is not None
    return found


class HeaderPlaces:
    """The places of a log's headers, and of checksums behind what they are of.

    Args:
        event: the bytes of an event.
        log_format: the format that it has.
    """

    def __init__(self, event: bytes, log_format: Any) -> None:
        frame = BinlogEventFrame(log_format, KaitaiStream(BytesIO(event)))
        frame._read()  # noqa: SLF001 - Kaitai's name
        frame.header.len_event -= len(frame.rest)  # which may be large, and has no place
        frame.rest = b""
        self.timestamp = _place_in(frame.header, "timestamp")
        self.type = _place_in(frame.header, "type_code")
        self.size = _place_in(frame.header, "len_event")
        self.next_position = _place_in(frame.header, "next_position")
        self.num_positions: int = frame.header.num_positions
        self.len_checksum: int = log_format.len_checksum
        self._len_header: int = log_format.len_header
        self._frame = frame
        self._found = frames_of(log_format)
        self._are_rows: dict[int, bool] = {}
        self.checksum: Place | None = None
        if self.len_checksum:
            size = frame.header.len_event

            def write(crc32: int) -> bytes:
                frame.crc32 = crc32
                return written(frame, size)

            place = _place(write)
            assert (place.stop - place.start, place.stop) == (self.len_checksum, size)
            self.checksum = Place(0, self.len_checksum, place.order)

    @property
    def num_bytes_around(self) -> int:
        """How many bytes an event has beside its body."""
        return self._len_header + self.len_checksum

    def is_rows(self, data: bytes | bytearray, at: int) -> bool:
        """Return whether the event that begins at `at` has rows."""
        kind = self.type.get(data, at)
        if kind not in self._are_rows:
            self._frame.header.type_code = kind
            ask_again(self._frame.header)
            self._are_rows[kind] = bool(self._frame.header.is_rows)
        return self._are_rows[kind]

    def bounds(self, data: bytes | bytearray) -> Any:
        """Return where the events begin that are in bytes as a whole, and where the last ends."""
        if self._found is not None:
            return self._found.bounds(data)
        found, at, behind = [0], 0, len(data)
        while at + self.size.stop <= behind:
            size = self.size.get(data, at)
            at += size
            if at > behind or size < self._len_header:
                break
            found.append(at)
        return np.array(found, np.int64)

    def sign(self, data: bytearray, at: int, size: int) -> None:
        """Compute the checksum of an event, if events of this log have one."""
        if self.checksum is not None:
            signed = at + size - self.len_checksum
            self.checksum.put(data, signed, zlib.crc32(memoryview(data)[at:signed]))

    def sign_all(self, data: bytearray, starts: Any, ends: Any) -> None:
        """Compute the checksums of events, if events of this log have one."""
        if self.checksum is None:
            return
        view, signed = memoryview(data), ends - self.len_checksum
        if self._found is not None:
            self.checksum.put_all(
                np.asarray(view), signed, self._found.checksums(view, starts, signed)
            )
            return
        pieces = map(view.__getitem__, map(slice, starts.tolist(), signed.tolist()))
        sums = np.fromiter(map(zlib.crc32, pieces), np.int64, len(starts))
        self.checksum.put_all(np.asarray(view), signed, sums)


def _place_in(header: Any, name: str) -> Place:
    before = getattr(header, name)

    def write(value: int) -> bytes:
        setattr(header, name, value)
        return written(header, header.len_header)

    place = _place(write)
    setattr(header, name, before)
    return place


def clock_places(event: bytes, log_format: Any) -> dict[str, Place]:
    """Return the places of the logical clock in a GTID event; none if it has none.

    Args:
        event: its bytes, of a type whose numbers have fixed places.
        log_format: the format that it has.
    """
    numbers = numbers_of(Draft(event, log_format, None).tree)
    size = len(event) - log_format.len_checksum

    def write(name: str, value: int) -> bytes:
        draft = Draft(event, log_format, None)
        renumber(draft, {name: value}, has_room=False)
        return draft.to_bytes()[:size]

    return {
        name: _place(partial(write, name))
        for name in (LAST_COMMITTED, SEQUENCE_NUMBER)
        if name in numbers
    }
