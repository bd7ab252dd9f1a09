"""A stream of packets as Arrow record batches: flat records, or typed rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import pyarrow as pa

from binlog_kaitai.model.framings import FRAMINGS, Framing
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.batches import in_good_sizes
from binlog_kaitai.read.engines import CHOICES, Engine, PacketStream, engine_of
from binlog_kaitai.tree.packets.memory import PacketMemory

__all__ = ["PacketBatches", "PacketMemory"]


class PacketBatches:
    """Follows what a server sends to a replica; `of` takes the packets that come next.

    The batches have the fields of `schema`: some of the record's or, if `is_typed`, also columns of
    the table that the scope names, as in `binlog_kaitai.read_batches`. The field `file` is null
    until a ROTATE has named the log. Raises ValueError for a framing or engine that there is not.
    """

    def __init__(
        self,
        schema: pa.Schema,
        framing: Framing = "packet",
        scope: Scope = EVERYTHING,
        *,
        is_typed: bool = False,
        engine: Engine = "auto",
    ) -> None:
        if framing not in FRAMINGS:
            raise ValueError(f"unknown framing {framing!r}; framings are {', '.join(FRAMINGS)}")
        if engine not in CHOICES:
            raise ValueError(f"unknown engine {engine!r}; engines are {', '.join(CHOICES)}")
        self.form = RowFormat(schema, is_typed, is_projection=True)
        self.framing = framing
        self.scope = scope
        self.engine = engine

    def of(self, packets: pa.Array) -> Iterator[pa.RecordBatch]:
        """Yield all changes in an array of binary, in order; the next call goes on behind it.

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
        """Go on where batches of the same packets, which have this memory, were."""
        self._stream.resume(memory)

    @cached_property
    def _stream(self) -> PacketStream:
        stream = engine_of(self.engine, (), "typed" if self.form.is_typed else "flat").PacketStream
        return stream(self.framing, self.form.scope_of(self.scope), self.form)


def _without_file(batch: pa.RecordBatch) -> pa.RecordBatch:
    for name in ("file", "_file"):
        index = batch.schema.get_field_index(name)
        if index >= 0:
            field = batch.schema.field(index)
            batch = batch.set_column(index, field, pa.nulls(batch.num_rows, field.type))
    return batch
