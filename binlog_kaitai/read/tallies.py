"""What a file's rows are, counted without a look at their values, by either engine.

Transactions as `transaction_batches` has them tell no kinds of rows and no statements, because the
kernel that sums them up looks at neither. This is what they lack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.changes import DELETE, INSERT, UPDATE_PREIMAGE, Change
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.tree.changes import read_changes

KINDS = (INSERT, UPDATE_PREIMAGE, DELETE)
MAX_LENGTHS = 64
MAX_DDL = 10_000

DDL_WORDS = "ALTER|CREATE|DROP|RENAME|TRUNCATE|GRANT|REVOKE|INSTALL|UNINSTALL"
_BEFORE = r"(\s|/\*([^*]|\*[^/])*\*/|--[^\n]*\n|/\*!\d*)*"
_DDL = re.compile(rf"{_BEFORE}({DDL_WORDS})\b", re.IGNORECASE)
MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of DDL: where and when it was logged (seconds since 1970), by its text."""

    position: int
    timestamp: int
    database: str
    text: str


@dataclass(slots=True)
class Length:
    """How long a transaction's rows took to be logged.

    `start` is the position of the transaction; `first` and `last` are in microseconds since 1970,
    the times of the first of its rows and statements, and of its commit, or else of the last of
    them.
    """

    start: int
    first: int
    last: int

    @property
    def seconds(self) -> float:
        """How many seconds lie between."""
        return (self.last - self.first) / MICROSECONDS


@dataclass
class Tally:
    """What was counted in a file.

    `kinds` has the numbers of inserts, updates and deletes by a table's full name; `lengths` the
    longest transactions, the longest first, of which none is shorter than `least` microseconds;
    `deletes` the numbers of rows that those transactions deleted which deleted most, by where they
    begin; `ddl` the first statements of DDL, of `num_ddl`.
    """

    kinds: dict[str, list[int]] = field(default_factory=dict)
    lengths: list[Length] = field(default_factory=list)
    deletes: dict[int, int] = field(default_factory=dict)
    ddl: list[Statement] = field(default_factory=list)
    num_ddl: int = 0
    fault: BinlogError | None = None
    least: int = 0
    _open: Length | None = field(default=None, init=False, repr=False, compare=False)

    def count(self, table: str, kind: int, number: int) -> None:
        """Add rows of a kind, an index of `KINDS`."""
        self.kinds.setdefault(table, [0] * len(KINDS))[kind] += number

    def note_deletes(self, start: int, number: int) -> None:
        """Add rows that a transaction deleted; it is the last one, or one behind it."""
        if start not in self.deletes and len(self.deletes) >= 2 * MAX_LENGTHS:
            self._keep_most_deletes()
        self.deletes[start] = self.deletes.get(start, 0) + number

    def note_ddl(self, statement: Statement) -> None:
        """Keep a statement of DDL, or count it only."""
        self.num_ddl += 1
        if len(self.ddl) < MAX_DDL:
            self.ddl.append(statement)

    def note_length(self, length: Length) -> None:
        """Keep a transaction's length; of one that goes on, what is new of it."""
        if self._open is not None and self._open.start == length.start:
            self._open.first = min(self._open.first, length.first)
            self._open.last = max(self._open.last, length.last)
            return
        self._keep_open()
        self._open = length

    def end(self) -> Tally:
        """Return this, with the longest transactions first, when all is counted."""
        self._keep_open()
        self._keep_longest()
        self._keep_most_deletes()
        return self

    def _keep_most_deletes(self) -> None:
        most = sorted(self.deletes.items(), key=lambda item: -item[1])[:MAX_LENGTHS]
        self.deletes = dict(sorted(most))

    def _keep_open(self) -> None:
        if self._open is not None:
            self.lengths.append(self._open)
            self._open = None
        if len(self.lengths) >= 2 * MAX_LENGTHS:
            self._keep_longest()

    def _keep_longest(self) -> None:
        self.lengths.sort(key=lambda length: length.first - length.last)
        del self.lengths[MAX_LENGTHS:]
        if len(self.lengths) == MAX_LENGTHS:
            self.least = self.lengths[-1].last - self.lengths[-1].first


def count_by_trees(tally: Tally, file: str, scope: Scope) -> None:
    """Count what is in a scope of a file, by the classes. Raises BinlogError."""
    for change in read_changes(file, scope):
        assert isinstance(change, Change)  # the scope is strict
        count_change(tally, change)


def count_change(tally: Tally, change: Change) -> None:
    """Count a change that the tree engine read."""
    if change.table is not None and change.change_type in KINDS:
        tally.count(change.table.full_name, KINDS.index(change.change_type), 1)
    elif change.statement is not None and _DDL.match(change.statement.text):
        place = change.position, change.timestamp, change.database
        tally.note_ddl(Statement(*place, change.statement.text))
    if change.fate is not None:
        if change.change_type == DELETE:
            tally.note_deletes(change.fate.start[0], 1)
        time = change.timestamp * MICROSECONDS
        commit = change.transaction.commit_timestamp
        tally.note_length(Length(change.fate.start[0], time, time if commit is None else commit))
