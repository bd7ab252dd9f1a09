"""Tables as they stand, against what the servers select, and against a table in memory."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake.columns import columns_of
from binlog_kaitai.lake.commit import commit
from binlog_kaitai.lake.current import merging, ordering, splitting
from binlog_kaitai.lake.current.planning import Asked, CurrentTables
from binlog_kaitai.lake.facts import Facts
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.state import Dataset, OutputExistsError, State
from binlog_kaitai.lake.store import Store
from tests.marks import mostly_long
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order

Rows = list[dict[str, Any]]


def current(out: Path, table: str) -> Rows:
    """Return the rows of a table as it stands."""
    files = sorted((out / f"{table}.current").glob("*.parquet"))
    assert files
    rows: Rows = pa.concat_tables([pq.ParquetFile(path).read() for path in files]).to_pylist()
    return rows


NOTES = {
    **dict.fromkeys(("title", "body", "picture", "changed")),
    "counter": 7,
    "label": "none",
}

TABLES = [
    ("mysql97", ["types"], "types.wide", "id", {}),
    ("mysql97", ["rotated.1", "rotated.2"], "rotated.events", "id", {}),
    ("mysql97", ["types"], "types.composite", "part, id", {}),
    ("mysql97", ["images_minimal"], "images.notes", "id", NOTES),
    ("mysql97", ["types"], "types.json_values", "id", {}),
    ("mysql97", ["compressed"], "payloads.orders", "id", {}),
    ("mysql56", ["types"], "types.wide", "@1", {}),
    ("mysql56", ["rows_v1"], "types.columns_301", "@1", {}),
    ("mysql56", ["rotated.1", "rotated.2"], "rotated.events", "@1", {}),
    ("mariadb1011", ["types"], "types.wide", "id", {}),
    ("mariadb118", ["types"], "types.wide", "id", {}),
    ("mariadb118", ["types"], "types.addresses", "id", {}),
    ("mariadb118", ["versioned"], "versioned.numbered", "id", {}),
    ("mariadb118", ["images_full_nodup"], "images.notes", "id", {}),
    *(
        (server, [case], "images.notes", "id", NOTES)
        for server in ("mysql97", "mariadb118")
        for case in ("images_minimal", "images_noblob")
    ),
]


@pytest.mark.parametrize(
    ("server", "cases", "table", "keys", "defaults"), mostly_long(TABLES, short=4)
)
@pytest.mark.parametrize("is_small", mostly_long([True, False]))
def test_a_table_is_the_servers_select(  # noqa: PLR0913, PLR0917 - parameters
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    server: str,
    cases: list[str],
    table: str,
    keys: str,
    defaults: dict[str, Any],
    is_small: bool,
) -> None:
    """Of one bucket, and of many; logs at once, and one by one."""
    if is_small:
        monkeypatch.setattr(splitting, "MERGED", 2**10)
        monkeypatch.setattr(ordering, "CHUNK", 2**10)
    logs = [str(FIXTURES / server / f"{case}.binlog") for case in cases]
    truth = load_truth(server, cases[-1].partition(".")[0])["tables"][table]
    has_names = server != "mysql56"
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    assert expected
    for count in range(1, len(logs) + 1):
        asked = Asked({table: keys.split(", ")}, {table: defaults})
        summary = export(logs[:count], tmp_path, table=table, current=asked)
    assert in_order(current(tmp_path, table)) == in_order(expected)
    assert list(summary.datasets) == [table]


def test_the_log_tells_the_keys(tmp_path: Path) -> None:
    """Tables without a primary key have no current table, nor have statements."""
    log = str(FIXTURES / "mysql97" / "types.binlog")
    summary = export([log], tmp_path, current=Asked())
    tables = load_truth("mysql97", "types")["tables"]
    names = {path.name.removesuffix(".current") for path in tmp_path.glob("*.current")}
    assert names == set(summary.current)
    assert {*names, *summary.keyless} == set(summary.images)
    assert "types.keyless" in summary.keyless
    assert len(names) > 5
    for name in names:
        expected = expected_rows(tables[name], has_names=True, has_charsets=True)
        assert in_order(current(tmp_path, name)) == in_order(expected)


COLUMNS = ("v", "w", "x")
DEFAULTS = {"v": 7, "w": "none", "x": None}
SCHEMA = pa.schema(
    [
        *(("_file", pa.string()), ("_position", pa.int64()), ("_ordinal", pa.int64())),
        *(("_change_type", pa.string()), ("_absent", pa.list_(pa.string()))),
        *(("id", pa.int32()), ("v", pa.int32()), ("w", pa.string()), ("x", pa.list_(pa.float32()))),
    ]
)
IMAGES = {"full": (COLUMNS, COLUMNS), "noblob": (("v",), ("v",)), "nodup": (COLUMNS, ())}


@dataclass
class Table:
    """A table, and the typed rows of its changes since they were last taken."""

    choose: random.Random
    rows: dict[int, dict[str, Any]] = field(default_factory=dict)
    logged: Rows = field(default_factory=list)
    position: int = 0

    def log(self, ordinal: int, change_type: str, key: int, values: dict[str, Any]) -> None:
        absent = [name for name in COLUMNS if name not in values] or None
        place = f"b.{9 + self.position // 300}", self.position, ordinal
        held = [values.get(name) for name in COLUMNS]
        row = (*place, change_type, absent, key, *held)
        self.logged.append(dict(zip(SCHEMA.names, row, strict=True)))

    def change(self, keys: range) -> None:
        self.position += 100
        choose = self.choose
        key, new_key = choose.choice(keys), choose.choice(keys)
        before, unchanged = IMAGES.get(
            choose.choice(("full", "noblob", "nodup", "minimal")), ((), ())
        )
        if key not in self.rows:
            given = (DEFAULTS if unchanged == COLUMNS else {}) | self.some()
            self.rows[key] = DEFAULTS | given
            self.log(0, "insert", key, given)
            return
        row = self.rows.pop(key)
        held = {name: row[name] for name in before}
        if choose.random() < 0.1:
            self.log(0, "delete", key, held)
            return
        changed = self.some()
        self.log(0, "update_preimage", key, held)
        row |= changed
        moves = choose.random() < 0.3 and new_key not in self.rows
        key = new_key if moves else key
        # what the before image holds, and the after image leaves out, did not change
        self.log(1, "update_postimage", key, held | {n: row[n] for n in unchanged} | changed)
        self.rows[key] = row

    def some(self) -> dict[str, Any]:
        choose = self.choose
        values = {
            "v": choose.choice((None, choose.randrange(100))),
            "w": choose.choice((None, "", str(choose.random()))),
            "x": choose.choice((None, [], [float(choose.randrange(9))])),
        }
        return {name: value for name, value in values.items() if choose.random() < 0.4}


@pytest.mark.parametrize(
    ("seed", "merged", "chunk"),
    mostly_long([(1, 2**11, 2**14), (2, 2**25, 2**26), (3, 2**9, 2**9), (4, 2**25, 2**10)]),
)
def test_changes_in_parts_make_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, merged: int, chunk: int
) -> None:
    """Keys move from bucket to bucket, which split as the table grows; one has many changes."""
    monkeypatch.setattr(splitting, "MERGED", merged)
    monkeypatch.setattr(ordering, "CHUNK", chunk)
    monkeypatch.setattr(merging, "HELD", chunk)
    table = Table(random.Random(seed))
    store = Store.at(tmp_path)
    columns = columns_of(pa.schema([*SCHEMA, ("_outcome", pa.string())]))
    state = State({"format": "parquet", "current": ""})
    state.datasets["a.b"] = Dataset("a.b", columns, "a", "b")
    asked = Asked({"a.b": ["id"]}, {"a.b": DEFAULTS})
    depths = set()
    for part in range(5):
        for _ in range(300):
            table.change(range(1) if table.choose.random() < 0.2 else range(10 + 40 * part))
        table.choose.shuffle(table.logged)
        rows = pa.Table.from_pylist(table.logged, SCHEMA)
        rows = rows.append_column("_outcome", pa.array(["committed"] * len(rows)))
        table.logged.clear()
        plan = Plan(store, state, 2**27)
        for half in (rows[: len(rows) // 2], rows[len(rows) // 2 :]):
            name = store.new_name("_export/staged", ".parquet")
            with store.create(name) as stream:
                pq.write_table(half, stream)
            size = (tmp_path / name).stat().st_size
            plan.news.setdefault("a.b", []).append(Written(name, len(half), size))
        CurrentTables(plan, Threads(1), asked, "_export/staged/current").make(Facts(), {})
        commit(store, plan.journal())
        found = {row.pop("id"): row for row in current(tmp_path, "a.b")}
        assert found == table.rows
        kept = state.datasets["a.b"].current
        assert kept is not None
        depths.add(kept.depth)
        assert sum(file.rows for file in kept.files) == len(found)
    assert len(table.rows) > 100
    assert (len(depths) > 1) == (merged < 2**20)


def test_a_value_that_no_image_tells_sets_the_table_aside(tmp_path: Path) -> None:
    """The second insert leaves columns to their defaults; later updates do not tell them."""
    log = FIXTURES / "mysql97" / "images_minimal.binlog"
    summary = export([str(log)], tmp_path, current=Asked())
    why = summary.set_aside["images.notes"]
    assert (why.log, why.cause) == (log.name, "values")
    assert "an insert that omits it" in str(why)
    assert sorted(row["id"] for row in current(tmp_path, "images.notes")) == [1, 2, 3, 4]


def test_keys_that_are_none_are_refused(tmp_path: Path) -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    with pytest.raises(ValueError, match=r"--keys rotated\.events: no column nope"):
        export([log], tmp_path, current=Asked({"rotated.events": ["nope"]}))


@pytest.mark.parametrize("merged", [2**25, 2**9])
def test_a_null_key_sets_the_table_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, merged: int
) -> None:
    """Where rows are parted into buckets, too."""
    monkeypatch.setattr(splitting, "MERGED", merged)
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    summary = export([log], tmp_path, current=Asked({"rotated.events": ["v"]}))
    assert list(summary.set_aside) == ["rotated.events"]
    why = str(summary.set_aside["rotated.events"])
    assert "a row image with a value for the key v, found none (rotated.1.binlog at byte" in why
    assert current(tmp_path, "rotated.other")
    assert all(row["v"] is not None for row in current(tmp_path, "rotated.events"))


def test_another_run_asks_for_the_same(tmp_path: Path) -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    export([log], tmp_path, current=Asked())
    with pytest.raises(OutputExistsError, match="an export with current"):
        export([log], tmp_path)
    before = current(tmp_path, "rotated.events")
    again = export([log], tmp_path, current=Asked())
    assert "rotated.events" in again.current
    assert current(tmp_path, "rotated.events") == before
