"""What happened to rows: images and statements, as either engine tells of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.model.transactions import Fate, Transaction
from binlog_kaitai.model.values import Value

INSERT = "insert"
UPDATE_PREIMAGE = "update_preimage"
UPDATE_POSTIMAGE = "update_postimage"
DELETE = "delete"

THERE = (INSERT, UPDATE_POSTIMAGE)
"""The changes after which there is a row."""


Cells = list[tuple[Column, Value]]


STATEMENT = "statement"


@dataclass(frozen=True, slots=True)
class RowContext:
    """The statement that changed a row, the thread that ran it, and its user; None if not told."""

    statement: str | None = None
    thread_id: int | None = None
    user: str | None = None


NOTHING = RowContext()


@dataclass(frozen=True, slots=True)
class Change:
    """A row image or a statement.

    `position` is the byte offset of its event in the file, of the payload in a compressed
    transaction; `ordinal` counts the changes at that position from 0; `timestamp` is in seconds
    since 1970, UTC. Of a row image, `table` describes its table and `cells` are the columns that it
    holds, of those that are wanted, in the table's order; of a statement, both are None. Of an
    update's after image, `unchanged` are those that it leaves out and its before image holds.
    `raw_rows` are the bytes of rows whose layout the log does not tell (MySQL 5.1 before it was
    released), in place of `cells`. `fate` is what becomes of its transaction, None where that is
    not looked for; nor is the `context` where it is `NOTHING`.
    """

    position: int
    ordinal: int
    timestamp: int
    server_id: int
    transaction: Transaction
    database: str
    change_type: str
    table: Table | None = None
    cells: Cells | None = None
    unchanged: Cells | None = None
    raw_rows: bytes | None = None
    statement: Statement | None = None
    fate: Fate | None = None
    context: RowContext = NOTHING

    @property
    def outcome(self) -> str | None:
        """`committed`, `rolled_back`, `prepared`; None where the log ends first, or nobody looks.

        Of a statement that decides a transaction of XA, it is what becomes of that one.
        """
        return None if self.fate is None else self.fate.outcome_at((self.position, self.ordinal))


Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Statement:
    r"""A statement: its text, the default database, and its context in JSON's terms.

    `has_use` is false where the default database may not exist, as of CREATE DATABASE. `is_exact`
    is false where the log tells no charset of a text, or bytes are not valid in it and stand as
    `\xNN` in `text`.
    """

    text: str
    database: str
    context: Context = field(default_factory=dict)
    has_use: bool = True
    is_exact: bool = True
