"""Where in a log lies what is asked for: found by the fast engine, for who reads by the slow one.

Trees take long to pass over what is not wanted, and for values that records tell as well. So
kernels read a log first, without its values, and tell which transactions hold any of what is
wanted, and which of these only rows that `binlog_kaitai.read.exact_rows` reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import is_compressed
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.model.schema import RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.exact_rows import tells_exactly
from binlog_kaitai.read.views import transaction_batches

SMALL = 2**18  # bytes that are not worth to be looked into
GAP = 2**14  # bytes that are read along sooner than a log is opened anew
MANY = 2**14  # transactions, of which no more are told at once

_PLACES = pa.schema([RECORD_SCHEMA.field(name) for name in ("position", "database", "table")])
_BOUNDS = pa.schema([TRANSACTION_SCHEMA.field(name) for name in ("position", "end_position")])


@dataclass(frozen=True, slots=True)
class WantedSpan:
    """A span with something wanted; `starts` are where its transactions begin, if it `is_told`.

    Then it holds nothing wanted but rows whose exact values records tell.
    """

    span: Span
    is_told: bool = False
    starts: tuple[int, ...] = ()


class TablesAt:
    """Tells how a table is described at a position; positions are asked for in order."""

    def __init__(self, log: str, scope: Scope, engines: Engines) -> None:
        described = replace(scope, columns=no_columns)
        engine = engines.engine_for([log], "flat")
        self._described = engine.described_tables(log, described)
        self._tables: dict[tuple[str, str], Table] = {}
        self._next = self._following()

    def at(self, position: int, database: str, name: str) -> Table | None:
        """Return the table of a row image at a position."""
        while self._next is not None and self._next[1] <= position:
            table = self._next[0]
            self._tables[table.database, table.name] = table
            self._next = self._following()
        return self._tables.get((database, name))

    def _following(self) -> tuple[Table, int] | None:
        """Return the next table; None at damage, which the reading of the rows raises later."""
        try:
            return next(self._described, None)
        except BinlogError:
            return None


def wanted_spans(log: str, scope: Scope, engines: Engines) -> Iterator[WantedSpan]:
    """Yield spans that hold all transactions with row images that a scope wants, or statements.

    Raises BinlogError where the log is damaged, after what lies before; OSError.
    """
    if is_compressed(log) or _is_small(log):
        yield WantedSpan(scope.span)
        return
    starts: list[int] = []
    end, is_told = 0, False
    for first, behind, tells in _wanted_transactions(log, scope, engines):
        if starts and (first - end > GAP or tells != is_told or len(starts) >= MANY):
            yield _wanted(scope, starts, end, is_told=is_told)
            starts = []
        starts.append(first)
        end, is_told = behind, tells
    if starts:
        yield _wanted(scope, starts, end, is_told=is_told)


def _wanted(scope: Scope, starts: list[int], end: int, *, is_told: bool) -> WantedSpan:
    span = Span(starts[0], end, is_exact=True, stop=scope.span.stop, has_parts_before=True)
    return WantedSpan(span, is_told, tuple(starts))


def _is_small(log: str) -> bool:
    with LogFile(log) as opened:
        return opened.size < SMALL


def _wanted_transactions(
    log: str, scope: Scope, engines: Engines
) -> Iterator[tuple[int, int, bool]]:
    """Yield where those begin and end that hold something wanted, and whether records tell it."""
    positions = _wanted_positions(log, scope, engines)
    wanted = next(positions, None)
    for first, behind in _transactions(log, scope, engines):
        if wanted is None:
            return
        if wanted[0] >= behind:
            continue
        # what belongs to no transaction lies before one
        start, is_told = min(first, wanted[0]), wanted[0] >= first
        while wanted is not None and wanted[0] < behind:
            is_told = is_told and wanted[1]
            wanted = next(positions, None)
        yield start, behind, is_told


def _transactions(log: str, scope: Scope, engines: Engines) -> Iterator[tuple[int, int]]:
    span = Span(has_parts_behind=True)  # of which some are read again
    everything = Scope(span=span, verify_checksums=scope.verify_checksums)
    for batch in transaction_batches(log, schema=_BOUNDS, scope=everything, engine=engines):
        yield from values_of(batch)


def _wanted_positions(log: str, scope: Scope, engines: Engines) -> Iterator[tuple[int, bool]]:
    """Yield the positions of what is wanted, and whether records tell all of it."""
    asked = replace(scope, table=None, columns=no_columns, definitions=None)
    tables = TablesAt(log, replace(scope, span=Span()), engines)
    are_wanted: dict[tuple[str, str], bool] = {}
    told: dict[Table, bool] = {}
    last = None
    for batch in read_batches(log, is_typed=False, schema=_PLACES, scope=asked, engine=engines):
        for place in values_of(batch):
            if place == last:
                continue
            last = place
            position, database, name = place
            if name is None:
                yield position, False
                continue
            if (database, name) not in are_wanted:
                are_wanted[database, name] = scope.wants_table(full_name(database, name))
            if are_wanted[database, name]:
                table = tables.at(position, database, name)
                if table is not None and table not in told:
                    told[table] = tells_exactly(table)
                yield position, table is not None and told[table]


def no_columns(_: Table) -> Collection[str]:
    """Return that no values of a table are wanted."""
    return ()
