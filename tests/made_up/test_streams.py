"""Two engines, one record: of streams of packets, sound or not, in pieces of any length."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from hypothesis import given

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.kernels.packets.walk import PacketWalk
from binlog_kaitai.kernels.walk import chunk
from binlog_kaitai.model.framings import FRAMINGS, Framing
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.packet_batches import PacketBatches
from tests import documented_bytes as doc
from tests.documented_bytes import packed, u4
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.made_up import damage
from tests.made_up.logs import Log, logs, seeds
from tests.made_up.readings import KERNELS, TREE, tables_in
from tests.made_up.streams import (
    Packets,
    Typed,
    difference_in,
    framed,
    outcome_of,
    some_stream,
    stripped,
)
from tests.made_up.test_engines import examples
from tests.replay import FIXTURES
from tests.test_documented_bytes import start_of
from tests.test_packets import WIRES, events_of, packets_of

EventType = BinlogEventHeader.EventType

CHUNKS = (64, 1000, chunk.CHUNK)


def assert_engines_agree(events: Packets, chance: Random, typed: Typed | None = None) -> None:
    found = difference_in(events, chance.choice(FRAMINGS), chance, typed)
    assert found is None, found


def typed_in(path: Path) -> list[Typed]:
    """The tables of a log that have rows, each with the columns of the last."""
    found = (
        (name, inferred_schema([path], Scope(name), merge_schema=False)) for name in tables_in(path)
    )
    return [Typed(name, schema) for name, schema in found if schema is not None]


@examples(20)
@given(log=logs(), chance=seeds())
def test_engines_agree_on_typed_streams(
    tmp_path_factory: pytest.TempPathFactory, log: Log, chance: Random
) -> None:
    path = tmp_path_factory.getbasetemp() / "typed.binlog"
    path.write_bytes(log.data)
    events = some_stream(log.data, chance)
    for typed in typed_in(path):
        assert_engines_agree(events, chance, typed)


@pytest.mark.parametrize(("asked", "is_read"), [("@2", True), ("@1", False)])
def test_columns_that_are_not_asked_for_may_hold_anything(asked: str, is_read: bool) -> None:
    rows = doc.rows(doc.extra_data(b""), packed(2) + b"\3", b"\0\xff\xff\x7f" + u4(5))
    events: Packets = [
        *damage.events_of(start_of(doc.MYSQL)),
        doc.event(19, doc.table_map(b"\x0b\x03", b"")),  # a TIME, of 838:86:07, and an INT
        doc.event(30, rows),
    ]
    field = pa.field(asked, pa.int32() if is_read else pa.duration("us"))
    typed = Typed("d.t", pa.schema([field]))
    read = outcome_of(events, "event", KERNELS, typed=typed)
    assert read == outcome_of(events, "event", TREE, typed=typed)
    assert (read.error is None) == is_read


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_engines_agree_on_the_events_of_real_logs(path: Path) -> None:
    chance = Random(path.name)
    found = difference_in(events_of(path), chance.choice(FRAMINGS), chance)
    assert found is None, found
    for typed in typed_in(path):
        assert_engines_agree(events_of(path), chance, typed)


@pytest.mark.parametrize(("server", "framing"), WIRES)
@pytest.mark.parametrize("seed", range(5))
def test_engines_agree_on_packets_of_a_server(server: str, framing: Framing, seed: int) -> None:
    packets = packets_of(server)
    tree = outcome_of(packets, framing, TREE)
    assert tree.rows.num_rows > 2
    assert tree.error is None
    assert outcome_of(packets, framing, KERNELS, Random(seed)).rows.equals(tree.rows)


TYPES = FIXTURES / "mysql97" / "types.binlog"


@pytest.mark.few(2)
@pytest.mark.parametrize("framing", FRAMINGS)
@pytest.mark.parametrize("is_stripped", [False, True])
def test_kernels_read_rows(
    framing: Framing, is_stripped: bool, seen_by_tree: Counter[EventType]
) -> None:
    """Also where all events are shorter than in the log."""
    events: Packets = list(events_of(TYPES))
    expected = outcome_of(events, "event", TREE)
    assert seen_by_tree[EventType.write_rows_v2] > 0
    seen_by_tree.clear()
    packets = framed(stripped(events) if is_stripped else events, framing)
    found = outcome_of(packets, framing, KERNELS)
    assert found == expected if not is_stripped else found.error is None
    assert seen_by_tree[EventType.format_description] == 1
    assert not seen_by_tree.keys() & {EventType.write_rows_v2, EventType.table_map}


def test_positions_are_those_in_the_log_where_events_are_left_out() -> None:
    """A server that sends no checksums leaves out the last 4 bytes of each event."""
    events: Packets = list(events_of(TYPES))
    whole, shorter = (outcome_of(e, "event", KERNELS).rows for e in (events, stripped(events)))
    assert [position - 4 for position in shorter["position"].to_pylist()] == (
        whole["position"].to_pylist()
    )
    assert whole.drop_columns("position").equals(shorter.drop_columns("position"))


@pytest.mark.few(1)
@pytest.mark.parametrize("length", [1, 7])
def test_nothing_is_held_back(length: int) -> None:
    events = events_of(TYPES)
    trees, kernels = (PacketBatches(RECORD_SCHEMA, "event", engine=e) for e in (TREE, KERNELS))
    for at in range(0, len(events), length):
        piece = pa.array(events[at : at + length])
        one, other = (
            [row for batch in stream.of(piece) for row in batch.to_pylist()]
            for stream in (trees, kernels)
        )
        assert one == other


def test_room_for_a_large_event_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk, "CHUNK", 64)
    stream = PacketWalk("event")
    size = len(stream.buffer)
    sizes = []
    for event in events_of(TYPES):
        sizes += [len(stream.buffer) for _ in stream.found(pa.array([event]))]
        assert len(stream.buffer) == size
    assert max(sizes) > size


def test_a_description_between_a_gtid_and_its_begin() -> None:
    """No server sends that; both engines know the BEGIN for another transaction's."""
    first, *events = events_of(FIXTURES / "mysql97" / "rotated.1.binlog")
    at = next(i for i, event in enumerate(events) if event is not None and event[4] == 33)
    assert first is not None
    found = [first, *events[at : at + 1], first, *events[at + 1 : at + 5]]
    assert difference_in(found, "event", Random(1)) is None
