"""Shows the FORMAT_DESCRIPTION that a log begins with, where a log before began with the same."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.integer_le import read_integer_le
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.events.notes import NONE, OK, Shown, has_room, note_shown
from binlog_kaitai.kernels.handoff import form_of
from binlog_kaitai.kernels.runtime.arrays import Bytes
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.runtime.text import write_unsigned
from binlog_kaitai.kernels.walk.known_formats import KnownFormat, look_at_start
from binlog_kaitai.model.json_text import to_json

CHECKSUM = "crc32"


class ShownFormat(NamedTuple):
    """What the body of such an event looks like: a text up to its checksum, if it has its own."""

    body: Bytes
    log_format: LogFormat
    text: Bytes
    len_text: int
    has_checksum: bool

    @classmethod
    def of(cls, known: KnownFormat) -> ShownFormat:
        form = form_of(known.tree.format_description)
        # where events have no checksums, the field is a part of the body that is compared
        has_checksum = known.view.len_checksum > 0 and form.pop(CHECKSUM, None) is not None
        text = to_json(form).removesuffix("}")
        if has_checksum:
            text += f', "{CHECKSUM}": '
        encoded = text.encode()
        padded = np.frombuffer(encoded + bytes(PADDING), np.uint8)
        return cls(known.body, known.view, padded, len(encoded), has_checksum)


@kernel
def show_format(
    buffer: Any, state: Any, shown: Shown, pos: int, end: int, known: ShownFormat
) -> bool:
    """Note the event between two places; return False where it is for the classes."""
    first = look_at_start(buffer, pos, end, known.log_format, known.body, True)
    len_text = known.len_text
    if not first.is_same or first.event_end != end or not has_room(state, shown, len_text):
        return False
    event = read_binlog_event(buffer, pos, pos, end, known.log_format)
    out, at = shown.text, state.context_text
    copy(out, at, known.text, 0, len_text)
    at += len_text
    if known.has_checksum:
        place = first.body_ofs + first.body_len
        checksum = read_integer_le(buffer, place, place, end, end - place)
        at = write_unsigned(out, at, checksum.value)
    number = state.events
    note_shown(state, shown, buffer, pos, event, write_bytes(out, at, b"}"))
    shown.checksum[number] = OK if known.log_format.len_checksum > 0 else NONE
    return True
