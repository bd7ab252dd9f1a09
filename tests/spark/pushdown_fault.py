"""`python -m tests.spark.pushdown_fault`: Spark mixes up the filters that it hands to Python.

Needs PySpark 4.1 or newer, and nothing of this project. A table is read once and filtered in two
ways; each source filters by what `pushFilters` was called with. The union has rows of one filter
twice, and none of the other: plans of one `load` share their filters.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, EqualTo, InputPartition

SETTING = "spark.sql.python.filterPushdown.enabled"


class Numbers(DataSource):
    """The numbers 1, 2 and 3."""

    @classmethod
    def name(cls) -> str:
        return "numbers"

    def schema(self) -> str:
        return "i int"

    def reader(self, schema: object) -> DataSourceReader:  # noqa: ARG002 - Spark's interface
        return NumbersReader()


class NumbersReader(DataSourceReader):
    """Reads the numbers for which the filters hold that it was given."""

    def __init__(self) -> None:
        self.wanted = [1, 2, 3]

    def pushFilters(self, filters):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201, N802
        for one in filters:
            if isinstance(one, EqualTo):
                self.wanted = [number for number in self.wanted if number == one.value]
            else:
                yield one

    def read(self, partition: InputPartition) -> Iterator[tuple[int]]:  # noqa: ARG002
        for number in self.wanted:
            yield (number,)


def numbers_of_union(spark: SparkSession) -> list[int]:
    """Return what `i = 1` and `i = 2` give together: 1 and 2, if Spark does it right."""
    before = spark.conf.get(SETTING)
    spark.conf.set(SETTING, "true")
    try:
        spark.dataSource.register(Numbers)
        numbers = spark.read.format("numbers").load()
        union = numbers.where("i = 1").union(numbers.where("i = 2"))
        return sorted(row["i"] for row in union.collect())
    finally:
        spark.conf.set(SETTING, str(before))


if __name__ == "__main__":
    found = numbers_of_union(SparkSession.builder.master("local[1]").getOrCreate())
    sys.exit(0 if found == [1, 2] else f"expected [1, 2], found {found}")
