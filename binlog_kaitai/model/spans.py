"""Parts of a log that are read on their own."""

from __future__ import annotations

from dataclasses import dataclass, replace

MAX_SHARING = 3
"""Threads that share the work on one part: one walks over it, the others make batches of rows."""


@dataclass(frozen=True, slots=True)
class Span:
    """The transactions that begin in a part of a file, whatever their length.

    `start` and `end` are byte offsets in the file, the end not included, None for the file's end.
    Where `is_exact`, they are where events begin, and what lies between is the span. What begins at
    `stop` or behind is left out, also of a transaction that begins in the span.

    A span by itself is read by the format in force at its start, which the headers of all events
    before it tell. Who reads a log in parts says so: with `has_parts_before` the first transaction
    is looked for in the middle of the log, by the format that the head describes; with
    `has_parts_behind` a FORMAT_DESCRIPTION in the part that describes another format is refused.
    """

    start: int = 0
    end: int | None = None
    is_exact: bool = False
    stop: int | None = None
    has_parts_before: bool = False
    has_parts_behind: bool = False


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
    return parts_of(WHOLE, size, max_bytes)


def parts_of(span: Span, size: int, max_bytes: int) -> list[Span]:
    """Return the parts of a span in a file of `size` bytes, which is cut as `spans_of` says."""
    count = max(1, -(-size // max_bytes))
    cuts = [size * number // count for number in range(1, count)]
    inner = [cut for cut in cuts if cut > span.start and (span.end is None or cut < span.end)]
    bounds = zip([span.start, *inner], [*inner, span.end], strict=True)
    return [
        replace(
            span,
            start=start,
            end=end,
            has_parts_before=number > 0 or span.has_parts_before,
            has_parts_behind=number < len(inner) or span.has_parts_behind,
        )
        for number, (start, end) in enumerate(bounds)
    ]
