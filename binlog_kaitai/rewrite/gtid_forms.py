"""GTID events of the same type and size, which are written without a tree of each.

The length of a transaction is a number of several forms, which are of several sizes. How one form
takes the place of another is found as places are: by what trees write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.rewrite.gtids import LENGTH, numbers_of, renumber
from binlog_kaitai.rewrite.places import Place, clock_places, place_of
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

    @property
    def grown(self) -> int:
        """By how many bytes the event grows."""
        return self.after.stop - self.before.stop

    def is_of(self, data: bytearray, at: int, length: int) -> bool:
        """Return whether the event that begins at `at` has this form, with a length."""
        mark = data[at + self.start : at + self.before.start]
        return mark == self.mark and self.before.get(data, at) == length

    def written(
        self, data: bytearray, at: int, end: int, length: int, ticks: dict[str, int]
    ) -> bytearray:
        """Return the bytes of an event, without its checksum, with other numbers.

        Args:
            data: where it is.
            at: where it begins.
            end: where its checksum begins.
            length: of the transaction.
            ticks: the numbers of the logical clock.
        """
        found = data[at : at + self.start] + self.new_mark
        found += bytes(self.after.stop - self.after.start) + data[at + self.before.stop : end]
        self.after.put(found, 0, length)
        for name, place in self.ticks.items():
            place.put(found, 0, ticks[name])
        return found


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
