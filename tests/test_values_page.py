"""The table of binlog_kaitai/docs/values.md says what the schema does."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql.pandas.types import from_arrow_schema

from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.schema import arrow_type
from binlog_kaitai.model.tables import Column, ColumnType

PAGE = Path(__file__).parents[1] / "binlog_kaitai" / "docs" / "values.md"

TYPES = {
    "TINYINT": ColumnType.tiny,
    "SMALLINT": ColumnType.short,
    "MEDIUMINT": ColumnType.int24,
    "INT": ColumnType.long,
    "BIGINT": ColumnType.longlong,
    "FLOAT": ColumnType.float,
    "DOUBLE": ColumnType.double,
    "DECIMAL": ColumnType.newdecimal,
    "BIT": ColumnType.bit,
    "YEAR": ColumnType.year,
    "DATE": ColumnType.date,
    "DATETIME": ColumnType.datetime2,
    "TIMESTAMP": ColumnType.timestamp2,
    "TIME": ColumnType.time2,
    "VARCHAR": ColumnType.varchar,
    "ENUM": ColumnType.enum,
    "SET": ColumnType.set,
    "JSON": ColumnType.json,
    "VARBINARY": ColumnType.varchar,
    "BLOB": ColumnType.blob,
    "GEOMETRY": ColumnType.geometry,
    "VECTOR": ColumnType.vector,
}


def rows() -> list[tuple[str, str]]:
    _, _, section = PAGE.read_text(encoding="utf-8").partition("## Types")
    cells = re.findall(r"^\| ([A-Z][^|]*?) \| [^|]* \| ([^|]*?) \|$", section, re.MULTILINE)
    return [(sql, spark) for sql, spark in cells]


def column(sql: str) -> Column:
    match = re.fullmatch(r"(\w+)(?:\((.*)\))?( UNSIGNED)?", sql)
    assert match
    name, arguments, unsigned = match.groups()
    found = Column(
        "c", TYPES[name], is_nullable=True, is_unsigned=bool(unsigned), charset="utf8mb4"
    )
    if name in ("VARBINARY", "BLOB"):
        return replace(found, charset=BINARY)
    if name in ("ENUM", "SET"):
        return replace(found, labels=tuple(arguments.replace("'", "").split(",")))
    if name == "DECIMAL":
        precision, scale = map(int, arguments.split(","))
        return replace(found, precision=precision, scale=scale)
    if name == "BIT":
        return replace(found, num_bits=int(arguments))
    return found


def test_the_page_has_every_type() -> None:
    assert {re.match(r"\w+", sql)[0] for sql, _ in rows()} == TYPES.keys()  # type: ignore[index]


@pytest.mark.parametrize(("sql", "spark"), rows())
def test_spark_type(sql: str, spark: str) -> None:
    schema = from_arrow_schema(pa.schema([("c", arrow_type(column(sql)))]))
    assert schema["c"].dataType.simpleString() == spark
