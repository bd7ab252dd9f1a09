"""The events as batches, against the events one by one."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_events, scan
from binlog_kaitai.kernels.events.walk import EventWalk
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.row_batches import batches_of_rows
from binlog_kaitai.model.schema import EVENT_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.engines import ENGINES, Engine, Engines
from binlog_kaitai.read.views import event_batches
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.replay import FIXTURES

FOUND = Path(__file__).parent / "made_up" / "found"
COMPRESSED = FIXTURES / "mysql97" / "compressed.binlog"

FAULTY = EVENT_SCHEMA.append(pa.field("fault", pa.string()))

FOLLOWED = [
    *("mysql97/compressed", "mysql97/gtid_tagged.1", "mysql97/xa.1", "mysql97/statements"),
    *("mysql56/gtid.1", "mariadb118/xa.1", "mariadb118/ends.1", "mariadb118/compressed"),
]
"""Logs with GTIDs."""

OF_LOGS = {"previous_gtids", "mariadb_gtid_list", "binlog_checkpoint"}
"""Events that a filter of transactions leaves to the classes."""

EMPTY_LISTS = {"mariadb_gtid_list"}
"""Lists of no GTIDs, which have bytes behind their fields."""

DECIMALS_AND_LOADS = {"user_var", "begin_load_query", "execute_load_query"}

ROLLBACKS = {"query"}

Row = dict[str, Any]


def some_transactions(path: Path) -> list[dict[str, GtidSet]]:
    """Return what asks for some of a log's transactions, and what leaves some out."""
    found = pa.table(scan(path, view="transactions", columns=["gtid"]))["gtid"].to_pylist()
    gtids = [f"={gtid}" for gtid in found if gtid] or ["=0-1-7"]
    few, many = gtids[len(gtids) // 3 :: 3], gtids[1::2]
    return [
        {"until": parse_gtid_set(",".join(few))},
        {"applied": parse_gtid_set(",".join(few))},
        {"applied": parse_gtid_set(few[0]), "until": parse_gtid_set(",".join(many or few))},
    ]


def rows_of(
    path: Path, scope: Scope = EVERYTHING, engine: Engine | Engines = "kernels", **options: Any
) -> list[Row]:
    batches = event_batches(path, scope=scope, engine=engine, **options)
    return [row for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_rows_are_the_events(path: Path) -> None:
    rows = rows_of(path)
    events = list(read_events(path))
    place = None
    for row, event in zip(rows, events, strict=True):
        place = (event.position, place[1] + 1 if place and place[0] == event.position else 0)
        assert (row.pop("position"), row.pop("ordinal")) == place
        assert row.pop("file") == path.name
        assert row.pop("body") == to_json(event.body)
        assert row == {name: getattr(event, name) for name in row}


@pytest.mark.parametrize("server", ["mysql56", "mysql97", "mariadb1011", "mariadb118"])
def test_logs_that_begin_alike(server: str) -> None:
    logs = sorted((FIXTURES / server).glob("*.binlog"))[:12]
    twice = [*logs, *logs]
    scanned = scan(twice, view="events", engine="kernels")
    rows = [row for batch in scanned for row in batch.to_pylist()]
    assert rows == [row for log in twice for row in rows_of(log, engine="tree")]


def test_a_first_event_that_is_almost_the_same(tmp_path: Path) -> None:
    source = FIXTURES / "mysql97" / "rotated.1.binlog"
    size = rows_of(source)[0]["size"]
    chance = random.Random(size)
    engines = Engines("kernels")
    for number in range(24):
        log = bytearray(source.read_bytes())
        log[4 + chance.randrange(size)] ^= 1 << chance.randrange(8)
        path = tmp_path / f"{number}.binlog"
        path.write_bytes(log)
        scope, options = Scope(is_lenient=True), {"schema": FAULTY, "fault_field": "fault"}
        assert rows_of(source, scope, engines, **options)  # it is known by now
        found = rows_of(path, scope, engines, **options)
        assert found == rows_of(path, scope, "tree", **options)


CUT = ["mysql97/compressed", "mysql97/statements", "mysql56/rotated.1", "mariadb118/rotated.2"]


@pytest.mark.parametrize("case", CUT)
def test_engines_give_the_same_of_damaged_logs(tmp_path: Path, case: str) -> None:
    source = FIXTURES / f"{case}.binlog"
    chance = random.Random(case)
    for _ in range(8):
        log = bytearray(source.read_bytes())
        for _ in range(chance.randrange(1, 4)):
            log[chance.randrange(len(log))] = chance.randrange(256)
        path = tmp_path / source.name
        path.write_bytes(log)
        scope = Scope(is_lenient=True, table=chance.choice([None, "rotated.*", "rotated.events"]))
        scope = replace(scope, **chance.choice([{}, *some_transactions(source)]))
        options = {"schema": FAULTY, "fault_field": "fault"}
        assert rows_of(path, scope, **options) == rows_of(path, scope, "tree", **options)


def test_only_rare_events_are_left_to_the_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    take = EventWalk.take_one

    def note(walk: EventWalk, event: Any, ordinal: int) -> Any:
        taken.append(event.type.name)
        return take(walk, event, ordinal)

    monkeypatch.setattr(EventWalk, "take_one", note)
    for case, rare in (
        *((f"mysql97/{name}", set()) for name in ("compressed", "gtid_tagged.1", "xa.1")),
        ("mysql97/definitions", set()),
        ("mariadb118/rotated.2", EMPTY_LISTS),
        ("mariadb118/compressed", DECIMALS_AND_LOADS | EMPTY_LISTS),
        ("mariadb118/ends.1", ROLLBACKS | EMPTY_LISTS),
    ):
        path = FIXTURES / f"{case}.binlog"
        for asked in ({}, *some_transactions(path), {"database": "rotated"}):
            taken.clear()
            rows_of(path, Scope(**asked))
            follows = {"until", "applied"} & asked.keys()
            others = (OF_LOGS | {"begin_load_query"}) if follows else set()
            assert set(taken) <= {"format_description", *rare, *others}
        taken.clear()
        rows_of(path)
        assert set(taken) <= {"format_description", *rare - {"begin_load_query"}}


@pytest.mark.parametrize("case", CUT)
def test_the_parts_of_a_log_are_the_whole(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    for max_bytes in (300, 2500):
        spans = spans_of(path.stat().st_size, max_bytes)
        parts = [row for span in spans for row in rows_of(path, Scope(span=span))]
        assert parts == rows_of(path)


def test_a_scope_holds_the_events_of_its_times() -> None:
    path = FIXTURES / "mysql97" / "types.binlog"
    rows = rows_of(path)
    times = sorted({int(row["timestamp"].timestamp()) * 1_000_000 for row in rows})
    start, end = times[len(times) // 3], times[-len(times) // 3]
    expected = [row for row in rows if start <= int(row["timestamp"].timestamp()) * 1_000_000 < end]
    assert 0 < len(expected) < len(rows)
    assert rows_of(path, Scope(start_time=start, end_time=end)) == expected


def test_a_scope_holds_the_events_of_its_transactions() -> None:
    rows = rows_of(COMPRESSED)
    starts = [row["position"] for row in rows if row["type"] == "GTID"]
    body = json.loads(next(row["body"] for row in rows if row["type"] == "GTID"))
    gtids = parse_gtid_set(f"{body['uuid']}:4-5")
    inside = [row for row in rows if starts[3] <= row["position"] < starts[5]]
    assert any(row["ordinal"] for row in inside)
    assert rows_of(COMPRESSED, Scope(until=gtids)) == inside
    others = [row for row in rows if row not in inside]
    assert rows_of(COMPRESSED, Scope(applied=gtids)) == others


@pytest.mark.parametrize("case", FOLLOWED)
def test_engines_give_the_same_of_some_transactions(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    num_rows = len(rows_of(path))
    for asked in some_transactions(path):
        found = rows_of(path, Scope(**asked))
        assert 0 < len(found) < num_rows
        assert found == rows_of(path, Scope(**asked), "tree")


@pytest.mark.parametrize("case", FOLLOWED)
def test_engines_give_the_same_of_a_database(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    rows = pa.table(scan(path)).select(["database"]).to_pylist()
    databases = {row["database"] for row in rows}
    assert databases
    for database in (*databases, "no such"):
        for asked in ({}, *some_transactions(path)):
            scope = Scope(database=database, **asked)
            assert rows_of(path, scope) == rows_of(path, scope, "tree")


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [
        "mysql97/charsets",
        "mysql56/charsets",
        pytest.param("mysql97/types", marks=pytest.mark.long),
        pytest.param("mariadb1011/types", marks=pytest.mark.long),
    ],
)
def test_damage_is_passed_over(tmp_path: Path, case: str) -> None:
    source = FIXTURES / f"{case}.binlog"
    rows = rows_of(source)
    chance = random.Random(case)
    for row in chance.sample(rows[5:-5], 5):
        log = bytearray(source.read_bytes())
        log[row["position"] : row["position"] + 13] = b"\xff" * 13
        path = tmp_path / source.name
        path.write_bytes(log)
        found = rows_of(path, Scope(is_lenient=True), schema=FAULTY, fault_field="fault")
        faults = [row for row in found if row["fault"]]
        assert [(fault["file"], fault["position"]) for fault in faults] == [
            (source.name, row["position"])
        ]
        expected = [other for other in rows if other["position"] != row["position"]]
        sound = [{name: item[name] for name in row} for item in found if not item["fault"]]
        for item, other in zip(sound, expected, strict=True):
            if item != other:  # the map of its table is lost
                assert "raw" in json.loads(item["body"])
                assert item | {"body": other["body"]} == other
        assert rows_of(path, Scope(is_lenient=True)) == sound
        with pytest.raises(BinlogError, match=f"at byte {row['position']}: expected"):
            rows_of(path)


@pytest.mark.parametrize("engine", ENGINES)
def test_events_go_on_behind_a_row_that_cannot_be_shown(engine: Engine) -> None:
    """An event before it, of no known type, is shown, as changes would not go on behind it."""
    path = FOUND / "row_of_no_number_behind_unknown_event.binlog"
    found = rows_of(path, Scope(is_lenient=True), engine, schema=FAULTY, fault_field="fault")
    assert [(row["position"], row["type"]) for row in found[2:]] == [(311, "UNKNOWN"), (334, None)]
    assert "at byte 334: expected a number, found -inf" in found[-1]["fault"]


def test_a_wrong_checksum_is_a_value(tmp_path: Path) -> None:
    rows = rows_of(COMPRESSED)
    last = rows[-1]
    log = bytearray(COMPRESSED.read_bytes())
    log[-1] ^= 1
    path = tmp_path / COMPRESSED.name
    path.write_bytes(log)
    assert rows_of(path) == [*rows[:-1], last | {"checksum": "bad"}]


def test_a_schema_asks_for_less_and_for_other_types() -> None:
    schema = pa.schema([("size", pa.int32()), ("type", pa.string())])
    found = rows_of(COMPRESSED, schema=schema)
    assert found == [{"size": row["size"], "type": row["type"]} for row in rows_of(COMPRESSED)]


@pytest.mark.parametrize(
    ("field", "found"),
    [
        (pa.field("size", pa.int8()), "a value for size int8, found 197"),
        (pa.field("type", pa.string(), nullable=False), "type string not null, found None"),
    ],
)
def test_what_does_not_fit_is_refused_behind_what_does(field: pa.Field, found: str) -> None:
    row = dict.fromkeys(EVENT_SCHEMA.names)
    rows = [row | {"position": number, "size": number, "type": "XID"} for number in range(3)]
    rows.append(row | {"position": 7, "size": 197})
    batches = batches_of_rows("a log", rows, EVENT_SCHEMA, pa.schema([field]))
    first = next(batches)
    assert isinstance(first, pa.RecordBatch)
    assert first.num_rows == 3
    with pytest.raises(BinlogError, match=rf"a log: at byte 7: expected .*{re.escape(found)}"):
        next(batches)


def test_batches_are_of_good_sizes() -> None:
    row = dict.fromkeys(EVENT_SCHEMA.names) | {"position": 1, "body": "x" * 2**21}
    large = batches_of_rows("a log", [row] * 20, EVENT_SCHEMA, EVENT_SCHEMA)
    assert [batch.num_rows for batch in large] == [8, 8, 4]
    small = batches_of_rows("a log", [row | {"body": ""}] * 5000, EVENT_SCHEMA, EVENT_SCHEMA)
    assert [batch.num_rows for batch in small] == [4096, 904]
