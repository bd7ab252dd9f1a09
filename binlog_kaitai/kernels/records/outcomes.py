"""What became of the transactions of row images, as Arrow arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.spread import Alike
from binlog_kaitai.kernels.walk.grouping import COMMITTED_HERE, DECIDES, WORDS
from binlog_kaitai.kernels.walk.state import MAX_ROWS, Noted
from binlog_kaitai.model.transactions import COMMITTED, End, Look, Start

_OUTCOMES = pa.array(WORDS)
_UNKNOWN = -1

_ALL_COMMITTED = pa.array([COMMITTED] * MAX_ROWS)
_ALL_NULL = pa.nulls(MAX_ROWS, pa.string())


def outcome_array(run: Run, alike: Alike) -> pa.Array:
    """Return what became of each row's transaction, or of the row where that is another."""
    noted, look = run.rows.noted, run.rows.look
    if look is not None and alike.num_committed == len(run):
        return _of_all(_ALL_COMMITTED, run)
    first, last = alike.first, alike.last
    if look is not None and first == last and _is_committed(noted, first, look):
        return _of_all(_ALL_COMMITTED, run)
    ends = noted.transaction_end[first : last + 1].copy()
    found: dict[int, End] = {}
    if look is None:
        ends[ends < DECIDES] = 0  # what else ends is not told
        if not ends.any():
            return _of_all(_ALL_NULL, run)
    else:
        for number in np.flatnonzero(ends == 0).tolist():
            at = first + number
            end = look(_start_of(noted, at))
            if _commits_all(end):
                ends[number] = COMMITTED_HERE
            else:
                found[at] = end
        if (ends == COMMITTED_HERE).all():
            return _of_all(_ALL_COMMITTED, run)
    transactions = run.of_events(noted.event_transaction)
    words = ((ends & ~DECIDES) - 1)[transactions - first]
    for at, end in found.items():
        of_rows = slice(*np.searchsorted(transactions, [at, at + 1]).tolist())
        words[of_rows] = _words(run, of_rows, end)
    return _OUTCOMES.take(pa.array(words, mask=words == _UNKNOWN))


def _is_committed(noted: Noted, number: int, look: Look) -> bool:
    """Return whether all rows of a transaction are committed."""
    end = noted.transaction_end[number]
    if end == 0:
        return _commits_all(look(_start_of(noted, number)))
    return bool(end == COMMITTED_HERE)


def _start_of(noted: Noted, number: int) -> Start:
    return int(noted.transaction_at[number]), int(noted.transaction_number[number])


def _commits_all(end: End) -> bool:
    return end.outcome == COMMITTED and not end.undone and end.doubt is None


def _of_all(values: pa.Array, run: Run) -> pa.Array:
    return values.slice(0, len(run))


def _words(run: Run, of_rows: slice, end: End) -> Any:
    """Return the numbers of words for what became of rows of one transaction."""
    if not end.undone and end.doubt is None:
        return _number(end.outcome)
    positions = run.of_events(run.rows.noted.event_position)[of_rows].tolist()
    ordinals = run.rows.noted.row_ordinal[run.first : run.end][of_rows].tolist()
    return [_number(end.outcome_at(place)) for place in zip(positions, ordinals, strict=True)]


def _number(outcome: str | None) -> int:
    return _UNKNOWN if outcome is None else WORDS.index(outcome)
