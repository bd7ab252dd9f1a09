"""Rows in the order of their keys, and of each key in the order of the logs, in bounded memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.io.finding import in_order
from binlog_kaitai.model.row_batches import concatenated

CHUNK = 2**26
"""Bytes of rows that are sorted together, about."""

SLICE = 2**14
"""Rows that are handed on together."""

_HALVES = np.uint64(2**32)
_FACTORS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)

_LOG = 2**44
"""Above all positions in a log."""

Array: TypeAlias = Any  # of numpy
Read: TypeAlias = Callable[[], Iterable[pa.RecordBatch]]


def hashes(columns: Sequence[pa.Array]) -> Array:
    """Return a number of 64 bits for each row of keys."""
    found = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        found = _mixed((found + _numbers(column)) * _FACTORS[0]) * _FACTORS[1]
    return found


def _mixed(numbers: Array) -> Array:
    """Return numbers whose lower halves depend on all of them."""
    return np.bitwise_xor(numbers, numbers // _HALVES)


def _numbers(column: pa.Array) -> Array:
    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_date32(kind):
        return np.asarray(column).astype(np.int64).view(np.uint64)
    if pa.types.is_timestamp(kind) or pa.types.is_duration(kind):
        return np.asarray(column.view(pa.int64())).view(np.uint64)
    if not pa.types.is_binary(kind):
        column = column.cast(pa.string()).cast(pa.binary())
    encoded = column.dictionary_encode()  # each value is hashed once
    values = encoded.dictionary.to_pylist()
    hashed = np.fromiter(
        (int(hashlib.blake2b(value, digest_size=8).hexdigest(), 16) for value in values),
        np.uint64,
        len(values),
    )
    return hashed[np.asarray(encoded.indices)]


def digest_of(rows: pa.RecordBatch) -> int:
    """Return a number of 64 bits for the rows, whatever their order; those of parts add up."""
    return int(digests(rows).sum(dtype=np.uint64))


def digests(rows: pa.RecordBatch) -> Array:
    """Return a number of 64 bits for each row, of all of its values."""
    found = np.ones(len(rows), np.uint64)
    for column in rows.columns:
        is_null = np.asarray(column.is_null().cast(pa.uint8())).astype(np.uint64)
        numbers = _numbers(_filled(column)) + is_null * _FACTORS[1]
        found = _mixed((found + numbers) * _FACTORS[0]) * _FACTORS[1]
    return found


def _filled(column: pa.Array) -> pa.Array:
    """Return a column without nulls, as numbers or bytes."""
    kind = column.type
    if pa.types.is_integer(kind):
        return pc.fill_null(column, 0)
    if pa.types.is_timestamp(kind) or pa.types.is_duration(kind):
        return pc.fill_null(column.view(pa.int64()), 0)
    if pa.types.is_nested(kind):
        return pa.array([repr(value).encode() for value in column.to_pylist()], pa.binary())
    return pc.fill_null(column.cast(pa.string() if not pa.types.is_binary(kind) else kind), "")


def buckets(numbers: Array, depth: int) -> Array:
    """Return the buckets of hashes, of which there are two to the power of `depth`."""
    if not depth:
        return np.zeros(len(numbers), np.int64)
    return (numbers // np.uint64(2 ** (64 - depth))).astype(np.int64)


class _Sorted(NamedTuple):
    """What a row is sorted by: a number, in it the place in the logs, in that the ordinal."""

    first: Array
    place: Array
    ordinal: Array


def places_of(rows: pa.RecordBatch, ranks: dict[str, int]) -> Array:
    """Return a number for the place of each row, without its ordinal."""
    files = rows.column("_file").dictionary_encode()
    of_files = np.array([ranks[name] for name in files.dictionary.to_pylist()], np.int64)
    positions = np.asarray(rows.column("_position"))
    return of_files[np.asarray(files.indices)] * _LOG + positions


def ranks_of(names: Iterable[str]) -> dict[str, int]:
    """Return logs with their numbers, in order; what is in none comes first."""
    return {name: number for number, name in enumerate(sorted(names, key=in_order))}


class _Order:
    """Sorts rows: by the hashes of their keys, if there are any, and by their places."""

    def __init__(self, read: Read, keys: Sequence[str]) -> None:
        self._read = read
        self._keys = list(keys)
        self._ranks: dict[str, int] = {}

    def survey(self) -> tuple[list[pa.RecordBatch] | None, int, int]:
        """Return the rows, None if they are more than a chunk; their bytes, and count."""
        held: list[pa.RecordBatch] | None = []
        names: set[str] = set()
        size = count = 0
        for batch in self._read():
            size += batch.nbytes
            count += len(batch)
            names.update(batch.column("_file").unique().to_pylist())
            if held is not None:
                held.append(batch)
                held = held if size <= CHUNK else None
        self._ranks = ranks_of(names)
        return held, size, count

    def _first(self, batch: pa.RecordBatch) -> Array:
        if self._keys:
            return hashes([batch.column(name) for name in self._keys])
        return places_of(batch, self._ranks).view(np.uint64)

    def chunks(self, num: int) -> Iterator[list[pa.RecordBatch]]:
        """Yield rows that belong together, in order, of about `num` at a time."""
        firsts = np.sort(np.concatenate([self._first(batch) for batch in self._read()]))
        cuts = np.unique(firsts[num::num]).tolist()
        for low, high in zip([None, *cuts], [*cuts, None], strict=True):
            start = 0 if low is None else int(np.searchsorted(firsts, np.uint64(low)))
            end = len(firsts) if high is None else int(np.searchsorted(firsts, np.uint64(high)))
            if end == start:
                continue
            bounds = (firsts[start], firsts[end - 1])
            if end - start > 2 * num and bounds[0] < bounds[1]:
                # one key, of very many rows, and those behind it
                yield from self._by_place(bounds[0], bounds[0], num)
                bounds = (firsts[np.searchsorted(firsts, bounds[0], side="right")], bounds[1])
                yield self._between(*bounds)
            elif end - start > 2 * num:
                yield from self._by_place(*bounds, num)
            else:
                yield self._between(*bounds)

    def _between(self, low: Any, high: Any) -> list[pa.RecordBatch]:
        found = []
        for batch in self._read():
            first = self._first(batch)
            chosen = batch.filter(pa.array((first >= low) & (first <= high)))
            if len(chosen):
                found.append(chosen)
        return found

    def _by_place(self, low: Any, high: Any, num: int) -> Iterator[list[pa.RecordBatch]]:
        """Yield the rows of one key by their places."""

        def read() -> Iterator[tuple[pa.RecordBatch, Array]]:
            for batch in self._read():
                first = self._first(batch)
                chosen = batch.filter(pa.array((first >= low) & (first <= high)))
                if len(chosen):
                    yield chosen, places_of(chosen, self._ranks)

        places = np.sort(np.concatenate([place for _, place in read()]))
        cuts = np.unique(places[num::num]).tolist()
        for start, end in zip([-1, *cuts], [*cuts, np.iinfo(np.int64).max], strict=True):
            some = [
                batch.filter(pa.array((place >= start) & (place < end))) for batch, place in read()
            ]
            yield [batch for batch in some if len(batch)]

    def put(self, batches: Sequence[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield rows in order, some at a time."""
        if not batches:
            return
        rows = concatenated(batches)
        by = _Sorted(
            self._first(rows), places_of(rows, self._ranks), np.asarray(rows.column("_ordinal"))
        )
        order = np.lexsort([by.ordinal, by.place, by.first])
        if self._keys and _collide(rows, self._keys, by.first, order):
            codes = [_codes(rows.column(name)) for name in self._keys]
            order = np.lexsort([by.ordinal, by.place, *codes, by.first])
        for start in range(0, len(order), SLICE):
            yield rows.take(pa.array(order[start : start + SLICE]))


def in_key_order(read: Read, keys: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield rows by the hashes of their keys, the rows of a key side by side, by their places.

    Without keys, they are in the order of their places. `read` yields them, as often as it is
    called: where they are more than `CHUNK` bytes, it is called again for each part of them.
    """
    order = _Order(read, keys)
    held, size, count = order.survey()
    if held is not None:
        yield from order.put(held)
        return
    for some in order.chunks(max(1, count * CHUNK // size)):
        yield from order.put(some)


def _collide(rows: pa.RecordBatch, keys: Sequence[str], first: Array, order: Array) -> bool:
    """Return whether different keys have the same hash, so that they might lie among each other."""
    indices = pa.array(order)
    is_same = first[order][1:] == first[order][:-1]
    for name in keys:
        values = rows.column(name).take(indices)
        differs = ~np.asarray(pc.equal(values[1:], values[:-1]))
        if (is_same & differs).any():
            return True
    return False


def _codes(column: pa.Array) -> Array:
    return np.asarray(column.dictionary_encode().indices)
