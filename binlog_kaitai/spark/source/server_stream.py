"""What the data source does to follow running servers, whose logs it spools."""

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
from binlog_kaitai.spark.source.paths import FoundFile, given_paths
from binlog_kaitai.spark.source.stream import BinlogStreamReader, Offset, Unread


class ServerStreamReader(BinlogStreamReader):
    """Follows one server, or those that go on for it, through a spool of its logs.

    What a batch reads is in the spool before Spark hears of it, so that it is read again the same,
    and is removed once it is committed. Offsets tell the transactions before them, where these have
    GTIDs: by them the stream goes on at another server, or where the spool is lost. Raises as
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
        self._taken: tuple[object, str | None] | None = None
        self._planned = self.initialOffset()
        self._is_prepared = True

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802 - Spark's name
        """Take no more than what the server has now, also if the spool has no room for all yet.

        An empty spool waits for the first offset: it may have been lost, and goes on behind that.
        """
        self._is_prepared = bool(self._spool.generations)
        if self._is_prepared:
            self._prepare()

    def _prepare(self) -> None:
        super().prepareForTriggerAvailableNow()
        self._end = self._served

    def latestOffset(self, start: Offset, limit: ReadLimit) -> Offset:  # type: ignore[override]  # noqa: N802
        """Return how far a batch goes from an offset on."""
        self._read = start["file"]
        if start["file"]:
            self._spool.begin_after(start["file"], start.get("gtids"))
        if not self._is_prepared:
            self._is_prepared = True
            self._prepare()
        latest = super().latestOffset(start, limit)
        if latest == start and self._target is not None:
            self._listed = float("-inf")  # the spool may have room again
            latest = super().latestOffset(start, limit)
        if latest == start:
            return start
        gtids = self._gtids_at(latest, start)
        return latest if gtids is None else latest | {"gtids": gtids}

    def partitions(self, start: Offset, end: Offset) -> Sequence[LogPartition]:  # type: ignore[override]
        """Return what lies between two offsets, which is in the spool: no server is asked."""
        self._asks, self._planned = False, start
        try:
            return super().partitions(start, end)
        finally:
            self._asks = True

    def commit(self, end: Offset) -> None:  # type: ignore[override]
        """Remove the logs that no batch will read any more."""
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

    def _unread_of(self, files: list[FoundFile], start: Offset) -> list[Unread]:
        if self._spool.is_begun_after(start.get("gtids")):
            start = start | {"is_closed": True}  # whose log is gone with its spool
        return super()._unread_of(files, start)

    def _report_gone(self, name: str) -> None:
        if self._asks:
            super()._report_gone(name)
            return
        paths, start = ", ".join(given_paths(self._options)), self._planned
        begin = start.get("gtids") or start["file"].partition("/")[2] or EARLIEST
        self._report(
            f"{paths}: log file {name} of an uncommitted batch is no longer in the spool"
            f" {self._spool.folder}. Restore the spool, or start with a new checkpoint and"
            f" ?start={begin}; rows after that start may then be duplicated"
        )

    def _gtids_at(self, end: Offset, start: Offset) -> str | None:
        """Return the transactions before an offset, from those before another on."""
        key = (start, end)
        if self._taken is None or self._taken[0] != key:
            self._taken = (key, self._take(start, end))
        return self._taken[1]

    def _take(self, start: Offset, end: Offset) -> str | None:
        known = start.get("gtids")
        taken = GtidRanges.of(known) if known is not None else None
        for file, span in self._between(start, end):
            if taken is None and not start["file"]:
                taken = taken_before(file.path)
            if taken is None or not take(taken, file.path, span):
                return None
        return None if taken is None else taken.position()


class TopologyOffset(TypedDict):
    """Places in the logs of several servers, by their hosts."""

    servers: dict[str, Offset]


class ServersStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Follows several servers at once, by a reader and a spool for each."""

    def __init__(self, readers: dict[str, ServerStreamReader]) -> None:
        self._readers = readers

    def initialOffset(self) -> TopologyOffset:  # type: ignore[override]  # noqa: N802 - Spark's name
        """Before the first log of each server."""
        return {"servers": {key: one.initialOffset() for key, one in self._readers.items()}}

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802 - Spark's name
        """Return what the options limit a batch to, of each server."""
        return next(iter(self._readers.values())).getDefaultReadLimit()

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802 - Spark's name
        """Take no more than what the servers have now."""
        for reader in self._readers.values():
            reader.prepareForTriggerAvailableNow()

    def latestOffset(self, start: TopologyOffset, limit: ReadLimit) -> TopologyOffset:  # type: ignore[override]  # noqa: N802
        """Return how far a batch goes at each server."""
        return {
            "servers": {
                key: reader.latestOffset(self._of(start, key), limit)
                for key, reader in self._readers.items()
            }
        }

    def partitions(self, start: TopologyOffset, end: TopologyOffset) -> Sequence[LogPartition]:  # type: ignore[override]
        """Return what lies between two offsets of each server."""
        return [
            partition
            for key, reader in self._readers.items()
            for partition in reader.partitions(self._of(start, key), self._of(end, key))
        ]

    def commit(self, end: TopologyOffset) -> None:  # type: ignore[override]
        """Remove the logs that no batch will read any more."""
        for key, reader in self._readers.items():
            reader.commit(self._of(end, key))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        yield from next(iter(self._readers.values())).read(partition)

    def _of(self, offset: TopologyOffset, key: str) -> Offset:
        """Return the place of a server, its beginning where it was added to the query."""
        found = offset["servers"].get(key)
        return self._readers[key].initialOffset() if found is None else found


def server_stream(
    options: Options, schema: StructType, *, is_inferred: bool
) -> ServerStreamReader | ServersStreamReader:
    """Return what follows the servers that the options name. Raises ValueError."""
    paths = given_paths(options)
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
