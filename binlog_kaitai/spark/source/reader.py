"""What the data source does once a log is to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.paths import FoundFile, find_files, given_paths
from binlog_kaitai.spark.source.schemas import check_schema
from binlog_kaitai.spark.source.views import batches_of, scope_of


@dataclass(frozen=True)
class LogPartition(InputPartition):
    """A span of a binary log file, by its absolute path or URI."""

    path: str
    span: Span


class BinlogReader(DataSourceReader):
    """Reads the files that the options name, in parts of `maxPartitionBytes`.

    `is_inferred` says that the schema is what the source itself found. Raises ValueError for a
    schema that the files do not bear.
    """

    def __init__(self, options: Options, schema: StructType, *, is_inferred: bool) -> None:
        self._options = options
        self._files = find_files(given_paths(options), options)
        self._schema = to_arrow_schema(schema, timezone="UTC")
        self._scope = scope_of(options)
        self._is_inferred = is_inferred
        if not is_inferred:
            check_schema(self._schema, self._files, options)

    def partitions(self) -> Sequence[LogPartition]:
        return [
            LogPartition(file.path, span)
            for number, file in enumerate(self._files)
            for span in self._spans(file, is_first=number == 0)
        ]

    def _spans(self, file: FoundFile, *, is_first: bool) -> list[Span]:
        start = (self._options.start_position or 0) if is_first else 0
        if file.is_compressed:
            return [Span(start)] if start else [WHOLE]
        spans = spans_of(file.size, self._options.max_partition_bytes)
        return [
            replace(span, start=max(span.start, start))
            for span in spans
            if span.end is None or span.end > start
        ]

    def read(self, partition: LogPartition) -> Iterator[pa.RecordBatch]:  # type: ignore[override]
        scope = replace(self._scope, span=partition.span)
        return batches_of(
            partition.path, scope, self._options, self._schema, is_inferred=self._is_inferred
        )
