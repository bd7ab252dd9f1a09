"""Follow a folder of logs in streams while a server writes to it."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypedDict

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadLimit,
    ReadMaxBytes,
    ReadMaxFiles,
    SupportsTriggerAvailableNow,
)
from pyspark.sql.types import StructType

from binlog_kaitai.errors import BinlogError, DataLossError, TornEventError
from binlog_kaitai.io.files import HEAD
from binlog_kaitai.io.framing import Head, head_of
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.spans import Span, spans_of
from binlog_kaitai.read.engines import compile_ahead
from binlog_kaitai.read.live_tail import (
    Tail,
    cuts_of,
    first_transaction,
    following,
    opened,
    tail_of,
)
from binlog_kaitai.read.log_order import missing_between
from binlog_kaitai.spark.releases import to_arrow_schema
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.partitions import LogPartition, partitions_of
from binlog_kaitai.spark.source.paths import FoundFile, find_files, in_order, input_paths
from binlog_kaitai.spark.source.schemas import where_of
from binlog_kaitai.spark.source.views import LogRows, scope_of

LOGGER = logging.getLogger(__name__)

LIST_EVERY = 1.0  # seconds: Spark asks for new data a hundred times as often


class _Place(TypedDict):
    file: str
    position: int
    is_closed: bool


class Offset(_Place, total=False):
    """A position between two transactions: the base name of a file, and a byte offset in it.

    All earlier files are complete. `is_closed`: the server will not add to the file; the position
    is then its stored size. Before the first file, the name is empty. `head` shows whether the
    file is still the same log; older checkpoints lack it. `gtids` are the executed GTIDs up to the
    position, for a server whose transactions have GTIDs.
    """

    head: Head
    gtids: str


class BinlogStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Follows the logs of the options, in the order of their numbers, across rotation and purge.

    An offset is between transactions; incomplete transactions are read later.

    Raises:
        DataLossError: a log was purged before it was read completely, truncated or replaced, or the
            numbers were reset; unless `failOnDataLoss` is false.
        ValueError: several folders contain logs of the same name.
        BinlogError: a log is damaged.
    """

    def __init__(self, options: Options, schema: StructType, *, is_inferred: bool) -> None:
        if options.stop_position is not None:
            raise ValueError("option stopPosition: not for streams, which have no last file")
        if options.specs is not None:
            raise ValueError("option specs: not for streams")
        self._options = options
        columns = to_arrow_schema(schema)
        self._scope = scope_of(options)
        where = where_of(options, columns)
        self._rows = LogRows(options, self._scope, columns, is_inferred, where)
        self._files: list[FoundFile] = []
        self._listed = float("-inf")
        self._target: dict[str, int] | None = None
        self._tail: tuple[object, Offset] | None = None
        self._unread: tuple[object, list[UnprocessedFile]] | None = None

    # Spark's interface

    def initialOffset(self) -> Offset:  # type: ignore[override]  # noqa: N802 - Spark's name
        """Return the offset before the first file, or at `startPosition` in it."""
        start = self._options.start_position
        files = self._present() if start else []
        if start and files:
            with opened(files[0].path) as log:
                position = first_transaction(log, start, verifies=self._scope.verify_checksums)
            return self._offset(files[0], Tail(position))
        return Offset(file="", position=0, is_closed=True)

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802 - Spark's name
        """Return the limit of a batch from the options."""
        if self._options.max_bytes_per_trigger is not None:
            return ReadMaxBytes(self._options.max_bytes_per_trigger)
        if self._options.max_files_per_trigger is not None:
            return ReadMaxFiles(self._options.max_files_per_trigger)
        return ReadAllAvailable()

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802 - Spark's name
        """Limit the stream to the current data."""
        files = self._present()
        self._target = {file.path: file.size for file in files}
        if files and files[-1].is_paged:
            with opened(files[-1].path) as log:
                self._target[files[-1].path] = log.size

    def latestOffset(self, start: Offset, limit: ReadLimit) -> Offset:  # type: ignore[override]  # noqa: N802
        """Return the end offset of the next batch."""
        unread = self._from(start)
        key = (start, repr(limit), unread)
        if self._tail is None or self._tail[0] != key:
            self._tail = (key, self._latest(start, limit, unread))
        return self._tail[1]

    def reportLatestOffset(self) -> Offset | None:  # type: ignore[override]  # noqa: N802
        """Return the end of the last file as it was listed, for the query's progress."""
        for file in reversed(self._present()):
            return Offset(file=self._name(file), position=file.size, is_closed=False)
        return None

    def partitions(self, start: Offset, end: Offset) -> Sequence[LogPartition]:  # type: ignore[override]
        """Return the data between two offsets, in partitions of `maxPartitionBytes`."""
        if start == end:
            return []
        self._listed = float("-inf")
        return list(partitions_of(self._between(start, end), self._options))

    def _between(self, start: Offset, end: Offset) -> list[tuple[FoundFile, Span]]:
        spans: list[tuple[FoundFile, Span]] = []
        for file, first in self._from(start):
            name = self._name(file)
            if name == end["file"]:
                place = self._place_in(file, end)
                if place is not None:
                    is_whole = file.is_compressed and end["is_closed"]
                    spans += self._parts(file, first, None if is_whole else place)
                return spans
            if in_order(name) > in_order(end["file"]):
                break
            spans += self._parts(file, first, None)
        self._report_gone(end["file"])
        return spans

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, LogPartition)
        compile_ahead(self._options.engine, self._options.reading)
        yield from partition.batches(self._rows.of, self._options.engine)

    # available files

    def _present(self) -> list[FoundFile]:
        """Return the files in order, from a list that may be `LIST_EVERY` old."""
        if time.monotonic() - self._listed > LIST_EVERY:
            try:
                self._files = self._find()
            except FileNotFoundError:
                self._files = []
            self._listed = time.monotonic()
            names = Counter(self._name(file) for file in self._files)
            for name, count in names.items():
                if count > 1:
                    raise ValueError(
                        f"two log files named {name}: a stream follows the logs of one server"
                    )
        return self._files

    def _find(self) -> list[FoundFile]:
        return find_files(input_paths(self._options), self._options)

    def _name(self, file: FoundFile) -> str:
        """Return the name of a file in offsets."""
        return _log_name(file)

    def _from(self, start: Offset) -> list[UnprocessedFile]:
        """Return the unprocessed files after an offset, within the limit of this trigger.

        Raises:
            DataLossError: a file is missing, or has changed.
        """
        files = self._present()
        if self._unread is None or self._unread[0] != (self._listed, start):
            self._unread = ((self._listed, start), self._unread_of(files, start))
        unread = self._unread[1]
        if self._target is None:
            return unread
        limits = [(file, first, self._limit_of(file)) for file, first in unread]
        return [
            UnprocessedFile(
                replace(file, size=limit if file.is_paged else min(file.size, limit)), first
            )
            for file, first, limit in limits
            if limit is not None
        ]

    def _limit_of(self, file: FoundFile) -> int | None:
        """Return how many bytes of a file a limited trigger takes; None for a newer file."""
        assert self._target is not None
        return self._target.get(file.path)

    def _unread_of(self, files: list[FoundFile], start: Offset) -> list[UnprocessedFile]:
        name = start["file"]
        if not name:
            return _whole(files)
        after = [file for file in files if in_order(self._name(file)) > in_order(name)]
        file = next((file for file in files if self._name(file) == name), None)
        if file is None and files and not after:
            self._report_anew(start, self._name(files[-1]))
            return _whole(files)
        unread = _whole(after)
        if file is not None:
            place = self._place_in(file, start)
            if place is None:
                return _whole(
                    one for one in files if one in (file, *after) or _is_newer(one, start)
                )
            if place < start["position"] or not _is_done(file, start):
                return [UnprocessedFile(file, place), *unread]
        elif not start["is_closed"]:
            self._report_gone(name)
        if after:
            self._check_next(name, self._name(after[0]))
        return unread

    def _place_in(self, file: FoundFile, offset: Offset) -> int | None:
        """Return the position of an offset in its file; None if the file is another log now.

        For a truncated log, return the end of its last complete transaction.

        Raises:
            DataLossError: in both cases, unless `failOnDataLoss` is false.
        """
        head, position = offset.get("head"), offset["position"]
        is_same = head is None or head_of(file.path, head["size"]) == head
        if is_same and file.is_compressed and offset["is_closed"]:
            return position
        size = file.size
        if is_same and file.is_compressed:
            with opened(file.path) as log:
                size = log.size
        if is_same and size >= position:
            return position
        if size >= position:
            found = f"another log file of that name, with {size} bytes"
        elif head is not None and is_same:
            found = f"{size} bytes: the file was truncated"
        else:
            found = f"{size} bytes: the file was truncated or replaced"
        self._report(
            f"{file.path}: expected the log file that was read up to byte {position}, found {found}"
        )
        if head is None or not is_same:
            return None
        with opened(file.path) as log:
            return tail_of(log, 0, size).position

    def _check_next(self, name: str, successor: str) -> None:
        """Check for a gap between the names of two logs."""
        missing = missing_between(name, successor)
        if missing is not None:
            self._report_gone(missing)

    def _report_gone(self, name: str) -> None:
        paths = ", ".join(input_paths(self._options))
        self._report(f"{paths}: log file {name} not found, but it was not read completely")

    def _report_anew(self, start: Offset, last: str) -> None:
        paths = ", ".join(input_paths(self._options))
        self._report(
            f"{paths}: expected {start['file']}, which was read up to byte {start['position']}, or"
            f" later log files, found {last} as the last one: the logs were reset, or the newest"
            " log files were deleted"
        )

    def _report(self, loss: str) -> None:
        if self._options.fail_on_data_loss:
            raise DataLossError(
                f"{loss}; set failOnDataLoss=false to continue with the remaining log files"
            )
        LOGGER.warning("%s; continuing, because failOnDataLoss is false", loss)

    # ends of batches

    def _latest(self, start: Offset, limit: ReadLimit, unread: list[UnprocessedFile]) -> Offset:
        max_bytes, max_files = None, None
        if not isinstance(limit, ReadAllAvailable):
            max_bytes = self._options.max_bytes_per_trigger
            max_files = self._options.max_files_per_trigger
        latest = start
        for number, (file, first) in enumerate(unread):
            is_last = number == len(unread) - 1
            if not is_last:
                self._check_next(self._name(file), self._name(unread[number + 1].file))
            if number == max_files:
                break
            tail = self._tail_of(file, first, max_bytes, len(unread) - number - 1)
            latest = self._offset(file, tail)
            if max_bytes is not None:
                max_bytes -= tail.position - first
                if max_bytes <= 0:
                    break
            if not tail.is_closed and not is_last:
                break
        return latest

    def _tail_of(self, file: FoundFile, first: int, max_bytes: int | None, num_behind: int) -> Tail:
        whole, size, is_last = Tail(file.size, is_closed=True), file.size, not num_behind
        is_small = max_bytes is None or size - first <= max_bytes
        # the last record of a log in pages ends in the next one, which may not have all of it yet
        may_grow = is_last or (file.is_paged and num_behind == 1)
        if (file.is_compressed and not file.is_paged) or (not may_grow and is_small):
            return whole  # also an incomplete event: the server will not write the rest
        try:
            with opened(file.path) as log:
                if file.is_paged:
                    is_limited = is_last and self._target is not None
                    size = min(log.size, size) if is_limited else log.size
                tail = tail_of(log, first, size, max_bytes)
        except TornEventError:
            return Tail(first)
        except BinlogError:
            if not self._scope.is_lenient:
                raise
            return replace(whole, is_closed=not is_last)
        if not is_last and tail.position >= size:
            return whole
        return tail

    def _parts(self, file: FoundFile, start: int, end: int | None) -> list[tuple[FoundFile, Span]]:
        """Return the parts of a file between two offsets in it; `end` is None for all of it."""
        if end is not None and end <= start:
            return []
        if file.is_compressed:
            spans = [Span(start, end, is_exact=True)]
        elif end is None and not start:
            spans = spans_of(file.size, self._options.max_partition_bytes)
        else:
            spans = self._cuts(file, start, file.size if end is None else end)
        return [(file, span) for span in spans]

    def _cuts(self, file: FoundFile, start: int, end: int) -> list[Span]:
        if end <= start:
            return []
        if end - start <= self._options.max_partition_bytes:
            return [following(start, end)]
        with opened(file.path) as log:
            return cuts_of(log, start, end, self._options.max_partition_bytes)

    def _offset(self, file: FoundFile, tail: Tail) -> Offset:
        offset = Offset(file=self._name(file), position=tail.position, is_closed=tail.is_closed)
        is_whole = file.is_compressed and tail.is_closed
        head = head_of(file.path, HEAD if is_whole else tail.position)
        if head is not None:
            offset["head"] = head
        return offset


class UnprocessedFile(NamedTuple):
    """A file, and the byte offset of its first unprocessed byte."""

    file: FoundFile
    first: int


def _whole(files: Iterable[FoundFile]) -> list[UnprocessedFile]:
    return [UnprocessedFile(file, 0) for file in files]


def _is_newer(file: FoundFile, start: Offset) -> bool:
    """Return whether a log began later than that of an offset, independent of its number."""
    head = head_of(file.path, HEAD)
    return head is not None and "head" in start and head["timestamp"] > start["head"]["timestamp"]


def _is_done(file: FoundFile, start: Offset) -> bool:
    """Return whether a file ends at an offset and is closed."""
    return start["is_closed"] and (file.is_compressed or file.size <= start["position"])


def _log_name(file: FoundFile) -> str:
    """Return the name of a log, also after compression."""
    return re.sub(r"\.(gz|zst)$", "", base_name(file.path))
