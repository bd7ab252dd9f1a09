"""Walks a log for the contexts of its rows."""

from __future__ import annotations

import itertools
import os
from collections.abc import Generator, Iterator
from typing import TypeAlias

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.contexts.context_scan import follow_contexts
from binlog_kaitai.kernels.contexts.told import batch_of, move_to_front, new_told, write
from binlog_kaitai.kernels.handoff import Beginning, ContextReader, LoggedEvent, inner_events
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.log_walk import LogWalk
from binlog_kaitai.kernels.walk.state import Scratch, Stop, new_scratch
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.model.changes import RowContext
from binlog_kaitai.model.scopes import Scope

LearnedContexts: TypeAlias = tuple[KnownMaps, Scratch]


class ContextWalk(LogWalk[pa.RecordBatch]):
    """Follows one file, strictly. `found` yields batches of contexts, of `SINCE_SCHEMA`."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        scope: Scope,
        carried: Carried[LearnedContexts] | None = None,
    ) -> None:
        self.carried = Carried[LearnedContexts]() if carried is None else carried
        learned = self.carried.take() or (KnownMaps(Scope()), new_scratch())
        super().__init__(path, scope, *learned)
        self.told = new_told()
        self.state.events = 1  # the first says nothing
        self.reader = ContextReader(self.file, verifies=False)

    def found(self) -> Generator[pa.RecordBatch | Fault, None, None]:
        """Yield the contexts of the file, in order, and leave what was learned behind."""
        yield from super().found()
        self.carried.leave((self.known, self.scratch))

    def _beginning_behind_damage(self, log: LogFile) -> Beginning | None:
        raise NotImplementedError

    def _set_out(self) -> None:
        """Begin with nothing known."""

    def _forget(self) -> None:
        raise NotImplementedError

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        return Stop(follow_contexts(self._at_hand(), self.told, log_format, self.payload_view))

    def _flush(self) -> Iterator[pa.RecordBatch]:
        count = int(self.state.events)
        yield batch_of(self.told, 0, count)
        move_to_front(self.told, count - 1)
        self.state.events = 1
        self._release()

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[pa.RecordBatch]:
        self.reader.context = self._last()
        for since in self.reader.taken(event):
            if self.state.events == len(self.told.position):
                yield from self._flush()
            self.told = write(self.told, int(self.state.events), since.place, since.context)
            self.state.events += 1

    def _last(self) -> RowContext:
        last = int(self.state.events) - 1
        told = batch_of(self.told, last, last + 1).to_pylist()[0]
        return RowContext(told["statement"], told["thread_id"], told["user"])

    def _take_inner(self, event: LoggedEvent) -> Iterator[pa.RecordBatch]:
        first = int(self.state.inside)
        self.reader.position, self.reader.ordinal = event.position, int(self.state.ordinal)
        for inner in itertools.islice(inner_events(self.tree, event), first, None):
            yield from self._take(inner)
