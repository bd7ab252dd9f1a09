"""Parts of a log that are read on their own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The transactions that begin in a part of a file, whatever their length.

    `start` and `end` are byte offsets in the file, the end not included, None for the file's end.
    Where `is_exact`, they are where events begin, and what lies between is the span.
    """

    start: int = 0
    end: int | None = None
    is_exact: bool = False


WHOLE = Span()


def spans_of(size: int, max_bytes: int) -> list[Span]:
    """Return parts of about equal size, of `max_bytes` at most, of a file of `size` bytes."""
    count = max(1, -(-size // max_bytes))
    bounds = [size * number // count for number in range(count)]
    return [Span(start, end) for start, end in zip(bounds, [*bounds[1:], None], strict=True)]
