"""Find the outcomes of XA transactions, which are prepared and decided in different places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.model.transactions import PREPARED

Logs: TypeAlias = Iterable[tuple[GivenLog, Iterator[pa.RecordBatch]]]

_FIELDS = ["position", "outcome", "xid", "ended_by", "tables"]
_DECISIONS = ("xa_commit", "xa_rollback")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A prepared transaction: its log, its position, and the full names of its tables."""

    log: str
    position: int
    tables: tuple[str, ...]


class XaResolver:
    """Finds the outcome of each prepared transaction in all transactions of the logs, in order."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs

    def outcome_of(self, log: str, position: int) -> str | None:
        """Return the outcome of the transaction that begins at a position; None if undecided."""
        return self._resolved[0].get((log, position))

    def transaction_of(self, log: str, position: int) -> Prepared | None:
        """Return the transaction that the XA COMMIT or XA ROLLBACK at a position decides.

        Returns None if no log contains its XA PREPARE.
        """
        return self._resolved[1].get((log, position))

    @cached_property
    def _resolved(self) -> tuple[dict[tuple[str, int], str], dict[tuple[str, int], Prepared]]:
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
    """Yield the fields of the transactions with an `xid`."""
    of_xa = batch.filter(batch.column("xid").is_valid())
    yield from values_of(of_xa, _FIELDS)
