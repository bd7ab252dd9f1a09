"""Transactions of rows whose events change, in blocks: what is alike is made once, by a tree.

Tables that are left out, new names of databases and checksums change what is the same in many
events, TABLE_MAP and BEGIN: one tree is made for all of the same bytes. Kernels find the cells that
are redacted. Numbers in headers and GTID events are set in all of a block at once, at the `places`
that the specs give them. What is more than that is left to trees.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.places import pieces_of
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.event_blocks import NO_TABLE
from binlog_kaitai.rewrite.blocks import KINDS, Block, Kind, event_in
from binlog_kaitai.rewrite.edits import Edits
from binlog_kaitai.rewrite.events import Events
from binlog_kaitai.rewrite.gtid_forms import GtidForms
from binlog_kaitai.rewrite.gtids import Clock, numbers_of
from binlog_kaitai.rewrite.masks import Masks
from binlog_kaitai.rewrite.output import Place
from binlog_kaitai.rewrite.passing import Mover, Whole
from binlog_kaitai.rewrite.places import HeaderPlaces
from binlog_kaitai.rewrite.rows import Redactor
from binlog_kaitai.rewrite.statements import thread_of
from binlog_kaitai.rewrite.stretches import Stretch
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.log.events import UNPARSABLE, LoggedEvent
from binlog_kaitai.tree.transactions.transaction import bound_of

MANY, KEPT = 2**12, 2**23
"""Different events, and their bytes, that are known at a time, unless a block has more."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What becomes of a TABLE_MAP or QUERY.

    `tail` takes the place of what is behind its position; None for nothing. `table` is the number
    of a table with redacted columns.
    """

    tail: bytes | None
    is_wanted: bool = True
    table: int = NO_TABLE


_NEW = _Change(None)


@dataclass(frozen=True, slots=True)
class _Changes:
    """What becomes of the TABLE_MAP and QUERY events of a block, which have `numbers` there."""

    numbers: Any
    changes: list[_Change]

    def within(self, block: Block) -> _Changes:
        """Return those of the events that the block has kept."""
        count = int(np.searchsorted(self.numbers, len(block.starts)))
        return _Changes(self.numbers[:count], self.changes[:count])


@dataclass(frozen=True, slots=True)
class Written:
    """How many transactions were written, how many of them emptied, and rows events left out."""

    count: int = 0
    num_emptied: int = 0
    num_left_out: int = 0


NOTHING = Written()


class Editor:
    """Writes transactions whose events change.

    `mover` is the one that was given.

    Args:
        mover: of the log, in whose format they are where they are read.
        events: changes events.
        scope: what of the log is wanted.
        redactor: redacts rows; None if there is nothing to redact.
    """

    def __init__(
        self,
        mover: Mover,
        events: Events,
        scope: Scope,
        redactor: Redactor | None,
    ) -> None:
        self.mover = mover
        self._output = mover.output
        self._events = events
        self._scope = scope
        self._redactor = redactor
        self._kinds = np.zeros(256, np.uint8)
        self._changes: dict[bytes, _Change | None] = {}
        self._num_bytes = 0
        self._signs: tuple[Any, HeaderPlaces] | None = None
        self._gtids = GtidForms(mover, events)
        self._masks = Masks(mover.format)

    def numbers(self, whole: Whole) -> dict[str, int]:
        """Return the numbers in the GTID event of a transaction."""
        data, at, size = next(self.mover.events(whole))
        return numbers_of(event_in(data, at, at + size, self.mover.format).tree)

    def write(self, stretch: Stretch, clock: Clock | None) -> Written:
        """Write transactions that lie one behind another, as far as none takes trees.

        Args:
            stretch: the transactions.
            clock: changes their numbers; None to keep them.
        """
        data = self.mover.log.read(stretch.start, stretch.end - stretch.start)
        bounds = self.mover.places.bounds(data)
        if bounds[-1] != len(data):
            return NOTHING  # trees say what is wrong
        block = self._block(data, bounds, stretch.starts - stretch.start)
        self._begin()
        firsts = np.searchsorted(block.starts, stretch.starts - stretch.start)
        gtids = block.are(Kind.gtid)
        block.cut_at(gtids[np.isin(gtids, firsts, invert=True)])
        written, _ = self._written(block, clock, stretch.ends - stretch.starts, set())
        return written

    def write_large(self, whole: Whole, ticks: dict[str, int]) -> tuple[Written, Place | None]:
        """Write a transaction in parts, or nothing if it takes trees.

        Returns:
            What was written, and the place of its GTID event, if that lacks its length.
        """
        start, gtid, wanted, num_left_out = self._output.position, None, set[bool](), 0
        self._begin()
        for data, bounds in self.mover.blocks(whole, self.mover.log.read):
            block = self._block(data, bounds, np.zeros(1, np.int64))
            if block.kinds[0] == Kind.gtid and self._output.position == start:
                event = event_in(data, bounds[0], bounds[1], self.mover.format)
                gtid = self._events.begin_transaction(event, ticks)
                block = self._block(data, bounds[1:], np.zeros(1, np.int64))
            block.cut_at(block.are(Kind.gtid))
            written, wanted = self._written(block, None, None, wanted)
            if not written.count:
                self._output.cut(start)
                if self._redactor is not None:
                    self._redactor.taken_count()
                return NOTHING, None
            num_left_out += written.num_left_out
        return Written(1, int(num_left_out > 0), num_left_out), gtid

    def _begin(self) -> None:
        """Begin a transaction: no TABLE_MAP of one before it counts."""
        if len(self._changes) > MANY or self._num_bytes > KEPT:
            self._changes.clear()
            self._num_bytes = 0
            self._masks = Masks(self.mover.format)
        self._masks.begin()

    def _block(self, data: bytes, bounds: Any, firsts: Any) -> Block:
        """Return the events of a block, in which transactions begin at `firsts`."""
        places, edges = self.mover.places, np.asarray(bounds, np.int64)
        starts, ends = edges[:-1], edges[1:]
        codes = places.type.get_all(np.asarray(memoryview(data)), starts)
        kinds = self._kinds[codes]
        for code in set(codes[kinds == Kind.unknown].tolist()):
            number = int(np.flatnonzero(codes == code)[0])
            self._kinds[code] = self._kind(data, bounds[number], bounds[number + 1], code)
            kinds = self._kinds[codes]
        owners = np.searchsorted(firsts, starts, side="right") - 1
        return Block(data, starts, ends, kinds, owners, len(firsts))

    def _kind(self, data: bytes, at: int, end: int, code: int) -> Kind:
        if self.mover.places.is_rows(data, at):
            return Kind.rows
        kind = KINDS.get(code, Kind.other)
        if kind is not Kind.other:
            return kind
        header = event_in(data, at, end, self.mover.format).tree.header
        return Kind.gtid if header.begins_transaction else kind

    # what becomes of events

    def _written(
        self, block: Block, clock: Clock | None, sizes: Any, wanted: set[bool]
    ) -> tuple[Written, set[bool]]:
        """Write the transactions of a block, as far as none takes trees.

        Args:
            block: it.
            clock: changes their numbers; None to keep them.
            sizes: of the transactions; None for a part of one, without its GTID event.
            wanted: whether rows of a transaction are wanted, if parts of it are written.

        Returns:
            What was written, and `wanted` behind it.
        """
        block.cut_at(block.are(Kind.other))
        changes = self._changes_in(block)
        found = self._are_wanted(block, changes, wanted, is_part=sizes is None)
        are_wanted = found[1]
        changes = changes.within(block)
        tables = np.full(len(block.kinds), NO_TABLE)
        tables[changes.numbers] = [change.table for change in changes.changes]
        cells = self._masks.cells(block, tables)
        if not block.count:
            return NOTHING, wanted
        if not len(block.starts):  # in front of an event that is larger than a part
            return Written(1), wanted
        are_kept = self._are_kept(block, are_wanted)
        edits = self._edits(block, are_kept, changes.within(block))
        try:
            nulls = self._masks.put_into(edits, block.data, cells)
            gtids = None if sizes is None else self._gtids.found(block, clock, sizes)
        except (UnreadableError, *UNPARSABLE):
            return NOTHING, wanted  # trees meet it, too
        if self._redactor is not None and cells is not None:
            self._redactor.count(len(cells.event))
        if gtids is not None:
            gtids.put_into(edits)
        data = edits.applied(block.data, int(block.starts[0]), int(block.ends[-1]))
        starts, ends = edits.moved(block.starts), edits.moved(block.ends)
        self._masks.set_null_bits(data, edits, nulls)
        if gtids is not None:
            sizes = (ends - starts) * are_kept
            lengths = np.bincount(block.owners, sizes, block.count).astype(np.int64)
            gtids.set_numbers(data, starts, lengths, clock)
        self._set_headers(data, starts[are_kept], ends[are_kept])
        self._output.add(data)
        are_rows = block.kinds == Kind.rows
        left_out = np.logical_and(are_rows, np.logical_not(are_wanted[block.owners]))
        emptied = len(set(block.owners[left_out].tolist()))
        return Written(block.count, emptied, int(left_out.sum())), set(
            (found[:, -1].nonzero()[0] > 0).tolist()
        )

    def _changes_in(self, block: Block) -> _Changes:
        """Return what becomes of each TABLE_MAP and QUERY, as far as none takes trees."""
        numbers, data, known = block.are(Kind.table_map, Kind.query), block.data, self._changes
        first, num_checksum = self.mover.places.next_position.stop, self.mover.places.len_checksum
        keys = pieces_of(data, block.starts[numbers] + first, block.ends[numbers] - num_checksum)
        changes = []
        for number, key in zip(numbers.tolist(), keys, strict=True):
            change = known.get(key, _NEW)
            if change is _NEW:
                try:
                    change = self._made(block.event(number, self.mover.format))
                except (UnreadableError, *UNPARSABLE):  # which trees meet, too
                    change = None
                known[key] = change
                self._num_bytes += len(key)
            if change is None:
                block.cut_at([number])
                break
            changes.append(change)
        return _Changes(numbers, changes).within(block)

    def _made(self, event: LoggedEvent) -> _Change | None:
        """Return what becomes of a TABLE_MAP or QUERY; None if more changes than that."""
        tree, is_wanted, table = event.tree, True, NO_TABLE
        if tree.is_table_map:
            is_wanted = self._scope.wants_table(full_name(tree.body.database, tree.body.table))
            masked = None
            if is_wanted and self._redactor is not None:
                masked = self._redactor.masked_table(tree.body, tree.header.timestamp)
            if masked is not None:
                number = self._masks.take_table(tree.body, masked)
                if number is None:
                    return None
                table = number
        elif bound_of(event) is None or thread_of(event) is not None:
            return None
        draft = self._events.changed(event)
        tail = None
        if draft is not None:
            tail = self._unsigned(draft)[self.mover.places.next_position.stop :]
        return _Change(tail, is_wanted, table)

    def _are_wanted(
        self, block: Block, changes: _Changes, wanted: set[bool], *, is_part: bool
    ) -> Any:
        """Return whether each transaction has rows that are not wanted, and some that are.

        As far as that is one of both, or a part of one has neither.
        """
        found = np.zeros((2, block.count), np.bool_)
        for one in wanted:
            found[int(one)] = True
        are_maps = block.kinds[changes.numbers] == Kind.table_map
        which = np.array([change.is_wanted for change in changes.changes], np.int64)
        found[which[are_maps], block.owners[changes.numbers[are_maps]]] = True
        are_sure = found[0] != found[1]
        if is_part and not len(block.are(Kind.rows, Kind.text)):
            are_sure = np.logical_or(are_sure, np.logical_not(found[1]))
        if not are_sure.all():
            block.cut(int(np.argmin(are_sure)))
        return found[:, : block.count]

    def _are_kept(self, block: Block, are_wanted: Any) -> Any:
        """Return whether each event is written."""
        are_alone = np.isin(block.kinds, (Kind.gtid, Kind.query, Kind.end))
        are_kept = np.logical_or(are_alone, are_wanted[block.owners])
        if self._redactor is not None:
            are_kept = np.logical_and(are_kept, block.kinds != Kind.text)
        return are_kept

    def _edits(self, block: Block, are_kept: Any, changes: _Changes) -> Edits:
        """Return edits of what events lack, what changes at their ends, and their checksums."""
        edits, gone = Edits(), np.logical_not(are_kept)
        places, num_new = self.mover.places, self._output.format.len_checksum
        edits.put(block.starts[gone], block.ends[gone], b"")
        tails = [change.tail for change in changes.changes]
        are_other = np.array([tail is not None for tail in tails], np.bool_)
        are_other = np.logical_and(are_other, are_kept[changes.numbers])
        numbers = changes.numbers[are_other]
        first, len_checksum = places.next_position.stop, places.len_checksum
        starts, ends = block.starts[numbers] + first, block.ends[numbers] - len_checksum
        edits.put_each(
            starts, ends, [tail for tail in compress(tails, are_other.tolist()) if tail is not None]
        )
        if num_new != len_checksum:
            ends = block.ends[are_kept]
            edits.put(ends - len_checksum, ends, bytes(num_new))
        return edits

    def _set_headers(self, data: bytearray, starts: Any, ends: Any) -> None:
        """Set sizes, positions and checksums of events that are written next."""
        if not len(starts):
            return
        array, places = np.asarray(memoryview(data)), self.mover.places
        places.size.put_all(array, starts, ends - starts)
        behind = self.mover.positions_behind(array, starts, ends)
        places.next_position.put_all(array, starts, behind)
        self._signing(data, int(starts[0]), int(ends[0])).sign_all(data, starts, ends)

    def _signing(self, data: bytearray, at: int, end: int) -> HeaderPlaces:
        """Return what signs events of the log that is written, of which one is given."""
        if self._signs is None or self._signs[0] is not self._output.format:
            places = HeaderPlaces(bytes(data[at:end]), self._output.format)
            self._signs = self._output.format, places
        return self._signs[1]

    def _unsigned(self, draft: Draft) -> bytes:
        """Return an event without its checksum, in the format of the log that is written."""
        data = draft.to_bytes()
        return data[: len(data) - self._output.format.len_checksum]
