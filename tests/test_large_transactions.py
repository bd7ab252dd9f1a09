"""Logs that servers made of a large transaction's file: MySQL as its pull request 722 describes."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai import Event, read_events, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_logs
from binlog_kaitai.rewrite.targets import FolderTarget
from tests import documented_bytes as doc
from tests.documented_bytes import u1, u4, u8
from tests.replay import FIXTURES
from tests.servers import SERVERS

TYPE, NEXT_POSITION, LEN_CHECKSUM = 43, 13, 4
LOGS = ("statements", "compressed", "ends.1", "gtid_tagged.2", "xa.1")
PLACES = ("file", "position", "end_position")


def moved(content: bytes, by: int) -> bytes:
    """Return an event that lies further behind in its log."""
    position = int.from_bytes(content[NEXT_POSITION : NEXT_POSITION + 4], "little") + by
    return doc.signed(
        content[:NEXT_POSITION] + u4(position) + content[NEXT_POSITION + 4 : -LEN_CHECKSUM]
    )


def promoted(log: Path, folder: Path) -> tuple[Path, int]:
    """Write a log with room in front of its first GTID; return it, and the room's bytes."""
    content = log.read_bytes()
    outer: dict[int, Event] = {}
    for event in read_events(log):
        outer.setdefault(event.position, event)
    places = list(outer.values())
    at, last = places[2].position, places[-1]
    assert [event.type for event in places[:2]] == ["FORMAT_DESCRIPTION", "PREVIOUS_GTIDS"]
    room = 1000
    end = u1(1) + u8(last.position + room) + u1(last.type_code)
    header = doc.event(TYPE, end + bytes(room - 19 - len(end) - LEN_CHECKSUM), flags=doc.IGNORABLE)
    parts = [content[:at], moved(header, at + room)]
    parts += [moved(content[e.position : e.position + e.size], room) for e in places[2:]]
    path = folder / log.name
    path.write_bytes(b"".join(parts))
    return path, room


def told(log: Path, view: Any, engine: Engine) -> list[dict[str, Any]]:
    batches = scan(log, view=view, engine=engine, is_typed=False)
    return [
        {k: v for k, v in row.items() if k not in PLACES} for b in batches for row in b.to_pylist()
    ]


@pytest.mark.parametrize("name", LOGS)
def test_rows_and_transactions_are_those_of_the_log_without_it(name: str, tmp_path: Path) -> None:
    log = FIXTURES / "mysql97" / f"{name}.binlog"
    path, room = promoted(log, tmp_path)
    header = list(read_events(path))[2]
    assert (header.type, header.size, header.checksum) == ("LARGE_TRANSACTION_HEADER", room, "ok")
    for engine in ENGINES:
        for view in ("changes", "transactions"):
            found, expected = told(path, view, engine), told(log, view, engine)
            for row in (*found, *expected):
                row.pop("data", None)  # it may name positions of a file's blocks
            assert found == expected, (engine, view)
        events = told(path, "events", engine)
        assert [row["type"] for row in events if row["type"] != "LARGE_TRANSACTION_HEADER"] == [
            row["type"] for row in told(log, "events", engine)
        ]


@pytest.mark.parametrize("name", LOGS)
def test_it_is_left_out_of_rewritten_logs(name: str, tmp_path: Path) -> None:
    """Its offset would no longer be that of the event."""
    log = FIXTURES / "mysql97" / f"{name}.binlog"
    path, _ = promoted(log, tmp_path)
    found = scan([path], is_typed=False)
    (written,) = rewrite_logs(found, FolderTarget(tmp_path / "new"), Options(), print)
    assert Path(written.path).read_bytes() == log.read_bytes()


def test_verify_has_nothing_to_report(tmp_path: Path) -> None:
    path, _ = promoted(FIXTURES / "mysql97" / "statements.binlog", tmp_path)
    result = CliRunner().invoke(main, ["verify", str(path)])
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.live
@pytest.mark.parametrize("engine", ENGINES)
def test_a_log_that_mariadb_made_of_a_transaction(engine: Engine) -> None:
    kind = SERVERS["mariadb118"]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    limit = 10 * 2**20  # MariaDB allows no lower one
    options = ("--binlog-format=ROW", f"--binlog-large-commit-threshold={limit}")
    with kind.run(options) as running, closing(running.connect()) as connection:
        cursor = connection.cursor()
        for statement in (
            "CREATE DATABASE d",
            "CREATE TABLE d.t (id INT PRIMARY KEY, v LONGTEXT)",
            "BEGIN",
            *(f"INSERT INTO d.t VALUES ({n}, REPEAT('{n}', 1000000))" for n in range(12)),
            "COMMIT",
            "INSERT INTO d.t VALUES (99, 'behind it')",
        ):
            cursor.execute(statement)
        first, second = running.binary_log_files()
        gtid = next(event for event in read_events(second) if event.type == "MARIADB_GTID")
        assert gtid.position + gtid.size == 4096
        found = [row for row in told(second, "changes", engine) if row["table"]]
        assert [row["gtid"] for row in found] == ["0-118-3"] * 12 + ["0-118-4"]
        cursor.execute("SELECT id, v FROM d.t ORDER BY id")
        values = [tuple(json.loads(row["data"]).values()) for row in found]
        assert values == list(cursor.fetchall())
        assert not [row for row in told(first, "changes", engine) if row["table"]]
