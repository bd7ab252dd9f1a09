"""What became of transactions of XA, which are prepared in one place and decided in another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.model.transactions import PREPARED

Logs: TypeAlias = Iterable[tuple[GivenLog, Iterator[pa.RecordBatch]]]

_FIELDS = ["position", "outcome", "xid", "ended_by", "tables"]
_DECISIONS = ("xa_commit", "xa_rollback")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A transaction that was prepared: where it begins, and the full names of its tables."""

    log: str
    position: int
    tables: tuple[str, ...]


class Settling:
    """Tells what became of each prepared transaction, by all transactions of logs in order."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs

    def outcome_of(self, log: str, position: int) -> str | None:
        """Return what was decided of one by the position it begins at; None where nothing was."""
        return self._settled[0].get((log, position))

    def decided_by(self, log: str, position: int) -> Prepared | None:
        """Return what a decision that begins at a position is about; None where no log has it."""
        return self._settled[1].get((log, position))

    @cached_property
    def _settled(self) -> tuple[dict[tuple[str, int], str], dict[tuple[str, int], Prepared]]:
        open_: dict[str, Prepared] = {}
        outcomes, decisions = {}, {}
        for log, batches in self._logs:
            for batch in batches:
                for position, outcome, xid, ended_by, tables in _of_xa(batch):
                    if outcome == PREPARED:
                        names = tuple(table["table"] for table in tables or ())
                        open_[xid] = Prepared(log.path, position, names)
                    elif ended_by in _DECISIONS and xid in open_:
                        decided = decisions[log.path, position] = open_.pop(xid)
                        outcomes[decided.log, decided.position] = outcome
        return outcomes, decisions


def _of_xa(batch: pa.RecordBatch) -> Iterator[tuple[int, str, str, str, list[dict[str, str]]]]:
    """Yield the fields of those transactions that have an `xid`."""
    of_xa = batch.filter(batch.column("xid").is_valid())
    yield from zip(*(of_xa.column(name).to_pylist() for name in _FIELDS), strict=True)
