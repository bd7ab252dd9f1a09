"""Measure the load of a server, so that reads of its tables pause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

RUNNING, LAGS = "threads_running", ("seconds_behind_source", "seconds_behind_master")

_LAG_STATEMENTS = ("SHOW ALL SLAVES STATUS", "SHOW REPLICA STATUS", "SHOW SLAVE STATUS")
"""The statement of MariaDB, of MySQL, and of its older versions."""

_NO_SYNTAX = 1064


class Excess(NamedTuple):
    """A status variable of a server whose value is above its limit."""

    name: str
    value: int
    limit: int


class Load:
    """The load of a server, compared with limits.

    Args:
        limits: maximum values by names of status variables; `Seconds_Behind_Source` is the delay
            of a replica.
    """

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._limits = {name.lower(): (name, limit) for name, limit in limits.items()}

    def excess(self, session: Session, readers: int) -> Excess | None:
        """Return the first limit that the server exceeds; None if it exceeds none.

        Args:
            session: a session of the server.
            readers: the export's connections that run a statement, which do not count.

        Raises:
            ServerError: a status variable does not exist.
        """
        lags = [name for name in LAGS if name in self._limits]
        names = [name for name in self._limits if name not in lags]
        found = self._values(session, names)
        if RUNNING in found:
            found[RUNNING] -= readers
        found |= dict.fromkeys(lags, _lag(session) if lags else 0)
        for name, (given, limit) in self._limits.items():
            if found[name] > limit:
                return Excess(given, found[name], limit)
        return None

    def _values(self, session: Session, names: list[str]) -> dict[str, int]:
        if not names:
            return {}
        marks = ", ".join(["%s"] * len(names))
        rows = session.rows(f"SHOW GLOBAL STATUS WHERE Variable_name IN ({marks})", *names)
        found = {}
        for row in rows:
            name = row["variable_name"]
            try:
                found[name.lower()] = int(row["value"])
            except ValueError:
                text = f"expected a number for the status variable {name}, found {row['value']}"
                raise ServerError(f"{session.name}: --max-load: {text}") from None
        for name in names:
            if name not in found:
                unknown = self._limits[name][0]
                raise ServerError(f"{session.name}: --max-load: no status variable {unknown}")
        return found


def _lag(session: Session) -> int:
    """Return the delay of a replica in seconds; 0 for one that is stopped, and for a source."""
    is_mariadb = "mariadb" in session.version.lower()
    for statement in _LAG_STATEMENTS[0 if is_mariadb else 1 :]:
        try:
            rows = session.rows(statement)
        except RefusedError as error:
            if error.code != _NO_SYNTAX:
                raise
            continue
        return max((int(row.get(name) or 0) for row in rows for name in LAGS), default=0)
    return 0
