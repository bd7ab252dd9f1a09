"""Run the tasks of an export with Spark, on one machine or a cluster."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from pyspark import SparkContext
from pyspark.sql import SparkSession

from binlog_kaitai.errors import BinlogError, TransientError
from binlog_kaitai.io.outages import outage_of
from binlog_kaitai.spark.session import SHORT_LIVED, start_context

Result = TypeVar("Result")

# number of concurrent jobs, because the last tasks of a job leave cores idle
CONCURRENT_JOBS = 2


class SparkRunner:
    """Runs tasks in Spark's workers, which need this project and access to the same files.

    The first task starts Spark, unless a session is active.
    """

    def __init__(self, master: str) -> None:
        self.master = master
        self.started: SparkContext | None = None

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield the results of tasks in their order; raise the error of the first failed task."""
        if not tasks:
            return
        context = self._context()
        size = context.defaultParallelism
        jobs = [tasks[first : first + size] for first in range(0, len(tasks), size)]

        def run(job: Sequence[Callable[[], Result]]) -> list[Any]:
            return context.parallelize(job, len(job)).map(_result_of).collect()

        pool = ThreadPoolExecutor(CONCURRENT_JOBS)
        try:
            for result in itertools.chain.from_iterable(pool.map(run, jobs)):
                if isinstance(result, (BinlogError, TransientError)):
                    raise result
                yield result
        finally:
            pool.shutdown(cancel_futures=True)

    def _context(self) -> SparkContext:
        session = SparkSession.getActiveSession()
        if session is not None:
            return session.sparkContext
        if self.started is None:
            # Java only transfers tasks, and facts about files
            self.started = start_context(self.master, **SHORT_LIVED)
        return self.started


@contextmanager
def spark_runner(master: str = "local[*]") -> Iterator[SparkRunner]:
    """Yield a runner of tasks in Spark. If it started Spark, Spark ends with the block."""
    runner = SparkRunner(master)
    try:
        yield runner
    finally:
        if runner.started is not None:
            runner.started.stop()


def _result_of(task: Callable[[], Result]) -> Result | BinlogError | TransientError:
    # Spark would only transfer the text of an error
    try:
        return task()
    except (BinlogError, TransientError) as error:
        return error
    except OSError as error:
        outage = outage_of(error)
        if outage is None:
            raise
        return TransientError(outage)
