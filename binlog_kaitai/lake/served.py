"""Spool the logs of running servers in a folder until they are exported."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from binlog_kaitai.io.finding import FoundFile, find_files, in_order
from binlog_kaitai.io.outages import outage_of
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import GAP
from binlog_kaitai.lake.dumps import read_dumped
from binlog_kaitai.lake.healing import Healing
from binlog_kaitai.lake.resetting import Resets, drop_baselines
from binlog_kaitai.lake.running import Reading, Snapshot
from binlog_kaitai.lake.state import State, key_of
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.replication.uris import is_server

if TYPE_CHECKING:
    from binlog_kaitai.lake.chunks import Chunks
    from binlog_kaitai.lake.store import Store
    from binlog_kaitai.read.server_spool import ServerSpool

REFUSAL_SECONDS = 600
"""Seconds for which a server that refuses a connection is retried."""

QUIET_SECONDS = 1.0
"""Maximum number of seconds without a look at what servers have sent."""


class InputLogs:
    """The paths of an export; servers are spooled to a folder.

    If it `holds`, a connection to each server stays open, until `close`, and `find` returns what
    has arrived. Otherwise, it opens a connection, and returns all that the server has.

    Raises:
        ValueError: there is a server and no folder.
    """

    holds = False

    def __init__(self, paths: Iterable[str], spool: str | os.PathLike[str] | None) -> None:
        inputs = list(paths)
        self._paths = [path for path in inputs if not is_server(path)]
        servers = [path for path in inputs if is_server(path)]
        self._spools: list[ServerSpool] = []
        if servers:
            if spool is None:
                raise ValueError(f"{servers[0]}: an export from a server requires --spool DIR")
            from binlog_kaitai.read.server_spool import spools_of  # noqa: PLC0415 - needs an extra

            self._spools = list(spools_of(servers, spool).values())

    @classmethod
    def of(
        cls, paths: Iterable[str], spool: str | os.PathLike[str] | InputLogs | None
    ) -> InputLogs:
        """Return the logs of paths, unless these are there already. Raises ValueError."""
        return spool if isinstance(spool, InputLogs) else cls(paths, spool)

    def heal(self, snapshot: Snapshot | bool) -> bool:
        """Have logs that servers purged left out if a snapshot heals what they changed.

        Returns:
            Whether it does.
        """
        heals = _healing_of(snapshot) is not None
        for spool in self._spools:
            spool.skips_purged = heals
        return heals

    @property
    def have_servers(self) -> bool:
        """Whether there are servers, whose logs grow."""
        return bool(self._spools)

    def may_recover(self, error: OSError, seconds: float) -> bool:
        """Return whether a server or store may be back, `seconds` after it first failed this way.

        A lost connection, and a store, may always recover. A refusal, such as of a password that is
        being rotated, is retried for `REFUSAL_SECONDS`.
        """
        if outage_of(error):
            return True
        if not self.have_servers:
            return False
        from binlog_kaitai.replication import sessions  # noqa: PLC0415 - needs an extra

        if isinstance(error, sessions.LostError):
            return True
        return isinstance(error, sessions.BusyError) and seconds < REFUSAL_SECONDS

    def find(self) -> list[FoundFile]:
        """Return the available logs, also of the servers. Raises as `find_files`, OSError.

        Unless this `holds`, a lost server is retried for up to a minute.
        """
        files = find_files(self._paths) if self._paths or not self._spools else []
        for spool in self._spools:
            spool.take() if self.holds else spool.update()
            files += [log.file for log in spool.logs()]
        return sorted(files, key=lambda file: in_order(file.path))

    def wait(self, until: float) -> None:
        """Wait until a time of `time.monotonic`, and while all servers are quiet.

        Bytes that arrive before are taken in, but not looked at. Returns after at most a second of
        quiet, as servers send heartbeats.
        """
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, QUIET_SECONDS))
            if left > QUIET_SECONDS:
                for spool in self._spools:
                    spool.take_held()
        sessions = [one.session for one in self._spools]
        held = [one for one in sessions if one is not None]
        is_quiet = len(held) == len(sessions) > 0 and not self._paths
        if is_quiet and not any(one.has_bytes for one in held):
            wait([one.fileno() for one in held], QUIET_SECONDS)

    def close(self) -> None:
        """Close the connections that are held."""
        for spool in self._spools:
            spool.release()

    def resets(
        self,
        state: State,
        names: Collection[str],
        keys: Mapping[str, Sequence[str]],
        snapshot: Snapshot | bool,
    ) -> Resets:
        """Return the tables that a run rebuilds: by names, and those that snapshots heal.

        Raises:
            ServerError: the server fails.
            ValueError: a name has no table.
        """
        resets, healing = Resets(state, names), _healing_of(snapshot)
        if healing is not None:
            from binlog_kaitai.lake.baseline import tables_with_keys  # noqa: PLC0415 - as `chunks`
            from binlog_kaitai.replication.definitions import absent_of  # noqa: PLC0415 - as above

            server, due = self._spool("--snapshot").server, healing.due(state)
            gaps = [one for one in state.aside.values() if one.cause == GAP and one.key in due]
            if gaps:
                missed = [(one.database, one.table) for one in gaps]
                resets.end(state, absent_of(server, missed))
            resets.heal(state, healing.begin(state, lambda: tables_with_keys(server, keys)))
        return resets

    def _spool(self, option: str) -> ServerSpool:
        if len(self._spools) != 1 or self._paths:
            raise ValueError(f"{option} requires one server")
        return self._spools[0]

    def chunks(
        self, store: Store, state: State, files: list[FoundFile], reading: Reading | None
    ) -> Chunks | None:
        """Read some rows that tables of the server had before its logs. Raises as `read_chunks`.

        The `files` become those after the read. None discards the rows of tables that lack some.
        """
        asked = None if reading is None else reading.snapshot
        chunks = None
        if reading is None or asked is None or not asked.reads_server:
            drop_baselines(state)
        else:
            chunks = self._snapshot(store, state, files, reading)
        if reading is not None and asked is not None and asked.dump and not state.positions():
            logs = [file.path for file in files]
            definitions = self._definitions() if self._spools else None
            is_rest_read = asked.reads_server
            return read_dumped(store, state, reading, logs, definitions, is_rest_read=is_rest_read)
        return chunks

    def _definitions(self) -> Mapping[str, Definition]:
        from binlog_kaitai.replication.definitions import (  # noqa: PLC0415 - needs an extra
            ServerDefinitions,
        )

        return ServerDefinitions(self._spool("--baseline").server)

    def _snapshot(
        self, store: Store, state: State, files: list[FoundFile], reading: Reading
    ) -> Chunks:
        from binlog_kaitai.lake.baseline import read_chunks  # noqa: PLC0415 - needs an extra

        chunks = read_chunks(store, state, self._spool("--snapshot"), reading)
        self.holds = False  # up to the high watermark, which may not have arrived
        files[:] = self.find()
        return chunks

    def drop(self, state: State, snapshot: Snapshot | bool = False) -> None:
        """Remove the logs of servers that were exported completely, and that nothing heals from."""
        healing = _healing_of(snapshot)
        for spool in self._spools:
            for log in spool.logs():
                is_needed = healing is not None and healing.needs(base_name(log.file.path), state)
                if is_needed or key_of(log.file) not in state.files:
                    spool.drop_before(log.name)
                    break


def _healing_of(snapshot: Snapshot | bool) -> Healing | None:
    return snapshot.healing if isinstance(snapshot, Snapshot) else None
