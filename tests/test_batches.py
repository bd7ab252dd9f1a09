"""Record batches against the records, and typed rows against the servers' SELECT."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timezone
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.records import Record
from binlog_kaitai.model.schema import RECORD_SCHEMA, table_schema
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read import batches
from binlog_kaitai.read.batches import MIN_ROWS, read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.layouts import read_layouts
from binlog_kaitai.tree import engine as tree_engine
from binlog_kaitai.tree.changes import read_changes
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order, replay_typed

TYPES = FIXTURES / "mysql97" / "types.binlog"
ALTERED = FIXTURES / "mysql97" / "rotated.2.binlog"
NAMELESS = FIXTURES / "mysql56" / "rotated.1.binlog"

Row = dict[str, Any]

ENGINE: list[Engine] = ["kernels"]


@pytest.fixture(autouse=True, params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Both engines give the same."""
    ENGINE[0] = request.param
    return ENGINE[0]


def record_batches(path: Path, schema: pa.Schema = RECORD_SCHEMA) -> Iterator[pa.RecordBatch]:
    return read_batches(path, schema=schema, engine=ENGINE[0])


def table_batches(
    path: Path, table: str, schema: pa.Schema, *, is_projection: bool = False
) -> Iterator[pa.RecordBatch]:
    return read_batches(path, table, schema=schema, is_projection=is_projection, engine=ENGINE[0])


def rows_of(found: list[pa.RecordBatch]) -> list[Row]:
    return [row for batch in found for row in batch.to_pylist()]


def collect(found: Any, into: list[pa.RecordBatch]) -> None:
    for batch in found:
        into.append(batch)  # noqa: PERF402 - what comes before an error counts


def inferred(path: Path, table: str) -> pa.Schema:
    return table_schema(next(read_layouts([path], Scope(table))).table)


def record_row(record: Record) -> Row:
    fields = {name: getattr(record, name) for name in RECORD_SCHEMA.names}
    return fields | {"data": json.loads(record.to_json())["data"]}


@pytest.mark.parametrize("server", ["mysql56", "mysql97", "mariadb1011", "mariadb118"])
def test_flat_batches_hold_the_records(server: str) -> None:
    path = FIXTURES / server / "types.binlog"
    found = list(record_batches(path))
    assert {batch.schema for batch in found} == {RECORD_SCHEMA}
    rows = [row | {"data": json.loads(row["data"])} for row in rows_of(found)]
    assert rows == [record_row(record) for record in read_rows(path)]


@cache
def all_changes(path: Path) -> list[Change]:
    return [change for change in read_changes(path) if isinstance(change, Change)]


@pytest.fixture
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is parsed once for all its tables."""

    def changes_of(path: str, scope: Scope, _: object) -> Iterator[Change]:
        return (c for c in all_changes(Path(path)) if c.table and c.table.full_name == scope.table)

    monkeypatch.setattr(tree_engine, "read_changes", changes_of)


TYPED_CASES = [
    (server, case, table)
    for server in ("mysql56", "mysql97", "mariadb1011", "mariadb118")
    for case in ("types", "types_minimal", "charsets")
    if case != "types_minimal" or server == "mysql97"
    for table in load_truth(server, case)["tables"]
]
OLDER = ("mysql56", "mariadb1011")


@pytest.mark.usefixtures("parsed_once")
@pytest.mark.parametrize(
    ("server", "case", "table"),
    [
        pytest.param(*case, marks=[pytest.mark.long] if case[0] in OLDER else [])
        for case in TYPED_CASES
    ],
)
def test_typed_rows_replay_to_the_servers_select(server: str, case: str, table: str) -> None:
    path = FIXTURES / server / f"{case}.binlog"
    truth = load_truth(server, case)["tables"][table]
    layout = next(read_layouts([path], Scope(table))).table
    expected = expected_rows(truth, has_names=layout.has_names, has_charsets=server != "mysql56")
    rows = replay_typed(rows_of(list(table_batches(path, table, table_schema(layout)))))
    assert expected
    assert in_order(rows) == in_order(expected)


def test_typed_rows_have_the_records_fields_in_front() -> None:
    schema = inferred(TYPES, "types.wide")
    rows = rows_of(list(table_batches(TYPES, "types.wide", schema)))
    records = list(read_rows(TYPES, "types.wide"))
    assert len(rows) == len(records)
    for row, record in zip(rows, records, strict=True):
        for name in RECORD_SCHEMA.names[:-1]:
            assert row[f"_{name}"] == getattr(record, name)


def test_column_that_an_image_lacks_is_null() -> None:
    path = FIXTURES / "mysql97" / "images_minimal.binlog"
    record = next(r for r in read_rows(path) if r.change_type == "update_preimage")
    table = f"{record.database}.{record.table}"
    rows = rows_of(list(table_batches(path, table, inferred(path, table))))
    row = next(row for row in rows if row["_change_type"] == "update_preimage")
    absent = [name for name in row if not name.startswith("_") and name not in record.data]
    assert absent
    assert {row[name] for name in absent} == {None}
    assert None not in {row[name] for name in record.data}


def test_small_batches_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "FIRST_ROWS", MIN_ROWS)
    whole = list(record_batches(TYPES))
    monkeypatch.setattr(batches, "MIN_ROWS", 1)
    cut = list(record_batches(TYPES))
    assert len(whole) == 1
    assert whole[0].num_rows < MIN_ROWS
    assert pa.Table.from_batches(cut) == pa.Table.from_batches(whole)


def test_projection_of_the_record_casts_its_types() -> None:
    schema = pa.schema([("position", pa.decimal128(20, 0)), ("change_type", pa.binary())])
    rows = rows_of(list(record_batches(ALTERED, schema)))
    expected = [(r.position, r.change_type.encode()) for r in read_rows(ALTERED)]
    assert [(row["position"], row["change_type"]) for row in rows] == expected


class TestAltered:
    """rotated.other has the columns id and e, and later another, `added`."""

    def test_new_column_raises_after_the_batches_before_it(self) -> None:
        found: list[pa.RecordBatch] = []
        schema = inferred(ALTERED, "rotated.other")
        with pytest.raises(BinlogError) as raised:
            collect(table_batches(ALTERED, "rotated.other", schema), found)
        records = list(read_rows(ALTERED, "rotated.other"))
        departure = next(record for record in records if "added" in record.data)
        assert [row["id"] for row in rows_of(found)] == [
            record.data["id"] for record in records if record.position < departure.position
        ]
        assert raised.value.file == str(ALTERED)
        assert raised.value.position == departure.position
        assert "id, e" in raised.value.expected
        assert "added (int32)" in raised.value.found

    def test_projection_leaves_it_out(self) -> None:
        schema = pa.schema([("id", pa.int64())])
        rows = rows_of(list(table_batches(ALTERED, "rotated.other", schema, is_projection=True)))
        assert rows == [{"id": r.data["id"]} for r in read_rows(ALTERED, "rotated.other")]

    def test_columns_match_by_name_wherever_they_stand(self) -> None:
        schema = pa.schema(
            [
                ("d", pa.decimal128(5, 2)),
                ("b", pa.string()),
                ("a", pa.decimal128(20, 0)),
                ("renamed", pa.string()),
            ]
        )
        path = FIXTURES / "mysql97" / "statements.binlog"
        rows = rows_of(list(table_batches(path, "statements.altered", schema, is_projection=True)))
        big = Decimal(2**64 - 1)
        assert [tuple(row.values()) for row in rows] == [
            (None, "one", 1, None),
            (None, "two", 2, None),
            (Decimal("3.33"), "three", 3, None),
            (None, "one", 1, None),
            (Decimal("1.11"), "one", 1, None),
            (None, None, big, "four é"),
            (None, None, 2, "two"),
        ]

    def test_columns_match_in_any_case(self) -> None:
        schema = pa.schema([("ID", pa.int32())])
        rows = rows_of(list(table_batches(ALTERED, "rotated.other", schema, is_projection=True)))
        assert rows == [{"ID": r.data["id"]} for r in read_rows(ALTERED, "rotated.other")]

    def test_type_that_does_not_convert_raises(self) -> None:
        schema = pa.schema([("id", pa.timestamp("us"))])
        with pytest.raises(BinlogError) as raised:
            list(table_batches(ALTERED, "rotated.other", schema, is_projection=True))
        assert raised.value.position == next(read_rows(ALTERED, "rotated.other")).position
        assert "id in rotated.other that converts to timestamp[us]" in raised.value.expected
        assert raised.value.found == "long, int32"


class TestNames:
    """MySQL 5.6 logs none."""

    def test_they_are_numbers(self) -> None:
        rows = rows_of(
            list(table_batches(NAMELESS, "rotated.other", inferred(NAMELESS, "rotated.other")))
        )
        assert [row["@1"] for row in rows] == [
            record.data["@1"] for record in read_rows(NAMELESS, "rotated.other")
        ]

    def test_users_match_by_position(self) -> None:
        schema = pa.schema([("_ordinal", pa.int64()), ("a", pa.int64()), ("b", pa.int32())])
        rows = rows_of(list(table_batches(NAMELESS, "rotated.other", schema)))
        assert rows == [
            {"_ordinal": record.ordinal, "a": record.data["@1"], "b": record.data["@2"]}
            for record in read_rows(NAMELESS, "rotated.other")
        ]

    def test_numbers_match_by_name_where_the_table_was_altered(self) -> None:
        path = FIXTURES / "mysql56" / "rotated.2.binlog"
        schema = pa.schema([("@1", pa.int32()), ("@2", pa.int64()), ("@3", pa.int32())])
        rows = rows_of(list(table_batches(path, "rotated.other", schema)))
        records = list(read_rows(path, "rotated.other"))
        assert len({len(record.data) for record in records}) == 2
        assert rows == [{name: r.data.get(name) for name in schema.names} for r in records]

    def test_users_must_be_as_many_as_the_columns(self) -> None:
        schema = pa.schema([("a", pa.int64()), ("b", pa.int32()), ("c", pa.int32())])
        with pytest.raises(BinlogError, match=r"the 3 columns of the schema.* found 2 columns"):
            list(table_batches(NAMELESS, "rotated.other", schema, is_projection=True))


UNFIT = [
    (pa.field("m", pa.int8()), "expected a value for m int8, found -8388608", 1),
    (pa.field("s", pa.decimal128(5, 0), nullable=False), "not null, found None", 5),
    (pa.field("i", pa.int16(), nullable=False), "expected a value for i int16", 1),
    (pa.field("filled", pa.int8()), "expected a value for filled int8, found 4294967295", 2),
    (pa.field("s", pa.int16(), nullable=False), "a value for s int16 not null, found None", 5),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("field", "message", "unfit_id"), UNFIT)
def test_value_that_does_not_fit_raises_after_the_rows_before_it(
    field: pa.Field, message: str, unfit_id: int
) -> None:
    schema = pa.schema([("_position", pa.int64()), ("id", pa.int32()), field])
    found: list[pa.RecordBatch] = []
    with pytest.raises(BinlogError) as raised:
        collect(table_batches(TYPES, "types.integers", schema, is_projection=True), found)
    records = list(read_rows(TYPES, "types.integers"))
    assert message in str(raised.value)
    ids = [record.data["id"] for record in records]
    unfit = ids.index(unfit_id)
    assert [row["id"] for row in rows_of(found)] == ids[:unfit]
    assert raised.value.position == records[unfit].position


@pytest.mark.few(2)
@pytest.mark.parametrize("share", [0.3, 0.7])
def test_damage_raises_after_the_batches_before_it(tmp_path: Path, share: float) -> None:
    path = tmp_path / "cut.binlog"
    content = TYPES.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    found: list[pa.RecordBatch] = []
    with pytest.raises(TornEventError) as raised:
        collect(record_batches(path), found)
    positions = [row["position"] for row in rows_of(found)]
    whole = [record.position for record in read_rows(TYPES)]
    assert positions == [position for position in whole if position < raised.value.position]
    assert positions


def test_layouts_are_read_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "cut.binlog"
    path.write_bytes(TYPES.read_bytes()[:-1])
    layouts = read_layouts([path], Scope("types.wide"))
    assert next(layouts).table.full_name == "types.wide"
    with pytest.raises(TornEventError):
        next(layouts)


def test_commit_timestamps_keep_their_microseconds() -> None:
    rows = rows_of(list(record_batches(TYPES)))
    stamps = [row["commit_timestamp"] for row in rows]
    assert all(isinstance(stamp, datetime) and stamp.tzinfo is not None for stamp in stamps)
    assert any(stamp.microsecond for stamp in stamps)
    assert min(stamps) > datetime(2026, 1, 1, tzinfo=timezone.utc)
