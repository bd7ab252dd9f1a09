"""Read the chunks of tables by tasks, on other machines too, each in a consistent read of its own.

The driver only looks up the keys at the ends of chunks. Each task begins its read behind the same
low watermark; as with `chunking`, the logs have what changed since.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from binlog_kaitai.lake.chunking import (
    ALTERED,
    ChunkWriter,
    Key,
    ServedTable,
    TableChunks,
    WrittenChunk,
    leave,
    rows_left,
)
from binlog_kaitai.lake.facts import Baseline
from binlog_kaitai.lake.load import Load
from binlog_kaitai.lake.running import Runner
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.lake.watermarks import Watermark, begin_behind
from binlog_kaitai.replication.selects import TableSelect, begin_snapshot
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.sessions import RefusedError, Session

LOGGER = logging.getLogger(__name__)

WAVE = 64
"""Number of tasks between two looks at the load of the server."""

SECONDS = 60.0
"""Approximate duration of the tasks of a run. The server keeps old versions of rows only for as
long as a task takes."""


@dataclass(frozen=True)
class ChunkTask:
    """Reads a chunk in a connection of its own; `first` is the ordinal of its first row."""

    writer: ChunkWriter
    watermark: Watermark
    fields: tuple[str, ...]
    keys: tuple[Key | None, Key | None]
    first: int

    def __call__(self) -> WrittenChunk | None:
        """Write the chunk. Returns None if the table was altered, or is about to be."""
        served, mark = self.writer.served, self.watermark
        try:
            with connect(mark.server, mark.host) as session:
                begin_behind(session, mark.low, mark.gtids)
                select = TableSelect(session, served.database, served.table, served.size)
                if select.keys != self.fields:
                    return None
                ordinals = _Ordinals(self.first)
                return self.writer.write(session, select, self.keys, ordinals.take)
        except RefusedError as error:
            if error.code not in ALTERED:
                raise
            return None


class _Ordinals:
    def __init__(self, first: int) -> None:
        self._next = first

    def take(self, count: int) -> int:
        self._next += count
        return self._next - count


class ChunkTasks:
    """Reads chunks of tables by the tasks of a runner, as `ChunkReader` does by connections.

    Args:
        store: the store of the export.
        baselines: the tables, in the order in which they are read.
        watermark: the server, and the low watermark.
        load: the load of the server; while it is too high, no tasks are begun.
        progress: called after each chunk.
    """

    def __init__(
        self,
        store: Store,
        baselines: Sequence[tuple[ServedTable, Baseline]],
        watermark: Watermark,
        load: Load,
        progress: Callable[[Step], None],
    ) -> None:
        self._store = store
        self._waiting = list(baselines)
        self._watermark = watermark
        self._load = load
        self._progress = progress
        self.tables: list[TableChunks] = []

    def read(self, session: Session, runner: Runner) -> None:
        """Read chunks, wave by wave, for about `SECONDS`.

        Args:
            session: a session that looks up keys.
            runner: runs the tasks.

        Raises:
            ServerError: the server fails.
        """
        begin_snapshot(session)  # for keys as those of tasks
        session.rows("ROLLBACK")
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            excess = self._load.excess(session, 1) if self.tables else None
            if excess is not None:
                self._progress(Step("pause", excess.value, excess.limit, excess.name))
                return
            wave = self._wave(session)
            if not wave:
                return
            tasks = [task for _, task in wave]
            for (table, _), chunk in zip(wave, runner.run(tasks), strict=True):
                if chunk is None:
                    LOGGER.info("%s was altered; its rows are read again", table.served.name)
                    table.is_left = True
                    continue
                table.take_chunk(chunk)
                table.add(chunk.rows)
                self._tell(table)

    def _wave(self, session: Session) -> list[tuple[TableChunks, ChunkTask]]:
        """Return the tasks of the next chunks, with their tables."""
        wave: list[tuple[TableChunks, ChunkTask]] = []
        while len(wave) < WAVE:
            table = self._open(session)
            if table is None:
                break
            try:
                chunk = table.take(session)
            except RefusedError as error:
                leave(table, error)
                continue
            if chunk is not None:
                # disjoint, whatever number of rows the chunks have
                first = table.before.rows + (table.taken - 1) * 2**32
                writer = ChunkWriter(self._store, table.served, table.low)
                task = ChunkTask(writer, self._watermark, table.select.keys, chunk, first)
                wave.append((table, task))
        return wave

    def _open(self, session: Session) -> TableChunks | None:
        """Return the table with the next chunk; None if all chunks are taken."""
        if self.tables and not self.tables[-1].is_taken and not self.tables[-1].is_left:
            return self.tables[-1]
        while self._waiting:
            try:
                one = TableChunks.of(session, *self._waiting.pop(0), self._watermark.low)
            except RefusedError as error:
                leave(None, error)
            else:
                self.tables.append(one)
                return one
        return None

    def _tell(self, table: TableChunks) -> None:
        total = max(table.served.rows, table.rows)
        left = rows_left(self._waiting, self.tables)
        self._progress(Step("snapshot", table.rows, total, table.served.name, left))
