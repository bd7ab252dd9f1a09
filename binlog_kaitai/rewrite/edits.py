"""Bytes of a block that others take the place of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from binlog_kaitai.io.places import pieces_of

_LARGE = 2**23
"""Bytes of a block, of which larger ones have few pieces, and these are not copied twice."""

_NONE = np.zeros(0, np.int64)


class Edits:
    """The edits of a block, none of which overlap."""

    def __init__(self) -> None:
        self._starts: list[Any] = []
        self._ends: list[Any] = []
        self._pieces: list[bytes] = []
        self._first = 0
        self._moved: tuple[Any, Any] = _NONE, np.zeros(1, np.int64)

    def put(self, starts: Sequence[int] | Any, ends: Sequence[int] | Any, piece: bytes) -> None:
        """Put the same bytes in place of several pieces."""
        self.put_each(starts, ends, [piece] * len(starts))

    def put_each(
        self, starts: Sequence[int] | Any, ends: Sequence[int] | Any, pieces: list[bytes]
    ) -> None:
        """Put bytes in place of pieces that begin at `starts` and end at `ends`."""
        self._starts.append(np.asarray(starts, np.int64))
        self._ends.append(np.asarray(ends, np.int64))
        self._pieces += pieces

    def applied(self, block: bytes, first: int, stop: int) -> bytearray:
        """Return the bytes of a block from one place to another, with all edits."""
        self._first = first
        starts = np.concatenate([*self._starts, _NONE])
        ends = np.concatenate([*self._ends, _NONE])
        order = np.lexsort((ends, starts))
        starts, ends = starts[order], ends[order]
        pieces = list(map(self._pieces.__getitem__, order.tolist()))
        lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
        self._moved = ends, np.concatenate([[0], np.cumsum(lengths - (ends - starts))])
        source = memoryview(block) if len(block) > _LARGE else block
        kept = pieces_of(source, np.append(first, ends), np.append(starts, stop))
        return bytearray().join(chain.from_iterable(zip(kept, [*pieces, b""], strict=True)))

    def moved(self, places: Any) -> Any:
        """Return where places, none of which is inside of a piece, are behind the edits."""
        ends, grown = self._moved
        return places - self._first + grown[np.searchsorted(ends, places, side="right")]
