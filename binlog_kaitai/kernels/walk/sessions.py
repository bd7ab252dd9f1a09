"""What statements tell of their sessions: the same bytes before their texts, again and again.

The classes say once what such bytes mean, as JSON text, as far as it does not depend on the rest of
the event; from then on kernels know them. Microseconds, which differ from statement to statement,
are no part of what is compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.query_status_vars import read_query_status_var
from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.kernels.handoff import query_charset, session_of
from binlog_kaitai.kernels.runtime.compare import are_equal, hash_of
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.seek.formats import format_view, meaning_of
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.state import ScanState, Sessions
from binlog_kaitai.model.charsets import BINARY, CODECS, decoder
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.model.values import quote

StatusCode = QueryStatusVars.QueryStatusCode

MICROSECONDS = StatusCode.microseconds.value
MARIADB_MICROSECONDS = StatusCode.mariadb_microseconds.value

UTF8, ASCII, OTHER = range(3)
"""What texts are encoded in: with ASCII, those that have only its characters are read."""

MAX_SESSIONS = 4096
MAX_FORMATS = 8
MAX_BYTES = 2**22
NUM_SLOTS = 4 * MAX_SESSIONS

NUM_PIECES = 3

_LOWER_HALF = bytes(range(128))


class Gap(NamedTuple):
    """Where among status variables the only one that tells microseconds lies, and these.

    Without one it lies behind them all, and is empty.
    """

    ofs: int
    length: int
    microseconds: int


@inlined
def gap_in(buffer: Any, at: int, length: int, len_status_vars: int) -> Gap:
    """Return the gap in the bytes of a session."""
    none = Gap(length, 0, -1)
    gap = none
    pos, end = at, at + len_status_vars
    while pos < end:
        var = read_query_status_var(buffer, at, pos, end)
        if var.pos < 0:
            return none
        if var.code in (MICROSECONDS, MARIADB_MICROSECONDS):
            if gap.length > 0:
                return none
            gap = Gap(pos - at, var.pos - pos, var.microseconds)
        pos = var.pos
    return gap


@inlined
def _hash_around(source: Any, at: int, length: int, rest: int, rest_len: int) -> int:
    code = hash_of(source, at, length)
    return code if rest_len == 0 else code * 31 ^ hash_of(source, rest, rest_len)


@inlined
def find_session(
    buffer: Any,
    at: int,
    length: int,
    len_status_vars: int,
    gap_ofs: int,
    gap_len: int,
    sessions: Sessions,
) -> int:
    """Return the number of the session that some bytes around a gap tell of, or -1."""
    rest = at + gap_ofs + gap_len
    rest_len = length - gap_ofs - gap_len
    mask = len(sessions.slots) - 1
    slot = _hash_around(buffer, at, gap_ofs, rest, rest_len) & mask
    while sessions.slots[slot] >= 0:
        number = sessions.slots[slot]
        ofs = sessions.ofs[number]
        if (
            sessions.length[number] == length
            and sessions.len_status_vars[number] == len_status_vars
            and sessions.gap_ofs[number] == gap_ofs
            and sessions.gap_len[number] == gap_len
            and are_equal(buffer, at, sessions.data, ofs, gap_ofs)
            and are_equal(buffer, rest, sessions.data, ofs + gap_ofs, rest_len)
        ):
            return int(number)
        slot = (slot + 1) & mask
    return -1


@kernel
def _enter(slots: Any, source: Any, ofs: int, length: int, rest_len: int, number: int) -> None:
    mask = len(slots) - 1
    slot = _hash_around(source, ofs, length, ofs + length, rest_len) & mask
    while slots[slot] >= 0:
        slot = (slot + 1) & mask
    slots[slot] = number


class KnownSessions:
    """The sessions of logs, by their numbers.

    `databases` are their default databases. `pieces` is the JSON text of each in three parts, which
    end at `piece_ends`: between the statement and its time, behind that up to the number of the
    thread, and behind the numbers.
    """

    def __init__(self) -> None:
        self.log_format: Any = None
        self.databases: list[str] = []
        self.pieces = Growing(np.uint8, padding=PADDING)
        self.piece_ends = Growing()
        self._slots_of: dict[Any, Any] = {}  # by what formats mean
        self._data = Growing(np.uint8, padding=PADDING)
        self._numbers = [Growing() for _ in range(6)]

    @property
    def is_full(self) -> bool:
        return (
            len(self.databases) >= MAX_SESSIONS or self.pieces.used + self._data.used >= MAX_BYTES
        )

    def take_format(self, log_format: Any) -> None:
        """Have what follows be of a format, by which the same bytes may mean something else."""
        if log_format is self.log_format:
            return
        self.log_format = log_format
        meaning = meaning_of(log_format, format_view(log_format))
        if meaning not in self._slots_of:
            if len(self._slots_of) >= MAX_FORMATS:
                self._slots_of.clear()
            self._slots_of[meaning] = np.full(NUM_SLOTS, -1, np.int64)
        self._slots = self._slots_of[meaning]

    def views(self) -> Sessions:
        """Return the arrays that kernels read."""
        return Sessions(self._slots, self._data.array, *(part.array for part in self._numbers))

    def learn(self, buffer: Any, state: ScanState, query: Any, log_format: Any) -> None:
        """Take in the session that the scan stopped at; `query` is its `QueryEvent`."""
        start, length = state.session_ofs, state.session_len
        gap_ofs, gap_len = state.session_gap_ofs, state.session_gap_len
        encoding = encoding_of(query_charset(query))
        pieces = self._pieces(query, log_format, has_gap=gap_len > 0)
        rest_len = length - gap_ofs - gap_len
        number, at = len(self.databases), self._data.used
        self._data.add(buffer[start : start + gap_ofs])
        self._data.add(buffer[start + length - rest_len : start + length])
        place = (at, length, state.session_vars_len, gap_ofs, gap_len)
        for array, value in zip(self._numbers, (*place, encoding), strict=True):
            array.add((value,))
        for piece in pieces:
            self.pieces.add(np.frombuffer(piece.encode(), np.uint8))
            self.piece_ends.add((self.pieces.used,))
        self.databases.append(text_of(query.database, None))
        _enter(self._slots, self._data.array, at, gap_ofs, rest_len, number)

    def _pieces(self, query: Any, log_format: Any, *, has_gap: bool) -> list[str]:
        """Return the texts of a session; microseconds are in a gap, if it has one."""
        told = session_of(query, log_format)
        context = {name: told[name] for name in told if name not in ("thread_id", "error_code")}
        fraction = context.pop("microseconds", None)
        if has_gap:
            fraction = None
        return [
            f', "database": {quote(text_of(query.database, None))}, "timestamp": "',
            f'{"" if fraction is None else f".{fraction:06d}"}Z", "thread_id": ',
            "".join(f", {quote(name)}: {to_json(value)}" for name, value in context.items()),
        ]


def encoding_of(charset: str | None) -> int:
    """Return what texts of a charset are encoded in: UTF-8 if no known one is told."""
    if charset is None or charset == BINARY or CODECS.get(charset) == CODECS["utf8mb4"]:
        return UTF8
    try:
        is_like_ascii = decoder(charset)(_LOWER_HALF) == _LOWER_HALF.decode()
    except UnicodeDecodeError:
        return OTHER
    return ASCII if is_like_ascii else OTHER
