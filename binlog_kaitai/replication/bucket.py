"""Copy a server's logs to an object store, one file at a time."""

from __future__ import annotations

import json
import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import head_of
from binlog_kaitai.io.paths import remote_place
from binlog_kaitai.replication.archive import INDEX_SUFFIX, STATE, Archive
from binlog_kaitai.replication.dumps import FIRST
from binlog_kaitai.replication.log_names import LogName
from binlog_kaitai.replication.servers import connect, served_logs
from binlog_kaitai.replication.sessions import LostError, ServerError
from binlog_kaitai.replication.starts import EARLIEST
from binlog_kaitai.replication.uris import MAX_WAIT, ServerUri
from binlog_kaitai.replication.wire import LoadRun
from binlog_kaitai.replication.writing import ArchivedLog, ArchivePosition, OnLog, ignore, place_in

LOGGER = logging.getLogger(__name__)


class BucketArchive:
    """Objects of a server's logs, their index, and the position of the copy.

    Like `Archive`, but a log becomes an object when the server has closed it, or at the end of an
    update. An incomplete log is received again. Logs are written to a temporary file first. Two
    processes must not archive to the same place: nothing prevents it.
    """

    def __init__(
        self,
        uri: str,
        *,
        start: str = EARLIEST,
        on_log: OnLog = ignore,
        on_replica: Callable[[int], None] = ignore,
        load_run: LoadRun | None = None,
    ) -> None:
        self.uri = uri.rstrip("/")
        self._start = start
        self._on_log = on_log
        self._on_replica = on_replica
        self._load_run = load_run

    def update(self, server: ServerUri) -> None:
        """Copy the current logs of the server. Raises ServerError, BinlogError, OSError."""
        with self._work(server, takes_unclosed=True) as archive:
            archive.update(server)

    def follow(self, server: ServerUri) -> None:
        """Copy logs while the server writes them, until interrupted. Raises as `Archive.follow`."""
        waiting = 1.0
        while True:
            try:
                with self._work(server, takes_unclosed=False) as archive:
                    archive.follow(server)
            except LostError as error:  # before the first event
                if self.place is None:
                    raise
                LOGGER.warning("%s; reconnecting", error)
            time.sleep(waiting)
            waiting = min(2 * waiting, MAX_WAIT)

    @property
    def place(self) -> ArchivePosition | None:
        """The position; None for a new archive. Raises BinlogError for an invalid file."""
        text = self._read(STATE)
        try:
            return None if text is None else place_in(text)
        except (ValueError, TypeError) as error:
            name = f"{self.uri}/{STATE}"
            raise BinlogError(name, 0, "the position of an archive", str(error)) from error

    @contextmanager
    def _work(self, server: ServerUri, *, takes_unclosed: bool) -> Iterator[Archive]:
        """Yield a local archive that begins with the first incomplete log of the bucket."""

        def take(log: ArchivedLog) -> None:
            if log.is_closed or takes_unclosed:
                self._put(log, archive)

        with tempfile.TemporaryDirectory(prefix="binlog-kaitai-") as folder:
            archive = Archive(
                folder,
                start=self._start,
                on_log=take,
                on_replica=self._on_replica,
                load_run=self._load_run,
            )
            place = self.place
            if place is not None:
                archive.begin_at(self._next(server, place))
            yield archive

    def _next(self, server: ServerUri, place: ArchivePosition) -> ArchivePosition:
        """Return the start of the next log to receive; an unclosed log is received again."""
        begun = replace(place, position=0, is_closed=False)
        if not place.is_closed:
            return begun
        with connect(server) as session:
            names = [log.name for log in served_logs(session)]
        if place.log == names[-1]:
            raise ServerError(
                f"{server}: no log file after {place.log}, which is archived completely; the"
                " server's logs were reset; archive to a new directory"
            )
        if place.log in names:
            return replace(begun, log=names[names.index(place.log) + 1])
        return place  # `Archive` reports a purged log, or finds its successor

    def _put(self, log: ArchivedLog, archive: Archive) -> None:
        """Write a log as an object, and then the index and the position."""
        place = archive.place
        assert place is not None
        path = Path(log.path)
        name = LogName(path.name)  # `Archive` made the file
        before = self.place
        if before is not None and before.log == name and before.position > FIRST:
            head = head_of(self._uri_of(name), before.position)
            if head is not None and head_of(path, head["size"]) != head:
                raise ServerError(
                    f"{self._uri_of(name)} differs from the server's log file; the server's logs"
                    " were reset; archive to a new directory"
                )
        self._write(name, self._content_of(log))
        index = f"{name.rpartition('.')[0]}{INDEX_SUFFIX}"
        listed = (self._read(index) or "").splitlines()
        if name not in listed:
            self._write(index, "".join(f"{one}\n" for one in (*listed, name)).encode())
        done = replace(place, log=name, position=log.size, is_closed=log.is_closed)
        self._write(STATE, json.dumps(asdict(done)).encode())
        if log.is_closed:
            os.truncate(path, 0)
        self._on_log(replace(log, path=self._uri_of(name).partition("?")[0]))

    def _uri_of(self, name: str) -> str:
        root, mark, query = self.uri.partition("?")
        return f"{root.rstrip('/')}/{name}{mark}{query}"

    def _content_of(self, log: ArchivedLog) -> Any:
        """Return a log's bytes, which the disk has. Raises OSError if it has not all of them."""
        from pyarrow import memory_map  # noqa: PLC0415 - slow to import

        with memory_map(str(log.path)) as file:
            content = file.read_buffer(log.size)
        if len(content) != log.size:
            raise OSError(
                f"{log.path}: expected {log.size} bytes, found {len(content)}; the object is"
                " unchanged"
            )
        return content

    def _write(self, name: str, content: Any) -> None:
        """Write an object as a whole, or not at all. Raises OSError."""
        place = remote_place(self._uri_of(name))
        stream = place.filesystem.open_output_stream(place.path, compression=None)
        # once and without `with`: to close after an error makes an object of the bytes before it
        stream.write(content)
        stream.close()

    def _read(self, name: str) -> str | None:
        place = remote_place(self._uri_of(name))
        if (
            place.entry(place.path) is None
        ):  # without credentials, Azure's library aborts when it opens one
            return None
        try:
            with place.filesystem.open_input_stream(place.path, compression=None) as stream:
                return bytes(stream.read()).decode()
        except FileNotFoundError:
            return None
