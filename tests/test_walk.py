"""What the kernels read by themselves, and what they leave to the tree engine."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.kernels.columns import texts
from binlog_kaitai.kernels.columns.texts import TextRoom
from binlog_kaitai.kernels.records.data import data_array
from binlog_kaitai.kernels.records.row_texts import RowWriters
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.sums.transaction_walk import SummaryWalk
from binlog_kaitai.kernels.walk import chunk
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.tree.log.reader import read_log
from tests.made_up import events
from tests.made_up.logs import finished
from tests.made_up.readings import KERNELS, TREE, difference, outcome, tables_in, transactions
from tests.made_up.tables import Size, some_table
from tests.made_up.writer import SERVERS, Writer
from tests.replay import FIXTURES

EventType = BinlogEventHeader.EventType


@pytest.mark.parametrize(
    ("log", "event_type"),
    [
        ("mysql97/statements", EventType.gtid),
        ("mysql97/gtid_tagged.1", EventType.gtid_tagged),
        ("mysql97/gtid_tagged.2", EventType.gtid_tagged),
        ("mariadb118/types", EventType.mariadb_gtid),
    ],
)
def test_kernels_read_gtids(
    log: str, event_type: EventType, seen_by_tree: Counter[EventType]
) -> None:
    path = FIXTURES / f"{log}.binlog"
    assert event_type in {event.type for event in read_log(path)}
    assert seen_by_tree[event_type] > 0
    seen_by_tree.clear()
    for _ in ChangeWalk(path).found():
        pass
    assert seen_by_tree
    assert seen_by_tree[event_type] == 0


@pytest.mark.parametrize(
    ("log", "event_type"),
    [
        ("mysql97/gtid_tagged.1", EventType.gtid_tagged),
        ("mysql97/types", EventType.write_rows_v2),
        ("mysql97/types", EventType.xid),
        ("mysql97/compressed", EventType.table_map),
        ("mysql97/json_partial", EventType.partial_update_rows),
        ("mysql56/types", EventType.query),
        ("mysql56/statements", EventType.intvar),
        ("mysql56/statements", EventType.rand),
        ("mariadb118/gtid_domains", EventType.mariadb_gtid),
        ("mariadb118/compressed", EventType.write_rows_compressed_v1),
    ],
)
def test_kernels_sum_up_transactions(
    log: str, event_type: EventType, seen_by_tree: Counter[EventType]
) -> None:
    path = FIXTURES / f"{log}.binlog"
    assert event_type in {event.type for event in read_log(path)}
    seen_by_tree.clear()
    count = sum(summed.count for summed in SummaryWalk(path).found())
    assert count == transactions(path, KERNELS).rows.num_rows
    assert seen_by_tree
    assert seen_by_tree[event_type] == 0


@pytest.mark.parametrize(
    ("log", "table"),
    [("json_partial", "documents.several"), ("json_partial_minimal", "documents.docs")],
)
def test_kernels_read_partial_updates(
    log: str, table: str, seen_by_tree: Counter[EventType]
) -> None:
    path = FIXTURES / "mysql97" / f"{log}.binlog"
    for wanted in (None, table):
        reading = outcome(path, wanted, KERNELS)
        assert seen_by_tree[EventType.partial_update_rows] == 0
        assert reading == outcome(path, wanted, TREE)
        assert seen_by_tree[EventType.partial_update_rows] > 0
        seen_by_tree.clear()


@pytest.mark.parametrize("size", [100, 5000, 10_500])
def test_partial_updates_at_the_ends_of_chunks(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FIXTURES / "mysql97" / "json_partial_minimal.binlog"
    whole = outcome(path, None, KERNELS)
    monkeypatch.setattr(chunk, "CHUNK", size)
    assert outcome(path, None, KERNELS) == whole


@pytest.mark.parametrize("log", ["json_partial", "types"])
def test_room_for_documents_that_grows(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FIXTURES / "mysql97" / f"{log}.binlog"
    monkeypatch.setattr(texts, "LEAST_ROOM", 1)
    for table in tables_in(path):
        assert outcome(path, table, KERNELS) == outcome(path, table, TREE)


@pytest.mark.parametrize(("mean_row", "expected"), [(1, 24_000), (2**20, 12_000)])
def test_a_larger_chunk_behind_one_of_few_rows(
    mean_row: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = FIXTURES / "mysql97" / "json_partial_minimal.binlog"
    whole = outcome(path, None, KERNELS)
    monkeypatch.setattr(chunk, "CHUNK", 12_000)
    monkeypatch.setattr(chunk, "MEAN_ROW", mean_row)
    assert outcome(path, None, KERNELS) == whole
    walk = ChangeWalk(path)
    for _ in walk.found():
        pass
    assert walk.chunk_size == expected


def test_an_after_image_apart_from_its_before_image() -> None:
    """Where rows are too large together, they are made into arrays in pieces."""
    path = FIXTURES / "mysql97" / "json_partial.binlog"
    room, writers = TextRoom(), RowWriters()
    count = 0
    for rows in ChangeWalk(path, Scope("documents.*")).found():
        assert isinstance(rows, Rows)
        count += rows.count
        together = data_array(Run(rows, 0, rows.count), room, writers).to_pylist()
        assert "json_diff" not in "".join(together)
        for i, data in enumerate(together):
            assert data_array(Run(rows, i, i + 1), room, writers).to_pylist() == [data]
    assert count > 60


def tagged_transactions(count: int) -> Writer:
    """Return transactions with tagged GTIDs, of one row each."""
    log = Writer(Random(1), Size(), SERVERS[1])
    log.format_description()
    table = some_table(log.chance, log.size, 0, table_id=9, is_mariadb=False, num_columns=3)
    for _ in range(count):
        log.transaction = events.write_tagged_gtid(log)
        events.write_map(log, table)
        events.write_rows(log, table, ends_statement=True, num_rows=1)
    return log


def test_both_engines_read_tagged_gtids(tmp_path: Path, seen_by_tree: Counter[EventType]) -> None:
    path = tmp_path / "made_up.binlog"
    made_up = finished(tagged_transactions(300))
    path.write_bytes(made_up.data)
    seen_by_tree.clear()
    for _ in ChangeWalk(path).found():
        pass
    assert seen_by_tree[EventType.gtid_tagged] == 0
    rows = outcome(path, None, KERNELS).rows
    found = [(row["gtid"], row["commit_timestamp"] is None) for row in rows.to_pylist()]
    assert found == [(r.gtid, r.commit_timestamp is None) for r in made_up.records]
    assert difference(path, None) is None


@pytest.mark.parametrize("odd", events.ODD_TAGGED_FIELDS)
def test_the_tree_tells_what_is_wrong_with_a_tagged_gtid(
    tmp_path: Path, odd: dict[int, bytes | None]
) -> None:
    path = tmp_path / "made_up.binlog"
    log = tagged_transactions(3)
    events.write_tagged_gtid(log, odd)
    path.write_bytes(log.file)
    rows, error = outcome(path, None, KERNELS)
    assert len(rows) == len(log.records)
    assert f"at byte {log.doubt}: " in error
    assert "object at" not in error
    assert difference(path, None) is None
