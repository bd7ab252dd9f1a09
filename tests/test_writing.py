"""The specs, compiled to classes that also write: each log comes out as it was read."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import BytesIO as Bytes
from kaitaistruct import KaitaiStream

from binlog_kaitai import Event, read_events
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.writers.integer_le import IntegerLe
from binlog_kaitai.generated.writers.mysql_binlog import MysqlBinlog
from binlog_kaitai.generated.writers.packed_integer import PackedInteger
from binlog_kaitai.generated.writers.varlen_integer import VarlenInteger
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.written import check, number_like
from binlog_kaitai.rewrite.output import Output
from binlog_kaitai.rewrite.writing import Draft, moved
from binlog_kaitai.tree.log.state import state_at_start
from tests.documented_bytes import VERSION_3
from tests.servers import SERVERS

FIXTURES = Path(__file__).parent / "fixtures"
LOGS = sorted(FIXTURES.rglob("*.binlog"))
FOUND = sorted((Path(__file__).parent / "made_up/found").rglob("*.binlog"))

SMALL = 20_000  # bytes of a log that takes a tenth of a second


def parsed(log: bytes) -> Any:
    """Return a log as a tree that can be written."""
    tree = MysqlBinlog(KaitaiStream(Bytes(log)))
    tree._read()  # noqa: SLF001 - Kaitai's names, as below
    tree._fetch_instances()  # noqa: SLF001
    return tree


def _written(tree: Any, size: int) -> bytes:
    tree._check()  # noqa: SLF001
    target = KaitaiStream(Bytes(bytearray(size)))
    tree._write(target)  # noqa: SLF001
    return bytes(target.to_byte_array())


def _name(log: Path) -> str:
    return f"{log.parent.name}-{log.stem}"


@pytest.mark.parametrize(
    "log",
    [
        pytest.param(log, id=_name(log), marks=[pytest.mark.long] * (log.stat().st_size > SMALL))
        for log in LOGS
    ],
)
def test_a_log_is_written_as_it_was_read(log: Path) -> None:
    content = log.read_bytes()
    assert _written(parsed(content), len(content)) == content


def _differ(logs: Iterable[bytes]) -> tuple[int, list[bytes]]:
    """Return how many logs the specs accept, and those of them that are written otherwise."""
    accepted, differ = 0, []
    for content in logs:
        try:
            tree = parsed(content)
        except Exception:  # noqa: BLE001 - damage, in whatever way it shows
            continue
        accepted += 1
        if _written(tree, len(content)) != content:
            differ.append(content)
    return accepted, differ


def test_made_up_logs_that_the_specs_accept_are_written_as_they_are() -> None:
    contents = {log.stem: log.read_bytes() for log in FOUND}
    logs = [content for content in contents.values() if len(content) < SMALL]
    accepted, differ = _differ(logs)
    assert [name for name, content in contents.items() if content in differ] == []
    assert accepted > len(logs) // 2


def _mutated(seed: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    contents = [log.read_bytes() for log in LOGS if log.stat().st_size < SMALL // 4]
    while True:
        mutated = bytearray(rng.choice(contents))
        for _ in range(rng.randint(1, 3)):
            mutated[rng.randrange(len(mutated))] ^= 1 << rng.randrange(8)
        yield bytes(mutated)


@pytest.mark.parametrize(
    ("seed", "number"), [(1, 100), pytest.param(2, 5000, marks=pytest.mark.long)]
)
def test_mutated_logs_that_the_specs_accept_are_written_as_they_are(seed: int, number: int) -> None:
    accepted, differ = _differ(islice(_mutated(seed), number))
    assert differ == []
    assert accepted > number // 10


Change = Callable[[Draft], None]


def _changed(log: Path, target: Path, change: Change) -> None:
    """Write a log with a change of each event for which `change` makes one."""
    with LogFile(log) as opened, target.open("w+b") as stream:
        state = state_at_start(opened)
        output = Output(stream, opened.read(0, opened.first_position), state.format)
        for frame in opened.frames():
            log_format, table_maps = state.format, state.table_maps
            state.next_event(frame.position, frame.event)
            draft = Draft(frame.data, log_format, table_maps)
            change(draft)
            output.write(draft)


def _keep(_: Draft) -> None:
    """Change nothing."""


@pytest.mark.parametrize(
    "log",
    [
        pytest.param(log, id=_name(log), marks=[pytest.mark.long] * (log.stat().st_size > SMALL))
        for log in LOGS
    ],
)
def test_events_without_a_change_are_written_as_they_were_read(log: Path, tmp_path: Path) -> None:
    _changed(log, tmp_path / "same", _keep)
    assert (tmp_path / "same").read_bytes() == log.read_bytes()
    with LogFile(log) as opened:
        state = state_at_start(opened)
        for frame in opened.frames():
            log_format = state.format
            tree = state.next_event(frame.position, frame.event).tree
            if not tree.is_format_description:
                assert moved(frame.data, log_format, tree.header.next_position) == frame.data


def test_bytes_behind_a_version_are_kept(tmp_path: Path) -> None:
    version, changed = b"4.1.22-log", b"4.1.22-log\0\1"
    content = VERSION_3.replace(version + b"\0\0", changed)
    assert content != VERSION_3
    (tmp_path / "log").write_bytes(content)
    assert _written(parsed(content), len(content)) == content
    _changed(tmp_path / "log", tmp_path / "moved", _keep)
    assert changed in (tmp_path / "moved").read_bytes()
    assert next(read_events(tmp_path / "log")).body["server_version"] == version.decode()


STATEMENTS = [
    pytest.param(server, name, id=f"{server}-{name}")
    for server in ("mysql56", "mysql97", "mariadb1011", "mariadb118")
    for name in ("statements", "stopped")
]


def _later(draft: Draft) -> None:
    draft.set("header.timestamp", draft.get("header.timestamp") + 3600)


@pytest.mark.parametrize(("server", "name"), STATEMENTS)
def test_a_changed_timestamp_is_not_lost(server: str, name: str, tmp_path: Path) -> None:
    log, later = FIXTURES / server / f"{name}.binlog", tmp_path / "later"
    _changed(log, later, _later)
    before, after = list(read_events(log)), list(read_events(later))
    assert list(map(_without_checksum, after)) == list(map(_without_checksum, before))
    assert {event.checksum for event in after} <= {"ok", "none"}
    moves = {two.timestamp - one.timestamp for one, two in zip(before, after, strict=True)}
    assert moves == {timedelta(hours=1)}


def _without_checksum(event: Event) -> tuple[Any, ...]:
    body = {name: value for name, value in event.body.items() if name != "crc32"}
    return event.position, event.type, event.size, body


COMMENT = b"/* " + bytes(range(97, 123)) * 30 + b" */ "


def _longer(draft: Draft) -> None:
    if draft.tree.header.type == EventType.query:
        draft.set("body.query", COMMENT + draft.get("body.query"))


@pytest.mark.parametrize(("server", "name"), STATEMENTS)
def test_a_longer_statement_moves_the_events_behind_it(
    server: str, name: str, tmp_path: Path
) -> None:
    log, longer = FIXTURES / server / f"{name}.binlog", tmp_path / "longer"
    _changed(log, longer, _longer)
    events = list(read_events(longer))
    ends = [event.position + event.size for event in events]
    assert [event.position for event in events[1:]] == ends[:-1]
    assert {event.checksum for event in events} <= {"ok", "none"}
    with LogFile(longer) as opened:
        positions = [opened.header(event.position).next_position for event in events]
    assert all(position in {end, 0} for position, end in zip(positions, ends, strict=True))
    count = sum(event.type == "QUERY" for event in events)
    assert count
    assert longer.stat().st_size == log.stat().st_size + count * len(COMMENT)
    assert _verified(server, longer).count(COMMENT.strip()) >= 1


def _verified(server: str, log: Path) -> bytes:
    """Return what the family's own tool prints, which checks the checksums."""
    found = SERVERS["mysql97" if server == "mysql56" else server]  # npm's 5.6 has no tools
    if not found.installed():
        pytest.skip(f"{found.name} is not installed")
    tool = "mysqlbinlog" if found.family == "mysql" else "mariadb-binlog"
    command = found.command(tool, "--no-defaults", "--verify-binlog-checksum", "-")
    with log.open("rb") as stream:
        done = subprocess.run(
            command, stdin=stream, env=found.environment(), capture_output=True, check=False
        )
    assert done.returncode == 0, done.stderr
    return done.stdout


# the shortest forms, by MySQL's documentation of both types
NUMBERS = [
    (PackedInteger, 250, "fa"),
    (PackedInteger, 251, "fcfb00"),
    (PackedInteger, 65535, "fcffff"),
    (PackedInteger, 65536, "fd000001"),
    (PackedInteger, 2**24, "fe0000000100000000"),
    (VarlenInteger, 127, "fe"),
    (VarlenInteger, 128, "0102"),
    (VarlenInteger, 16384, "030002"),
    (VarlenInteger, 2**63, "ff0000000000000080"),
    (IntegerLe, 258, "0201"),
]


@pytest.mark.parametrize(("kind", "value", "stored"), NUMBERS)
def test_numbers_are_stored_in_their_shortest_form(kind: Any, value: int, stored: str) -> None:
    number = number_like(_zero(kind), value)
    assert number.value == value
    check(number)
    target = KaitaiStream(Bytes(bytearray(len(stored) // 2)))
    number._write__seq(target)  # noqa: SLF001 - Kaitai's name
    assert target.to_byte_array().hex() == stored


def test_a_number_that_does_not_fit_is_refused() -> None:
    with pytest.raises(UnreadableError):
        number_like(_zero(IntegerLe), 65536)


def _zero(kind: Any) -> Any:
    stream = KaitaiStream(Bytes(bytes(9)))
    number = kind(2, stream) if kind is IntegerLe else kind(stream)
    number._read()  # noqa: SLF001 - Kaitai's name
    return number
