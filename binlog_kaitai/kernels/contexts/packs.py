"""The contexts of the rows in small logs, which lie in one buffer."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.kernels.contexts.context_scan import follow_contexts
from binlog_kaitai.kernels.contexts.told import batch_of, new_told, write
from binlog_kaitai.kernels.seek.header_scan import size_of_event
from binlog_kaitai.kernels.walk.event_filter import wanted_of
from binlog_kaitai.kernels.walk.found_rows import Rows, RowsOfLogs
from binlog_kaitai.kernels.walk.inflated import new_inflated
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.packs import scan_each
from binlog_kaitai.kernels.walk.state import FULL, ScanState, Stop, new_scratch
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.changes import NOTHING
from binlog_kaitai.model.row_batches import BatchInContext
from binlog_kaitai.model.scopes import Scope


class PackContexts:
    """Follows the contexts in logs of a buffer, whose places are those in the buffer."""

    def __init__(self, scope: Scope) -> None:
        asked = Scope(verify_checksums=scope.verify_checksums)
        self._maps, self._scratch = KnownMaps(asked), new_scratch()
        self._wanted = wanted_of(asked)
        self._told = new_told()
        self._count = 0
        self._starts: Any = None  # where the logs begin

    def follow(self, buffer: Any, bounds: Any, known: KnownFormat) -> tuple[Stop, int]:
        """Follow logs that begin as is known; return why it stopped, and of how many all is told.

        `bounds` are where each log begins, and the last one ends.
        """
        state, maps = ScanState(), self._maps
        state.events = 1  # the first says nothing, as does that before the rows of each log
        maps.maps.take_format(known.tree, known.view)
        state.log_format = maps.maps.used.log_format
        place = (buffer, state.record, new_inflated(state.words))
        walk = Walk(*place, maps.views(), self._scratch, self._wanted)

        def follow_log() -> int:
            if state.events == len(self._told.position):
                return FULL
            self._told = write(self._told, state.events, (state.pos, 0), NOTHING)
            state.events += 1
            state.pos += len(known.lead)
            state.pos += size_of_event(buffer, state.pos, state.end, known.view)
            return int(follow_contexts(walk, self._told, known.view, known.payload_view))

        stop, ends = scan_each(state, bounds, follow_log)
        self._count, self._starts = state.events, bounds[: len(ends)]
        return stop, len(ends)

    def beside(self, batches: list[Any], rows: Rows, logs: RowsOfLogs) -> list[BatchInContext]:
        """Return the batches of all rows of the logs, each with its contexts."""
        contexts = batch_of(self._told, 0, self._count)
        positions = rows.noted.event_position[rows.noted.row_event[: rows.count]]
        positions = positions + self._starts[logs.numbers(0, rows.count)]
        starts = contexts.column("position").to_numpy()
        chosen = np.searchsorted(starts, positions, side="right") - 1
        ends = np.cumsum([batch.num_rows for batch in batches])
        return [
            BatchInContext(batch, contexts, chosen[end - batch.num_rows : end])
            for batch, end in zip(batches, ends.tolist(), strict=True)
        ]
