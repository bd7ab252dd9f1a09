"""An event of every type with bytes changed, and its checksum made right: records or an error."""

from __future__ import annotations

import contextlib
import random
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from binlog_kaitai import BinlogError, read_events, read_rows
from binlog_kaitai.log import LoggedEvent, read_log
from tests.replay import FIXTURES

MUTATIONS = 60
EDGES = bytes([0, 1, 2, 7, 0x7F, 0x80, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF])
HEADER = 19
LONGEST = 4096


def bytes_of(whole: bytes, event: LoggedEvent) -> bytes:
    return whole[event.position : event.position + event.size]


def samples() -> Iterator[tuple[str, bytes, bytes]]:
    """Yield each type once: its name, what goes before the event, and the event."""
    seen = set()
    for log in sorted(FIXTURES.glob("*/*.binlog")):
        whole = log.read_bytes()
        events = [event for event in read_log(log) if event.checksum == "ok"]
        for number, event in enumerate(events):
            outer = bytes_of(whole, event)
            is_inner = int(event.type) != outer[4]
            if event.type in seen or is_inner or event.size > LONGEST:
                continue
            seen.add(event.type)
            maps = [e for e in events[max(0, number - 4) : number] if e.tree.is_table_map]
            before = [events[0], *maps] if number else []
            prefix = whole[:4] + b"".join(bytes_of(whole, e) for e in before)
            yield event.type.name, prefix, outer


SAMPLES = {name: (prefix, event) for name, prefix, event in samples()}


def mutated(event: bytes, chance: random.Random) -> bytes:
    body = bytearray(event[:-4])
    for _ in range(chance.choice([1, 1, 2, 4])):
        at = chance.randrange(HEADER, len(body)) if len(body) > HEADER else len(body)
        match chance.randrange(3):
            case 0:
                body[at : at + 1] = bytes([chance.choice(EDGES)])
            case 1:
                del body[at : at + chance.choice([1, 2, 4, 8])]
            case 2:
                body[at:at] = bytes(chance.choices(EDGES, k=chance.choice([1, 2, 4, 8])))
    body[9:13] = struct.pack("<I", len(body) + 4)
    return bytes(body) + struct.pack("<I", zlib.crc32(body))


def test_types_of_both_servers_are_mutated() -> None:
    assert len(SAMPLES) > 30
    assert {"intvar", "user_var", "gtid_tagged", "transaction_payload"} <= SAMPLES.keys()
    assert {"mariadb_gtid", "write_rows_compressed_v1", "query_compressed"} <= SAMPLES.keys()


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_but_records_or_an_error(tmp_path: Path, name: str) -> None:
    prefix, event = SAMPLES[name]
    chance = random.Random(name)
    path = tmp_path / "mutated.binlog"
    for _ in range(MUTATIONS):
        path.write_bytes(prefix + mutated(event, chance))
        for read in (read_rows, read_events):
            with contextlib.suppress(BinlogError):
                for item in read(path):
                    item.to_json()
