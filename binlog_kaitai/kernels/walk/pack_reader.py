"""Reads small logs together: into one buffer, for one scan and one batch."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import SMALL, read_small
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.event_filter import wanted_of
from binlog_kaitai.kernels.walk.found_rows import AloneError
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.state import ScanState, Stop
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.row_batches import BatchInContext
from binlog_kaitai.model.scopes import Scope

SIZE = 2**21  # bytes of logs that are scanned together
MAX_LOGS = 1024

_ON = (Stop.FULL, Stop.OTHER_LOG)
"""Why a scan stops before a log that the next scan may begin with."""


Made: TypeAlias = pa.RecordBatch | BatchInContext


class _Learned(Protocol):
    @property
    def maps(self) -> KnownMaps: ...


Known = TypeVar("Known", bound=_Learned)


class PackReader(Generic[Known]):
    """Makes batches of what small logs hold, as many at once as lie in one buffer.

    A log that the kernels alone do not read is left to who asks for the batches: it is yielded in
    place of them, by its path, and is read before the next ones are asked for. From it is learned
    what `carried` has then for the logs behind it.
    """

    def __init__(self, scope: Scope, carried: Carried[Known]) -> None:
        self.scope = scope
        self.carried = carried
        self.wanted = wanted_of(scope)
        self.buffer: Any = np.empty(SIZE + PADDING, np.uint8)
        self.bounds = np.zeros(MAX_LOGS + 1, np.int64)
        self.state = ScanState()

    @abstractmethod
    def _learned(self) -> Known:
        """Take what is carried, or else what a scan begins with."""

    @abstractmethod
    def _scan(self, first: int, end: int, learned: Known, known: KnownFormat) -> tuple[Stop, Any]:
        """Scan logs that begin as is known; return as `_scan_from`."""

    @abstractmethod
    def _made(self, files: Sequence[str], ends: Any, learned: Known) -> Sequence[Made]:
        """Return the batches of logs that were scanned.

        Raises AloneError or BinlogError where it takes each log by itself.
        """

    def batches(self, files: Sequence[str]) -> Iterator[Made | str]:
        """Yield the batches of logs, and the paths of those that are to be read otherwise."""
        first = 0
        while first < len(files):
            count = self._load(files[first : first + MAX_LOGS])
            if count:
                yield from self._of_loaded(files[first : first + count])
            else:
                yield files[first]
            first += max(count, 1)

    def _load(self, files: Sequence[str]) -> int:
        """Fill the buffer with logs; return with how many."""
        at = 0
        for number, file in enumerate(files):
            target = memoryview(self.buffer)[at : min(at + SMALL, SIZE)]
            size = read_small(file, target)
            if size is None:
                return number
            at += size
            self.bounds[number + 1] = at
        return len(files)

    def _of_loaded(self, files: Sequence[str]) -> Iterator[Made | str]:
        """Yield the batches of the logs in the buffer, and the paths of others."""
        first = 0
        while first < len(files):
            learned = self._learned()
            stop, ends = self._scan_from(first, len(files), learned)
            end = first + len(ends)
            found: Sequence[Made | str]
            try:
                found = self._made(files[first:end], ends, learned)
            except (AloneError, BinlogError):
                found = files[first:end]
            self.carried.leave(learned)
            yield from found
            first = end
            if first < len(files) and not (len(ends) and stop in _ON):
                yield files[first]
                first += 1

    def _scan_from(self, first: int, end: int, learned: Known) -> tuple[Stop, Any]:
        """Scan logs from one on; return why it stopped, and how many rows there are up to each."""
        stop, ends = Stop.OTHER_LOG, np.zeros(0, np.int64)
        for known in learned.maps.formats:
            stop, ends = self._scan(first, end, learned, known)
            if len(ends) or stop != Stop.OTHER_LOG:
                break
        return stop, ends
