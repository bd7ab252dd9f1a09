"""Decode binary logs in a column: whole files, or a server's events one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import DataType, StructType

from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.spark.current.settling import quoted
from binlog_kaitai.spark.releases import from_arrow_schema, to_arrow_schema
from binlog_kaitai.spark.source.schemas import check_record_fields

Batches: TypeAlias = Iterator[pa.RecordBatch]

RECORD = from_arrow_schema(RECORD_SCHEMA)


def decode_files(  # noqa: PLR0913
    df: DataFrame,
    table: str | None = None,
    schema: StructType | str | None = None,
    *,
    path: str = "path",
    content: str = "content",
    verify_checksums: bool = True,
) -> DataFrame:
    """Return the changes in whole log files. Each row contains the path and bytes of a file.

        decode_files(spark.read.format("binaryFile").load("binlogs/"))

    Args:
        df: the files; the default columns are those of Spark's source `binaryFile`.
        table: only row images of this table, `database.table`.
        schema: some fields of the record, or, with `table`, typed columns by name; by position if
            the log contains no names. A column that a row image lacks is null. By default, flat
            records: the fields of `Record`, `data` as JSON text.
        path: the column of the files' names, string.
        content: the column of the files' bytes, binary.
        verify_checksums: an event with a wrong checksum fails the query.

    Returns:
        The changes, one for each row image or statement, in the order of each file.

    Raises:
        ValueError: the record lacks a field, or has another type for it. A damaged file fails the
            query with the text of the BinlogError, which contains the file's path.
    """
    is_typed = table is not None and schema is not None
    spark_schema = _spark_schema(schema)
    arrow_schema = to_arrow_schema(spark_schema)
    check_record_fields(arrow_schema, is_typed=is_typed)

    def decode(batches: Iterator[pa.RecordBatch]) -> Batches:
        for batch in batches:
            yield from changes_in_files(
                batch, arrow_schema, table, is_typed=is_typed, verify_checksums=verify_checksums
            )

    files = df.select(quoted(path), quoted(content)).toDF("path", "content")
    return files.mapInArrow(decode, spark_schema)


def decode_packets(  # noqa: PLR0913
    df: DataFrame,
    table: str | None = None,
    schema: StructType | str | None = None,
    *,
    packet: str = "value",
    framing: Framing = "packet",
    engine: Engine = "auto",
    verify_checksums: bool = True,
) -> DataFrame:
    """Return the changes in the events that a server sends to a replica, one event per row.

    Each partition of the DataFrame is a separate stream in order: optionally the ROTATE with which
    a server begins, then the FORMAT_DESCRIPTION and the events after it. If Spark may have changed
    the order, sort within partitions, or use `packets_udtf`. The changes are in the same batch as
    their events.

    Args:
        df: the events; for a streaming DataFrame, use `follow_packets`.
        table: as for `decode_files`.
        schema: as for `decode_files`.
        packet: the column of the events, binary.
        framing: the content of the column: a `packet` of the protocol, without the header with its
            length and number; a packet of semi-synchronous replication, `semi_sync`; or only the
            `event`.
        engine: as for `binlog_kaitai.read_batches`: the tree engine reads during compilation.
        verify_checksums: an event with a wrong checksum fails the query.

    Returns:
        The changes, as for `decode_files`. `file` is the log of the last ROTATE, or null.
        `position` is that in the server's log, unless the server changed the events, as it does
        for replicas without checksums.

    Raises:
        ValueError: the DataFrame is streaming, the record lacks a field, or the framing or the
            engine is unknown. A damaged or unordered stream fails the query with the text of the
            BinlogError.
    """
    if df.isStreaming:
        raise ValueError("a streaming query requires follow_packets")
    output, stream = decoder_of_packets(
        table, schema, framing=framing, engine=engine, verify_checksums=verify_checksums
    )

    def decode(batches: Iterator[pa.RecordBatch]) -> Batches:
        packets = stream()
        for batch in batches:
            yield from packets.of(batch.column(0))

    return df.select(quoted(packet)).toDF("value").mapInArrow(decode, output)


def decoder_of_packets(
    table: str | None,
    schema: StructType | str | None,
    *,
    framing: Framing,
    engine: Engine,
    verify_checksums: bool,
) -> tuple[StructType, Callable[[], PacketBatches]]:
    """Return the columns of changes, and a factory of decoders of one stream.

    Raises:
        ValueError: the record lacks a field, or the framing or the engine is unknown.
    """
    is_typed = table is not None and schema is not None
    spark_schema = _spark_schema(schema)
    arrow_schema = to_arrow_schema(spark_schema)
    check_record_fields(arrow_schema, is_typed=is_typed)

    def stream() -> PacketBatches:
        scope = Scope(table, verify_checksums=verify_checksums)
        return PacketBatches(arrow_schema, framing, scope, is_typed=is_typed, engine=engine)

    stream()  # raises errors here, and not in a worker
    return spark_schema, stream


def _spark_schema(schema: StructType | str | None) -> StructType:
    if schema is None:
        return RECORD
    parsed = DataType.fromDDL(schema) if isinstance(schema, str) else schema
    if not isinstance(parsed, StructType):
        raise TypeError(f"expected a schema with column names and types, found {schema!r}")
    return parsed


def changes_in_files(
    batch: pa.RecordBatch,
    schema: pa.Schema,
    table: str | None,
    *,
    is_typed: bool,
    verify_checksums: bool = True,
) -> Batches:
    """Yield the changes in whole log files, from rows with a path and its bytes."""
    for path, content in zip(*batch.columns, strict=True):
        data = content.as_buffer() if content.is_valid else b""  # no copy: it may be large
        file = HeldFile(path.as_py(), data)
        yield from read_batches(
            file,
            table,
            is_typed=is_typed,
            schema=schema,
            is_projection=True,
            verify_checksums=verify_checksums,
        )
