"""The transactions, against the records, the events, and what the servers' own tools print."""

from __future__ import annotations

import gzip
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, Record, read_events
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.views import transaction_batches
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.records import read_rows
from tests.replay import FIXTURES

FAULTY = TRANSACTION_SCHEMA.append(pa.field("fault", pa.string()))

OF_LOG = {
    "FORMAT_DESCRIPTION",
    "PREVIOUS_GTIDS",
    "MARIADB_GTID_LIST",
    "BINLOG_CHECKPOINT",
    "ROTATE",
    "STOP",
}

_OF_ROWS = re.compile("(PARTIAL_)?(WRITE|UPDATE|DELETE)_ROWS")

Row = dict[str, Any]


def rows_of(path: Path, scope: Scope = EVERYTHING, **options: Any) -> list[Row]:
    batches = transaction_batches(path, scope=scope, **options)
    return [row for batch in batches for row in batch.to_pylist()]


def rows_by_table(records: list[Record]) -> Counter[str]:
    """How many rows were changed, where an update has two images."""
    return Counter(
        f"{record.database}.{record.table}"
        for record in records
        if record.table and record.change_type != "update_preimage"
    )


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_the_sum_of_the_transactions_is_the_log(path: Path) -> None:
    found = rows_of(path)
    records = list(read_rows(path))
    rows: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for row in found:
        assert row["num_rows"] == sum(share["rows"] for share in row["tables"])
        for share in row["tables"]:
            rows[share["table"]] += share["rows"]
            sizes[share["table"]] += share["bytes"]
    assert rows == rows_by_table(records)

    events = [event for event in read_events(path) if event.type not in OF_LOG]
    if not path.parent.name.startswith("mysql97"):  # where it has a GTID
        events = [event for event in events if event.type != "INCIDENT"]
    assert sum(row["num_events"] for row in found) == len(events)
    outer = {event.position: event.size for event in reversed(events)}
    assert sum(row["num_bytes"] for row in found) == sum(outer.values())
    of_rows = [event for event in events if event.type and _OF_ROWS.match(event.type)]
    assert sum(sizes.values()) == sum(event.size for event in of_rows)
    assert all(row["file"] == path.name for row in found)


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_each_transaction_has_the_records_between_its_ends(path: Path) -> None:
    records = list(read_rows(path))
    starts = {event.position: event for event in reversed(list(read_events(path)))}
    end = 0
    for row in rows_of(path):
        assert end <= row["position"] < row["end_position"]
        end = row["end_position"]
        inside = [record for record in records if row["position"] <= record.position < end]
        assert {share["table"]: share["rows"] for share in row["tables"]} == rows_by_table(inside)
        has = {record.table is not None for record in inside}
        kinds = {(): None, (False,): "statement", (True,): "row", (False, True): "mixed"}
        assert row["kind"] == kinds[tuple(sorted(has))]
        names = {record.gtid for record in inside}
        assert names <= {row["gtid"]}
        assert {record.commit_timestamp for record in inside} <= {row["commit_timestamp"]}
        assert {record.server_id for record in inside} <= {row["server_id"]}
        assert starts[row["position"]].timestamp == row["timestamp"]
        records = records[len(inside) :]
    assert not records


_HEADER = re.compile(r"#\d{6} .* server id \d+  end_log_pos \d+(?: CRC32 0x[0-9a-f]+)? \t?(.*)")


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_the_tools_print_as_many_beginnings_and_ends(path: Path) -> None:
    text = gzip.decompress(path.with_suffix(".txt.gz").read_bytes()).decode(errors="replace")
    lines = text.split("\n")
    headers = [found[1] for line in lines if (found := _HEADER.match(line))]
    found = rows_of(path)
    ends = Counter(row["ended_by"] for row in found)
    assert ends["xid"] == sum(header.startswith("Xid = ") for header in headers)
    assert ends["xa_commit"] + ends["xa_rollback"] + ends["xa_prepare"] == sum(
        bool(re.match(r"XA (COMMIT|ROLLBACK|PREPARE)\b", line)) for line in lines
    )
    assert ends["commit"] + ends["rollback"] == sum(
        bool(re.fullmatch(r"COMMIT|ROLLBACK", line)) for line in lines
    )
    gtids = sum(bool(re.match(r"(Anonymous_)?GTID\b", header)) for header in headers)
    if gtids:
        assert len(found) == gtids
    else:
        begun = ends["xid"] + ends["commit"] + ends["rollback"]
        assert begun == lines.count("BEGIN")
        assert len(found) == begun + ends["statement"]


CUT = ["mysql97/compressed", "mysql97/statements", "mysql56/statements", "mariadb118/statements"]


@pytest.mark.parametrize("case", CUT)
def test_the_parts_of_a_log_are_the_whole(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    spans = spans_of(path.stat().st_size, 700)
    parts = [row for span in spans for row in rows_of(path, Scope(span=span))]
    assert parts == rows_of(path)


@pytest.mark.parametrize("case", ["mysql97/gtid_tagged.1", "mariadb118/gtid_domains"])
def test_a_scope_holds_its_transactions(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    rows = rows_of(path)
    gtids = parse_gtid_set(",".join(row["gtid"] for row in rows[2:5]))
    inside = [row for row in rows if gtids.holds(row["gtid"])]
    assert 3 <= len(inside) < len(rows)
    assert rows_of(path, Scope(until=gtids)) == inside
    assert rows_of(path, Scope(applied=gtids)) == [row for row in rows if row not in inside]
    start = int(rows[-1]["timestamp"].timestamp()) * 1_000_000
    late = [row for row in rows if row["timestamp"] == rows[-1]["timestamp"]]
    assert rows_of(path, Scope(start_time=start)) == late
    assert rows_of(path, Scope(end_time=start)) == rows[: -len(late)]


@pytest.mark.parametrize(
    "case",
    [
        "mysql97/charsets",
        "mysql97/compressed",
        pytest.param("mysql97/types", marks=pytest.mark.long),
        pytest.param("mysql56/types", marks=pytest.mark.long),
    ],
)
def test_what_is_not_damaged_is_summed_up(tmp_path: Path, case: str) -> None:
    source = FIXTURES / f"{case}.binlog"
    rows = rows_of(source)
    events = [event for event in read_events(source) if event.type not in OF_LOG]
    chance = random.Random(case)
    for event in chance.sample(events[3:-1], 8):
        path = tmp_path / source.name
        log = bytearray(source.read_bytes())
        log[event.position + 4] ^= 0xFF  # the type: its checksum is wrong, or it is another event
        log[event.position + 20] ^= 0xFF
        path.write_bytes(log)
        scope = Scope(is_lenient=True)
        found = rows_of(path, scope, schema=FAULTY, fault_field="fault")
        faults = [row for row in found if row["fault"]]
        assert [fault["position"] for fault in faults] == [event.position]
        damaged = next(
            row for row in rows if row["position"] <= event.position < row["end_position"]
        )
        sound = [{name: row[name] for name in damaged} for row in found if not row["fault"]]
        assert [row for row in rows if row != damaged] == [
            row
            for row in sound
            if not damaged["position"] <= row["position"] < damaged["end_position"]
        ]
        whole = rows_by_table(list(read_rows(source)))
        assert sum(row["num_rows"] for row in sound) <= sum(whole.values())
        assert rows_of(path, scope) == sound
        with pytest.raises(BinlogError, match=f"at byte {event.position}: expected"):
            rows_of(path)


def test_a_schema_asks_for_less_and_for_other_types() -> None:
    path = FIXTURES / "mysql97" / "compressed.binlog"
    item = pa.struct([("table", pa.string()), ("rows", pa.int64()), ("bytes", pa.int64())])
    schema = pa.schema([("num_rows", pa.int32()), ("tables", pa.list_(pa.field("element", item)))])
    expected = [{name: row[name] for name in schema.names} for row in rows_of(path)]
    assert rows_of(path, schema=schema) == expected
