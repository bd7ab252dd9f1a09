"""The session of Spark's tests."""

from tests.spark.conftest import few_partitions, spark

__all__ = ["few_partitions", "spark"]
