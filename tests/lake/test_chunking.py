"""Chunks of tables that several connections read, without a server.

tests/replication/test_live_snapshot.py reads those of servers.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake import chunking
from binlog_kaitai.lake.chunking import ChunkReader, ServedTable, TableChunks
from binlog_kaitai.lake.facts import Baseline
from binlog_kaitai.lake.load import Excess, Load
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.model.definitions import ColumnDefinition
from binlog_kaitai.replication.selects import key_range
from binlog_kaitai.replication.sessions import RefusedError, ServerError, Session

LOW = ("binlog.000007", 4)


class Select:
    """Selects rows as `TableSelect` does; each session has a row more than the one before."""

    schema = pa.schema([("id", pa.int64())])
    keys: tuple[str, ...] = ("id",)

    def __init__(self, rows: int, fails: dict[int, Exception] | None = None) -> None:
        self.rows = rows
        self.fails = fails or {}

    def key_behind(self, _: Any, last: list[str] | None, rows: int) -> list[str] | None:
        behind = int(last[0]) + rows if last else rows - 1
        return [str(behind)] if self.keys and behind < self.rows else None

    def batches_between(
        self, session: FakeSession, last: list[str] | None, until: list[str] | None
    ) -> Iterator[pa.RecordBatch]:
        first = int(last[0]) + 1 if last else 0
        end = int(until[0]) + 1 if until else self.rows + session.number
        time.sleep(0.001)  # the other sessions have their turn
        for number, error in self.fails.items():
            if first <= number < end:
                raise error
        for at in range(first, end, 3):
            ids = pa.array(range(at, min(at + 3, end)), pa.int64())
            yield pa.RecordBatch.from_arrays([ids], schema=self.schema)


class FakeSession:
    def __init__(self, number: int) -> None:
        self.number = number
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> dict[str, Select]:
    selects: dict[str, Select] = {}
    monkeypatch.setattr(chunking, "TableSelect", lambda _, __, table, ___: selects[table])
    monkeypatch.setattr(chunking, "CHUNK_BYTES", 1)
    monkeypatch.setattr(chunking, "chunk_rows", lambda _: 10)
    return selects


class FakeLoad:
    """The load of a server that is busy at some looks."""

    def __init__(self, busy: range) -> None:
        self.busy = busy
        self.looks = self.readers = 0

    def excess(self, _: Session, readers: int) -> Excess | None:
        self.looks += 1
        self.readers = max(self.readers, readers)
        return Excess("Threads_running", 99, 25) if self.looks in self.busy else None


def read(
    tables: dict[str, Select],
    out: Path,
    count: int,
    end: float = 60.0,
    busy: range = range(0),
) -> tuple[list[TableChunks], list[Step]]:
    steps: list[Step] = []
    known = [
        (ServedTable(f"d.{name}", "d", name, one.rows, 8), Baseline())
        for name, one in tables.items()
    ]
    load = FakeLoad(busy)
    reader = ChunkReader(Store.at(out), known, LOW, cast("Load", load), steps.append)
    sessions = [cast("Session", FakeSession(number)) for number in range(count)]
    reader.read(sessions, time.monotonic() + end)
    assert load.readers <= count
    return reader.tables, steps


def rows_of(table: TableChunks, out: Path) -> list[tuple[int, int]]:
    """Return the ids and ordinals of a table's rows."""
    found = [pq.read_table(out / piece.name) for piece in table.facts.pieces]
    every = pa.concat_tables(found or [pa.table({"id": [], "_ordinal": []})])
    ids, ordinals = every.column("id").to_pylist(), every.column("_ordinal").to_pylist()
    return sorted(zip(ids, ordinals, strict=True))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_each_row_is_read_once(tables: dict[str, Select], tmp_path: Path, count: int) -> None:
    tables |= {"a": Select(137), "b": Select(0), "c": Select(10), "d": Select(1000)}
    found, steps = read(tables, tmp_path, count)
    assert [one.served.table for one in found] == list("abcd")
    for one in found:
        table = tables[one.served.table]
        after = one.baseline()
        assert (after.is_done, after.begun) == (True, (LOW[0], LOW[1] - 1))
        ids = [id_ for id_, _ in rows_of(one, tmp_path)]
        assert ids == list(range(len(ids)))
        assert table.rows <= len(ids) == after.rows < table.rows + count
        assert sorted(at for _, at in rows_of(one, tmp_path)) == ids
    assert sum(step.name == "d.d" for step in steps) == 102
    assert (steps[0].left, steps[-1].left) == (1147, 0)
    assert {step.done <= step.total for step in steps} == {True}


def test_a_later_run_continues_behind_the_chunks(tables: dict[str, Select], tmp_path: Path) -> None:
    tables["a"] = Select(100_000)
    (before,), _ = read(tables, tmp_path, 3, end=0.05)
    baseline = before.baseline()
    ids = [id_ for id_, _ in rows_of(before, tmp_path)]
    assert ids == list(range(before.taken * 10))
    assert not baseline.is_done
    assert (baseline.last, baseline.rows) == ([str(ids[-1])], len(ids))
    tables["a"] = Select(len(ids) + 25)
    served = ServedTable("d.a", "d", "a", 1, 8)
    calm = cast("Load", FakeLoad(range(0)))
    reader = ChunkReader(Store.at(tmp_path), [(served, baseline)], LOW, calm, lambda _: None)
    reader.read([cast("Session", FakeSession(0))], time.monotonic() + 60)
    assert rows_of(reader.tables[0], tmp_path) == [
        (at, at) for at in range(len(ids), len(ids) + 25)
    ]


def test_a_table_without_a_key_is_one_chunk(tables: dict[str, Select], tmp_path: Path) -> None:
    tables["a"] = Select(100)
    tables["a"].keys = ()
    (found,), _ = read(tables, tmp_path, 1)
    assert (found.taken, found.facts.images, found.baseline().is_done) == (1, 100, True)


def test_no_chunk_begins_while_the_server_is_loaded(
    tables: dict[str, Select], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunking, "PAUSE", 0.01)
    tables["a"] = Select(1000)
    (found,), steps = read(tables, tmp_path, 2, busy=range(5, 50))
    assert found.baseline().is_done
    paused = [step for step in steps if step.stage == "pause"]
    assert set(paused) == {Step("pause", 99, 25, "Threads_running")}
    assert len(paused) == 45
    (found,), steps = read(tables, tmp_path, 2, end=0.3, busy=range(5, 10**6))
    assert 0 < found.taken <= 7
    assert found.baseline().rows == found.taken * 10
    assert steps[-1].stage == "pause"


@pytest.mark.parametrize("code", [1412, 1205, 1146, 1049, 1054])
def test_ddl_leaves_a_table_out(tables: dict[str, Select], tmp_path: Path, code: int) -> None:
    tables |= {"a": Select(500, {77: RefusedError("altered", code)}), "b": Select(50)}
    found, _ = read(tables, tmp_path, 3)
    assert [one.is_left for one in found] == [True, False]
    assert found[1].baseline().is_done


def test_an_error_ends_all_connections(tables: dict[str, Select], tmp_path: Path) -> None:
    tables["a"] = Select(10_000_000, {200: ServerError("gone")})
    started = time.monotonic()
    with pytest.raises(ServerError, match="gone"):
        read(tables, tmp_path, 3)
    assert time.monotonic() - started < 10


def test_ranges_of_keys_have_each_row_once() -> None:
    some = random.Random(1)
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE t (a INT, b TEXT, c REAL, PRIMARY KEY (a, b, c))")
        rows = {
            (some.randrange(4), some.choice("xyz"), float(some.randrange(4))) for _ in range(99)
        }
        database.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        in_order = sorted(rows)
        keys = [
            ColumnDefinition(name, kind, kind)
            for name, kind in (("a", "int"), ("b", "char"), ("c", "double"))
        ]
        for _ in range(200):
            ends = sorted(some.sample(range(len(in_order)), some.randrange(4)))
            literals = [[f"{a}", f"'{b}'", f"{c}"] for a, b, c in (in_order[at] for at in ends)]
            found = [
                database.execute(f"SELECT * FROM t{where}").fetchall()
                for where in (
                    key_range(keys, last, until)
                    for last, until in zip([None, *literals], [*literals, None], strict=True)
                )
            ]
            sides = zip([-1, *ends], [*ends, len(rows) - 1], strict=True)
            sizes = [after - before for before, after in sides]
            assert list(map(len, found)) == sizes
            assert sorted(row for some_ in found for row in some_) == in_order


def test_a_session_ends_with_its_deadlock(tables: dict[str, Select], tmp_path: Path) -> None:
    tables |= {"a": Select(30), "b": Select(30, {15: RefusedError("lost", 1213)}), "c": Select(30)}
    found, _ = read(tables, tmp_path, 1)
    assert [one.served.table for one in found] == ["a", "b"]
    assert [one.is_left for one in found] == [False, True]
    found, _ = read(tables, tmp_path, 2)
    assert [one.served.table for one in found if not one.is_left] == ["a", "c"]
    assert [one.baseline().is_done for one in found if not one.is_left] == [True, True]
