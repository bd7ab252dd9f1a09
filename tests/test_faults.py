"""What a lenient reader makes of damaged logs."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span, spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.reader import read_log
from tests.made_up.damage import MAGIC, events_of, resized
from tests.marks import mostly_long
from tests.replay import FIXTURES

SCHEMA = RECORD_SCHEMA.append(pa.field("fault", pa.string()))

CASES = ["mysql97/types", "mysql97/compressed", "mysql56/types", "mariadb118/types"]

Row = dict[str, Any]


def read(path: Path, engine: Engine = "kernels", span: Span | None = None) -> list[Row]:
    scope = Scope(is_lenient=True, span=span or Span())
    found = read_batches(path, schema=SCHEMA, fault_field="fault", scope=scope, engine=engine)
    return [row for batch in found for row in batch.to_pylist()]


def outer_events(path: Path) -> list[LoggedEvent]:
    return [event for event in read_log(path) if not event.is_inner]


def damaged(tmp_path: Path, case: str, start: int, data: bytes) -> Path:
    path = tmp_path / "damaged.binlog"
    log = bytearray((FIXTURES / f"{case}.binlog").read_bytes())
    log[start : start + len(data)] = data
    path.write_bytes(log)
    return path


def sound_rows(case: str) -> list[Row]:
    rows = read(FIXTURES / f"{case}.binlog")
    assert not any(row["fault"] for row in rows)
    return [row | {"file": "damaged.binlog"} for row in rows]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", mostly_long(CASES, short=2))
@pytest.mark.parametrize("is_header", [False, True])
def test_all_but_the_damaged_transaction_is_read(
    tmp_path: Path, case: str, engine: Engine, *, is_header: bool
) -> None:
    events = outer_events(FIXTURES / f"{case}.binlog")
    starts = [event.position for event in events if event.tree.header.begins_transaction]
    if not starts:
        starts = [
            event.position for event in events if event.begins_transaction(is_behind_gtid=False)
        ]
    chance = random.Random(case)
    rows = sound_rows(case)
    for number in chance.sample(range(1, len(starts) - 1), 5):
        first, end = starts[number : number + 2]
        inside = [event for event in events if first <= event.position < end]
        event = chance.choice(inside)
        at = event.position if is_header else event.position + event.size - 5
        path = damaged(
            tmp_path, case, at, b"\xff\xff\xff\xff" * 4 if is_header else b"\xa5\x5a\xa5"
        )
        found = read(path, engine)
        faults = [row for row in found if row["fault"]]
        assert faults
        assert faults[0]["position"] == event.position
        assert f"at byte {event.position}: expected" in faults[0]["fault"]
        sound = [row for row in found if not row["fault"]]
        untouched = [row for row in rows if not first <= row["position"] < end]
        assert [row for row in sound if not first <= row["position"] < end] == untouched
        # what lies before the damage has lost its end, and what lies behind it its beginning
        ended = [row | {"outcome": None} for row in rows]
        begun = [row | {"gtid": None, "commit_timestamp": None} for row in rows]
        for row in sound:
            assert row in rows or row in (ended if row["position"] < event.position else begun)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_torn_tail_is_one_fault(tmp_path: Path, engine: Engine) -> None:
    source = FIXTURES / "mysql97" / "rotated.1.binlog"
    path = tmp_path / "damaged.binlog"
    path.write_bytes(source.read_bytes()[:1500])
    *before, last = read(path, engine)
    rows = [row for row in sound_rows("mysql97/rotated.1") if row["position"] < 1470]
    last_gtid = rows[-1]["gtid"]  # whose end is lost
    assert before == [row | {"outcome": None} if row["gtid"] == last_gtid else row for row in rows]
    assert last["fault"].endswith(
        "at byte 1470: expected an event of 79 bytes, found the end of the file after 30 bytes"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [
        *("mysql97/compressed", "mariadb118/types"),
        *(
            pytest.param(f"{server}/types", marks=pytest.mark.long)
            for server in ("mysql97", "mysql56")
        ),
    ],
)
def test_the_parts_of_a_damaged_log_are_the_whole(tmp_path: Path, case: str) -> None:
    size = (FIXTURES / f"{case}.binlog").stat().st_size
    chance = random.Random(case)
    starts = [event.position for event in outer_events(FIXTURES / f"{case}.binlog")]
    for number in range(6):
        at = chance.choice(starts[5:]) if number % 2 else chance.randrange(1000, size)
        path = damaged(tmp_path, case, at, chance.randbytes(30))
        whole = read(path)
        assert any(row["fault"] for row in whole)
        for max_bytes in (2000, 9000):
            parts = [row for span in spans_of(size, max_bytes) for row in read(path, span=span)]
            assert parts == whole


@pytest.mark.few(1)
@pytest.mark.parametrize("case", ["mysql97/types", "mysql97/json_partial", "mariadb118/types"])
def test_bad_cells_in_sound_events_are_faults(tmp_path: Path, case: str) -> None:
    log = (FIXTURES / f"{case}.binlog").read_bytes()
    chance = random.Random(case)
    path = tmp_path / "damaged.binlog"
    events = events_of(log)
    of_rows = [i for i, event in enumerate(events) if event[4] in (30, 31, 32, 39, 23, 24, 25)]
    num_faults = 0
    for _ in range(2):
        spoiled = list(events)
        for i in chance.sample(of_rows, 4):
            content = bytearray(events[i][:-4])
            for at in chance.sample(range(29, len(content)), min(3, len(content) - 29)):
                content[at] = chance.choice([0xFF, 0x80, 0x0D, content[at] ^ 1])
            spoiled[i] = resized(bytes(content), signs=True)
        path.write_bytes(log[:MAGIC] + b"".join(spoiled))
        whole = read(path)
        assert read(path, "tree") == whole
        num_faults += sum(bool(row["fault"]) for row in whole)
        parts = [row for span in spans_of(len(log), len(log) // 3) for row in read(path, span=span)]
        assert parts == whole
    assert num_faults


@pytest.mark.parametrize("engine", ENGINES)
def test_without_a_field_faults_leave_no_row(tmp_path: Path, engine: Engine) -> None:
    case = "mysql97/types"
    path = damaged(tmp_path, case, 5000, bytes(50))
    scope = Scope(is_lenient=True)
    found = [
        row for batch in read_batches(path, scope=scope, engine=engine) for row in batch.to_pylist()
    ]
    expected = [row for row in read(path, engine) if not row["fault"]]
    assert found == [{key: row[key] for key in RECORD_SCHEMA.names} for row in expected]
    with pytest.raises(BinlogError):
        list(read_batches(path, engine=engine))
