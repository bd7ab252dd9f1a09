"""A stream of packets as Arrow record batches: flat records, or typed rows of a table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from typing import Protocol, TypeAlias

import pyarrow as pa

from binlog_kaitai.batches import ENGINES, Engine, in_good_sizes
from binlog_kaitai.packet_memory import PacketMemory
from binlog_kaitai.packets import FRAMINGS, STREAM, Framing, PacketReader
from binlog_kaitai.scopes import EVERYTHING, Scope
from binlog_kaitai.tree_batches import record_batches, table_batches

OfLogs: TypeAlias = Iterator[tuple[str | None, pa.RecordBatch]]


class PacketBatches:
    """Follows what a server sends to a replica; `of` takes the packets that come next.

    The batches have the fields of `schema`: some of the record's or, if `is_typed`, also columns of
    the table that the scope names, as in `binlog_kaitai.batches.read_batches`. The field `file` is
    null until a ROTATE has named the log. Raises ValueError for a framing or engine that there is
    not.
    """

    def __init__(
        self,
        schema: pa.Schema,
        framing: Framing = "packet",
        scope: Scope = EVERYTHING,
        *,
        is_typed: bool = False,
        engine: Engine = "kernels",
    ) -> None:
        if framing not in FRAMINGS:
            raise ValueError(f"no framing {framing!r}; there are {', '.join(FRAMINGS)}")
        if engine not in ENGINES:
            raise ValueError(f"no engine {engine!r}; there are {', '.join(ENGINES)}")
        self.schema = schema
        self.framing = framing
        self.scope = scope
        self.is_typed = is_typed
        self.engine = engine

    def of(self, packets: pa.Array) -> Iterator[pa.RecordBatch]:
        """Yields all changes in an array of binary, in order; the next call goes on behind it.

        Raises BinlogError for what is no event, is damaged, or is not the stream's next one, after
        the changes before.
        """
        found = self._stream.batches(packets)
        return in_good_sizes(
            batch if file is not None else _without_file(batch) for file, batch in found
        )

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""
        return self._stream.memory

    def resume(self, memory: PacketMemory) -> None:
        """Goes on where batches of the same packets, which have this memory, were."""
        self._stream.resume(memory)

    @cached_property
    def _stream(self) -> _Stream:
        if self.engine == "tree":
            return _TreeStream(self.framing, self.scope, self.schema, is_typed=self.is_typed)
        # as in batches.py
        from binlog_kaitai.columnar.packet_batches import KernelStream  # noqa: PLC0415

        return KernelStream(self.framing, self.scope, self.schema, is_typed=self.is_typed)


class _Stream(Protocol):
    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""

    def resume(self, memory: PacketMemory) -> None:
        """Takes over what packets before have left."""

    def batches(self, packets: pa.Array) -> OfLogs:
        """Yields batches of the changes in packets, each with the name of its log."""


class _TreeStream:
    """Reads packets by the classes."""

    def __init__(
        self, framing: Framing, scope: Scope, schema: pa.Schema, *, is_typed: bool
    ) -> None:
        self.packets = PacketReader(framing, scope)
        self.schema = schema
        self.is_typed = is_typed

    @property
    def memory(self) -> PacketMemory:
        return self.packets.memory

    def resume(self, memory: PacketMemory) -> None:
        self.packets.resume(memory)

    def batches(self, packets: pa.Array) -> OfLogs:
        changes = self.packets.changes(packet.as_py() for packet in packets)
        for file, group in itertools.groupby(changes, key=itemgetter(0)):
            of_file = map(itemgetter(1), group)
            if self.is_typed:
                found = table_batches(file or STREAM, of_file, self.schema, is_projection=True)
            else:
                found = record_batches(file or STREAM, of_file, self.schema)
            for batch in found:
                yield file, batch


def _without_file(batch: pa.RecordBatch) -> pa.RecordBatch:
    for name in ("file", "_file"):
        index = batch.schema.get_field_index(name)
        if index >= 0:
            field = batch.schema.field(index)
            batch = batch.set_column(index, field, pa.nulls(batch.num_rows, field.type))
    return batch
