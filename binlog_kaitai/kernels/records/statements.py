"""The data of statements as JSON text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.columns.column import MAX_BYTES, ROOM, TooLargeError
from binlog_kaitai.kernels.columns.loops import part_of, write_bytes
from binlog_kaitai.kernels.records.runs import Run
from binlog_kaitai.kernels.runtime.calendar import civil_from_days, write_clock, write_date
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import copy, copy_exactly
from binlog_kaitai.kernels.runtime.text import (
    len_quoted,
    write_digits,
    write_quoted,
    write_unsigned,
)
from binlog_kaitai.kernels.walk.sessions import NUM_PIECES

STATEMENT_KEY = b'{"statement": '
ERROR_KEY = b', "error_code": '
T, POINT, CLOSE_BRACE = b"T.}"
LEN_TIME = len("1970-01-01T00:00:00")
_DAY, _HOUR, _MINUTE = 86400, 3600, 60
_DIGITS = 6


@inlined
def _num_digits(number: int) -> int:
    count = 1
    while number >= 10:
        number //= 10
        count += 1
    return count


@inlined
def _len_fraction(microseconds: int) -> int:
    return 0 if microseconds < 0 else 1 + max(_DIGITS, _num_digits(microseconds))


@inlined
def _write_fraction(out: Any, at: int, microseconds: int) -> int:
    """Write microseconds as they are logged, be they more than a second; none if negative."""
    if microseconds < 0:
        return at
    out[at] = POINT
    return write_digits(out, at + 1, microseconds, max(_DIGITS, _num_digits(microseconds)))


@inlined
def _write_piece(out: Any, at: int, pieces: Any, ends: Any, number: int) -> int:
    start, length = part_of(ends, number)
    copy(out, at, pieces, start, length)
    return int(at + length)


@kernel
def _measure(
    buffer: Any,
    noted: Any,
    cells_at: Any,
    events: Any,
    piece_ends: Any,
    lengths: Any,
) -> int:
    """Sum up how long the data of statements is; return the total."""
    total = 0
    for i in range(len(events)):
        event, cells = events[i], cells_at[i]
        start, end = noted.cells[cells], noted.cells[cells + 1] + 1
        first = noted.event_map[event] * NUM_PIECES
        length = piece_ends[first + NUM_PIECES - 1] - part_of(piece_ends, first)[0]
        length += _len_fraction(noted.event_fraction[event])
        length += len(STATEMENT_KEY) + len_quoted(buffer, start, end - start) + LEN_TIME
        length += _num_digits(noted.event_thread[event]) + len(ERROR_KEY)
        length += _num_digits(noted.event_error[event]) + noted.event_context_len[event] + 1
        lengths[i] = length
        total += length
    return total


@kernel
def _write(
    buffer: Any,
    noted: Any,
    cells_at: Any,
    events: Any,
    pieces: Any,
    piece_ends: Any,
    out: Any,
) -> int:
    """Write the data of statements, one behind the other; return where they end."""
    at = 0
    for i in range(len(events)):
        event, cells = events[i], cells_at[i]
        start, end = noted.cells[cells], noted.cells[cells + 1] + 1
        piece = noted.event_map[event] * NUM_PIECES
        at = write_bytes(out, at, STATEMENT_KEY)
        at = write_quoted(out, at, buffer, start, end - start)
        at = _write_piece(out, at, pieces, piece_ends, piece)
        timestamp = noted.event_timestamp[event]
        year, month, day = civil_from_days(timestamp // _DAY)
        at = write_date(out, at, year, month, day)
        out[at] = T
        second = timestamp % _DAY
        hour, minute = second // _HOUR, second // _MINUTE % _MINUTE
        at = write_clock(out, at + 1, hour, minute, second % _MINUTE, 0, 0)
        at = _write_fraction(out, at, noted.event_fraction[event])
        at = _write_piece(out, at, pieces, piece_ends, piece + 1)
        at = write_unsigned(out, at, noted.event_thread[event])
        at = write_bytes(out, at, ERROR_KEY)
        at = write_unsigned(out, at, noted.event_error[event])
        at = _write_piece(out, at, pieces, piece_ends, piece + 2)
        length = noted.event_context_len[event]
        copy(out, at, noted.context_text, noted.event_context_ofs[event], length)
        at += length
        out[at] = CLOSE_BRACE
        at += 1
    return at


@kernel
def _place(texts: Any, lengths: Any, starts: Any, out: Any) -> int:
    """Copy texts that lie one behind the other to where each starts."""
    at = 0
    for i in range(len(lengths)):
        copy_exactly(out, starts[i], texts, at, lengths[i])
        at += lengths[i]
    return at


class StatementTexts:
    """The data of statements, one behind the other.

    Raises TooLargeError where it is too many bytes.
    """

    def __init__(self, run: Run, chosen: Any) -> None:
        rows = run.rows
        sessions = rows.sessions
        cells_at = np.ascontiguousarray(rows.noted.row_cells_at[run.first : run.end][chosen])
        events = np.ascontiguousarray(run.events[chosen])
        self.lengths = np.empty(len(events), np.int64)
        ends = sessions.piece_ends.array
        total = _measure(rows.buffer, rows.noted, cells_at, events, ends, self.lengths)
        if total > MAX_BYTES:
            raise TooLargeError
        out = np.empty(total + ROOM, np.uint8)
        pieces = sessions.pieces.array
        _write(rows.buffer, rows.noted, cells_at, events, pieces, ends, out)
        self.texts = out[:total]

    def write(self, starts: Any, out: Any, *, is_alone: bool) -> None:
        """Write the data of each to where it starts."""
        _place(self.texts, self.lengths, starts, out)


def statement_array(run: Run) -> pa.Array:
    """Return the data of statements, a string of JSON; see `StatementTexts`."""
    made = StatementTexts(run, slice(None))
    ends = np.zeros(len(run) + 1, np.int32)
    np.cumsum(made.lengths, out=ends[1:])
    return pa.Array.from_buffers(
        pa.string(), len(run), [None, pa.py_buffer(ends), pa.py_buffer(made.texts)]
    )
