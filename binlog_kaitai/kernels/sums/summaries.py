"""Transactions between the arrays of the kernel and the tree engine's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.kernels.sums.ddl import read_ddl, write_ddl
from binlog_kaitai.kernels.sums.transaction_stats import (
    NO_CHANGE,
    SHARE_COLUMNS,
    UNKNOWN_ROWS,
    NamedMaps,
    Sums,
)
from binlog_kaitai.kernels.walk.bounds import ENDS
from binlog_kaitai.kernels.walk.gtid_texts import NO_TIME
from binlog_kaitai.model.transactions import Group, Summary, TableShare, Transaction


def read_summary(sums: Sums, number: int, names: list[str], *, has_begun: bool) -> Summary:
    """Return a transaction as the tree engine has it."""
    gtid = _text(sums.gtid_text, sums.gtid_offset, number)
    commit = int(sums.commit[number])
    when = None if commit == NO_TIME else commit
    xid = _text(sums.xid_text, sums.xid_offset, number)
    transaction = Transaction(gtid, when, xid=xid)
    shares = slice(*sums.share_offset[number : number + 2])
    change = int(sums.first_change[number])
    last_change = int(sums.last_change[number])
    has_change = change != NO_CHANGE
    ended_by = ENDS[sums.ended_by[number]]
    xid_number = int(sums.xid_number[number]) % 2**64 if ended_by == "xid" else None
    return Summary(
        Group(transaction, has_begun, ended_by, xid_number),
        position=int(sums.position[number]),
        end_position=int(sums.end_position[number]),
        timestamp=int(sums.timestamp[number]),
        server_id=int(sums.server_id[number]),
        num_events=int(sums.num_events[number]),
        num_bytes=int(sums.num_bytes[number]),
        num_statements=int(sums.num_statements[number]),
        first_change=change if has_change else None,
        last_change=last_change if has_change else None,
        tables={
            names[name]: TableShare(None if rows == UNKNOWN_ROWS else rows, *numbers)
            for name, rows, *numbers in zip(
                *(getattr(sums, column)[shares].tolist() for column in SHARE_COLUMNS), strict=True
            )
        },
        ddl=read_ddl(sums, *sums.ddl_offset[number : number + 2].tolist()),
    )


def _text(text: Any, offsets: Any, number: int) -> str | None:
    encoded: bytes = text[slice(*offsets[number : number + 2])].tobytes()
    return encoded.decode() or None


def write_summary(sums: Sums, number: int, summary: Summary, maps: NamedMaps) -> None:
    """Note a transaction that the tree engine has; there is room for its name and its shares."""
    transaction = summary.group.transaction
    sums.position[number] = summary.position
    sums.end_position[number] = summary.end_position
    sums.timestamp[number] = summary.timestamp
    sums.server_id[number] = summary.server_id
    commit = transaction.commit_timestamp
    sums.commit[number] = NO_TIME if commit is None else commit
    sums.num_events[number] = summary.num_events
    sums.num_bytes[number] = summary.num_bytes
    sums.num_statements[number] = summary.num_statements
    sums.ended_by[number] = ENDS.index(summary.group.ended_by)
    sums.xid_number[number] = np.uint64(summary.group.xid_number or 0).astype(np.int64)
    for change, column in (
        (summary.first_change, sums.first_change),
        (summary.last_change, sums.last_change),
    ):
        column[number] = NO_CHANGE if change is None else change
    texts = [
        (transaction.gtid, sums.gtid_text, sums.gtid_offset),
        (transaction.xid, sums.xid_text, sums.xid_offset),
    ]
    for name, array, offsets in texts:
        text = (name or "").encode()
        start = int(offsets[number])
        array[start : start + len(text)] = np.frombuffer(text, np.uint8)
        offsets[number + 1] = start + len(text)
    first = int(sums.share_offset[number])
    sums.share_offset[number + 1] = first + len(summary.tables)
    numbers = maps.numbers_of(summary.tables)
    share_of = maps.named().share
    for at, (table, share) in enumerate(zip(numbers, summary.tables.values(), strict=True), first):
        sums.share_name[at] = table
        sums.share_rows[at] = UNKNOWN_ROWS if share.rows is None else share.rows
        sums.share_bytes[at] = share.bytes
        sums.share_inserts[at] = share.inserts
        sums.share_updates[at] = share.updates
        sums.share_deletes[at] = share.deletes
        share_of[table] = at
    write_ddl(sums, number, summary.ddl)
