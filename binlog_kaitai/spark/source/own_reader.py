"""The data source with the option `specs`: another process reads with the user's specs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader
from pyspark.sql.types import StructType

from binlog_kaitai.compiler.own.kept import compiled_specs, packed, unpacked
from binlog_kaitai.read.own_specs import Batches, batches_by, call_by
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.partitions import LogPartition
from binlog_kaitai.spark.source.reader import BinlogReader
from binlog_kaitai.spark.source.schemas import infer_schema


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
