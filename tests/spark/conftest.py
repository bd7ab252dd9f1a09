"""One session for all tests of Spark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai.spark.session import SHORT_LIVED, start_session


@pytest.fixture(scope="session")
def spark(credentials: None) -> Iterator[SparkSession]:  # noqa: ARG001
    session = start_session("local[2]", **SHORT_LIVED)
    yield session
    session.stop()


@pytest.fixture
def few_partitions(spark: SparkSession) -> Iterator[None]:
    """Have Spark not make 200 of few rows."""
    spark.conf.set("spark.sql.shuffle.partitions", 2)
    yield
    spark.conf.unset("spark.sql.shuffle.partitions")
