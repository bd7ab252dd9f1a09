"""Lives of rows that go on under other keys, put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

KNOWN, BEFORE, DEFAULT, MOVED, CHANGES = range(5)
"""Of a column: its value is known, or no image tells it: of a row that was there before all
changes, that was inserted without it, that got its key by an update, or of a document of which
only changes are known."""


def reasons(option: str) -> dict[int, str]:
    """Return why no image tells the value of a column, by codes; an option has the defaults."""
    return {
        BEFORE: "partial row images of a row that is older than the first log",
        DEFAULT: f"an insert that omits it; pass its default with {option}",
        MOVED: "partial row images of a row whose key an update changed",
        CHANGES: "changes to a JSON document that is not in the logs",
    }


_Place: TypeAlias = tuple[Any, ...]


def codes_array(codes: Any) -> pa.Array:
    """Return the codes of the columns of each row, null where all are known."""
    is_whole = (codes == KNOWN).all(axis=0)
    if is_whole.all():
        return pa.nulls(len(is_whole), pa.list_(pa.int8()))
    lists = pa.FixedSizeListArray.from_arrays(pa.array(codes.T.ravel()), len(codes))
    indices = pa.array(np.arange(len(is_whole)), mask=is_whole)
    return lists.cast(pa.list_(pa.int8())).take(indices)


def codes_of(why: pa.Array, num_columns: int) -> Any:
    """Return what `codes_array` was made of."""
    codes = np.full((len(why), num_columns), KNOWN, np.int8)
    if why.null_count < len(why):
        codes[np.asarray(why.is_valid())] = np.asarray(why.flatten()).reshape(-1, num_columns)
    return codes.T


def with_values(
    rows: pa.StructArray, of: pa.StructArray, columns: Sequence[str], sources: Any, codes: Any
) -> pa.StructArray:
    """Return rows with values of others, each column of its source; null is what is not known."""
    values = dict(zip((field.name for field in rows.type), rows.flatten(), strict=True))
    for column, name in enumerate(columns):
        indices = pa.array(sources[column], mask=codes[column] != KNOWN)
        values[name] = of.field(name).take(indices)
    return pa.StructArray.from_arrays(list(values.values()), fields=list(rows.type))


def stitched(batches: Iterator[pa.RecordBatch], columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Return the last changes of all keys, with what lives of their rows under other keys told.

    The ends of such lives come in the order of the logs: each waits for the one that goes on.
    """
    waiting: dict[_Place, int] = {}
    held: tuple[pa.StructArray, Any] | None = None
    for batch in batches:
        rows, why, is_last, born, gone = batch.columns
        codes = codes_of(why, len(columns))
        if born.null_count + gone.null_count < 2 * len(born):
            first = len(waiting)
            if held is not None:
                rows = pa.concat_arrays([held[0], rows])
                codes = np.concatenate([held[1], codes], axis=1)
            sources = _sources(codes, _places(born), _places(gone), waiting, first)
            codes = np.take_along_axis(codes, sources, axis=1)
            rows = with_values(rows, rows, columns, sources, codes)
            left = np.array(list(waiting.values()), np.int64)
            held = rows.take(pa.array(left)), codes[:, left]
            waiting = {place: number for number, place in enumerate(waiting)}
            rows, codes = rows[first:], codes[:, first:]
        told = pa.RecordBatch.from_arrays([rows, codes_array(codes)], names=["row", "why"])
        yield told.filter(is_last)


def _sources(
    codes: Any,
    born: Sequence[_Place | None],
    gone: Sequence[_Place | None],
    waiting: dict[_Place, int],
    first: int,
) -> Any:
    """Return which row has what each row has of each column."""
    sources = np.tile(np.arange(codes.shape[1]), (len(codes), 1))
    every = np.arange(len(codes))
    for row, (begin, end) in enumerate(zip(born, gone, strict=True), start=first):
        parent = None if begin is None else waiting.pop(begin, None)
        if parent is not None:
            of_parent = sources[:, parent]
            goes_on = (codes[:, row] == MOVED) & (codes[every, of_parent] != BEFORE)
            sources[goes_on, row] = of_parent[goes_on]
        if end is not None:
            waiting[end] = row
    return sources


def _places(places: pa.Array) -> list[_Place | None]:
    return [place and tuple(place.values()) for place in places.to_pylist()]
