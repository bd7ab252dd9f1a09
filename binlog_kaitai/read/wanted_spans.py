"""Where in a log lies what is asked for: found by the fast engine, for who reads by the slow one.

Trees take long to pass over what is not wanted, and for values that records tell as well. So
kernels read a log first, without its values, and tell which transactions hold any of what is
wanted, and which of these only rows that `binlog_kaitai.read.exact_rows` reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import is_worth_seeking_in
from binlog_kaitai.model.names import full_name
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

_MAX = np.iinfo(np.int64).max
_NOWHERE = np.empty(0, np.int64), np.empty(0, bool)

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
    """Tells how a table is described at a position; positions are asked for in order.

    `scopes` are the parts of a log in which it is, in order.
    """

    def __init__(self, log: str, scopes: Iterable[Scope], engines: Engines) -> None:
        engine = engines.engine_for([log], "flat")
        self._described = (
            table
            for scope in scopes
            for table in engine.described_tables(log, replace(scope, columns=no_columns))
        )
        self._tables: dict[tuple[str, str], Table] = {}
        self._next = self._following()

    def at(self, position: int, database: str, name: str) -> Table | None:
        """Return the table of a row image at a position."""
        return self.known_at(position)[0].get((database, name))

    def known_at(self, position: int) -> tuple[Mapping[tuple[str, str], Table], int | None]:
        """Return the tables at a position, and where others are described; None for nowhere."""
        while self._next is not None and self._next[1] <= position:
            table = self._next[0]
            self._tables = {**self._tables, (table.database, table.name): table}
            self._next = self._following()
        return self._tables, None if self._next is None else self._next[1]

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
    if not is_worth_seeking_in(log, SMALL):
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


def _wanted_transactions(
    log: str, scope: Scope, engines: Engines
) -> Iterator[tuple[int, int, bool]]:
    """Yield where those begin and end that hold something wanted, and whether records tell it."""
    places = _wanted_places(log, scope, engines)
    positions, are_told = _NOWHERE
    error: BinlogError | None = None
    for firsts, ends in _transactions(log, scope, engines):
        least = np.full(len(ends), _MAX)
        told = np.ones(len(ends), bool)
        last = -1
        while not error:
            owners = np.searchsorted(ends, positions, side="right")
            count = int(np.searchsorted(owners, len(ends)))
            np.minimum.at(least, owners[:count], positions[:count])
            np.logical_and.at(told, owners[:count], are_told[:count])
            last = int(owners[count - 1]) if count else last
            positions, are_told = positions[count:], are_told[count:]
            if len(positions):
                break
            try:
                found = next(places, None)
            except BinlogError as damage:
                error, found = damage, None
            if found is None:
                break
            positions, are_told = found
        if error and last >= 0:
            least[last] = _MAX  # it may have more
        are_wanted = least < _MAX
        # what belongs to no transaction lies before one
        wanted = np.minimum(firsts, least), ends, np.logical_and(told, least >= firsts)
        yield from zip(*(each[are_wanted].tolist() for each in wanted), strict=True)
        if error:
            raise error
        if not len(positions):
            return


def _transactions(log: str, scope: Scope, engines: Engines) -> Iterator[tuple[Any, Any]]:
    """Yield arrays of where transactions begin and end."""
    span = Span(has_parts_behind=True)  # of which some are read again
    everything = Scope(span=span, verify_checksums=scope.verify_checksums)
    for batch in transaction_batches(log, schema=_BOUNDS, scope=everything, engine=engines):
        yield batch.column(0).to_numpy(), batch.column(1).to_numpy()


def _wanted_places(log: str, scope: Scope, engines: Engines) -> Iterator[tuple[Any, Any]]:
    """Yield arrays of the positions of what is wanted, and of whether records tell it."""
    asked = replace(scope, table=None, columns=no_columns, definitions=None)
    tables = TablesAt(log, [replace(scope, span=Span())], engines)
    told: dict[tuple[str, str], tuple[Table | None, bool]] = {}

    def is_told(name: tuple[str, str], known: Mapping[tuple[str, str], Table]) -> bool:
        table = known.get(name)
        if name not in told or told[name][0] is not table:
            told[name] = table, table is not None and tells_exactly(table)
        return told[name][1]

    for batch in read_batches(log, is_typed=False, schema=_PLACES, scope=asked, engine=engines):
        positions = batch.column("position").to_numpy()
        first = 0
        while first < len(positions):
            known, until = tables.known_at(positions[first])
            end = len(positions) if until is None else int(np.searchsorted(positions, until))
            names, codes = distinct_names(batch.slice(first, end - first))
            # statements have no table
            wanted = [name[1] is None or scope.wants_table(full_name(*name)) for name in names]
            are_told = [name[1] is not None and is_told(name, known) for name in names]
            chosen = np.array(wanted)[codes]
            yield positions[first:end][chosen], np.array(are_told)[codes][chosen]
            first = end


def distinct_names(batch: pa.RecordBatch) -> tuple[list[tuple[str, str]], Any]:
    """Return databases and tables of records, and which of them each row is of."""
    databases, names = (
        batch.column(name).dictionary_encode("encode") for name in ("database", "table")
    )
    codes = databases.indices.to_numpy() * len(names.dictionary) + names.indices.to_numpy()
    _, firsts, codes = np.unique(codes, return_index=True, return_inverse=True)
    found = [(databases[at].as_py(), names[at].as_py()) for at in firsts.tolist()]
    return found, codes


def no_columns(_: Table) -> Collection[str]:
    """Return that no values of a table are wanted."""
    return ()
