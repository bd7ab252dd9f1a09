"""What tells a log from another one of the same name."""

from __future__ import annotations

import os
from hashlib import blake2b
from io import BytesIO
from typing import TypedDict

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.log_start import LogStart
from binlog_kaitai.io.files import HEAD, read_head
from binlog_kaitai.io.framing import begins_as_log


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
    data = read_head(path)[0][: min(size, HEAD)]
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
