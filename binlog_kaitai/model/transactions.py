"""Transactions: what names them, how they end, and what they did."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

LAST_TIMESTAMP = 253_402_300_799_999_999
"""Microseconds since 1970 of the last moment of the year 9999."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """What the event that opens a transaction says of it, as far as the server writes it.

    `gtid` is `uuid:gno`, `uuid:tag:gno` or MariaDB's `domain-server-sequence`; `commit_timestamp`
    is in microseconds since 1970, UTC. `alter_phase` is start, commit or rollback where MariaDB
    logs an ALTER TABLE in two phases, both with the statement. `xid` is the name of one of XA, or
    of the one that it decides (`binlog_kaitai.tree.transactions.transaction`).
    """

    gtid: str | None = None
    commit_timestamp: int | None = None
    alter_phase: str | None = None
    xid: str | None = None


COMMITTED, ROLLED_BACK, PREPARED = "committed", "rolled_back", "prepared"


OUTCOMES = {
    None: None,
    "xid": COMMITTED,
    "commit": COMMITTED,
    "rollback": ROLLED_BACK,
    "xa_prepare": PREPARED,
    "xa_commit": COMMITTED,
    "xa_rollback": ROLLED_BACK,
    "incident": None,  # what was logged before it may have been lost or not
    "statement": COMMITTED,
}
"""What became of a transaction, by what ended it."""


@dataclass(eq=False)
class Group:
    """The events of one transaction.

    `ended_by` is xid, commit, rollback, xa_prepare, xa_commit, xa_rollback, incident, or statement
    for one that is a transaction on its own; None before its end, and where the log has none. What
    `has_begun` ends by one of the others only. `xid_number` is that of the XID event that ended it,
    None where another one did.
    """

    transaction: Transaction
    has_begun: bool = False
    ended_by: str | None = None
    xid_number: int | None = None

    @property
    def outcome(self) -> str | None:
        """What became of it: committed, rolled_back, prepared; None where the log does not tell."""
        return OUTCOMES[self.ended_by]


Place: TypeAlias = tuple[int, int]
"""The position of an event, and the ordinal of the next change there."""


_LAST = (sys.maxsize, sys.maxsize)


Start: TypeAlias = tuple[int, int]
"""A transaction, by the position of its first event; those that begin in a payload by that of the
transaction with the payload, and how many have begun since."""


@dataclass(frozen=True, slots=True)
class End:
    """How a transaction ended.

    `outcome` is committed, rolled_back, prepared, or None where the log has no end of it; but
    what lies in `undone` was rolled back to a savepoint, and what lies before `doubt` may have
    been: the log does not hold the savepoint.
    """

    outcome: str | None = None
    undone: tuple[tuple[Place, Place], ...] = ()
    doubt: Place | None = None

    def outcome_at(self, place: Place) -> str | None:
        """Return what became of the change at a place."""
        number = bisect_right(self.undone, (place, _LAST)) - 1
        if number >= 0 and place < self.undone[number][1]:
            return ROLLED_BACK
        if self.doubt is not None and place < self.doubt:
            return None
        return self.outcome


Look: TypeAlias = Callable[[Start], End]


@dataclass(eq=False)
class Fate:
    """What becomes of a transaction, which is looked for once, and only if someone asks."""

    start: Start
    look: Look | None = None
    end: End | None = None

    def outcome_at(self, place: Place) -> str | None:
        """Return what became of the change at a place."""
        if self.end is None:
            self.end = End() if self.look is None else self.look(self.start)
        return self.end.outcome_at(place)


@dataclass
class TableShare:
    """What of a transaction is of one table.

    `rows` counts the rows that were inserted, updated or deleted, None where the log does not tell
    (MySQL 5.1 before it was released), which is what `inserts`, `updates` and `deletes` leave out;
    `bytes` is the size of the events that hold them, of those in a payload when decompressed.
    """

    rows: int | None = 0
    bytes: int = 0
    inserts: int = 0
    updates: int = 0
    deletes: int = 0


DDL_WORDS = (
    b"ALTER",
    b"CREATE",
    b"DROP",
    b"RENAME",
    b"TRUNCATE",
    b"GRANT",
    b"REVOKE",
    b"INSTALL",
    b"UNINSTALL",
)
"""What statements of DDL begin with, behind blanks and comments."""


@dataclass(frozen=True, slots=True)
class Ddl:
    """A statement of DDL: where and when it was logged (seconds since 1970, UTC), and its text."""

    position: int
    timestamp: int
    database: str
    statement: str


@dataclass
class Summary:
    """A transaction: `group` names it, and says how it ended.

    `position` and `end_position` are byte offsets in the file, of its first event and behind its
    last; `timestamp` (seconds since 1970, UTC) and `server_id` are its first event's. `num_events`
    counts a payload and those in it, `num_bytes` is their size in the file. `first_change` and
    `last_change` are the earliest and the latest timestamps of its rows and statements. `tables`
    are by full name; `ddl` are those of its statements that are DDL.
    """

    group: Group
    position: int
    end_position: int
    timestamp: int
    server_id: int
    num_events: int = 0
    num_bytes: int = 0
    num_statements: int = 0
    first_change: int | None = None
    last_change: int | None = None
    tables: dict[str, TableShare] = field(default_factory=dict)
    ddl: list[Ddl] = field(default_factory=list)

    def note_change(self, timestamp: int) -> None:
        """Note when rows or a statement of it were logged."""
        first, last = self.first_change, self.last_change
        self.first_change = timestamp if first is None else min(first, timestamp)
        self.last_change = timestamp if last is None else max(last, timestamp)

    @property
    def kind(self) -> str | None:
        """`row`, `statement`, `mixed`, or None of one with neither rows nor statements."""
        if self.num_statements:
            return "mixed" if self.tables else "statement"
        return "row" if self.tables else None

    @property
    def num_rows(self) -> int | None:
        """How many rows it changed, None where the log does not tell."""
        counts = [share.rows for share in self.tables.values()]
        return None if None in counts else sum(count or 0 for count in counts)
