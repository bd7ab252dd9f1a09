"""Tables that an export sets aside, so that all others go on."""

from __future__ import annotations

from typing import NamedTuple

from binlog_kaitai.io.finding import in_order


class Aside(NamedTuple):
    """A table that is set aside: the statement by which its rows are no longer known.

    A table without a name stands for all of the database. If it `is_logged`, the log has the
    statement in place of the rows that it changes.
    """

    database: str
    table: str
    log: str
    position: int
    gtid: str | None
    statement: str
    is_logged: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """The table, by what tells it from others on any server."""
        return self.database.lower(), self.table.lower()

    @property
    def place(self) -> tuple[str, int]:
        """The log, by its name, and the position of the statement."""
        return self.log, self.position

    def __str__(self) -> str:
        place = f"{self.log} at byte {self.position}, GTID {self.gtid or 'none'}"
        text = f"the log holds no row images of the statement: {self.statement} ({place})"
        if not self.is_logged:
            return text
        return f"{text}, nor of the triggers, functions, views and foreign keys that it used"


def order(place: tuple[str, int]) -> tuple[list[tuple[bool, int, str]], int]:
    """Return what sorts places in logs."""
    return in_order(place[0]), place[1]
