"""Statements and rows that MariaDB compresses, each in its event (`log_bin_compress`)."""

from __future__ import annotations

import zlib
from typing import Any

from binlog_kaitai.generated.writers.integer_be import IntegerBe
from binlog_kaitai.generated.writers.mariadb_compressed import MariadbCompressed
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.inflate import MAX_EVENT, inflate
from binlog_kaitai.io.written import number_like, written
from binlog_kaitai.rewrite.writing import Draft, with_tail
from binlog_kaitai.tree.log.events import LoggedEvent

LEAST = 256
"""Bytes of a statement or of rows, of which shorter ones stay as they are, as in MariaDB."""

PLAIN = {
    EventType.query_compressed: EventType.query,
    EventType.write_rows_compressed_v1: EventType.write_rows_v1,
    EventType.update_rows_compressed_v1: EventType.update_rows_v1,
    EventType.delete_rows_compressed_v1: EventType.delete_rows_v1,
}
"""Types of compressed events, and those of the same events without compression."""

COMPRESSED = {plain: compressed for compressed, plain in PLAIN.items()}


def inflated(data: bytes, log_format: Any, table_maps: Any) -> bytes:
    """Return a compressed event without compression.

    Args:
        data: its bytes.
        log_format: the format that they have.
        table_maps: the table maps that are valid for it.

    Raises:
        UnreadableError: it cannot be decompressed.
    """
    tree = Draft(data, log_format, table_maps).tree
    is_query = tree.header.type == EventType.query_compressed
    part = tree.body.compressed_query if is_query else tree.body.compressed_rows
    content = inflate(part.data, part.len_uncompressed.value)
    return with_tail(data, log_format, PLAIN[tree.header.type], _size(part), content)


def deflated(data: bytes, log_format: Any, table_maps: Any) -> bytes | None:
    """Return an event compressed, with arguments as `inflated`; None if it does not get smaller."""
    tree = Draft(data, log_format, table_maps).tree
    is_query = tree.header.type == EventType.query
    content = tree.body.query if is_query else tree.body.row_data.data
    if not LEAST <= len(content) <= MAX_EVENT:
        return None
    part = MariadbCompressed()
    part.is_compressed, part.method = True, MariadbCompressed.MariadbCompression.zlib
    part.num_length_bytes = -(-len(content).bit_length() // 8)
    part.len_uncompressed = number_like(IntegerBe(part.num_length_bytes), len(content))
    part.data = zlib.compress(content)
    tail = written(part, _size(part))
    if len(tail) >= len(content):
        return None
    return with_tail(data, log_format, COMPRESSED[tree.header.type], len(content), tail)


def knows_compression(event: LoggedEvent) -> bool:
    """Return whether the server of a FORMAT_DESCRIPTION reads what is compressed."""
    is_mariadb = event.tree.described_format.is_mariadb
    last = max(PLAIN) if is_mariadb else EventType.transaction_payload
    return bool(len(event.tree.body.len_post_headers) >= last.value)


def _size(part: MariadbCompressed) -> int:
    return int(part.ofs_data) + len(part.data)
