"""The logs made of a stream without files and positions hold what it was made of."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError, read_events, read_rows
from binlog_kaitai.replication.dumped import DumpedPart
from binlog_kaitai.replication.gtid_dumps import GtidDump, GtidState, gtid_state_in, legacy_name
from binlog_kaitai.replication.log_names import LogName
from tests.replay import FIXTURES
from tests.replication.gtid_server import HEADER, GtidStream
from tests.replication.test_dumps import EOF, FakeSession, events_of, rotate

LOGS = [
    path
    for path in sorted((FIXTURES / "mariadb118").glob("*.binlog"))
    if not any(event.type == "START_ENCRYPTION" for event in islice(read_events(path), 2))
]


class Session(FakeSession):
    def set(self, **variables: object) -> None:
        assert variables.get("master_binlog_checksum", "NONE") == "NONE"


def plain(event: bytes, *, has_checksums: bool) -> bytes:
    """Return an event without its checksum, as it would have come without one."""
    fields = list(HEADER.unpack_from(event))
    if fields[1] == 15 or not has_checksums:
        return event
    fields[3] -= 4
    return HEADER.pack(*fields) + event[HEADER.size : -4]


def packets_of(*logs: tuple[str, Path]) -> Iterator[bytes]:
    stream = GtidStream()
    for name, path in logs:
        events = events_of(path)
        has_checksums = bool(events[0][-5])
        sent = [plain(event, has_checksums=has_checksums) for event in events]
        for event in [rotate(name, 4, has_checksum=False), *sent]:
            for packet in stream.packets(b"\0" + event):
                assert packet is not None
                yield packet
    yield EOF


def parts_of(*logs: tuple[str, Path], log: str = "", position: int = 0) -> list[DumpedPart]:
    session: Any = Session(packets_of(*logs))
    parts = list(GtidDump(session, LogName(log), position, ""))
    assert all(isinstance(part, DumpedPart) for part in parts)
    return [part for part in parts if isinstance(part, DumpedPart)]


def written(parts: list[DumpedPart], folder: Path) -> list[Path]:
    """Return the logs that hold the parts, each at its position."""
    logs: dict[str, bytearray] = {}
    for part in parts:
        data = logs.setdefault(part.log, bytearray(b"\xfebin"))
        assert part.position == len(data)
        data += part.data
    for name, data in logs.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in logs]


def rows_of(*logs: Path) -> list[Any]:
    """Return the rows of logs, but for places."""
    rows = []
    for log in logs:
        for record in read_rows(log):
            data = copy.deepcopy(record.data)
            data.get("load", {}).pop("file_positions", None)
            rows.append(replace(record, file="", position=0, data=data))
    return rows


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_rows_are_those_of_the_log(path: Path, tmp_path: Path) -> None:
    parts = parts_of(("binlog.000007", path))
    logs = written(parts, tmp_path)
    rows = rows_of(path)
    assert rows_of(*logs) == rows
    if logs:
        assert [log.name for log in logs] == ["binlog.000007"]
        assert all(not event.flags & 0x20 for event in read_events(logs[0]))
        assert parts[-1].complete_end == parts[-1].end


def test_each_file_has_a_log(tmp_path: Path) -> None:
    """Also one in which no transaction begins; each lists the GTIDs before it."""
    one, other = (FIXTURES / "mariadb118" / f"rotated.{n}.binlog" for n in (1, 2))
    parts = parts_of(("binlog.000001", one), ("binlog.000003", other))
    logs = written(parts, tmp_path)
    assert [log.name for log in logs] == [f"binlog.00000{n}" for n in (1, 2, 3)]
    assert rows_of(*logs) == rows_of(one, other)
    heads = [list(read_events(log))[:2] for log in logs]
    assert all("GTID_LIST" in event.type for _, event in heads)
    expected = next(e for e in read_events(other) if "GTID_LIST" in e.type).body["gtids"]
    assert heads[0][1].body["gtids"] == []
    assert heads[1][1].body["gtids"] == heads[2][1].body["gtids"]
    assert [g["sequence"] for g in heads[2][1].body["gtids"]] == [g["sequence"] for g in expected]


def test_names() -> None:
    assert legacy_name("binlog-000012.ibb") == "binlog.000012"
    assert legacy_name("binlog.000012") == "binlog.000012"
    for name in ("../binlog-000012.ibb", "binlog.ibb", "-.ibb"):
        with pytest.raises(ValueError, match="the name of a binary log"):
            legacy_name(name)


def test_a_log_with_a_bad_name() -> None:
    with pytest.raises(BinlogError, match="a ROTATE to the name of a binary log"):
        parts_of(("a/b.000001", LOGS[0]))


def test_gtid_states() -> None:
    state = GtidState("0-1-5, 7-2-3,0-3-2")
    assert (state.text, state.position) == ("0-1-5,0-3-2,7-2-3", "0-3-2,7-2-3")
    state.add(0, 1, 6)
    assert (state.text, state.position) == ("0-3-2,0-1-6,7-2-3", "0-1-6,7-2-3")
    assert GtidState().position == ""
    assert gtid_state_in("=0-1-5") is None
    assert gtid_state_in("a1a1a1a1-e58c-11f1-9cc5-02fc00000001:1-5") is None
