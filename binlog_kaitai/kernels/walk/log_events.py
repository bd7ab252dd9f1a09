"""Events that speak of the log itself: they say nothing about what is in it."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.kernels.binlog_checkpoint_event import read_binlog_checkpoint_event
from binlog_kaitai.generated.kernels.mariadb_gtid_list_event import read_mariadb_gtid_list_event
from binlog_kaitai.generated.kernels.previous_gtids_event import read_previous_gtids_event
from binlog_kaitai.generated.kernels.rotate_event import read_rotate_event
from binlog_kaitai.generated.kernels.stop_event import read_stop_event
from binlog_kaitai.kernels.runtime.jit import shared
from binlog_kaitai.kernels.walk.event_types import (
    BINLOG_CHECKPOINT,
    MARIADB_GTID_LIST,
    PREVIOUS_GTIDS,
    ROTATE,
    STOP,
)


@shared
def is_of_log(buffer: Any, event: Any) -> bool:
    """Return whether an event is one of these, and as its spec says."""
    kind = event.header.type
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    if kind == PREVIOUS_GTIDS:
        return bool(
            read_previous_gtids_event(buffer, body, body, body_end, event.len_post_header) >= 0
        )
    if kind == ROTATE:
        return bool(read_rotate_event(buffer, body, body, body_end, event.len_post_header).pos >= 0)
    if kind == STOP:
        return bool(read_stop_event(buffer, body, body, body_end, event.len_post_header) >= 0)
    if kind == MARIADB_GTID_LIST:
        return bool(
            read_mariadb_gtid_list_event(buffer, body, body, body_end, event.len_post_header) >= 0
        )
    if kind == BINLOG_CHECKPOINT:
        return bool(
            read_binlog_checkpoint_event(buffer, body, body, body_end, event.len_post_header) >= 0
        )
    return False
