"""Compresses transactions of rows that were written: their events become one, with all of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

import pyarrow as pa
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
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

_HEAD = 64
"""Bytes, of an event's header and more."""

_Compression = TransactionPayloadEvent.PayloadCompression
_FieldType = TransactionPayloadEvent.PayloadFieldType

_GTIDS = {one.value for one in (EventType.gtid, EventType.anonymous_gtid, EventType.gtid_tagged)}
_OF_ROWS = {one.value for one in (EventType.table_map, EventType.rows_query)}
_LAST = {one.value for one in (EventType.xid, EventType.xa_prepare)}
_AMONG_ROWS = re.compile(rb"(SAVEPOINT|XA END) ", re.IGNORECASE)


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
        found = self._parts(start, size)
        if found is None:
            return
        gtid, content = found
        body = _payload(content)
        grown = self._places.num_bytes_around + len(body) - (size - len(gtid))
        if grown >= 0:
            return
        draft = Draft(gtid, self._format, None)
        renumber(draft, {LENGTH: size + grown}, has_room=False)
        output.cut(start)
        output.write(draft)
        output.make(gtid, self._format, EventType.transaction_payload, body)

    def _parts(self, start: int, size: int) -> tuple[bytes, bytes] | None:
        """Return the GTID event of a transaction, and what is in a payload; None if it has none."""
        data, log_format = self._output.read(Place(start, size)), self._output.format
        if log_format is not self._format:
            self._format = log_format
            head = KaitaiStream(BytesIO(data[:_HEAD]))
            header = BinlogEventHeader(log_format.binlog_version, False, head)
            self._places = HeaderPlaces(data[: header.len_event], log_format)
        bounds = list(itertools.pairwise(self._places.bounds(data).tolist()))
        if not self._is_of_rows(data, bounds):
            return None
        return data[slice(*bounds[0])], b"".join(self._inner_events(data, bounds[1:]))

    def _is_of_rows(self, data: bytes, bounds: list[tuple[int, int]]) -> bool:
        kinds = [self._places.type.get(data, at) for at, _ in bounds]
        first, second, *_, last = kinds if len(kinds) > 3 else [0, 0, 0]  # noqa: PLR2004 - else
        ends = first in _GTIDS, second == EventType.query.value, last in _LAST
        return all(ends) and all(self._may_be_inside(data, *one) for one in bounds[2:-1])

    def _may_be_inside(self, data: bytes, at: int, end: int) -> bool:
        """Return whether an event is of rows, or a statement that a server compresses, too."""
        kind = self._places.type.get(data, at)
        if kind == EventType.query.value:
            query = Draft(data[at:end], self._format, None).get("body.query")
            return _AMONG_ROWS.match(query) is not None
        return kind in _OF_ROWS or self._places.is_rows(data, at)

    def _inner_events(
        self, data: bytes, bounds: list[tuple[int, int]]
    ) -> Iterator[bytearray | memoryview]:
        """Yield events as they are in a payload, in parts: without checksums and positions."""
        places, view = self._places, memoryview(data)
        len_header = places.num_bytes_around - places.len_checksum
        for at, end in bounds:
            stop = end - places.len_checksum
            head = bytearray(view[at : at + len_header])
            places.size.put(head, 0, stop - at)
            places.next_position.put(head, 0, 0)
            yield head
            yield view[at + len_header : stop]


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
