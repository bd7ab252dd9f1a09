"""Small logs, as Arrow record batches over many of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import SMALL, read_small
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.records.held import BatchMaker
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_scanner import Learned, learned_for
from binlog_kaitai.kernels.walk.event_filter import tell_scope, wanted_of
from binlog_kaitai.kernels.walk.found_rows import AloneError, Rows, RowsOfLogs, told_alone
from binlog_kaitai.kernels.walk.inflated import new_inflated
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.noting import Changes
from binlog_kaitai.kernels.walk.packs import pack_of
from binlog_kaitai.kernels.walk.scan import scan
from binlog_kaitai.kernels.walk.state import ScanState, Stop
from binlog_kaitai.model.scopes import Scope

SIZE = 2**21  # bytes of logs that are scanned together
MAX_LOGS = 1024

_ON = (Stop.FULL, Stop.OTHER_LOG)
"""Why a scan stops before a log that the next scan may begin with."""


class Packs:
    """Makes batches of what small logs hold, as many at once as lie in one buffer.

    A log that the kernels alone do not read is left to who asks for the batches: it is yielded in
    place of them, by its path, and is read before the next ones are asked for. From it is learned
    what `carried` has then for the logs behind it.
    """

    def __init__(self, scope: Scope, maker: BatchMaker, carried: Carried[Learned]) -> None:
        self.scope = scope
        self.maker = maker
        self.carried = carried
        self.wanted = wanted_of(scope)
        self.buffer: Any = np.empty(SIZE + PADDING, np.uint8)
        self.bounds = np.zeros(MAX_LOGS + 1, np.int64)
        self.state = ScanState()

    def batches(self, files: Sequence[str]) -> Iterator[pa.RecordBatch | str]:
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

    def _of_loaded(self, files: Sequence[str]) -> Iterator[pa.RecordBatch | str]:
        """Yield the batches of the logs in the buffer, and the paths of others."""
        first = 0
        while first < len(files):
            learned = learned_for(self.scope, self.carried)
            stop, ends = self._scan_from(first, len(files), learned)
            end = first + len(ends)
            found = self._made(files[first:end], ends, learned)
            self.carried.leave(learned)
            yield from found
            first = end
            if first < len(files) and not (len(ends) and stop in _ON):
                yield files[first]
                first += 1

    def _scan_from(self, first: int, end: int, learned: Learned) -> tuple[Stop, Any]:
        """Scan logs from one on; return why it stopped, and how many rows there are up to each."""
        stop, ends = Stop.OTHER_LOG, np.zeros(0, np.int64)
        for known in learned.maps.formats:
            stop, ends = self._scan(first, end, learned, known)
            if len(ends) or stop != Stop.OTHER_LOG:
                break
        return stop, ends

    def _scan(self, first: int, end: int, learned: Learned, known: KnownFormat) -> tuple[Stop, Any]:
        """Scan logs that begin as is known."""
        maps, sessions = learned.maps, learned.sessions
        state = self.state = ScanState()
        tell_scope(state, self.scope)
        sessions.take_format(known.tree)
        maps.maps.take_format(known.tree, known.view)
        state.log_format = maps.maps.used.log_format
        ends = np.zeros(end - first, np.int64)
        place = (self.buffer, state.record, new_inflated(state.words))
        walk = Walk(*place, maps.views(), learned.scratch, self.wanted)
        pack = pack_of(state, self.bounds[first : end + 1], ends, known.lead, known.body)
        changes = Changes(learned.noted, sessions.views(), pack)
        stop = scan(walk, changes, known.view, known.payload_view)
        return Stop(stop), ends[: state.log]

    def _made(
        self, files: Sequence[str], ends: Any, learned: Learned
    ) -> Sequence[pa.RecordBatch | str]:
        """Return the batches of logs; their paths where it takes each log by itself."""
        if not self.state.rows:
            return []
        rows = Rows(
            *(self.buffer, learned.noted, self.state.rows, learned.maps.maps, learned.sessions),
            *(learned.maps.layouts, None, told_alone),
            logs=RowsOfLogs([base_name(file) for file in files], ends),
        )
        try:
            return list(self.maker.batches(Run(rows, 0, rows.count)))
        except (AloneError, BinlogError):
            return files
