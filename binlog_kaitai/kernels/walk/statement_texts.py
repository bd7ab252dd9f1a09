"""Where texts of statements lie: in events, or behind the chunk where MariaDB compressed them."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.annotate_rows_event import read_annotate_rows_event
from binlog_kaitai.generated.kernels.query_event import QueryEvent, read_query_event
from binlog_kaitai.generated.kernels.rows_query_event import read_rows_query_event
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.event_types import ANNOTATE_ROWS, QUERY_COMPRESSED
from binlog_kaitai.kernels.walk.inflated import NONE, Inflated, find_inflated, use_inflated
from binlog_kaitai.kernels.walk.state import COMPRESSED, GOES_ON, UNKNOWN


class StatementText(NamedTuple):
    """A statement whose text lies in the buffer; or why the scan stops before it, if not negative.

    `number` is that of what lies decompressed ahead, if the text does.
    """

    stop: int
    query: QueryEvent
    is_compressed: bool
    number: int


@inlined
def read_statement_head(buffer: Any, state: Any, inflated: Inflated, event: Any) -> StatementText:
    """Read a QUERY or QUERY_COMPRESSED event, but for a text that is compressed."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    is_compressed = event.header.type == QUERY_COMPRESSED
    query = read_query_event(buffer, body, body, body_end, is_compressed, event.len_post_header)
    is_declined = query.pos < 0 or (is_compressed and state.fixed >= 0)
    return StatementText(UNKNOWN if is_declined else GOES_ON, query, is_compressed, NONE)


@inlined
def read_statement(buffer: Any, state: Any, inflated: Inflated, event: Any) -> StatementText:
    """Read a QUERY or QUERY_COMPRESSED event."""
    head = read_statement_head(buffer, state, inflated, event)
    query = head.query
    if head.stop >= 0 or not head.is_compressed:
        return head
    number = NONE
    if state.row_pos >= 0:
        start, length = state.row_pos, state.row_end - state.row_pos
    else:
        number = find_inflated(state, inflated)
        if number == NONE:
            state.compressed_ofs = query.compressed_query.data_ofs
            state.compressed_len = query.compressed_query.data_len
            state.uncompressed_len = query.compressed_query.len_uncompressed_value
            return StatementText(COMPRESSED, query, True, NONE)
        start, length = inflated.at[number], inflated.length[number]
    found = QueryEvent(
        query.pos,
        query.thread_id,
        query.seconds,
        query.error_code,
        query.status_vars_ofs,
        query.status_vars_len,
        query.database_ofs,
        query.database_len,
        start,
        length,
        query.compressed_query,
    )
    return StatementText(GOES_ON, found, True, number)


@inlined
def behind_statement(state: Any, statement: StatementText, stop: int) -> int:
    """Have the scan be behind a statement's text if it is done, or left to the classes."""
    if statement.is_compressed and stop in (GOES_ON, UNKNOWN):
        if statement.number != NONE and stop == GOES_ON:
            use_inflated(state, statement.number)
        state.row_pos = -1
    return stop


class Annotation(NamedTuple):
    """The statement that rows come from: where its text lies; `pos` is negative where none does."""

    pos: int
    text_ofs: int
    text_len: int


@inlined
def read_annotation(buffer: Any, event: Any) -> Annotation:
    """Read a ROWS_QUERY or ANNOTATE_ROWS event."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    if event.header.type == ANNOTATE_ROWS:
        noted = read_annotate_rows_event(buffer, body, body, body_end, event.len_post_header)
        return Annotation(noted.pos, noted.query_ofs, noted.query_len)
    query = read_rows_query_event(buffer, body, body, body_end, event.len_post_header)
    return Annotation(query.pos, query.query_ofs, query.query_len)
