"""Tables that an export sets aside, so that all others go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from binlog_kaitai.io.finding import in_order

Cause: TypeAlias = Literal["statement", "types", "keys", "values", "cascade", "gap"]
"""A table is set aside by a statement whose row images no log holds; by types of a column that do
not merge; by another primary key; by row images that lack a value; by a foreign key that changes
rows without row images; or by missing logs."""

STATEMENT: Cause = "statement"
TYPES: Cause = "types"
KEYS: Cause = "keys"
VALUES: Cause = "values"
CASCADE: Cause = "cascade"
GAP: Cause = "gap"

Place: TypeAlias = tuple[str, int]
"""A log, by its name, and a position in it."""


class Aside(NamedTuple):
    """A table that is set aside, and the place and reason of that.

    A table without a name stands for all of the database. A `statement` is a reason by itself; if
    it `is_logged`, the log has the statement in place of the rows that it changes. Rows up to
    `until` are in the current table, by default up to the place. `--reset` begins the table behind
    `begins`, or with all its changes if that is None; a table set aside by a statement begins
    behind its place at the earliest. `first` is the GTID of the first transaction that the current
    table lacks, if it is another than that of the cause.
    """

    database: str
    table: str
    log: str
    position: int
    gtid: str | None
    statement: str | None
    is_logged: bool = False
    cause: Cause = STATEMENT
    reason: str = ""
    until: Place | None = None
    begins: Place | None = None
    first: str | None = None

    @staticmethod
    def from_json(fields: Sequence[Any]) -> Aside:
        """Return what JSON was made of."""
        aside = Aside(*fields)
        until, begins = (place and (place[0], place[1]) for place in (aside.until, aside.begins))
        return aside._replace(until=until, begins=begins)

    @property
    def key(self) -> tuple[str, str]:
        """The table, by what tells it from others on any server."""
        return self.database.lower(), self.table.lower()

    @property
    def place(self) -> Place:
        """The log, by its name, and the position of the cause."""
        return self.log, self.position

    @property
    def bound(self) -> Place:
        """The last place whose rows are in the current table."""
        return self.until or self.place

    @property
    def stale_from(self) -> str | None:
        """The GTID of the first transaction that the current table lacks."""
        return self.first or self.gtid

    @property
    def restart(self) -> Place | None:
        """The place behind which a reset begins the table; None for all its changes."""
        if self.begins is None and self.cause in {STATEMENT, GAP}:
            return self.place
        return self.begins

    def as_before(self, place: Place, gtid: str | None) -> Aside:
        """Return the cause for a table with the rows up to an earlier place, before a GTID."""
        if gtid is None:  # that of the cause is later than the rows
            return self._replace(until=place, gtid=None, first=None)
        return self._replace(until=place, first=None if gtid == self.gtid else gtid)

    def __str__(self) -> str:
        place = f"{self.log} at byte {self.position}, GTID {self.gtid or 'none'}"
        if self.first is not None:
            place += f"; the current table is as before GTID {self.first}"
        if self.statement is None:
            return f"{self.reason} ({place})"
        if self.reason:
            return f"{self.reason}, in the statement: {self.statement} ({place})"
        text = f"the log has no row images for the statement: {self.statement} ({place})"
        if not self.is_logged:
            return text
        return f"{text}, nor for the triggers, functions and views it used"


def order(place: Place) -> tuple[list[tuple[bool, int, str]], int]:
    """Return what sorts places in logs."""
    return in_order(place[0]), place[1]
