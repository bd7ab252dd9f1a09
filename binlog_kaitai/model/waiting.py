"""Transactions of XA that wait for their decision."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Waiting:
    """What a part of the logs leaves to those behind it, and what it decides of those before it.

    `prepared` are the transactions that wait for their decision, by their xids: the tables that
    they changed, and where each one's first rows lie. `decided` are those that were prepared
    before, and `num_decisions` counts all.
    """

    prepared: dict[str, dict[str, int]] = field(default_factory=dict)
    decided: list[str] = field(default_factory=list)
    num_decisions: int = 0

    def prepare(self, xid: str, table: str, position: int) -> None:
        """Take in a change of a transaction that is prepared later."""
        self.prepared.setdefault(xid, {}).setdefault(table, position)

    def decide(self, xid: str) -> None:
        """Take in an XA COMMIT or XA ROLLBACK."""
        self.num_decisions += 1
        self._decide(xid)

    def _decide(self, xid: str) -> None:
        if self.prepared.pop(xid, None) is None:
            self.decided.append(xid)

    def add(self, behind: Waiting) -> None:
        """Add what lies behind, in the same file."""
        self.num_decisions += behind.num_decisions
        for xid in behind.decided:
            self._decide(xid)
        for xid, tables in behind.prepared.items():
            for table, position in tables.items():
                self.prepare(xid, table, position)
