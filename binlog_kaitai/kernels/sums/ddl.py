"""Statements of DDL, which the kernel notes as they are, and which are decoded when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.query_status_vars import read_query_status_var
from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.kernels.handoff import client_charset_of
from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.sums.transaction_stats import DDL_COLUMNS, Sums
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.model.transactions import Ddl

CHARSET = QueryStatusVars.QueryStatusCode.charset.value
NO_CHARSET = 0


@shared
def note_ddl(buffer: Any, sums: Sums, number: int, position: int, event: Any) -> None:
    """Note the statement of a QueryEvent, of `MAX_DDL` bytes at most, in a transaction."""
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    query = read_query_event(buffer, body, body, body_end, False, event.len_post_header)
    at = sums.ddl_offset[number + 1]
    sums.ddl_position[at] = position
    sums.ddl_timestamp[at] = event.header.timestamp
    sums.ddl_charset[at] = _charset_in(buffer, query)
    sums.ddl_len_database[at] = query.database_len
    place = sums.ddl_text_offset[at]
    copy(sums.ddl_text, place, buffer, query.database_ofs, query.database_len)
    place += query.database_len
    copy(sums.ddl_text, place, buffer, query.query_ofs, query.query_len)
    sums.ddl_text_offset[at + 1] = place + query.query_len
    sums.ddl_offset[number + 1] = at + 1


@inlined
def _charset_in(buffer: Any, query: Any) -> int:
    """Return the number of the charset that a client sent a statement in."""
    start = query.status_vars_ofs
    pos, end = start, start + query.status_vars_len
    while pos < end:
        var = read_query_status_var(buffer, start, pos, end)
        if var.pos < 0:
            return NO_CHARSET
        if var.code == CHARSET:
            return int(var.client_charset)
        pos = var.pos
    return NO_CHARSET


def read_ddl(sums: Sums, start: int, end: int) -> list[Ddl]:
    """Return statements as the tree engine has them."""
    places = sums.ddl_text_offset[start : end + 1].tolist()
    columns = [getattr(sums, name)[start:end].tolist() for name in DDL_COLUMNS]
    found = []
    for at, (position, timestamp, charset, length) in enumerate(zip(*columns, strict=True)):
        told = sums.ddl_text[places[at] : places[at + 1]].tobytes()
        text = text_of(told[length:], client_charset_of(charset))
        found.append(Ddl(position, timestamp, text_of(told[:length], None), text))
    return found


def write_ddl(sums: Sums, number: int, statements: Sequence[Ddl]) -> None:
    """Note statements that the tree engine has as those of a transaction; there is room."""
    at = int(sums.ddl_offset[number])
    for ddl in statements:
        database, text = ddl.database.encode(), ddl.statement.encode()
        sums.ddl_position[at], sums.ddl_timestamp[at] = ddl.position, ddl.timestamp
        sums.ddl_charset[at], sums.ddl_len_database[at] = NO_CHARSET, len(database)
        start = int(sums.ddl_text_offset[at])
        end = start + len(database) + len(text)
        sums.ddl_text[start:end] = np.frombuffer(database + text, np.uint8)
        at += 1
        sums.ddl_text_offset[at] = end
    sums.ddl_offset[number + 1] = at
