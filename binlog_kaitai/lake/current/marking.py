"""Merge on read: files of a bucket that stay, while rows whose keys changed are deleted in them.

The deleted rows are merged with the changes as if their bucket was made anew. Of a bucket, the
small files are made anew, and the large ones stay, so that their number stays small: each that
stays is larger than all that is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.lake.current.ordering import Array, digest_of, hashes
from binlog_kaitai.lake.current.positions import positions_in, write_positions
from binlog_kaitai.lake.current.reading import Rows, Shape, as_form, batches_in
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.pieces import PieceFile, rows_of
from binlog_kaitai.lake.store import Store

LARGER = 2
"""A file stays if it has so many times the bytes of what is made anew."""

DELETED = 5
"""A file of which one in so many rows is deleted is made anew."""

MAX_STAY = 8
"""Number of files of a bucket from which on half of them are made anew, the smaller ones."""


def anew_or_stays(changes: Sequence[Rows], old: Sequence[Rows]) -> tuple[list[Rows], list[Rows]]:
    """Return the files of a bucket that are made anew, and those that stay."""
    size = sum(one.piece.num_bytes for one in changes)
    anew: list[Rows] = []
    stays: list[Rows] = []
    for one in sorted(old, key=lambda one: one.piece.num_bytes):
        gone = 0 if one.deleted is None else one.deleted.rows
        if one.piece.num_bytes <= LARGER * size or gone * DELETED > gone + one.piece.rows:
            size += sum(each.piece.num_bytes for each in (*stays, one))
            anew += (*stays, one)
            stays = []
        else:
            stays.append(one)
    if len(stays) > MAX_STAY:
        half = len(stays) // 2
        anew, stays = [*anew, *stays[:half]], stays[half:]
    return anew, stays


class Mark(NamedTuple):
    """Rows that were deleted in a file that stays, with their digest.

    `written` is the file with all deleted positions; None if there are no new ones.
    """

    name: str
    rows: int = 0
    digest: int = 0
    written: Written | None = None


@dataclass
class _Hits:
    """Positions in a file of rows whose keys are among some hashes, and the digest of the rows."""

    rows: Rows
    positions: list[Array] = field(default_factory=list)
    digest: int = 0


class Marking:
    """Finds the rows of files that stay whose keys changed."""

    def __init__(self, store: Store, folder: str, shape: Shape) -> None:
        """Take a table; new files are made in a folder."""
        self._store, self._folder, self._shape = store, folder, shape
        self._found: list[_Hits] = []

    def take_out(self, changes: Sequence[Rows], stays: Sequence[Rows]) -> list[Rows]:
        """Return what is merged of files that stay.

        Raises:
            UntoldError: a change lacks its key.
        """
        if not stays:
            return []
        pieces = PieceFile(self._store, self._store.new_name(self._folder, ".pieces"))
        keys = self._hashes(changes)
        taken = [one for rows in stays for one in self._taken(rows, keys, pieces)]
        pieces.close()
        return taken

    def marks(self) -> Iterator[Mark]:
        """Write the positions of what was taken out."""
        for one in self._found:
            new = np.concatenate([np.empty(0, np.int64), *one.positions])
            if not len(new):
                yield Mark(one.rows.piece.name)
                continue
            deleted = one.rows.deleted
            known = positions_in(self._store, deleted and deleted.name)
            every = np.sort(np.concatenate([known, new]))
            place = self._store, self._folder, one.rows.piece.name
            written = write_positions(*place, every, self._shape.marks or "iceberg")
            yield Mark(one.rows.piece.name, len(new), one.digest, written)

    def _hashes(self, changes: Sequence[Rows]) -> Array:
        """Return the distinct hashes of the keys of changes, in order."""
        found = [np.empty(0, np.uint64)]
        for rows in changes:
            found += map(self._hashed, batches_in(self._store, rows, self._shape))
        return np.unique(np.concatenate(found))

    def _hashed(self, batch: pa.RecordBatch) -> Array:
        return hashes([batch.column(name) for name in self._shape.keys])

    def _taken(self, rows: Rows, keys: Array, pieces: PieceFile) -> Iterator[Rows]:
        hits, shape = _Hits(rows), self._shape
        self._found.append(hits)
        known = positions_in(self._store, rows.deleted and rows.deleted.name)
        start = 0
        with self._store.open(rows.piece.name) as file:
            parquet = pq.ParquetFile(file)
            for group in range(parquet.num_row_groups):
                chosen = np.setdiff1d(self._positions(parquet, group, keys) + start, known)
                if len(chosen):
                    hits.positions.append(chosen)
                    for batch in _at(parquet, group, chosen - start, shape.rows.names):
                        some = in_columns(batch, shape.rows)
                        hits.digest += digest_of(some)
                        yield Rows(pieces.write(as_form(some, shape)), "form")
                start += parquet.metadata.row_group(group).num_rows

    def _positions(self, parquet: pq.ParquetFile, group: int, keys: Array) -> Array:
        """Return the positions in a row group of rows whose keys have some hashes."""
        schema = pa.schema([self._shape.rows.field(name) for name in self._shape.keys])
        found = [np.empty(0, np.int64)]
        start = 0
        for batch in rows_of(parquet, schema.names, [group]) if len(keys) else ():
            own = self._hashed(in_columns(batch, schema))
            nearest = np.minimum(np.searchsorted(keys, own), len(keys) - 1)
            found.append(np.flatnonzero(keys[nearest] == own) + start)
            start += len(batch)
        return np.concatenate(found)


def _at(
    parquet: pq.ParquetFile, group: int, positions: Array, columns: list[str]
) -> Iterator[pa.RecordBatch]:
    """Yield the rows at some positions in a row group."""
    start = 0
    for batch in rows_of(parquet, columns, [group]):
        first, last = np.searchsorted(positions, [start, start + len(batch)])
        if last > first:
            yield batch.take(pa.array(positions[first:last] - start))
        start += len(batch)
