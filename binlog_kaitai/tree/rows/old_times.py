"""Times of MariaDB from before 10.1.2, whose fractions of seconds no log tells of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.tables import ColumnType
from binlog_kaitai.tree.log.events import UNPARSABLE, LoggedEvent, type_name

_OLD = {ColumnType.timestamp, ColumnType.time, ColumnType.datetime}


@contextmanager
def naming_old_times(event: LoggedEvent) -> Iterator[None]:
    """Name the columns whose fractions may be why rows cannot be read, where there are any.

    Raises UnreadableError in place of what is raised for the bytes of a rows event.
    """
    try:
        yield
    except UNPARSABLE as error:
        columns = _old_columns(event)
        if not columns:
            raise
        expected = f"an event {type_name(event.type)}"
        found = str(error)
        if isinstance(error, UnreadableError):
            expected, found = error.expected, error.found
        cause = f"{columns} of {event.tree.body.table_map.table} may have fractions of seconds"
        raise UnreadableError(
            expected,
            f"{found}; {cause} in MariaDB's format before 10.1.2, which logs do not describe",
        ) from error


def _old_columns(event: LoggedEvent) -> str:
    """Return the columns of an old type, by their types and numbers from 1; empty for none."""
    rows = event.tree.body
    if not (event.tree.format.is_mariadb and rows.has_table_map and rows.table_map.has_metadata):
        return ""
    columns = enumerate(rows.table_map.columns, 1)
    return ", ".join(f"{one.type.name} @{n}" for n, one in columns if one.type in _OLD)
