"""Rows of prepared transactions (XA): kept apart until a decision behind them is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.lake.facts import Decision, Waiting
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK

Key = TypeVar("Key")

_DECIDED = pa.array([COMMITTED, ROLLED_BACK])


def decisions_in(statements: pa.RecordBatch, log: str) -> Iterator[Decision]:
    """Yield what statements decide, in their order."""
    xids = statements.column("xid")
    if xids.null_count == len(xids):
        return
    is_decision = pc.and_(xids.is_valid(), pc.is_in(statements.column("outcome"), _DECIDED))
    found = statements.filter(is_decision)
    fields = [found.column(name).to_pylist() for name in ("xid", "position", "outcome")]
    for xid, position, outcome in zip(*fields, strict=True):
        yield Decision(xid, log, position, outcome)


def waiting_in(batch: pa.RecordBatch, log: str) -> tuple[Waiting, ...]:
    """Return the transactions that rows wait for, each where its first row lies."""
    first: dict[str, int] = {}
    fields = [batch.column(name).to_pylist() for name in ("_xid", "_position")]
    for xid, position in zip(*fields, strict=True):
        first.setdefault(xid, position)
    return tuple(Waiting(xid, log, position) for xid, position in first.items())


def prepared(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the rows that wait for a decision."""
    return batch.filter(pc.equal(batch.column("_outcome"), PREPARED))


def settled(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the rows that do not wait, but for those that were rolled back."""
    is_undone = pc.is_in(batch.column("_outcome"), pa.array([PREPARED, ROLLED_BACK]))
    return batch.filter(pc.invert(is_undone))


def of_transactions(batch: pa.RecordBatch, xids: Iterable[str]) -> pa.RecordBatch:
    """Return the rows of some transactions."""
    return batch.filter(pc.is_in(batch.column("_xid"), pa.array(list(xids), pa.string())))


def committed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return rows as committed."""
    number = batch.schema.get_field_index("_outcome")
    outcome = pa.array([COMMITTED] * len(batch), pa.string())
    return batch.set_column(number, batch.schema.field(number), outcome)


@dataclass
class _Some(Generic[Key]):
    key: Key
    batch: pa.RecordBatch
    xids: set[str]


class WaitingRows(Generic[Key]):
    """Rows that wait, with what they are of.

    A transaction is decided by the first decision behind its rows; its name may be used again.
    """

    def __init__(self) -> None:
        self._held: list[_Some[Key]] = []
        self._put_down: set[str] = set()

    def add(self, key: Key, batch: pa.RecordBatch) -> None:
        """Take in rows that wait."""
        self._held.append(_Some(key, batch, set(batch.column("_xid").to_pylist())))

    def decide(
        self, decisions: Sequence[Decision]
    ) -> tuple[list[Decision], list[tuple[Key, pa.RecordBatch]]]:
        """Return decisions that rows elsewhere may wait for, and rows here that now count.

        All rows before the decisions, in the same part of a log, have been added.
        """
        by_xid: dict[str, list[Decision]] = {}
        for decision in decisions:
            by_xid.setdefault(decision.xid, []).append(decision)
        used: set[Decision] = set()
        found: list[tuple[Key, pa.RecordBatch]] = []
        held: list[_Some[Key]] = []
        for some in self._held:
            if some.xids.isdisjoint(by_xid):
                held.append(some)
                continue
            fates = list(_fates(some.batch, by_xid))
            used.update(filter(None, fates))
            outcomes = pa.array([fate and fate.outcome for fate in fates], pa.string())
            counts = some.batch.filter(pc.equal(outcomes, COMMITTED))
            if len(counts):
                found.append((some.key, committed(counts)))
            left = some.batch.filter(outcomes.is_null())
            if len(left):
                held.append(_Some(some.key, left, set(left.column("_xid").to_pylist())))
        self._held = held
        elsewhere = [one for one in decisions if one not in used or one.xid in self._put_down]
        self._put_down.difference_update(by_xid)
        return elsewhere, found

    def drain(self) -> list[tuple[Key, pa.RecordBatch]]:
        """Return all rows that still wait, which are to be put down elsewhere."""
        for some in self._held:
            self._put_down.update(some.xids)
        left = [(some.key, some.batch) for some in self._held]
        self._held.clear()
        return left


def _fates(
    batch: pa.RecordBatch, decisions: Mapping[str, list[Decision]]
) -> Iterator[Decision | None]:
    """Yield the first decision behind each row, None where there is none."""
    fields = [batch.column(name).to_pylist() for name in ("_xid", "_position")]
    for xid, position in zip(*fields, strict=True):
        yield next((one for one in decisions.get(xid, ()) if one.position > position), None)


def outcomes(
    waiting: Iterable[Waiting], decisions: Mapping[str, list[Decision]], logs: Mapping[str, int]
) -> dict[str, str]:
    """Return what the first decision behind each transaction's rows says, of those decided."""
    found: dict[str, str] = {}
    for one in waiting:
        place = logs.get(one.log, -1), one.position
        for decision in decisions.get(one.xid, ()):
            if (logs[decision.log], decision.position) > place:
                found[one.xid] = decision.outcome
                break
    return found
