"""What is noted of transactions: the arrays that kernels and Python share."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.walk.bounds import NO_END
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.gtid_texts import LONGEST_GTID
from binlog_kaitai.kernels.walk.state import MEAN_XID, Wants
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps
from binlog_kaitai.kernels.walk.xids import XID_ROOM
from binlog_kaitai.model.scopes import Scope

MAX_SUMS = 8192
MIN_SHARES = 4 * MAX_SUMS
MIN_DDL = 1024
MAX_DDL = 2**18
"""Bytes of a statement of DDL that kernels note."""

UNKNOWN_ROWS = -1
"""In place of a number of rows that the log does not tell."""

NO_CHANGE = -1
"""In place of a time where there are neither rows nor statements."""

INSERTS, UPDATES, DELETES = range(3)


class Sums(NamedTuple):
    """Transactions: those that have ended, and the open one, whose numbers grow.

    The texts of GTIDs, those of names of XA, the shares of tables and the statements of DDL lie one
    behind the other, from each transaction's `offset` on up to the next one's. The bytes of a
    statement of DDL are its database and its text; its charset is the number that its client has.
    """

    position: Ints
    end_position: Ints
    timestamp: Ints
    server_id: Ints
    commit: Ints
    num_events: Ints
    num_bytes: Ints
    num_statements: Ints
    ended_by: Ints
    first_change: Ints
    last_change: Ints
    xid_number: Ints  # of the XID event, where one has ended it
    gtid_offset: Ints
    xid_offset: Ints
    share_offset: Ints
    ddl_offset: Ints
    gtid_text: Bytes
    xid_text: Bytes
    share_name: Ints
    share_rows: Ints
    share_bytes: Ints
    share_inserts: Ints
    share_updates: Ints
    share_deletes: Ints
    ddl_position: Ints
    ddl_timestamp: Ints
    ddl_charset: Ints
    ddl_len_database: Ints
    ddl_text_offset: Ints
    ddl_text: Bytes


NUM_COLUMNS = Sums._fields.index("gtid_offset")
SHARE_COLUMNS = [name for name in Sums._fields if name.startswith("share_")][1:]
DDL_COLUMNS = ("ddl_position", "ddl_timestamp", "ddl_charset", "ddl_len_database")


class Names(NamedTuple):
    """The numbers of table names: of each known map, and where their shares were noted last."""

    of_map: Ints
    share: Ints


class Summing(NamedTuple):
    """What the view of transactions fills, with the numbers of tables' names."""

    sums: Sums
    names: Names


class NamedMaps(KnownMaps):
    """Known maps whose tables' names have numbers, which stay when maps are forgotten."""

    def __init__(self, scope: Scope) -> None:
        self._named: Names | None = None
        self.keep_names([])
        super().__init__(scope, Wants.ASKED)

    def clear_maps(self) -> None:
        """Forget the maps, and keep the layouts."""
        super().clear_maps()
        self._of_map = Growing()
        self._named = None

    def keep_names(self, names: list[str]) -> None:
        """Forget all names but some, which get the first numbers; no map is known meanwhile."""
        self.names = names
        self._name_numbers = {name: number for number, name in enumerate(names)}
        self._share = Growing()
        self._share.add(np.zeros(len(names), np.int64))
        self._named = None

    def _note_names(self, names: list[str]) -> None:
        self._of_map.add(self.numbers_of(names))
        self._named = None

    def numbers_of(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of tables' names."""
        numbers, known = self._name_numbers, len(self.names)
        found = [numbers.setdefault(name, len(numbers)) for name in names]
        if len(numbers) > known:
            self.names.extend(itertools.islice(numbers, known, None))
            self._share.add(np.zeros(len(numbers) - known, np.int64))
            self._named = None
        return found

    def named(self) -> Names:
        """Return the arrays that kernels read."""
        if self._named is None:
            self._named = Names(self._of_map.array, self._share.array)
        return self._named


def new_sums() -> Sums:
    """Return room for transactions."""

    def integers(count: int = MAX_SUMS) -> Any:
        return np.zeros(count, np.int64)

    return Sums._make(
        [
            *(integers() for _ in range(NUM_COLUMNS)),
            *(integers(MAX_SUMS + 1) for _ in ("gtid", "xid", "share", "ddl")),
            np.zeros(MAX_SUMS * LONGEST_GTID + PADDING, np.uint8),
            np.zeros(MAX_SUMS * MEAN_XID + 2 * XID_ROOM, np.uint8),
            *(integers(MIN_SHARES) for _ in SHARE_COLUMNS),
            *(integers(MIN_DDL) for _ in DDL_COLUMNS),
            integers(MIN_DDL + 1),
            np.zeros(2 * MAX_DDL + PADDING, np.uint8),
        ]
    )


def with_more_shares(sums: Sums, count: int) -> Sums:
    """Return the same with room for as many shares at least."""
    have = len(sums.share_name)
    if count <= have:
        return sums
    return _with_more(sums, SHARE_COLUMNS, max(count - have, have))


def with_more_ddl(sums: Sums, count: int, num_bytes: int) -> Sums:
    """Return the same with room for as many statements of DDL at least, and for their bytes."""
    have = len(sums.ddl_position)
    if count > have:
        sums = _with_more(sums, [*DDL_COLUMNS, "ddl_text_offset"], max(count - have, have))
    missing = num_bytes + MAX_DDL + PADDING - len(sums.ddl_text)
    if missing > 0:
        sums = _with_more(sums, ["ddl_text"], max(missing, len(sums.ddl_text)))
    return sums


def _with_more(sums: Sums, names: Iterable[str], count: int) -> Sums:
    arrays = {name: getattr(sums, name) for name in names}
    return sums._replace(
        **{
            name: np.concatenate([array, np.zeros(count, array.dtype)])
            for name, array in arrays.items()
        }
    )


def with_room_for_xid(sums: Sums, number: int, length: int) -> Sums:
    """Return the same with room for a transaction's name of XA, and for one of a kernel's."""
    used = int(sums.xid_offset[number])
    size = used + length + XID_ROOM
    if size <= len(sums.xid_text):
        return sums
    text = np.zeros(2 * size, np.uint8)
    text[:used] = sums.xid_text[:used]
    return sums._replace(xid_text=text)


@inlined
def begin_sum(
    state: Any,
    sums: Sums,
    gtid: Any,
    len_gtid: int,
    commit: int,
    header: Any,
    is_wanted: bool,
) -> None:
    """Begin a transaction; the one that is open has no end."""
    if state.sum_is_open > 0:
        end_sum(state, sums)
    number = state.sum_count
    position = state.fixed if state.fixed >= 0 else state.base + state.pos
    sums.position[number] = position
    sums.end_position[number] = position
    sums.timestamp[number] = header.timestamp
    sums.server_id[number] = header.server_id
    sums.commit[number] = commit
    sums.num_events[number] = 0
    sums.num_bytes[number] = 0
    sums.num_statements[number] = 0
    sums.ended_by[number] = NO_END
    sums.first_change[number] = sums.last_change[number] = NO_CHANGE
    start = sums.gtid_offset[number]
    copy(sums.gtid_text, start, gtid, 0, len_gtid)
    sums.gtid_offset[number + 1] = start + len_gtid
    state.sum_is_wanted = int(is_wanted)
    state.sum_is_open = state.is_joined = 1


@inlined
def name_sum(sums: Sums, number: int, xid: Any, len_xid: int) -> None:
    """Have a transaction, the last one, be of a name of XA."""
    start = sums.xid_offset[number]
    copy(sums.xid_text, start, xid, 0, len_xid)
    sums.xid_offset[number + 1] = start + len_xid


@inlined
def has_xid(state: Any, sums: Sums) -> bool:
    """Return whether the open transaction is of a name of XA."""
    number = state.sum_count
    return bool(sums.xid_offset[number + 1] > sums.xid_offset[number])


@inlined
def note_change(sums: Sums, number: int, timestamp: int) -> None:
    """Note when rows or a statement of a transaction were logged."""
    if sums.first_change[number] == NO_CHANGE or timestamp < sums.first_change[number]:
        sums.first_change[number] = timestamp
    sums.last_change[number] = max(sums.last_change[number], timestamp)


@inlined
def add_rows(
    sums: Sums, number: int, names: Names, table: int, kind: int, num_rows: int, num_bytes: int
) -> None:
    """Add rows to a table's share of a transaction."""
    first, end = sums.share_offset[number], sums.share_offset[number + 1]
    at = names.share[table]
    if not (first <= at < end and sums.share_name[at] == table):
        at = end
        names.share[table] = at
        sums.share_name[at] = table
        sums.share_rows[at] = sums.share_bytes[at] = 0
        sums.share_inserts[at] = sums.share_updates[at] = sums.share_deletes[at] = 0
        sums.share_offset[number + 1] = end + 1
    sums.share_bytes[at] += num_bytes
    if sums.share_rows[at] != UNKNOWN_ROWS:
        sums.share_rows[at] += num_rows
    if kind == INSERTS:
        sums.share_inserts[at] += num_rows
    elif kind == UPDATES:
        sums.share_updates[at] += num_rows
    else:
        sums.share_deletes[at] += num_rows


@inlined
def end_sum(state: Any, sums: Sums) -> None:
    """Keep the open transaction if it is wanted."""
    if state.sum_is_wanted > 0:
        state.sum_count += 1
    number = state.sum_count
    sums.xid_offset[number + 1] = sums.xid_offset[number]
    sums.share_offset[number + 1] = sums.share_offset[number]
    sums.ddl_offset[number + 1] = sums.ddl_offset[number]
    state.sum_is_open = state.is_joined = 0


@inlined
def has_room(state: Any, sums: Sums) -> bool:
    """Return whether an event can end a transaction, be one itself, and touch another table."""
    number = state.sum_count
    return bool(
        number + 2 < len(sums.position)
        and sums.share_offset[number + 1] < len(sums.share_name)
        and sums.xid_offset[number + 1] + XID_ROOM <= len(sums.xid_text)
        and _has_room_for_ddl(sums, sums.ddl_offset[number + 1])
    )


@inlined
def _has_room_for_ddl(sums: Sums, used: int) -> bool:
    has_bytes = sums.ddl_text_offset[used] + MAX_DDL + PADDING <= len(sums.ddl_text)
    return bool(has_bytes and used < len(sums.ddl_position))


def drop_parts(sums: Sums, number: int) -> None:
    """Have the last transaction have no name of XA, touch no table, and hold no DDL."""
    for offsets in (sums.xid_offset, sums.share_offset, sums.ddl_offset):
        offsets[number + 1] = offsets[number]


def move_to_front(sums: Sums, number: int) -> None:
    """Make a transaction the first one."""
    for array in sums[:NUM_COLUMNS]:
        array[0] = array[number]
    parts = [
        (sums.gtid_offset, (sums.gtid_text,)),
        (sums.xid_offset, (sums.xid_text,)),
        (sums.share_offset, tuple(getattr(sums, name) for name in SHARE_COLUMNS)),
    ]
    _move_ddl_to_front(sums, *sums.ddl_offset[number : number + 2].tolist())
    for offsets, arrays in parts:
        start, end = offsets[number : number + 2].tolist()
        for array in arrays:
            array[: end - start] = array[start:end].copy()
        offsets[1] = end - start


def _move_ddl_to_front(sums: Sums, start: int, end: int) -> None:
    for name in DDL_COLUMNS:
        column = getattr(sums, name)
        column[: end - start] = column[start:end].copy()
    places = sums.ddl_text_offset[start : end + 1].copy()
    sums.ddl_text[: places[-1] - places[0]] = sums.ddl_text[places[0] : places[-1]].copy()
    sums.ddl_text_offset[: end - start + 1] = places - places[0]
    sums.ddl_offset[1] = end - start
