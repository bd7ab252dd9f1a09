"""Changes by partial images folded into rows, against a table that is changed at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from binlog_kaitai.spark import last_changes, latest
from tests.marks import mostly_long

SCHEMA = (
    "_file string, _position long, _ordinal long, _change_type string, _absent array<string>,"
    " id int, v int, w string, x array<int>"
)
COLUMNS = ("v", "w", "x")
DEFAULTS = {"v": 7, "w": "none", "x": None}

Row = dict[str, Any]

# which columns a before image holds, and which an after image does that did not change
IMAGES = {"full": (COLUMNS, COLUMNS), "noblob": (("v",), ("v",)), "nodup": (COLUMNS, ())}


@pytest.fixture(autouse=True)
def _few_partitions(spark: SparkSession) -> Iterator[None]:
    spark.conf.set("spark.sql.shuffle.partitions", 2)
    yield
    spark.conf.unset("spark.sql.shuffle.partitions")


@dataclass
class Table:
    """A table, and the typed rows of its changes."""

    rows: dict[int, Row] = field(default_factory=dict)
    logged: list[tuple[Any, ...]] = field(default_factory=list)
    position: int = 0

    def log(self, ordinal: int, change_type: str, key: int, values: Row) -> None:
        absent = [name for name in COLUMNS if name not in values] or None
        place = f"b.{9 + self.position // 300}", self.position, ordinal
        held = [values.get(name) for name in COLUMNS]
        self.logged.append((*place, change_type, absent, key, *held))

    def insert(self, key: int, given: Row) -> None:
        self.rows[key] = DEFAULTS | given
        self.log(0, "insert", key, given)

    def update(self, key: int, new_key: int, changed: Row, images: str) -> None:
        row = self.rows.pop(key)
        before, unchanged = IMAGES.get(images, ((), ()))
        held = {name: row[name] for name in before}
        self.log(0, "update_preimage", key, held)
        row |= changed
        kept = {name: row[name] for name in unchanged}
        # what the before image holds, and the after image leaves out, did not change
        self.log(1, "update_postimage", new_key, held | kept | changed)
        self.rows[new_key] = row

    def delete(self, key: int, images: str) -> None:
        row = self.rows.pop(key)
        before, _ = IMAGES.get(images, ((), ()))
        self.log(0, "delete", key, {name: row[name] for name in before})


def some(choose: random.Random) -> Row:
    """Values of some columns."""
    values = {
        "v": choose.choice((None, choose.randrange(100))),
        "w": choose.choice((None, "", str(choose.random()))),
        "x": choose.choice((None, [], [choose.randrange(9)])),
    }
    return {name: value for name, value in values.items() if choose.random() < 0.4}


def work(table: Table, choose: random.Random, count: int) -> None:
    keys = range(60)
    for _ in range(count):
        table.position += 100
        key, new_key = choose.choice(keys), choose.choice(keys)
        images = choose.choice(("full", "noblob", "nodup", "minimal", "minimal"))
        if key not in table.rows:
            given = DEFAULTS if images in {"full", "nodup"} else {}
            table.insert(key, given | some(choose))
        elif choose.random() < 0.1:
            table.delete(key, images)
        else:
            moves = choose.random() < 0.3 and new_key not in table.rows
            table.update(key, new_key if moves else key, some(choose), images)


def test_rows_are_those_of_the_table(spark: SparkSession) -> None:
    choose = random.Random(10)
    table = Table()
    work(table, choose, 3000)
    assert len(table.rows) > 30
    choose.shuffle(table.logged)
    found = latest(spark.createDataFrame(table.logged, SCHEMA), "id", defaults=DEFAULTS)
    rows = {row.pop("id"): row for row in found.toArrow().to_pylist()}
    assert rows == table.rows


def test_last_changes_name_what_the_target_has(spark: SparkSession) -> None:
    choose = random.Random(11)
    table = Table({key: DEFAULTS | some(choose) for key in range(60)})
    target = {key: dict(row) for key, row in table.rows.items()}
    for key in list(table.rows):
        for _ in range(choose.randrange(4)):
            table.position += 100
            images = choose.choice(("noblob", "minimal"))
            table.update(key, key, some(choose), images)
    table.position += 100
    table.delete(5, "minimal")
    choose.shuffle(table.logged)
    last = last_changes(spark.createDataFrame(table.logged, SCHEMA), "id")
    num_absent = 0
    for row in last.toArrow().to_pylist():
        if row["_change_type"] == "delete":
            del target[row["id"]]
            continue
        absent = row["_absent"] or ()
        num_absent += bool(absent)
        assert not {row[name] for name in absent} - {None}
        target[row["id"]] |= {name: row[name] for name in COLUMNS if name not in absent}
    assert num_absent > 10
    assert target == table.rows


def _place(number: int) -> tuple[str, int, int]:
    return ("b.1", number // 2 * 100, number % 2)


UNTOLD = [
    # the changes of v, why no image tells it, and whether the target of MERGE has it
    ([("insert", ["v"], 1, None)], "an insert that omits it", False),
    (
        [("update_preimage", ["v"], 1, None), ("update_postimage", ["v"], 1, None)],
        "partial row images of a row that is older than the first log",
        True,
    ),
    (
        [("update_preimage", ["v"], 1, None), ("update_postimage", ["v"], 2, None)],
        "partial row images of a row whose key an update changed",
        False,
    ),
    (
        [
            ("update_preimage", None, 1, 1),
            ("update_postimage", None, 1, 2),
            ("update_preimage", ["v"], 1, None),
            ("update_postimage", ["v"], 1, 3),
        ],
        "changes to a JSON document that is not in the logs",
        False,
    ),
]


@pytest.mark.parametrize(("logged", "reason", "is_in_target"), mostly_long(UNTOLD))
def test_value_that_no_image_tells_fails(
    spark: SparkSession, logged: list[tuple[Any, ...]], reason: str, is_in_target: bool
) -> None:
    rows = [(*_place(i), *change, "w", [1]) for i, change in enumerate(logged)]
    frame = spark.createDataFrame(rows, SCHEMA)
    place = f"at byte {_place(len(rows) - 1)[1]}"
    error = f"{place}: expected row images with the value of v, found {reason}"
    with pytest.raises(PySparkException, match=error):
        latest(frame, "id").collect()
    if is_in_target:
        assert [row["_absent"] for row in last_changes(frame, "id").collect()] == [["v"]]
    else:
        with pytest.raises(PySparkException, match=error):
            last_changes(frame, "id").collect()
