"""Reads logs or parts of one at the same time, in threads, and yields what they hold in order.

Kernels let go of Python while they run, so that parts are decoded side by side. A part that is
ahead of the one whose turn it is waits when it holds `MAX_HELD` bytes of batches: memory does not
grow with the parts, nor with what is in them.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from threading import Condition, Event
from typing import Generic, TypeAlias, TypeVar

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.files import is_compressed
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.spans import MAX_SHARING, Span, parts_of
from binlog_kaitai.read.exact_rows import ExactRows
from binlog_kaitai.tree.output.records import size_of

PART = 2**24  # bytes of a file
LARGE_PART = 2**25  # of one that is near, which costs less to begin with
MAX_PAYLOAD = 2**22  # bytes of one that leaves something to read to other parts
LONG = 2**15  # bytes of an event on average
NUM_LOOKED_AT = 16  # events, the first of a log
MIN_SHARED = 2**22  # bytes of a file that take longer than to begin threads
MAX_HELD = 2**25
LEAST_OF_CHANGE = 2**16  # bytes that a change with its values counts as
PATIENCE = 0.1  # seconds between two looks at whether anybody still wants what is read

Item = TypeVar("Item")
Log = TypeVar("Log")
Part: TypeAlias = Callable[[], Iterator[Item]]


class _Reading(Generic[Item]):
    """What a thread has read of a part, and nobody has asked for yet."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._items: deque[Item] = deque()
        self._held = 0
        self._is_done = False
        self._error: BaseException | None = None

    def fill(self, part: Part[Item], is_over: Event) -> None:
        """Read a part, as long as anybody still wants it."""
        try:
            for item in part():
                self._put(item, is_over)
                if is_over.is_set():
                    return
        except BaseException as error:  # noqa: BLE001 - who asks for the part is to have it
            self._error = error
        with self._changed:
            self._is_done = True
            self._changed.notify()

    def _put(self, item: Item, is_over: Event) -> None:
        with self._changed:
            while self._held > MAX_HELD and not is_over.is_set():
                self._changed.wait(PATIENCE)
            self._items.append(item)
            self._held += _size(item)
            self._changed.notify()

    def items(self) -> Iterator[Item]:
        """Yield what was read, as soon as it is, and raise what ended it."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._items or self._is_done)
                if not self._items:
                    break
                item = self._items.popleft()
                self._held -= _size(item)
                self._changed.notify()
            yield item
            del item  # which may be large, before the next one is waited for
        if self._error is not None:
            raise self._error


def _size(item: object) -> int:
    if isinstance(item, Change):
        return LEAST_OF_CHANGE + size_of(item)
    batch = item.batch if isinstance(item, ExactRows) else item
    return batch.get_total_buffer_size() if isinstance(batch, pa.RecordBatch) else 0


def side_by_side(parts: Iterable[Part[Item]], threads: int) -> Iterator[Item]:
    """Yield what parts hold, in their order, while as many threads read ahead.

    What a part raises is raised behind what it held.
    """
    for items in _readings(parts, threads):
        yield from items


def of_logs(
    reads: Iterable[tuple[Log, Part[Item]]], threads: int
) -> Iterator[tuple[Log, Iterator[Item]]]:
    """Yield logs with what is read of each, in their order, while as many threads read ahead.

    Args:
        reads: logs, and what reads them.
        threads: how many; one thread begins to read a log when it is asked for.
    """
    if threads <= 1:
        for log, read in reads:
            yield log, read()
        return
    logs, parts = zip(*reads, strict=True)
    yield from zip(logs, _readings(parts, threads), strict=True)


def _readings(parts: Iterable[Part[Item]], threads: int) -> Iterator[Iterator[Item]]:
    is_over = Event()
    unread = iter(parts)
    readings: deque[_Reading[Item]] = deque()
    with ThreadPoolExecutor(threads) as pool:

        def begin(count: int) -> None:
            for part in islice(unread, count):
                readings.append(_Reading())
                pool.submit(readings[-1].fill, part, is_over)

        try:
            begin(threads + 1)
            while readings:
                yield readings.popleft().items()
                begin(1)
        finally:
            is_over.set()


def spans_for(file: str, span: Span, threads: int) -> list[Span]:
    """Return the parts of a span that are read side by side, of some large logs.

    Threads that read one part share its work (`change_batches` of an engine), but only one of them
    walks over its events, or decompresses transactions, which is most of the work where they are
    compressed: with more threads, or for these, each thread has a part of its own. And a log of an
    object store comes sooner by several requests at once.
    """
    if threads == 1 or span.is_exact or is_compressed(file):
        return [span]
    with LogFile(file) as log:
        if is_remote(file):
            return list(parts_of(span, log.size, PART))
        if log.size > LARGE_PART and (_are_many(threads) or _has_payloads(log)):
            size = min(max(-(-log.size // threads), PART), LARGE_PART)
            return list(parts_of(span, log.size, size))
    return [span]


def _are_many(threads: int) -> bool:
    """Return whether there are more threads, and processors for them, than can share a part."""
    return min(threads, num_processors()) > MAX_SHARING


def num_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _has_payloads(log: LogFile) -> bool:
    """Return whether the first transactions of a log are compressed, each into a small payload."""
    for header in _first_headers(log):
        if header.type == EventType.transaction_payload:
            return int(header.len_event) <= MAX_PAYLOAD
    return False


def _first_headers(log: LogFile) -> Iterator[BinlogEventHeader]:
    position = log.first_position
    with suppress(BinlogError):
        for _ in range(NUM_LOOKED_AT):
            header = log.header(position)
            yield header
            position += header.len_event


def threads_for(file: str, threads: int) -> int:
    """Return how many threads share the work on a part: one where a log is small.

    Of long events one thread makes batches sooner, as they are in its processor's own memory.
    """
    if threads > 1 and not is_compressed(file):
        with LogFile(file) as log:
            sizes = [int(header.len_event) for header in _first_headers(log)]
            are_long = sum(sizes) > LONG * len(sizes)
            return 1 if are_long or log.size < MIN_SHARED else threads
    return threads
