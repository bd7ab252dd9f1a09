"""Read logs in batch queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader
from pyspark.sql.types import StructType

from binlog_kaitai.compiler.own.kept import compiled_specs, packed, unpacked
from binlog_kaitai.model.conditions import parse_condition
from binlog_kaitai.model.spans import Span, parts_of, spans_between
from binlog_kaitai.read.engines import soonest
from binlog_kaitai.read.indexed import LogIndex, keys_of_condition
from binlog_kaitai.read.own_specs import Batches, batches_by, call_by
from binlog_kaitai.spark.releases import to_arrow_schema
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.partitions import LogPartition, partitions_of
from binlog_kaitai.spark.source.paths import FoundFile, find_files, input_paths
from binlog_kaitai.spark.source.schemas import check_schema, infer_schema, where_of
from binlog_kaitai.spark.source.views import LogRows, scope_of

SMALL = 2**16
"""Maximum size for which the tree engine is faster than loading the kernels in a worker."""


class BinlogReader(DataSourceReader):
    """Reads the files of the options, in partitions of `maxPartitionBytes`.

    Args:
        options: the options.
        schema: the schema of the rows.
        is_inferred: whether the source itself inferred the schema.

    Raises:
        ValueError: the schema does not fit the files.
    """

    def __init__(self, options: Options, schema: StructType, *, is_inferred: bool) -> None:
        self._options = options
        self._files = find_files(input_paths(options), options)
        self._schema = to_arrow_schema(schema)
        scope = scope_of(options, [file.path for file in self._files])
        if not is_inferred:
            check_schema(self._schema, self._files, options)
        where = where_of(options, self._schema)
        self._rows = LogRows(options, scope, self._schema, is_inferred, where)

    @property
    def schema(self) -> pa.Schema:
        """The schema of the batches."""
        return self._schema

    def partitions(self) -> Sequence[LogPartition]:
        ruled_out = self._ruled_out()
        files = enumerate(zip(self._files, self._spans_of_files(), strict=True))
        spans = (
            (file, span)
            for number, (file, span_of_file) in files
            if number not in ruled_out
            for span in self._spans(file, span_of_file)
        )
        # for no partition, Spark would ask for one without parts
        return list(partitions_of(spans, self._options)) or [LogPartition(())]

    def _ruled_out(self) -> frozenset[int]:
        """Return the numbers of files without wanted rows, by an index beside them."""
        options = self._options
        if options.view != "changes":
            return frozenset()
        test = None if options.where is None else parse_condition(options.where)
        asked = None if test is None else keys_of_condition(test, self._schema)
        return LogIndex(self._files).without(self._rows.scope, options.table is None, asked)

    def _spans_of_files(self) -> list[Span]:
        options = self._options
        return spans_between(options.start_position, options.stop_position, len(self._files))

    def _spans(self, file: FoundFile, span_of_file: Span) -> list[Span]:
        if file.is_compressed:
            return [span_of_file]
        return list(parts_of(span_of_file, file.size, self._options.max_partition_bytes))

    def read(self, partition: LogPartition) -> Iterator[pa.RecordBatch]:  # type: ignore[override]
        engine = soonest(self._options.engine, partition.paths, small=SMALL)
        yield from partition.batches(self._rows.of, engine)


def own_schema(options: Options) -> StructType:
    """Return the result of `infer_schema` with the specs of the options. Raises as that."""
    schema: StructType = call_by(_home(options), infer_schema, replace(options, specs=None))
    return schema


class OwnReader(DataSourceReader):
    """Reads as `BinlogReader`, with the specs in the options.

    The compiled specs are sent to executors, which need no compiler.
    """

    def __init__(self, options: Options, schema: StructType, *, is_inferred: bool) -> None:
        home = _home(options)
        arguments = (replace(options, specs=None), schema, is_inferred)
        self._reader, self._partitions = call_by(home, _reader_of, *arguments)
        self._packed = packed(home)

    def partitions(self) -> Sequence[LogPartition]:
        partitions: Sequence[LogPartition] = self._partitions
        return partitions

    def read(self, partition: LogPartition) -> Iterator[pa.RecordBatch]:  # type: ignore[override]
        yield from batches_by(unpacked(self._packed), _read, self._reader, partition)


def _home(options: Options) -> Path:
    return compiled_specs(options.specs or "")


def _reader_of(
    options: Options, schema: StructType, is_inferred: bool
) -> tuple[BinlogReader, Sequence[LogPartition]]:
    reader = BinlogReader(options, schema, is_inferred=is_inferred)
    return reader, reader.partitions()


def _read(reader: BinlogReader, partition: LogPartition) -> Batches:
    return Batches(reader.schema, reader.read(partition))
