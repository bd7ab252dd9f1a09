"""The feed of changes for AUTO CDC, against the servers' SELECT."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - as in Spark's own documents

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.lake.current.feed import IS_DELETE, SEQUENCE, feed
from binlog_kaitai.spark import auto_cdc, sequence
from tests.marks import mostly_long
from tests.replay import FIXTURES, load_truth
from tests.spark.test_latest import TABLES, changes, rows_of
from tests.typed import expected_rows, in_order

Row = dict[str, Any]

pytestmark = pytest.mark.usefixtures("few_partitions")

INSERT, DELETE, BEFORE, AFTER = "insert", "delete", "update_preimage", "update_postimage"


def batch(*images: tuple[str, int, int, Row, list[str] | None]) -> pa.RecordBatch:
    """Changes: each its kind, position, ordinal, values, and the names of those that are absent."""
    kinds, positions, ordinals, rows, absent = zip(*images, strict=True)
    return pa.RecordBatch.from_pydict(
        {
            "_file": ["binlog.000001"] * len(images),
            "_position": positions,
            "_ordinal": ordinals,
            "_change_type": kinds,
            "_absent": pa.array(absent, pa.list_(pa.string())),
            "id": pa.array([row.get("id") for row in rows], pa.int64()),
            "v": pa.array([row.get("v") for row in rows], pa.string()),
            SEQUENCE: [f"{p:04}:{o:04}" for p, o in zip(positions, ordinals, strict=True)],
        }
    )


def fed(*batches: pa.RecordBatch) -> list[tuple[Any, ...]]:
    return [
        (row["id"], row["v"], row[IS_DELETE])
        for found in feed(iter(batches), ["id"])
        for row in found.to_pylist()
    ]


WHOLE = batch(
    (INSERT, 4, 0, {"id": 1, "v": "a"}, None),
    (INSERT, 4, 1, {"id": 2, "v": "b"}, None),
    (BEFORE, 5, 0, {"id": 1, "v": "a"}, None),
    (AFTER, 5, 1, {"id": 1, "v": "c"}, None),
    (BEFORE, 5, 2, {"id": 2, "v": "b"}, None),
    (AFTER, 5, 3, {"id": 3, "v": "b"}, None),
    (DELETE, 6, 0, {"id": 1, "v": "c"}, None),
)
FED = [
    (1, "a", False),
    (2, "b", False),
    (1, "c", False),
    (2, "b", True),
    (3, "b", False),
    (1, "c", True),
]


def test_updates_are_after_images_and_deletes_of_old_keys() -> None:
    assert fed(WHOLE) == FED


def test_batches_end_anywhere() -> None:
    for first in range(len(WHOLE) + 1):
        for second in range(first, len(WHOLE) + 1):
            parts = [
                WHOLE.slice(0, first),
                WHOLE.slice(first, second - first),
                WHOLE.slice(second),
            ]
            assert fed(*parts) == FED


def test_partial_images_are_completed_by_each_other() -> None:
    """As with binlog_row_image=MINIMAL, where the after image has no key that stays."""
    partial = batch(
        (BEFORE, 5, 0, {"id": 1, "v": "old"}, None),
        (AFTER, 5, 1, {"v": "new"}, ["id"]),
        (BEFORE, 6, 0, {"id": 2, "v": "kept"}, None),
        (AFTER, 6, 1, {"id": 3}, ["v"]),
        (DELETE, 7, 0, {"id": 3}, ["v"]),
    )
    expected = [(1, "new", False), (2, "kept", True), (3, "kept", False), (3, None, True)]
    assert fed(partial) == expected


REFUSED = [
    ([(INSERT, 4, 0, {"id": 1}, ["v"])], "at byte 4: expected a row image with the value of v"),
    (
        [(BEFORE, 5, 0, {"id": 1}, ["v"]), (AFTER, 5, 1, {"id": 1}, ["v"])],
        "at byte 5: expected a row image with the value of v",
    ),
    ([(DELETE, 5, 0, {"v": "a"}, ["id"])], "at byte 5: expected a row image with the value of id"),
    ([(BEFORE, 5, 0, {"id": 1}, None)], "at byte 5: expected the after image of the update"),
    ([(AFTER, 5, 1, {"id": 1}, None)], "at byte 5: expected the before image of the update"),
    (
        [(BEFORE, 5, 0, {"id": 1}, None), (AFTER, 6, 1, {"id": 1}, None)],
        "at byte 6: expected the before image of the update",
    ),
    (
        [(BEFORE, 5, 0, {"id": 1}, None), (DELETE, 6, 0, {"id": 1}, None)],
        "at byte 5: expected the after image of the update",
    ),
]


@pytest.mark.parametrize(("images", "message"), REFUSED)
def test_what_no_image_tells_is_refused(images: list[Any], message: str) -> None:
    with pytest.raises(BinlogError, match=message):
        fed(batch(*images))


def last_rows(frame: DataFrame, keys: list[str]) -> list[Row]:
    """What AUTO CDC keeps of each key: the row of the highest sequence, if it is no delete."""
    last: dict[Any, Row] = {}
    for row in sorted(rows_of(frame), key=lambda row: str(row[SEQUENCE])):
        last[tuple(row[key] for key in keys)] = row
    names = [name for name in frame.columns if name not in (SEQUENCE, IS_DELETE)]
    return [{name: row[name] for name in names} for row in last.values() if not row[IS_DELETE]]


@pytest.mark.parametrize(("server", "case", "table", "keys"), mostly_long(TABLES, short=2))
def test_the_feed_leads_to_the_servers_select(
    spark: SparkSession, server: str, case: str, table: str, keys: str
) -> None:
    truth = load_truth(server, case)["tables"][table]
    has_names = server != "mysql56"
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    names = keys.split(", ")
    found = auto_cdc(changes(spark, FIXTURES / server / f"{case}.binlog", table), names)
    assert in_order(last_rows(found, names)) == in_order(expected)


def test_the_sequence_is_that_of_the_logs(spark: SparkSession, tmp_path: Path) -> None:
    for number, name in ((1, "binlog.999999"), (2, "binlog.1000000")):
        shutil.copy(FIXTURES / "mysql97" / f"rotated.{number}.binlog", tmp_path / name)
    log = changes(spark, tmp_path, "rotated.events")
    found = rows_of(log.withColumn(SEQUENCE, sequence(log)))
    order = {"binlog.999999": 1, "binlog.1000000": 2}
    places = {
        row[SEQUENCE]: (order[row["_file"]], row["_position"], row["_ordinal"]) for row in found
    }
    assert [places[text] for text in sorted(places)] == sorted(places.values())
    assert len(places) == len(found) == 7


def test_prepared_changes_are_refused(spark: SparkSession) -> None:
    with pytest.raises(PySparkException, match="for a prepared XA transaction"):
        rows_of(auto_cdc(changes(spark, FIXTURES / "mysql97" / "xa.1.binlog", "xa.accounts"), "id"))


def test_what_was_rolled_back_does_not_count(spark: SparkSession) -> None:
    log = changes(spark, FIXTURES / "mysql97" / "rotated.1.binlog", "rotated.events")
    outcome = F.when(log["id"] == 1, "rolled_back").otherwise(log["_outcome"])
    found = auto_cdc(log.withColumn("_outcome", outcome), "id")
    assert {row["id"] for row in rows_of(found)} == {2, 3}


def test_columns_that_are_missing(spark: SparkSession) -> None:
    log = changes(spark, FIXTURES / "mysql97" / "rotated.1.binlog", "rotated.events")
    with pytest.raises(ValueError, match="found no key"):
        auto_cdc(log, "key")
    with pytest.raises(ValueError, match="found no keys"):
        auto_cdc(log, [])
    with pytest.raises(ValueError, match="found no _ordinal"):
        auto_cdc(log.drop("_ordinal"), "id")
