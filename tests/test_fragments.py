"""Rows events in fragments (MariaDB 12.3), which must read as if they were whole."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_events
from binlog_kaitai.errors import TornEventError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span, spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.live_tail import tail_of
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.read.views import transaction_batches
from binlog_kaitai.tree.packets.memory import PacketMemory
from tests.documented_bytes import MAGIC, fragment, signed, u4
from tests.made_up.damage import events_of
from tests.replay import FIXTURES

LOG = FIXTURES / "mariadb118" / "rotated.1.binlog"
SIZE, NEXT, FLAGS = 9, 13, 17  # where they lie in a header
ROWS = range(23, 26)
PARTS = 3

Row = dict[str, Any]
Pieces = list[bytes]


def framed(like: bytes, event_type: int, body: bytes) -> bytes:
    """An event with the header of another one, and a checksum."""
    size = 19 + len(body) + 4
    header = like[:4] + bytes([event_type]) + like[5:SIZE] + u4(size) + u4(0) + like[FLAGS:19]
    return signed(header + body)


def fragments(event: bytes, count: int = PARTS, *, is_signed: bool = True) -> Pieces:
    """An event in fragments, with its own checksum or without."""
    if not is_signed:
        event = event[:SIZE] + u4(len(event) - 4) + event[NEXT:-4]
    step = -(-len(event) // count)
    parts = [event[at : at + step] for at in range(0, len(event), step)]
    assert len(parts) == count
    return [
        framed(event, 172, fragment(number, count, part, None if number > 1 else len(event)))
        for number, part in enumerate(parts, 1)
    ]


def written(path: Path, pieces: Pieces) -> Path:
    """A log of events, each of which that tells where it ends tells it right."""
    log = bytearray(MAGIC)
    for event in pieces:
        (following,) = struct.unpack_from("<I", event, NEXT)
        end = len(log) + len(event)
        is_signed = event[4] != 15
        content = event[:NEXT] + u4(end if following else 0) + event[FLAGS:]
        log += signed(content[:-4]) if is_signed else event
    path.write_bytes(log)
    return path


def cut_up(change: Callable[[Pieces], Pieces] = lambda pieces: pieces, **how: Any) -> Pieces:
    """The log's events, with each rows event in fragments, of which `change` spoils the first."""
    pieces: Pieces = []
    is_first = True
    for event in events_of(LOG.read_bytes()):
        if event[4] not in ROWS:
            pieces.append(event)
            continue
        cut = fragments(event, **how)
        pieces += change(cut) if is_first else cut
        is_first = False
    return pieces


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return written(tmp_path / LOG.name, cut_up())


def rows_in(path: Path, engine: Engine, **asked: Any) -> list[Row]:
    return [
        row for batch in read_batches(path, engine=engine, **asked) for row in batch.to_pylist()
    ]


def without_place(rows: list[Row]) -> list[Row]:
    return [{name: value for name, value in row.items() if name != "position"} for row in rows]


def places(path: Path) -> list[int]:
    """Where the first fragment of each rows event lies."""
    return [
        event.position
        for event in read_events(path)
        if event.type == "PARTIAL_ROW_DATA" and "len_rows_event" in event.body
    ]


@pytest.mark.parametrize("is_signed", [True, False])
@pytest.mark.parametrize("engine", ENGINES)
def test_rows_are_those_of_the_whole_events(
    tmp_path: Path, engine: Engine, is_signed: bool
) -> None:
    path = written(tmp_path / LOG.name, cut_up(is_signed=is_signed))
    found = rows_in(path, engine)
    assert without_place(found) == without_place(rows_in(LOG, engine))
    of_rows = [row["position"] for row in found if row["table"]]
    assert sorted(set(of_rows)) == places(path)
    typed = {"table": "rotated.events"}
    assert without_place_typed(rows_in(path, engine, **typed)) == without_place_typed(
        rows_in(LOG, engine, **typed)
    )


def without_place_typed(rows: list[Row]) -> list[Row]:
    return [{name: value for name, value in row.items() if name != "_position"} for row in rows]


@pytest.mark.parametrize("engine", ENGINES)
def test_transactions_are_summed_up(path: Path, engine: Engine) -> None:
    def summed(log: Path) -> list[Row]:
        return [
            row for batch in transaction_batches(log, engine=engine) for row in batch.to_pylist()
        ]

    kept = ("gtid", "kind", "ended_by", "num_rows", "timestamp", "tables")
    found, whole = summed(path), summed(LOG)
    assert [[row[name] for name in kept] for row in found] == [
        [row[name] for name in kept] for row in whole
    ]
    more = [a["num_events"] - b["num_events"] for a, b in zip(found, whole, strict=True)]
    assert sum(more) == (PARTS - 1) * len(places(path))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_parts_are_the_whole(path: Path, engine: Engine) -> None:
    whole = rows_in(path, engine)
    for max_bytes in (200, 500, 1500):
        spans = spans_of(path.stat().st_size, max_bytes)
        assert [
            row for span in spans for row in rows_in(path, engine, scope=Scope(span=span))
        ] == whole


@pytest.mark.parametrize("engine", ENGINES)
def test_a_log_that_is_cut_between_fragments_waits(path: Path, engine: Engine) -> None:
    whole, data = rows_in(path, engine), path.read_bytes()
    fragment_ends = [
        event.position + event.size
        for event in read_events(path)
        if event.type == "PARTIAL_ROW_DATA"
    ]
    position, found = 0, []
    for size in [*fragment_ends, len(data)]:
        path.write_bytes(data[:size])
        with LogFile(path) as log:
            tail = tail_of(log, position, size)
        span = Span(position, tail.position, is_exact=True)
        found += rows_in(path, engine, scope=Scope(span=span))
        position = tail.position
    assert found == whole
    path.write_bytes(data[: fragment_ends[0]])
    with pytest.raises(TornEventError, match="fragment 2 of 3 of a rows event, found the end"):
        rows_in(path, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_packets(path: Path, engine: Engine) -> None:
    """In one piece, and with all that is known written down between any two packets."""
    events: Pieces = events_of(path.read_bytes())
    stream = PacketBatches(RECORD_SCHEMA, "event", engine=engine)

    def rows(stream: PacketBatches, packets: Pieces) -> Iterator[Row]:
        for batch in stream.of(pa.array(packets, pa.binary())):
            yield from batch.drop_columns(["file"]).to_pylist()

    expected = [
        {name: value for name, value in row.items() if name != "file"} | {"outcome": None}
        for row in rows_in(path, engine)
    ]
    assert list(rows(stream, events)) == expected
    found, memory = [], PacketMemory()
    for event in events:
        stream = PacketBatches(RECORD_SCHEMA, "event", engine=engine)
        stream.resume(PacketMemory.from_json(memory.to_json()))
        found += rows(stream, [event])
        memory = stream.memory
    assert found == expected


def test_events_are_shown_as_they_are(path: Path) -> None:
    shown = [event for event in read_events(path) if event.type == "PARTIAL_ROW_DATA"][:PARTS]
    assert [event.body["number"] for event in shown] == [1, 2, 3]
    assert {event.body["num_fragments"] for event in shown} == {PARTS}
    assert [event.body["flags"] for event in shown] == [["has_len_rows_event"], [], []]
    first = next(event for event in events_of(LOG.read_bytes()) if event[4] in ROWS)
    assert shown[0].body["len_rows_event"] == len(first)


def again(event: bytes, **fields: int) -> bytes:
    """A fragment with another number, count or length."""
    number, count, has_length = struct.unpack_from("<IIB", event, 19)
    length = struct.unpack_from("<Q", event, 28)[0] if has_length else None
    data = event[36 if has_length else 28 : -4]
    told = {"number": number, "count": count, "length": length} | fields
    return framed(event, 172, fragment(told["number"], told["count"], data, told["length"]))


# what becomes of three fragments, which one is at fault then, and what is found there
DAMAGE = {
    "the first is missing": (
        lambda f: f[1:],
        0,
        "found fragment 2 of 3, without the total length",
    ),
    "one is missing": (lambda f: [f[0], f[2]], 1, "found fragment 3 of 3"),
    "the last is missing": (lambda f: f[:2], 0, "found an event XID at byte"),
    "one is repeated": (lambda f: [f[0], f[1], f[1], f[2]], 2, "found fragment 2 of 3"),
    "the first is repeated": (lambda f: [f[0], *f], 0, "found an event PARTIAL_ROW_DATA at byte"),
    "out of order": (lambda f: [f[0], f[2], f[1]], 1, "found fragment 3 of 3"),
    "another count": (lambda f: [f[0], again(f[1], count=4), f[2]], 1, "found fragment 2 of 4"),
    "too much": (lambda f: [again(f[0], length=70), *f[1:]], 2, "of 70 bytes in fragments, found"),
    "too little": (
        lambda f: [again(f[0], length=999), *f[1:]],
        2,
        "of 999 bytes in fragments, fou",
    ),
    "beyond all": (lambda f: [again(f[0], length=2**40), *f[1:]], 0, "of at most 4294967296 bytes"),
    "a second length": (
        lambda f: [f[0], again(f[1], length=99), f[2]],
        0,
        "found an event PARTIAL_",
    ),
    "no length": (
        lambda f: [framed(f[0], 172, fragment(1, 3, b"")), *f[1:]],
        0,
        "found fragment 1 of 3, without the total length",
    ),
    "no rows event": (
        lambda f: fragments(framed(f[0], 2, b"COMMIT")),
        2,
        "a rows event of 29 bytes in fragments, found an event QUERY of 29 bytes",
    ),
    "no event": (lambda f: [framed(f[0], 172, fragment(1, 1, b"x", 1))], 0, "a rows event in frag"),
    "another event between": (
        lambda f: [f[0], framed(f[0], 160, b"update"), *f[1:]],
        0,
        "expected fragment 2 of 3 of a rows event, found an event ANNOTATE_ROWS at byte",
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_what_does_not_fit_is_an_error(tmp_path: Path, name: str) -> None:
    change, number, found = DAMAGE[name]
    path = written(tmp_path / LOG.name, cut_up(change))
    at = [event.position for event in read_events(path) if event.type == "PARTIAL_ROW_DATA"][number]
    errors = []
    for engine in ENGINES:
        with pytest.raises(BinlogError) as raised:
            rows_in(path, engine)
        with pytest.raises(BinlogError) as of_transactions:
            list(transaction_batches(path, engine=engine))
        assert str(raised.value) == str(of_transactions.value)
        errors.append(str(raised.value))
    assert errors[0] == errors[1]
    assert f"at byte {at}:" in errors[0]
    assert found in errors[0]


@pytest.mark.parametrize("name", DAMAGE)
def test_lenient_reading_loses_no_more(tmp_path: Path, name: str) -> None:
    """The rows of all other events are read, and both engines tell the same."""
    path = written(tmp_path / LOG.name, cut_up(DAMAGE[name][0]))
    schema = RECORD_SCHEMA.append(pa.field("fault", pa.string()))
    lenient = {"schema": schema, "scope": Scope(is_lenient=True), "fault_field": "fault"}
    tree, kernels = (rows_in(path, engine, **lenient) for engine in ("tree", "kernels"))
    assert tree == kernels
    assert any(row["fault"] for row in tree)
    sound = [row for row in tree if not row.pop("fault")]
    whole = rows_in(LOG, "tree")
    first = next(row["position"] for row in whole if row["table"])
    others = [row for row in whole if row["position"] != first]
    assert without_place(sound) in (without_place(others), without_place(whole))


def test_a_swapped_count_and_number(tmp_path: Path) -> None:
    def swapped(event: bytes) -> bytes:
        number, count = struct.unpack_from("<II", event, 19)
        return signed(event[:19] + u4(count) + u4(number) + event[27:-4])

    pieces = [swapped(event) if event[4] == 172 else event for event in cut_up()]
    path = written(tmp_path / LOG.name, pieces)
    for engine in ENGINES:
        assert without_place(rows_in(path, engine)) == without_place(rows_in(LOG, engine))


def test_memory_is_json(path: Path) -> None:
    stream = PacketBatches(RECORD_SCHEMA, "event")
    events = events_of(path.read_bytes())
    cut = next(i for i, event in enumerate(events) if event[4] == 172) + 1
    list(stream.of(pa.array(events[:cut], pa.binary())))
    told = json.loads(stream.memory.to_json())["fragments"]
    assert (told["number"], told["count"], told["length"] > 0) == (1, PARTS, True)
