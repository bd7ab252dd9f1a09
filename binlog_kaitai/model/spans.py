"""Parts of a log that are read on their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Span:
    """The transactions that begin in a part of a file, whatever their length.

    `start` and `end` are byte offsets in the file, the end not included, None for the file's end.
    Where `is_exact`, they are where events begin, and what lies between is the span. What begins at
    `stop` or behind is left out, also of a transaction that begins in the span.
    """

    start: int = 0
    end: int | None = None
    is_exact: bool = False
    stop: int | None = None


WHOLE = Span()


def spans_between(start: int | None, stop: int | None, num_files: int) -> list[Span]:
    """Return the span of each file, where the first has a start and the last one a stop."""
    spans = [WHOLE] * num_files
    if num_files and start:
        spans[0] = Span(start)
    if num_files and stop is not None:
        spans[-1] = replace(spans[-1], end=stop, stop=stop)
    return spans


def spans_of(size: int, max_bytes: int) -> list[Span]:
    """Return parts of about equal size, of `max_bytes` at most, of a file of `size` bytes."""
    count = max(1, -(-size // max_bytes))
    bounds = [size * number // count for number in range(count)]
    return [Span(start, end) for start, end in zip(bounds, [*bounds[1:], None], strict=True)]


def parts_of(span: Span, size: int, max_bytes: int) -> Iterator[Span]:
    """Yield the parts of a span in a file of `size` bytes, which is cut as `spans_of` does."""
    for part in spans_of(size, max_bytes):
        starts_before_end = span.end is None or part.start < span.end
        if starts_before_end and (part.end is None or part.end > span.start):
            ends = [end for end in (part.end, span.end) if end is not None]
            start = max(part.start, span.start)
            yield replace(span, start=start, end=min(ends) if ends else None)
