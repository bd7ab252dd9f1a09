"""Follow running servers in streams, through a spool of their logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadLimit, SupportsTriggerAvailableNow
from pyspark.sql.types import StructType

from binlog_kaitai.io.finding import in_order
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.read.server_spool import ServerSpool, spools_of
from binlog_kaitai.read.taken import take, taken_before
from binlog_kaitai.replication.starts import EARLIEST
from binlog_kaitai.replication.uris import is_server
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.partitions import LogPartition
from binlog_kaitai.spark.source.paths import FoundFile, input_paths
from binlog_kaitai.spark.source.stream import BinlogStreamReader, Offset, UnprocessedFile


class ServerStreamReader(BinlogStreamReader):
    """Follows one server, or its successors, through a spool of its logs.

    The data of a batch is in the spool before Spark plans the batch, so retries read the same data.
    It is removed after the commit. Offsets contain the executed GTIDs, if transactions have GTIDs:
    with them, the stream can continue at another server, or after the loss of the spool. Raises as
    `BinlogStreamReader`, and ServerError.
    """

    def __init__(
        self, options: Options, schema: StructType, spool: ServerSpool, *, is_inferred: bool
    ) -> None:
        super().__init__(options, schema, is_inferred=is_inferred)
        self._spool = spool
        self._names: dict[str, str] = {}
        self._read = ""
        self._asks = True
        self._served = ("", 0)
        self._end = ("", 0)
        self._executed: tuple[object, str | None] | None = None
        self._planned = self.initialOffset()
        self._is_prepared = True

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802 - Spark's name
        """Limit the stream to the server's current data, also if the spool is full.

        An empty spool waits for the first offset: it may have been lost, and continues after it.
        """
        self._is_prepared = bool(self._spool.generations)
        if self._is_prepared:
            self._prepare()

    def _prepare(self) -> None:
        super().prepareForTriggerAvailableNow()
        self._end = self._served

    def latestOffset(self, start: Offset, limit: ReadLimit) -> Offset:  # type: ignore[override]  # noqa: N802
        """Return the end offset of the next batch."""
        self._read = start["file"]
        if start["file"]:
            self._spool.begin_after(start["file"], start.get("gtids"))
        if not self._is_prepared:
            self._is_prepared = True
            self._prepare()
        latest = super().latestOffset(start, limit)
        if latest == start and self._target is not None:
            self._listed = float("-inf")  # the spool may have space again
            latest = super().latestOffset(start, limit)
        if latest == start:
            return start
        gtids = self._gtids_at(latest, start)
        return latest if gtids is None else latest | {"gtids": gtids}

    def reportLatestOffset(self) -> Offset | None:  # type: ignore[override]  # noqa: N802
        """Return the end of the server's last log, as it was asked for."""
        file, position = self._served
        return Offset(file=file, position=position, is_closed=False) if file else None

    def partitions(self, start: Offset, end: Offset) -> Sequence[LogPartition]:  # type: ignore[override]
        """Return the partitions between two offsets, all of them from the spool."""
        self._asks, self._planned = False, start
        try:
            return super().partitions(start, end)
        finally:
            self._asks = True

    def commit(self, end: Offset) -> None:  # type: ignore[override]
        """Remove the logs that no further batch needs."""
        if end["file"]:
            self._spool.drop_before(end["file"])

    def _find(self) -> list[FoundFile]:
        if self._asks:
            self._served = self._spool.update(self._read)
        logs = self._spool.logs()
        self._names = {log.file.path: log.name for log in logs}
        return [log.file for log in logs]

    def _name(self, file: FoundFile) -> str:
        return self._names[file.path]

    def _limit_of(self, file: FoundFile) -> int | None:
        name, size = self._end
        if self._name(file) == name:
            return size
        return file.size if in_order(self._name(file)) < in_order(name) else None

    def _unread_of(self, files: list[FoundFile], start: Offset) -> list[UnprocessedFile]:
        if self._spool.is_begun_after(start.get("gtids")):
            start = start | {"is_closed": True}  # its log was lost with the spool
        return super()._unread_of(files, start)

    def _report_gone(self, name: str) -> None:
        if self._asks:
            super()._report_gone(name)
            return
        paths, start = ", ".join(input_paths(self._options)), self._planned
        begin = start.get("gtids") or start["file"].partition("/")[2] or EARLIEST
        self._report(
            f"{paths}: log file {name} of an uncommitted batch is no longer in the spool"
            f" {self._spool.folder}. Restore the spool, or start with a new checkpoint and"
            f" ?start={begin}; rows after that start may then be duplicated"
        )

    def _gtids_at(self, end: Offset, start: Offset) -> str | None:
        """Return the GTIDs before an offset, from the GTIDs before another offset."""
        key = (start, end)
        if self._executed is None or self._executed[0] != key:
            self._executed = (key, self._executed_after(start, end))
        return self._executed[1]

    def _executed_after(self, start: Offset, end: Offset) -> str | None:
        before = start.get("gtids")
        executed = GtidRanges.of(before) if before is not None else None
        for file, span in self._between(start, end):
            if executed is None and not start["file"]:
                executed = taken_before(file.path)
            if executed is None or not take(executed, file.path, span):
                return None
        return None if executed is None else executed.position()


class TopologyOffset(TypedDict):
    """Offsets in the logs of several servers, by host."""

    servers: dict[str, Offset]


class ServersStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Follows several servers at once, with a reader and a spool for each."""

    def __init__(self, readers: dict[str, ServerStreamReader]) -> None:
        self._readers = readers

    def initialOffset(self) -> TopologyOffset:  # type: ignore[override]  # noqa: N802 - Spark's name
        """Before the first log of each server."""
        return {"servers": {key: one.initialOffset() for key, one in self._readers.items()}}

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802 - Spark's name
        """Return the limit of a batch for each server."""
        return next(iter(self._readers.values())).getDefaultReadLimit()

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802 - Spark's name
        """Limit the stream to the servers' current data."""
        for reader in self._readers.values():
            reader.prepareForTriggerAvailableNow()

    def latestOffset(self, start: TopologyOffset, limit: ReadLimit) -> TopologyOffset:  # type: ignore[override]  # noqa: N802
        """Return the end offset of the next batch for each server."""
        return {
            "servers": {
                key: reader.latestOffset(self._of(start, key), limit)
                for key, reader in self._readers.items()
            }
        }

    def reportLatestOffset(self) -> TopologyOffset:  # type: ignore[override]  # noqa: N802
        """Return the end of each server's last log, for the query's progress."""
        ends = {key: reader.reportLatestOffset() for key, reader in self._readers.items()}
        return {"servers": {key: end for key, end in ends.items() if end is not None}}

    def partitions(self, start: TopologyOffset, end: TopologyOffset) -> Sequence[LogPartition]:  # type: ignore[override]
        """Return the partitions between two offsets of each server."""
        return [
            partition
            for key, reader in self._readers.items()
            for partition in reader.partitions(self._of(start, key), self._of(end, key))
        ]

    def commit(self, end: TopologyOffset) -> None:  # type: ignore[override]
        """Remove the logs that no further batch needs."""
        for key, reader in self._readers.items():
            reader.commit(self._of(end, key))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        yield from next(iter(self._readers.values())).read(partition)

    def _of(self, offset: TopologyOffset, key: str) -> Offset:
        """Return the offset of a server; its beginning if it was added to the query."""
        of_server = offset["servers"].get(key)
        return self._readers[key].initialOffset() if of_server is None else of_server


def server_stream(
    options: Options, schema: StructType, *, is_inferred: bool
) -> ServerStreamReader | ServersStreamReader:
    """Return the stream reader for the servers of the options. Raises ValueError."""
    paths = input_paths(options)
    if not all(map(is_server, paths)):
        raise ValueError("a stream reads either servers or files: use a stream for each")
    if options.spool is None:
        raise ValueError(
            f"{paths[0]}: a stream from a server requires the option spool, a directory for logs"
            " until they are read"
        )

    spools = spools_of(paths, options.spool, options.max_spool_bytes)
    readers = {
        key: ServerStreamReader(options, schema, spool, is_inferred=is_inferred)
        for key, spool in spools.items()
    }
    return ServersStreamReader(readers) if len(readers) > 1 else next(iter(readers.values()))
