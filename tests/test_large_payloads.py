"""A payload too large to be held is read where it lies, as one that is held."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from binlog_kaitai import read_events
from binlog_kaitai.io import framing, large_events
from binlog_kaitai.io.inflate import Compressed, decompressed
from binlog_kaitai.io.large_events import EventBytes, LargeEvent
from binlog_kaitai.kernels.seek import look_ahead
from binlog_kaitai.kernels.walk import change_scanner, chunk, log_walk, scanner
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.tree.log import events, state
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.state import LogState
from tests.made_up.readings import (
    KERNELS,
    TREE,
    Reading,
    difference_of,
    lenient_difference,
    lenient_outcome,
    outcome,
    transactions,
    transactions_difference,
)
from tests.test_documented_bytes import start_of
from tests.test_inflated import COUNT, MAX_ROWS, ODD, ODDITIES, doc, log_with

SIZE = 64
HEAD = 40
SPILL = 100


@pytest.fixture
def make_large(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has payloads of few bytes be large from then on.

    As many bytes of them as is said are decompressed together, and held.
    """

    def make(spill: int, most_held: int = 0) -> None:
        monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)
        monkeypatch.setattr(chunk, "CHUNK", SIZE)
        monkeypatch.setattr(chunk, "SPILL", spill)
        monkeypatch.setattr(state, "MAX_PAYLOAD", SIZE)
        monkeypatch.setattr(look_ahead, "MAX_HELD", most_held)
        for module in (framing, log_walk, scanner, state):
            monkeypatch.setattr(module, "LARGE", SIZE)
        for module in (large_events, events):
            monkeypatch.setattr(module, "HEAD", HEAD)
        monkeypatch.setattr(large_events, "PIECE", HEAD)

    return make


def readings(path: Path) -> dict[str, Reading]:
    """What is read of a log in each way, by both engines."""
    found = {
        f"{table or 'flat'} by {engine}": outcome(path, table, engine)
        for table in (None, "d.t")
        for engine in (TREE, KERNELS)
    }
    return found | {"transactions": transactions(path, KERNELS)}


def events_of(path: Path) -> list[tuple[object, ...]]:
    return [(e.position, e.type, e.size, e.checksum, str(e.body)) for e in read_events(path)]


@pytest.mark.few(7)
@pytest.mark.parametrize(("spill", "most_held"), [(SPILL, 0), (SPILL, 2**26), (2**22, 0)])
@pytest.mark.parametrize("name", [None, *ODDITIES])
def test_large_payloads(
    tmp_path: Path,
    make_large: Callable[..., None],
    name: str | None,
    spill: int,
    most_held: int,
) -> None:
    path = log_with(tmp_path, name)
    held = readings(path)
    make_large(spill, most_held)
    for way, reading in readings(path).items():
        assert difference_of(way, held[way], reading) is None
    assert lenient_difference(path, None) is None
    assert transactions_difference(path) is None


def cut(data: bytes) -> bytes:
    return data[:-20]


def changed(data: bytes) -> bytes:
    """The same with another byte in the payload that is among others, and its wrong checksum."""
    at = len(start_of(doc.MYSQL))
    for _ in range(2 * ODD - 1):
        at += int.from_bytes(data[at + 9 : at + 13], "little")
    return data[: at + 60] + bytes([data[at + 60] ^ 1]) + data[at + 61 :]


@pytest.mark.parametrize("most_held", [0, 2**26])
@pytest.mark.parametrize("damage", [cut, changed])
def test_large_payloads_that_are_damaged(
    tmp_path: Path,
    make_large: Callable[..., None],
    damage: Callable[[bytes], bytes],
    most_held: int,
) -> None:
    path = log_with(tmp_path, None)
    path.write_bytes(damage(path.read_bytes()))
    held = readings(path)
    assert all(reading.error is not None for reading in held.values())
    make_large(SPILL, most_held)
    for way, reading in readings(path).items():
        assert difference_of(way, held[way], reading) is None
    assert lenient_difference(path, None) is None


@pytest.mark.parametrize(
    "scope",
    [
        Scope(applied=parse_gtid_set(f"{doc.UUID}:3-6")),
        Scope(until=parse_gtid_set(f"{doc.UUID}:1-5")),
        Scope(end_time=0),
        Scope(is_lenient=True, verify_checksums=False),
    ],
)
def test_large_payloads_that_are_skipped(
    tmp_path: Path, make_large: Callable[..., None], scope: Scope
) -> None:
    path = log_with(tmp_path, None)

    def found() -> list[Reading]:
        return [
            lenient_outcome(path, None, engine, RECORD_SCHEMA, scope) for engine in (TREE, KERNELS)
        ]

    held = found()
    make_large(SPILL)
    for before, after in zip(held, found(), strict=True):
        assert difference_of("flat", before, after) is None
    assert difference_of("flat", *held) is None


def test_events_of_large_payloads(tmp_path: Path, make_large: Callable[..., None]) -> None:
    path = log_with(tmp_path, None)
    held = events_of(path)
    make_large(SPILL)
    assert events_of(path) == held


def test_no_large_payload_is_held(
    tmp_path: Path, make_large: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log_with(tmp_path, None)
    make_large(SPILL)
    next_event = LogState.next_event
    held = []

    def noted(log_state: LogState, position: int, data: EventBytes) -> LoggedEvent:
        found = next_event(log_state, position, data)
        if found.tree.is_payload:
            held.append(found.large is not data)
        return found

    monkeypatch.setattr(LogState, "next_event", noted)
    for engine in (TREE, KERNELS):
        assert outcome(path, None, engine).error is None
        assert len(held) >= COUNT
        assert not any(held)
        held.clear()


def test_a_large_event_is_read_piece_by_piece() -> None:
    data = bytes(range(256)) * 4
    event = LargeEvent.of(data)
    assert len(event) == len(data)
    assert event.to_bytes() == data
    assert b"".join(event.pieces(500)) == data[:500]
    with event.open(10, 20) as part:
        assert part.read(4) == data[10:14]
        assert part.seek(0, io.SEEK_END) == 10
        assert part.read(4) == b""
        part.seek(8)
        assert part.read() == data[18:20]
    with pytest.raises(ValueError, match="closed"):
        part.read(1)


def test_a_payload_is_decompressed_once(
    tmp_path: Path, make_large: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log_with(tmp_path, "of many rows")  # the end of which is looked for ahead
    opened = []

    def counted(payload: object, data: Compressed) -> BinaryIO:
        opened.append(payload)
        return decompressed(payload, data)

    for module in (look_ahead, scanner):
        monkeypatch.setattr(module, "decompressed", counted)
    make_large(SPILL, 2**26)
    assert outcome(path, "d.t", KERNELS).error is None
    once = len(opened)
    make_large(SPILL)
    assert outcome(path, "d.t", KERNELS).error is None
    assert len(opened) == once + once + 1
