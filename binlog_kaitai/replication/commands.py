"""The commands by which a replica requests binary logs, as ksy/replication_command.ksy has them."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.generated.writers.replication_command import ReplicationCommand
from binlog_kaitai.io.gtid_sources import gtid_set
from binlog_kaitai.io.written import encoded, made
from binlog_kaitai.model.gtids import GtidSet

Command = ReplicationCommand.ServerCommand

MAX_POSITION: int = made(ReplicationCommand.BinlogDump).max_position
"""The largest position in `binlog_dump`."""


def register_slave(server_id: int, host: str) -> bytes:
    """Return the body of a command that registers a replica under a name."""
    body = made(ReplicationCommand.RegisterSlave, server_id=server_id)
    body.host, body.user, body.password = (_short_text(text, body) for text in (host, "", ""))
    body.port = body.rank = body.source_id = 0
    return encoded(body)


def binlog_dump(log: str, position: int, *, server_id: int, is_blocking: bool) -> bytes:
    """Return the body of a command that requests a log from a position on, and the later logs.

    If `is_blocking`, the server also sends future events.
    """
    kind = ReplicationCommand.BinlogDump
    body = made(kind, position=position, server_id=server_id, log=log.encode())
    body.flags = _flags(body, non_block=not is_blocking, annotate_rows=True)
    return encoded(body)


def binlog_dump_gtid(
    log: str, position: int, gtids: GtidSet | None, *, server_id: int, is_blocking: bool
) -> bytes:
    """Return the body of a command that requests logs without the transactions in a set.

    Without a log name, the server finds the first log that is needed.
    """
    ranges: dict[str, list[tuple[int, int]]] = {}
    for interval in gtids.intervals if gtids else ():
        ranges.setdefault(interval.source, []).append((interval.first, interval.last))
    kind = ReplicationCommand.BinlogDumpGtid
    body = made(kind, server_id=server_id, log=log.encode(), position=position)
    body.gtids = gtid_set(ranges)
    body.len_log, body.len_gtids = len(body.log), len(encoded(body.gtids))
    body.flags = _flags(body, non_block=not is_blocking, through_gtid=True)
    return encoded(body)


def semi_sync_reply(log: str, position: int) -> bytes:
    """Return the packet that acknowledges an event on disk by its end position."""
    magic = ReplicationCommand.SemiSyncMagic.packet
    kind = ReplicationCommand.SemiSyncReply
    return encoded(made(kind, magic=magic, position=position, log=log.encode()))


def _short_text(text: str, within: Any) -> Any:
    data = text.encode()
    return made(ReplicationCommand.ShortText, within=within, len_text=len(data), text=data)


def _flags(
    within: Any,
    *,
    non_block: bool = False,
    annotate_rows: bool = False,
    through_gtid: bool = False,
) -> Any:
    flags = made(ReplicationCommand.DumpFlags, within=within, non_block=non_block, reserved=0)
    flags.annotate_rows, flags.through_gtid = annotate_rows, through_gtid
    return flags
