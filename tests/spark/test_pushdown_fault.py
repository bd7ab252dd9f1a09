"""Why the source leaves filters to Spark, and takes them as options."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.spark.pushdown_fault import numbers_of_union


def test_spark_still_mixes_up_filters(spark: SparkSession) -> None:
    """If this fails, Spark is mended: the source can take filters then, from that version on."""
    assert numbers_of_union(spark) == [2, 2]
