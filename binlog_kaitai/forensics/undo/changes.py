"""Yield the effective row changes and statements, in the order of the logs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.forensics.undo.xa_resolution import Prepared, XaResolver
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import (
    DELETE,
    INSERT,
    UPDATE_PREIMAGE,
    Cells,
    Change,
    Statement,
)
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, Start
from binlog_kaitai.read.exact_rows import ExactRows
from binlog_kaitai.read.indexed import KeysAsked
from binlog_kaitai.read.scans import Scan

_COMMITS_XA = re.compile(r"\s*xa\s+commit\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EffectiveChange:
    """An effective row change, a statement, or a `problem` that prevents its SQL.

    `log` is the file, `start` identifies a transaction in it, `change` is the last image of the
    row. Without `is_chosen`, it is not selected, but between selected changes.
    """

    log: str
    start: Start
    change: Change
    row: RowChange | None = None
    statement: Statement | None = None
    problem: BinlogError | None = None
    is_chosen: bool = True

    def failing(self, expected: str, found: str) -> BinlogError:
        """Return an error at the position of the change."""
        return BinlogError(self.log, self.change.position, expected, found)


class EffectiveRows(NamedTuple):
    """Rows in a log that are all effective, and all selected."""

    log: str
    rows: ExactRows

    def parts(self) -> list[EffectiveRows]:
        """Return the rows up to the last transaction, and those of it."""
        batch, tables, starts = self.rows
        at = int(np.searchsorted(starts, starts[-1]))
        ends = [(0, at), (at, len(starts))] if at else [(0, len(starts))]
        return [
            EffectiveRows(self.log, ExactRows(batch.slice(a, b - a), tables, starts[a:b]))
            for a, b in ends
        ]

    def one_by_one(self) -> Iterator[EffectiveChange]:
        """Yield the changes."""
        for effect in _of_log(self.log, self.rows.changes(), XaResolver([]), None):
            assert isinstance(effect, EffectiveChange)
            yield effect


PositionFilter = Callable[[str, Change], bool]
"""Returns whether a change in a file is selected, by the after image for an update."""


def effective_changes(
    scan: Scan, position_filter: PositionFilter | None = None, asked: KeysAsked | None = None
) -> Iterator[EffectiveChange | EffectiveRows]:
    """Yield the effective changes of a scan, many rows together if no change needs a look.

    Args:
        scan: the logs and filters.
        position_filter: selects changes by their positions; None for all.
        asked: keys; changes without one may be left out.

    Raises:
        BinlogError, OSError: as the scan.
    """
    resolver = XaResolver(scan.decisions())
    prepared: set[tuple[str, int]] = set()
    for log, changes in scan.exact_changes(asked):
        for effect in _of_log(log.path, _flat(changes, position_filter), resolver, position_filter):
            if isinstance(effect, EffectiveRows):
                yield effect
                continue
            start = effect.log, effect.start[0]
            if effect.change.outcome == PREPARED:
                if effect.is_chosen:
                    prepared.add(start)
            elif effect.is_chosen and effect.statement and _COMMITS_XA.match(effect.statement.text):
                decided = resolver.transaction_of(*start)
                if decided is None:
                    yield _without_beginning(effect)
                elif (decided.log, decided.position) not in prepared and any(
                    map(scan.wants_table, decided.tables)
                ):
                    yield _without_beginning(effect, decided)
            yield effect


def _flat(
    changes: Iterator[Change | ExactRows], position_filter: PositionFilter | None
) -> Iterator[Change | ExactRows]:
    """Yield changes, and those rows together that are all committed, and not filtered."""
    for each in changes:
        if isinstance(each, Change) or (position_filter is None and each.are_committed):
            yield each
        else:
            yield from each.changes()


def _of_log(
    log: str,
    changes: Iterator[Change | ExactRows],
    resolver: XaResolver,
    position_filter: PositionFilter | None,
) -> Iterator[EffectiveChange | EffectiveRows]:
    before: Cells | None = None
    undecided: Start | None = None
    for change in changes:
        if isinstance(change, ExactRows):
            yield EffectiveRows(log, change)
            continue
        effect = EffectiveChange(log, _start_of(change), change)
        if change.change_type == UPDATE_PREIMAGE:
            before = change.cells
            continue
        is_chosen = position_filter is None or position_filter(log, change)
        outcome = change.outcome
        if outcome == PREPARED:
            outcome = resolver.outcome_of(log, effect.start[0])
        if is_chosen and outcome is None and undecided != effect.start:
            undecided = effect.start
            yield _without_end(effect)
        if outcome != COMMITTED or change.transaction.alter_phase in ("start", "rollback"):
            continue
        if change.statement is not None:
            yield replace(effect, statement=change.statement, is_chosen=is_chosen)
        elif change.table is None or change.cells is None:
            problem = effect.failing(
                "rows in the format of MySQL 5.1.16 or later", "rows of an older server"
            )
            yield replace(effect, problem=problem, is_chosen=is_chosen)
        else:
            is_new, is_gone = change.change_type == INSERT, change.change_type == DELETE
            old = None if is_new else change.cells if is_gone else before
            new = None if is_gone else change.cells
            yield replace(effect, row=RowChange(change.table, old, new), is_chosen=is_chosen)


def _start_of(change: Change) -> Start:
    return (change.position, 0) if change.fate is None else change.fate.start


def _without_beginning(effect: EffectiveChange, decided: Prepared | None = None) -> EffectiveChange:
    """Return the problem of an XA COMMIT whose rows are not among the selected ones."""
    xid = effect.change.transaction.xid
    if decided is None:
        expected, found = f"the log file in which {xid} was prepared", "only its XA COMMIT"
    else:
        expected = f"the rows of {xid} in the selection, because it is committed here"
        found = f"rows that begin at byte {decided.position} of {base_name(decided.log)}"
    return replace(effect, statement=None, problem=effect.failing(expected, found))


def _without_end(effect: EffectiveChange) -> EffectiveChange:
    if effect.change.outcome == PREPARED:
        expected = (
            f"the log file in which {effect.change.transaction.xid} is committed or rolled back"
        )
        found = "a prepared XA transaction without an end in the logs"
    else:
        expected, found = "the end of the transaction", "none in the logs"
    return replace(effect, problem=effect.failing(expected, found))
