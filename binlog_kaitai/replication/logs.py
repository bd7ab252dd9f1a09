"""A server's logs, opened as files are: what is read comes in meanwhile."""

from __future__ import annotations

import os
import tempfile
import threading
import weakref
from collections import OrderedDict
from typing import Any

from binlog_kaitai.io.files import SourcedFile
from binlog_kaitai.replication.dumps import FIRST, Dump
from binlog_kaitai.replication.log_files import LogFileWriter
from binlog_kaitai.replication.passwords import Account
from binlog_kaitai.replication.servers import connect, matching, served_logs
from binlog_kaitai.replication.sessions import LostError, ServerError, Session
from binlog_kaitai.replication.starts import EARLIEST, first_log
from binlog_kaitai.replication.uris import ServerUri, parse_uri

MAX_SPOOLED = 2
"""Logs of a server that are kept at once when nobody reads them; they are as large as logs are."""

NOTIFY_BYTES = 2**18
ATTEMPTS = 5
"""How often a connection may be lost while nothing comes."""


class ServerLog(SourcedFile):
    """A log of a server, up to the `size` that it had when the server was asked.

    As text it is a URI without its query; the password is in none of it.
    """

    __slots__ = ("_spools", "is_in_use", "log", "server", "size")

    server: ServerUri
    log: str
    size: int
    is_in_use: bool
    _spools: _Spools

    def __new__(  # noqa: PYI034 - Self came with 3.11
        cls,
        server: ServerUri,
        log: str,
        size: int,
        is_in_use: bool,
        spools: _Spools | None = None,
    ) -> ServerLog:
        path = super().__new__(cls, server.uri_of(log).partition("?")[0])
        path.server, path.log, path.size, path.is_in_use = server, log, size, is_in_use
        path._spools = spools or _Spools()
        return path

    def __reduce__(self) -> tuple[Any, ...]:
        return ServerLog, (self.server, self.log, self.size, self.is_in_use)

    def open_source(self) -> _Spool:
        """Return what reads the log, which is asked for unless it is at hand."""
        return self._spools.of(self)


def server_logs(uri: str) -> list[ServerLog]:
    """Return the logs that a server's URI means, oldest first, from the one where it starts.

    Raises ServerError, ValueError for what is no such URI.
    """
    server = parse_uri(uri)
    with connect(server) as session:
        served = served_logs(session)
        logs = first_log(session, matching(session, served, server.log), server.start or EARLIEST)
        spools = _Spools(session.host, session.account)
    last = served[-1].name
    return [ServerLog(server, log.name, log.size, log.name == last, spools) for log in logs]


class _Spools:
    """The logs of a server that are at hand: those that are being read, and the last few."""

    def __init__(self, host: tuple[str, int] | None = None, account: Account | None = None) -> None:
        self._host = host
        self._account = account
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Spool] = OrderedDict()

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
                if attempts == ATTEMPTS or self._is_stopped:
                    raise

    def _take(self, writer: LogFileWriter) -> None:
        with self.spools.connect(self.server) as session:
            self._session = session
            for event in Dump(session, self.log, max(writer.position, FIRST)):
                if event is not None:
                    if event.log != self.log:
                        break
                    writer.add(event)
                is_over = writer.position >= self.size or self._is_stopped
                if is_over or writer.position - self.available >= NOTIFY_BYTES:
                    self._tell(writer.position)
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

    def read_at(self, nbytes: int, offset: int) -> bytes:
        """Return bytes, fewer than wanted only where the log ends. Raises as the download."""
        download = self._download
        end = min(offset + nbytes, download.size)
        with download.changed:
            download.changed.wait_for(
                lambda: download.available >= end or download.error is not None
            )
            if download.available < end and download.error is not None:
                raise download.error
        return os.pread(download.file.fileno(), max(end - offset, 0), offset)

    def close(self) -> None:
        """Let go of it; the file goes with the last that reads it."""
