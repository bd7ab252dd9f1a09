"""Reads what a server sends as it comes, many packets at once."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.wire_packet import WirePacket

if TYPE_CHECKING:
    from binlog_kaitai.replication.sessions import Session

BUFFER = 2**21


class Run(Protocol):
    """Events of packets, one behind the other: see `binlog_kaitai.kernels.packets.wire`.

    It `is_torn` where the packet behind it is not all there. Else that needs care, or has no
    room.
    """

    @property
    def at(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def begun(self) -> int: ...
    @property
    def is_torn(self) -> bool: ...


TakeRun: TypeAlias = Callable[[Any, int, int, int, Any], Run]
"""Takes a run of packets, from a byte of theirs up to another, at a place of a log, to a chunk."""

LoadRun: TypeAlias = Callable[[], TakeRun]


class Wire:
    """The packets of a session, whose other ways to read are not used any more."""

    def __init__(self, session: Session, take_run: TakeRun) -> None:
        self._session = session
        self._take_run = take_run
        self._values = np.empty(BUFFER, np.uint8)
        self._chunk = np.empty(BUFFER, np.uint8)
        self._at = self._end = 0

    def run(self, position: int) -> tuple[Run, memoryview]:
        """Take the plain events that are there; the next run changes their bytes."""
        run = self._take_run(self._values, self._at, self._end, position, self._chunk)
        self._at = run.at
        return run, self._chunk[: run.end].data

    def more(self) -> None:
        """Wait for more bytes. Raises ServerError."""
        left = self._end - self._at
        if left > len(self._values) // 2:
            values = np.empty(2 * len(self._values), np.uint8)
            self._chunk = np.empty(2 * len(self._values), np.uint8)
        else:
            values = self._values
        values[:left] = self._values[self._at : self._end].copy()
        self._values, self._at, self._end = values, 0, left
        self._end += self._session.read_into(values[self._end :].data)

    def packet(self) -> bytes:
        """Return the next packet, whatever it is, as a whole. Raises ServerError."""
        bodies = []
        while True:
            header = self._header()
            while self._end - self._at < header.len_body:
                self.more()
            stop = self._at + header.len_body
            bodies.append(self._values[self._at : stop].tobytes())
            self._at = stop
            if not header.goes_on:
                return self._session.checked(b"".join(bodies))

    def _header(self) -> WirePacket.WireHeader:
        """Take the header of the next packet."""
        while True:
            stream = KaitaiStream(BytesIO(self._values[self._at : self._end].tobytes()))
            try:
                header = WirePacket.WireHeader(stream)
            except EOFError:
                self.more()
            else:
                self._at += stream.pos()
                return header
