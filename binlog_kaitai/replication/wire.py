"""Read the packets of a server as they arrive, many at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.wire_packet import WirePacket
from binlog_kaitai.replication.sessions import ServerError, StalledError

if TYPE_CHECKING:
    from binlog_kaitai.replication.sessions import Session

BUFFER = 2**21
PART = 2**20
"""Minimum size of a packet that is yielded in parts."""
PROGRESS_BYTES = 2**16
"""Number of bytes of an incomplete event that count as progress."""


class Run(Protocol):
    """Consecutive events of packets: see `binlog_kaitai.kernels.packets.wire`.

    It `is_torn` if the next packet is incomplete. Otherwise, the next packet is of another kind, or
    does not fit.
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
"""Copies a run of packets, from one byte offset to another, at a log position, to a chunk."""

LoadRun: TypeAlias = Callable[[], TakeRun]

LenPacket: TypeAlias = Callable[[bytes], "int | None"]
"""Returns the size of a packet from its first bytes; None if its header is incomplete."""


class Wire:
    """The packets of a session. The session's other methods must not read afterwards.

    Unless it waits for `ever`, it raises a StalledError if the server makes no progress for the
    session's patience.
    """

    def __init__(self, session: Session, take_run: TakeRun | None, *, ever: bool) -> None:
        session.begin_stream()
        self._session = session
        self._take_run = take_run
        self._ever = ever
        self._pending = 0
        self.progress()
        self._values = np.empty(BUFFER, np.uint8)
        self._chunk = np.empty(BUFFER, np.uint8)
        self._at = self._end = 0

    def run(self, position: int) -> tuple[Run, memoryview]:
        """Return the plain events that have arrived; the next run overwrites their bytes."""
        assert self._take_run is not None
        run = self._take_run(self._values, self._at, self._end, position, self._chunk)
        self._at = run.at
        return run, self._chunk[: run.end].data

    @property
    def takes_runs(self) -> bool:
        """Whether there is a kernel for `run`."""
        return self._take_run is not None

    def progress(self) -> None:
        """Restart the time without progress."""
        self._since = time.monotonic()
        self._pending = 0

    def more(self) -> None:
        """Wait for more bytes. Raises ServerError."""
        self._note_pending(self._end - self._at)
        waited = time.monotonic() - self._since
        if waited > self._session.patience and not self._ever:
            raise StalledError(
                f"{self._session.name}: the server sent no event for {waited:.0f} s, only parts or"
                " heartbeats"
            )
        left = self._end - self._at
        self._values[:left] = self._values[self._at : self._end].copy()
        self._at, self._end = 0, left
        self._end += self._session.read_into(self._values[left:].data)

    @property
    def has_bytes(self) -> bool:
        """Whether bytes have arrived that were not taken yet."""
        return self._end > self._at or self._session.has_bytes

    @property
    def is_full(self) -> bool:
        """Whether the next packet may exceed the buffer."""
        return self._end - self._at > len(self._values) // 2

    def packet(self, len_packet: LenPacket) -> Iterator[bytes]:
        """Yield the next packet of any kind: as a whole, or in parts if it is large.

        Args:
            len_packet: returns the maximum size of the packet.

        Raises:
            ServerError: the connection is lost, or the packet does not have its announced size.
        """
        body = bytearray()
        count, limit, is_first = 0, None, True
        while True:
            header = self._header()
            left = header.len_body
            while left:
                if self._at == self._end:
                    self._note_pending(count)
                    self.more()
                stop = min(self._end, self._at + left)
                body += self._values[self._at : stop].data
                count += stop - self._at
                left -= stop - self._at
                self._at = stop
                if limit is None and (left or header.goes_on):
                    limit = len_packet(bytes(body))
                if limit is not None and count + left > limit:
                    raise ServerError(
                        f"{self._session.name}: expected a packet of at most {limit} bytes,"
                        " found a longer one"
                    )
                if limit is not None and len(body) >= PART and (left or header.goes_on):
                    yield bytes(body)
                    body.clear()
                    is_first = False
            if not header.goes_on:
                yield self._session.checked(bytes(body)) if is_first else bytes(body)
                return

    def _note_pending(self, count: int) -> None:
        """Count it as progress if much more of an event has arrived."""
        if count - self._pending >= PROGRESS_BYTES:
            self.progress()
            self._pending = count

    def _header(self) -> WirePacket.WireHeader:
        """Read the header of the next packet."""
        while True:
            stream = KaitaiStream(BytesIO(self._values[self._at : self._end].tobytes()))
            try:
                header = WirePacket.WireHeader(stream)
            except EOFError:
                self.more()
            else:
                self._at += stream.pos()
                return header
