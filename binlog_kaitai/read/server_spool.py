"""A server's logs in a folder, as long as they are not read, also where another server goes on."""

from __future__ import annotations

import json
import logging
import os
import shutil
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import quote

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import FoundFile, find_files, in_order
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.log_paths import ServedFile
from binlog_kaitai.io.paths import base_name, replace_file
from binlog_kaitai.read.live_tail import tail_of
from binlog_kaitai.read.taken import is_bare, known_after
from binlog_kaitai.read.wire import load_run
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.holding import HeldDump
from binlog_kaitai.replication.log_names import later_prefix, log_name
from binlog_kaitai.replication.servers import PurgedError, connect, identity_of
from binlog_kaitai.replication.sessions import LostError, ServerError, Session, StalledError
from binlog_kaitai.replication.starts import EARLIEST
from binlog_kaitai.replication.uris import MAX_WAIT, ServerUri, parse_uri
from binlog_kaitai.replication.writing import ArchivePosition

LOGGER = logging.getLogger(__name__)

STATE = ".spool.json"

PATIENCE = (1, 2, 4, 8, 15, 30)
"""Seconds between attempts to reach a server that was reached before."""

STABLE = 30.0
"""Seconds after which another connection is opened at once in place of one that is lost."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The logs of one server: they begin behind the transactions that are `known`.

    `server` tells the server from others, and `host` is where it was. `number` counts the servers,
    and names the folder of the logs. `prefix` makes their names sort behind those of the servers
    before. `gaps` are the names of logs before which the server purged some that were not taken.
    """

    number: int
    server: str
    host: tuple[str, int]
    start: str
    executed_gtids: str = ""
    prefix: str = ""
    gaps: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SpooledLog:
    """A log of a spool: `name` tells the generation, too, and names sort in the order of logs."""

    name: str
    file: FoundFile


class ServerSpool:
    """A folder into which the logs of one server are archived, or of those that follow it.

    What is read is on the disk before, so that it is read again the same. Where the server is lost,
    and its URI names others, the first that answers goes on: the logs of before end behind their
    last whole transaction, and those of the other server are read without the transactions that are
    known by their GTIDs. While logs of `max_bytes` are unread, no other one is begun. Raises
    ServerError, BinlogError, OSError, as its methods do.

    `update` opens connections, and closes them. `take` holds one open, on which the server sends
    what is new; other processes cannot use the folder meanwhile. Where the server ends it at once
    again and again, the folder is updated instead.
    """

    skips_purged = False
    """Whether logs that the server purged unread are left out, because their effects are healed."""

    def __init__(
        self, server: ServerUri, folder: str | os.PathLike[str], max_bytes: int | None = None
    ) -> None:
        self.server = replace(server, is_semi_sync=False)  # nothing is acknowledged
        self.folder = Path(folder)
        self._max_bytes = max_bytes
        self._held: HeldDump | None = None
        self._number = 0
        self._waiting = self._holds_after = 0.0

    def update(self, read: str = "") -> tuple[str, int]:
        """Take in what the server has by now; logs up to the one of a name are `read`.

        Returns the name of the server's last log, and its size now.
        """
        self.release()
        has_stalled = False
        for patience in PATIENCE:
            try:
                return self._update(read)
            except LostError as error:
                is_stalled = isinstance(error, StalledError)
                if not self.generations or (is_stalled and has_stalled):
                    raise
                has_stalled |= is_stalled
                LOGGER.info("%s; reconnecting in %s s", error, patience)
                time.sleep(patience)
        return self._update(read)

    def take(self) -> None:
        """Take in what the server has sent by now; at first, all that it has.

        A server that is lost is not waited for: the caller tells that it is, and tries again.
        """
        if self.take_held():
            return
        self._update("")
        if time.monotonic() >= self._holds_after:
            self._hold()

    def take_held(self) -> bool:
        """Take in what has arrived on the connection that is held; return whether there is one."""
        if self._held is None:
            return False
        try:
            self._held.take()
        except (ServerError, BinlogError) as error:
            is_stable = time.monotonic() - self._held.began >= STABLE
            self._fail(error, waiting=0.0 if is_stable else self._waiting)
        return self._held is not None

    def _hold(self) -> None:
        """Open a connection on which the server sends what is new; without it, `update` goes on."""
        generation = self.generations[-1]
        try:
            session = connect(self.server, generation.host)
            self._held = HeldDump(self._archive(generation), session)
            self._number = generation.number
        except (ServerError, BinlogError) as error:
            self._fail(error, waiting=self._waiting)

    def _fail(self, error: Exception, waiting: float) -> None:
        """Release the connection; hold another one at once, or after a time that grows."""
        LOGGER.info("%s; reconnecting", error)
        self.release()
        self._holds_after = time.monotonic() + waiting
        self._waiting = min(max(2 * waiting, 1.0), MAX_WAIT)

    def release(self) -> None:
        """Close the connection that is held, if there is one."""
        held, self._held = self._held, None
        if held is not None:
            held.close()

    @property
    def session(self) -> Session | None:
        """The connection that is held, on which bytes arrive."""
        return None if self._held is None else self._held.session

    def _update(self, read: str) -> tuple[str, int]:
        before = self.generations
        with connect(self.server, before[-1].host if before else None) as session:
            generation = self._generation_of(session)
            archive = self._archive(generation)
            try:
                last = archive.receive(session, lambda: self._has_room(read))
            except PurgedError as error:
                if not self.skips_purged:
                    raise
                LOGGER.warning("%s; its changes are missing", error)
                self._end_whole(archive)
                gaps = (*generation.gaps, error.first)
                self._store([*self.generations[:-1], replace(generation, gaps=gaps)])
                archive.begin_at(ArchivePosition(generation.server, error.first, 0))
                last = archive.receive(session, lambda: self._has_room(read))
        return f"{generation.number}/{last.name}", last.size

    def logs(self) -> list[SpooledLog]:
        """Return the logs that are there, in their order."""
        found = []
        for generation in self.generations:
            try:
                files = find_files([str(self.folder / str(generation.number))])
            except FileNotFoundError:
                continue
            for file in files:
                path = self._path_of(file, generation)
                path = ServedFile(path, self.server.uri, generation.executed_gtids)
                name = f"{generation.number}/{base_name(file.path)}"
                end = self._end_of(name)
                size = file.size if end is None else min(file.size, end)
                is_behind_gap = base_name(file.path) in generation.gaps
                log = replace(file, path=path, size=size, is_behind_gap=is_behind_gap)
                found.append(SpooledLog(name, log))
        return found

    def _path_of(self, file: FoundFile, generation: Generation) -> str:
        """Return the path of a log: a link with the prefix, if there is one."""
        if not generation.prefix:
            return file.path
        name = base_name(file.path)
        link = self._links_of(generation) / f"{generation.prefix}{name}"
        if not link.is_symlink():
            link.parent.mkdir(exist_ok=True)
            with suppress(FileExistsError):  # another process made it
                link.symlink_to(Path("..", str(generation.number), name))
        return str(link)

    def _links_of(self, generation: Generation) -> Path:
        return self.folder / f"{generation.number}.logs"

    def begin_after(self, name: str, gtids: str | None) -> None:
        """Have an empty spool go on behind what was read: by GTIDs, or else with the log `name`."""
        if not self.generations:
            number, _, log = name.partition("/")
            with connect(self.server) as session:
                place = (int(number), log, "") if gtids is None else (int(number) + 1, gtids, gtids)
                self._add(session, *place)

    def is_begun_after(self, gtids: str | None) -> bool:
        """Return whether the first logs that are there begin behind some transactions."""
        before = self.generations
        return bool(gtids and before) and before[0].executed_gtids == gtids

    def drop_before(self, name: str) -> None:
        """Remove the logs before one, which are read."""
        number, _, log = name.partition("/")
        for generation in self.generations:
            if generation.number < int(number):
                shutil.rmtree(self.folder / str(generation.number), ignore_errors=True)
                shutil.rmtree(self._links_of(generation), ignore_errors=True)
            elif generation.number == int(number):
                self._archive(generation).drop_before(log_name(log))
                for link in self._links_of(generation).glob("*"):
                    if not link.exists():
                        link.unlink(missing_ok=True)

    @property
    def generations(self) -> list[Generation]:
        """The servers whose logs were taken, in order."""
        try:
            found = json.loads((self.folder / STATE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        return [Generation(**one | {"host": tuple(one["host"])}) for one in found]

    def _end_of(self, name: str) -> int | None:
        """Return the byte offset up to which a log is whole, if it is the one that is written."""
        place = None if self._held is None else self._held.place
        is_open = place is not None and f"{self._number}/{place.log}" == name
        return place.position if place is not None and is_open else None

    def _archive(self, generation: Generation) -> Archive:
        if self._held is not None and self._number == generation.number:
            return self._held.archive  # which has the lock
        folder = self.folder / str(generation.number)
        return Archive(folder, start=generation.start, load_run=load_run)

    def _has_room(self, read: str) -> bool:
        unread = [log for log in self.logs() if in_order(log.name) > in_order(read)]
        size = sum(log.file.size for log in unread)
        return self._max_bytes is None or not unread or size < self._max_bytes

    def _generation_of(self, session: Session) -> Generation:
        """Return the generation of a server: the last one, or another that follows it."""
        before = self.generations
        if not before:
            return self._add(session, 1, self.server.start or EARLIEST, "")
        last = before[-1]
        if last.server == identity_of(session):
            return last
        executed_gtids = self._cut(last)
        if executed_gtids is None:
            raise ServerError(
                f"{session.name}: cannot take over from {last.host[0]}:{last.host[1]}, because that"
                " server's transactions have no GTIDs; enable gtid_mode, or start a new spool"
            )
        return self._add(session, last.number + 1, executed_gtids or EARLIEST, executed_gtids)

    def _cut(self, generation: Generation) -> str | None:
        """End logs behind their last whole transaction; return what they have, as far as told."""
        archive = self._archive(generation)
        if archive.place is None:
            return generation.executed_gtids
        path = self._end_whole(archive)
        logs = [log for log in self.logs() if log.name.startswith(f"{generation.number}/")]
        if len(logs) > 1 and is_bare(str(path)):
            path = Path(logs[-2].file.path)  # the lost one does not tell what those before hold
        return known_after(str(path), generation.executed_gtids)

    @staticmethod
    def _end_whole(archive: Archive) -> Path:
        """End the last log behind its last whole transaction. Returns its path."""
        assert archive.place is not None
        path = archive.folder / archive.place.log
        if path.exists():
            with LogFile(path) as log:
                end = tail_of(log, 0, log.size).position
            archive.truncate(end)
        return path

    def _add(self, session: Session, number: int, start: str, executed_gtids: str) -> Generation:
        place = identity_of(session), session.host, start, executed_gtids
        added = Generation(number, *place, later_prefix(number))
        self._store([*self.generations, added])
        return added

    def _store(self, generations: Sequence[Generation]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        replace_file(self.folder / STATE, json.dumps([asdict(one) for one in generations]))


def spools_of(
    uris: Iterable[str], folder: str | os.PathLike[str], max_bytes: int | None = None
) -> dict[str, ServerSpool]:
    """Return a spool for each server, by its hosts: in a folder, or of several each in its own.

    Raises ValueError for what is no server's URI, or twice there.
    """
    found: dict[str, ServerUri] = {}
    for server in map(parse_uri, uris):
        key = ",".join(f"{host}:{port}" for host, port in server.hosts)
        if key in found:
            raise ValueError(f"{server}: the server is listed twice")
        found[key] = server
    is_one = len(found) == 1
    return {
        key: ServerSpool(server, folder if is_one else Path(folder, quote(key, safe="")), max_bytes)
        for key, server in found.items()
    }
