"""Find the log of a server at which an archive or a scan starts."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence

from binlog_kaitai.model.calendar import parse_time
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.replication.dumped import DumpedEvent
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.gtid_dumps import gtid_state_in, legacy_name
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.servers import ServedLog, gone
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

EARLIEST, LATEST = "earliest", "latest"
NOTHING = "0-0-0"
"""A GTID set without transactions, for servers that send their logs by GTIDs alone."""

_GTID = re.compile(r"\bGTID (\d+)-(\d+)-(\d+)")

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


def start_by_gtid(session: Session, start: str) -> tuple[LogName, int, bool, str]:
    """Return where to start at a server that sends its logs by GTIDs alone.

    Args:
        session: a session to the server.
        start: `earliest`, `latest`, or a GTID set.

    Returns:
        The log, with a name only for `latest`, its position 0, False, and the GTIDs before.

    Raises:
        ServerError: the start is of another kind.
    """
    name, gtids = LogName(""), None
    if start == EARLIEST:
        gtids = _oldest_gtids(session)
    elif start == NOTHING:
        gtids = ""
    elif start == LATEST:
        name = legacy_name(session.rows("SHOW MASTER STATUS")[0]["file"])
        gtids = _position_of(session)
    elif _time_in(start) is None:
        state = gtid_state_in(start)
        gtids = None if state is None else state.text
    if gtids is None:
        raise ServerError(
            f"{session.name}: expected the start earliest, latest or a GTID set, since the server"
            f" sends its logs by GTIDs alone (binlog_storage_engine=innodb), found {start!r}; for a"
            " time, add --start-datetime"
        )
    return name, 0, False, gtids


def _oldest_gtids(session: Session) -> str:
    """Return the GTIDs before the oldest logs that a server has.

    The first GTID of a domain tells the one before it; a domain without any in the logs stays at
    its last one.
    """
    files = [str(row["log_name"]) for row in session.rows("SHOW BINARY LOGS")]
    if not files or legacy_name(files[0]).endswith(".000000"):
        return ""
    befores = {gtid.split("-")[0]: gtid for gtid in _position_of(session).split(",") if gtid}
    left = set(befores)
    for name in files:
        with session.again() as other:
            for gtid in _gtids_of(other, name):
                domain, server, sequence = gtid
                if domain in left:
                    left.remove(domain)
                    befores[domain] = f"{domain}-{server}-{int(sequence) - 1}"
                if not left:
                    break
        if not left:
            break
    return ",".join(gtid for gtid in befores.values() if not gtid.endswith("-0"))


def _position_of(session: Session) -> str:
    return session.value("gtid_binlog_pos") or ""


def _gtids_of(session: Session, name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the GTIDs in a file of a server, as they arrive."""
    for row in session.stream(f"SHOW BINLOG EVENTS IN '{name}'"):
        kind, info = (row[2] or b"").lower(), (row[5] or b"").decode("utf-8", "replace")
        found = _GTID.search(info) if kind == b"gtid" else None
        if found is not None:
            yield found[1], found[2], found[3]


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
                f"{error}; asked for the transactions that are not in the GTID set {gtids.text}"
            ) from None
        return dump.log
