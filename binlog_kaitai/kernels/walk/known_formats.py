"""The formats that logs begin with, by the bytes that tell of them: those of a server all the same.

The classes read such a FORMAT_DESCRIPTION once; where logs are small, that takes much of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.integer_le import read_integer_le
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.kernels.runtime.compare import are_equal
from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.jit import kernel, shared
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.walk.event_types import FORMAT_DESCRIPTION

MAX_FORMATS = 8


class KnownFormat(NamedTuple):
    """What a FORMAT_DESCRIPTION says, as classes and kernels have it; its body but its checksum.

    `lead` is what its log has before it.
    """

    lead: Any
    body: Any
    tree: Any
    view: LogFormat
    payload_view: LogFormat


class First(NamedTuple):
    """A log's first event, if it is a FORMAT_DESCRIPTION by its own format, and its body.

    The body's length is without its own checksum, and negative where there is no such event.
    `is_same` says whether the body is that which was given, and the checksum right.
    """

    event_end: int
    body_ofs: int
    body_len: int
    is_same: bool


@shared
def look_at_start(
    buffer: Any, pos: int, end: int, view: LogFormat, body: Any, verifies: bool
) -> First:
    """Return what a log begins with, of which the first event lies at a place."""
    event = read_binlog_event(buffer, pos, pos, end, view)
    is_told = event.pos >= 0 and event.header.type == FORMAT_DESCRIPTION
    if not is_told or event.pos != pos + event.header.len_event:
        return First(0, 0, -1, False)
    ofs, length = event.body_ofs, event.body_len - view.len_checksum
    if length != len(body) or not are_equal(buffer, ofs, body, 0, length):
        return First(event.pos, ofs, length, False)
    if not verifies or view.len_checksum == 0:
        return First(event.pos, ofs, length, True)
    at = ofs + length
    checksum = read_integer_le(buffer, at, at, event.pos, view.len_checksum)
    is_right = checksum.pos == event.pos and crc32(buffer, pos, at - pos) == checksum.value
    return First(event.pos, ofs, length, is_right)


@kernel
def _look(
    buffer: Any, pos: int, end: int, view: LogFormat, body: Any, verifies: bool
) -> tuple[int, int, bool]:
    """Return where the body lies of the event that ends at `end`, its length, and `is_same`."""
    first = look_at_start(buffer, pos, end, view, body, verifies)
    if first.event_end != end:
        return 0, -1, False
    return first.body_ofs, first.body_len, first.is_same


class KnownFormats:
    """Those that logs began with."""

    def __init__(self) -> None:
        self._known: list[KnownFormat] = []

    def __iter__(self) -> Iterator[KnownFormat]:
        return iter(self._known)

    def learn(self, buffer: Any, pos: int, end: int, log_format: Any, lead: bytes) -> None:
        """Take in the format that an event told, behind what its log has before it."""
        if not log_format.has_format_description:
            return
        view = format_view(log_format)
        ofs, length, _ = _look(buffer, pos, end, view, np.zeros(0, np.uint8), False)
        if length > 0:
            body = buffer[ofs : ofs + length].copy()
            payload_view = format_view(log_format.of_payload)
            before = np.frombuffer(lead, np.uint8).copy()
            known = KnownFormat(before, body, log_format, view, payload_view)
            self._known = [known, *self._known[: MAX_FORMATS - 1]]

    def find(self, buffer: Any, pos: int, end: int, *, verifies: bool) -> KnownFormat | None:
        """Return the format that an event tells, or None where the classes are to read it."""
        for known in self._known:
            _, _, is_same = _look(buffer, pos, end, known.view, known.body, verifies)
            if is_same:
                return known
        return None
