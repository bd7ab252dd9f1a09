"""What a file's rows are, counted by kernels; see `binlog_kaitai.read.tallies`."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.kernels.columns.column import TooLargeError
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.records.statements import StatementTexts
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.kernels.walk.state import DELETE, INSERT, STATEMENT, UPDATE_PREIMAGE
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.tallies import (
    DDL_WORDS,
    MAX_LENGTHS,
    MICROSECONDS,
    Length,
    Statement,
    Tally,
    count_change,
)

_DDL_IN_JSON = rf'^\{{"statement": "(\\[nrt]|\s|/\*([^*]|\*[^/])*\*/|/\*!\d*)*(?i:{DDL_WORDS})\b'

_KINDS = (INSERT, UPDATE_PREIMAGE, DELETE)
_INDEXES = np.zeros(max(*_KINDS, STATEMENT) + 1, np.int64)
_INDEXES[list(_KINDS)] = np.arange(len(_KINDS))


def count_by_kernels(tally: Tally, file: str, scope: Scope) -> None:
    """Count what is in a scope of a file, by kernels. Raises BinlogError."""
    for found in ChangeWalk(file, scope).found():
        if isinstance(found, Rows):
            _count_rows(tally, found)
            if found.num_statements:
                _note_statements(tally, Run(found, 0, found.count))
        elif isinstance(found, list):
            for change in found:
                count_change(tally, change)


def _count_rows(tally: Tally, rows: Rows) -> None:
    """Count rows by their events, whose rows are of one kind; an update's two images are one."""
    noted = rows.noted
    of_rows = noted.row_event[: rows.count]
    first, end = int(of_rows[0]), int(of_rows[-1]) + 1
    starts = np.searchsorted(of_rows, np.arange(first, end))
    kinds = noted.row_kind[starts]
    _note_deletes(tally, rows, np.where(kinds == DELETE, np.diff(starts, append=rows.count), 0))
    is_image = kinds != STATEMENT
    if is_image.any():
        counts = np.diff(starts, append=rows.count)[is_image]
        _count_kinds(tally, rows, noted.event_map[first:end][is_image], kinds[is_image], counts)
    _note_lengths(tally, rows, first, end)


def _count_kinds(tally: Tally, rows: Rows, maps: Any, kinds: Any, counts: Any) -> None:
    sums = np.bincount(maps * len(_KINDS) + _INDEXES[kinds], weights=counts).astype(np.int64)
    places = np.flatnonzero(sums)
    names = rows.maps.full_names(places // len(_KINDS))
    for name, place in zip(names, places.tolist(), strict=True):
        kind = place % len(_KINDS)
        images = int(sums[place])
        is_update = _KINDS[kind] == UPDATE_PREIMAGE
        tally.count(name, kind, images // 2 if is_update else images)


def _note_deletes(tally: Tally, rows: Rows, counts: Any) -> None:
    """Note the rows that transactions deleted, by the counts of events."""
    if not counts.any():
        return
    noted = rows.noted
    first = int(noted.row_event[0])
    starts = noted.transaction_at[noted.event_transaction[first : first + len(counts)]]
    positions, places = np.unique(starts, return_inverse=True)
    sums = np.bincount(places, weights=counts).astype(np.int64)
    for at in np.flatnonzero(sums).tolist():
        tally.note_deletes(int(positions[at]), int(sums[at]))


def _note_lengths(tally: Tally, rows: Rows, first: int, end: int) -> None:
    noted = rows.noted
    numbers = noted.event_transaction[first:end]
    starts = np.concatenate([[0], np.flatnonzero(np.diff(numbers)) + 1])
    times = noted.event_timestamp[first:end]
    firsts = np.minimum.reduceat(times, starts) * MICROSECONDS
    lasts = np.maximum.reduceat(times, starts) * MICROSECONDS
    chosen = numbers[starts]
    commits = noted.transaction_commit[chosen]
    lasts = np.where(commits == NO_TIME, lasts, commits)
    are_kept = lasts - firsts >= max(tally.least, 0)
    are_kept[[0, -1]] = True  # which may go on
    if np.count_nonzero(are_kept) > MAX_LENGTHS:
        lengths = lasts - firsts
        least = np.partition(lengths, -MAX_LENGTHS)[-MAX_LENGTHS]
        are_kept = lengths >= max(tally.least, 0, least)
        are_kept[[0, -1]] = True
    columns = (noted.transaction_at[chosen], firsts, lasts)
    for length in zip(*(column[are_kept].tolist() for column in columns), strict=True):
        tally.note_length(Length(*length))


def _note_statements(tally: Tally, run: Run) -> None:
    """Note what of the statements is DDL."""
    try:
        texts = _statement_texts(run)
    except TooLargeError:
        if len(run) == 1:
            raise
        for half in run.halves():
            if len(half.statements):
                _note_statements(tally, half)
        return
    noted = run.rows.noted
    for number in np.flatnonzero(pc.match_substring_regex(texts, _DDL_IN_JSON).to_numpy(False)):
        row = int(run.statements[number])
        event = int(run.events[row])
        tally.note_ddl(
            Statement(
                int(noted.event_position[event]),
                int(noted.event_timestamp[event]),
                run.rows.sessions.databases[int(noted.event_map[event])],
                json.loads(texts[int(number)].as_py())["statement"],
            )
        )


def _statement_texts(run: Run) -> pa.Array:
    made = StatementTexts(run, run.statements)
    ends = np.concatenate([[0], np.cumsum(made.lengths)]).astype(np.int32)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(made.texts)]
    return pa.Array.from_buffers(pa.string(), len(made.lengths), buffers)
