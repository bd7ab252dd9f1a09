"""A server's logs, opened as files are: what is read comes in meanwhile."""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.io.files import HeldFile, SourcedFile
from binlog_kaitai.replication.definitions import ServerDefinitions
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.log_files import LogFileWriter
from binlog_kaitai.replication.passwords import Account
from binlog_kaitai.replication.servers import connect, matching, served_logs
from binlog_kaitai.replication.sessions import LostError, ServerError, Session
from binlog_kaitai.replication.starts import EARLIEST, first_log
from binlog_kaitai.replication.uris import Host, ServerUri, parse_uri
from binlog_kaitai.replication.wire import LoadRun

MAX_SPOOLED = 2
"""Logs of a server that are kept at once when nobody reads them; they are as large as logs are."""

MANY = 2**22
"""Bytes from which on it is worth to load what takes many events at once."""

NOTIFY_BYTES = 2**18
ATTEMPTS = 5
"""How often a connection may be lost while nothing comes."""


Taken: TypeAlias = Callable[[str, str], "str | None"]
"""Tells the transactions in a log and those before it, and those that were known; None if not."""


class ServerLog(SourcedFile):
    """A log of a server, up to the `size` that it had when the server was asked.

    As text it is a URI without its query; the password is in none of it.
    """

    __slots__ = ("_spools", "is_in_use", "known", "log", "server", "size")

    server: ServerUri
    log: str
    size: int
    is_in_use: bool
    _spools: _Spools

    def __new__(  # noqa: PLR0913, PLR0917, PYI034 - Self came with 3.11
        cls,
        server: ServerUri,
        log: str,
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

    def open_source(self) -> _Spool:
        """Return what reads the log, which is asked for unless it is at hand."""
        return self._spools.of(self)

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
        self._host = host
        self._account = account
        self.means = means
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Spool] = OrderedDict()
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
            known = spool.taken(taken, path)
        elif before is not None and before.is_whole():
            known = before.taken(taken, path)
        others = tuple(host for host in path.server.hosts if host != self._host)
        rest = replace(path.server, hosts=others)
        with connect(rest) as session:
            start = known or path.server.start or EARLIEST
            return _logs_of(session, start, path.server, self.means, known)

    def of(self, path: ServerLog) -> _Spool:
        with self._lock:
            spool = self._kept.pop(path.log, None)
            if spool is None or spool.has_failed:
                spool = _Spool(_Download(path, self))
            self._kept[path.log] = spool
            while len(self._kept) > MAX_SPOOLED:
                self._kept.popitem(last=False)
            return spool

    def connect(self, server: ServerUri) -> Session:
        """Connect to the host whose logs these are."""
        if self._host is None or self._account is None:
            session = connect(server)
            self._host, self._account = session.host, session.account
            return session
        return Session(server, self._host, self._account)


class _Download:
    """Has a log sent into a temporary file; `available` of its bytes are there."""

    def __init__(self, path: ServerLog, spools: _Spools) -> None:
        self.server, self.log, self.size = path.server, path.log, path.size
        self.is_in_use = path.is_in_use
        self.spools = spools
        self.available = 0
        self.error: BaseException | None = None
        self.changed = threading.Condition()
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the last that reads it
        self.is_followed = spools.is_followed(path.server)
        self.is_cut = False
        self._whole = 0
        self._session: Session | None = None
        self._is_stopped = False
        threading.Thread(target=self._run, daemon=True, name=f"dump of {path.log}").start()

    def stop(self) -> None:
        """End it, for nobody waits."""
        self._is_stopped = True
        session = self._session
        if session is not None:
            session.close()

    def _run(self) -> None:
        try:
            self._receive()
        except BaseException as error:  # noqa: BLE001 - raised again where it is read
            self.error = error
        finally:
            with self.changed:
                self.changed.notify_all()

    def _receive(self) -> None:
        writer = LogFileWriter(self.file, marks_use=self.is_in_use)
        attempts = 0
        while writer.position < self.size and not self._is_stopped:
            before = writer.position
            try:
                self._take(writer)
            except LostError:
                attempts = attempts + 1 if writer.position == before else 0
                if self._is_stopped:
                    raise
                if attempts == ATTEMPTS:
                    if not self.is_followed:
                        raise
                    self._cut()
                    return

    def _cut(self) -> None:
        """End the log behind its last whole transaction, for its server is lost."""
        with self.changed:
            self.is_cut = True
            self.size = self.available = self._whole

    def _take(self, writer: LogFileWriter) -> None:
        with self.spools.connect(self.server) as session:
            self._session = session
            load, left = self.spools.means.load_run, self.size - writer.position
            take_run = load() if load is not None and left > MANY else None
            first = max(writer.position, FIRST)
            for event in Dump(session, self.log, first, take_run=take_run):
                if event is not None:
                    if event.log != self.log:
                        break
                    if event.begun is not None:
                        self._whole = event.begun
                    writer.add(event)
                is_over = writer.position >= self.size or self._is_stopped
                whole = writer.position if is_over or not self.is_followed else self._whole
                if is_over or whole - self.available >= NOTIFY_BYTES:
                    self._tell(whole)
                if is_over:
                    return
        raise ServerError(
            f"{session.name}: the server ended {self.log} at byte {writer.position}, which had"
            f" {self.size}"
        )

    def _tell(self, position: int) -> None:
        self.file.flush()
        with self.changed:
            self.available = position
            self.changed.notify_all()


class _Spool:
    """Reads by positions what a download has, and waits for what it has not yet.

    When nobody has it any more, the download ends.
    """

    def __init__(self, download: _Download) -> None:
        self._download = download
        weakref.finalize(self, download.stop)

    @property
    def has_failed(self) -> bool:
        return self._download.error is not None

    def size(self) -> int:
        return self._download.size

    def is_there(self) -> bool:
        download = self._download
        self._wait(lambda: download.available > 0 or download.is_cut)
        return download.available > 0

    def is_whole(self) -> bool:
        """Wait until the download ends; return whether it has all of the log."""
        download = self._download
        self._wait(lambda: download.available >= download.size)
        return not download.is_cut

    def taken(self, taken: Taken, path: ServerLog) -> str:
        """Return the transactions that are known once the log is read. Raises ServerError."""
        content = mmap.mmap(self._download.file.fileno(), self.size(), access=mmap.ACCESS_READ)
        found = taken(HeldFile(path, content), path.known)
        if found is None:
            raise ServerError(
                f"{path}: the server is lost, and no other one can go on: there are transactions"
                " without a GTID"
            )
        return found

    def _wait(self, is_over: Callable[[], bool]) -> None:
        download = self._download
        with download.changed:
            download.changed.wait_for(lambda: is_over() or download.error is not None)
            if not is_over() and download.error is not None:
                raise download.error

    def read_at(self, nbytes: int, offset: int) -> bytes:
        """Return bytes, fewer than wanted only where the log ends. Raises as the download."""
        download = self._download
        self._wait(lambda: download.available >= min(offset + nbytes, download.size))
        end = min(offset + nbytes, download.size)
        return os.pread(download.file.fileno(), max(end - offset, 0), offset)

    def close(self) -> None:
        """Let go of it; the file goes with the last that reads it."""
