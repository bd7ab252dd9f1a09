"""Queries of DuckDB, Polars and pyarrow, which say which columns and rows they need."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from binlog_kaitai import scan
from binlog_kaitai.polars import scan_binlog
from binlog_kaitai.read.scans import Scan
from tests.replay import FIXTURES

LOGS = str(FIXTURES / "mysql97/rotated.*.binlog")
TABLE = "rotated.events"

SQL = [
    ("SELECT id, v FROM changes WHERE id = 2 AND v IS NOT NULL", {"id", "v"}),
    ("SELECT count(*) FROM changes", {"_file"}),
    ("SELECT v FROM changes WHERE _timestamp > TIMESTAMP '2026-11-21'", {"v", "_timestamp"}),
    ("SELECT max(n) FROM changes WHERE id IN (1, 3) OR v LIKE 'z%'", {"n", "id", "v"}),
    ("SELECT * FROM changes WHERE id = 99", None),
    ("SELECT * EXCLUDE (_absent) FROM changes ORDER BY ALL LIMIT 3", None),
]

FRAMES = [
    (lambda frame: frame.filter(pl.col("id") == 2).select("v"), {"id", "v"}),
    (lambda frame: frame.filter(pl.col("id") == 99), None),
    (lambda frame: frame.select(pl.len()), None),
    (lambda frame: frame.head(2).filter(pl.col("id") == 2).select("id"), {"id"}),
    (lambda frame: frame.filter(pl.col("id") == 2).head(2).select("id"), {"id"}),
    (lambda frame: frame.group_by("_change_type").agg(pl.col("n").max()).sort("n"), None),
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The columns that queries read."""
    found: list[set[str]] = []
    read = Scan.with_columns

    def noted(own: Scan, names: Sequence[str]) -> Scan:
        found.append(set(names))
        return read(own, names)

    monkeypatch.setattr(Scan, "with_columns", noted)
    return found


def answer(query: str, changes: Any) -> list[Any]:
    return duckdb.connect().register("changes", changes).sql(query).fetchall()


@pytest.mark.parametrize(("query", "columns"), SQL)
def test_duckdb(query: str, columns: set[str] | None, asked: list[set[str]]) -> None:
    expected = answer(query, scan(LOGS, TABLE).to_table())
    assert answer(query, scan(LOGS, TABLE).to_dataset()) == expected
    assert columns is None or asked == [columns]


@pytest.mark.parametrize(("query", "columns"), FRAMES)
def test_polars(query: Any, columns: set[str] | None, asked: list[set[str]]) -> None:
    expected = query(scan(LOGS, TABLE).to_polars().lazy()).collect()
    assert query(scan_binlog(LOGS, TABLE)).collect().equals(expected)
    assert columns is None or asked == [columns]
    assert query(pl.scan_pyarrow_dataset(scan(LOGS, TABLE).to_dataset())).collect().equals(expected)


def test_pyarrow(asked: list[set[str]]) -> None:
    changes = scan(LOGS, TABLE).to_dataset()
    rows = scan(LOGS, TABLE).to_table()
    is_two = ds.field("id") == 2
    assert changes.to_table(["v"], filter=is_two) == rows.filter(is_two).select(["v"])
    assert asked == [{"id", "v"}]
    sums = changes.to_table({"x": ds.field("id") + 1})["x"].to_pylist()
    assert sums == [one + 1 for one in rows["id"].to_pylist()]
    assert pickle.loads(pickle.dumps(changes)).count_rows() == rows.num_rows
    assert changes.head(2) == rows.slice(0, 2)
    assert pa.Table.from_batches(changes.to_batches()) == rows
    with pytest.raises(NotImplementedError, match="binary logs support scanner"):
        changes.get_fragments()
    with pytest.raises(NotImplementedError):
        _ = changes.partition_expression


@pytest.mark.parametrize("view", ["changes", "events", "transactions"])
def test_views(view: Any) -> None:
    expected = scan(LOGS, view=view).to_table()["position"].to_pylist()
    found = answer("SELECT position FROM changes", scan(LOGS, view=view).to_dataset())
    assert [one for (one,) in found] == expected


def test_errors_keep_their_text() -> None:
    with pytest.raises(pl.exceptions.ComputeError, match=r"did you mean rotated\.events\?"):
        scan_binlog(LOGS, "rotated.evnts").collect()
    with pytest.raises(FileNotFoundError, match="expected a binary log"):
        scan_binlog("no.such", TABLE)
