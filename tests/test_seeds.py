"""The three hex dumps in the documents that the project started from."""

from __future__ import annotations

import struct
import zlib
from datetime import datetime, timedelta, timezone
from io import BytesIO
from typing import Any

import pytest
from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.generated.replication_packet import ReplicationPacket
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.reader import read_log
from tests.replay import FIXTURES

# dump packet, from notes on a table map event; the documents' bars and dashes are left out
PACKET_TEST_TABLE = bytes.fromhex(
    "00 9A 29 50 61 13 01 00 00 00 4F 00 00 00 19 04"
    "00 00 00 00 F8 A8 00 00 00 00 01 00 04 77 69 6C"
    "6C 00 11 74 65 73 74 5F 74 61 62 6C 65 5F 6D 61"
    "70 5F 65 76 00 06 08 0F FC FC 11 04 06 28 00 02"
    "02 00 04 3E 01 01 00 02 03 2D 02 3F D2 6C 87 D5"
)
PACKET_BIN = bytes.fromhex(
    "00 B1 5D 51 61 13 01 00 00 00 3A 00 00 00 3D 06"
    "00 00 00 00 F9 A8 00 00 00 00 01 00 04 77 69 6C"
    "6C 00 03 62 69 6E 00 03 08 FE 0F 04 FE 01 0A 00"
    "06 01 01 00 02 01 3F 2B A6 38 A2"
)
# Complete Event, from MariaDB's page on TABLE_MAP_EVENT
MARIADB_AS_PRINTED = bytes.fromhex(
    "d4 e5 27 5a 13 8c 27 00  00 2d 00 00 00 7c 03 00"
    "00 00 00 21 00 00 00 00  00 01 00 04 74 65 73 74"
    "00 02 74 34 00 01 03 01  01 05 6b 3c be"
)
# INT has no metadata, so the block's length is 0 and not 1: a misprint, as the checksum proves.
LENGTH_AT = 39
MARIADB = MARIADB_AS_PRINTED[:LENGTH_AT] + b"\0" + MARIADB_AS_PRINTED[LENGTH_AT + 1 :]

KOREA = timezone(timedelta(hours=9))
UTC = timezone.utc


def state_of(log: str) -> tuple[Any, Any]:
    """Return the format and the table maps after the first event of a fixture."""
    event = next(read_log(FIXTURES / log))
    return event.tree.format_after, event.tree.table_maps_after


def event_of_packet(data: bytes) -> Any:
    state = state_of("mysql97/types.binlog")
    return ReplicationPacket(False, *state, KaitaiStream(BytesIO(data))).event


def event_of_mariadb(data: bytes) -> Any:
    return BinlogEvent(0, *state_of("mariadb118/types.binlog"), KaitaiStream(BytesIO(data)))


def names_of(types: Any) -> list[str]:
    return [kind.name for kind in types]


# What the document says of each packet; its sizes are those of the body.
TOLD: list[tuple[bytes, dict[str, Any]]] = [
    (
        PACKET_TEST_TABLE,
        {
            "date": datetime(2021, 9, 26, 17, 4, 42, tzinfo=KOREA),
            "log position": 1049,
            "event size": 56,
            "table id": 43256,
            "flags": 1,
            "schema": "will",
            "table": "test_table_map_ev",
            "column-def": ["longlong", "varchar", "blob", "blob", "timestamp2", "float"],
            "null": [False, True, True, True, True, True],
        },
    ),
    (
        PACKET_BIN,
        {
            "date": datetime(2021, 9, 27, 14, 59, 13, tzinfo=KOREA),
            "log position": 1597,
            "event size": 35,
            "table id": 43257,
            "flags": 1,
            "schema": "will",
            "table": "bin",
            "column-def": ["longlong", "string", "varchar"],
            "null": [False, True, True],
        },
    ),
]


@pytest.mark.parametrize(("data", "told"), TOLD, ids=["test_table_map_ev", "bin"])
def test_packets(data: bytes, told: dict[str, Any]) -> None:
    event = event_of_packet(data)
    header, body = event.header, event.body
    assert told == {
        "date": datetime.fromtimestamp(header.timestamp, KOREA),
        "log position": header.next_position,
        "event size": header.len_event - header.len_header - 4,
        "table id": body.table_id.value,
        "flags": body.flags,
        "schema": body.database,
        "table": body.table,
        "column-def": names_of(body.column_types.types),
        "null": [bit.is_set for bit in body.null_bitmap.bits],
    }
    assert (header.server_id, header.len_event) == (1, len(data) - 1)
    assert LoggedEvent(1, len(data) - 1, event).checksum == "ok"
    assert event.crc32 == zlib.crc32(data[1:-4])


def test_metadata_of_the_packets() -> None:
    columns = event_of_packet(PACKET_TEST_TABLE).body.metadata.columns
    assert columns[1].max_length == 40
    assert [columns[2].pack_length, columns[3].pack_length] == [2, 2]
    assert columns[4].fraction_digits == 0
    assert columns[5].pack_length == 4
    columns = event_of_packet(PACKET_BIN).body.metadata.columns
    assert (columns[1].string_type.real_type.name, columns[1].string_type.num_bytes) == (
        "string",
        1,
    )
    assert columns[2].max_length == 10


def test_optional_metadata_of_the_packets() -> None:
    signedness, charset = event_of_packet(PACKET_TEST_TABLE).body.optional_metadata.fields
    assert (signedness.type.name, charset.type.name) == ("signedness", "default_charset")
    assert signedness.value.bytes == b"\0"
    assert charset.value.collation.value == 45
    # the third of the columns that have one: the BLOB after VARCHAR and TEXT
    assert [(e.index.value, e.collation.value) for e in charset.value.exceptions] == [(2, 63)]
    _, charset = event_of_packet(PACKET_BIN).body.optional_metadata.fields
    assert (charset.value.collation.value, charset.value.exceptions) == (63, [])


def test_a_packet_that_is_not_ok() -> None:
    with pytest.raises(KaitaiStructError, match=r"PacketStatus\.error"):
        event_of_packet(b"\xff" + PACKET_BIN[1:])


def test_mariadb_event() -> None:
    event = event_of_mariadb(MARIADB)
    body = event.body
    assert datetime.fromtimestamp(event.header.timestamp, UTC) == datetime(
        2017, 12, 6, 12, 43, tzinfo=UTC
    )
    assert (event.header.server_id, event.header.next_position) == (10124, 892)
    assert event.header.len_event == 892 - 847 == len(MARIADB)
    assert (body.table_id.value, body.database, body.table) == (33, "test", "t4")
    assert names_of(body.column_types.types) == ["long"]
    assert body.len_metadata.value == 0
    assert [bit.is_set for bit in body.null_bitmap.bits] == [True]
    assert event.crc32 == 0xBE3C6B05
    assert LoggedEvent(847, len(MARIADB), event).checksum == "ok"


def test_misprint_in_the_mariadb_event() -> None:
    (checksum,) = struct.unpack("<I", MARIADB_AS_PRINTED[-4:])
    assert checksum == 0xBE3C6B05
    fitting = [
        length
        for length in range(256)
        if zlib.crc32(MARIADB[:LENGTH_AT] + bytes([length]) + MARIADB[LENGTH_AT + 1 : -4])
        == checksum
    ]
    assert fitting == [0]
    with pytest.raises(EOFError):
        event_of_mariadb(MARIADB_AS_PRINTED)
