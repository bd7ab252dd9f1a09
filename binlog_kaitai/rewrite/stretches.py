"""Transactions that lie one behind another, and are copied at once: as they are, but moved.

Numbers of all their events are read and set together, at the `places` that the specs give them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.views import transaction_batches
from binlog_kaitai.rewrite import passing
from binlog_kaitai.rewrite.edges import Edges
from binlog_kaitai.rewrite.gtids import Clock
from binlog_kaitai.rewrite.passing import Mover, Whole

_FIELDS = (
    *("position", "end_position", "gtid", "server_id", "num_bytes"),
    *("kind", "xid", "ended_by"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Transactions of rows alone, each in one piece.

    Attributes:
        starts: where each begins.
        ends: where each ends.
        gtids: their GTIDs, null where they have none.
        server_ids: those of their first events.
        is_alike: whether all are wanted, lie one behind another, and are no more than a block.
    """

    starts: Any
    ends: Any
    gtids: pa.Array
    server_ids: pa.Array
    is_alike: bool

    @property
    def start(self) -> int:
        """Where the first one begins."""
        return int(self.starts[0])

    @property
    def end(self) -> int:
        """Where the last one ends."""
        return int(self.ends[-1])

    @classmethod
    def of(cls, one: Whole) -> Stretch:
        """Return a transaction by itself."""
        starts, ends = np.array([[one.start], [one.end]])
        gtids, servers = pa.array([one.gtid], pa.string()), pa.array([one.server_id], pa.int64())
        return cls(starts, ends, gtids, servers, is_alike=False)

    def wholes(self) -> Iterator[Whole]:
        """Yield each."""
        columns = self.gtids.to_pylist(), self.server_ids.to_pylist()
        for values in zip(self.starts.tolist(), self.ends.tolist(), *columns, strict=True):
            yield Whole(*values)

    def whole(self, number: int) -> Whole:
        """Return one of them."""
        gtid, server_id = self.gtids[number].as_py(), self.server_ids[number].as_py()
        return Whole(int(self.starts[number]), int(self.ends[number]), gtid, server_id)

    def part(self, first: int, stop: int, *, is_alike: bool) -> Stretch:
        """Return some of them."""
        count = stop - first
        gtids, servers = self.gtids.slice(first, count), self.server_ids.slice(first, count)
        return Stretch(self.starts[first:stop], self.ends[first:stop], gtids, servers, is_alike)


def stretches_in(
    path: str, scope: Scope, engine: Engine, *, are_together: bool
) -> Iterator[Stretch]:
    """Yield the transactions of a log that may pass as a whole, in order.

    Args:
        path: of the log.
        scope: what of it is wanted.
        engine: reads where the transactions are.
        are_together: whether transactions that are wanted need not be written one by one.

    Raises:
        BinlogError: the log is damaged.
    """
    schema = pa.schema([TRANSACTION_SCHEMA.field(name) for name in _FIELDS])
    asked = Scope(verify_checksums=scope.verify_checksums)
    wanted = scope if are_together and not scope.has_times else None
    for batch in transaction_batches(path, schema=schema, scope=asked, engine=engine):
        yield from _stretches_of(batch, wanted)


def _stretches_of(batch: pa.RecordBatch, scope: Scope | None) -> Iterator[Stretch]:
    """Yield the transactions of a batch that are of rows alone, in order.

    Those that are wanted in a scope come together; without one, none do.
    """
    starts, ends = _numbers(batch["position"]), _numbers(batch["end_position"])
    of_rows = pc.and_(pc.equal(batch["kind"], "row"), pc.is_null(batch["xid"]))
    flags = pc.fill_null(pc.and_(of_rows, pc.is_valid(batch["ended_by"])), False)
    is_whole = np.logical_and(
        flags.to_numpy(zero_copy_only=False), _numbers(batch["num_bytes"]) == ends - starts
    )
    found, kept = np.flatnonzero(is_whole), pa.array(is_whole)
    if not len(found):
        return
    gtids, servers = batch["gtid"].filter(kept), batch["server_id"].filter(kept)
    both = Stretch(starts[found], ends[found], gtids, servers, is_alike=False)
    if scope is None:
        yield both
        return
    are_wanted = _are_wanted(both, scope)
    breaks = (both.starts[1:] != both.ends[:-1]) | (are_wanted[1:] != are_wanted[:-1])
    bounds = [0, *(np.flatnonzero(breaks) + 1).tolist(), len(found)]
    for first, stop in pairwise(bounds):
        if are_wanted[first]:
            yield from _in_blocks(both, first, stop)
        else:
            yield both.part(first, stop, is_alike=False)


def _numbers(column: pa.Array) -> Any:
    return column.cast(pa.int64()).to_numpy()


def _are_wanted(those: Stretch, scope: Scope) -> Any:
    are_wanted = those.starts >= scope.span.start
    if scope.span.stop is not None:
        are_wanted = np.logical_and(are_wanted, those.ends <= scope.span.stop)
    if scope.server_id is not None:
        are_wanted = np.logical_and(are_wanted, _numbers(those.server_ids) == scope.server_id)
    if scope.applied is not None or scope.until is not None:
        gtids = those.gtids.to_pylist()
        of_gtids = [scope.wants_transaction(gtid) for gtid in gtids]
        are_wanted = np.logical_and(are_wanted, of_gtids)
    return are_wanted


def _in_blocks(those: Stretch, first: int, stop: int) -> Iterator[Stretch]:
    """Yield some of them in parts that are no larger than a block, or a transaction each."""
    while first < stop:
        limit = those.starts[first] + passing.BLOCK
        end = first + int(np.searchsorted(those.ends[first:stop], limit, side="right"))
        is_large = end == first
        end += is_large
        yield those.part(first, end, is_alike=not is_large)
        first = end


def parts_of(stretch: Stretch, position: Callable[[], int]) -> Iterator[Stretch | Whole]:
    """Yield transactions together if they are alike, and each if they do not pass so.

    Args:
        stretch: the transactions.
        position: returns up to where the log was written when the next part is asked for.
    """
    if not stretch.is_alike:
        yield from stretch.wholes()
        return
    done, count, size = 0, len(stretch.ends), len(stretch.ends)
    while done < count:
        yield stretch.part(done, min(done + size, count), is_alike=True)
        written = int(np.searchsorted(stretch.ends, position(), side="right"))
        if written == done:
            yield from stretch.part(done, done + 1, is_alike=False).wholes()
            written += 1
        size = 2 * (written - done)
        done = written


def in_room(stretch: Stretch, mover: Mover, edges: Edges) -> tuple[Stretch, dict[str, int]] | None:
    """Have room for the first of some transactions in the log that is written.

    Returns:
        Those that go into it, and the logical clock of the last one, if that has to be known;
        None if trees find its places.
    """
    if not edges.cuts:
        edges.end_front()
        return stretch, {}
    numbers = mover.numbers(stretch.whole(0))
    if numbers is None:
        return None
    edges.make_room(numbers)
    count = edges.count_in_room(stretch.starts - stretch.start)
    stretch = stretch.part(0, count, is_alike=True)
    return stretch, mover.numbers(stretch.whole(-1)) or {}


def write_together(stretch: Stretch, mover: Mover, clock: Clock | None) -> bool:
    """Write transactions that are alike; return False, with nothing written, if trees are needed.

    Args:
        stretch: the transactions.
        mover: writes those of the log.
        clock: changes their numbers; None to keep them.
    """
    places = mover.places
    block = mover.filled(stretch.start, stretch.end - stretch.start)
    data = np.asarray(memoryview(block))
    bounds = places.bounds(block)
    if bounds[-1] != len(block):
        return False  # trees say what is wrong
    starts, ends = bounds[:-1], bounds[1:]
    behind = mover.positions_behind(data, starts, ends)
    is_changed = places.next_position.get_all(data, starts) != behind
    if clock is not None:
        firsts = np.searchsorted(starts, stretch.starts - stretch.start)
        kinds = places.type.get_all(data, starts[firsts])
        if (kinds == EventType.gtid_tagged.value).any():
            return False
        sizes = ends[firsts] - starts[firsts]
        for kind, size in set(zip(kinds.tolist(), sizes.tolist(), strict=True)):
            alike = firsts[np.logical_and(kinds == kind, sizes == size)]
            is_changed[alike] |= _set_clock(mover, block, starts[alike], size, clock)
    moved = np.flatnonzero(is_changed)
    places.next_position.put_all(data, starts[moved], behind[moved])
    places.sign_all(block, starts[moved], ends[moved])
    mover.output.add(block)
    return True


def _set_clock(mover: Mover, block: bytearray, starts: Any, size: int, clock: Clock) -> bool:
    """Set the logical clock of GTID events of a type and size; return whether they have one."""
    places = mover.clock_places(block, int(starts[0]), size)
    clock.set_all(places, np.asarray(memoryview(block)), starts)
    return bool(places)
