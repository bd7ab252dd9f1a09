"""The functions of `decoding` as table functions for SQL."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql import functions

from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.spark.functions.decoding import RECORD, Batches, changes_in_files
from binlog_kaitai.spark.releases import check_release

NO_TABLE = pa.nulls(1, pa.string())
PACKET = pa.array(["packet"])
AUTO = pa.array(["auto"])
TRUE = pa.array([True])


class _Files:
    """Flat records of whole log files: TABLE rows with the columns `path` and `content`."""

    def eval(
        self,
        files: pa.RecordBatch,
        table: pa.Array = NO_TABLE,
        verify_checksums: pa.Array = TRUE,
    ) -> Batches:
        batch = files.select(["path", "content"])
        name, verifies = table[0].as_py(), verify_checksums[0].as_py()
        yield from changes_in_files(
            batch, RECORD_SCHEMA, name, is_typed=False, verify_checksums=verifies
        )


class _Packets:
    """Flat records of a server's events: TABLE rows with the column `value`, in order."""

    def __init__(self) -> None:
        self._packets: PacketBatches | None = None

    def eval(
        self,
        packets: pa.RecordBatch,
        framing: pa.Array = PACKET,
        engine: pa.Array = AUTO,
        verify_checksums: pa.Array = TRUE,
    ) -> Batches:
        if self._packets is None:
            scope = Scope(verify_checksums=verify_checksums[0].as_py())
            self._packets = PacketBatches(
                RECORD_SCHEMA, framing[0].as_py(), scope, engine=engine[0].as_py()
            )
        yield from self._packets.of(packets.column("value"))


check_release("Arrow UDTFs", 4, 1)
files_udtf = functions.arrow_udtf(_Files, returnType=RECORD)
packets_udtf = functions.arrow_udtf(_Packets, returnType=RECORD)
