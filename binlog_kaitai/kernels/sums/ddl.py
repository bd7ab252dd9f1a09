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
from binlog_kaitai.kernels.runtime.stream import copy, u1
from binlog_kaitai.kernels.sums.transaction_stats import DDL_COLUMNS, Sums
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.model.transactions import DDL_WORDS, Ddl

CHARSET = QueryStatusVars.QueryStatusCode.charset.value
NO_CHARSET = 0

BLANKS = b" \t\n\r\f\v"
NEW_LINE, DASH, HASH, SLASH, STAR, BANG, UNDERSCORE = b"\n-#/*!_"
ZERO, NINE, LETTER_A, LETTER_Z = b"09AZ"
CASE = 32
"""What the code of a small letter has more than that of the large one."""


@shared
def is_ddl(buffer: Any, at: int, length: int) -> bool:
    """Return whether a statement is one of DDL, as `binlog_kaitai.tree.transactions.ddl` has it."""
    pos, end = _behind_comments(buffer, at, at + length), at + length
    for word in DDL_WORDS:
        if _has_word(buffer, pos, end, word):
            return True
    return False


@inlined
def _behind_comments(buffer: Any, pos: int, end: int) -> int:
    """Return where the first word of a text begins, its end if it has none."""
    while pos < end:
        byte = u1(buffer, pos)
        follower = u1(buffer, pos + 1) if pos + 1 < end else 0
        if _is_blank(byte):
            pos += 1
        elif byte == HASH or (byte == DASH and follower == DASH):
            while pos < end and u1(buffer, pos) != NEW_LINE:
                pos += 1
            pos += 1
        elif byte == SLASH and follower == STAR:
            pos += 2
            if pos < end and u1(buffer, pos) == BANG:
                pos += 1
                while pos < end and ZERO <= u1(buffer, pos) <= NINE:
                    pos += 1
                continue
            while pos + 1 < end and not (u1(buffer, pos) == STAR and u1(buffer, pos + 1) == SLASH):
                pos += 1
            pos += 2
        else:
            break
    return min(pos, end)


@inlined
def _is_blank(byte: int) -> bool:
    for blank in BLANKS:
        if byte == blank:
            return True
    return False


@inlined
def _has_word(buffer: Any, pos: int, end: int, word: Any) -> bool:
    if pos + len(word) > end:
        return False
    for i in range(len(word)):
        if _upper(u1(buffer, pos + i)) != word[i]:
            return False
    return pos + len(word) == end or not _is_of_word(u1(buffer, pos + len(word)))


@inlined
def _upper(byte: int) -> int:
    return byte - CASE if LETTER_A <= byte - CASE <= LETTER_Z else byte


@inlined
def _is_of_word(byte: int) -> bool:
    is_letter = LETTER_A <= _upper(byte) <= LETTER_Z
    return bool(is_letter or ZERO <= byte <= NINE or byte == UNDERSCORE)


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
