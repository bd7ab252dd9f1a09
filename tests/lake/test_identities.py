"""Columns of current tables in Delta and Iceberg, through DDL that renames, drops and adds some."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.table import Table

from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.iceberg import IcebergTables
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.store import Store
from tests.lake.test_followed import logs_of, rows_of, sorted_rows

SERVER = "mysql97"
SAME = {
    "column_renamed": {"id": "id", "w": "v"},
    "added": {"id": "id", "v": "v"},
    "dropped": {"id": "id"},
    "swapped": {"id": "id", "w": "v"},
    "pair": {"id": "id", "v": "w", "w": "v"},
    "widened": {"id": "id", "v": "v"},
    "part_emptied": {"id": "id", "v": "v"},
}
"""Columns after DDL, each with its name before; others are new, also if their names are old."""


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return exports to Parquet: of the log before the DDL, and of both logs."""
    found = tuple(tmp_path_factory.mktemp(f"logs{count}") for count in (1, 2))
    for count, out in enumerate(found, 1):
        export(logs_of(SERVER)[:count], out, table="followed.*", current=Asked())
    return found  # type: ignore[return-value]


def table_of(out: Path, name: str) -> Table:
    catalog = SqlCatalog("binlog", uri=f"sqlite:///{out / 'catalog.db'}")
    return catalog.load_table(("followed", f"{name}.current"))


def plain_rows(rows: pa.Table) -> list[dict[str, Any]]:
    names = [name for name in rows.column_names if name != "log_bucket"]
    return sorted_rows(rows.select(names).to_pylist())


def test_iceberg_keeps_the_ids_of_columns(
    tmp_path: Path, parquet: tuple[Path, Path], caplog: pytest.LogCaptureFixture
) -> None:
    for count in (1, 2):
        logs = logs_of(SERVER)[:count]
        export(logs, tmp_path, table="followed.*", current=Asked(), file_format="iceberg")
    assert not caplog.records  # the library warns of empty files
    for name, same in SAME.items():
        found = table_of(tmp_path, name)
        first, last = found.snapshots()[0], found.current_snapshot()
        old, new = (found.schemas()[one.schema_id] for one in (first, last))
        before = {field.name: field.field_id for field in old.fields}
        for field in new.fields:
            if field.name in same:
                assert field.field_id == before[same[field.name]], (name, field)
            else:
                assert field.field_id not in before.values(), (name, field)
        for one, out in zip((first, last), parquet, strict=True):
            rows = plain_rows(found.scan(snapshot_id=one.snapshot_id).to_arrow())
            assert rows == rows_of(out, f"followed.{name}.current", "parquet"), (name, one)
        for task in found.scan().plan_files():
            schema = pq.read_schema(task.file.file_path.removeprefix("file://"))
            ids = {one.name: int(one.metadata[b"PARQUET:field_id"]) for one in schema}
            assert ids == {field.name: field.field_id for field in new.fields}
    assert str(table_of(tmp_path, "widened").schema().find_type("v")) == "long"


def test_delta_names_the_earlier_columns_in_the_commit(
    tmp_path: Path, parquet: tuple[Path, Path]
) -> None:
    """Each version has the columns and rows of its moment: the library writes no column mapping."""
    for count in (1, 2):
        logs = logs_of(SERVER)[:count]
        export(logs, tmp_path, table="followed.*", current=Asked(), file_format="delta")
    for name, same in SAME.items():
        folder = f"followed.{name}.current"
        last, *_ = DeltaTable(str(tmp_path / folder)).history()
        for version, out in zip((0, last["version"]), parquet, strict=True):
            found = DeltaTable(str(tmp_path / folder), version=version)
            rows = plain_rows(pa.table(found.to_pyarrow_table()))
            assert rows == rows_of(out, folder, "parquet"), (name, version)
        sources = json.loads(last.get("binlog-kaitai.columns", "null"))
        assert sources == (None if name == "widened" else same)


def test_lists_have_ids_of_their_elements(tmp_path: Path) -> None:
    schema = pa.schema([("a.b", pa.int32()), ("v", pa.list_(pa.float32())), ("w", pa.string())])
    tables = IcebergTables(Store.at(tmp_path), None)
    ids = tables.ids("d.t", columns_of(schema), None)
    assert ids == {"a.b": 1, "v": 2, "w": 3, "v.element": 4}
