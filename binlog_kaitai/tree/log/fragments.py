"""Rows events that a server has cut into fragments, as they were too large for one event."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, fields, replace
from tempfile import SpooledTemporaryFile
from typing import Any

from binlog_kaitai.errors import UnreadableError

MAX_ROWS_EVENT = 2**32
"""Bytes: what servers' own rows events may have at most, cut up or not."""

MAX_IN_MEMORY = 2**26  # bytes; what is larger lies in a temporary file


@dataclass(frozen=True, slots=True)
class Fragments:
    """The fragments so far of one rows event.

    `position` is the first one's byte offset in the file, `number` the last one's; `length` of
    `announced` bytes are there, at the beginning of `content`. `has_count_first` says which of the
    two numbers in a fragment is the count. It does not change: who has an older one can go on by
    itself, over the same fragments.
    """

    position: int
    number: int
    count: int
    has_count_first: bool
    length: int
    announced: int
    content: SpooledTemporaryFile[bytes]

    @property
    def next(self) -> str:
        """What has to come next."""
        return f"fragment {self.number + 1} of {self.count} of a rows event"

    @property
    def is_whole(self) -> bool:
        """Whether none is missing."""
        return self.number == self.count

    def to_bytes(self) -> bytes:
        """Return what the fragments hold, put together."""
        self.content.seek(0)
        return self.content.read(self.length)

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads, in JSON's terms."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return told | {"content": b64encode(self.to_bytes()).decode("ascii")}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Fragments:
        """Read what `to_json` gave."""
        content = SpooledTemporaryFile[bytes](MAX_IN_MEMORY)
        content.write(b64decode(told["content"]))
        return cls(**(told | {"content": content}))


def first_fragment(body: Any, position: int) -> Fragments:
    """Begin with a `PartialRowDataEvent`. Raises UnreadableError where it is not a first one."""
    has_count_first: bool = body.has_count_first
    number, count = _numbers(body, has_count_first=has_count_first)
    if number != 1 or count < 1 or not body.flags.has_len_rows_event:
        length = "with" if body.flags.has_len_rows_event else "without"
        found = f"fragment {number} of {count}, {length} the total length"
        raise UnreadableError("the first fragment of a rows event, with the total length", found)
    if body.len_rows_event > MAX_ROWS_EVENT:
        expected = f"a rows event of at most {MAX_ROWS_EVENT} bytes"
        raise UnreadableError(expected, f"{body.len_rows_event}")
    empty = Fragments(
        position=position,
        number=number,
        count=count,
        has_count_first=has_count_first,
        length=0,
        announced=body.len_rows_event,
        content=SpooledTemporaryFile(MAX_IN_MEMORY),  # noqa: SIM115 - closed with its last owner
    )
    return _with(empty, body)


def next_fragments(fragments: Fragments, body: Any) -> Fragments:
    """Go on with the next one. Raises UnreadableError where it is another one."""
    number, count = _numbers(body, has_count_first=fragments.has_count_first)
    if (number, count) != (fragments.number + 1, fragments.count):
        raise UnreadableError(fragments.next, f"fragment {number} of {count}")
    if body.flags.has_len_rows_event:
        raise UnreadableError(
            fragments.next, "a fragment with the total length, which only the first has"
        )
    return _with(replace(fragments, number=number), body)


def begins_rows_event(body: Any) -> bool:
    """Return whether a `PartialRowDataEvent` is a first fragment."""
    return bool(body.flags.has_len_rows_event)


def _numbers(body: Any, *, has_count_first: bool) -> tuple[int, int]:
    numbers = (body.number, body.num_fragments)
    return numbers[::-1] if has_count_first else numbers


def _with(fragments: Fragments, body: Any) -> Fragments:
    length = fragments.length + len(body.fragment)
    announced = fragments.announced
    is_last = fragments.number == fragments.count
    if length > announced or (is_last and length < announced):
        raise UnreadableError(f"a rows event of {announced} bytes in fragments", f"{length} bytes")
    fragments.content.seek(fragments.length)
    fragments.content.write(body.fragment)
    return replace(fragments, length=length)
