"""Messages of other tools by Spark: those that the command line prints."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.cli.commands import main
from tests.replay import FIXTURES

TYPES = FIXTURES / "mysql97/types.binlog"
TOOLS = {
    "maxwell": ["maxwell"],
    "debezium": ["debezium"],
    "debeziumWithSchema": ["debezium", "--with-schema"],
    "canal": ["canal"],
}

Pair = tuple[str, str]


def printed(words: list[str], *arguments: str | Path) -> list[Pair]:
    command = ["rows", "--with-key", "--format", *words, *map(str, arguments)]
    lines = CliRunner().invoke(main, command).stdout.splitlines()
    return [(key, value) for key, value in (line.split("\t") for line in lines)]


def pairs(frame: DataFrame) -> list[Pair]:
    return [(row["key"] or "", row["value"] or "") for row in frame.toArrow().to_pylist()]


@pytest.mark.parametrize("tool", TOOLS)
def test_spark_gives_what_the_command_line_prints(spark: SparkSession, tool: str) -> None:
    """Also where a log is read in parts."""
    reader = spark.read.format("binlog").option("messages", tool)
    frame = reader.option("maxPartitionBytes", "50k").load(str(TYPES))
    assert frame.columns == ["table", "key", "value"]
    found = pairs(frame)
    assert found == printed(TOOLS[tool], TYPES)
    assert frame.rdd.getNumPartitions() > 1
    of_one = reader.option("table", "types.wide").load(str(TYPES))
    assert pairs(of_one) == pairs(frame.where("table = 'types.wide'"))


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_geometries_of_maxwell_are_those_of_its_library(spark: SparkSession, server: str) -> None:
    """The library lies beside Spark, in a version that writes more digits than Maxwell's does."""
    java: Any = spark._jvm  # noqa: SLF001 - there is no other way
    reader = java.org.locationtech.jts.io.WKBReader()
    form = java.java.text.DecimalFormat("0." + 16 * "#")

    def expected(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        text = reader.read(base64.b64decode(value["wkb"])).toText()
        return re.sub(r"-?\d[\d.E-]*", lambda number: form.format(float(number[0])), text)

    def images(*words: str) -> list[dict[str, Any]]:
        log = str(FIXTURES / server / "types.binlog")
        command = ["rows", "--table", "types.geometries", *words, log]
        found = map(json.loads, CliRunner().invoke(main, command).stdout.splitlines())
        return [row["data"] for row in found if row.get("change_type") != "update_preimage"]

    found = images("--format", "maxwell")
    assert found == [
        {name: expected(value) for name, value in record.items()} for record in images()
    ]
    kinds = {value.split()[0] for one in found for value in one.values() if isinstance(value, str)}
    assert len(kinds) == 7


def test_a_stream_of_messages(spark: SparkSession, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    found: list[Pair] = []

    def keep(batch: DataFrame, _: int) -> None:
        found.extend(pairs(batch))

    for number in (1, 2):
        data = (FIXTURES / f"mysql97/rotated.{number}.binlog").read_bytes()
        (logs / f"binlog.{number:06}").write_bytes(data)
        frame = spark.readStream.format("binlog").option("messages", "debezium").load(str(logs))
        query = frame.writeStream.option("checkpointLocation", str(tmp_path / "checkpoint"))
        query.foreachBatch(keep).trigger(availableNow=True).start().awaitTermination()
    assert found == printed(["debezium"], *sorted(logs.iterdir()))


@pytest.mark.parametrize(
    "options",
    [
        {"table": "types.wide", "where": "id = 1"},
        {"mergeSchema": "true"},
        {"mode": "PERMISSIVE"},
        {"view": "events"},
        {"json": "binary"},
    ],
    ids=str,
)
def test_options_that_do_not_go_with_messages(spark: SparkSession, options: Any) -> None:
    reader = spark.read.format("binlog").option("messages", "canal").options(**options)
    with pytest.raises(PySparkException, match=r"option (?:where|mergeSchema|mode|messages|json)"):
        reader.load(str(TYPES)).count()
