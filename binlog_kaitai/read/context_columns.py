"""Puts beside rows which statement, thread and user changed them, where the log tells.

They are read beside the rows, as they stand in other events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import Fault
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.row_batches import BatchInContext, concatenated
from binlog_kaitai.model.schema import CONTEXT_SCHEMA, RECORD_SCHEMA, SINCE_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.contexts import contexts_of
from binlog_kaitai.read.engines import Engines

MAX_TEXT = 2**24
"""Bytes of statements that stand beside the rows of a batch; a long one stands there often."""

Found: TypeAlias = Iterator[pa.RecordBatch | Fault]
Reads: TypeAlias = Callable[..., Found]
"""What `change_batches` of an engine is."""

_PLACE = ("position", "ordinal")
_KINDS = CONTEXT_SCHEMA.types


class ContextColumns:
    """The fields of a row format that tell contexts, if they are wanted.

    `asked` is the format without them, and with what tells where rows lie: what an engine is asked
    for. The names of typed rows' fields begin with `_`.
    """

    def __init__(self, form: RowFormat, *, is_wanted: bool) -> None:
        schema, lead = form.schema, "_" if form.is_typed else ""
        fields = {f"{lead}{name}": name for name in CONTEXT_SCHEMA.names} if is_wanted else {}
        self.schema = schema
        self._own = {name: fields[name] for name in schema.names if name in fields}
        self._place = [f"{lead}{name}" for name in _PLACE]
        self.asked = form
        if self._own:
            asked = pa.schema(field for field in schema if field.name not in self._own)
            for name, place in zip(_PLACE, self._place, strict=True):
                if place not in schema.names:
                    asked = asked.append(RECORD_SCHEMA.field(name).with_name(place))
            self.asked = replace(form, schema=asked)

    def read(self, file: str, scope: Scope, read: Reads, engines: Engines) -> Found:
        """Yield what an engine reads of a file, with these fields."""
        found = read(file, scope, self.asked)
        if not self._own:
            yield from found
            return
        known = Contexts(file, scope, engines)
        for item in found:
            if isinstance(item, Fault):
                yield item
            else:
                places = (item.column(name).to_numpy() for name in self._place)
                yield from self.beside(BatchInContext(item, *known.at(*places)))

    def beside(self, found: BatchInContext) -> Iterator[pa.RecordBatch]:
        """Yield a batch, or parts of it, with these fields."""
        batch, contexts, chosen = found
        lengths = pc.binary_length(contexts.column("statement")).fill_null(0).to_numpy()
        behind = np.cumsum(lengths[chosen], dtype=np.int64)
        start = 0
        while start < batch.num_rows:
            before = behind[start - 1] if start else 0
            end = max(int(np.searchsorted(behind, before + MAX_TEXT, side="right")), start + 1)
            rows, numbers = batch.slice(start, end - start), pa.array(chosen[start:end])
            arrays = [
                contexts.column(self._own[field.name]).take(numbers).cast(field.type)
                if field.name in self._own
                else rows.column(field.name)
                for field in self.schema
            ]
            yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            start = end


class Contexts:
    """The contexts of rows of a file, which are asked for in the order of the log."""

    def __init__(self, file: str, scope: Scope, engines: Engines) -> None:
        self._coming = contexts_of(file, scope, engines)
        nothing = [pa.array([0]), pa.array([0]), *(pa.nulls(1, kind) for kind in _KINDS)]
        self._known = pa.RecordBatch.from_arrays(nothing, schema=SINCE_SCHEMA)
        self._next = next(self._coming, None)

    def at(self, positions: Any, ordinals: Any) -> tuple[pa.RecordBatch, Any]:
        """Return some contexts, and the number among them of the context of each row."""
        last = positions[-1], ordinals[-1]
        found = [self._known]
        while self._next is not None and _place(self._next) <= last:
            found.append(self._next)
            self._next = next(self._coming, None)
        known = found[0] if len(found) == 1 else concatenated(found)
        chosen = _chosen(known, positions, ordinals)
        self._known = known.slice(chosen[-1])
        return known, chosen


def _place(batch: pa.RecordBatch) -> tuple[int, int]:
    """Return where the first context of a batch begins to hold."""
    return batch.column("position")[0].as_py(), batch.column("ordinal")[0].as_py()


def _chosen(known: pa.RecordBatch, positions: Any, ordinals: Any) -> Any:
    """Return the number of the last context at or before each place."""
    starts, start_ordinals = (known.column(name).to_numpy() for name in _PLACE)
    if not start_ordinals.any():
        return np.searchsorted(starts, positions, side="right") - 1
    count = len(starts)
    is_row = np.repeat([0, 1], [count, len(positions)])
    order = np.lexsort(
        (
            is_row,
            np.concatenate([start_ordinals, ordinals]),
            np.concatenate([starts, positions]),
        )
    )
    numbers = np.concatenate([np.arange(count), np.zeros(len(positions), np.int64)])
    chosen = np.empty(len(order), np.int64)
    chosen[order] = np.maximum.accumulate(numbers[order])
    return chosen[count:]
