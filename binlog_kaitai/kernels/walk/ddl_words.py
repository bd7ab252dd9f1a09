"""Which statements are DDL, by their first words."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined, shared
from binlog_kaitai.kernels.runtime.stream import u1
from binlog_kaitai.model.transactions import DDL_WORDS

SET = b"SET"
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
def may_be_ddl(buffer: Any, at: int, length: int) -> bool:
    """Return whether a statement is one of DDL, or may be one: MariaDB's SET STATEMENT ... FOR."""
    if is_ddl(buffer, at, length):
        return True
    end = at + length
    return bool(_has_word(buffer, _behind_comments(buffer, at, end), end, SET))
