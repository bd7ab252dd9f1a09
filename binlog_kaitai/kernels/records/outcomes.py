"""What became of the transactions of row images, as Arrow arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.walk.bounds import COMMITTED_HERE, DECIDES, WORDS
from binlog_kaitai.kernels.walk.state import MAX_ROWS
from binlog_kaitai.model.transactions import COMMITTED, End

_OUTCOMES = pa.array(WORDS)
_UNKNOWN = -1

_ALL_COMMITTED = pa.array([COMMITTED] * MAX_ROWS)
_ALL_NULL = pa.nulls(MAX_ROWS, pa.string())


def outcome_array(run: Run) -> pa.Array:
    """Return what became of each row's transaction, or of the row where that is another."""
    noted, look = run.rows.noted, run.rows.look
    first, last = noted.event_transaction[run.events[[0, -1]]].tolist()
    ends = noted.transaction_end[first : last + 1]
    if look is None:
        ends = np.where(ends >= DECIDES, ends, 0)  # what else ends is not told
        if not ends.any():
            return _ALL_NULL.slice(0, len(run))
    elif (ends == COMMITTED_HERE).all():
        return _ALL_COMMITTED.slice(0, len(run))
    if look is not None and first == last and not ends[0]:
        end = look((int(noted.transaction_at[first]), int(noted.transaction_number[first])))
        if end.outcome == COMMITTED and not end.undone and end.doubt is None:
            return _ALL_COMMITTED.slice(0, len(run))
    transactions = run.of_events(noted.event_transaction)
    words = ((ends & ~DECIDES) - 1)[transactions - first]
    if look is not None:
        for number in (first + np.flatnonzero(ends == 0)).tolist():
            start = int(noted.transaction_at[number]), int(noted.transaction_number[number])
            of_rows = slice(*np.searchsorted(transactions, [number, number + 1]).tolist())
            words[of_rows] = _words(run, of_rows, look(start))
    return _OUTCOMES.take(pa.array(words, mask=words == _UNKNOWN))


def _words(run: Run, of_rows: slice, end: End) -> Any:
    """Return the numbers of words for what became of rows of one transaction."""
    if not end.undone and end.doubt is None:
        return _number(end.outcome)
    positions = run.of_events(run.rows.noted.event_position)[of_rows].tolist()
    ordinals = run.rows.noted.row_ordinal[run.first : run.end][of_rows].tolist()
    return [_number(end.outcome_at(place)) for place in zip(positions, ordinals, strict=True)]


def _number(outcome: str | None) -> int:
    return _UNKNOWN if outcome is None else WORDS.index(outcome)


def xid_array(run: Run) -> pa.Array:
    """Return the name of each row's transaction, if it is one of XA."""
    if not run.rows.has_xids:
        return _ALL_NULL.slice(0, len(run))
    return run.of_transactions(run.rows.noted.xid_text, run.rows.noted.transaction_xid_end)
