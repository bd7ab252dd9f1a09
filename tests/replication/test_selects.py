"""What a server answers becomes the values that its logs have."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from binlog_kaitai.model.definitions import ColumnDefinition, column_of
from binlog_kaitai.model.printed_values import array_of
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.replication.selects import _form, _literal, key_range

COLUMNS: list[tuple[dict[str, Any], bytes, Any]] = [
    ({"kind": "int"}, b"-7", -7),
    ({"kind": "bigint", "is_unsigned": True}, b"18446744073709551615", Decimal(2**64 - 1)),
    ({"kind": "decimal", "arguments": (5, 2)}, b"-1.50", Decimal("-1.50")),
    ({"kind": "decimal", "arguments": (65, 1)}, b"0.5", "0.5"),
    ({"kind": "double"}, b"-0", -0.0),
    ({"kind": "float"}, b"0.10000000149011612", 0.10000000149011612),
    ({"kind": "bit", "arguments": (64,)}, b"18446744073709551615", Decimal(2**64 - 1)),
    ({"kind": "year"}, b"0", 0),
    ({"kind": "date"}, b"2024-02-29", date(2024, 2, 29)),
    ({"kind": "date"}, b"2024-00-01", None),
    ({"kind": "date"}, b"2023-02-29", None),
    ({"kind": "date"}, b"0000-01-01", None),
    ({"kind": "datetime"}, b"2026-11-26 01:02:03.5", datetime(2026, 11, 26, 1, 2, 3, 500_000)),  # noqa: DTZ001
    ({"kind": "timestamp"}, b"0000-00-00 00:00:00", None),
    (
        {"kind": "timestamp"},
        b"1970-01-01 00:00:01",
        datetime(1970, 1, 1, 0, 0, 1, tzinfo=timezone.utc),
    ),
    ({"kind": "time"}, b"-838:59:58.25", -timedelta(hours=838, minutes=59, seconds=58.25)),
    ({"kind": "varchar", "charset": "latin1"}, b"\x80", "€"),
    ({"kind": "varchar", "charset": "utf8mb4"}, b"\xff", '{"base64": "/w=="}'),
    ({"kind": "varbinary"}, b"\xff", b"\xff"),
    ({"kind": "point"}, b"\xe6\x10\0\0wkb", {"srid": 4326, "wkb": b"wkb"}),
    ({"kind": "vector"}, b"\0\0\x80?\0\0\0\xc0", [1.0, -2.0]),
]


@pytest.mark.parametrize(("column", "answer", "value"), COLUMNS, ids=str)
def test_values(column: dict[str, Any], answer: bytes, value: Any) -> None:
    logged = column_of(ColumnDefinition("c", **column))
    assert logged is not None
    found = array_of(logged, [None, answer], arrow_type(logged))
    assert found.type == arrow_type(logged)
    assert found.to_pylist() == [None, value]


KEYS: list[tuple[dict[str, Any], bytes, str]] = [
    ({"kind": "int"}, b"-7", "-7"),
    ({"kind": "double"}, b"0.1", "0.1e0"),
    ({"kind": "double"}, b"1e-7", "1e-7"),
    ({"kind": "enum"}, b"2", "2"),
    ({"kind": "char", "charset": "latin1"}, b"E4", "_latin1 X'e4'"),
    ({"kind": "binary"}, b"00FF", "X'00ff'"),
    ({"kind": "date"}, b"323032362D", "_utf8mb4 X'323032362d'"),
]


@pytest.mark.parametrize(("column", "answer", "literal"), KEYS, ids=str)
def test_keys_are_literals(column: dict[str, Any], answer: bytes, literal: str) -> None:
    assert _literal(ColumnDefinition("c", **column), answer) == literal


@pytest.mark.parametrize("answer", [b"1 OR 1", b"1;", b"x' OR 1", b"0x1"])
def test_a_server_cannot_put_sql_into_a_literal(answer: bytes) -> None:
    for kind in ("int", "varbinary", "date"):
        with pytest.raises(ValueError, match="hexadecimal"):
            _literal(ColumnDefinition("c", kind), answer)


def test_rows_behind_a_key() -> None:
    keys = [ColumnDefinition("a`", "int"), ColumnDefinition("e", "enum")]
    condition = key_range(keys, ["1", "2"])
    assert condition == " WHERE `a``` >= 1 AND ((`a``` > 1) OR (`a``` = 1 AND `e` + 0 > 2))"


def test_selected_forms() -> None:
    forms = {
        "float": "{} * 1e0",
        "longtext": "CAST({} AS BINARY)",
        "enum": "CAST({} AS BINARY)",
        "uuid": "CAST({} AS BINARY(16))",
        "blob": "{}",
    }
    assert {kind: _form(ColumnDefinition("c", kind)) for kind in forms} == forms
