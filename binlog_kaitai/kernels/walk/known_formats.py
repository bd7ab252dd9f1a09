"""The formats that logs begin with, by the bytes that tell of them: those of a server all the same.

The classes read such a FORMAT_DESCRIPTION once; where logs are small, that takes much of the time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.integer_le import read_integer_le
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.kernels.runtime.compare import are_equal
from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.seek.formats import format_view
from binlog_kaitai.kernels.walk.event_types import FORMAT_DESCRIPTION

MAX_FORMATS = 8


class KnownFormat(NamedTuple):
    """What a FORMAT_DESCRIPTION says, as classes and kernels have it; its body but its checksum."""

    body: Any
    tree: Any
    view: LogFormat
    payload_view: LogFormat


@kernel
def _told(
    buffer: Any, pos: int, end: int, view: LogFormat, body: Any, verifies: bool
) -> tuple[int, int, bool]:
    """Return where the body of a FORMAT_DESCRIPTION lies, by its own format, and its length.

    The length is without its own checksum, and negative where there is no such event. The last says
    whether the body is that which is given, and the checksum right.
    """
    event = read_binlog_event(buffer, pos, pos, end, view)
    if event.pos != end or event.header.type != FORMAT_DESCRIPTION:
        return 0, -1, False
    ofs, length = event.body_ofs, event.body_len - view.len_checksum
    if length != len(body) or not are_equal(buffer, ofs, body, 0, length):
        return ofs, length, False
    if not verifies or view.len_checksum == 0:
        return ofs, length, True
    at = ofs + length
    checksum = read_integer_le(buffer, at, at, end, view.len_checksum)
    is_right = checksum.pos == end and crc32(buffer, pos, at - pos) == checksum.value
    return ofs, length, is_right


class KnownFormats:
    """Those that logs began with."""

    def __init__(self) -> None:
        self._known: list[KnownFormat] = []

    def learn(self, buffer: Any, pos: int, end: int, log_format: Any) -> None:
        """Take in the format that an event told."""
        if not log_format.has_format_description:
            return
        view = format_view(log_format)
        ofs, length, _ = _told(buffer, pos, end, view, np.zeros(0, np.uint8), False)
        if length > 0:
            body = buffer[ofs : ofs + length].copy()
            known = KnownFormat(body, log_format, view, format_view(log_format.of_payload))
            self._known = [known, *self._known[: MAX_FORMATS - 1]]

    def find(self, buffer: Any, pos: int, end: int, *, verifies: bool) -> KnownFormat | None:
        """Return the format that an event tells, or None where the classes are to read it."""
        for known in self._known:
            _, _, is_same = _told(buffer, pos, end, known.view, known.body, verifies)
            if is_same:
                return known
        return None
