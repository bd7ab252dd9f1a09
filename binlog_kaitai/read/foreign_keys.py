"""What a server does about foreign keys, by the flags of rows events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.tree.log.seek import read_head
from binlog_kaitai.tree.log.state import inner_events


class ForeignKeyFlags(NamedTuple):
    """The flags of rows events at one place.

    Attributes:
        are_checked: the session had `foreign_key_checks` on, for one of the events at least.
        are_logged: the log has the rows that foreign keys change. MariaDB logs those of single
            statements only, whose events then say that nothing is checked.
    """

    are_checked: bool
    are_logged: bool


def foreign_key_flags(log: str, position: int) -> ForeignKeyFlags:
    """Return the flags of the rows events at a position, or in the payload there.

    Flags that cannot be read count as those of a server that checks, and does not log.
    """
    try:
        found = list(_rows_at(log, position))
    except (BinlogError, OSError):
        found = []
    flags = [rows.body.flags for rows in found]
    is_of_mysql = not any(rows.format.is_mariadb for rows in found)
    return ForeignKeyFlags(
        not flags or any(not one.no_foreign_key_checks for one in flags),
        bool(flags) and is_of_mysql and all(one.use_sql_foreign_key for one in flags),
    )


def _rows_at(log: str, position: int) -> Iterator[Any]:
    with LogFile(log) as opened:
        state = read_head(opened).state
        state.assembles = False
        event = state.next_event(position, opened.event(position, opened.event_size(position)))
        events = inner_events(state, event) if event.tree.is_payload else iter([event])
        for one in events:
            if one.tree.is_rows:
                yield one.tree
