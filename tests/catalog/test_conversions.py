"""Values that ALTER TABLE keeps or adds, beside those of servers."""

from __future__ import annotations

import contextlib
import itertools
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.conversions import (
    added_value,
    is_strict,
    keeps_values,
)
from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.lake.current.lineage import Altered, constant
from binlog_kaitai.lake.current.operations import alter_operation
from binlog_kaitai.model.definitions import ColumnDefinition, Definition, arrow_type_of
from tests.catalog.conversion_cases import DECLINED_DEFAULTS, DEFAULTS, TYPES
from tests.servers import SERVERS

STRICT = "STRICT_TRANS_TABLES"
SESSION = Session(database="d", collation_server="utf8mb4_general_ci")


def column_of(text: str) -> ColumnDefinition:
    catalog = Catalog()
    catalog.apply("CREATE DATABASE d CHARACTER SET utf8mb4", SESSION, "")
    catalog.apply(f"CREATE TABLE t (n INT PRIMARY KEY, v {text})", SESSION, "")
    definition = catalog.find(TableName("d", "t"))
    assert isinstance(definition, Definition)
    return definition.columns[1]


def claimed(*, strict: bool) -> list[tuple[str, str]]:
    """Return the pairs of types of which the first keeps its values as the second."""
    columns = {text: column_of(text) for text in TYPES}
    return [
        (before, after)
        for before, after in itertools.permutations(TYPES, 2)
        if keeps_values(columns[before], columns[after], is_strict=strict)
    ]


def test_claimed_conversions() -> None:
    strict, lenient = set(claimed(strict=True)), set(claimed(strict=False))
    assert lenient < strict
    kept = {
        *(("tinyint", "bigint"), ("int unsigned", "bigint"), ("int", "decimal(24,4)")),
        *(("decimal(6,2)", "decimal(8,4)"), ("float", "double"), ("varchar(3)", "varchar(5)")),
        *(("char(3)", "varchar(5)"), ("varchar(100)", "text"), ("date", "datetime")),
        *(("datetime", "datetime(6)"), ("enum('a','b')", "enum('a','b','long')")),
        ("varchar(5) character set latin1", "varchar(100)"),
    }
    assert kept <= strict
    assert {("bigint", "int"), ("int", "int unsigned")} <= strict - lenient
    lost = {
        *(("decimal(8,4)", "decimal(6,2)"), ("varchar(5)", "varchar(3)"), ("double", "float")),
        *(("varchar(5)", "char(5)"), ("datetime(3)", "datetime"), ("datetime", "date")),
        *(("datetime", "timestamp(0) null"), ("enum('a','b')", "enum('b','a')"), ("text", "blob")),
        ("varchar(100)", "varchar(5) character set latin1"),
    }
    assert not lost & strict


@pytest.mark.parametrize(
    ("sql_mode", "statement", "engine", "expected"),
    [
        (STRICT, "ALTER TABLE t MODIFY v INT", "InnoDB", True),
        ("", "ALTER TABLE t MODIFY v INT", None, False),
        (STRICT, "/* x */ ALTER ONLINE IGNORE TABLE t MODIFY v INT", None, False),
        (STRICT, "ALTER TABLE t MODIFY v INT", "MyISAM", False),
    ],
)
def test_strict_statements(
    sql_mode: str, statement: str, engine: str | None, *, expected: bool
) -> None:
    assert is_strict(sql_mode, statement, engine) is expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("ADD COLUMN v INT, ADD KEY k (v), RENAME TO u", Altered()),
        ("DROP COLUMN v, RENAME COLUMN w TO `V`", Altered({"w": "v"}, ("v",))),
        ("ADD v INT DEFAULT 1, DROP COLUMN IF EXISTS w", Altered({}, ("w",), {"v": "1"})),
        ("ADD (v INT, w INT NOT NULL)", Altered({}, (), {"w": "0"})),
        ("ADD COLUMN IF NOT EXISTS v INT", None),
        ("ADD v DATETIME DEFAULT now()", None),
        ("MODIFY v BIGINT", None),
        ("COMMENT 'modify', CHANGE v w INT", None),
        ("CONVERT TO CHARACTER SET latin1", None),
        ("FROBNICATE v", None),
    ],
)
def test_clauses_on_a_table_that_is_not_known(clause: str, expected: Altered | None) -> None:
    statement = f"ALTER TABLE t {clause}"
    step = Catalog().apply(statement, SESSION, "")[0]
    if expected is not None:
        assert alter_operation(step, statement, "") == expected
        return
    with pytest.raises(DeclinedError):
        alter_operation(step, statement, "")


@pytest.mark.parametrize("text", DECLINED_DEFAULTS)
def test_a_default_is_declined(text: str) -> None:
    with pytest.raises(DeclinedError):
        added_value(column_of(text))


def constant_of(text: str) -> Any:
    """Return the value that rows get in a column that is added."""
    column = column_of(text)
    value = added_value(column)
    kind = arrow_type_of(column)
    assert kind is not None
    return None if value is None else constant(value, kind).as_py()


def test_constant_defaults() -> None:
    found = {text: constant_of(text) for text in DEFAULTS}
    assert found["int default 7"] == 7
    assert found["decimal(5,2) not null"] == Decimal(0)
    assert found["varchar(9) default 'a ''b'"] == "a 'b"
    assert found["enum('a','b') not null"] == "a"
    assert found["datetime(3) default '2024-02-29 11:12:13.5'"] == datetime.fromisoformat(
        "2024-02-29T11:12:13.500"
    )
    assert found["varbinary(4) default 'ab'"] == b"ab"
    assert found["text"] is None


def plain(value: Any, text: str) -> Any:
    """Return a value of a column as one that equals those of other types."""
    if isinstance(value, bytes) and text.startswith("bit"):
        return int.from_bytes(value, "big")
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time())
    if isinstance(value, int | float | Decimal):
        return float(np.float32(value)) if text.startswith("float") else Decimal(str(value))
    return value


@pytest.mark.live
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_servers_keep_the_values_of_claimed_conversions(name: str) -> None:
    with (
        SERVERS[name].run() as server,
        contextlib.closing(server.connect()) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("CREATE DATABASE d CHARACTER SET utf8mb4")
        cursor.execute("USE d")
        for mode in (STRICT, ""):
            for before, after in claimed(strict=bool(mode)):
                check_conversion(cursor, before, after, mode)
        for text in DEFAULTS:
            cursor.execute("CREATE OR REPLACE TABLE t (n INT)" if "maria" in name else _ANEW)
            cursor.execute("CREATE TABLE IF NOT EXISTS t (n INT)")
            cursor.execute("INSERT INTO t VALUES (1)")
            cursor.execute(f"ALTER TABLE t ADD v {text}")
            cursor.execute("SELECT v FROM t")
            ((value,),) = cursor.fetchall()
            assert plain(value, text) == plain(constant_of(text), text), text


_ANEW = "DROP TABLE IF EXISTS t"


def check_conversion(cursor: Any, before: str, after: str, mode: str) -> None:
    cursor.execute("SET sql_mode = ''")
    cursor.execute(_ANEW)
    cursor.execute(f"CREATE TABLE t (n INT PRIMARY KEY, v {before})")
    for number, value in enumerate([*TYPES[before], "NULL"]):
        cursor.execute(f"INSERT INTO t VALUES ({number}, {value})")
    # servers print FLOAT with six digits
    as_float = "CAST(v AS DOUBLE)" if before == "float" else "v"
    cursor.execute(f"SELECT {as_float} FROM t ORDER BY n")
    values = [plain(value, before) for (value,) in cursor.fetchall()]
    cursor.execute(f"SET sql_mode = '{mode}'")
    try:
        cursor.execute(f"ALTER TABLE t MODIFY v {after}")
    except Exception:  # noqa: BLE001 - of the driver: a value that does not fit
        assert mode
        return
    cursor.execute("SELECT v FROM t ORDER BY n")
    if "binary" in after or "blob" in after:  # the bytes of a text
        charset = "cp1252" if "latin1" in before else "utf-8"
        values = [one.encode(charset) if isinstance(one, str) else one for one in values]
    kind = before if before == "float" else after
    assert [plain(value, kind) for (value,) in cursor.fetchall()] == values, (before, after, mode)


def test_types_of_definitions() -> None:
    assert arrow_type_of(column_of("int unsigned")) == pa.int64()
    assert arrow_type_of(column_of("datetime(6)")) == pa.timestamp("us")
    assert arrow_type_of(ColumnDefinition("v", "no type")) is None
