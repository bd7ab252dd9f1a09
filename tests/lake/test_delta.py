"""Datasets that are Delta tables."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.plan import TableCommit
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.state import OutputExistsError
from binlog_kaitai.lake.store import Store
from tests.lake.datasets import PLACE, archive, rows_of
from tests.lake.test_again import FILES, Rows, export_killed, has_no_more_than
from tests.replay import FIXTURES

deltalake = pytest.importorskip("deltalake")
DeltaTables = pytest.importorskip("binlog_kaitai.lake.delta").DeltaTables


def tables(out: Path) -> Rows:
    """Return the rows of the tables that are there, as `archive` does."""
    found = {}
    for path in sorted(out.iterdir()):
        is_table = any((path / "_delta_log").glob("*.json"))
        if is_table and not path.name.endswith(".current"):
            rows = deltalake.DeltaTable(path.as_uri()).to_pyarrow_table()
            lead = "_" if "_file" in rows.schema.names else ""
            rows = rows.sort_by([(f"{lead}{name}", "ascending") for name in PLACE])
            found[path.name.replace("~", "%")] = list(
                map(repr, rows.drop(["log_date"]).to_pylist())
            )
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("first")
    export(FILES[:1], out, file_format="delta")
    return out


def test_logs_are_added(tmp_path: Path, first: Path, clean: Rows) -> None:
    """Of a table that gets a column, the version before stays as it was."""
    out = tmp_path / "out"
    shutil.copytree(first, out)
    before = tables(out)
    summary = export(FILES, out, file_format="delta")
    assert tables(out) == clean
    table = deltalake.DeltaTable(out / "rotated.other")
    assert table.version() >= 1
    table.load_as_version(0)
    assert table.to_pyarrow_table().num_rows == len(before["rotated.other"])
    assert set(export(FILES, out, file_format="delta").kept) == set(summary.folders)
    assert tables(out) == clean
    with pytest.raises(OutputExistsError, match="format delta, found parquet"):
        export(FILES, out)


def test_few_commits_lie_behind_a_checkpoint(tmp_path: Path) -> None:
    """The library opens a table with a thread for each of them, whose memory stays."""
    commits = DeltaTables(Store.at(tmp_path))
    for number in range(1, 13):
        name = f"part-{number}.parquet"
        change = {"number": number, "partition": ["p", "integer"], "place": {}, "name": "t"}
        change |= {"columns": columns_of(pa.schema([pa.field("a", pa.int32())]))}
        change |= {"files": [[name, "1", 1, 100]], "replaced": [], "is_whole": False, "base": None}
        commits.commit("t", change)
    log = tmp_path / "t/_delta_log"
    checkpoints = [path.name for path in log.glob("*.checkpoint.parquet")]
    assert checkpoints == [f"{9:020}.checkpoint.parquet"]


def test_one_format_replaces_the_other(tmp_path: Path, clean: Rows) -> None:
    for file_format in ("delta", "parquet", "delta", "delta"):
        export(FILES, tmp_path, file_format=file_format, overwrite=True)
        assert (tables if file_format == "delta" else archive)(tmp_path) == clean


def test_types_are_those_of_parquet_but_for_intervals(tmp_path: Path) -> None:
    log = str(FIXTURES / "mysql97" / "types.binlog")
    for file_format in ("delta", "parquet"):
        export([log], tmp_path / file_format, file_format=file_format)
    for path in (tmp_path / "parquet").glob("types.*"):
        found = deltalake.DeltaTable(tmp_path / "delta" / path.name).to_pyarrow_table()
        found = found.sort_by([(f"_{name}", "ascending") for name in PLACE])
        rows = rows_of(path)
        assert len(rows) == len(found)
        for name in found.schema.names[:-1]:
            values = [row[name] for row in rows]
            kind = pa.duration("us") if _is_interval(values) else None
            column = found.column(name)
            assert (column.cast(kind) if kind else column).to_pylist() == values


def added(number: int) -> dict[str, Any]:
    """Return a change with a file."""
    columns = columns_of(pa.schema([("id", pa.int64())]))
    change = TableCommit("shop.orders", columns, ("log_date", "date"), is_whole=False)
    change.files.append((f"log_date=2026-11-28/{number}.parquet", "2026-11-28", 1, 100))
    return vars(change) | {"number": number, "place": {}}


def names(tables: Any) -> set[str]:
    return {Path(name).stem for name, _ in tables.active_files("orders")}


def test_a_table_stays_open_until_others_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, opened = Store.at(tmp_path), list[str]()

    def open_table(uri: str, **options: Any) -> Any:
        opened.append(uri)
        return deltalake.DeltaTable(uri, **options)

    monkeypatch.setattr("binlog_kaitai.lake.delta.DeltaTable", open_table)
    own, other = DeltaTables(store), DeltaTables(store)
    for number in (1, 2):
        own.commit("orders", added(number))
    num_opened = len(opened)
    for number in (3, 4):
        own.commit("orders", added(number))
    assert own.has_commit("orders", 4)
    assert names(own) == {"1", "2", "3", "4"}
    assert len(opened) == num_opened
    other.commit("orders", added(5))
    assert own.has_commit("orders", 5)
    own.commit("orders", added(6))
    assert names(own) == names(other) == set("123456")


def test_an_open_table_that_is_replaced_is_opened_again(tmp_path: Path) -> None:
    """Also if the new one has as many commits."""
    store = Store.at(tmp_path)
    own, other = DeltaTables(store), DeltaTables(store)
    for number in range(3):
        own.commit("orders", added(number))
    shutil.rmtree(tmp_path / "orders")
    assert not own.exists("orders")
    for number in range(3, 6):
        other.commit("orders", added(number))
    own.commit("orders", added(6))
    assert names(own) == {"3", "4", "5", "6"}


def test_old_log_entries_are_removed_from_time_to_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binlog_kaitai.lake.delta.CLEANED_COMMITS", 40)
    tables, log = DeltaTables(Store.at(tmp_path)), tmp_path / "orders/_delta_log"
    tables.commit("orders", added(0))
    table = deltalake.DeltaTable(tmp_path / "orders")
    table.alter.set_table_properties({"delta.logRetentionDuration": "interval 0 hours"})
    counts = []
    for number in range(2, 50):
        tables.commit("orders", added(number))
        counts.append(len(list(log.glob("*.json"))))
    assert max(counts) == 41
    assert counts[-1] < 20
    assert len(names(tables)) == 49


def _is_interval(values: list[object]) -> bool:
    return any(type(value).__name__ == "timedelta" for value in values)


@pytest.mark.parametrize("step", [53, pytest.param(1, marks=pytest.mark.long)])
def test_killed_anywhere_it_goes_on(tmp_path: Path, first: Path, clean: Rows, step: int) -> None:
    """A table is as it was before, or whole."""
    before = tables(first)
    for count in itertools.count(20, step):
        out = tmp_path / str(count)
        shutil.copytree(first, out)
        is_killed = export_killed(count, FILES, out, file_format="delta")
        seen = tables(out)
        assert has_no_more_than(seen, clean)
        assert all(seen[name] in (before.get(name), clean[name]) for name in seen)
        export(FILES, out, runner=Threads(1), file_format="delta")
        assert tables(out) == clean
        assert Store.at(out).exists("_SUCCESS")
        if not is_killed:
            break
