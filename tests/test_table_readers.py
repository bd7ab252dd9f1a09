"""The rows of all tables of a log, found in one reading: both engines find the same, in order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.engines import AUTO
from binlog_kaitai.read.tables.by_kernels import KernelTableReader
from binlog_kaitai.read.tables.found import TableReader, TableRows, WantedTables
from binlog_kaitai.read.tables.readers import SMALL, TableReaders, TreeTableReader
from tests.replay import FIXTURES

LOGS = sorted(
    log for server in ("mysql97", "mariadb118") for log in (FIXTURES / server).glob("*.binlog")
)
ALL = WantedTables(lambda _: True)

Readers = type[KernelTableReader] | type[TreeTableReader]


def all_found(reader: TableReader) -> tuple[dict[str, Any], int]:
    """Return the rows of each layout of each table, the statements, and the number of events."""
    found: dict[str, list[pa.RecordBatch]] = {}
    for some in reader.found():
        for one in some:
            name = f"{one.table.full_name} {one.batch.schema}" if isinstance(one, TableRows) else ""
            found.setdefault(name, []).append(one.batch)
    rows = {
        name: pa.Table.from_batches(batches).to_pylist()
        for name, batches in found.items()
        if sum(map(len, batches))
    }
    return rows, reader.num_events


@pytest.mark.few(20)
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_engines_find_the_same(log: Path) -> None:
    readers: Sequence[Readers] = (TreeTableReader, KernelTableReader)
    found: list[Any] = []
    for reader in readers:
        try:
            found.append(all_found(reader(str(log), EVERYTHING, ALL)))
        except BinlogError as error:
            found.append(str(error))
    assert found[0] == found[1]


def test_parts_are_the_whole() -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    whole, _ = all_found(TreeTableReader(log, EVERYTHING, ALL))
    assert whole
    middle = sorted(row["_position"] for name, rows in whole.items() if name for row in rows)[3]
    parts = [
        all_found(TreeTableReader(log, Scope(span=span), ALL))[0]
        for span in (Span(end=middle), Span(start=middle))
    ]
    together = {name: parts[0].get(name, []) + parts[1].get(name, []) for name in whole}
    assert together == whole


def test_only_wanted_tables_in_the_schema_asked_for() -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    fields = {"_position": pa.int64(), "_outcome": pa.string(), "id": pa.int64()}
    schema = pa.schema(fields)
    wanted = WantedTables(lambda table: table.name == "other", lambda _: schema)
    by_trees, by_kernels = (
        all_found(reader(log, EVERYTHING, wanted))[0]
        for reader in (TreeTableReader, KernelTableReader)
    )
    assert by_trees == by_kernels
    (rows,) = (rows for name, rows in by_trees.items() if name)
    assert {tuple(row) for row in rows} == {tuple(fields)}


@pytest.mark.parametrize(
    ("size", "expected"), [(SMALL - 2000, TreeTableReader), (SMALL, KernelTableReader)]
)
def test_trees_read_what_is_small_where_nothing_is_compiled(
    size: int, expected: Readers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(AUTO, raising=False)
    monkeypatch.setattr("binlog_kaitai.read.engines._are_compiled", lambda _: False)
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    large = tmp_path / "large.binlog"
    large.write_bytes(bytes(size))
    readers = TableReaders([str(log), str(large)])
    assert isinstance(readers.reader(str(log), EVERYTHING, ALL), expected)


def test_kernels_read_where_they_are_compiled() -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    assert isinstance(TableReaders([log]).reader(log, EVERYTHING, ALL), KernelTableReader)


def test_fields_of_statements_are_the_record() -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    statements = all_found(TreeTableReader(log, EVERYTHING, ALL))[0][""]
    assert list(statements[0]) == RECORD_SCHEMA.names
