"""Write the replication commands that ksy/replication_command.ksy describes.

The Kaitai classes of this project only read, so this is the only layout that is written twice;
tests/replication/test_commands.py reads the written bytes by the spec.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from binlog_kaitai.generated.previous_gtids_event import PreviousGtidsEvent
from binlog_kaitai.generated.replication_command import ReplicationCommand
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.model.gtids import GtidSet

Command = ReplicationCommand.ServerCommand
Encoding = PreviousGtidsEvent.GtidSetEncoding
SEMI_SYNC = ReplicationPacket.SemiSyncMagic.packet

NON_BLOCK, ANNOTATE_ROWS, THROUGH_GTID = 1, 2, 4
MAX_POSITION = 2**32 - 1
"""The largest position in `binlog_dump`."""


def number(value: int, size: int) -> bytes:
    """Return the bytes of a number in commands and events."""
    return value.to_bytes(size, "little")


def _short_text(text: str) -> bytes:
    data = text.encode()
    return number(len(data), 1) + data


def register_slave(server_id: int, host: str) -> bytes:
    """Return the body of a command that registers a replica under a name."""
    return b"".join(
        (
            number(server_id, 4),
            *(_short_text(host), _short_text(""), _short_text("")),
            *(number(0, 2), number(0, 4), number(0, 4)),
        )
    )


def binlog_dump(log: str, position: int, *, server_id: int, is_blocking: bool) -> bytes:
    """Return the body of a command that requests a log from a position on, and the later logs.

    If `is_blocking`, the server also sends future events.
    """
    flags = ANNOTATE_ROWS if is_blocking else ANNOTATE_ROWS + NON_BLOCK
    return number(position, 4) + number(flags, 2) + number(server_id, 4) + log.encode()


def binlog_dump_gtid(
    log: str, position: int, gtids: GtidSet | None, *, server_id: int, is_blocking: bool
) -> bytes:
    """Return the body of a command that requests logs without the transactions in a set.

    Without a log name, the server finds the first log that is needed.
    """
    flags = THROUGH_GTID if is_blocking else THROUGH_GTID + NON_BLOCK
    name, held = log.encode(), _gtid_set(gtids)
    return b"".join(
        (
            *(number(flags, 2), number(server_id, 4)),
            *(number(len(name), 4), name, number(position, 8)),
            *(number(len(held), 4), held),
        )
    )


def semi_sync_reply(log: str, position: int) -> bytes:
    """Return the packet that acknowledges an event on disk by its end position."""
    return number(SEMI_SYNC, 1) + number(position, 8) + log.encode()


def _gtid_set(gtids: GtidSet | None) -> bytes:
    """Return the bytes of a MySQL set in the form of PREVIOUS_GTIDS."""
    sources: dict[str, list[tuple[int, int]]] = {}
    for interval in gtids.intervals if gtids else ():
        sources.setdefault(interval.source, []).append((interval.first, interval.last + 1))
    is_tagged = any(":" in source for source in sources)
    if is_tagged:
        code = number(int(Encoding.tagged), 1)
        count = code + number(len(sources), 6) + code
    else:
        count = number(len(sources), 7) + number(int(Encoding.untagged), 1)
    parts = [count]
    for source, intervals in sorted(sources.items()):
        uuid, _, tag = source.partition(":")
        tagged = _tag(tag) if is_tagged else b""
        parts += [UUID(uuid).bytes, tagged, number(len(intervals), 8), *_bounds(intervals)]
    return b"".join(parts)


def _tag(tag: str) -> bytes:
    # a packed integer: numbers below 128 are shifted, because one bit ends the integer
    return number(2 * len(tag), 1) + tag.encode("ascii")


def _bounds(intervals: Iterable[tuple[int, int]]) -> Iterable[bytes]:
    return (number(bound, 8) for interval in sorted(intervals) for bound in interval)
