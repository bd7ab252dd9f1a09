"""Open a server's logs like files, and receive them while they are read."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from binlog_kaitai.io.log_paths import SourcedFile
from binlog_kaitai.replication.definitions import ServerDefinitions
from binlog_kaitai.replication.downloads import AddGtids, LogRequest, Spool
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.passwords import Account
from binlog_kaitai.replication.servers import connect, matching, served_logs
from binlog_kaitai.replication.sessions import Session
from binlog_kaitai.replication.starts import EARLIEST, first_log
from binlog_kaitai.replication.uris import Host, ServerUri, parse_uri
from binlog_kaitai.replication.wire import LoadRun

MAX_SPOOLED = 2
"""Maximum number of logs without readers that are retained, each in its full size."""


class ServerLog(SourcedFile):
    """A log of a server, up to its `size` when it was listed.

    As text, it is a URI without its query. It does not contain the password.
    """

    __slots__ = ("_spools", "executed_gtids", "is_in_use", "log", "server", "size")

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
        executed_gtids: str = "",
        spools: _Spools | None = None,
    ) -> ServerLog:
        path = super().__new__(cls, server.uri_of(log).partition("?")[0])
        path.server, path.log, path.size, path.is_in_use = server, log, size, is_in_use
        path.executed_gtids, path._spools = executed_gtids, spools or _Spools()
        return path

    def __reduce__(self) -> tuple[Any, ...]:
        return ServerLog, (self.server, self.log, self.size, self.is_in_use, self.executed_gtids)

    def open_source(self) -> Spool:
        """Return the reader of the log; requests the log unless it is already received."""
        return self._spools.of(self).open()

    @property
    def tables(self) -> ServerDefinitions:
        """The server's tables, each queried at its first use."""
        return self._spools.tables_of(self.server)

    @property
    def origin(self) -> object:
        """The same object for all logs of a server that were listed together."""
        return self._spools

    def is_there(self) -> bool:
        """Wait for the first bytes of the log. Returns False if its server is lost before."""
        return self._spools.of(self).is_there()

    def successors(self) -> list[ServerLog] | None:
        """Return the logs of another server of the URI, if this one is lost inside the log."""
        return self._spools.successors(self)


def server_logs(
    uri: str, add_gtids: AddGtids | None = None, load_run: LoadRun | None = None
) -> list[ServerLog]:
    """List the logs that a server's URI selects, oldest first, from its start on.

    Args:
        uri: the URI.
        add_gtids: allows another server of the URI to take over when this one is lost.
        load_run: loads the kernel that reads many events at once.

    Raises:
        ServerError: the server cannot be reached, or lacks the logs.
        ValueError: the text is not such a URI.
    """
    server = parse_uri(uri)
    with connect(server) as session:
        return _logs_of(session, server.start or EARLIEST, server, _Readers(add_gtids, load_run))


class _Readers(NamedTuple):
    """Functions that read logs: see `server_logs`."""

    add_gtids: AddGtids | None = None
    load_run: LoadRun | None = None


def _logs_of(
    session: Session, start: str, server: ServerUri, readers: _Readers, executed_gtids: str = ""
) -> list[ServerLog]:
    served = served_logs(session)
    logs = first_log(session, matching(session, served, server.log), start)
    spools = _Spools(session.host, session.account, readers)
    last = served[-1].name
    return [
        ServerLog(server, log.name, log.size, log.name == last, executed_gtids, spools)
        for log in logs
    ]


class _Spools:
    """The received logs of a server: those that have readers, and the last few.

    If another server can take over, a log is read up to its last complete transaction.
    """

    def __init__(
        self,
        host: Host | None = None,
        account: Account | None = None,
        readers: _Readers = _Readers(),  # noqa: B008 - immutable
    ) -> None:
        self._host_session = _HostSession(host, account)
        self.readers = readers
        self._lock = threading.Lock()
        self._spools: OrderedDict[str, Spool] = OrderedDict()
        self._tables: ServerDefinitions | None = None

    def tables_of(self, server: ServerUri) -> ServerDefinitions:
        """Return the definitions of the server's tables, one object for all logs."""
        with self._lock:
            if self._tables is None:
                self._tables = ServerDefinitions(server)
            return self._tables

    def has_successor(self, server: ServerUri) -> bool:
        """Return whether another server can take over when this one is lost."""
        return self.readers.add_gtids is not None and len(server.hosts) > 1 and not server.log

    def successors(self, path: ServerLog) -> list[ServerLog] | None:
        if not self.has_successor(path.server):
            return None
        spool = self.of(path)
        if spool.is_whole():
            return None
        add_gtids = self.readers.add_gtids
        assert add_gtids is not None
        with self._lock:
            names = list(self._spools)
            before = self._spools[names[-2]] if len(names) > 1 else None
        executed_gtids = path.executed_gtids
        if spool.size():
            executed_gtids = spool.executed_gtids_after(add_gtids, path, path.executed_gtids)
        elif before is not None and before.is_whole():
            executed_gtids = before.executed_gtids_after(add_gtids, path, path.executed_gtids)
        others = tuple(host for host in path.server.hosts if host != self._host_session.host)
        rest = replace(path.server, hosts=others)
        with connect(rest) as session:
            start = executed_gtids or path.server.start or EARLIEST
            return _logs_of(session, start, path.server, self.readers, executed_gtids)

    def of(self, path: ServerLog) -> Spool:
        with self._lock:
            spool = self._spools.pop(path.log, None)
            if spool is None or spool.has_failed:
                spool = Spool(self._request(path))
            self._spools[path.log] = spool
            while len(self._spools) > MAX_SPOOLED:
                self._spools.popitem(last=False)
            return spool

    def _request(self, path: ServerLog) -> LogRequest:
        return LogRequest(
            path.log,
            path.size,
            path.is_in_use,
            self.has_successor(path.server),
            partial(self._host_session.connect, path.server),
            self.readers.load_run,
        )


class _HostSession:
    """The host of the logs: the first one that answers, unless it is set."""

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
