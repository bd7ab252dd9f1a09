"""Maps of logs: the kinds of events in each part of a file, in an array of fixed size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from binlog_kaitai.model.schema import EVENT_SCHEMA

WIDTH = 64
MAX_CELLS = 16 * WIDTH
MIN_CELL = 16
"""Minimum size of a cell in bytes, so that a small log has few lines."""

MAP_FIELDS = pa.schema([EVENT_SCHEMA.field(n) for n in ("position", "ordinal", "size", "type")])
"""The fields of events that a map needs."""


class Kind(NamedTuple):
    """A kind of content: the letter of its cells, its name, and the beginnings of its types."""

    letter: str
    name: str
    types: tuple[str, ...] = ()


KINDS = (
    Kind("I", "inserted rows", ("WRITE_ROWS", "PRE_GA_WRITE_ROWS")),
    Kind("U", "updated rows", ("UPDATE_ROWS", "PRE_GA_UPDATE_ROWS", "PARTIAL_UPDATE_ROWS")),
    Kind("D", "deleted rows", ("DELETE_ROWS", "PRE_GA_DELETE_ROWS")),
    Kind("M", "table maps", ("TABLE_MAP",)),
    Kind("Z", "compressed transactions", ("TRANSACTION_PAYLOAD",)),
    Kind(
        "Q",
        "statements, BEGIN and COMMIT",
        ("QUERY", "ROWS_QUERY", "ANNOTATE_ROWS", "INTVAR", "RAND", "USER_VAR"),
    ),
    Kind(
        "L",
        "descriptions of the log",
        (
            *("FORMAT_DESCRIPTION", "START", "PERCONA_START", "ROTATE", "STOP"),
            *("PREVIOUS_GTIDS", "MARIADB_GTID_LIST", "BINLOG_CHECKPOINT"),
        ),
    ),
    Kind("T", "GTIDs, XIDs and XA PREPARE", ("GTID", "ANONYMOUS_GTID", "MARIADB_GTID", "X")),
    Kind("O", "other events"),
    Kind("?", "bytes that no event covers"),
    Kind("!", "problems, as reported above"),
)
"""All kinds, in the order of the legend. The first one that fits a type counts."""

LOG, _, OTHER, UNCOVERED, PROBLEM = range(len(KINDS) - 5, len(KINDS))


@dataclass(frozen=True)
class Total:
    """Events and bytes of a kind. Problems have no bytes, uncovered bytes have no events."""

    kind: Kind
    events: int
    bytes: int


class LogMap:
    """Divides a file into cells of `cell` bytes and counts the bytes of each kind in them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cell = max(MIN_CELL, -(-size // MAX_CELLS))
        self._bytes = np.zeros((UNCOVERED, max(1, -(-size // self.cell))), np.int64)
        self._events = np.zeros(len(KINDS), np.int64)
        self._has_problem = np.zeros(self._bytes.shape[1], bool)

    def add_problem(self, position: int) -> None:
        """Mark the cell of a byte offset; an offset at the end of the file marks the last cell."""
        self._events[PROBLEM] += 1
        self._has_problem[min(position // self.cell, len(self._has_problem) - 1)] = True

    def add(self, batch: pa.RecordBatch) -> None:
        """Add a batch of events with the fields `MAP_FIELDS`."""
        is_own = batch.column("ordinal").to_numpy() == 0  # other events are inside a payload
        types = batch.column("type").dictionary_encode("encode")
        kinds = np.array([_kind_of(name) for name in types.dictionary.to_pylist()], np.int64)
        kinds = kinds[types.indices.to_numpy()][is_own]
        starts, sizes = (batch.column(name).to_numpy()[is_own] for name in ("position", "size"))
        self._events += np.bincount(kinds, minlength=len(KINDS))
        if not self._bytes.any() and len(starts):  # the file's header is before the first event
            self._cover(np.array([LOG]), np.zeros(1, np.int64), starts[:1])
        is_inside = starts < self.size  # a log that grows has more by now
        ends = np.minimum(starts + sizes, self.size)
        self._cover(kinds[is_inside], starts[is_inside], ends[is_inside])

    def _cover(self, kinds: Any, starts: Any, ends: Any) -> None:
        firsts, lasts = starts // self.cell, (ends - 1) // self.cell
        within = np.minimum(ends, (firsts + 1) * self.cell) - starts
        np.add.at(self._bytes, (kinds, firsts), within)
        for at in np.flatnonzero(lasts > firsts).tolist():
            self._bytes[kinds[at], firsts[at] + 1 : lasts[at]] += self.cell
            self._bytes[kinds[at], lasts[at]] += ends[at] - lasts[at] * self.cell

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the byte offset of each line and its letters.

        A letter is that of the kind with the most bytes in the cell, or `!` for a problem.
        """
        letters = "".join(kind.letter for kind in KINDS)
        rest = self._sizes() - self._bytes.sum(axis=0)
        chosen = np.vstack([self._bytes, rest]).argmax(axis=0)
        chosen[self._has_problem] = PROBLEM
        for first in range(0, len(chosen), WIDTH):
            cells = chosen[first : first + WIDTH].tolist()
            yield first * self.cell, "".join(letters[kind] for kind in cells)

    def totals(self) -> list[Total]:
        """Return the kinds that occur, with their events and bytes."""
        sizes = self._bytes.sum(axis=1).tolist()
        sizes += [self.size - sum(sizes), 0]
        counted = zip(KINDS, self._events.tolist(), sizes, strict=True)
        return [Total(*each) for each in counted if any(each[1:])]

    def _sizes(self) -> Any:
        starts = np.arange(self._bytes.shape[1]) * self.cell
        return np.minimum(starts + self.cell, self.size) - starts


def _kind_of(name: str | None) -> int:
    for number, kind in enumerate(KINDS):
        if name is not None and name.startswith(kind.types):
            return number
    return OTHER
