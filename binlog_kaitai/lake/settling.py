"""Buffer the rows of prepared XA transactions until their decision is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.lake.facts import Decision, Waiting
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK

Key = TypeVar("Key")

_DECIDED = pa.array([COMMITTED, ROLLED_BACK])


def decisions_in(statements: pa.RecordBatch, log: str) -> Iterator[Decision]:
    """Yield the XA decisions of statements, in their order."""
    xids = statements.column("xid")
    if xids.null_count == len(xids):
        return
    is_decision = pc.and_(xids.is_valid(), pc.is_in(statements.column("outcome"), _DECIDED))
    rows = statements.filter(is_decision)
    for xid, position, outcome in values_of(rows, ("xid", "position", "outcome")):
        yield Decision(xid, log, position, outcome)


def waiting_in(batch: pa.RecordBatch, log: str) -> tuple[Waiting, ...]:
    """Return the undecided transactions of rows, each with the position of its first row."""
    first: dict[str, int] = {}
    for xid, position in values_of(batch, ("_xid", "_position")):
        first.setdefault(xid, position)
    return tuple(Waiting(xid, log, position) for xid, position in first.items())


def prepared(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the rows of prepared transactions."""
    return batch.filter(pc.equal(batch.column("_outcome"), PREPARED))


def settled(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the decided rows, except those that were rolled back."""
    is_undone = pc.is_in(batch.column("_outcome"), pa.array([PREPARED, ROLLED_BACK]))
    return batch.filter(pc.invert(is_undone))


def of_transactions(batch: pa.RecordBatch, xids: Iterable[str]) -> pa.RecordBatch:
    """Return the rows of some transactions."""
    return batch.filter(pc.is_in(batch.column("_xid"), pa.array(list(xids), pa.string())))


def committed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the rows with the outcome committed."""
    number = batch.schema.get_field_index("_outcome")
    outcome = pa.array([COMMITTED] * len(batch), pa.string())
    return batch.set_column(number, batch.schema.field(number), outcome)


@dataclass
class _Some(Generic[Key]):
    key: Key
    log: str
    batch: pa.RecordBatch
    xids: set[str]


class PendingXaRows(Generic[Key]):
    """Rows of undecided transactions, with their keys.

    The first decision after its rows decides a transaction; its xid may be reused.
    """

    def __init__(self) -> None:
        self._held: list[_Some[Key]] = []
        self._put_down: set[str] = set()

    def add(self, key: Key, log: str, batch: pa.RecordBatch) -> None:
        """Add undecided rows of a log."""
        self._held.append(_Some(key, log, batch, set(batch.column("_xid").to_pylist())))

    def decide(
        self, decisions: Sequence[Decision]
    ) -> tuple[list[Decision], list[tuple[Key, pa.RecordBatch]]]:
        """Apply decisions. All rows before them must have been added, and none of later logs.

        Returns:
            The decisions on rows of other tasks, and the rows of this task that are now committed.
        """
        by_xid: dict[str, list[Decision]] = {}
        for decision in decisions:
            by_xid.setdefault(decision.xid, []).append(decision)
        used: set[Decision] = set()
        counting: list[tuple[Key, pa.RecordBatch]] = []
        held: list[_Some[Key]] = []
        for some in self._held:
            if some.xids.isdisjoint(by_xid):
                held.append(some)
                continue
            fates = list(_decisions_on(some, by_xid))
            used.update(filter(None, fates))
            outcomes = pa.array([fate and fate.outcome for fate in fates], pa.string())
            counts = some.batch.filter(pc.equal(outcomes, COMMITTED))
            if len(counts):
                counting.append((some.key, committed(counts)))
            left = some.batch.filter(outcomes.is_null())
            if len(left):
                held.append(_Some(some.key, some.log, left, set(left.column("_xid").to_pylist())))
        self._held = held
        elsewhere = [one for one in decisions if one not in used or one.xid in self._put_down]
        self._put_down.difference_update(by_xid)
        return elsewhere, counting

    def drain(self) -> list[tuple[Key, pa.RecordBatch]]:
        """Return all undecided rows, to be spilled."""
        for some in self._held:
            self._put_down.update(some.xids)
        left = [(some.key, some.batch) for some in self._held]
        self._held.clear()
        return left


def _decisions_on(
    some: _Some[Key], decisions: Mapping[str, list[Decision]]
) -> Iterator[Decision | None]:
    """Yield the first decision after each row, None if there is none."""
    for xid, position in values_of(some.batch, ("_xid", "_position")):
        those = decisions.get(xid, ())
        yield next((one for one in those if one.log != some.log or one.position > position), None)


def outcomes(
    waiting: Iterable[Waiting], decisions: Mapping[str, list[Decision]], logs: Mapping[str, int]
) -> dict[str, str]:
    """Return the outcomes of decided transactions, from the first decision after their rows."""
    by_xid: dict[str, str] = {}
    for one in waiting:
        place = logs.get(one.log, -1), one.position
        for decision in decisions.get(one.xid, ()):
            if (logs[decision.log], decision.position) > place:
                by_xid[one.xid] = decision.outcome
                break
    return by_xid


def by_xid(decisions: Iterable[Decision], logs: dict[str, int]) -> dict[str, list[Decision]]:
    """Return decisions in the order of the logs, by the transactions that they decide."""
    by_xid: dict[str, list[Decision]] = {}
    for decision in sorted(decisions, key=lambda one: (logs[one.log], one.position)):
        by_xid.setdefault(decision.xid, []).append(decision)
    return by_xid
