"""Rows that tell of what is damaged in a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.paths import base_name


class FaultRows:
    """Puts a row for each fault among the batches of a file.

    `field` is the name of the schema's field that holds the text, if the schema has it; `others`
    is the schema without. Where it has not, faults have no rows. Where rows are typed, a `file` and
    a `position` are columns of the table.
    """

    def __init__(
        self, file: str, schema: pa.Schema, field: str | None, *, is_typed: bool = False
    ) -> None:
        self.file = file
        self.lead = "_" if is_typed else ""
        self.schema = schema
        self.index = schema.get_field_index(field) if field else -1
        self.others = schema if self.index < 0 else schema.remove(self.index)

    def among(self, found: Iterable[pa.RecordBatch | Fault]) -> Iterator[pa.RecordBatch]:
        """Yield the batches with the field, and a batch for each fault."""
        for item in found:
            if not isinstance(item, Fault):
                yield self._with_field(item)
            elif self.index >= 0:
                yield self._row(item)

    def _with_field(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        if self.index < 0:
            return batch
        nulls = pa.nulls(batch.num_rows, self.schema.field(self.index).type)
        columns = [*batch.columns[: self.index], nulls, *batch.columns[self.index :]]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)

    def _row(self, fault: Fault) -> pa.RecordBatch:
        name, position = base_name(self.file), fault.error.position
        values = {f"{self.lead}file": name, f"{self.lead}position": position}
        values[self.schema.field(self.index).name] = str(fault.error)
        columns = [pa.array([values.get(field.name)], field.type) for field in self.schema]
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)
