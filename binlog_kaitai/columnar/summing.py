"""The kernel that walks events and sums up the transactions that they make.

It goes on as long as it knows what is there. Where it does not, it stops before the event and says
why: the tree engine then reads that event, and is right about it.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.columnar.bounds import is_statement
from binlog_kaitai.columnar.counting import NOTHING, Counted, count_rows
from binlog_kaitai.columnar.gtid_texts import (
    NO_TIME,
    read_tagged_gtid,
    write_gtid,
    write_mariadb_gtid,
)
from binlog_kaitai.columnar.learning import find_map, open_map
from binlog_kaitai.columnar.scan import (
    ANNOTATE_ROWS,
    ANONYMOUS_GTID,
    BEGIN,
    COMMIT,
    GTID,
    GTID_TAGGED,
    INTVAR,
    MARIADB_GTID,
    QUERY,
    RAND,
    ROWS_QUERY,
    XID,
    is_beyond_limit,
)
from binlog_kaitai.columnar.state import (
    BASE,
    END,
    FIXED,
    FULL,
    IS_AFTER_GTID,
    NEW_TABLE_MAP,
    OPEN_MAPS,
    ORDINAL,
    POS,
    REGION_END,
    ROW_POS,
    SEEN,
    UNKNOWN,
    Known,
    Scratch,
    Wanted,
)
from binlog_kaitai.columnar.sums import ENDS, UNKNOWN_ROWS, Names, On, Sums
from binlog_kaitai.columnar.wanted import MARIADB_SOURCE, wants_gtid, wants_time
from binlog_kaitai.generated.kernels.annotate_rows_event import read_annotate_rows_event
from binlog_kaitai.generated.kernels.event import read_event
from binlog_kaitai.generated.kernels.gtid_event import read_gtid_event
from binlog_kaitai.generated.kernels.intvar_event import read_intvar_event
from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.generated.kernels.query_event import read_query_event
from binlog_kaitai.generated.kernels.rand_event import read_rand_event
from binlog_kaitai.generated.kernels.rows_event import read_rows_event
from binlog_kaitai.generated.kernels.rows_query_event import read_rows_query_event
from binlog_kaitai.generated.kernels.xid_event import read_xid_event
from binlog_kaitai.machine.compare import is_text
from binlog_kaitai.machine.crc32 import crc32
from binlog_kaitai.machine.jit import inlined, kernel
from binlog_kaitai.machine.stream import copy, u8le

NUM_SUMS, IS_OPEN, IS_JOINED = On.SUMS.value, On.IS_OPEN.value, On.IS_JOINED.value
HAS_BEGUN, IS_BEHIND_GTID = On.HAS_BEGUN.value, On.IS_BEHIND_GTID.value
IS_WANTED = On.IS_WANTED.value

NO_END = ENDS.index(None)
BY_XID, BY_COMMIT = ENDS.index("xid"), ENDS.index("commit")
BY_STATEMENT = ENDS.index("statement")


@inlined
def _has_room(state: Any, sums: Sums) -> bool:
    """Whether an event can end a transaction, be one itself, and touch another table."""
    number = state[NUM_SUMS]
    return number + 2 < len(sums.position) and sums.share_offset[number + 1] < len(sums.share_name)


@inlined
def _end(state: Any, sums: Sums) -> None:
    """Keeps the open transaction if it is wanted."""
    if state[IS_WANTED] > 0:
        state[NUM_SUMS] += 1
    number = state[NUM_SUMS]
    sums.share_offset[number + 1] = sums.share_offset[number]
    state[IS_OPEN] = state[IS_JOINED] = 0


@inlined
def _begin(
    state: Any,
    sums: Sums,
    gtid: Any,
    len_gtid: int,
    commit: int,
    header: Any,
    has_begun: int,
    is_wanted: bool,
) -> None:
    if state[IS_OPEN] > 0:
        _end(state, sums)
    number = state[NUM_SUMS]
    position = state[FIXED] if state[FIXED] >= 0 else state[BASE] + state[POS]
    sums.position[number] = position
    sums.end_position[number] = position
    sums.timestamp[number] = header.timestamp
    sums.server_id[number] = header.server_id
    sums.commit[number] = commit
    sums.num_events[number] = 0
    sums.num_bytes[number] = 0
    sums.num_statements[number] = 0
    sums.ended_by[number] = NO_END
    sums.xid[number] = 0
    start = sums.gtid_offset[number]
    copy(sums.gtid_text, start, gtid, 0, len_gtid)
    sums.gtid_offset[number + 1] = start + len_gtid
    state[HAS_BEGUN], state[IS_WANTED] = has_begun, int(is_wanted)
    state[IS_OPEN] = state[IS_JOINED] = 1


@inlined
def _add_rows(sums: Sums, number: int, names: Names, counted: Counted, num_bytes: int) -> None:
    """Adds rows to a table's share of a transaction."""
    first, end = sums.share_offset[number], sums.share_offset[number + 1]
    at = names.share[counted.name]
    if not (first <= at < end and sums.share_name[at] == counted.name):
        at = end
        names.share[counted.name] = at
        sums.share_name[at] = counted.name
        sums.share_rows[at] = sums.share_bytes[at] = 0
        sums.share_offset[number + 1] = end + 1
    sums.share_bytes[at] += num_bytes
    if sums.share_rows[at] != UNKNOWN_ROWS:
        sums.share_rows[at] += counted.num_rows


@kernel
def sum_up(
    buffer: Any,
    state: Any,
    log_format: Any,
    known: Known,
    names: Names,
    sums: Sums,
    scratch: Scratch,
    wanted: Wanted,
) -> int:
    """Walks the events of the region that `state` tells of; returns a `Stop`.

    `buffer` is an array of uint8, `state` an array of int64 (see `At` and `On`), `log_format` a
    LogFormat.
    """
    has_gtids = wanted.applied.is_given or wanted.until.is_given
    while True:
        pos, end = state[POS], state[REGION_END]
        event = read_event(buffer, pos, pos, end, log_format)
        if event.pos < 0:
            return END
        header = event.header
        kind = header.type
        if event.pos != pos + header.len_event:
            return UNKNOWN
        body, body_end = event.body_ofs, event.body_ofs + event.body_len
        if header.begins_transaction and is_beyond_limit(state):
            return UNKNOWN
        if not _has_room(state, sums):
            return FULL
        if (
            state[ROW_POS] < 0
            and event.len_checksum > 0
            and wanted.verifies
            and crc32(buffer, pos, body_end - pos) != event.crc32
        ):
            return UNKNOWN

        # what the event is
        ends_table_maps = event.bounds_transaction
        ended_by = NO_END
        is_begin = is_plain = False
        is_inside = True
        len_gtid, commit, has_begun = 0, NO_TIME, 0
        is_wanted = not wanted.until.is_given
        counted = NOTHING
        if event.is_table_map:
            if state[OPEN_MAPS] == len(scratch.open_maps):
                return UNKNOWN
            number = find_map(buffer, body, event.body_len, known.maps)
            if number < 0:
                return NEW_TABLE_MAP
            open_map(number, state[OPEN_MAPS], known.maps, scratch)
            state[OPEN_MAPS] += 1
        elif event.is_rows:
            rows = read_rows_event(
                buffer,
                body,
                body,
                body_end,
                kind,
                event.len_post_header,
                0,
                scratch.before_is_set,
                scratch.before_num_set,
                0,
                scratch.after_is_set,
                scratch.after_num_set,
            )
            if rows.pos < 0:
                return UNKNOWN
            is_counted = is_wanted and wants_time(wanted, header.timestamp)
            if state[IS_JOINED] > 0:
                is_counted = state[IS_WANTED] > 0
            if is_counted:
                counted = count_rows(buffer, state, known, names, scratch, rows)
                if counted.stop >= 0:
                    return counted.stop
            state[ROW_POS] = -1
            ends_table_maps = rows.flags_end_of_statement
        elif kind == QUERY:
            query = read_query_event(buffer, body, body, body_end, False, event.len_post_header)
            if query.pos < 0:
                return UNKNOWN
            is_inside = False
            is_begin = is_text(buffer, query.query_ofs, query.query_len, BEGIN)
            if is_begin and state[IS_AFTER_GTID] == 0 and is_beyond_limit(state):
                return UNKNOWN
            if is_text(buffer, query.query_ofs, query.query_len, COMMIT):
                ended_by = BY_COMMIT
            elif not is_begin:
                is_plain = is_statement(buffer, query.query_ofs, query.query_len)
                if not is_plain:
                    return UNKNOWN
        elif kind == XID:
            if read_xid_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
            ended_by = BY_XID
        elif kind in (GTID, ANONYMOUS_GTID):
            gtid = read_gtid_event(buffer, body, body, body_end)
            if gtid.pos < 0 or gtid.commit_timestamp < 0:
                return UNKNOWN
            if kind == GTID:
                if has_gtids:
                    source = u8le(buffer, gtid.uuid_ofs)
                    more_source = u8le(buffer, gtid.uuid_ofs + 8)
                    is_wanted = wants_gtid(wanted, source, more_source, gtid.gno)
                len_gtid = write_gtid(scratch.gtid, buffer, gtid.uuid_ofs, gtid.gno)
            if gtid.has_commit_timestamp:
                commit = gtid.commit_timestamp
        elif kind == GTID_TAGGED:
            # whether a set holds it, the tree engine tells
            if has_gtids:
                return UNKNOWN
            tagged = read_tagged_gtid(buffer, body, body_end, scratch.tagged, scratch.gtid)
            if tagged.length < 0:
                return UNKNOWN
            len_gtid, commit = tagged.length, tagged.commit
        elif kind == MARIADB_GTID:
            name = read_mariadb_gtid_event(buffer, body, body, body_end)
            # sets hold no numbers of 64 bits here
            if (
                name.pos < 0
                or (has_gtids and name.sequence < 0)
                or name.flags_prepared_xa
                or name.flags_completed_xa
            ):
                return UNKNOWN
            if has_gtids:
                is_wanted = wants_gtid(wanted, name.domain_id, MARIADB_SOURCE, name.sequence)
            len_gtid = write_mariadb_gtid(
                scratch.gtid, name.domain_id, header.server_id, name.sequence
            )
            has_begun = int(not name.flags_standalone)
        elif kind == ROWS_QUERY:
            if read_rows_query_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
        elif kind == ANNOTATE_ROWS:
            if read_annotate_rows_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
        elif kind == INTVAR:
            is_inside = False
            if read_intvar_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
        elif kind == RAND:
            is_inside = False
            if read_rand_event(buffer, body, body, body_end) < 0:
                return UNKNOWN
        else:
            return UNKNOWN

        # which transaction it belongs to
        is_second_begin = (
            is_begin and state[IS_BEHIND_GTID] == 0 and (state[HAS_BEGUN] > 0 or state[FIXED] < 0)
        )
        if header.begins_transaction or state[IS_JOINED] == 0 or is_second_begin:
            is_wanted = is_wanted and wants_time(wanted, header.timestamp)
            if not header.begins_transaction:
                has_begun = int(is_inside)
            _begin(state, sums, scratch.gtid, len_gtid, commit, header, has_begun, is_wanted)
        state[IS_BEHIND_GTID] = int(header.begins_transaction)

        # what it adds
        number = state[NUM_SUMS]
        sums.num_events[number] += 1
        if state[FIXED] < 0:
            sums.num_bytes[number] += header.len_event
            sums.end_position[number] = state[BASE] + event.pos
            state[SEEN] += 1
        else:
            state[ORDINAL] += 1
        if counted.name >= 0:
            _add_rows(sums, number, names, counted, header.len_event)
        if is_begin:
            state[HAS_BEGUN] = 1
        if is_plain:
            sums.num_statements[number] += 1
            if state[HAS_BEGUN] == 0:
                ended_by = BY_STATEMENT
        if ended_by != NO_END:
            sums.ended_by[number] = ended_by
            _end(state, sums)
        if ends_table_maps:
            state[OPEN_MAPS] = 0
        state[IS_AFTER_GTID] = int(header.begins_transaction)
        state[POS] = event.pos
