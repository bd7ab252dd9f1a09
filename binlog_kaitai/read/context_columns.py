"""Puts beside rows which statement, thread and user changed them, where the log tells.

Trees read it, beside whatever engine reads the rows: it stands in few events, and not in the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.model.changes import NOTHING
from binlog_kaitai.model.schema import CONTEXT_SCHEMA, RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.contexts import Since, contexts_of

MAX_TEXT = 2**24
"""Bytes of statements that stand beside the rows of a batch; a long one stands there often."""

Found: TypeAlias = Iterator[pa.RecordBatch | Fault]
Reads: TypeAlias = Callable[..., Found]
"""What `change_batches` of an engine is."""

_PLACE = ("position", "ordinal")


class ContextColumns:
    """The fields of a schema that tell contexts, if they are wanted.

    `asked` is the schema without them, and with what tells where rows lie: what an engine is asked
    for. The names of typed rows' fields begin with `_`.
    """

    def __init__(self, schema: pa.Schema, *, is_wanted: bool, is_typed: bool) -> None:
        lead = "_" if is_typed else ""
        fields = {f"{lead}{name}": name for name in CONTEXT_SCHEMA.names} if is_wanted else {}
        self.schema = schema
        self._own = {name: fields[name] for name in schema.names if name in fields}
        self._place = [f"{lead}{name}" for name in _PLACE]
        self.asked = schema
        if self._own:
            self.asked = pa.schema(field for field in schema if field.name not in self._own)
            for name, place in zip(_PLACE, self._place, strict=True):
                if place not in schema.names:
                    self.asked = self.asked.append(RECORD_SCHEMA.field(name).with_name(place))

    def read(self, file: str, scope: Scope, read: Reads, modes: dict[str, bool]) -> Found:
        """Yield what an engine reads of a file, with these fields."""
        found = read(file, scope, self.asked, **modes)
        if not self._own:
            yield from found
            return
        known = Contexts(file, scope)
        for item in found:
            if isinstance(item, Fault):
                yield item
            else:
                yield from self._with_fields(item, known)

    def _with_fields(self, batch: pa.RecordBatch, known: Contexts) -> Iterator[pa.RecordBatch]:
        places = (batch.column(name).to_numpy() for name in self._place)
        contexts, chosen = known.at(*places)
        lengths = np.array([len(context.statement or "") for context in contexts], np.int64)
        texts = {
            name: pa.array([getattr(context, own) for context in contexts], kind)
            for name, own in self._own.items()
            for kind in [CONTEXT_SCHEMA.field(own).type]
        }
        behind = np.cumsum(lengths[chosen])
        start = 0
        while start < batch.num_rows:
            before = behind[start - 1] if start else 0
            end = max(int(np.searchsorted(behind, before + MAX_TEXT, side="right")), start + 1)
            rows, numbers = batch.slice(start, end - start), pa.array(chosen[start:end])
            arrays = [
                texts[field.name].take(numbers).cast(field.type)
                if field.name in texts
                else rows.column(field.name)
                for field in self.schema
            ]
            yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            start = end


class Contexts:
    """The contexts of rows of a file, which are asked for in the order of the log."""

    def __init__(self, file: str, scope: Scope) -> None:
        self._coming = contexts_of(
            file,
            Scope(
                span=scope.span,
                is_lenient=scope.is_lenient,
                verify_checksums=scope.verify_checksums,
            ),
        )
        self._known = [Since((0, 0), NOTHING)]
        self._next = next(self._coming, None)

    def at(self, positions: Any, ordinals: Any) -> tuple[list[Any], Any]:
        """Return some contexts, and the number among them of the context of each row."""
        last = (int(positions[-1]), int(ordinals[-1]))
        while self._next is not None and self._next.place <= last:
            self._known.append(self._next)
            self._next = next(self._coming, None)
        count = len(self._known)
        starts = np.array([since.place for since in self._known], np.int64)
        is_row = np.repeat([0, 1], [count, len(positions)])
        order = np.lexsort(
            (
                is_row,
                np.concatenate([starts[:, 1], ordinals]),
                np.concatenate([starts[:, 0], positions]),
            )
        )
        numbers = np.concatenate([np.arange(count), np.zeros(len(positions), np.int64)])
        chosen = np.empty(len(order), np.int64)
        chosen[order] = np.maximum.accumulate(numbers[order])
        contexts = [since.context for since in self._known]
        self._known = self._known[-1:]
        return contexts, chosen[count:]
