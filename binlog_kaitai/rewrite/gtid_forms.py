"""GTID events of the same type and size, which are written without a tree of each.

The length of a transaction is a number of several forms, which are of several sizes. How one form
takes the place of another is found as places are: by what trees write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.places import Place, place_of
from binlog_kaitai.rewrite.blocks import Block, Kind
from binlog_kaitai.rewrite.edits import Edits
from binlog_kaitai.rewrite.events import Events
from binlog_kaitai.rewrite.gtids import LENGTH, Clock, numbers_of, renumber
from binlog_kaitai.rewrite.passing import Mover
from binlog_kaitai.rewrite.places import clock_places
from binlog_kaitai.rewrite.writing import Draft


@dataclass(frozen=True, slots=True)
class GtidForm:
    """How GTID events of a type and size are written.

    Attributes:
        start: where the number begins that is the length of the transaction.
        before: the length, where it is read.
        mark: what is in front of that, from `start` on.
        after: the length, where it is written.
        new_mark: what is in front of that.
        ticks: the numbers of the logical clock, where they are written.
    """

    start: int
    before: Place
    mark: bytes
    after: Place
    new_mark: bytes
    ticks: dict[str, Place]

    def are_of(self, data: Any, starts: Any, lengths: Any) -> Any:
        """Return of each event that begins at `starts` whether it has this form, with a length."""
        are = self.before.get_all(data, starts) == lengths
        for at, byte in enumerate(self.mark, self.start):
            are = np.logical_and(are, data[starts + at] == byte)
        return are

    @property
    def piece(self) -> bytes:
        """What takes the place of the length, which is then to be set."""
        return self.new_mark + bytes(self.after.stop - self.after.start)


def gtid_form(event: bytes, log_format: Any, first: int, *, has_room: bool) -> GtidForm | None:
    """Return the form of GTID events; None where trees are needed.

    Args:
        event: one of them.
        log_format: the format that it has.
        first: where the bytes begin that do not depend on where the event lies.
        has_room: whether the length is written in its longest form.
    """
    if LENGTH not in numbers_of(Draft(event, log_format, None).tree):
        return None
    len_checksum = log_format.len_checksum

    def write(value: int, *, has_room: bool) -> bytes:
        draft = Draft(event, log_format, None)
        renumber(draft, {LENGTH: value}, has_room=has_room)
        data = draft.to_bytes()
        if not has_room and len(data) != len(event):
            raise UnreadableError(f"a number of the same form as in {len(event)} bytes", f"{value}")
        return data[: len(data) - len_checksum]

    before = place_of(lambda value: write(value, has_room=False))
    if before is None:
        return None
    after, sample = before, event[: len(event) - len_checksum]
    if has_room:
        found = place_of(lambda value: write(value, has_room=True))
        assert found is not None
        after, sample = found, write(0, has_room=True)
    both = zip(event[first : before.start], sample[first : before.start], strict=True)
    start = next((at for at, (one, other) in enumerate(both, first) if one != other), before.start)
    if sample[after.stop :] != event[before.stop : len(event) - len_checksum]:
        return None
    places = clock_places(sample + event[len(event) - len_checksum :], log_format)
    return GtidForm(
        *(start, before, event[start : before.start], after, sample[start : after.start], places)
    )


@dataclass(frozen=True, slots=True)
class _Alike:
    """GTID events of a type and size.

    Attributes:
        events: their numbers in their block.
        form: how they are written; None if they have no length.
        ticks: the numbers of the logical clock, where they are written.
    """

    events: Any
    form: GtidForm | None
    ticks: dict[str, Place]

    def set_numbers(self, data: Any, starts: Any, lengths: Any, clock: Clock | None) -> None:
        """Set the numbers of the events, which begin at `starts`."""
        if self.form is not None:
            self.form.after.put_all(data, starts, lengths)
        if clock is not None:
            clock.set_all(self.ticks, data, starts)


class BlockGtids:
    """The GTID events of a block, which are written with other numbers.

    Args:
        block: it.
        alike: those that are set at once.
        drafts: the others, by their numbers.
        num_checksums: bytes of the checksum of an event of the block, and of a draft.
    """

    def __init__(
        self, block: Block, alike: list[_Alike], drafts: dict[int, Draft], *num_checksums: int
    ) -> None:
        self._block = block
        self._alike = alike
        self._drafts = drafts
        self._num_old, self._num_new = num_checksums

    def put_into(self, edits: Edits) -> None:
        """Make room for their numbers."""
        block = self._block
        for some in self._alike:
            if some.form is not None:
                starts, form = block.starts[some.events], some.form
                edits.put(starts + form.start, starts + form.before.stop, form.piece)
        for number, draft in self._drafts.items():
            end = block.ends[number] - self._num_old
            edits.put(block.starts[[number]], [end], self._bytes_of(draft))

    def set_numbers(self, data: bytearray, starts: Any, lengths: Any, clock: Clock | None) -> None:
        """Set their numbers in the bytes that are written.

        Args:
            data: these.
            starts: where each event of the block begins there.
            lengths: of the transactions.
            clock: changes their numbers; None to keep them.
        """
        array, owners = np.asarray(memoryview(data)), self._block.owners
        for some in self._alike:
            events = some.events
            some.set_numbers(array, starts[events], lengths[owners[events]], clock)
        for number, draft in self._drafts.items():
            renumber(draft, {LENGTH: int(lengths[owners[number]])}, has_room=False)
            piece, at = self._bytes_of(draft), starts[number]
            data[at : at + len(piece)] = piece

    def _bytes_of(self, draft: Draft) -> bytes:
        data = draft.to_bytes()
        return data[: len(data) - self._num_new]


class GtidForms:
    """Finds how the GTID events of a log are written.

    Args:
        mover: of the log.
        events: makes drafts of its events.
    """

    def __init__(self, mover: Mover, events: Events) -> None:
        self._mover = mover
        self._events = events
        self._known: dict[tuple[int, int, bool], tuple[GtidForm | None, dict[str, Place]] | None]
        self._known = {}

    def found(self, block: Block, clock: Clock | None, sizes: Any) -> BlockGtids:
        """Return the GTID events of a block.

        Args:
            block: it.
            clock: changes their numbers; None to keep them.
            sizes: of its transactions.
        """
        places, data = self._mover.places, np.asarray(memoryview(block.data))
        numbers = block.are(Kind.gtid)
        starts, lengths = block.starts[numbers], sizes[block.owners[numbers]]
        codes, num_bytes = places.type.get_all(data, starts), block.ends[numbers] - starts
        alike, drafts = [], dict[int, Draft]()
        for code, size in set(zip(codes.tolist(), num_bytes.tolist(), strict=True)):
            are = np.logical_and(codes == code, num_bytes == size)
            at = int(starts[are][0])
            known = self._form_of(block.data[at : at + size], code)
            if known is not None:
                form, ticks = known
                if form is not None:
                    are_of_form = np.logical_and(are, form.are_of(data, starts, lengths))
                    others = np.logical_and(are, np.logical_not(are_of_form))
                    are = are_of_form
                alike.append(_Alike(numbers[are], form, ticks))
                if form is None:
                    continue
                are = others
            for number in numbers[are].tolist():
                drafts[number] = self._draft(block, number, clock)
        num_checksums = places.len_checksum, self._events.target.format.len_checksum
        return BlockGtids(block, alike, drafts, *num_checksums)

    def _form_of(self, event: bytes, code: int) -> tuple[GtidForm | None, dict[str, Place]] | None:
        """Return the form of events that have a length, and their clock; None for trees."""
        if code == EventType.gtid_tagged.value:
            return None
        has_room, log_format = self._events.has_room, self._mover.format
        key = code, len(event), has_room
        if key not in self._known:
            data, first = bytes(event), self._mover.places.next_position.stop
            form = gtid_form(data, log_format, first, has_room=has_room)
            if form is not None:
                self._known[key] = form, form.ticks
            elif LENGTH not in numbers_of(Draft(data, log_format, None).tree):
                self._known[key] = None, clock_places(data, log_format)
            else:
                self._known[key] = None
        return self._known[key]

    def _draft(self, block: Block, number: int, clock: Clock | None) -> Draft:
        event = block.event(number, self._mover.format)
        draft, numbers = self._events.draft(event), numbers_of(event.tree)
        ticks = numbers if clock is None else numbers | clock(numbers)
        renumber(draft, ticks, has_room=self._events.has_room)
        return draft
