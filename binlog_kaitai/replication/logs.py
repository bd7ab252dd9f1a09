"""Open a server's logs like files, and receive them while they are read."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from binlog_kaitai.io.log_paths import SourcedFile
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.definitions import ServerDefinitions
from binlog_kaitai.replication.downloads import ATTEMPTS, AddGtids, LogRequest, Spool
from binlog_kaitai.replication.log_files import LogFileWriter
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.passwords import Account
from binlog_kaitai.replication.servers import (
    ServedLog,
    connect,
    identity_of,
    matching,
    sends_by_gtid,
    served_logs,
)
from binlog_kaitai.replication.sessions import LostError, ServerError, Session
from binlog_kaitai.replication.starts import EARLIEST, NOTHING, first_log, start_by_gtid
from binlog_kaitai.replication.uris import Host, ServerUri, parse_uri
from binlog_kaitai.replication.wire import LoadRun
from binlog_kaitai.replication.writing import ArchivedLog, ArchivePosition

LOGGER = logging.getLogger(__name__)

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


class GtidLog(ServerLog):
    """A log of a server that sends its logs by GTIDs alone, as received up to now.

    `start` has the GTIDs before the log, by which another process receives the same bytes. Such a
    log does not change, nor do other servers take over.
    """

    __slots__ = ("_copy", "start")

    start: str
    _copy: _Copy | None

    def __reduce__(self) -> tuple[Any, ...]:
        values = (self.server, self.log, self.size, self.is_in_use, self.executed_gtids)
        return _gtid_log, (*values, self.start)

    def open_source(self) -> _CopySource:  # type: ignore[override]
        """Return the reader of the log; receives the log unless this process has it."""
        if self._copy is None:
            self._copy = _Copy(self.server, self.start, self.log)
            if not self.is_in_use:
                self._copy.close(self.log)
        log = self._copy.logs[self.log]
        if log.size < self.size:
            raise ServerError(f"{self}: expected {self.size} bytes, found {log.size}")
        return _CopySource(Path(log.path), self.size, self._copy)

    def is_there(self) -> bool:
        return True

    def successors(self) -> None:
        return None


def _gtid_log(  # noqa: PLR0913, PLR0917 - what a log is made of
    server: ServerUri,
    log: LogName,
    size: int,
    is_in_use: bool,
    executed_gtids: str,
    start: str,
    spools: _Spools | None = None,
    copy: _Copy | None = None,
) -> GtidLog:
    path = GtidLog(server, log, size, is_in_use, executed_gtids, spools)
    path.start, path._copy = start, copy  # noqa: SLF001 - of this module
    return path


class _Copy:
    """A temporary archive of a server's transactions behind some GTIDs.

    With the name of a log, it begins with this one and has no other. A lost connection is opened
    again, and the transactions continue by GTID.
    """

    def __init__(self, server: ServerUri, start: str, log: LogName | None = None) -> None:
        self.logs: dict[str, ArchivedLog] = {}
        self._folder = TemporaryDirectory(prefix="binlog-kaitai-")
        archive = Archive(self._folder.name, start=start or NOTHING, on_log=self._add)
        attempts = 0
        while True:
            before = archive.place
            try:
                with connect(server) as session:
                    if log is not None and before is None:
                        begin = ArchivePosition(identity_of(session), log, 0, gtids=start)
                        archive.begin_at(begin)
                    archive.receive(session, lambda: log is None)
            except LostError as error:
                attempts = attempts + 1 if archive.place == before else 0
                if attempts >= ATTEMPTS:
                    raise
                LOGGER.info("%s; reconnecting", error)
            else:
                return

    def close(self, name: str) -> None:
        """Clear the in-use flag of a log, as where another log begins."""
        log = self.logs[name]
        with Path(log.path).open("r+b") as stream:
            LogFileWriter(stream, log.size).close_log()

    def _add(self, log: ArchivedLog) -> None:
        self.logs[Path(log.path).name] = log


class _CopySource:
    """Reads a file of a copy by positions."""

    def __init__(self, path: Path, size: int, copy: _Copy) -> None:
        self._file = path.open("rb")
        self._size = size
        self._copy = copy  # whose files exist as long

    def size(self) -> int:
        return self._size

    def read_at(self, nbytes: int, offset: int) -> bytes:
        return os.pread(self._file.fileno(), min(nbytes, self._size - offset), offset)

    def close(self) -> None:
        self._file.close()


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
    if sends_by_gtid(session):
        return _gtid_logs_of(session, start, server, readers, executed_gtids)
    served = served_logs(session)
    logs = first_log(session, matching(session, served, server.log), start)
    spools = _Spools(session.host, session.account, readers)
    last = served[-1].name
    return [
        ServerLog(server, log.name, log.size, log.name == last, executed_gtids, spools)
        for log in logs
    ]


def _gtid_logs_of(
    session: Session, start: str, server: ServerUri, readers: _Readers, executed_gtids: str
) -> list[ServerLog]:
    """Receive the logs of a server that sends them by GTIDs alone."""
    host = replace(server, hosts=(session.host,))
    *_, gtids = start_by_gtid(session, start)
    copy = _Copy(host, gtids)
    names = [ServedLog(LogName(name), log.size) for name, log in copy.logs.items()]
    if not names:
        raise ServerError(f"{session.name}: the server has no transactions behind {start}")
    selected = {log.name for log in matching(session, names, server.log)}
    spools = _Spools(session.host, session.account, readers)
    found: list[ServerLog] = []
    for name, size in ((log.name, log.size) for log in names):
        if name in selected:
            is_last = name == names[-1].name
            values = (server, name, size, is_last, executed_gtids, gtids)
            found.append(_gtid_log(*values, spools, copy))
        gtids = copy.logs[name].gtids or ""
    return found


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
