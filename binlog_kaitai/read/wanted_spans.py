"""Where in a log lies what is asked for: found by the fast engine, for who reads by the slow one.

Trees take long to pass over what is not wanted. So kernels read a log first, without its values,
and tell which transactions hold any of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.io.files import is_compressed
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.transaction_batches import transaction_batches

SMALL = 2**18  # bytes that are not worth to be looked into
GAP = 2**14  # bytes that are read along sooner than a log is opened anew

_PLACES = pa.schema([RECORD_SCHEMA.field(name) for name in ("position", "database", "table")])
_BOUNDS = pa.schema([TRANSACTION_SCHEMA.field(name) for name in ("position", "end_position")])


def wanted_spans(log: str, scope: Scope, engines: Engines) -> Iterator[Span]:
    """Yield spans that hold all transactions with row images that a scope wants, or statements.

    Raises BinlogError where the log is damaged, after what lies before; OSError.
    """
    wants_all = scope == Scope(
        span=scope.span, definitions=scope.definitions, verify_checksums=scope.verify_checksums
    )
    if wants_all or is_compressed(log) or _is_small(log):
        yield scope.span
        return
    start = end = None
    for first, behind in _wanted_transactions(log, scope, engines):
        if start is None or end is None:
            start, end = first, behind
        elif first - end <= GAP:
            end = behind
        else:
            yield Span(start, end, is_exact=True, stop=scope.span.stop)
            start, end = first, behind
    if start is not None:
        yield Span(start, end, is_exact=True, stop=scope.span.stop)


def _is_small(log: str) -> bool:
    with LogFile(log) as opened:
        return opened.size < SMALL


def _wanted_transactions(log: str, scope: Scope, engines: Engines) -> Iterator[tuple[int, int]]:
    """Yield where those begin and end that hold something wanted."""
    positions = _wanted_positions(log, scope, engines)
    wanted = next(positions, None)
    for first, behind in _transactions(log, scope, engines):
        if wanted is None:
            return
        if wanted < behind:
            # what belongs to no transaction lies before one
            yield min(first, wanted), behind
        while wanted is not None and wanted < behind:
            wanted = next(positions, None)


def _transactions(log: str, scope: Scope, engines: Engines) -> Iterator[tuple[int, int]]:
    everything = Scope(verify_checksums=scope.verify_checksums)
    for batch in transaction_batches(log, schema=_BOUNDS, scope=everything, engine=engines):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _wanted_positions(log: str, scope: Scope, engines: Engines) -> Iterator[int]:
    asked = replace(scope, table=None, columns=_no_columns, definitions=None)
    known: dict[tuple[str, str], bool] = {}
    last = -1
    for batch in read_batches(log, is_typed=False, schema=_PLACES, scope=asked, engine=engines):
        rows = zip(*(column.to_pylist() for column in batch.columns), strict=True)
        for position, database, table in rows:
            if position == last:
                continue
            name = (database, table)
            if table is not None and name not in known:
                known[name] = scope.wants_table(full_name(database, table))
            if table is None or known[name]:
                last = position
                yield position


def _no_columns(_: Table) -> Collection[str]:
    return ()
