"""Pack spans of files into Spark's partitions, small ones together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import pyarrow as pa
from pyspark.sql.datasource import InputPartition

from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.paths import FoundFile

OPEN_COST = 2**20  # bytes that take as long to read as opening a file, with a margin
OPEN_COST_IN_BUCKET = 2**22


@dataclass(frozen=True)
class LogPart:
    """A span of a binary log file, by its absolute path or URI."""

    path: str
    span: Span


ReadSpan: TypeAlias = Callable[[Sequence[str], Span, Engines], Iterator[pa.RecordBatch]]
"""Reads the same span of consecutive files."""


@dataclass(frozen=True)
class LogPartition(InputPartition):
    """Parts of files that one task reads in order."""

    parts: tuple[LogPart, ...]

    @property
    def paths(self) -> list[str]:
        """The files of the parts."""
        return [part.path for part in self.parts]

    def batches(self, read: ReadSpan, engine: Engine) -> Iterator[pa.RecordBatch]:
        """Yield the batches of `read` for the parts, with an engine."""
        engines = Engines(engine)
        for span, parts in groupby(self.parts, lambda part: part.span):
            yield from read([part.path for part in parts], span, engines)


def partitions_of(
    spans: Iterable[tuple[FoundFile, Span]], options: Options
) -> Iterator[LogPartition]:
    """Pack spans of files into partitions, in their order, as Spark packs files.

    The size of a span is its bytes plus the cost of opening its file. A partition contains at least
    one span, and more up to `maxPartitionBytes`.
    """
    parts: list[LogPart] = []
    num_bytes = 0
    for file, span in spans:
        size = max(0, (file.size if span.end is None else span.end) - span.start)
        if parts and num_bytes + size > options.max_partition_bytes:
            yield LogPartition(tuple(parts))
            parts, num_bytes = [], 0
        parts.append(LogPart(file.path, span))
        num_bytes += size + (options.open_cost_in_bytes or _open_cost(file.path))
    if parts:
        yield LogPartition(tuple(parts))


def _open_cost(path: str) -> int:
    return OPEN_COST_IN_BUCKET if is_remote(path) else OPEN_COST
