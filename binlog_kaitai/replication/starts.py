"""Find the log of a server at which an archive or a scan starts."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from binlog_kaitai.model.calendar import parse_time
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.replication.dumped import DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.servers import ServedLog, gone
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

EARLIEST, LATEST = "earliest", "latest"
A_START = "earliest, latest, a log name, a GTID set or a time"


def first_log(session: Session, logs: Sequence[ServedLog], start: str) -> list[ServedLog]:
    """Return the logs from a start on.

    Args:
        session: a session to the server.
        logs: the server's logs.
        start: `earliest`, `latest`, a log name, a set of GTIDs to skip, or a time.

    Raises:
        ServerError: the server has purged the start.
        ValueError: the text is not a start.
    """
    names: list[str] = [log.name for log in logs]
    if start in {EARLIEST, LATEST}:
        return list(logs[0 if start == EARLIEST else -1 :])
    if start in names:
        return list(logs[names.index(start) :])
    time = _time_in(start)
    if time is not None:
        return list(logs[_at_time(session, logs, time) :])
    gtids = _gtids_in(start)
    if gtids is not None:
        name = _log_without(session, gtids)
        if name in names:
            return list(logs[names.index(name) :])
    if gtids is None and "." not in start:
        raise ValueError(f"expected {A_START}, found {start!r}")
    raise ServerError(f"{session.name}: {gone(start, list(logs))}")


def _time_in(start: str) -> int | None:
    with contextlib.suppress(ValueError):
        return parse_time(start)
    return None


def _gtids_in(start: str) -> GtidSet | None:
    with contextlib.suppress(ValueError):
        return parse_gtid_set(start)
    return None


def _at_time(session: Session, logs: Sequence[ServedLog], time: int) -> int:
    """Return the index of the log that was current at a time, in microseconds since 1970."""
    low, high = 0, len(logs)
    while high - low > 1:
        middle = (low + high) // 2
        if _began(session, logs[middle].name) < time:
            low = middle
        else:
            high = middle
    return low


def _began(session: Session, log: LogName) -> int:
    with session.again() as other:
        for event in Dump(other, log, FIRST):
            if isinstance(event, DumpedEvent):
                return event.timestamp * 10**6
    raise ServerError(f"{session.name}: {log}: expected an event, found none")


def _log_without(session: Session, gtids: GtidSet) -> str:
    """Return the log with the first transaction that is not in a set, found by the server."""
    with session.again() as other:
        try:
            dump = Dump(other, "", FIRST, without=gtids)
            for event in dump:
                if event is not None:
                    break
        except RefusedError as error:
            raise ServerError(
                f"{error}; these transactions are not in the GTID set {gtids.text}"
            ) from None
        return dump.log
