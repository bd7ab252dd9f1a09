"""Changes folded into rows, against the servers' SELECT."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai.spark import last_changes, latest
from binlog_kaitai.spark.current.settling import file_order
from binlog_kaitai.spark.source import paths
from tests.marks import mostly_long
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order

pytestmark = pytest.mark.usefixtures("few_partitions")

Row = dict[str, Any]


def changes(spark: SparkSession, paths: Path | list[str], table: str) -> DataFrame:
    reader = spark.read.format("binlog").option("table", table)
    return reader.load(paths if isinstance(paths, list) else str(paths))


def rows_of(frame: DataFrame) -> list[Row]:
    found: list[Row] = frame.toArrow().to_pylist()
    return found


# tables that only row events change, with whole images; `wide` changes a key, too
TABLES = [
    ("mysql97", "types", "types.wide", "id"),
    ("mysql97", "types", "types.composite", "part, id"),
    ("mysql97", "types", "types.json_values", "id"),
    ("mysql97", "compressed", "payloads.orders", "id"),
    ("mysql56", "types", "types.wide", "@1"),
    ("mysql56", "rows_v1", "types.columns_301", "@1"),
    ("mariadb1011", "types", "types.wide", "id"),
    ("mariadb118", "types", "types.wide", "id"),
    ("mariadb118", "types", "types.addresses", "id"),
    ("mariadb118", "versioned", "versioned.numbered", "id"),
]


@pytest.mark.parametrize(("server", "case", "table", "keys"), mostly_long(TABLES, short=3))
def test_latest_is_the_servers_select(
    spark: SparkSession, server: str, case: str, table: str, keys: str
) -> None:
    truth = load_truth(server, case)["tables"][table]
    has_names = server != "mysql56"
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    assert expected
    found = latest(changes(spark, FIXTURES / server / f"{case}.binlog", table), keys.split(", "))
    assert found.columns == list(expected[0])
    assert in_order(rows_of(found)) == in_order(expected)


@pytest.mark.parametrize("server", mostly_long(["mysql97", "mysql56", "mariadb118"]))
def test_files_follow_each_other_by_number(
    spark: SparkSession, tmp_path: Path, server: str
) -> None:
    for number, name in ((1, "binlog.999999"), (2, "binlog.1000000")):
        shutil.copy(FIXTURES / server / f"rotated.{number}.binlog", tmp_path / name)
    has_names = server != "mysql56"
    truth = load_truth(server, "rotated")["tables"]["rotated.events"]
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    typed = changes(spark, tmp_path, "rotated.events")
    assert len({row["_file"] for row in typed.select("_file").distinct().collect()}) == 2
    found = rows_of(latest(typed, "id" if has_names else "@1"))
    assert in_order(found) == in_order(expected)


NOTES = {
    **dict.fromkeys(("title", "body", "picture", "changed")),
    "counter": 7,
    "label": "none",
}

PARTIAL = [
    # tables whose images leave columns out, and what these have by default
    *(
        (server, case, "images.notes", NOTES)
        for server in ("mysql97", "mysql56", "mariadb118")
        for case in ("images_minimal", "images_noblob")
    ),
    ("mariadb118", "images_full_nodup", "images.notes", {}),
    ("mysql97", "images_noblob", "images.many_columns", {}),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("server", "case", "table", "defaults"), mostly_long(PARTIAL, short=2))
def test_latest_of_partial_images_is_the_servers_select(
    spark: SparkSession, server: str, case: str, table: str, defaults: Row
) -> None:
    truth = load_truth(server, case)["tables"][table]
    has_names = server != "mysql56"
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    names = [column["name"] for column in truth["columns"]]
    of_names = dict(zip(names, expected[0], strict=True))
    found = latest(
        changes(spark, FIXTURES / server / f"{case}.binlog", table),
        of_names["id"],
        defaults={of_names[name]: value for name, value in defaults.items()},
    )
    assert found.columns == list(expected[0])
    assert in_order(rows_of(found)) == in_order(expected)


UNTOLD = [
    ("images_minimal", "images.notes", r"\w+, found an insert that omits it"),
    (
        "json_partial_minimal",
        "documents.docs",
        "j, found changes to a JSON document that is not in",
    ),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("case", "table", "reason"), UNTOLD)
def test_value_that_no_image_tells_fails(
    spark: SparkSession, case: str, table: str, reason: str
) -> None:
    frame = latest(changes(spark, FIXTURES / "mysql97" / f"{case}.binlog", table), "id")
    place = rf"{case}\.binlog: at byte \d+: "
    with pytest.raises(
        PySparkException, match=f"{place}expected row images with the value of {reason}"
    ):
        frame.collect()


MADE_UP = (
    "_file string, _position long, _ordinal long, _change_type string, _absent array<string>,"
    " `a.b` int, v string"
)

FOLDED = [
    # the changes, in the order of the logs, and what they leave; None is no row
    ([("insert", 1, "x")], {1: "x"}),
    ([("insert", 1, "x"), ("delete", 1, "x")], {1: None}),
    ([("insert", 1, "x"), ("delete", 1, "x"), ("insert", 1, "y")], {1: "y"}),
    ([("update_preimage", 1, "x"), ("update_postimage", 1, "y")], {1: "y"}),
    ([("update_preimage", 1, "x"), ("update_postimage", 2, "x")], {1: None, 2: "x"}),
    (
        # keys that move up by one, the last first
        [
            *(("update_preimage", 2, "b"), ("update_postimage", 3, "b")),
            *(("update_preimage", 1, "a"), ("update_postimage", 2, "a")),
        ],
        {1: None, 2: "a", 3: "b"},
    ),
    (
        # keys that change places by way of a third
        [
            *(("update_preimage", 1, "a"), ("update_postimage", 3, "a")),
            *(("update_preimage", 2, "b"), ("update_postimage", 1, "b")),
            *(("update_preimage", 3, "a"), ("update_postimage", 2, "a")),
        ],
        {1: "b", 2: "a", 3: None},
    ),
]


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize(("logged", "left"), mostly_long(FOLDED, short=3))
def test_last_change_of_a_key_counts(
    spark: SparkSession, logged: list[tuple[str, int, str]], left: dict[int, str | None]
) -> None:
    rows = [
        (f"b.{9 + i // 4}", 100 * (i // 2), i % 2, kind, None, key, value)
        for i, (kind, key, value) in enumerate(logged)
    ]
    random.Random(1).shuffle(rows)
    frame = spark.createDataFrame(rows, MADE_UP)
    assert dict(map(tuple, latest(frame, "a.b").collect())) == {
        key: value for key, value in left.items() if value is not None
    }
    last = last_changes(frame, "a.b")
    assert last.columns == frame.columns
    gone = {"delete", "update_preimage"}
    assert {
        row["a.b"]: None if row["_change_type"] in gone else row["v"] for row in last.collect()
    } == left


def test_file_order_is_that_of_the_source(spark: SparkSession) -> None:
    names = [
        *("binlog.9", "binlog.10", "binlog.000011", "binlog.1000000", "binlog.999999", "binlog"),
        *("a1b10", "a1b9", "a1", "a", "1", "10", "9", "mysql-bin.000002", "mysql-bin-2.000001"),
        *("relay-bin.000001.gz", "relay-bin.000001", "", "é.2", "é.10"),
    ]
    frame = spark.createDataFrame([(name,) for name in names], "name string")
    found = [row.name for row in frame.orderBy(file_order(frame["name"])).collect()]
    assert found == sorted(names, key=paths.in_order)


def test_image_without_a_key_fails(spark: SparkSession) -> None:
    frame = latest(changes(spark, FIXTURES / "mysql97" / "types.binlog", "types.keyless"), "id")
    with pytest.raises(PySparkException) as raised:
        frame.collect()
    assert "types.binlog: at byte " in str(raised.value)
    assert "expected a row image with a value for the key id, found none" in str(raised.value)


def test_bad_usage_is_refused(spark: SparkSession) -> None:
    frame = spark.createDataFrame([], MADE_UP)
    with pytest.raises(ValueError, match="defaults: no column x"):
        latest(frame, "a.b", defaults={"x": 1})
    with pytest.raises(ValueError, match="found no column _file, _change_type"):
        latest(frame.drop("_file", "_change_type"), "a.b")
    with pytest.raises(ValueError, match="at least one key column, found none"):
        latest(frame, [])
    with pytest.raises(PySparkException, match="nope"):
        latest(frame, "nope")
