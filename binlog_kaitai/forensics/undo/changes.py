"""What took effect in logs: changes of whole rows, and statements, in the order of the logs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.forensics.undo.settling import Prepared, Settling
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
from binlog_kaitai.read.scan import Scan

_COMMITS_XA = re.compile(r"\s*xa\s+commit\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Effect:
    """A row that was changed, or a statement, or a `problem`: what cannot be written as SQL.

    `log` is the file, `start` tells its transactions apart, `change` is the last image of the row.
    What is not `is_chosen` lies between changes that are.
    """

    log: str
    start: Start
    change: Change
    row: RowChange | None = None
    statement: Statement | None = None
    problem: BinlogError | None = None
    is_chosen: bool = True

    def failing(self, expected: str, found: str) -> BinlogError:
        """Return an error at the place of this."""
        return BinlogError(self.log, self.change.position, expected, found)


Chooses = Callable[[str, Change], bool]
"""Tells whether a change in a file is chosen; an update's second image stands for both."""


def effects_of(scan: Scan, chooses: Chooses | None = None) -> Iterator[Effect]:
    """Yield what took effect of what a scan asks for, and whether it is chosen.

    Raises BinlogError, OSError as the scan does.
    """
    settling = Settling(scan.decisions())
    prepared: set[tuple[str, int]] = set()
    for log, changes in scan.exact_changes():
        for effect in _of_log(log.path, changes, settling, chooses):
            start = effect.log, effect.start[0]
            if effect.change.outcome == PREPARED:
                if effect.is_chosen:
                    prepared.add(start)
            elif effect.is_chosen and effect.statement and _COMMITS_XA.match(effect.statement.text):
                decided = settling.decided_by(*start)
                if decided is None:
                    yield _without_beginning(effect)
                elif (decided.log, decided.position) not in prepared and any(
                    map(scan.wants_table, decided.tables)
                ):
                    yield _without_beginning(effect, decided)
            yield effect


def _of_log(
    log: str, changes: Iterator[Change], settling: Settling, chooses: Chooses | None
) -> Iterator[Effect]:
    before: Cells | None = None
    undecided: Start | None = None
    for change in changes:
        effect = Effect(log, _start_of(change), change)
        if change.change_type == UPDATE_PREIMAGE:
            before = change.cells
            continue
        is_chosen = chooses is None or chooses(log, change)
        outcome = change.outcome
        if outcome == PREPARED:
            outcome = settling.outcome_of(log, effect.start[0])
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


def _without_beginning(effect: Effect, decided: Prepared | None = None) -> Effect:
    """Return the problem of a commit by XA of rows that are not among those asked for."""
    xid = effect.change.transaction.xid
    if decided is None:
        expected, found = f"the log file in which {xid} was prepared", "only its XA COMMIT"
    else:
        expected = f"the rows of {xid} in the selection, because it is committed here"
        found = f"rows that begin at byte {decided.position} of {base_name(decided.log)}"
    return replace(effect, statement=None, problem=effect.failing(expected, found))


def _without_end(effect: Effect) -> Effect:
    if effect.change.outcome == PREPARED:
        expected = (
            f"the log file in which {effect.change.transaction.xid} is committed or rolled back"
        )
        found = "a prepared XA transaction without an end in the logs"
    else:
        expected, found = "the end of the transaction", "none in the logs"
    return replace(effect, problem=effect.failing(expected, found))
