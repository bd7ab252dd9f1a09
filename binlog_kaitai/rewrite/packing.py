"""Compresses transactions of rows that were written: their events become one, with all of them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any, BinaryIO

import pyarrow as pa

from binlog_kaitai.generated.writers.packed_integer import PackedInteger
from binlog_kaitai.generated.writers.transaction_payload_event import TransactionPayloadEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.written import number_of, size_of, written
from binlog_kaitai.rewrite.gtids import LENGTH, renumber
from binlog_kaitai.rewrite.output import Output, Place
from binlog_kaitai.rewrite.places import HeaderPlaces
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.log.events import LoggedEvent

LARGEST = 2**28
"""Bytes of a transaction, of which larger ones stay as they are: all of it is in memory."""

_Compression = TransactionPayloadEvent.PayloadCompression
_FieldType = TransactionPayloadEvent.PayloadFieldType

_GTIDS = {one.value for one in (EventType.gtid, EventType.anonymous_gtid, EventType.gtid_tagged)}
_OF_ROWS = {one.value for one in (EventType.table_map, EventType.rows_query)}


class Packer:
    """Compresses transactions at the end of a log that is written.

    Args:
        output: the log.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._format: Any = None

    def pack(self, start: int) -> None:
        """Compress the transaction from a position on, if it has rows alone and gets smaller."""
        output = self._output
        size = output.position - start
        if size > LARGEST or output.format.is_mariadb:  # which compresses each event
            return
        data = bytearray(output.read(Place(start, size)))
        if output.format is not self._format:
            self._format = output.format
            self._places = HeaderPlaces(bytes(data), self._format)
        bounds = list(itertools.pairwise(self._places.bounds(data).tolist()))
        if not self._is_of_rows(data, [at for at, _ in bounds]):
            return
        gtid = bytes(data[slice(*bounds[0])])
        content = b"".join(self._inner_events(data, bounds[1:]))
        body = _payload(content)
        grown = self._places.num_bytes_around + len(body) - (size - len(gtid))
        if grown >= 0:
            return
        draft = Draft(gtid, self._format, None)
        renumber(draft, {LENGTH: size + grown}, has_room=False)
        output.cut(start)
        output.write(draft)
        output.make(gtid, self._format, EventType.transaction_payload, body)

    def _is_of_rows(self, data: bytearray, starts: list[int]) -> bool:
        kinds = [self._places.type.get(data, at) for at in starts]
        first, second, *rows, last = kinds if len(kinds) > 3 else [0, 0, 0]  # noqa: PLR2004 - else
        ends = first in _GTIDS, second == EventType.query.value, last == EventType.xid.value
        return all(ends) and all(
            kind in _OF_ROWS or self._places.is_rows(data, at)
            for kind, at in zip(rows, starts[2:], strict=False)
        )

    def _inner_events(self, data: bytearray, bounds: list[tuple[int, int]]) -> list[bytes]:
        """Return events as they are in a payload: without checksums and positions."""
        places, found = self._places, []
        for at, end in bounds:
            stop = end - places.len_checksum
            places.size.put(data, at, stop - at)
            places.next_position.put(data, at, 0)
            found.append(bytes(data[at:stop]))
        return found


@dataclass
class OpenPayload:
    """A payload that is open: its event, and the events in it that were written."""

    event: LoggedEvent
    stream: BinaryIO
    is_changed: bool = False

    def compress_into(self, draft: Draft) -> None:
        """Put the events that were written into a TRANSACTION_PAYLOAD."""
        self.stream.seek(0)
        content = self.stream.read()
        compressed = pa.compress(content, codec="zstd", asbytes=True)
        draft.set("body.payload", compressed)
        sizes = {_FieldType.len_payload: len(compressed), _FieldType.len_uncompressed: len(content)}
        for index, one in enumerate(draft.get("body.fields")):
            if one.type in sizes:
                draft.set(f"body.fields.{index}.value", sizes[one.type])
            elif one.type == _FieldType.compression:
                draft.set(f"body.fields.{index}.value", _Compression.zstd)


def _payload(content: bytes) -> bytes:
    """Return the body of a TRANSACTION_PAYLOAD."""
    compressed = pa.compress(content, codec="zstd", asbytes=True)
    body = TransactionPayloadEvent()
    sizes = {
        _FieldType.compression: TransactionPayloadEvent.PayloadCompression.zstd,
        _FieldType.len_uncompressed: len(content),
        _FieldType.len_payload: len(compressed),
        _FieldType.end_mark: None,
    }
    body.fields = [_field(body, kind, value) for kind, value in sizes.items()]
    body.payload = compressed
    return written(body, sum(map(size_of, body.fields)) + len(compressed))


def _field(body: Any, kind: Any, value: int | None) -> Any:
    field = TransactionPayloadEvent.PayloadField(None, body, body)
    field.type_code = number_of(PackedInteger, kind)
    if value is not None:
        field.value = number_of(PackedInteger, value)
        field.len_value = number_of(PackedInteger, size_of(field.value))
    return field
