"""What engines leave in that a scope does not want: passed over here, for both alike.

Engines leave out tables, times and transactions, whose rows then cost little. What is left are
servers, of which a log rarely has several, the statements of other databases, and the end of a
transaction that goes on where reading stops.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError, DoubtWarning, Fault
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.redacting import FIELDS, StatementGuard

ANONYMOUS = (
    "transactions without a GTID are included: no GTID set can leave them out, even if they were"
    " read before"
)


class AnonymousWarning(DoubtWarning):
    """Changes without a GTID are there, where those in a GTID set are left out."""


class Sieve:
    """Lets pass what is wanted of the batches of a file.

    `schema` is what an engine is asked for: the fields that are `wanted`, and those that tell
    whether a row is. `lead` is what the names of the record's fields begin with. Where values are
    redacted, no statement of the `file` passes that may hold any. If transactions are left out by
    GTIDs, AnonymousWarning tells of those without one.
    """

    def __init__(
        self, scope: Scope, wanted: pa.Schema, natural: pa.Schema, lead: str = "", file: str = ""
    ) -> None:
        self.stop = scope.span.stop
        self._names = wanted.names
        self._tests: dict[str, Callable[[pa.Array], pa.Array]] = {}
        if self.stop is not None:
            self._tests[f"{lead}position"] = lambda values: pc.less(values, self.stop)
        if scope.server_id is not None:
            self._tests[f"{lead}server_id"] = lambda values: pc.equal(values, scope.server_id)
        if scope.database is not None and "database" in natural.names:
            self._tests[f"{lead}database"] = lambda values: pc.equal(values, scope.database)
        self.schema = wanted
        needed = list(self._tests)
        is_of_changes = "change_type" in natural.names
        self._gtid = f"{lead}gtid" if scope.applied is not None and is_of_changes else None
        if self._gtid is not None:
            needed.append(self._gtid)
        self._guard = None
        if scope.redaction is not None and not lead and "data" in wanted.names:
            self._guard = StatementGuard(file, scope.redaction)
            needed += [*FIELDS, "change_type"]
        for name in needed:
            if name not in self.schema.names:
                field = natural.field(name.removeprefix(lead))
                self.schema = self.schema.append(field.with_name(name))

    def of(self, found: Iterable[pa.RecordBatch | Fault]) -> Iterator[pa.RecordBatch | Fault]:
        """Yield the rows that are wanted, and the faults before the place where reading stops."""
        try:
            for item in found:
                if not isinstance(item, Fault):
                    yield from self._sifted(item)
                elif not self._is_behind(item.error):
                    yield item
        except BinlogError as error:
            if not self._is_behind(error):
                raise

    def _is_behind(self, error: BinlogError) -> bool:
        return self.stop is not None and error.position >= self.stop

    def _sifted(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        if self._tests or self._guard or self._gtid:
            for name, test in self._tests.items():
                batch = batch.filter(test(batch.column(name)))
            if self._gtid is not None and batch.column(self._gtid).null_count:
                warnings.warn(ANONYMOUS, AnonymousWarning, stacklevel=2)
                self._gtid = None
            if self._guard is not None:
                self._guard.check(batch)
            batch = batch.select(self._names)
        if batch.num_rows:
            yield batch


class FaultRows:
    """Puts a row for each fault among the batches of a file.

    `field` is the name of the schema's field that holds the text, if the schema has it; `others`
    is the schema without. Where it has not, faults have no rows. Where rows are typed, a `file` and
    a `position` are columns of the table.
    """

    def __init__(self, file: str, form: RowFormat, field: str | None) -> None:
        schema = form.schema
        self.file = file
        self.lead = "_" if form.is_typed else ""
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
