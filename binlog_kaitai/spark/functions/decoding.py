"""Binary logs that lie in a column: whole files, or a server's events one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import DataType, StructType

from binlog_kaitai.io.files import HeldFile
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.layouts import scope_under
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.packet_batches import PacketBatches
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
    """Return the changes in whole log files, of which each row holds one: its path and its bytes.

        decode_files(spark.read.format("binaryFile").load("binlogs/"))

    Args:
        df: the files; the default columns are those of Spark's source `binaryFile`.
        table: only row images of this one, `database.table`.
        schema: some fields of the record, or with `table` typed columns, by name, and where the log
            has no names by position; a column that an image does not have is null. Without it,
            flat records: the fields of `Record`, `data` as JSON text.
        path: the column of the files' names, string.
        content: the column of their bytes, binary.
        verify_checksums: an event with a wrong checksum fails the query.

    Returns:
        The changes, one a row image or statement, in the order of each file.

    Raises:
        ValueError: for a field that no record has, or that has another type. A damaged file fails
            the query with the text of the BinlogError, which has the file's path.
    """
    is_typed = table is not None and schema is not None
    spark_schema = _spark_schema(schema)
    wanted = to_arrow_schema(spark_schema)
    check_record_fields(wanted, is_typed=is_typed)

    def decode(batches: Iterator[pa.RecordBatch]) -> Batches:
        for batch in batches:
            yield from changes_in_files(
                batch, wanted, table, is_typed=is_typed, verify_checksums=verify_checksums
            )

    files = df.select(named(path), named(content)).toDF("path", "content")
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
    """Return the changes in what a server sends to a replica, of which each row holds one event.

    Each of the DataFrame's partitions is a stream of its own, in order: the FORMAT_DESCRIPTION,
    before which there may be the ROTATE that a server begins with, and the events that follow it.
    Sort them within partitions, or use `packets_udtf`, where Spark may have put them in another.
    The changes come out with the batch of rows that their events are in.

    Args:
        df: the events; not a streaming DataFrame, whose batches go on with a stream:
            `follow_packets` takes those.
        table: as of `decode_files`.
        schema: as of `decode_files`.
        packet: the column of the events, binary.
        framing: what it holds: a `packet` of the protocol, without the header of its length and
            number; one of semi-synchronous replication, `semi_sync`; or only the `event`.
        engine: as for `binlog_kaitai.read_batches`: the slow one reads while kernels are compiled.
        verify_checksums: an event with a wrong checksum fails the query.

    Returns:
        The changes, as of `decode_files`. `file` is what the last ROTATE says, null where there was
        none; `position` is that in the server's log, if the server did not change the events, as
        it does for replicas that know no checksums.

    Raises:
        ValueError: for a streaming DataFrame, a field that no record has, a framing or an engine
            that there is not. A stream that is damaged, or not in order, fails the query with the
            text of the BinlogError.
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

    return df.select(named(packet)).toDF("value").mapInArrow(decode, output)


def decoder_of_packets(
    table: str | None,
    schema: StructType | str | None,
    *,
    framing: Framing,
    engine: Engine,
    verify_checksums: bool,
) -> tuple[StructType, Callable[[], PacketBatches]]:
    """Return the columns of changes, and what makes a decoder of one stream.

    Raises ValueError for a field that no record has, a framing or an engine that there is not.
    """
    is_typed = table is not None and schema is not None
    spark_schema = _spark_schema(schema)
    wanted = to_arrow_schema(spark_schema)
    check_record_fields(wanted, is_typed=is_typed)

    def stream() -> PacketBatches:
        scope = Scope(table, verify_checksums=verify_checksums)
        scope = scope_under(scope, wanted, is_typed=is_typed)
        return PacketBatches(wanted, framing, scope, is_typed=is_typed, engine=engine)

    stream()  # refuses here, and not in a worker, what there is not
    return spark_schema, stream


def _spark_schema(schema: StructType | str | None) -> StructType:
    if schema is None:
        return RECORD
    given = DataType.fromDDL(schema) if isinstance(schema, str) else schema
    if not isinstance(given, StructType):
        raise TypeError(f"expected a schema with column names and types, found {schema!r}")
    return given


def named(column: str) -> str:
    """Return a column's name as Spark's expressions take it."""
    return f"`{column.replace('`', '``')}`"


def changes_in_files(
    batch: pa.RecordBatch,
    schema: pa.Schema,
    table: str | None,
    *,
    is_typed: bool,
    verify_checksums: bool = True,
) -> Batches:
    """Yield the changes in whole log files, of rows that have a path and its bytes."""
    for path, content in zip(*batch.columns, strict=True):
        held = content.as_buffer() if content.is_valid else b""  # no copy: it may be large
        file = HeldFile(path.as_py(), held)
        yield from read_batches(
            file,
            table,
            is_typed=is_typed,
            schema=schema,
            is_projection=True,
            verify_checksums=verify_checksums,
        )
