"""Datasets that are Iceberg tables."""

from __future__ import annotations

import itertools
import shutil
from datetime import timedelta
from pathlib import Path

import pyarrow as pa
import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.state import OutputExistsError
from binlog_kaitai.lake.store import Store
from tests.lake.datasets import PLACE, archive, rows_of
from tests.lake.test_again import FILES, Rows, export_killed, has_no_more_than
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order

pytest.importorskip("pyiceberg")
from binlog_kaitai.lake.iceberg_catalog import LocalCatalog

sql = pytest.importorskip("pyiceberg.catalog.sql")


def catalog(out: Path):  # type: ignore[no-untyped-def]  # noqa: ANN201 - of an extra
    return sql.SqlCatalog(
        "binlog", uri=f"sqlite:///{out / 'catalog.db'}", warehouse=f"file://{out}"
    )


def table(out: Path, name: str):  # type: ignore[no-untyped-def]  # noqa: ANN201 - of an extra
    return catalog(out).load_table(name)


def tables(out: Path) -> Rows:
    """Return the rows of the tables that are there, as `archive` does."""
    found: Rows = {}
    known = catalog(out)
    for namespace in known.list_namespaces():
        for identifier in known.list_tables(namespace):
            if identifier[-1].endswith(".current"):
                continue
            rows = known.load_table(identifier).scan().to_arrow()
            lead = "_" if "_file" in rows.schema.names else ""
            rows = rows.sort_by([(f"{lead}{name}", "ascending") for name in PLACE])
            name = identifier[1] if identifier[0] == "_" else ".".join(identifier)
            found[name.replace("~", "%")] = list(map(repr, rows.to_pylist()))
    return found


def test_a_journal_of_the_catalog_is_no_table(tmp_path: Path, clean: Rows) -> None:
    """It is there while another program writes to the catalog, or if one was killed."""
    out = tmp_path / "out"
    export(FILES[:1], out, file_format="iceberg")
    (out / "catalog.db-journal").touch()
    export(FILES, out, file_format="iceberg")
    assert tables(out) == clean


def test_the_catalog_keeps_metadata_until_another_commit(tmp_path: Path) -> None:
    """What one caller does to the properties of a table is not seen by the next."""
    export(FILES[:1], tmp_path, file_format="iceberg")
    kept = LocalCatalog("binlog", tmp_path / "catalog.db", f"file://{tmp_path}")
    first = kept.load_table("rotated.other")
    first.metadata.properties["commit.retry.num-retries"] = "0"
    again = kept.load_table("rotated.other")
    assert "commit.retry.num-retries" not in again.properties
    assert again.metadata.snapshots[0] is first.metadata.snapshots[0]
    with table(tmp_path, "rotated.other").transaction() as tx:  # of another program
        tx.set_properties({"owner": "shop"})
    for changed in (kept.load_table("rotated.other"), first.refresh()):
        assert changed.properties["owner"] == "shop"
        assert changed.scan().count() == again.scan().count()
    first.delete()
    left = table(tmp_path, "rotated.other")
    assert left.scan().count() == 0
    assert kept.load_table("rotated.other").metadata == left.metadata


def test_a_catalog_that_is_made_anew_is_opened_again(tmp_path: Path, clean: Rows) -> None:
    export(FILES[:1], tmp_path, file_format="iceberg")
    shutil.rmtree(tmp_path)
    export(FILES, tmp_path, file_format="iceberg")
    assert tables(tmp_path) == clean


def test_logs_are_added(tmp_path: Path, clean: Rows) -> None:
    """A table gets a column by a change of its schema: the files that it has stay."""
    out = tmp_path / "out"
    export(FILES[:1], out, file_format="iceberg")
    before = tables(out)
    files = {task.file.file_path for task in table(out, "rotated.other").scan().plan_files()}
    summary = export(FILES, out, file_format="iceberg")
    assert tables(out) == clean
    other = table(out, "rotated.other")
    assert files < {task.file.file_path for task in other.scan().plan_files()}
    first = other.snapshots()[0]
    assert len(other.scan(snapshot_id=first.snapshot_id).to_arrow()) == len(before["rotated.other"])
    place = other.current_snapshot().summary.additional_properties
    assert place["binlog-kaitai.log"] == "statements.binlog"
    assert place["binlog-kaitai.logs"] == "3"
    (field,) = other.spec().fields
    assert (field.name, str(field.transform)) == ("log_date", "day")
    assert set(export(FILES, out, file_format="iceberg").kept) == set(summary.folders)
    assert tables(out) == clean
    with pytest.raises(OutputExistsError, match="format iceberg, found parquet"):
        export(FILES, out)


def test_one_format_replaces_the_other(tmp_path: Path, clean: Rows) -> None:
    for file_format in ("iceberg", "parquet", "iceberg", "iceberg"):
        export(FILES, tmp_path, file_format=file_format, overwrite=True)
        assert (tables if file_format == "iceberg" else archive)(tmp_path) == clean
    with pytest.raises(ValueError, match="expected a directory, or a catalog"):
        export(FILES, "s3://bucket/out", file_format="iceberg")
    with pytest.raises(ValueError, match="--catalog requires the format iceberg, found delta"):
        export(FILES, tmp_path, file_format="delta", catalog="other")


def test_types_are_those_of_parquet_but_for_intervals(tmp_path: Path) -> None:
    log = str(FIXTURES / "mysql97" / "types.binlog")
    for file_format in ("iceberg", "parquet"):
        export([log], tmp_path / file_format, file_format=file_format)
    for path in (tmp_path / "parquet").glob("types.*"):
        found = table(tmp_path / "iceberg", path.name).scan().to_arrow()
        found = found.sort_by([(f"_{name}", "ascending") for name in PLACE])
        rows = rows_of(path)
        assert len(rows) == len(found)
        for name in found.schema.names:
            values = [row[name] for row in rows]
            column = found.column(name)
            if any(isinstance(value, timedelta) for value in values):
                column = column.cast(pa.duration("us"))
            assert column.to_pylist() == values


def test_a_type_that_iceberg_does_not_widen(tmp_path: Path) -> None:
    """Its column is another, and all rows are in it."""
    types = ["mysql56", "mysql97"]
    logs = [str(FIXTURES / server / "types.binlog") for server in types]
    for count in (1, 2):
        export(logs[:count], tmp_path / "iceberg", file_format="iceberg", table="types.integers")
        export(logs[:count], tmp_path / "parquet", table="types.integers")
    (found,) = tables(tmp_path / "iceberg").values()
    (expected,) = archive(tmp_path / "parquet").values()
    assert sorted(found) == sorted(expected)


def test_tables_as_they_stand(tmp_path: Path) -> None:
    truth = load_truth("mysql97", "rotated")["tables"]["rotated.events"]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    for count in (1, 2):
        export(FILES[:count], tmp_path, file_format="iceberg", current=Asked())
    found = (
        catalog(tmp_path).load_table(("rotated", "events.current")).scan().to_arrow().to_pylist()
    )
    assert in_order(found) == in_order(expected)


@pytest.mark.parametrize("step", [pytest.param(step, marks=pytest.mark.long) for step in (61, 1)])
def test_killed_anywhere_it_goes_on(tmp_path: Path, clean: Rows, step: int) -> None:
    """A table is as it was before, or whole."""
    first = tmp_path / "out"
    export(FILES[:1], first, file_format="iceberg")
    before = tables(first)
    shutil.copytree(first, tmp_path / "first")
    for count in itertools.count(20, step):
        shutil.rmtree(first)
        shutil.copytree(tmp_path / "first", first)
        is_killed = export_killed(count, FILES, first, file_format="iceberg")
        seen = tables(first)
        assert has_no_more_than(seen, clean)
        assert all(seen[name] in (before.get(name), clean[name]) for name in seen)
        export(FILES, first, runner=Threads(1), file_format="iceberg")
        assert tables(first) == clean
        assert Store.at(first).exists("_SUCCESS")
        if not is_killed:
            break


def test_a_file_without_rows_is_no_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """PyIceberg warns of each column of such a file, that it has no statistics."""
    log = str(Path(__file__).parents[1] / "catalog/ddl_moves_rows.binlog")
    export([log], tmp_path, file_format="iceberg", current=Asked())
    assert caplog.messages == []
