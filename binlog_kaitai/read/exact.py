"""The changes of logs with their values exact: what the log holds, for who writes it as SQL.

Trees read them where records do not tell a value exactly. Kernels tell them where that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.io.files import held_if_small
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.row_batches import values_of, with_pairs
from binlog_kaitai.model.schema import CONTEXT_SCHEMA, RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.contexts import with_contexts
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.exact_rows import ExactRows
from binlog_kaitai.read.logged_ddl import server_of
from binlog_kaitai.read.served import scopes_of
from binlog_kaitai.read.wanted_spans import SMALL, TablesAt, WantedSpan, no_columns, wanted_spans
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.log.seek import read_head

CASCADES_SINCE = (9, 6)
"""The version of MySQL from which on rows of cascades are logged."""

OMITS_GENERATED_SINCE = (11, 0)
"""MariaDB's first version that may leave generated columns out of updates; 10.11 has them."""

_WITH_CONTEXT = pa.schema(
    [*RECORD_SCHEMA, *(CONTEXT_SCHEMA.field(name) for name in ("thread_id", "user"))]
)

_RUNS = pa.schema(
    [RECORD_SCHEMA.field(name) for name in ("position", "ordinal", "database", "table")]
)


ExactChanges: TypeAlias = Iterator[Change | ExactRows]


def exact_changes(log: str, scope: Scope, engines: Engines) -> ExactChanges:
    """Yield the changes in a log that a scope asks for, and all statements that it does not refuse.

    Text is its bytes, ENUM and SET are numbers, and JSON is a `JsonDocument`. The outcome of each
    is known, unless the log ends first. Raises BinlogError where the log is damaged, OSError.
    """
    parts = scopes_of(log, scope)
    log = held_if_small(log, SMALL)
    for part in parts:
        for wanted in wanted_spans(log, part, engines):
            asked = replace(part, span=wanted.span)
            if wanted.is_told:
                yield from _told(log, asked, wanted, engines)
                continue
            changes = _of_span(log, asked)
            yield from with_contexts(changes, log, asked, engines) if scope.has_context else changes


def _told(log: str, scope: Scope, wanted: WantedSpan, engines: Engines) -> Iterator[ExactRows]:
    tables = TablesAt(log, [scope], engines)
    starts = np.array(wanted.starts)
    modes = {"is_typed": False, "schema": _WITH_CONTEXT if scope.has_context else RECORD_SCHEMA}
    batches = read_batches(log, scope.table, scope=scope, engine=engines, **modes)
    for batch in with_pairs(batches, "change_type"):
        positions = batch.column("position").to_numpy()
        begins = starts[np.searchsorted(starts, positions, side="right") - 1]
        first = 0
        while first < len(positions):
            known, until = tables.known_at(positions[first])
            end = len(positions) if until is None else int(np.searchsorted(positions, until))
            yield ExactRows(batch.slice(first, end - first), known, begins[first:end])
            first = end


def _of_span(log: str, scope: Scope) -> Iterator[Change]:
    stop = scope.span.stop
    try:
        for change in read_changes(log, replace(scope, is_exact=True)):
            assert not isinstance(change, Fault)
            if stop is not None and change.position >= stop:
                return  # what its transaction does beyond
            if scope.server_id in (None, change.server_id) and _is_of_database(change, scope):
                _ = change.outcome  # which may be looked for in the log, and may be no longer
                yield change
    except BinlogError as error:
        if stop is None or error.position < stop:
            raise


def flavor_of(log: str) -> Literal["mysql", "mariadb"]:
    """Return who wrote a log: mysql or mariadb. Raises BinlogError, OSError."""
    with LogFile(log) as opened:
        return "mariadb" if read_head(opened).state.format.is_mariadb else "mysql"


def logs_cascades(log: str) -> bool:
    """Return whether its server logs what foreign keys do. Raises BinlogError, OSError."""
    server = server_of(log)
    return not server.is_mariadb and server.numbers >= CASCADES_SINCE


def omits_generated(log: str) -> bool:
    """Return whether its server may leave generated columns out of updates. Raises as above."""
    server = server_of(log)
    return server.is_mariadb and server.numbers >= OMITS_GENERATED_SINCE


def runs_of_tables(log: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield where rows of another table begin in the transaction that begins at a byte.

    Yields:
        Positions and ordinals of rows, of whatever tables.

    Raises:
        BinlogError, OSError.
    """
    span = Span(start, start + 1, has_parts_before=True)  # whose log was read before
    scope = Scope(span=span, columns=no_columns, verify_checksums=False)
    before = None
    for batch in read_batches(log, is_typed=False, schema=_RUNS, scope=scope):
        for position, ordinal, *table in values_of(batch):
            if table != before:
                before = table
                yield position, ordinal


def _is_of_database(change: Change, scope: Scope) -> bool:
    return scope.database is None or change.table is not None or change.database == scope.database
