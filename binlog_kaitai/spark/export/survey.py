"""What files hold, found by Spark jobs that read each to its end, in spans."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from pyspark.sql import SparkSession

from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.read.survey import (
    FileSurvey,
    survey_file,
)
from binlog_kaitai.spark.source.paths import FoundFile

SPAN = 2**25  # bytes of a file that one task reads

# jobs that run at the same time, as the last tasks of one leave cores idle
CONCURRENT_JOBS = 2


def survey_files(
    spark: SparkSession,
    files: Sequence[FoundFile],
    scope: Scope = EVERYTHING,
    span_size: int = SPAN,
) -> Iterator[FileSurvey]:
    """Yield the survey of each file, in order. Raises BinlogError for a damaged one.

    Files are read in spans of at most `span_size` bytes, on all cores.
    """
    spans = [
        (file.path, span)
        for file in files
        for span in ([WHOLE] if file.is_compressed else spans_of(file.size, span_size))
    ]
    parts = _surveys(spark, spans, scope)
    for path, of_file in itertools.groupby(parts, key=lambda part: part.path):
        survey = FileSurvey(path)
        for part in of_file:
            survey.add(part)
        if survey.fault is not None:
            raise survey.fault
        yield survey


def _surveys(
    spark: SparkSession, spans: Sequence[tuple[str, Span]], scope: Scope
) -> Iterator[FileSurvey]:
    context = spark.sparkContext
    size = context.defaultParallelism
    jobs = [spans[first : first + size] for first in range(0, len(spans), size)]

    def run(job: Sequence[tuple[str, Span]]) -> list[FileSurvey]:
        return context.parallelize(job, len(job)).map(partial(_survey_of, scope=scope)).collect()

    with ThreadPoolExecutor(CONCURRENT_JOBS) as pool:
        yield from itertools.chain.from_iterable(pool.map(run, jobs))


def _survey_of(part: tuple[str, Span], scope: Scope) -> FileSurvey:
    path, span = part
    return survey_file(path, replace(scope, span=span))
