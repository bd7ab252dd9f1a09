"""The session of Spark's tests."""

from tests.spark.conftest import spark

__all__ = ["spark"]
