"""Read the rows that tables had before their logs: a snapshot without locks.

A run reads chunks of tables, by their primary keys, in consistent reads. Its low watermark is the
place up to which the export has read the logs: the server has all transactions before it. Its high
watermark is the end of the logs after the reads. The rows become inserts at the low watermark,
so each change in between, which they may have or not, is merged after them. The run then reads the
logs up to the high watermark, and commits both.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.chunk_tasks import ChunkTasks
from binlog_kaitai.lake.chunking import ChunkReader, ServedTable
from binlog_kaitai.lake.chunks import Chunks
from binlog_kaitai.lake.facts import Baseline
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.load import Load
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.running import Reading
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.lake.watermarks import Watermark, begin_behind, gtids_at
from binlog_kaitai.model.names import full_name
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.replication.definitions import served_tables
from binlog_kaitai.replication.servers import check_positions, connect, identity_of, served_logs
from binlog_kaitai.replication.sessions import Session
from binlog_kaitai.replication.uris import ServerUri

LOGGER = logging.getLogger(__name__)

SECONDS = 10.0
"""Approximate duration of consistent reads. For as long, the server keeps the old versions of all
rows, and DDL on the tables waits."""

MAX_CONNECTIONS = 8
"""Maximum number of connections that read at the same time."""

PAUSE = 1.0
"""Seconds to wait while the server is loaded."""

BASE = "BASE TABLE"
"""The kind of tables that are not versioned."""

_WITH_KEYS = (
    "SELECT table_schema AS d, table_name AS t FROM information_schema.table_constraints"
    " WHERE constraint_type = 'PRIMARY KEY'"
)


def read_chunks(store: Store, state: State, spool: ServerSpool, reading: Reading) -> Chunks:
    """Read chunks of the tables that are not whole, for about `SECONDS`.

    Args:
        store: the store of the export.
        state: its state, which gets the baselines of tables that are to be read.
        spool: the spool of the server's logs.
        reading: the keys, the load at which the server is left alone, and how many connections
            read: at most `MAX_CONNECTIONS`.

    Raises:
        ServerError: the server fails, or has no GTIDs.
    """
    place = state.place()
    chunks = Chunks((place["log"], int(place["position"])))
    generation = spool.generations[-1]
    with connect(spool.server, generation.host) as session:
        check_positions(session, "--snapshot")
        if identity_of(session) != generation.server:  # the spool goes on with it first
            return chunks
        tables = _tables(session, state, reading.keys)
        if not chunks.low[0] or not tables:
            return chunks
        load = Load(reading.snapshot.max_load)
        excess = load.excess(session, 1)
        if excess is not None:
            reading.progress(Step("pause", excess.value, excess.limit, excess.name))
            time.sleep(PAUSE)  # then the run goes on, so that it has the changes
            return chunks
        path = next(
            log.file.path for log in spool.logs() if base_name(log.file.path) == chunks.low[0]
        )
        gtids = gtids_at(path, chunks.low[1])
        baselines = [(one, state.baselines[one.folder]) for one in tables]
        told = load, reading.progress
        reader: ChunkReader | ChunkTasks
        if reading.runner is not None:
            mark = Watermark(spool.server, generation.host, chunks.low, gtids)
            reader = ChunkTasks(store, baselines, mark, *told)
            reader.read(session, reading.runner)
        else:
            reader = ChunkReader(store, baselines, chunks.low, *told)
            _read_at_once(reader, session, chunks.low, gtids, reading.connections)
        for table in reader.tables:
            if table.taken and not table.is_left:
                chunks.datasets[table.served.folder] = table.facts
                chunks.read[table.served.folder] = table.baseline()
                chunks.definitions[table.served.folder] = table.select.definition
        last = served_logs(session)[-1]
        chunks.high = f"{generation.prefix}{last.name}", last.size
    return chunks


def _read_at_once(
    reader: ChunkReader, session: Session, low: Place, gtids: str | None, connections: int
) -> None:
    """Read chunks by several connections, each in its consistent read."""
    with ExitStack() as stack:
        sessions = [session]
        while len(sessions) < min(connections, MAX_CONNECTIONS):
            sessions.append(stack.enter_context(session.again()))
        for one in sessions:
            begin_behind(one, low, gtids)
        reader.read(sessions, time.monotonic() + SECONDS)


def _tables(session: Session, state: State, keys: Mapping[str, Sequence[str]]) -> list[ServedTable]:
    """Return the tables to read, those that are begun first.

    A baseline is begun again if DDL moved, altered or emptied its table.
    """
    found = {}
    tables = served_tables(session)
    with_keys = {(row["d"], row["t"]) for row in session.rows(_WITH_KEYS)}
    aside = {one.key for one in state.aside.values()}
    for row in tables:
        key = row["d"], row["t"]
        name = full_name(*key)
        is_aside = bool(aside & {(key[0].lower(), key[1].lower()), (key[0].lower(), "")})
        if state.whole.get(key) or is_aside or not wants(state.options, name):
            continue
        # the log has more key columns of versioned tables than their definitions
        if row["kind"] == BASE and (key in with_keys or name in keys):
            folder = folder_name(*key, mark_of(state.file_format))
            sizes = int(row["num_rows"] or 0), int(row["size"] or 0)
            undecided = _first_undecided(state.datasets.get(folder))
            found[folder] = ServedTable(folder, *key, *sizes, undecided)
    for folder in [*state.baselines]:
        dataset = state.datasets.get(folder)
        begun = state.baselines[folder].begun
        is_moved = dataset is not None and (dataset.database, dataset.table) in state.lineages
        if folder not in found:
            current = None if dataset is None else dataset.current
            if current is not None:
                current.is_stale = True
            del state.baselines[folder]
        elif begun is not None and (dataset is None or is_moved or dataset.wiped != begun):
            state.baselines[folder] = Baseline()
    for folder in found:
        state.baselines.setdefault(folder, Baseline())
    return sorted(found.values(), key=lambda one: state.baselines[one.folder].begun is None)


def tables_with_keys(server: ServerUri, keys: Mapping[str, Sequence[str]]) -> set[tuple[str, str]]:
    """Return the tables that a snapshot can read, in lower case. Raises ServerError."""
    with connect(server) as session:
        named = {(row["d"], row["t"]) for row in served_tables(session) if row["kind"] == BASE}
        found = {(row["d"], row["t"]) for row in session.rows(_WITH_KEYS)}
    return {
        (one[0].lower(), one[1].lower()) for one in named if one in found or full_name(*one) in keys
    }


def _first_undecided(dataset: Dataset | None) -> Place | None:
    """Return the place of the first row of transactions that are prepared, and not decided."""
    pieces = () if dataset is None else dataset.waiting
    rows = [(base_name(one.log), one.position) for piece in pieces for one in piece.waiting]
    return min(rows, key=order, default=None)
