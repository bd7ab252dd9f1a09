"""What engines leave in that a scope does not want: passed over here, for both alike.

Engines leave out tables, times and transactions, whose rows then cost little. What is left are
servers, of which a log rarely has several, the statements of other databases, and the end of a
transaction that goes on where reading stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.model.scopes import Scope


class Sieve:
    """Lets pass what is wanted of the batches of a file.

    `schema` is what an engine is asked for: the fields that are `wanted`, and those that tell
    whether a row is. `lead` is what the names of the record's fields begin with.
    """

    def __init__(self, scope: Scope, wanted: pa.Schema, natural: pa.Schema, lead: str = "") -> None:
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
        for name in self._tests:
            if name not in wanted.names:
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
        if self._tests:
            for name, test in self._tests.items():
                batch = batch.filter(test(batch.column(name)))
            batch = batch.select(self._names)
        if batch.num_rows:
            yield batch
