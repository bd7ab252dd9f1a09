"""The kernels, as `binlog_kaitai.read` asks for them: one chunk of a file at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, Fault, UnreadableError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.kernels.contexts.context_walk import ContextWalk, LearnedContexts
from binlog_kaitai.kernels.events.batches import event_batches
from binlog_kaitai.kernels.events.learned import LearnedEvents
from binlog_kaitai.kernels.events.packs import EventPacks
from binlog_kaitai.kernels.packets.batches import PacketStream
from binlog_kaitai.kernels.records.batches import batch_maker, change_batches
from binlog_kaitai.kernels.records.packs import Packs
from binlog_kaitai.kernels.seek.boundaries import Boundaries
from binlog_kaitai.kernels.seek.heads import KnownHeads
from binlog_kaitai.kernels.seek.hops import HoppedSpan, spans_by_hops
from binlog_kaitai.kernels.sums.batches import transaction_batches
from binlog_kaitai.kernels.sums.transaction_walk import LearnedSums
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_scanner import Learned
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.kernels.walk.paged import events_of_pages, last_transactions
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.row_batches import BatchInContext
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.model.tables import Table

# bytes of a file that are searched together for what its last rows are: those at its end, others
# at most, and those that begin where the headers of all events say that a transaction does
LAST_PART = 2**18
PART = 2**25
HOPPED_PART = 2**22
NUM_SMALL = 2  # parts at the end that are small

# bytes in which an event is looked for, before the log is gone through from its head
NEAR = 2**18


class KernelEngine:
    """Reads logs by kernels; what does not depend on the file is learned once for all of them."""

    PacketStream = PacketStream

    def __init__(self) -> None:
        self._changes = Carried[Learned]()
        self._transactions = Carried[LearnedSums]()
        self._events = Carried[LearnedEvents]()
        self._contexts = Carried[LearnedContexts]()
        self._heads = KnownHeads()
        self._unpacked: LogFile | None = None  # until it is read: to unpack it takes most of that

    def change_batches(
        self,
        file: str,
        scope: Scope,
        form: RowFormat,
        threads: int = 1,
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield the changes of a file as `read_batches` says, and its faults."""
        yield from change_batches(file, scope, form, threads, self._changes)
        self._unpacked = None

    def pack_batches(
        self, files: Sequence[str], scope: Scope, form: RowFormat, *, are_events: bool = False
    ) -> Iterator[pa.RecordBatch | BatchInContext | str]:
        """Yield the changes of small files together, and each file that is to be read alone.

        If `are_events`, all events are yielded, with the fields of the form.
        """
        if are_events:
            return EventPacks(scope, form.schema, self._events).batches(files)
        return Packs(scope, batch_maker("", form), self._changes).batches(files)

    def transaction_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield the transactions of a file, of the schema's fields, and its faults."""
        return transaction_batches(file, scope, schema, self._transactions)

    def context_batches(self, file: str, scope: Scope) -> Iterator[pa.RecordBatch | Fault]:
        """Yield what changed the rows of a file, as `SINCE_SCHEMA` has it, of a strict scope."""
        return ContextWalk(file, scope, self._contexts).found()

    def event_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield the events of a file, of the schema's fields, and its faults."""
        return event_batches(file, scope, schema, self._events)

    def described_tables(self, file: str, scope: Scope) -> Iterator[tuple[Table, int]]:
        """Yield tables of row images, each time it is another, and where these begin."""
        for found in ChangeWalk(file, scope, self._changes).found():
            if isinstance(found, Rows):
                yield from found.tables()
            elif isinstance(found, list):
                for change in found:
                    if change.table is not None:
                        yield change.table, change.position

    def parts_from_end(self, file: str) -> Iterator[tuple[str, Span]]:
        """Yield the parts of a file in which its last rows are looked for, the last part first.

        Of a log in InnoDB pages, its last transactions come first, as logs of their own.

        MariaDB's events inside a transaction do not say where they lie. So a part that begins in a
        long one has no event that is found by itself. From there on, and where a transaction goes
        through all of a part, parts begin with transactions, which are found by the headers of all
        events, once. But the small parts at the end are then searched with the one before them.
        """
        with LogFile(file, events_of_pages) as log:
            self._unpacked = LogFile(file) if log.is_unpacked else None
            if log.is_unpacked:  # its end is not there yet: go over the events as they come
                for tail, is_whole in reversed(last_transactions(file)):
                    yield HeldFile(file, tail), WHOLE
                    if not is_whole:
                        break  # the rest of it may have the rows
                with suppress(BinlogError):
                    for each in reversed(spans_by_hops(log, None, HOPPED_PART)):
                        yield file, each
                    return
            parts = list(_parts_from_end(log.size))
            boundaries = Boundaries(log, self._heads.of(log)) if len(parts) > 1 else None
            end = None
            for number, part in enumerate(parts):
                span = replace(part, end=end)
                near = replace(part, end=min(part.start + NEAR, log.size))
                if boundaries and span.start and not boundaries.begins_any(span, near):
                    if number < NUM_SMALL:
                        continue
                    try:
                        hopped = spans_by_hops(log, end, HOPPED_PART)
                    except BinlogError:
                        boundaries = None  # damage, which each part tells of by itself
                    else:
                        self._changes.note_runs(log, [each.run for each in hopped])
                        for each in reversed(hopped):
                            yield file, each
                        return
                yield file, span
                end = span.start

    def last_table_inside(self, file: str, scope: Scope) -> tuple[Table, int] | None:
        """Find the last table map in a part of a log that a transaction goes through.

        Of a part that was hopped over, only where it is a single one that is long, and no other
        table's map comes behind it. Raises BinlogError where its table is not as it is defined.
        """
        span, latest = scope.span, None
        with LogFile(file) as log:
            if isinstance(span, HoppedSpan):
                is_long = (span.end or log.size) - span.start > 2 * HOPPED_PART
                is_known = is_long and span.last_map > 0
                table = self._table_at(file, scope, span.last_map) if is_known else None
                return None if table is None else (table, span.last_map)
            boundaries = Boundaries(log, self._heads.of(log), verifies=scope.verify_checksums)
            for position, table_map in boundaries.table_maps(span):
                if scope.wants_table(full_name(table_map.database, table_map.table)):
                    try:
                        table = scope.described(table_map)
                    except UnreadableError as error:
                        raise BinlogError(file, position, error.expected, error.found) from error
                    latest = table, position
        return latest

    def _table_at(self, file: str, scope: Scope, position: int) -> Table | None:
        """Return the table of the map at a position, if it is the scope's and kernels read it.

        A reading that comes next knows the map then: to learn it takes milliseconds if it is wide.
        """
        there = Span(position, position + 1, is_exact=True, has_parts_before=True)
        walk = ChangeWalk(file, replace(scope, span=there), self._changes)
        with suppress(BinlogError):
            deque(walk.found(), maxlen=0)
        return walk.open_table


def _parts_from_end(size: int) -> Iterator[Span]:
    """Yield the parts of a file of a size, from its end on, each longer than the one behind.

    What is looked for is mostly near to the end, and all that begins in a part is read.
    """
    end, length = None, LAST_PART
    start = size
    while start or end is None:
        start = max(start - length, 0)
        yield Span(start, end, has_parts_before=start > 0)
        end, length = start, min(4 * length, PART)
