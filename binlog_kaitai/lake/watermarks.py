"""Begin consistent reads of a server's tables behind a place in its logs."""

from __future__ import annotations

from dataclasses import dataclass

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.chunks import is_behind
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.taken import take, taken_before
from binlog_kaitai.replication.log_names import served_name
from binlog_kaitai.replication.selects import begin_snapshot
from binlog_kaitai.replication.sessions import ServerError, Session
from binlog_kaitai.replication.uris import Host, ServerUri

WAIT = 30
"""Seconds to wait for transactions that the server has logged, but not yet committed."""


@dataclass(frozen=True)
class Watermark:
    """A server, and the place in its logs behind which consistent reads begin."""

    server: ServerUri
    host: Host
    low: Place
    gtids: str | None


def begin_behind(session: Session, low: Place, gtids: str | None) -> None:
    """Begin a consistent read that has all transactions before a place, which have GTIDs.

    Raises:
        ServerError: a MySQL server has no GTIDs, or does not commit.
    """
    if "mariadb" in session.version.lower():
        begin_snapshot(session)
        rows = session.rows("SHOW STATUS LIKE 'binlog_snapshot_%'")
        status = {row["variable_name"].lower(): row["value"] for row in rows}
        read = status["binlog_snapshot_file"], int(status["binlog_snapshot_position"])
        if is_behind((served_name(low[0]), low[1]), read):
            raise TransientError(f"{session.name}: expected a snapshot behind {low}, found {read}")
        return
    if gtids is None:
        raise ServerError(f"{session.name}: a consistent read requires GTIDs; enable gtid_mode")
    waited = f"SELECT WAIT_FOR_EXECUTED_GTID_SET(%s, {WAIT}) AS is_late"
    if session.rows(waited, gtids)[0]["is_late"]:
        raise TransientError(f"{session.name}: transactions in the logs are not committed")
    begin_snapshot(session)


def gtids_at(path: str, position: int) -> str | None:
    """Return the GTIDs of a log before a position, and of earlier logs, as servers are told them.

    Returns:
        None if a transaction has none.
    """
    taken = taken_before(path)
    is_told = taken is not None and take(taken, path, Span(0, position))
    return taken.position() if taken is not None and is_told else None
