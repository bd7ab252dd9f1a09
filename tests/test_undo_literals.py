"""Values as SQL: each type, and what is in doubt between servers and sessions."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.literals import condition, is_invalid_label, literal
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import JsonDiff, JsonDiffs, JsonDocument, JsonScalar


def column(kind: str, **told: Any) -> Column:
    return Column("c", ColumnType[kind], is_nullable=True, **told)


def text(charset: str | None) -> Column:
    return column("varchar", charset=charset)


ENUM = column("enum", charset="utf8mb4", labels=("a", "it's", "ü", "x\\y", "B", "b", "end "))
SET = column("set", charset="utf8mb4", labels=("a", "it's", "x\\y"))


def scalar(value: str, kind: str, stored: Any = None) -> JsonScalar:
    return JsonScalar.of(value, kind, stored)


LITERALS = [
    (column("long"), None, "NULL"),
    (column("long"), -5, "-5"),
    (column("longlong", is_unsigned=True), 2**64 - 1, "18446744073709551615"),
    (column("newdecimal"), Decimal("-0.000000010"), "-0.000000010"),
    (column("newdecimal"), Decimal("1E+3"), "1000"),
    (column("float"), 0.1, "0.1e0"),
    (column("float"), 3.4028235e38, "3.4028234663852886e+38"),
    (column("double"), -0.0, "-0.0e0"),
    (column("double"), 5e-324, "5e-324"),
    (column("bit", num_bits=10), 513, "b'1000000001'"),
    (column("year"), 0, "0"),
    (column("date"), Date(2026, 0, 31), "'2026-00-31'"),
    (column("time2"), Time(True, 838, 59, 59, 0, 3), "'-838:59:59.000'"),
    (column("datetime2"), Datetime(2026, 1, 2, 3, 4, 5, 60, 6), "'2026-01-02 03:04:05.000060'"),
    (column("timestamp2"), Timestamp(1, 500_000, 1), "'1970-01-01 00:00:01.5'"),
    (column("timestamp2"), Timestamp(0, 0, 2), "'0000-00-00 00:00:00.00'"),
    (text("utf8mb4"), b"", "''"),
    (text("utf8mb4"), "it's ü😀".encode(), "'it''s ü😀'"),
    (text("utf8mb4"), b"a\\b", "_utf8mb4 X'615C62'"),
    (text("utf8mb3"), b"line\n", "_utf8mb4 X'6C696E650A'"),
    (text("utf8mb4"), b"\xff", "_utf8mb4 X'FF'"),
    (text("latin1"), "Dée".encode("cp1252"), "'Dée'"),
    (text("latin1"), b"\x81", "_latin1 X'81'"),
    (text("swe7"), b"a@b", "_swe7 X'614062'"),
    (text("sjis"), b"\x83\x5c", "_sjis X'835C'"),
    (text("sjis"), b"plain", "'plain'"),
    (text("sjis"), b"\x5c", "_sjis X'5C'"),
    (text("ucs2"), b"\0a", "_ucs2 X'0061'"),
    (text("greek"), "αβ".encode("iso8859_7"), "'αβ'"),
    (text(None), b"plain", "X'706C61696E'"),
    (text("binary"), b"\x00\xff", "X'00FF'"),
    (text("binary"), b"", "''"),
    (column("geometry"), bytes(4), "X'00000000'"),
    (column("vector"), b"\0\0\x80\x3f", "X'0000803F'"),
    (ENUM, 1, "'a'"),
    (ENUM, 2, "'it''s'"),
    (ENUM, 3, "'ü'"),
    (ENUM, 4, "4"),
    (ENUM, 5, "5"),
    (ENUM, 7, "7"),
    (ENUM, 8, "8"),
    (ENUM, 0, "0"),
    (SET, 3, "'a,it''s'"),
    (SET, 5, "5"),
    (SET, 0, "0"),
    (column("enum"), 2, "2"),
]
DOCUMENTS = [
    (scalar("null", "literal"), "CAST('null' AS JSON)"),
    ({"a": [scalar("1", "int16"), scalar('"x"', "string")]}, """CAST('{"a": [1, "x"]}' AS JSON)"""),
    ([scalar(r'"\""', "string")], "CAST(_utf8mb4 X'5B225C22225D' AS JSON)"),
    (scalar("1.5", "double", 1.5), "CAST(1.5e0 AS JSON)"),
    ([scalar("1.50", "opaque", (246, Decimal("1.50")))], "JSON_ARRAY(1.50)"),
    ([scalar("7", "opaque", (246, Decimal(7)))], "JSON_ARRAY(CAST(7 AS DECIMAL(65,0)))"),
    (
        {"u": scalar("5", "uint16"), "i": scalar("5", "int16")},
        "JSON_OBJECT('u', CAST(5 AS UNSIGNED), 'i', CAST('5' AS JSON))",
    ),
    (scalar("", "opaque", (10, Date(2026, 1, 2))), "CAST(CAST('2026-01-02' AS DATE) AS JSON)"),
    ([scalar("", "opaque", (15, b"AB"))], "JSON_ARRAY(X'4142')"),
    (
        [scalar("", "opaque", (252, b"AB"))],
        (
            "JSON_ARRAY((SELECT c FROM JSON_TABLE(JSON_ARRAY(X'4142'), '$[*]'"
            " COLUMNS (c BLOB PATH '$')) AS t))"
        ),
    ),
]
CONDITIONS = [
    (column("long"), None, "`c` <=> NULL"),
    (column("float"), 0.1, "`c` <=> 0.10000000149011612e0"),
    (column("double"), 0.1, "`c` <=> 0.1e0"),
    (column("bit", num_bits=10), 5, "`c` <=> 5"),
    (text("utf8mb4"), "ü".encode(), "CAST(`c` AS BINARY) <=> 'ü'"),
    (text("latin1"), b"plain", "CAST(`c` AS BINARY) <=> 'plain'"),
    (text("latin1"), b"\xfc", "CAST(`c` AS BINARY) <=> X'FC'"),
    (text("utf16"), b"\0a", "CAST(`c` AS BINARY) <=> X'0061'"),
    (text("utf8mb4"), b"a\nb", "CAST(`c` AS BINARY) <=> X'610A62'"),
    (text("binary"), b"a", "`c` <=> X'61'"),
    (column("geometry"), bytes(4), "`c` <=> X'00000000'"),
    (column("vector"), b"ABCD", "CAST(`c` AS BINARY) <=> X'41424344'"),
    (column("vector"), None, "`c` IS NULL"),
    (ENUM, 0, "`c` <=> 0"),
]


@pytest.mark.parametrize(("of", "value", "expected"), LITERALS)
def test_a_value_is_a_literal(of: Column, value: Any, expected: str) -> None:
    assert literal(of, value, "mysql") == expected


@pytest.mark.parametrize(("node", "expected"), DOCUMENTS)
def test_a_document_keeps_its_types(node: Any, expected: str) -> None:
    assert literal(column("json"), JsonDocument(node), "mysql") == expected


def test_mariadb_has_documents_as_text() -> None:
    document = JsonDocument([scalar("1.50", "opaque", (246, Decimal("1.50")))])
    assert literal(column("json"), document, "mariadb") == "'[1.50]'"


@pytest.mark.parametrize(("of", "value", "expected"), CONDITIONS)
def test_a_condition_is_true_of_one_value(of: Column, value: Any, expected: str) -> None:
    assert condition(of, value, "mysql") == expected


def test_mariadb_compares_vectors_as_bytes() -> None:
    assert condition(column("vector"), b"ABCD", "mariadb") == "`c` <=> X'41424344'"


@pytest.mark.parametrize(
    "value",
    [
        JsonDocument([scalar("", "opaque", (255, b""))]),
        JsonDiffs([JsonDiff("remove", "$.a", None)]),
    ],
)
def test_what_no_sql_means_is_refused(value: Any) -> None:
    with pytest.raises(UnreadableError):
        literal(column("json"), value, "mysql")


def test_strict_modes_refuse_what_enum_keeps_of_invalid_labels() -> None:
    assert is_invalid_label(ENUM, 0)
    assert not is_invalid_label(ENUM, 1)
    assert not is_invalid_label(SET, 0)
