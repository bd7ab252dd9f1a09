"""A large event, of which a reader needs the first fields alone, is not held as a whole."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_events, scan
from binlog_kaitai.io import framing, large_events
from binlog_kaitai.io.large_events import LargeEvent
from binlog_kaitai.kernels.walk import chunk, log_walk, scanner
from binlog_kaitai.model.schema import EVENT_SCHEMA
from binlog_kaitai.read.views import event_batches
from binlog_kaitai.tree.log import events, state
from binlog_kaitai.tree.output import batches
from tests import documented_bytes as doc
from tests.documented_bytes import event, u2, u4, u8
from tests.made_up.readings import (
    KERNELS,
    TREE,
    Reading,
    difference_of,
    lenient_difference,
    outcome,
    transactions,
    transactions_difference,
)
from tests.memory import counted_with_peak
from tests.test_documented_bytes import start_of, write
from tests.test_inflated import gtid

CHUNK = 2**8
SIZE = 2**12
HEAD = 2**7
TEXT = b"INSERT INTO t VALUES ('" + b"x" * SIZE + b"')"

BIG: dict[str, bytes] = {
    "ignorable": event(28, bytes(SIZE), flags=0x80),
    "of an unknown type": event(200, bytes(SIZE), flags=0x80),
    "of an unknown type that matters": event(200, bytes(SIZE)),
    "of no type": event(0, bytes(SIZE), flags=0x80),
    "private": event(101, bytes(SIZE)),
    "stop": event(3, bytes(SIZE)),
    "incident": event(26, u2(1) + b"\4lost" + bytes(SIZE)),
    "heartbeat": event(27, b"b.000001" + bytes(SIZE)),
    "block": event(9, u4(3) + bytes(SIZE)),
    "xid": event(16, u8(7) + bytes(SIZE)),
    "rows query": event(29, b"\0" + TEXT),
    "annotated": event(160, TEXT),
    "statement": event(2, doc.query(TEXT)),
    "ddl": event(2, doc.query(b"CREATE TABLE u (a INT) -- " + TEXT)),
    "ddl behind a comment": event(2, doc.query(b"/* " + TEXT + b" */ CREATE TABLE u (a INT)")),
    "with a wrong checksum": event(28, bytes(SIZE), flags=0x80)[:-1] + b"\0",
}
HELD = {"statement", "ddl", "ddl behind a comment"}
"""Of which records, or summaries, have the whole text."""


def log_with(folder: Path, name: str) -> Path:
    """Return a log with a large event in the second of three transactions, ahead of its rows."""
    parts = []
    for number in range(1, 4):
        image = b"\0" + u4(number)
        parts += [
            event(33, gtid(number)),
            event(2, doc.query(b"BEGIN")),
            BIG[name] if number == 2 else b"",
            event(19, doc.table_map(b"\x03")),
            event(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, image)),
            event(16, u8(number)),
        ]
    return write(folder, start_of(doc.MYSQL), *parts)


def rows_behind(query: bytes) -> tuple[bytes, ...]:
    return (
        event(33, gtid(1)),
        event(2, doc.query(b"BEGIN")),
        event(29, query),
        event(19, doc.table_map(b"\x03")),
        event(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, b"\0" + u4(1))),
        event(16, u8(1)),
    )


def readings(path: Path) -> dict[str, Reading]:
    found = {
        f"{table or 'flat'} by {engine}": outcome(path, table, engine)
        for table in (None, "d.t")
        for engine in (TREE, KERNELS)
    }
    for engine in (TREE, KERNELS):
        found |= {f"transactions by {engine}": transactions(path, engine)}
    return found


@pytest.fixture
def make_small(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has few bytes make an event large from then on; of more than as many it is cut if shown."""

    def make(most_shown: int) -> None:
        monkeypatch.setattr(chunk, "CHUNK", CHUNK)
        monkeypatch.setattr(state, "MAX_WHOLE", 4 * CHUNK)
        monkeypatch.setattr(state, "MAX_PAYLOAD", HEAD)
        monkeypatch.setattr(events, "MAX_SHOWN", most_shown)
        for module in (framing, log_walk, scanner, state):
            monkeypatch.setattr(module, "LARGE", CHUNK)
        for module in (large_events, events):
            monkeypatch.setattr(module, "HEAD", HEAD)
        monkeypatch.setattr(large_events, "PIECE", HEAD)

    return make


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns the sizes of the events that are read as a whole, or in pieces that are large."""
    found: list[int] = []
    read = LargeEvent.__init__

    def counted(self: LargeEvent, size: int, read_some: Callable[[int, int], bytes]) -> None:
        def noted(start: int, count: int) -> bytes:
            found.extend([count] * (count > HEAD))
            return read_some(start, count)

        read(self, size, noted)

    monkeypatch.setattr(LargeEvent, "__init__", counted)
    return found


@pytest.mark.few(6)
@pytest.mark.parametrize("name", BIG)
def test_a_large_event_is_gone_over(
    tmp_path: Path, make_small: Callable[[int], None], held: list[int], name: str
) -> None:
    path = log_with(tmp_path, name)
    before = readings(path)
    make_small(2**24)
    held.clear()
    for way, found in readings(path).items():
        assert difference_of(way, before[way], found) is None
    assert bool(held) == (name in HELD)
    assert lenient_difference(path, None) is None
    assert transactions_difference(path) is None


def events_by(path: Path, engine: str) -> pa.Table:
    return pa.Table.from_batches(list(event_batches(path, schema=EVENT_SCHEMA, engine=engine)))


@pytest.mark.few(6)
@pytest.mark.parametrize("name", [name for name in BIG if "matters" not in name])
def test_of_a_very_large_event_the_first_bytes_are_shown(
    tmp_path: Path, make_small: Callable[[int], None], held: list[int], name: str
) -> None:
    path = log_with(tmp_path, name)
    whole = events_by(path, "tree")
    make_small(2**24)
    assert events_by(path, "tree") == events_by(path, "kernels") == whole
    make_small(2 * CHUNK)
    held.clear()
    shown = events_by(path, "tree")
    assert bool(held) == ("behind" in name)
    assert events_by(path, "kernels") == shown
    assert shown.drop(["body"]) == whole.drop(["body"])
    big = [item for item in read_events(path) if item.size > SIZE]
    if "behind" not in name:
        assert [item.body.pop("truncated") for item in big] == [True]
        assert len(str(big[0].body)) < SIZE


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_a_very_large_statement_is_cut_in_the_context_of_rows(
    tmp_path: Path, make_small: Callable[[int], None], engine: Any
) -> None:
    path = log_with(tmp_path, "rows query")

    def statements() -> list[str | None]:
        rows = scan(path, context=True, columns=["change_type", "statement"], engine=engine)
        found = pa.Table.from_batches(list(rows))
        return [one["statement"] for one in found.to_pylist() if one["change_type"] == "insert"]

    assert statements() == [None, TEXT.decode(), None]
    make_small(2**24)
    assert statements() == [None, TEXT.decode(), None]
    make_small(2 * CHUNK)
    (_, cut, _) = statements()
    assert cut is not None
    assert cut.startswith("INSERT INTO t VALUES ('xxx")
    assert cut.endswith(f"x… (truncated, {len(BIG['rows query'])} bytes)")
    assert len(cut) < SIZE


def test_a_character_that_is_cut_is_left_out(
    tmp_path: Path, make_small: Callable[[int], None]
) -> None:
    for text in ("é" * SIZE, "x" + "é" * SIZE):
        path = write(tmp_path, start_of(doc.MYSQL), *rows_behind(b"\0" + text.encode()))
        make_small(2 * CHUNK)
        (row,) = (row for batch in scan(path, context=True) for row in batch.to_pylist())
        assert "é… (truncated, " in row["statement"]
        assert set(row["statement"].partition("…")[0]) <= {"x", "é"}


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_a_large_event_whose_fields_are_too_long(tmp_path: Path, engine: Any) -> None:
    size = 2**24
    content = struct.pack("<IBIIIH", doc.TIMESTAMP, 161, 1, 19 + size, 0, 0) + u4(size - 4)
    path = write(tmp_path, start_of("mysql97/types_minimal.binlog"), content)
    with path.open("r+b") as target:
        target.truncate(path.stat().st_size - len(content) + 19 + size)
    with pytest.raises(BinlogError, match=f"BINLOG_CHECKPOINT of {19 + size} bytes"):
        list(scan(path, engine=engine))


READ = """
import sys
from binlog_kaitai import read_batches, read_events
from binlog_kaitai.read.views import transaction_batches
count = sum(1 for _ in read_events(sys.argv[1]))
for engine in ("tree", "kernels"):
    count += sum(batch.num_rows for batch in read_batches(sys.argv[1], engine=engine))
    count += sum(batch.num_rows for batch in transaction_batches(sys.argv[1], engine=engine))
"""


def test_an_event_of_one_gib_takes_no_memory(tmp_path: Path) -> None:
    size = 2**30
    head = struct.pack("<IBIIIH", doc.TIMESTAMP, 28, 1, size, 0, 0x80)
    path = write(tmp_path, start_of("mysql97/types_minimal.binlog"), head)
    with path.open("r+b") as target:
        target.seek(size - len(head), 2)
        target.write(event(2, doc.query(b"CREATE TABLE t (a INT)"), checksum=False))
    count, peak = counted_with_peak(READ, path)
    assert count == 3 + 2 * (1 + 1)
    assert peak < 400 * 1024


def test_memory_that_does_not_suffice_is_no_fault_of_a_value() -> None:
    def make(rows: list[Any]) -> pa.Array:
        if len(rows) > 1:
            raise pa.ArrowMemoryError("malloc of size 1 failed")
        return pa.array(rows)

    checked = batches._checked(pa.field("a", pa.int64()), make, lambda row: row)  # noqa: SLF001
    with pytest.raises(MemoryError, match="malloc"):
        checked([1, 2])
