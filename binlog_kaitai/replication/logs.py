"""A server's logs, opened as files are: what is read comes in meanwhile."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from binlog_kaitai.io.files import SourcedFile
from binlog_kaitai.replication.definitions import ServerDefinitions
from binlog_kaitai.replication.downloads import Spool, Taken, WantedLog
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.passwords import Account
from binlog_kaitai.replication.servers import connect, matching, served_logs
from binlog_kaitai.replication.sessions import Session
from binlog_kaitai.replication.starts import EARLIEST, first_log
from binlog_kaitai.replication.uris import Host, ServerUri, parse_uri
from binlog_kaitai.replication.wire import LoadRun

MAX_SPOOLED = 2
"""Logs of a server that are kept at once when nobody reads them; they are as large as logs are."""


class ServerLog(SourcedFile):
    """A log of a server, up to the `size` that it had when the server was asked.

    As text it is a URI without its query; the password is in none of it.
    """

    __slots__ = ("_spools", "is_in_use", "known", "log", "server", "size")

    server: ServerUri
    log: LogName
    size: int
    is_in_use: bool
    _spools: _Spools

    def __new__(  # noqa: PLR0913, PLR0917, PYI034 - Self came with 3.11
        cls,
        server: ServerUri,
        log: LogName,
        size: int,
        is_in_use: bool,
        known: str = "",
        spools: _Spools | None = None,
    ) -> ServerLog:
        path = super().__new__(cls, server.uri_of(log).partition("?")[0])
        path.server, path.log, path.size, path.is_in_use = server, log, size, is_in_use
        path.known, path._spools = known, spools or _Spools()
        return path

    def __reduce__(self) -> tuple[Any, ...]:
        return ServerLog, (self.server, self.log, self.size, self.is_in_use, self.known)

    def open_source(self) -> Spool:
        """Return what reads the log, which is asked for unless it is at hand."""
        return self._spools.of(self).open()

    @property
    def tables(self) -> ServerDefinitions:
        """The server's tables, each asked for at its first use."""
        return self._spools.tables_of(self.server)

    @property
    def origin(self) -> object:
        """The same of all logs of a server that were found together."""
        return self._spools

    def is_there(self) -> bool:
        """Wait until some of the log is there. Returns False where its server is lost before."""
        return self._spools.of(self).is_there()

    def successors(self) -> list[ServerLog] | None:
        """Return the logs of another server of the URI, if this one is lost inside the log."""
        return self._spools.successors(self)


def server_logs(
    uri: str, taken: Taken | None = None, load_run: LoadRun | None = None
) -> list[ServerLog]:
    """Return the logs that a server's URI means, oldest first, from the one where it starts.

    With `taken`, another server that the URI names goes on where this one is lost. `load_run` gives
    what takes many events at once. Raises ServerError, ValueError for what is no such URI.
    """
    server = parse_uri(uri)
    with connect(server) as session:
        return _logs_of(session, server.start or EARLIEST, server, _Means(taken, load_run))


class _Means(NamedTuple):
    """What logs are read with: see `server_logs`."""

    taken: Taken | None = None
    load_run: LoadRun | None = None


def _logs_of(
    session: Session, start: str, server: ServerUri, means: _Means, known: str = ""
) -> list[ServerLog]:
    served = served_logs(session)
    logs = first_log(session, matching(session, served, server.log), start)
    spools = _Spools(session.host, session.account, means)
    last = served[-1].name
    return [ServerLog(server, log.name, log.size, log.name == last, known, spools) for log in logs]


class _Spools:
    """The logs of a server that are at hand: those that are being read, and the last few.

    Of a server that others can follow, a log is read up to a transaction that is not whole.
    """

    def __init__(
        self,
        host: Host | None = None,
        account: Account | None = None,
        means: _Means = _Means(),  # noqa: B008 - it does not change
    ) -> None:
        self._way = _Way(host, account)
        self.means = means
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Spool] = OrderedDict()
        self._tables: ServerDefinitions | None = None

    def tables_of(self, server: ServerUri) -> ServerDefinitions:
        """Return what the server of these logs tells of its tables, for all of them once."""
        with self._lock:
            if self._tables is None:
                self._tables = ServerDefinitions(server)
            return self._tables

    def is_followed(self, server: ServerUri) -> bool:
        """Return whether another server goes on where this one is lost."""
        return self.means.taken is not None and len(server.hosts) > 1 and not server.log

    def successors(self, path: ServerLog) -> list[ServerLog] | None:
        if not self.is_followed(path.server):
            return None
        spool = self.of(path)
        if spool.is_whole():
            return None
        taken = self.means.taken
        assert taken is not None
        with self._lock:
            names = list(self._kept)
            before = self._kept[names[-2]] if len(names) > 1 else None
        known = path.known
        if spool.size():
            known = spool.taken(taken, path, path.known)
        elif before is not None and before.is_whole():
            known = before.taken(taken, path, path.known)
        others = tuple(host for host in path.server.hosts if host != self._way.host)
        rest = replace(path.server, hosts=others)
        with connect(rest) as session:
            start = known or path.server.start or EARLIEST
            return _logs_of(session, start, path.server, self.means, known)

    def of(self, path: ServerLog) -> Spool:
        with self._lock:
            spool = self._kept.pop(path.log, None)
            if spool is None or spool.has_failed:
                spool = Spool(self._wanted(path))
            self._kept[path.log] = spool
            while len(self._kept) > MAX_SPOOLED:
                self._kept.popitem(last=False)
            return spool

    def _wanted(self, path: ServerLog) -> WantedLog:
        return WantedLog(
            path.log,
            path.size,
            path.is_in_use,
            self.is_followed(path.server),
            partial(self._way.connect, path.server),
            self.means.load_run,
        )


class _Way:
    """The host whose logs these are: the first that answers, unless it is told."""

    def __init__(self, host: Host | None, account: Account | None) -> None:
        self.host = host
        self._account = account

    def connect(self, server: ServerUri) -> Session:
        """Connect to the host."""
        if self.host is None or self._account is None:
            session = connect(server)
            self.host, self._account = session.host, session.account
            return session
        return Session(server, self.host, self._account)
