"""What became of transactions of XA, which are prepared in one place and decided in another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.model.transactions import PREPARED

Logs: TypeAlias = Iterable[tuple[GivenLog, Iterator[pa.RecordBatch]]]

_FIELDS = ["position", "outcome", "xid", "ended_by"]
_DECISIONS = ("xa_commit", "xa_rollback")


class Settling:
    """Tells what became of each prepared transaction, by all transactions of logs in order."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs

    def outcome_of(self, log: str, position: int) -> str | None:
        """Return what was decided of one by the position it begins at; None where nothing was."""
        return self._outcomes.get((log, position))

    @cached_property
    def _outcomes(self) -> dict[tuple[str, int], str]:
        open_: dict[str, tuple[str, int]] = {}
        outcomes = {}
        for log, batches in self._logs:
            for batch in batches:
                for position, outcome, xid, ended_by in _of_xa(batch):
                    if outcome == PREPARED:
                        open_[xid] = (log.path, position)
                    elif ended_by in _DECISIONS and xid in open_:
                        outcomes[open_.pop(xid)] = outcome
        return outcomes


def _of_xa(batch: pa.RecordBatch) -> Iterator[tuple[int, str, str, str]]:
    """Yield the fields of those transactions that have an `xid`."""
    of_xa = batch.filter(batch.column("xid").is_valid())
    yield from zip(*(of_xa.column(name).to_pylist() for name in _FIELDS), strict=True)
