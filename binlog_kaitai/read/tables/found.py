"""What is found in a log whose tables are all read, and how it is made of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.layouts import PlacedLayout, RowFormat, matched_columns, schema_of
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.transactions import PREPARED, ROLLED_BACK
from binlog_kaitai.tree.output.batches import batches_of_changes

UNSETTLED = pa.array([PREPARED, ROLLED_BACK])


class TableRows(NamedTuple):
    """Some rows of one table, in the log's order; their batch has about `num_bytes`.

    Where they `are_settled`, none was rolled back, or waits for a decision.
    """

    table: Table
    batch: pa.RecordBatch
    num_bytes: int
    are_settled: bool


class Statements(NamedTuple):
    """Statements as flat records."""

    batch: pa.RecordBatch


Found: TypeAlias = TableRows | Statements


@dataclass(frozen=True)
class WantedTables:
    """What is asked of a log.

    `wants` says of which tables rows are wanted. `schema_for` asks for another schema of a table
    than those of its layouts: one whose fields their columns convert to.
    """

    wants: Callable[[Table], bool]
    schema_for: Callable[[Table], pa.Schema] | None = None


class TableReader(Protocol):
    """Reads a part of a log."""

    @property
    def num_events(self) -> int:
        """How many events there were so far."""

    def found(self) -> Iterator[list[Found]]:
        """Yield rows and statements that lie side by side. Raises BinlogError for damage."""


class Matched(NamedTuple):
    """The fields of a typed schema, and the numbers of the columns that they hold."""

    schema: pa.Schema
    indexes: dict[str, int]


def matched_in(placed: PlacedLayout, schema: pa.Schema) -> Matched:
    """Return which columns of a layout a schema's fields hold. Raises BinlogError for others."""
    table = placed.table
    try:
        matches = matched_columns(table, RowFormat(schema, is_projection=True))
    except UnreadableError as error:
        raise BinlogError(placed.file, placed.position, error.expected, error.found) from error
    numbers = {column.name: i for i, column in enumerate(table.columns)}
    return Matched(schema, {name: numbers[column.name] for name, column in matches.items()})


def found_in(file: str, changes: Iterable[Change], wanted: WantedTables) -> Iterator[Found]:
    """Yield what changes hold: statements, and each table's rows together."""
    statements: list[Change] = []
    of_tables: dict[Table, list[Change]] = {}
    for change in changes:
        if change.table is None:
            statements.append(change)
        elif wanted.wants(change.table):
            of_tables.setdefault(change.table, []).append(change)
    for batch in batches_of_changes(file, statements, RowFormat()):
        yield Statements(batch)
    for table, found in of_tables.items():
        placed = PlacedLayout(table, file, found[0].position)
        schema = schema_of(placed) if wanted.schema_for is None else wanted.schema_for(table)
        matched_in(placed, schema)
        form = RowFormat(schema, is_typed=True, is_projection=True)
        for batch in batches_of_changes(file, found, form):
            unsettled = pc.any(pc.is_in(batch.column("_outcome"), UNSETTLED)).as_py()
            yield TableRows(table, batch, batch.nbytes, not unsettled)
