"""Reads by the spec what is written as commands."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.replication_command import ReplicationCommand
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.replication.commands import (
    Command,
    binlog_dump,
    binlog_dump_gtid,
    register_slave,
    semi_sync_reply,
)

A = "fbde3e80-e58c-11f1-9cc5-02fc00000001"
B = "0bde3e80-e58c-11f1-9cc5-02fc00000001"


def parsed(command: Command, body: bytes) -> Any:
    """Return the body as the spec has it, of which no byte is left."""
    stream = KaitaiStream(BytesIO(bytes([command]) + body))
    tree = ReplicationCommand(stream)
    assert tree.command == command
    assert tree.body._io.is_eof()  # noqa: SLF001
    return tree.body


def test_register_slave() -> None:
    body = parsed(Command.register_slave, register_slave(2**32 - 1, "reader"))
    assert (body.server_id, body.host.text, body.user.text, body.password.text) == (
        *(2**32 - 1, b"reader"),
        *(b"", b""),
    )
    assert (body.port, body.rank, body.source_id) == (0, 0, 0)


def test_a_reply_of_semi_synchronous_replication() -> None:
    stream = KaitaiStream(BytesIO(semi_sync_reply("log.1", 2**40)))
    reply = ReplicationCommand.SemiSyncReply(stream)
    assert (reply.position, reply.log, stream.is_eof()) == (2**40, b"log.1", True)


@pytest.mark.parametrize("is_blocking", [False, True])
def test_a_dump_by_position(is_blocking: bool) -> None:
    command = binlog_dump("binlog.000001", 2**32 - 1, server_id=7, is_blocking=is_blocking)
    body = parsed(Command.binlog_dump, command)
    assert (body.position, body.server_id, body.log) == (2**32 - 1, 7, b"binlog.000001")
    flags = body.flags
    assert (flags.non_block, flags.annotate_rows, flags.reserved) == (not is_blocking, True, 0)


@pytest.mark.parametrize(
    ("text", "is_tagged", "sources"),
    [
        ("", False, {}),
        (f"{A}:1-5:7,{B}:3", False, {(A, None): [(1, 6), (7, 8)], (B, None): [(3, 4)]}),
        (f"{A}:1-5:a_tag:9", True, {(A, ""): [(1, 6)], (A, "a_tag"): [(9, 10)]}),
    ],
)
def test_a_dump_by_gtid(
    text: str, is_tagged: bool, sources: dict[tuple[str, str | None], list[tuple[int, int]]]
) -> None:
    command = binlog_dump_gtid("log.1", 2**40, parse_gtid_set(text), server_id=7, is_blocking=True)
    body = parsed(Command.binlog_dump_gtid, command)
    assert (body.position, body.server_id, body.log) == (2**40, 7, b"log.1")
    assert (body.flags.non_block, body.flags.through_gtid) == (False, True)
    assert body.gtids.is_tagged == is_tagged
    assert {
        (str(UUID(bytes=source.uuid)), source.tag.text if is_tagged else None): [
            (interval.first, interval.beyond) for interval in source.intervals
        ]
        for source in body.gtids.sources
    } == sources
