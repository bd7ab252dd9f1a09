"""The events of small logs, as Arrow record batches over many of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.events.batches import batches_of
from binlog_kaitai.kernels.events.formats import show_format
from binlog_kaitai.kernels.events.learned import LearnedEvents, learned_for
from binlog_kaitai.kernels.events.notes import Showing
from binlog_kaitai.kernels.events.scan import show_events
from binlog_kaitai.kernels.events.walk import Found, ShownLogs
from binlog_kaitai.kernels.seek.header_scan import size_of_event
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.found_rows import RowsOfLogs
from binlog_kaitai.kernels.walk.inflated import new_inflated
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.pack_reader import PackReader
from binlog_kaitai.kernels.walk.packs import scan_each
from binlog_kaitai.kernels.walk.state import FULL, OTHER_LOG, ScanState, Stop
from binlog_kaitai.model.scopes import Scope


class EventPacks(PackReader[LearnedEvents]):
    """Makes batches of all events in small logs."""

    def __init__(self, scope: Scope, schema: pa.Schema, carried: Carried[LearnedEvents]) -> None:
        super().__init__(scope, carried)
        self.schema = schema

    def _learned(self) -> LearnedEvents:
        return learned_for(self.scope, self.carried)

    def _scan(
        self, first: int, end: int, learned: LearnedEvents, known: KnownFormat
    ) -> tuple[Stop, Any]:
        maps, sessions, shown = learned.maps, learned.sessions, learned.shown
        state = self.state = ScanState()
        state.wants_statements = state.wants_others = 1
        sessions.take_format(known.tree)
        maps.maps.take_format(known.tree, known.view)
        state.log_format = maps.maps.used.log_format
        place = (self.buffer, state.record, new_inflated(state.words))
        walk = Walk(*place, maps.views(), learned.scratch, self.wanted)
        out = Showing(shown, sessions.views(), learned.texts)
        lead, shown_format = known.lead.tobytes(), maps.format_of(known)

        def show_log() -> int:
            start, end = state.pos, state.end
            pos = start + len(lead)
            if pos > end or self.buffer[start:pos].tobytes() != lead:
                return OTHER_LOG
            if state.events == len(shown.position):
                return FULL
            state.base = -start
            state.pos = pos + size_of_event(self.buffer, pos, end, known.view)
            place = (self.buffer, state.record, shown, pos, state.pos, shown_format)
            if state.pos > end or not show_format(*place):
                return OTHER_LOG
            return int(show_events(walk, out, known.view, known.payload_view))

        stop, ends = scan_each(state, self.bounds[first : end + 1], show_log)
        return stop, np.array(ends, np.int64)

    def _made(
        self, files: Sequence[str], ends: Any, learned: LearnedEvents
    ) -> Sequence[pa.RecordBatch]:
        if not files:
            return []
        logs = RowsOfLogs([base_name(file) for file in files], ends)
        walk = ShownLogs(self.buffer, learned.shown, learned.maps)
        found = Found(walk, 0, self.state.events, 0, self.state.rows, logs)
        return list(batches_of("", found, self.schema))
