"""Kernels that go from event to event by headers alone, and that look for events anywhere."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.binlog_event import read_binlog_event
from binlog_kaitai.generated.kernels.binlog_event_header import read_binlog_event_header
from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.kernels.runtime.arrays import Bytes, Flags
from binlog_kaitai.kernels.runtime.compare import is_text
from binlog_kaitai.kernels.runtime.crc32 import crc32
from binlog_kaitai.kernels.runtime.files import read_at
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.runtime.shared_state import SharedState, Word
from binlog_kaitai.kernels.walk.event_types import (
    ANNOTATE_ROWS,
    BEGIN,
    COMMIT,
    QUERY,
    ROWS_QUERY,
    XID,
)

TABLE_MAP_EVENT = EventType.table_map.value
FORMAT_DESCRIPTION = EventType.format_description.value
OF_ROWS = (TABLE_MAP_EVENT, ROWS_QUERY, ANNOTATE_ROWS, EventType.partial_row_data.value)
"""What only concerns rows, or holds some of their bytes, beside what holds rows."""

LONGEST_BEGIN = 2**17
"""Bytes: no event with the statement BEGIN is longer, whatever session variables it holds."""

LONGEST_GTID_EVENT = 2**10
"""Bytes: no event that names a transaction which a BEGIN follows is longer."""


HEAD = 64  # bytes of an event that hold its header
LONG = 2**12
"""Bytes: of an event as long as that, its header is read alone."""


class Hop(IntEnum):
    """Why hopping stopped, before an event."""

    MORE = 0  # bytes are needed, or there is no event
    TRANSACTION = 1
    FORMAT = 2  # the event describes the format of those behind it
    ASTRAY = 3  # the event says that it lies elsewhere
    LIMIT = 4
    TABLE_MAP = 5


class HopState(SharedState):
    """Where the hops are, and what they are to stop at. Flags are 0 or 1."""

    pos = Word()  # in the buffer, of the next event; may lie behind the buffer's end
    end = Word()  # of the bytes in the buffer
    base = Word()  # of the file's byte that the buffer begins with
    is_after_gtid = (
        Word()
    )  # the event before named the transaction, which a BEGIN does not begin again
    target = Word()  # the file's byte from which on a transaction is looked for
    limit = Word()  # the file's byte that is not hopped over
    is_strict = Word()  # an event that says that it lies elsewhere is none
    last = Word()  # the file's byte that the last transaction which was hopped over begins with
    stops_at_maps = Word()
    last_map = Word()  # the file's byte of the last table map that was hopped over, or 0
    # the file's bytes where events began that only concern rows, if the last one does, or 0; and of
    # the longest such run, up to another event
    rows_at = Word()
    run_at = Word()
    run_end = Word()


MORE, TRANSACTION = Hop.MORE.value, Hop.TRANSACTION.value
FORMAT, ASTRAY, LIMIT = Hop.FORMAT.value, Hop.ASTRAY.value, Hop.LIMIT.value
TABLE_MAP = Hop.TABLE_MAP.value


@inlined
def is_begin(buffer: Any, pos: int, end: int, log_format: Any) -> bool:
    """Return whether the event is the statement BEGIN."""
    event = read_binlog_event(buffer, pos, pos, end, log_format)
    if event.pos < 0:
        return False
    query = read_query_event(
        buffer,
        event.body_ofs,
        event.body_ofs,
        event.body_ofs + event.body_len,
        False,
        event.len_post_header,
    )
    return query.pos >= 0 and is_text(buffer, query.query_ofs, query.query_len, BEGIN)


@inlined
def is_where_it_says(header: Any, position: int) -> bool:
    """Return whether `next_position` is right."""
    end = position + header.len_event
    return bool((end - header.next_position) % header.num_positions == 0)


@inlined
def _note_rows(state: Any, position: int, are_rows: bool) -> None:
    """Note where events that only concern rows follow each other."""
    if are_rows:
        if state.rows_at == 0:
            state.rows_at = position
    elif state.rows_at > 0:
        if position - state.rows_at > state.run_end - state.run_at:
            state.run_at, state.run_end = state.rows_at, position
        state.rows_at = 0


@kernel
def hop(buffer: Any, state: Any, log_format: Any) -> int:
    """Go to the first event that begins a transaction at the target or behind; return a `Hop`.

    `buffer` is an array of uint8, `state` the record of a `HopState`, `log_format` a LogFormat.
    """
    while True:
        pos, end = state.pos, state.end
        position = state.base + pos
        if position >= state.limit:
            return LIMIT
        if pos >= end:
            return MORE
        header = read_binlog_event_header(
            buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
        )
        if header.pos < 0:
            return MORE
        if (
            state.is_strict > 0
            and header.next_position > 0
            and not is_where_it_says(header, position)
        ):
            return ASTRAY
        _note_rows(state, position, concerns_rows(header))
        begins = header.begins_transaction
        if header.type == QUERY and header.len_event <= LONGEST_BEGIN:
            if pos + header.len_event > end:
                return MORE
            begins = state.is_after_gtid == 0 and is_begin(buffer, pos, end, log_format)
        if begins and position >= state.target:
            return TRANSACTION
        if header.type == FORMAT_DESCRIPTION:
            return FORMAT
        if header.type == TABLE_MAP_EVENT:
            if state.stops_at_maps > 0:
                return TABLE_MAP
            state.last_map = position
        if begins:
            state.last = position
        state.is_after_gtid = int(header.begins_transaction)
        state.pos = pos + header.len_event


@kernel
def size_of_event(buffer: Any, pos: int, end: int, log_format: Any) -> int:
    """Return the size that an event says it has, 0 where its header is not all there."""
    header = read_binlog_event_header(
        buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
    )
    return int(header.len_event) if header.pos >= 0 else 0


@inlined
def concerns_rows(header: Any) -> bool:
    """Return whether an event holds rows, or only concerns them, by its header."""
    return bool(header.is_rows or header.type in OF_ROWS)


@kernel
def pass_rows(buffer: Any, end: int, log_format: Any) -> int:
    """Return where the first event lies that does not only concern rows.

    It may be behind the end.
    """
    return _behind_rows(buffer, 0, end, log_format)


@inlined
def _behind_rows(buffer: Any, pos: int, end: int, log_format: Any) -> int:
    while pos < end:
        header = read_binlog_event_header(
            buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
        )
        if header.pos < 0 or not concerns_rows(header):
            break
        pos += header.len_event
    return pos


@inlined
def _read_header(descriptor: int, position: int, head: Bytes, log_format: Any) -> Any:
    """Read the header of the event at a file's byte."""
    count = read_at(descriptor, head, position)
    return read_binlog_event_header(
        head, 0, 0, count, log_format.binlog_version, log_format.has_permuted_types
    )


@kernel
def pass_long_rows(
    descriptor: int, position: int, limit: int, shortest: int, head: Bytes, log_format: Any
) -> int:
    """Return where the first event of a file lies that does not only concern rows, or is short.

    Of the others, of `shortest` bytes and more, no more is read than `head` has room for. It may be
    behind the limit.
    """
    while position < limit:
        header = _read_header(descriptor, position, head, log_format)
        if header.pos < 0 or header.len_event < shortest:
            break
        if not concerns_rows(header):
            break
        position += header.len_event
    return position


@kernel
def hop_long_rows(descriptor: int, state: Any, shortest: int, head: Bytes, log_format: Any) -> None:
    """Hop over rows events that are long, of which no more is read than `head` has room for."""
    while state.base + state.pos < state.limit:
        position = state.base + state.pos
        header = _read_header(descriptor, position, head, log_format)
        if header.pos < 0 or header.len_event < shortest or not header.is_rows:
            break
        is_elsewhere = header.next_position > 0 and not is_where_it_says(header, position)
        if state.is_strict > 0 and is_elsewhere:
            break
        state.is_after_gtid = 0
        state.pos += header.len_event


@kernel
def is_committed_ahead(buffer: Any, pos: int, end: int, log_format: Any) -> bool:
    """Return whether a transaction is committed before `end`, behind its rows."""
    pos = _behind_rows(buffer, pos, end, log_format)
    if pos >= end:
        return False
    event = read_binlog_event(buffer, pos, pos, end, log_format)
    if event.pos < 0 or event.pos != pos + event.header.len_event:
        return False
    body, body_end = event.body_ofs, event.body_ofs + event.body_len
    if event.len_checksum > 0 and crc32(buffer, pos, body_end - pos) != event.crc32:
        return False
    if event.header.type == XID:
        return bool(read_xid_event(buffer, body, body, body_end, event.len_post_header).pos >= 0)
    if event.header.type != QUERY:
        return False
    query = read_query_event(buffer, body, body, body_end, False, event.len_post_header)
    return query.pos >= 0 and is_text(buffer, query.query_ofs, query.query_len, COMMIT)


class Sought(NamedTuple):
    """What counts as an event where one is looked for.

    Its type is known, it is whole in the buffer and of `max_size` bytes at most, it says where it
    lies, which is right, and its checksum is, if the log has any; the latter is enough unless
    `is_own`.
    """

    is_type: Flags
    is_own: bool
    max_size: int


@inlined
def _is_event(
    buffer: Any, pos: int, end: int, position: int, log_format: Any, sought: Sought
) -> bool:
    """Return whether what lies there can be nothing but an event."""
    header = read_binlog_event_header(
        buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
    )
    if header.pos < 0 or not sought.is_type[header.type]:
        return False
    if not is_where_it_says(header, position) and (sought.is_own or log_format.len_checksum == 0):
        return False
    return _is_sound(buffer, pos, end, log_format)


@inlined
def _is_sound(buffer: Any, pos: int, end: int, log_format: Any) -> bool:
    """Return whether an event is as long as it says, and its checksum, if it has one, right."""
    event = read_binlog_event(buffer, pos, pos, end, log_format)
    if event.pos < 0 or event.pos != pos + event.header.len_event:
        return False
    covered = event.body_ofs + event.body_len - pos
    return bool(event.len_checksum == 0 or crc32(buffer, pos, covered) == event.crc32)


@kernel
def find_event(
    buffer: Any,
    start: int,
    stop: int,
    end: int,
    base: int,
    log_format: Any,
    sought: Sought,
) -> int:
    """Return the first place from `start` on, before `stop`, where an event lies, or -1.

    `base` is the file's byte that the buffer begins with.
    """
    for pos in range(start, stop):
        reach = min(end, pos + sought.max_size)
        if _is_event(buffer, pos, reach, base + pos, log_format, sought):
            return pos
    return -1


@inlined
def _leads_to(buffer: Any, pos: int, found: int, end: int, log_format: Any) -> bool:
    """Return whether headers that follow each other lead from one place to another."""
    while pos < found:
        header = read_binlog_event_header(
            buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
        )
        if header.pos < 0:
            return False
        pos += header.len_event
    return pos == found


@kernel
def has_damaged_beginning(
    buffer: Any, start: int, found: int, end: int, base: int, log_format: Any, sought: Sought
) -> bool:
    """Return whether a transaction may begin, by its header, between `start` and the event found.

    Its event is damaged, or does not say truly where it lies, or it would have been found.
    """
    for pos in range(start, found):
        header = read_binlog_event_header(
            buffer, pos, pos, end, log_format.binlog_version, log_format.has_permuted_types
        )
        if header.pos < 0 or not (header.begins_transaction or header.type == QUERY):
            continue
        is_beginning = header.begins_transaction or is_begin(buffer, pos, end, log_format)
        is_sound = _is_event(buffer, pos, end, base + pos, log_format, sought)
        is_placed = (
            pos + header.len_event == found
            or (base + found - header.next_position) % header.num_positions == 0
            or is_where_it_says(header, base + pos)
        )
        if (is_beginning and (is_sound or is_placed)) or (is_placed and not is_sound):
            return True
        if is_beginning and _leads_to(buffer, pos, found, end, log_format):
            return True
    return False


@kernel
def gtid_before(buffer: Any, pos: int, end: int, log_format: Any) -> int:
    """Return the place of the event before one, if it names a transaction by its header; else -1.

    It need not say where it lies: its type, and a length that ends just there, are enough.
    """
    for before in range(max(0, pos - LONGEST_GTID_EVENT), pos):
        header = read_binlog_event_header(
            buffer, before, before, end, log_format.binlog_version, log_format.has_permuted_types
        )
        if (
            header.pos >= 0
            and header.begins_transaction
            and before + header.len_event == pos
            and _is_sound(buffer, before, end, log_format)
        ):
            return before
    return -1
