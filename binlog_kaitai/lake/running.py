"""Divide the work of an export into tasks, and run them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from binlog_kaitai.lake.healing import Healing
from binlog_kaitai.lake.summary import Step
from binlog_kaitai.read.side_by_side import num_processors

if TYPE_CHECKING:
    from binlog_kaitai.catalog.dumps import DumpPlace

Item = TypeVar("Item")
Result = TypeVar("Result")


class Runner(Protocol):
    """Runs tasks in parallel."""

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield the results of tasks in their order; raise the error of the first failed task."""


def groups(
    items: Iterable[Item], weigh: Callable[[Item], int], limit: int, max_items: int | None = None
) -> Iterator[list[Item]]:
    """Yield consecutive items together up to a weight and a number; a heavy item is alone."""
    some: list[Item] = []
    weight = 0
    for item in items:
        own = weigh(item)
        if some and (weight + own > limit or len(some) == max_items):
            yield some
            some, weight = [], 0
        some.append(item)
        weight += own
    if some:
        yield some


@dataclass(frozen=True)
class Threads:
    """Runs tasks in threads of this process; kernels and Parquet release the GIL."""

    count: int = field(default_factory=num_processors)

    def run(self, tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
        """Yield the results of tasks in their order; raise the error of the first failed task."""
        if len(tasks) <= 1:  # a new thread would take more memory
            yield from (task() for task in tasks)
            return
        pool = ThreadPoolExecutor(self.count)
        try:
            running = [pool.submit(task) for task in tasks]
            for task in running:
                yield task.result()
        finally:
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class Snapshot:
    """What the caller asks of a snapshot.

    Attributes:
        max_load: limits of the server's status variables, as of `lake.load.Load`.
        healing: also reads tables that are set aside or new, whenever a snapshot of them is due.
        dump: a dump whose rows tables begin with; the first run reads it.
        place: the place of the dump in the logs, if it is not the one that it has.
        reads_server: whether rows are also read from tables of the server.
    """

    max_load: Mapping[str, int] = field(default_factory=dict)
    healing: Healing | None = None
    dump: str | None = None
    reads_server: bool = True
    place: DumpPlace | None = None

    @staticmethod
    def is_of_server(asked: Snapshot | bool | None) -> bool:
        """Return whether a snapshot reads tables of a server, and not only a dump."""
        return asked.reads_server if isinstance(asked, Snapshot) else bool(asked)

    @staticmethod
    def of(asked: Snapshot | bool | None, healing: Healing | None) -> Snapshot | bool:
        """Return what the caller asks, with what it heals."""
        if not asked:
            return False
        return replace(Snapshot() if asked is True else asked, healing=healing)


@dataclass(frozen=True)
class Reading:
    """How rows of a server's tables are read.

    Attributes:
        keys: the key columns that the caller names, by tables.
        progress: called after each chunk.
        connections: the number of connections, of which `read_chunks` may use fewer.
        snapshot: what the caller asks.
        runner: reads by tasks, instead of connections.
    """

    keys: Mapping[str, Sequence[str]]
    progress: Callable[[Step], None]
    connections: int = 1
    snapshot: Snapshot = field(default_factory=Snapshot)
    runner: Runner | None = None

    @staticmethod
    def of(
        snapshot: Snapshot | bool,
        keys: Mapping[str, Sequence[str]],
        progress: Callable[[Step], None],
        runner: Runner,
    ) -> Reading | None:
        """Return how rows are read by a runner; None if the run reads no snapshot."""
        asked = Snapshot() if snapshot is True else snapshot
        if not asked or (asked.healing is not None and not asked.healing.reads()):
            return None
        if isinstance(runner, Threads):
            return Reading(keys, progress, runner.count, asked)
        return Reading(keys, progress, snapshot=asked, runner=runner)
