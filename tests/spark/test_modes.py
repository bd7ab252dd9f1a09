"""What the data source makes of damaged logs, by its mode."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai import read_events
from tests.marks import mostly_long
from tests.replay import FIXTURES

Row = dict[str, Any]


def load(spark: SparkSession, path: Path, schema: str | None = None, **options: str) -> DataFrame:
    reader = spark.read.format("binlog").options(**options)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.load(str(path))


def rows_of(frame: DataFrame) -> list[Row]:
    found: list[Row] = frame.toArrow().to_pylist()
    return found


SERVERS = ["mysql97", "mysql56", "mariadb118"]

VIEWS = [
    {},
    {"table": "types.integers"},
    {"view": "events"},
    {"view": "transactions"},
    {"table": "types.integers", "engine": "tree"},
    {"table": "types.integ*", "mergeSchema": "true"},
]


@dataclass(frozen=True)
class Damage:
    """A log, its copy where a rows event's header is overwritten, and where that lies.

    `start` and `end` are where its transaction lies.
    """

    source: Path
    path: Path
    position: int
    start: int
    end: int

    def outside(self, rows: list[Row]) -> list[Row]:
        """What is of other transactions."""
        places = ((row.get("position", row.get("_position")), row) for row in rows)
        return [row for place, row in places if not self.start <= place < self.end]


@pytest.fixture(params=SERVERS)
def damage(request: pytest.FixtureRequest, tmp_path: Path) -> Damage:
    source = FIXTURES / request.param / "types.binlog"
    events = list(read_events(source))
    maps = [event for event in events if event.body.get("table") == "integers"]
    position = events[events.index(maps[1]) + 1].position
    begins = "QUERY" if request.param == "mysql56" else "GTID"  # which BEGIN is
    before = [e for e in events if e.position < position and str(e.type).endswith(begins)]
    behind = [e for e in events if e.position > position and e.type == "XID"]
    log = bytearray(source.read_bytes())
    log[position : position + 13] = b"\xff" * 13
    path = tmp_path / source.name
    path.write_bytes(log)
    end = behind[0].position + behind[0].size
    return Damage(source, path, position, before[-1].position, end)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "options", mostly_long(VIEWS), ids=lambda options: "-".join(options.values())
)
def test_modes(spark: SparkSession, damage: Damage, options: dict[str, str]) -> None:
    text = f"{damage.path}: at byte {damage.position}: expected an event of 4294967295 bytes, found"
    with pytest.raises(PySparkException) as raised:
        load(spark, damage.path, **options).collect()
    assert text in str(raised.value)

    whole = rows_of(load(spark, damage.source, **options))
    rows = rows_of(load(spark, damage.path, mode="PERMISSIVE", **options))
    assert list(rows[0]) == [*whole[0], "_corrupt_record"]
    faults = [row for row in rows if row["_corrupt_record"] is not None]
    assert len(faults) == 1
    prefix = "_" if "table" in options else ""
    assert faults[0].pop("_corrupt_record").startswith(text)
    assert {name: value for name, value in faults[0].items() if value is not None} == {
        f"{prefix}file": "types.binlog",
        f"{prefix}position": damage.position,
    }
    sound = [row for row in rows if row not in faults]
    assert {row.pop("_corrupt_record") for row in sound} == {None}
    assert damage.outside(sound) == damage.outside(whole)
    assert sound != whole
    assert rows_of(load(spark, damage.path, mode="DROPMALFORMED", **options)) == sound


@pytest.mark.long
@pytest.mark.parametrize("damage", ["mysql97"], indirect=True)
@pytest.mark.parametrize("options", mostly_long([{}, {"view": "events"}, {"view": "transactions"}]))
def test_parts_of_a_damaged_log_tell_of_it_once(
    spark: SparkSession, damage: Damage, options: dict[str, str]
) -> None:
    whole = load(spark, damage.path, mode="PERMISSIVE", **options)
    parts = load(spark, damage.path, mode="PERMISSIVE", maxPartitionBytes="20000", **options)
    assert parts.rdd.getNumPartitions() > 3
    assert parts.collect() == whole.collect()


@pytest.mark.parametrize("damage", ["mysql97"], indirect=True)
def test_schema_of_the_user_with_the_column(spark: SparkSession, damage: Damage) -> None:
    options = {"mode": "PERMISSIVE", "columnNameOfCorruptRecord": "why"}
    frame = load(spark, damage.path, "why string, ordinal int", **options)
    faults = [row for row in frame.collect() if row.why is not None]
    assert [row.ordinal for row in faults] == [None]
    assert f"at byte {damage.position}: " in faults[0].why
    typed = load(
        spark, damage.path, "why string, _position long", table="types.integers", **options
    )
    assert [row["_position"] for row in typed.collect() if row.why] == [damage.position]


@pytest.mark.parametrize("damage", ["mysql97"], indirect=True)
def test_schema_of_the_user_without_the_column(spark: SparkSession, damage: Damage) -> None:
    schema = "position long, ordinal long"
    expected = load(spark, damage.path, schema, mode="DROPMALFORMED").collect()
    assert load(spark, damage.path, schema, mode="PERMISSIVE").collect() == expected
    inferred = (
        load(spark, damage.path, mode="DROPMALFORMED").select("position", "ordinal").collect()
    )
    assert expected == inferred


REFUSED = [
    ("_corrupt_record long", {}, "_corrupt_record: expected the type string, found int64"),
    ("_corrupt_record string", {"mode": "FAILFAST"}, "a record has no field _corrupt_record"),
    (None, {"columnNameOfCorruptRecord": "GTID"}, "the column GTID exists; set"),
    (None, {"table": "types.wide", "columnNameOfCorruptRecord": "c01"}, "the column c01 exists"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("schema", "options", "message"), REFUSED)
def test_bad_usage_is_refused(
    spark: SparkSession, schema: str | None, options: dict[str, str], message: str
) -> None:
    path = FIXTURES / "mysql97" / "types.binlog"
    with pytest.raises((AnalysisException, PySparkException)) as raised:
        load(spark, path, schema, **{"mode": "PERMISSIVE", **options}).collect()
    assert message in str(raised.value)
