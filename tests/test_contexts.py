"""A transaction's GTID and commit time hold up to its end, in both engines, whole and in parts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.tree.packets.memory import PacketMemory
from tests.documented_bytes import u1, u2, u4, u8
from tests.made_up import events
from tests.made_up.damage import events_of
from tests.made_up.logs import SMALL
from tests.made_up.readings import KERNELS, TREE, transactions
from tests.made_up.writer import SERVERS, TABLE_MAP, XID, Writer

XA_PREPARE = 38
INTVAR = 5
SOURCE = "0f7ccd95-e58d-11f1-a69a-02fc00000001"

# what is logged, and the GTIDs of its row images and of its statements, by the number of each
CASES: dict[str, tuple[str, list[int | None]]] = {
    "xid": ("gtid BEGIN rows xid BEGIN rows xid", [1, None]),
    "commit": ("gtid BEGIN rows COMMIT BEGIN rows COMMIT", [1, None]),
    "commit in another case": ("gtid BEGIN rows commit rows", [1, None]),
    "rollback": ("gtid BEGIN rows ROLLBACK BEGIN rows COMMIT", [1, None]),
    "savepoint": ("gtid BEGIN rows SAVEPOINT_s ROLLBACK_TO_s rows COMMIT rows", [1, 1, None]),
    "xa": ("gtid XA_START_'x' rows XA_END_'x' prepare gtid XA_COMMIT_'x' rows", [1, 2, None]),
    "statement": ("gtid CREATE_TABLE_a_(b_INT) DROP_TABLE_a", [1, None]),
    "statements within": ("gtid BEGIN INSERT_a INSERT_b xid INSERT_c", [1, 1, None]),
    "no end": ("gtid BEGIN rows BEGIN rows xid", [1, None]),
    "named again": ("gtid BEGIN rows gtid BEGIN rows xid", [1, 2]),
    "payload": ("gtid { BEGIN rows xid } BEGIN rows xid", [1, None]),
    "payload without end": ("gtid { BEGIN rows } rows gtid BEGIN rows xid", [1, None, 2]),
    "load": ("gtid load load", [1, None]),
}


class Last(random.Random):
    """Picks what says truly where an event lies."""

    def choice(self, seq: Sequence[Any]) -> Any:
        return seq[-1]


def log_of(words: str) -> bytes:
    """Return a log of the events that words stand for, of MySQL 8.0."""
    log = Writer(Last(3), SMALL, SERVERS[0])
    log.format_description()
    number = 0

    def write_gtid() -> None:
        nonlocal number
        number += 1
        log.event(33, u1(1) + events.UUID.bytes + u8(number))

    def write_rows() -> None:
        table_id = u4(90) + bytes(2)
        log.event(TABLE_MAP, table_id + u2(1) + b"\1d\0\1t\0" + b"\1\1\0\0")
        log.event(30, table_id + u2(1) + u2(2) + b"\1\xff" + b"\0\5")

    known: dict[str, Callable[[], None]] = {
        "gtid": write_gtid,
        "rows": write_rows,
        "xid": lambda: log.event(XID, u8(1)),
        "prepare": lambda: log.event(XA_PREPARE, u1(0) + u4(1) + u4(1) + u4(0) + b"x"),
        "{": log.begin_payload,
        "}": log.end_payload,
        "load": lambda: events.write_load(log),
        "intvar": lambda: log.event(INTVAR, u1(2) + u8(7)),
    }
    for word in words.split():
        known.get(word, lambda text=word: events.write_query(log, text.replace("_", " ")))()
    return bytes(log.file)


def rows_of(path: Path, engine: Engine, scope: Scope) -> list[dict[str, object]]:
    return [
        row for batch in read_batches(path, scope=scope, engine=engine) for row in batch.to_pylist()
    ]


def rows_of_packets(data: bytes, engine: Engine) -> list[dict[str, object]]:
    """Return what a stream of a log's events holds that goes on anew behind each."""
    memory, rows = PacketMemory(), []
    for event in events_of(data):
        packets = PacketBatches(RECORD_SCHEMA, "event", engine=engine)
        packets.resume(PacketMemory.from_json(memory.to_json()))
        for batch in packets.of(pa.array([event], pa.binary())):
            rows += batch.to_pylist()
        memory = packets.memory
    return rows


@pytest.mark.parametrize("name", CASES)
def test_a_gtid_holds_up_to_the_end(name: str, tmp_path: Path) -> None:
    words, numbers = CASES[name]
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of(words))
    for engine in ENGINES:
        rows = rows_of(path, engine, Scope())
        assert [row["gtid"] for row in rows] == [n and f"{SOURCE}:{n}" for n in numbers], engine
        stream = rows_of_packets(path.read_bytes(), engine)
        assert [row["gtid"] for row in stream] == [row["gtid"] for row in rows]
        applied = Scope(applied=parse_gtid_set(f"{SOURCE}:1"))
        assert rows_of(path, engine, applied) == [
            row for row, number in zip(rows, numbers, strict=True) if number != 1
        ]
        spans = spans_of(path.stat().st_size, 60)
        parts = [row for span in spans for row in rows_of(path, engine, Scope(span=span))]
        assert parts == rows


@pytest.mark.parametrize("name", CASES)
def test_transactions_of_parts_are_the_whole(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of(CASES[name][0]))
    whole = transactions(path, TREE).rows.to_pylist()
    for engine in (TREE, KERNELS):
        found = []
        for span in spans_of(path.stat().st_size, 60):
            rows = transactions(path, engine, Scope(span=span)).rows
            found += rows.to_pylist() if rows else []
        assert found == whole


@pytest.mark.parametrize("engine", ENGINES)
def test_variables_of_one_transaction_are_not_the_next_ones(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of("gtid intvar gtid CREATE_TABLE_a_(b_INT) gtid intvar INSERT_a"))
    first, second = rows_of(path, engine, Scope())
    assert "insert_id" not in str(first["data"])
    assert "insert_id" in str(second["data"])
