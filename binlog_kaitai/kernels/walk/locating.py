"""Kernels that find what may be decompressed ahead of a scan."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.mariadb_compressed import NO_MARIADB_COMPRESSED
from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.transaction_payload_event import (
    read_transaction_payload_event,
)
from binlog_kaitai.generated.kernels.zstd_frame import read_zstd_frame
from binlog_kaitai.generated.transaction_payload_event import TransactionPayloadEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.kernels.runtime.arrays import Bytes
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.walk.event_types import PAYLOAD, QUERY_COMPRESSED
from binlog_kaitai.kernels.walk.inflated import NONE, Inflated
from binlog_kaitai.kernels.walk.rows_events import read_rows
from binlog_kaitai.kernels.walk.state import Scratch

FieldType = TransactionPayloadEvent.PayloadFieldType
COMPRESSION = FieldType.compression.value
LEN_UNCOMPRESSED = FieldType.len_uncompressed.value
ZSTD = TransactionPayloadEvent.PayloadCompression.zstd.value

FORMAT_DESCRIPTION = EventType.format_description.value


class Located(NamedTuple):
    """How many payloads were found, how long they are, and how long when decompressed."""

    num_payloads: int
    len_compressed: int
    length: int


@inlined
def _first(payload: Any, kind: int) -> int:
    """Return the value of the first field of a type."""
    for i in range(payload.fields_size):
        if payload.fields_type[i] == kind:
            return int(payload.fields_value[i])
    return NONE


@kernel
def locate_payloads(
    buffer: Any,
    state: Any,
    log_format: Any,
    inflated: Inflated,
    most: int,
    at: int,
    room: int,
    compressed: Bytes,
) -> Located:
    """Find the payloads from the scan's place on, and put what they hold one behind the other.

    Of these at most so many, which are to lie from `at` on, with that much room. What is found is
    one whole frame that tells its length, which is the one that its event tells, so that frames
    behind each other stay apart. One that does not tell its length is found alone.
    """
    pos, end = state.pos, state.end
    count = len_compressed = length = 0
    while count < most:
        event = read_binlog_event(buffer, pos, pos, end, log_format)
        if event.pos < 0 or event.pos != pos + event.header.len_event:
            break
        if event.header.type == FORMAT_DESCRIPTION:
            break
        if event.header.type == PAYLOAD:
            body, body_end = event.body_ofs, event.body_ofs + event.body_len
            payload = read_transaction_payload_event(
                buffer, body, body, body_end, 0, inflated.field_type, inflated.field_value
            )
            if payload.pos < 0 or _first(payload, COMPRESSION) != ZSTD:
                break
            start, size = payload.payload_ofs, payload.payload_len
            announced = _first(payload, LEN_UNCOMPRESSED)
            frame = read_zstd_frame(buffer, start, start, start + size)
            is_known = frame.has_content_size
            if (
                frame.pos != start + size
                or not 0 < announced <= room - length
                or size > len(compressed) - len_compressed
                or (is_known and frame.len_content != announced)
                or (not is_known and count > 0)
            ):
                break
            copy(compressed, len_compressed, buffer, start, size)
            inflated.position[count] = state.base + pos
            inflated.at[count] = at + length
            inflated.length[count] = announced
            inflated.data_ofs[count] = start
            inflated.data_len[count] = size
            len_compressed += size
            length += announced
            count += 1
            if not is_known:
                break
        pos = event.pos
    return Located(count, len_compressed, length)


@kernel
def locate_compressed(
    buffer: Any,
    state: Any,
    log_format: Any,
    inflated: Inflated,
    scratch: Scratch,
    most: int,
    at: int,
    room: int,
) -> int:
    """Find compressed rows and statements from the scan's place on; return of how many events.

    They are to lie from `at` on, with that much room.
    """
    pos, end = state.pos, state.end
    count = length = 0
    while count < most:
        event = read_binlog_event(buffer, pos, pos, end, log_format)
        if event.pos < 0 or event.pos != pos + event.header.len_event:
            break
        kind = event.header.type
        if kind == FORMAT_DESCRIPTION:
            break
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        compressed, is_compressed = NO_MARIADB_COMPRESSED, False
        if event.is_rows:
            rows = read_rows(buffer, body, body_end, event, scratch)
            if rows.pos < 0:
                break
            compressed, is_compressed = rows.compressed_rows, rows.is_compressed
        elif kind == QUERY_COMPRESSED:
            query = read_query_event(buffer, body, body, body_end, True, event.len_post_header)
            if query.pos < 0:
                break
            compressed, is_compressed = query.compressed_query, True
        if is_compressed:
            announced = compressed.len_uncompressed_value
            if not 0 < announced <= room - length:
                break
            inflated.position[count] = state.base + pos
            inflated.at[count] = at + length
            inflated.length[count] = announced
            inflated.data_ofs[count] = compressed.data_ofs
            inflated.data_len[count] = compressed.data_len
            length += announced
            count += 1
        pos = event.pos
    return count
