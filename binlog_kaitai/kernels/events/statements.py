"""Shows statements."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.columns.loops import part_of, write_bytes
from binlog_kaitai.kernels.events.notes import (
    Showing,
    has_room,
    note_shown,
    without_room,
)
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.runtime.text import len_quoted, write_quoted, write_unsigned
from binlog_kaitai.kernels.walk.bounds import UNSURE, bound_in
from binlog_kaitai.kernels.walk.loop import Walk
from binlog_kaitai.kernels.walk.sessions import NUM_PIECES
from binlog_kaitai.kernels.walk.state import GOES_ON, UNKNOWN
from binlog_kaitai.kernels.walk.statement_texts import StatementText
from binlog_kaitai.kernels.walk.statements import is_encoded, known_session


@inlined
def show_query(
    walk: Walk, out: Showing, event: Any, is_wanted: bool, statement: StatementText
) -> int:
    """Show a statement; return `GOES_ON`, or why it is not done."""
    buffer, state, scratch = walk.buffer, walk.state, walk.scratch
    shown, sessions, texts = out.shown, out.sessions, out.texts
    query = statement.query
    if not is_wanted:
        return GOES_ON
    if state.wants_others == 0:
        bound = bound_in(buffer, query.query_ofs, query.query_len)
        if not bound.is_statement:
            return UNKNOWN if bound.role == UNSURE else GOES_ON
    session = known_session(buffer, state, scratch, query, sessions)
    if session.stop >= 0:
        return session.stop
    first = session.number * NUM_PIECES
    start, len_before = part_of(texts.piece_ends, first)
    len_pieces = texts.piece_ends[first + NUM_PIECES - 1] - start
    ofs, length = query.query_ofs, query.query_len
    if not is_encoded(buffer, ofs, length, sessions.encoding[session.number]):
        return UNKNOWN
    if texts.is_wanted[session.number] == 0:
        return GOES_ON
    if not has_room(state, shown, len_quoted(buffer, ofs, length) + len_pieces):
        return without_room(state)
    text, at = shown.text, state.context_text
    at = write_unsigned(text, write_bytes(text, at, b'{"thread_id": '), query.thread_id)
    at = write_unsigned(text, write_bytes(text, at, b', "seconds": '), query.seconds)
    at = write_unsigned(text, write_bytes(text, at, b', "len_database": '), query.database_len)
    at = write_unsigned(text, write_bytes(text, at, b', "error_code": '), query.error_code)
    copy(text, at, texts.pieces, start, len_before)
    at += len_before
    for i in range(session.num_numbers):
        at = write_unsigned(text, at, scratch.numbers[i])
        start, len_behind = part_of(texts.piece_ends, first + 1 + i)
        copy(text, at, texts.pieces, start, len_behind)
        at += len_behind
    at = write_quoted(text, at, buffer, ofs, length)
    at = write_bytes(text, at, b"}")
    note_shown(state, shown, buffer, state.pos, event, at)
    return GOES_ON
