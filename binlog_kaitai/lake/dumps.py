"""Begin tables with the rows of a dump, which become inserts at its place in the logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from binlog_kaitai.catalog.dumps import DumpPlace
from binlog_kaitai.catalog.shell_dumps import is_shell_dump
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.chunks import Chunks, inserted
from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.commit import STAGED
from binlog_kaitai.lake.dump_places import place_in
from binlog_kaitai.lake.dump_sources import DumpSource, ShellDump, SqlDump
from binlog_kaitai.lake.dumped_tables import DumpedTable
from binlog_kaitai.lake.facts import Baseline, DatasetFacts, Layout, Piece
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.parquet import ParquetFiles
from binlog_kaitai.lake.parquet_dumps import ParquetDump, is_parquet_dump
from binlog_kaitai.lake.running import Reading
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.model.schema import behind_record

DAY = 86_400


def source_of(path: str, definitions: Mapping[str, Definition] | None = None) -> DumpSource:
    """Return the dump at a path; `definitions` are those of tables for which it has none."""
    folder = Path(path)
    if is_shell_dump(folder):
        return ShellDump(path)
    return ParquetDump(path, definitions) if is_parquet_dump(folder) else SqlDump(path)


def read_dumped(  # noqa: PLR0913 - a dump, and what it is compared with
    store: Store,
    state: State,
    reading: Reading,
    logs: Sequence[str],
    definitions: Mapping[str, Definition] | None = None,
    *,
    is_rest_read: bool,
) -> Chunks:
    """Read the rows of a dump.

    Args:
        store: the store of the export.
        state: its state, which has read no log.
        reading: the dump, and the key columns that the caller names.
        logs: the paths of the logs, in order.
        definitions: of the server's tables, for a dump without definitions.
        is_rest_read: whether tables that the dump lacks, or has not exactly, are read elsewhere.

    Raises:
        ValueError: the dump's place is unknown or not in the logs, or it does not have a table
            exactly.
        OSError: the dump cannot be read.
    """
    path = reading.snapshot.dump
    assert path is not None
    source = source_of(path, definitions)
    place = place_in(path, reading.snapshot.place or source.place, logs)
    tables, problems = _tables(source, state, reading)
    if problems and not is_rest_read:
        raise ValueError(
            f"{path}: the dump does not have all tables exactly: {'; '.join(problems)}; leave them"
            " out with --exclude-table, or read them from the server with --snapshot"
        )
    chunks = Chunks(place, place, is_of_dump=True)
    rows = _Rows(store, place, tables, source.time)
    for name, some in source.rows(tables):
        rows.write(name, some)
        count = rows.facts[name].images
        reading.progress(Step("snapshot", count, count, name))
    mark = mark_of(state.file_format)
    for name, table in tables.items():
        folder, facts = folder_name(table.database, table.table, mark), rows.facts[name]
        chunks.datasets[folder] = facts
        chunks.definitions[folder] = table.definition
        begun = place[0], place[1] - 1
        chunks.read[folder] = Baseline(begun, list(table.keys), None, facts.images, True)
    return chunks


def place_of(path: str, given: DumpPlace | None) -> DumpPlace | None:
    """Return the place of a dump: the one that is given, or its own. Raises ValueError, OSError."""
    return given or source_of(path).place


def _tables(
    source: DumpSource, state: State, reading: Reading
) -> tuple[dict[str, DumpedTable], list[str]]:
    """Return the tables to read by their names, and why others are not."""
    tables, problems = {}, []
    for name, definition in source.tables.items():
        if wants(state.options, name):
            table = DumpedTable(*parts_of(name), definition)
            problem = source.problem(table, has_keys=name in reading.keys)
            if problem is None:
                tables[name] = table
            else:
                problems.append(f"{name}: {problem}")
    return tables, problems


class _Rows:
    """Writes rows of a dump to staged files, and collects facts about them."""

    def __init__(
        self, store: Store, place: Place, tables: dict[str, DumpedTable], time: int
    ) -> None:
        self._store = store
        self._place = place
        self._tables = tables
        self._time = time
        self.facts = {
            name: DatasetFacts(name, one.database, one.table) for name, one in tables.items()
        }
        for name in tables:
            self._number(name)

    def _number(self, name: str) -> int:
        table = self._tables[name]
        columns = columns_of(behind_record(table.schema))
        return self.facts[name].number_of(Layout(columns, True, *self._place, table.keys))

    def write(self, name: str, some: Iterator[pa.RecordBatch]) -> None:
        """Write rows of a table. Raises ValueError."""
        table, facts = self._tables[name], self.facts[name]
        files = ParquetFiles(self._store, f"{STAGED}/dump", behind_record(table.schema), 2**27)

        def batches() -> Iterator[pa.RecordBatch]:
            for rows in some:
                yield inserted(rows, self._place, facts, facts.images, self._time * 1_000_000)
                facts.images += len(rows)

        written = files.write_all(batches())
        number = self._number(name)
        facts.pieces += (
            Piece(done.name, done.rows, done.num_bytes, self._time // DAY, number)
            for done in written
        )
