"""Arrow types and values of columns."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.column_types import fits_of
from binlog_kaitai.model.schema import (
    RECORD_SCHEMA,
    arrow_type,
    casts,
    column_field,
    converts,
    table_schema,
    widens,
    wider,
)
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.values import Geometry, JsonDiff, JsonDiffs, JsonText, Value
from binlog_kaitai.tree.output.arrays import array_of

naive = datetime.fromisoformat

INSTANT = pa.timestamp("us", "UTC")
UNSIGNED = pa.decimal128(20, 0)


def column(column_type: str, **told: Any) -> Column:
    return Column("c", ColumnType[column_type], is_nullable=True, **told)


def signed(column_type: str) -> Column:
    return column(column_type, is_unsigned=False)


def unsigned(column_type: str) -> Column:
    return column(column_type, is_unsigned=True)


UTF8 = column("varchar", charset="utf8mb4")
BINARY = column("blob", charset="binary")
UNTOLD = column("varchar")
ENUM = column("enum", labels=("a", "b"), charset="utf8mb4")
SET = column("set", labels=("a", "b"), charset="utf8mb4")

TYPED = [
    (signed("tiny"), -128, pa.int8(), -128),
    (unsigned("tiny"), 255, pa.int16(), 255),
    (column("tiny"), -1, pa.int8(), -1),
    (signed("short"), -32768, pa.int16(), -32768),
    (unsigned("short"), 65535, pa.int32(), 65535),
    (signed("int24"), -8388608, pa.int32(), -8388608),
    (unsigned("int24"), 16777215, pa.int32(), 16777215),
    (signed("long"), -(2**31), pa.int32(), -(2**31)),
    (unsigned("long"), 2**32 - 1, pa.int64(), 2**32 - 1),
    (signed("longlong"), -(2**63), pa.int64(), -(2**63)),
    (unsigned("longlong"), 2**64 - 1, UNSIGNED, Decimal(2**64 - 1)),
    (column("float"), 0.5, pa.float32(), 0.5),
    (column("double"), 5e-324, pa.float64(), 5e-324),
    (
        column("newdecimal", precision=38, scale=2),
        Decimal("-1.50"),
        pa.decimal128(38, 2),
        Decimal("-1.50"),
    ),
    (column("newdecimal", precision=39, scale=9), Decimal("1E-9"), pa.string(), "0.000000001"),
    (column("bit", num_bits=1), 1, pa.int64(), 1),
    (column("bit", num_bits=63), 2**63 - 1, pa.int64(), 2**63 - 1),
    (column("bit", num_bits=64), 2**64 - 1, UNSIGNED, Decimal(2**64 - 1)),
    (column("year"), 2155, pa.int32(), 2155),
    (column("date"), Date(9999, 12, 31), pa.date32(), date(9999, 12, 31)),
    (column("date"), Date(0, 0, 0), pa.date32(), None),
    (column("date"), Date(2026, 0, 1), pa.date32(), None),
    (column("date"), Date(2026, 2, 31), pa.date32(), None),
    (column("time"), Time(True, 0, 0, 1, 0, 0), pa.duration("us"), timedelta(seconds=-1)),
    (
        column("time2"),
        Time(False, 838, 59, 59, 0, 6),
        pa.duration("us"),
        timedelta(hours=838, minutes=59, seconds=59),
    ),
    (
        column("time2"),
        Time(True, 16, 8, 4, 250_000, 3),
        pa.duration("us"),
        -timedelta(hours=16, minutes=8, seconds=4, milliseconds=250),
    ),
    (
        column("datetime"),
        Datetime(1000, 1, 1, 0, 0, 0, 0, 0),
        pa.timestamp("us"),
        naive("1000-01-01"),
    ),
    (
        column("datetime2"),
        Datetime(9999, 12, 31, 23, 59, 59, 999_999, 6),
        pa.timestamp("us"),
        naive("9999-12-31T23:59:59.999999"),
    ),
    (column("datetime2"), Datetime(2026, 1, 0, 1, 0, 0, 0, 0), pa.timestamp("us"), None),
    (
        column("timestamp"),
        Timestamp(1, 0, 0),
        INSTANT,
        datetime(1970, 1, 1, 0, 0, 1, tzinfo=timezone.utc),
    ),
    (
        column("timestamp2"),
        Timestamp(1, 5, 6),
        INSTANT,
        datetime(1970, 1, 1, 0, 0, 1, 5, tzinfo=timezone.utc),
    ),
    (column("timestamp2"), Timestamp(0, 0, 0), INSTANT, None),
    (UTF8, "é😀", pa.string(), "é😀"),
    (UTF8, b"\xff", pa.string(), '{"base64": "/w=="}'),
    (column("blob", charset="latin1"), "é", pa.string(), "é"),
    (BINARY, b"\0\xff", pa.binary(), b"\0\xff"),
    (column("string", charset="binary", length=2), b"a\0", pa.binary(), b"a\0"),
    (UNTOLD, "é", pa.binary(), "é".encode()),
    (UNTOLD, b"\xff", pa.binary(), b"\xff"),
    (ENUM, "b", pa.string(), "b"),
    (ENUM, 7, pa.string(), "7"),
    (column("enum"), 2, pa.int64(), 2),
    (SET, "a,b", pa.string(), "a,b"),
    (column("set", length=4), 3, pa.int64(), 3),
    (column("set", length=8), 2**64 - 1, UNSIGNED, Decimal(2**64 - 1)),
    (column("json"), JsonText('{"a": 1}'), pa.string(), '{"a": 1}'),
    (
        column("json"),
        JsonDiffs([JsonDiff("remove", "$.a", None)]),
        pa.string(),
        '{"json_diff": [{"op": "remove", "path": "$.a"}]}',
    ),
    (
        column("geometry"),
        Geometry(4326, b"wkb"),
        pa.struct([("srid", pa.int32()), ("wkb", pa.binary())]),
        {"srid": 4326, "wkb": b"wkb"},
    ),
    (column("vector"), [0.5, -1.0], pa.list_(pa.float32()), [0.5, -1.0]),
]


def name(value: object) -> str | None:
    return value.type.name if isinstance(value, Column) else None


@pytest.mark.parametrize(("column", "value", "expected_type", "expected"), TYPED, ids=name)
def test_column_has_the_type_and_its_value(
    column: Column, value: Value, expected_type: pa.DataType, expected: Any
) -> None:
    assert arrow_type(column) == expected_type
    array = array_of(column, [None, value], expected_type)
    assert array.type == expected_type
    assert array.to_pylist() == [None, expected]


@pytest.mark.parametrize("column_type", ["null", "decimal", "typed_array"])
def test_column_types_that_no_rows_have_are_refused(column_type: str) -> None:
    with pytest.raises(UnreadableError, match=column_type):
        arrow_type(column(column_type))


CONVERTED = [
    (signed("tiny"), -5, pa.int64(), -5),
    (signed("longlong"), 5, pa.int8(), 5),
    (signed("long"), 5, pa.float64(), 5.0),
    (unsigned("longlong"), 5, pa.int64(), 5),
    (signed("long"), 5, pa.string(), "5"),
    (column("newdecimal", precision=10, scale=9), Decimal("1E-9"), pa.string(), "0.000000001"),
    (
        column("newdecimal", precision=4, scale=2),
        Decimal("1.50"),
        pa.decimal128(5, 1),
        Decimal("1.5"),
    ),
    (column("date"), Date(0, 0, 0), pa.string(), "0000-00-00"),
    (column("date"), Date(2026, 1, 2), pa.timestamp("us"), naive("2026-01-02")),
    (column("time2"), Time(True, 838, 0, 0, 0, 2), pa.string(), "-838:00:00.00"),
    (column("geometry"), Geometry(0, b"w"), pa.string(), '{"srid": 0, "wkb": "dw=="}'),
    (column("vector"), [0.5, -1.0], pa.string(), "[0.5, -1.0]"),
    (UTF8, "é", pa.binary(), "é".encode()),
    (BINARY, "é".encode(), pa.string(), "é"),
    (UNTOLD, "é", pa.string(), "é"),
    (UNTOLD, b"\xff", pa.string(), '{"base64": "/w=="}'),
    (column("enum"), 2, pa.int16(), 2),
]


@pytest.mark.parametrize(("column", "value", "target", "expected"), CONVERTED, ids=name)
def test_value_is_converted(
    column: Column, value: Value, target: pa.DataType, expected: Any
) -> None:
    assert converts(column, target)
    assert array_of(column, [value, None], target).to_pylist() == [expected, None]


UNFIT = [
    (signed("short"), 128, pa.int8()),
    (unsigned("longlong"), 2**63, pa.int64()),
    (column("newdecimal", precision=4, scale=2), Decimal("1.55"), pa.decimal128(5, 1)),
    (BINARY, b"\xff", pa.string()),
]


@pytest.mark.parametrize(("column", "value", "target"), UNFIT, ids=name)
def test_value_that_does_not_fit_is_refused(
    column: Column, value: Value, target: pa.DataType
) -> None:
    assert converts(column, target)
    with pytest.raises((pa.ArrowInvalid, ValueError)):
        array_of(column, [value], target)


@pytest.mark.parametrize(
    ("column", "target"),
    [
        (signed("long"), INSTANT),
        (signed("long"), pa.uint32()),
        (signed("long"), pa.decimal128(9, 0)),
        (signed("longlong"), pa.float64()),
        (column("double"), pa.float32()),
        (column("newdecimal", precision=4, scale=2), pa.float64()),
        (column("datetime2"), INSTANT),
        (column("timestamp2"), pa.timestamp("us")),
        (column("datetime2"), pa.date32()),
        (UTF8, pa.int32()),
        (column("enum"), pa.string()),
        (column("set", length=1), pa.string()),
        (column("vector"), pa.list_(pa.float64())),
    ],
    ids=name,
)
def test_type_that_changes_the_meaning_is_refused(column: Column, target: pa.DataType) -> None:
    assert not converts(column, target)


def test_every_cast_that_is_allowed_is_one_that_arrow_has() -> None:
    types = [
        *(pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.float64()),
        *(pa.decimal128(20, 0), pa.decimal128(5, 2), pa.string(), pa.binary(), pa.date32()),
        *(pa.timestamp("us"), INSTANT, pa.duration("us")),
    ]
    allowed = [(one, other) for one in types for other in types if casts(one, other)]
    assert len(allowed) > len(types)
    for one, other in allowed:
        assert pa.nulls(1, one).cast(other).type == other


WIDER = [
    (pa.int8(), pa.int16()),
    (pa.int64(), pa.decimal128(20, 0)),
    (pa.int32(), pa.decimal128(12, 2)),
    (pa.int32(), pa.float64()),
    (pa.float32(), pa.float64()),
    (pa.decimal128(5, 2), pa.decimal128(7, 4)),
    (pa.date32(), pa.timestamp("us")),
    (pa.string(), pa.binary()),
]


@pytest.mark.parametrize(("one", "other"), WIDER)
def test_type_widens_one_way_only(one: pa.DataType, other: pa.DataType) -> None:
    assert widens(one, other)
    assert not widens(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pa.int32(), pa.decimal128(11, 2)),
        (pa.decimal128(5, 2), pa.decimal128(6, 4)),
        (pa.int64(), pa.float64()),
    ],
)
def test_type_does_not_widen_to_one_that_holds_less(one: pa.DataType, other: pa.DataType) -> None:
    assert not widens(one, other)


COMMON = [
    (pa.int8(), pa.int32(), pa.int32()),
    (pa.int32(), pa.decimal128(5, 2), pa.decimal128(12, 2)),
    (pa.int64(), UNSIGNED, UNSIGNED),
    (pa.decimal128(10, 2), pa.decimal128(8, 4), pa.decimal128(12, 4)),
    (pa.decimal128(38, 2), pa.decimal128(8, 4), None),
    (pa.int32(), pa.float32(), pa.float64()),
    (pa.int64(), pa.float64(), None),
    (pa.string(), pa.binary(), pa.binary()),
    (pa.date32(), pa.timestamp("us"), pa.timestamp("us")),
    (pa.timestamp("us"), INSTANT, None),
    (pa.int32(), pa.string(), None),
]


@pytest.mark.parametrize(("one", "other", "common"), COMMON)
def test_types_have_a_narrowest_one_that_holds_both(
    one: pa.DataType, other: pa.DataType, common: pa.DataType | None
) -> None:
    assert wider(one, other) == wider(other, one) == common
    if common is not None:
        assert widens(one, common)
        assert widens(other, common)


def test_table_schema_has_the_fields_of_the_record_in_front() -> None:
    columns = (signed("tiny"), UTF8)
    names = [field.name for field in table_schema(Table("d", "t", columns[:1], has_names=True))]
    assert names == [
        *(f"_{name}" for name in RECORD_SCHEMA.names if name != "data"),
        "_absent",
        "c",
    ]


@pytest.mark.parametrize(
    ("column_name", "field"),
    [
        ("id", "id"),
        ("file", "file"),
        ("_file", "__file"),
        ("__FILE", "___FILE"),
        ("_file_", "_file_"),
        ("_data", "_data"),
    ],
)
def test_column_named_as_a_field_of_the_record_gets_an_underscore(
    column_name: str, field: str
) -> None:
    assert column_field(column_name) == field


def test_flat_record_has_the_fields_of_record() -> None:
    assert RECORD_SCHEMA.names == [
        *("file", "position", "ordinal", "timestamp", "commit_timestamp", "server_id", "gtid"),
        *("outcome", "xid", "database", "table", "change_type", "data"),
    ]


LENGTHS = [("enum", 255, 1), ("enum", 256, 2), ("set", 8, 1), ("set", 9, 2), ("set", 32, 4)]


@pytest.mark.parametrize(("kind", "num_labels", "length"), [*LENGTHS, ("set", 33, 8)])
def test_labels_decide_how_long_cells_are(kind: str, num_labels: int, length: int) -> None:
    assert fits_of(kind, (), num_labels) == {ColumnType[kind]: {"length": (length,)}}
