"""Small logs, as Arrow record batches over many of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.kernels.contexts.packs import PackContexts
from binlog_kaitai.kernels.records.held import BatchMaker
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_scanner import Learned, learned_for
from binlog_kaitai.kernels.walk.event_filter import tell_scope
from binlog_kaitai.kernels.walk.found_rows import Rows, RowsOfLogs, told_alone
from binlog_kaitai.kernels.walk.inflated import new_inflated
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.noting import Changes
from binlog_kaitai.kernels.walk.pack_reader import Made, PackReader
from binlog_kaitai.kernels.walk.packs import pack_of
from binlog_kaitai.kernels.walk.redacted_rows import redacted
from binlog_kaitai.kernels.walk.scan import scan
from binlog_kaitai.kernels.walk.state import ScanState, Stop
from binlog_kaitai.model.scopes import Scope


class Packs(PackReader[Learned]):
    """Makes batches of the changes in small logs."""

    def __init__(self, scope: Scope, maker: BatchMaker, carried: Carried[Learned]) -> None:
        super().__init__(scope, carried)
        self.maker = maker
        self.contexts = PackContexts(scope) if scope.has_context else None

    def _learned(self) -> Learned:
        return learned_for(self.scope, self.carried)

    def _scan(self, first: int, end: int, learned: Learned, known: KnownFormat) -> tuple[Stop, Any]:
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
        stop = Stop(scan(walk, changes, known.view, known.payload_view))
        ends = ends[: state.log]
        if self.contexts is not None and len(ends):
            bounds = self.bounds[first : first + len(ends) + 1]
            behind, count = self.contexts.follow(self.buffer, bounds, known)
            if count < len(ends):
                return behind, ends[:count]
        return stop, ends

    def _made(self, files: Sequence[str], ends: Any, learned: Learned) -> Sequence[Made]:
        if not (len(ends) and ends[-1]):
            return []
        logs = RowsOfLogs([base_name(file) for file in files], ends)
        rows = Rows(
            *(self.buffer, learned.noted, int(ends[-1]), learned.maps.maps, learned.sessions),
            *(learned.maps.layouts, None, told_alone),
            logs=logs,
        )
        rows = redacted(rows, self.state.cells, (int(self.bounds.max()),))
        batches = list(self.maker.batches(Run(rows, 0, rows.count)))
        return batches if self.contexts is None else self.contexts.beside(batches, rows, logs)
