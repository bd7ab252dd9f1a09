"""Where the texts of cells are written to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.columns.column import ROOM, TooLargeError
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints

MAX_TEXTS = 2**27  # bytes of room for the texts of several rows; they may use less

MAX_KEPT = 2**23  # bytes of room that were used, for it to be kept
LEAST_ROOM = 2**16  # bytes of room to begin with

MAX_VALUE_TEXT = 128
"""Bytes that the text of a number, a date or a time takes at most."""

END_OF_TEXT = b'"}'

NOTHING = np.zeros(ROOM, np.uint8)


class Texts:
    """Texts of cells, one after the other; grows as they do, if `is_bounded` up to a bound."""

    def __init__(self, *, is_bounded: bool, size: int = 2**16) -> None:
        self.is_bounded = is_bounded
        self.out = np.empty(size, np.uint8)
        self.at = np.zeros(2, np.int64)

    def append(self, text: bytes) -> None:
        """Take in a text that is no cell's."""
        self.make_room(len(text))
        at = int(self.at[0])
        self.out[at : at + len(text)] = np.frombuffer(text, np.uint8)
        self.at[0] += len(text)

    def make_room(self, size: int) -> None:
        """See to it that there is room for so many bytes more.

        Raises TooLargeError beyond the bound.
        """
        used = int(self.at[0])
        needed = used + size + ROOM
        if self.is_bounded and needed > MAX_TEXTS:
            raise TooLargeError
        if needed > len(self.out):
            grown = np.empty(max(needed, 2 * len(self.out)), np.uint8)
            grown[:used] = self.out[:used]
            self.out = grown


class TextRoom:
    """Room for texts that is used again, as fresh memory costs more than what is written there."""

    def __init__(self) -> None:
        self._kept: Texts | None = None
        self._per_row = 0.0

    def take(self) -> Texts:
        """Return room for the texts of several rows, which no one else has."""
        texts, self._kept = self._kept, None
        if texts is None:
            return Texts(is_bounded=True)
        texts.at[:] = 0
        return texts

    def take_to_keep(self, count: int) -> Texts:
        """Return room for texts of so many rows, or bytes: `kept_of` leaves them where they are."""
        expected = int(count * self._per_row)
        return Texts(is_bounded=True, size=min(expected + expected // 16, MAX_KEPT) + LEAST_ROOM)

    def kept_of(self, texts: Texts, count: int) -> Any:
        """Return texts of so many rows, or bytes; a copy, if much of their room is free."""
        total = int(texts.at[0])
        self._per_row = total / count
        text = texts.out[:total]
        return text if len(texts.out) - total <= total // 4 else text.copy()

    def give_back(self, texts: Texts) -> None:
        """Keep room that is used no more, unless much of it was."""
        if texts.at[0] <= MAX_KEPT:
            self._kept = texts


class TextOutput(NamedTuple):
    """Where kernels write texts: from `at[0]` on, which they move, noting where each lies."""

    out: Bytes
    at: Ints
    ofs: Ints
    length: Ints


@dataclass(frozen=True, slots=True)
class TextTarget:
    """Takes the texts of a column's cells: where in `to` each begins, and how long it is.

    A cell that has no text is noted by its place, `NULL` or `NOT_LOGGED`. If `is_quoted`, texts
    are in JSON's quotes, and a document that is null is told from NULL.
    """

    to: Texts
    ofs: Any
    length: Any
    is_quoted: bool = True

    def output(self) -> TextOutput:
        """Return it as kernels take it; to be asked for anew whenever room was made."""
        return TextOutput(self.to.out, self.to.at, self.ofs, self.length)
