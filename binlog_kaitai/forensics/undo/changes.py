"""What took effect in logs: changes of whole rows, and statements, in the order of the logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.forensics.undo.settling import Settling
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


@dataclass(frozen=True, slots=True)
class Effect:
    """A row that was changed, or a statement, or a `problem`: what cannot be written as SQL.

    `log` is the file, `start` tells its transactions apart, `change` is the last image of the row.
    """

    log: str
    start: Start
    change: Change
    row: RowChange | None = None
    statement: Statement | None = None
    problem: BinlogError | None = None

    def failing(self, expected: str, found: str) -> BinlogError:
        """Return an error at the place of this."""
        return BinlogError(self.log, self.change.position, expected, found)


def effects_of(scan: Scan) -> Iterator[Effect]:
    """Yield what took effect of what a scan asks for. Raises BinlogError, OSError as it does."""
    settling = Settling(scan.decisions())
    for log, changes in scan.exact_changes():
        yield from _of_log(log.path, changes, settling)


def _of_log(log: str, changes: Iterator[Change], settling: Settling) -> Iterator[Effect]:
    before: Cells | None = None
    undecided: Start | None = None
    for change in changes:
        effect = Effect(log, _start_of(change), change)
        if change.change_type == UPDATE_PREIMAGE:
            before = change.cells
            continue
        outcome = change.outcome
        if outcome == PREPARED:
            outcome = settling.outcome_of(log, effect.start[0])
        if outcome is None and undecided != effect.start:
            undecided = effect.start
            yield _without_end(effect)
        if outcome != COMMITTED or change.transaction.alter_phase in ("start", "rollback"):
            continue
        if change.statement is not None:
            yield replace(effect, statement=change.statement)
        elif change.table is None or change.cells is None:
            problem = effect.failing(
                "rows whose layout the log tells", "those of MySQL before 5.1.16"
            )
            yield replace(effect, problem=problem)
        else:
            is_new, is_gone = change.change_type == INSERT, change.change_type == DELETE
            old = None if is_new else change.cells if is_gone else before
            new = None if is_gone else change.cells
            yield replace(effect, row=RowChange(change.table, old, new))


def _start_of(change: Change) -> Start:
    return (change.position, 0) if change.fate is None else change.fate.start


def _without_end(effect: Effect) -> Effect:
    if effect.change.outcome == PREPARED:
        expected = f"the log in which {effect.change.transaction.xid} is committed or rolled back"
        found = "a transaction of XA that is only prepared in what was given"
    else:
        expected, found = "the end of the transaction", "none in what was given"
    return replace(effect, problem=effect.failing(expected, found))
