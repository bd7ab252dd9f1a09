"""Reads the events that name a transaction."""

from __future__ import annotations

from typing import Any, NamedTuple

from binlog_kaitai.generated.kernels.gtid_event import read_gtid_event
from binlog_kaitai.generated.kernels.mariadb_gtid_event import read_mariadb_gtid_event
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u8le
from binlog_kaitai.kernels.walk.event_filter import (
    MARIADB_SOURCE,
    Gtid,
    Wanted,
    wants_gtid,
    wants_some_gtids,
)
from binlog_kaitai.kernels.walk.event_types import GTID, GTID_TAGGED, MARIADB_GTID
from binlog_kaitai.kernels.walk.gtid_texts import (
    NO_TIME,
    UUID_SIZE,
    read_tagged_gtid,
    write_gtid,
    write_mariadb_gtid,
)
from binlog_kaitai.kernels.walk.state import Scratch
from binlog_kaitai.kernels.walk.xids import write_xid


class Name(NamedTuple):
    """A transaction's name: how long its GTID in the scratch is, if it has one, and its commit.

    `len_xid` is the same of the name that it has in XA, 0 where it has none. It is not read where
    the tree engine has to. `has_begun` says that the name stands for a BEGIN, `alters` that an
    ALTER TABLE in two phases follows.
    """

    is_read: bool
    has_gtid: int
    length: int
    len_xid: int
    commit: int
    has_begun: int
    is_wanted: bool
    alters: bool


_NOT_READ = Name(False, 0, 0, 0, NO_TIME, 0, False, False)


@inlined
def unnamed(wanted: Wanted) -> Name:
    """Return the name of a transaction that none names."""
    return Name(True, 0, 0, 0, NO_TIME, 0, not wanted.until.is_given, False)


@inlined
def read_name(
    buffer: Any, event: Any, body: int, body_end: int, scratch: Scratch, wanted: Wanted
) -> Name:
    """Read an event that names a transaction; its GTID goes to the scratch."""
    kind = event.header.type
    if kind == GTID_TAGGED:
        return _read_tagged(buffer, event, body, body_end, scratch, wanted)
    if kind == MARIADB_GTID:
        return _read_of_mariadb(buffer, event, body, body_end, scratch, wanted)
    gtid = read_gtid_event(buffer, body, body, body_end, event.len_post_header)
    if gtid.pos < 0 or gtid.uuid_len != UUID_SIZE or gtid.commit_timestamp < 0:
        return _NOT_READ
    length = 0
    is_wanted = not wanted.until.is_given
    if kind == GTID:
        if wants_some_gtids(wanted):
            source = u8le(buffer, gtid.uuid_ofs)
            more_source = u8le(buffer, gtid.uuid_ofs + 8)
            is_wanted = wants_gtid(wanted, buffer, Gtid(source, more_source, 0, 0, gtid.gno))
        length = write_gtid(scratch.gtid, buffer, gtid.uuid_ofs, gtid.gno)
    commit = gtid.commit_timestamp if gtid.has_commit_timestamp else NO_TIME
    return Name(True, int(kind == GTID), length, 0, commit, 0, is_wanted, False)


@inlined
def _read_tagged(
    buffer: Any, event: Any, body: int, body_end: int, scratch: Scratch, wanted: Wanted
) -> Name:
    tagged = read_tagged_gtid(
        buffer, body, body_end, event.len_post_header, scratch.tagged, scratch.gtid
    )
    if tagged.length < 0:
        return _NOT_READ
    source, more_source = u8le(scratch.tagged.uuid, 0), u8le(scratch.tagged.uuid, 8)
    gtid = Gtid(source, more_source, tagged.tag_ofs, tagged.tag_len, tagged.number)
    is_wanted = wants_gtid(wanted, buffer, gtid)
    return Name(True, 1, tagged.length, 0, tagged.commit, 0, is_wanted, False)


@inlined
def _read_of_mariadb(
    buffer: Any, event: Any, body: int, body_end: int, scratch: Scratch, wanted: Wanted
) -> Name:
    name = read_mariadb_gtid_event(buffer, body, body, body_end, event.len_post_header)
    has_gtids = wants_some_gtids(wanted)
    # sets hold no numbers of 64 bits here
    if name.pos < 0 or (has_gtids and name.sequence < 0):
        return _NOT_READ
    len_xid = 0
    if name.flags_prepared_xa or name.flags_completed_xa:
        len_xid = write_xid(
            scratch.xid,
            buffer,
            name.xid_global_id_ofs,
            name.xid_global_id_len,
            name.xid_branch_ofs,
            name.xid_branch_len,
            name.xid_format_id,
        )
        if len_xid < 0:
            return _NOT_READ
    alters = (
        name.flags_extra_start_alter
        or name.flags_extra_commit_alter
        or name.flags_extra_rollback_alter
    )
    length = write_mariadb_gtid(scratch.gtid, name.domain_id, event.header.server_id, name.sequence)
    gtid = Gtid(name.domain_id, MARIADB_SOURCE, 0, 0, name.sequence)
    is_wanted = not has_gtids or wants_gtid(wanted, buffer, gtid)
    return Name(
        True, 1, length, len_xid, NO_TIME, int(not name.flags_standalone), is_wanted, alters
    )
