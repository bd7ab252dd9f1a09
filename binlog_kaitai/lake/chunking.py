"""Read the chunks of tables by several connections, each in its own consistent read.

All reads begin behind the same low watermark. They need not have the same rows: the logs have what
changed since.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pyarrow as pa

from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.chunks import inserted
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.commit import STAGED
from binlog_kaitai.lake.facts import Baseline, DatasetFacts, Layout, Piece
from binlog_kaitai.lake.load import Load
from binlog_kaitai.lake.parquet import ParquetFiles, Written
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import behind_record
from binlog_kaitai.replication.definitions import ABSENT
from binlog_kaitai.replication.selects import TableSelect
from binlog_kaitai.replication.sessions import DEADLOCK, RefusedError, Session

LOGGER = logging.getLogger(__name__)

CHUNK_BYTES, CHUNK_ROWS = 2**25, 2**18
"""Approximate bytes, and the maximum number of rows, of a chunk."""

PAUSE = 0.5
"""Seconds between looks at the load of a server that is too high."""

DAY = 86_400

ALTERED = ABSENT | {1412, 1205, DEADLOCK, 1054}
"""The errors of a read of a table that was altered since the read began, or is about to be, lost a
column, or was dropped."""

Key = list[str]


@dataclass(frozen=True)
class ServedTable:
    """A table of the server, with estimates of its rows and their size.

    `undecided` is the place of the first row of an XA transaction that is prepared.
    """

    folder: str
    database: str
    table: str
    rows: int
    size: int
    undecided: Place | None = None

    @property
    def name(self) -> str:
        """The full name."""
        return full_name(self.database, self.table)


def chunk_rows(size: int) -> int:
    """Return the number of rows of a chunk, by the size of a row."""
    return min(max(CHUNK_BYTES // max(size, 1), 1000), CHUNK_ROWS)


@dataclass
class TableChunks:
    """A table whose chunks are read in this run, behind a baseline.

    `facts` has the rows of complete chunks, as inserts at the place `low`. A chunk is `taken` when
    a connection reads it. All rows are taken if it `is_taken`, and none count if it `is_left`.
    """

    served: ServedTable
    select: TableSelect
    before: Baseline
    facts: DatasetFacts
    low: Place
    last: Key | None
    rows: int
    taken: int = 0
    is_taken: bool = False
    is_left: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    @staticmethod
    def of(session: Session, served: ServedTable, before: Baseline, low: Place) -> TableChunks:
        """Return the table with its definition, and the baseline or a new one."""
        select = TableSelect(session, served.database, served.table, served.size)
        if served.undecided is not None:  # its rows count behind those that are read
            low = served.undecided[0], served.undecided[1] - 1
        begun = before.begun
        if begun is None or order(begun) >= order(low) or before.keys != list(select.keys):
            before = Baseline((low[0], low[1] - 1), list(select.keys))
        facts = DatasetFacts(served.name, served.database, served.table)
        return TableChunks(served, select, before, facts, low, before.last, before.rows)

    def take(self, session: Session) -> tuple[Key | None, Key | None] | None:
        """Return the keys before and at the end of the next chunk; None if all are taken."""
        with self.lock:
            if self.is_taken or self.is_left:
                return None
            limit = chunk_rows(self.served.size)
            chunk = self.last, self.select.key_behind(session, self.last, limit)
            self.taken += 1
            self.last = chunk[1] or self.last
            self.is_taken = chunk[1] is None
            return chunk

    def add(self, rows: int) -> int:
        """Count rows, and return the number of those before."""
        with self.lock:
            self.rows += rows
            return self.rows - rows

    def take_chunk(self, chunk: WrittenChunk) -> None:
        """Add the rows of a complete chunk to the facts."""
        facts = self.facts
        facts.images += chunk.rows
        number = facts.number_of(chunk.layout)
        facts.pieces += (
            Piece(one.name, one.rows, one.num_bytes, chunk.day, number) for one in chunk.files
        )

    def baseline(self) -> Baseline:
        """Return the baseline with the chunks, all of which are complete."""
        return replace(self.before, last=self.last, rows=self.rows, is_done=self.is_taken)


class ChunkReader:
    """Reads chunks of tables by several connections, until a time.

    Args:
        store: the store of the export.
        tables: the tables, in the order in which they are read.
        low: the low watermark.
        load: the load of the server; while it is too high, no chunk is begun.
        progress: called after each chunk.
    """

    def __init__(
        self,
        store: Store,
        tables: Sequence[tuple[ServedTable, Baseline]],
        low: Place,
        load: Load,
        progress: Callable[[Step], None],
    ) -> None:
        self._store = store
        self._waiting = list(tables)
        self._load = load
        self._readers = 0
        self._low = low
        self._progress = progress
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self.tables: list[TableChunks] = []

    def read(self, sessions: Sequence[Session], end: float) -> None:
        """Read chunks in the consistent reads of sessions, until a time of `time.monotonic`.

        Raises:
            ServerError: the server fails.
        """
        pool = ThreadPoolExecutor(len(sessions))
        try:
            running = [pool.submit(self._read, one, end) for one in sessions]
            for each in as_completed(running):
                each.result()
        except BaseException:
            self._is_over.set()
            for one in sessions:
                one.close()  # wakes the other threads
            raise
        finally:
            pool.shutdown()

    def _read(self, session: Session, end: float) -> None:
        done = 0
        while self._may_read(session, end):
            with self._lock:
                table = self._open(session, done)
            if table is None:
                return
            try:
                chunk = table.take(session)
                if chunk is not None:
                    with self._reading():
                        self._read_chunk(session, table, *chunk)
                    continue
            except RefusedError as error:
                leave(table, error)
                if error.code == DEADLOCK:  # what it read next would not be of the same time
                    return
            done = max(done, self.tables.index(table) + 1)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock:
            self._readers += 1
        try:
            yield
        finally:
            with self._lock:
                self._readers -= 1

    def _may_read(self, session: Session, end: float) -> bool:
        """Return whether there is time for a chunk; wait while the server is loaded."""
        while time.monotonic() < end and not self._is_over.is_set():
            # before the first chunk, the caller has looked
            excess = self._load.excess(session, self._readers + 1) if self.tables else None
            if excess is None:
                return True
            with self._lock:
                self._progress(Step("pause", excess.value, excess.limit, excess.name))
            self._is_over.wait(min(PAUSE, max(0.0, end - time.monotonic())))
        return False

    def _open(self, session: Session, done: int) -> TableChunks | None:
        """Return the first table behind some that may have chunks left; None if there is none."""
        for table in self.tables[done:]:
            if not table.is_taken and not table.is_left:
                return table
        while self._waiting:
            try:
                table = TableChunks.of(session, *self._waiting.pop(0), self._low)
            except RefusedError as error:
                leave(None, error)
                if error.code == DEADLOCK:
                    return None
                continue
            self.tables.append(table)
            self._tell(table)
            return table
        return None

    def _tell(self, table: TableChunks) -> None:
        """Report the rows of complete chunks, and those left of all tables."""
        left = rows_left(self._waiting, self.tables)
        read = table.before.rows + table.facts.images
        total = max(table.served.rows, read)
        self._progress(Step("snapshot", read, total, table.served.name, left))

    def _read_chunk(
        self, session: Session, table: TableChunks, last: Key | None, until: Key | None
    ) -> None:
        writer = ChunkWriter(self._store, table.served, table.low)
        chunk = writer.write(session, table.select, (last, until), table.add)
        with self._lock:
            table.take_chunk(chunk)
            self._tell(table)


def leave(table: TableChunks | None, error: RefusedError) -> None:
    """Leave the rows of a table to a later run. Raises an error of any other kind."""
    if error.code not in ALTERED:
        raise error
    LOGGER.info("%s; its rows are read again", error)
    if table is not None:
        table.is_left = True


@dataclass(frozen=True)
class WrittenChunk:
    """The rows of a chunk in files of the store: their number, day and layout."""

    files: tuple[Written, ...]
    rows: int
    day: int
    layout: Layout


def rows_left(
    waiting: Sequence[tuple[ServedTable, Baseline]], tables: Sequence[TableChunks]
) -> int:
    """Return the estimated rows that are yet to read, of tables that wait or are being read."""
    left = sum(max(0, one.rows - before.rows) for one, before in waiting)
    return left + sum(max(0, one.served.rows - one.rows) for one in tables if not one.is_taken)


@dataclass(frozen=True)
class ChunkWriter:
    """Writes rows of a table as inserts at a place, `low`."""

    store: Store
    served: ServedTable
    low: Place

    def write(
        self,
        session: Session,
        select: TableSelect,
        keys: tuple[Key | None, Key | None],
        first_of: Callable[[int], int],
    ) -> WrittenChunk:
        """Write the rows behind a key, up to another.

        Args:
            session: a session in its consistent read.
            select: the statement of the table.
            keys: the keys before and at the end of the chunk.
            first_of: returns the ordinal of the first of some rows.

        Raises:
            ServerError: the server fails.
        """
        schema = behind_record(select.schema)
        files = ParquetFiles(self.store, f"{STAGED}/snapshot", schema, 2**27)
        rows, now = 0, time.time_ns() // 1000
        facts = DatasetFacts(self.served.name, self.served.database, self.served.table)

        def batches() -> Iterator[pa.RecordBatch]:
            nonlocal rows
            for batch in select.batches_between(session, *keys):
                first = first_of(len(batch))
                yield inserted(batch, self.low, facts, first, now)
                rows += len(batch)

        done = files.write_all(batches())
        layout = Layout(columns_of(schema), True, *self.low, select.keys)
        return WrittenChunk(tuple(done), rows, now // DAY // 1_000_000, layout)
