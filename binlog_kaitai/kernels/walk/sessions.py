"""What statements tell of their sessions: the same bytes before their texts, again and again.

The classes say once what such bytes mean, as JSON text, as far as it does not depend on the rest of
the event; from then on kernels know them. What is another in each statement, such as microseconds
and the XIDs of DDL, is no part of what is compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.kernels.query_status_vars import read_query_status_var
from binlog_kaitai.kernels.handoff import meaning_of, query_charset, session_of
from binlog_kaitai.kernels.runtime.compare import are_equal, hash_of
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.state import MAX_NUMBERS, ScanState, Scratch, Sessions
from binlog_kaitai.model.charsets import BINARY, CODECS, decoder
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.tables import text_of
from binlog_kaitai.model.values import quote

UTF8, ASCII, OTHER = range(3)
"""What texts are encoded in: with ASCII, those that have only its characters are read."""

MAX_SESSIONS = 4096
MAX_FORMATS = 8
MAX_BYTES = 2**22
NUM_SLOTS = 4 * MAX_SESSIONS

NUM_PIECES = 1 + MAX_NUMBERS

_LOWER_HALF = bytes(range(128))


class Folded(NamedTuple):
    """The lengths of a session's bytes, and of the status variables in them, without numbers.

    `fraction` is that of these which tells microseconds, negative where there is none.
    """

    length: int
    len_status_vars: int
    num_numbers: int
    fraction: int


@inlined
def _whole(buffer: Any, at: int, length: int, len_status_vars: int, out: Any) -> Folded:
    copy(out, 0, buffer, at, length)
    return Folded(length, len_status_vars, 0, -1)


@inlined
def fold_session(
    buffer: Any, at: int, length: int, len_status_vars: int, scratch: Scratch
) -> Folded:
    """Copy the bytes of a session to the scratch, and what is another in each statement apart.

    Of that the codes stay. All stays where variables cannot be read, or one comes twice.
    """
    out, numbers = scratch.session, scratch.numbers
    count, fraction, used, last_code = 0, -1, 0, -1
    copied, pos, end = at, at, at + len_status_vars
    while pos < end:
        var = read_query_status_var(buffer, at, pos, end)
        if var.pos < 0:
            return _whole(buffer, at, length, len_status_vars, out)
        if var.is_of_statement:
            if count == MAX_NUMBERS or var.code == last_code:
                return _whole(buffer, at, length, len_status_vars, out)
            copy(out, used, buffer, copied, pos - copied)
            used += pos - copied
            out[used] = last_code = var.code
            used += 1
            copied = var.pos
            numbers[count] = var.microseconds if var.has_microseconds else var.xid
            if var.has_microseconds:
                fraction = var.microseconds
            count += 1
        pos = var.pos
    rest = at + length - copied
    copy(out, used, buffer, copied, rest)
    return Folded(used + rest, used + end - copied, count, fraction)


@inlined
def find_session(folded: Folded, scratch: Scratch, sessions: Sessions) -> int:
    """Return the number of the session whose folded bytes are in the scratch, or -1."""
    mask = len(sessions.slots) - 1
    slot = hash_of(scratch.session, 0, folded.length) & mask
    while sessions.slots[slot] >= 0:
        number = sessions.slots[slot]
        if (
            sessions.length[number] == folded.length
            and sessions.len_status_vars[number] == folded.len_status_vars
            and sessions.num_numbers[number] == folded.num_numbers
            and are_equal(scratch.session, 0, sessions.data, sessions.ofs[number], folded.length)
        ):
            return int(number)
        slot = (slot + 1) & mask
    return -1


@kernel
def _enter(slots: Any, source: Any, ofs: int, length: int, number: int) -> None:
    mask = len(slots) - 1
    slot = hash_of(source, ofs, length) & mask
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
        self._numbers = [Growing() for _ in range(5)]

    @property
    def is_full(self) -> bool:
        return (
            len(self.databases) >= MAX_SESSIONS or self.pieces.used + self._data.used >= MAX_BYTES
        )

    def emptied(self) -> KnownSessions:
        """Return sessions to go on with where these are full."""
        return KnownSessions()

    def take_format(self, log_format: Any) -> None:
        """Have what follows be of a format, by which the same bytes may mean something else."""
        if log_format is self.log_format:
            return
        self.log_format = log_format
        meaning = meaning_of(log_format)
        if meaning not in self._slots_of:
            if len(self._slots_of) >= MAX_FORMATS:
                self._slots_of.clear()
            self._slots_of[meaning] = np.full(NUM_SLOTS, -1, np.int64)
        self._slots = self._slots_of[meaning]

    def views(self) -> Sessions:
        """Return the arrays that kernels read."""
        return Sessions(self._slots, self._data.array, *(part.array for part in self._numbers))

    def learn(self, scratch: Scratch, state: ScanState, query: Any, log_format: Any) -> None:
        """Take in the session that the scan stopped at; `query` is its `QueryEvent`."""
        length, num_numbers = state.session_len, state.session_numbers
        encoding = encoding_of(query_charset(query))
        pieces = self._pieces(query, log_format, num_numbers)
        number, at = len(self.databases), self._data.used
        self._data.add(scratch.session[:length])
        place = (at, length, state.session_vars_len, num_numbers)
        for array, value in zip(self._numbers, (*place, encoding), strict=True):
            array.add((value,))
        for piece in pieces:
            self.pieces.add(np.frombuffer(piece.encode(), np.uint8))
            self.piece_ends.add((self.pieces.used,))
        self.databases.append(text_of(query.database, None))
        _enter(self._slots, self._data.array, at, length, number)

    def _pieces(self, query: Any, log_format: Any, num_numbers: int) -> list[str]:
        """Return the texts of a session, from which as many numbers were left out."""
        told = session_of(query, log_format)
        context = {name: told[name] for name in told if name not in ("thread_id", "error_code")}
        fraction = context.pop("microseconds", None)
        if num_numbers:
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
