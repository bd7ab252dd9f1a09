"""The views of the data source, JSON as VARIANT, and patterns of tables."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai import read_events, redaction_of, scan
from binlog_kaitai.model.schema import EVENT_SCHEMA, RECORD_FIELDS
from binlog_kaitai.read.views import event_batches, transaction_batches
from tests.records import read_rows
from tests.replay import FIXTURES

TYPES = FIXTURES / "mysql97" / "types.binlog"
COMPRESSED = FIXTURES / "mysql97" / "compressed.binlog"
STATEMENTS = FIXTURES / "mariadb118" / "statements.binlog"
ROTATED = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]


def load(
    spark: SparkSession, paths: Path | list[Path], schema: str | None = None, **options: str
) -> DataFrame:
    reader = spark.read.format("binlog").options(**options)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.load([str(path) for path in paths] if isinstance(paths, list) else str(paths))


def rows_of(frame: DataFrame) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return found


def test_events(spark: SparkSession) -> None:
    frame = load(spark, COMPRESSED, view="events")
    assert frame.columns == EVENT_SCHEMA.names
    expected = [row for batch in event_batches(COMPRESSED) for row in batch.to_pylist()]
    assert rows_of(frame) == expected
    assert len(expected) == sum(1 for _ in read_events(COMPRESSED))


def test_transactions(spark: SparkSession) -> None:
    frame = load(spark, COMPRESSED, view="transactions")
    assert frame.schema["tables"].simpleString() == (
        "tables:array<struct<table:string,rows:bigint,bytes:bigint>>"
    )
    expected = [row for batch in transaction_batches(COMPRESSED) for row in batch.to_pylist()]
    assert rows_of(frame) == expected
    frame.createOrReplaceTempView("transactions")
    found = spark.sql(
        "SELECT t.table, sum(t.rows) FROM transactions LATERAL VIEW explode(tables) AS t GROUP BY 1"
    ).collect()
    records = [r for r in read_rows(COMPRESSED) if r.table and r.change_type != "update_preimage"]
    names = [f"{record.database}.{record.table}" for record in records]
    assert dict(map(tuple, found)) == {name: names.count(name) for name in names}


@pytest.mark.long
@pytest.mark.parametrize("view", ["events", "transactions"])
@pytest.mark.parametrize("path", [STATEMENTS, COMPRESSED], ids=["statements", "compressed"])
def test_a_view_of_parts_is_that_of_the_whole(spark: SparkSession, path: Path, view: str) -> None:
    parts = load(spark, path, view=view, maxPartitionBytes="9000")
    assert parts.rdd.getNumPartitions() == -(-path.stat().st_size // 9000)
    assert rows_of(parts) == rows_of(load(spark, path, view=view))


@pytest.mark.few(1)
@pytest.mark.parametrize("view", ["events", "transactions"])
def test_options_ask_a_view_for_less(spark: SparkSession, view: str) -> None:
    rows = rows_of(load(spark, ROTATED, view=view))
    gtids = [row["gtid"] for row in rows_of(load(spark, ROTATED, view="transactions"))]
    late = rows[len(rows) // 2]["timestamp"]
    frame = load(spark, ROTATED, view=view, startTimestamp=late.isoformat())
    assert rows_of(frame) == [row for row in rows if row["timestamp"] >= late]
    inside = rows_of(load(spark, ROTATED, view=view, includeGtids=",".join(gtids[1:3])))
    assert inside
    assert inside == [row for row in rows if row in inside]
    outside = rows_of(load(spark, ROTATED, view=view, excludeGtids=",".join(gtids[1:3])))
    assert outside == [row for row in rows if row not in inside]


def test_schema_of_the_user_projects_a_view(spark: SparkSession) -> None:
    frame = load(spark, COMPRESSED, "type string, size int", view="events")
    assert [tuple(row) for row in frame.collect()] == [
        (event.type, event.size) for event in read_events(COMPRESSED)
    ]
    schema = "num_rows int, tables array<struct<table:string,rows:bigint,bytes:bigint>>"
    expected = load(spark, COMPRESSED, view="transactions").select("num_rows", "tables").collect()
    assert load(spark, COMPRESSED, schema, view="transactions").collect() == expected


REFUSED = [
    ({"view": "events", "table": "a.b"}, None, "option table: view=events has no tables"),
    ({"view": "transactions", "mergeSchema": "true"}, None, "view=transactions has no tables"),
    ({"view": "events", "ddl": "a.sql"}, None, "option ddl: view=events has no tables"),
    ({"view": "transactions", "dataType": "variant"}, None, "transactions has no column of JSON"),
    ({"table": "a.b", "dataType": "variant"}, None, "a table has no column of JSON to be VARIANT"),
    ({"view": "events"}, "data string", "an event has no field data; it has file, position, "),
    ({"view": "transactions"}, "body string", "a transaction has no field body; it has file, "),
    ({"view": "events"}, "type variant", "does not cast to"),
]


@pytest.mark.parametrize(("options", "schema", "message"), REFUSED)
def test_bad_usage_is_refused(
    spark: SparkSession, options: dict[str, str], schema: str | None, message: str
) -> None:
    with pytest.raises((AnalysisException, PySparkException)) as raised:
        load(spark, TYPES, schema, **options).collect()
    assert message in str(raised.value)


@pytest.mark.long
@pytest.mark.parametrize("case", ["mysql97/types", "mariadb118/types"])
def test_variant_is_the_json_text(spark: SparkSession, case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    texts = rows_of(load(spark, path))
    found = load(spark, path, dataType="variant").selectExpr("* except (data)", "to_json(data)")
    for row, text in zip(rows_of(found), texts, strict=True):
        value, expected = row.pop("to_json(data)"), text.pop("data")
        assert json.loads(value, parse_float=number) == json.loads(expected, parse_float=number)
        assert row == text


def number(text: str) -> Decimal | float:
    """What the digits say, or of those with an exponent, the DOUBLE that they stand for."""
    return float(text) if "e" in text.lower() else Decimal(text)


@pytest.mark.long
def test_variant_keeps_the_digits_of_numbers(spark: SparkSession) -> None:
    frame = load(spark, TYPES, dataType="variant")
    assert frame.schema["data"].dataType.typeName() == "variant"
    frame.createOrReplaceTempView("changes")
    found = spark.sql(
        "SELECT variant_get(data, '$.id', 'int'), variant_get(data, '$.bu', 'decimal(20,0)'),"
        " variant_get(data, '$.b', 'bigint') FROM changes WHERE table = 'integers'"
    ).collect()
    records = list(read_rows(TYPES, "types.integers"))
    assert [tuple(row) for row in found] == [
        (r.data["id"], r.data["bu"], r.data["b"]) for r in records
    ]
    assert {2**64 - 1, 2**63} & {row[1] for row in found}
    decimals = spark.sql(
        "SELECT data:id::int, to_json(data) FROM changes WHERE table = 'decimals'"
    ).collect()
    assert [json.loads(row[1]) for row in decimals] == [
        record.data for record in read_rows(TYPES, "types.decimals")
    ]


def test_variant_of_the_users_schema(spark: SparkSession) -> None:
    frame = load(spark, COMPRESSED, "body variant, type string", view="events")
    found = frame.where("type = 'TABLE_MAP'").selectExpr("body:table::string").collect()
    assert [row[0] for row in found] == [
        event.body["table"] for event in read_events(COMPRESSED) if event.type == "TABLE_MAP"
    ]


def test_variant_leaves_room_for_faults(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "cut.binlog"
    path.write_bytes(COMPRESSED.read_bytes()[:-5])
    frame = load(spark, path, view="events", dataType="variant", mode="PERMISSIVE")
    *others, last = frame.selectExpr("body is null", "_corrupt_record").collect()
    assert {tuple(row) for row in others} == {(False, None)}
    assert last[0] is True
    assert "the end of the file" in last[1]


@pytest.mark.long
def test_pattern_with_merged_columns(spark: SparkSession) -> None:
    frame = load(spark, ROTATED, table="rotated.*", mergeSchema="true")
    names = frame.columns[len(RECORD_FIELDS) :]
    assert names == ["id", "v", "n", "e", "added"]
    found = frame.selectExpr("_table", "_position", "_ordinal", "id", "v", "n", "e", "added")
    assert [tuple(row) for row in found.collect()] == [
        (
            r.table,
            r.position,
            r.ordinal,
            *(r.data.get(name) for name in names),
        )
        for path in ROTATED
        for r in read_rows(path)
        if r.table
    ]
    tree = load(spark, ROTATED, table="rotated.*", mergeSchema="true", engine="tree")
    assert tree.collect() == frame.collect()


def test_pattern_without_names_the_departure(spark: SparkSession) -> None:
    frame = load(spark, ROTATED[0], table="rotated.*")
    assert frame.columns[len(RECORD_FIELDS) :] == ["id", "v", "n"]
    departure = next(read_rows(ROTATED[0], "rotated.other"))
    with pytest.raises(PySparkException) as raised:
        frame.collect()
    text = f"{ROTATED[0]}: at byte {departure.position}: expected the columns id in rotated.other"
    assert f"{text}, or mergeSchema=true, found the additional column e (string)" in str(
        raised.value
    )


@pytest.mark.long
def test_pattern_of_one_table_is_the_table(spark: SparkSession) -> None:
    frame = load(spark, TYPES, table="types.w?de")
    assert frame.collect() == load(spark, TYPES, table="types.wide").collect()


@pytest.mark.long
def test_pattern_with_a_schema_of_the_user(spark: SparkSession) -> None:
    frame = load(spark, TYPES, "_table string, id bigint", table="types.[b-d]*")
    assert [tuple(row) for row in frame.collect()] == [
        (r.table, r.data.get("id")) for r in read_rows(TYPES) if r.table and r.table[0] in "bcd"
    ]
    assert frame.select("_table").distinct().count() > 3


def test_redacted_values(spark: SparkSession, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"a secret")
    options = {"redact": "v=hash\nn=null", "redactKey": str(key)}
    for table in ({}, {"table": "rotated.events"}):
        found = load(spark, ROTATED, **options, **table)
        expected = scan(ROTATED, **table, redact=redaction_of(options["redact"], key)).to_table()
        order = [("_" if table else "") + name for name in ("file", "position", "ordinal")]
        rows = rows_of(found.orderBy(order))
        assert [list(row.values()) for row in rows] == [
            list(row.values()) for row in expected.to_pylist()
        ]
        assert expected != scan(ROTATED, **table).to_table()
