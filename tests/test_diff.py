"""What `diff` says of two sets of logs, of which one is a copy with changes."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai import read_rows, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.forensics.diff import Comparison, Difference, Digest, Pending
from binlog_kaitai.forensics.diff_rows import rows_that_differ
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.made_up.damage import HEADER, events_of, resized
from tests.replay import FIXTURES

MAGIC = b"\xfebin"
SERVERS = ("mysql97", "mariadb118")
QUERY = 2
ROWS = (23, 24, 25, 30, 31, 32)
GTIDS = (33, 162)
Change = Callable[[list[bytes]], list[bytes]]


def last_of(events: list[bytes], types: tuple[int, ...]) -> int:
    return max(at for at, event in enumerate(events) if event[4] in types)


def with_other_row(events: list[bytes]) -> list[bytes]:
    """The last byte of the last rows event is another."""
    at = last_of(events, ROWS)
    changed = events[at][:-5] + bytes([events[at][-5] ^ 1])
    return [*events[:at], resized(changed, signs=True), *events[at + 1 :]]


def without_rows(events: list[bytes]) -> list[bytes]:
    """The last rows event is left out, and so is its TABLE_MAP."""
    at = last_of(events, ROWS)
    return [*events[: at - 1], *events[at + 1 :]]


def by_other_threads(events: list[bytes]) -> list[bytes]:
    """Statements were run by another thread."""
    thread = struct.pack("<I", 4711)
    return [
        resized((event[:HEADER] + thread + event[HEADER + 4 :])[:-4], signs=True)
        if event[4] == QUERY
        else event
        for event in events
    ]


def without_the_last(events: list[bytes]) -> list[bytes]:
    return [*events[: last_of(events, GTIDS)], events[-1]]


def as_it_was(events: list[bytes]) -> list[bytes]:
    return events


# what was done to the copy, and whether the last transaction is in the first set only, or differs
CHANGES: dict[str, tuple[Change, str]] = {
    "nothing": (as_it_was, ""),
    "another thread": (by_other_threads, ""),
    "another row": (with_other_row, "differs"),
    "no rows": (without_rows, "differs"),
    "a transaction less": (without_the_last, "only"),
}


def copied(folder: Path, server: str, change: Change) -> tuple[Path, Path]:
    """A log, and its copy with a change."""
    log = FIXTURES / server / "rotated.1.binlog"
    copy = folder / "copy.binlog"
    copy.write_bytes(MAGIC + b"".join(change(events_of(log.read_bytes()))))
    return log, copy


def compared(first: list[Path], second: list[Path], engine: Engine = "auto") -> Comparison:
    return Comparison((scan(first, engine=engine), scan(second, engine=engine)), engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("change", CHANGES)
def test_changes_are_told(change: str, server: str, engine: Engine, tmp_path: Path) -> None:
    make, said = CHANGES[change]
    log, copy = copied(tmp_path, server, make)
    last = [record for record in read_rows(log) if record.table is not None][-1].gtid
    found = compared([log], [copy], engine)
    told = [difference.gtid for difference in found.differences()]
    only = [str(gtids) for gtids in found.only_in]
    assert told == ([last] if said == "differs" else [])
    assert only == ([last, ""] if said == "only" else ["", ""])
    back = compared([copy], [log], engine)
    assert [difference.gtid for difference in back.differences()] == told
    assert [str(gtids) for gtids in back.only_in] == only[::-1]


@pytest.mark.parametrize("server", SERVERS)
def test_sets_are_compared_whatever_their_order(server: str) -> None:
    logs = [FIXTURES / server / f"ends.{number}.binlog" for number in (1, 2, 3)]
    found = compared(logs, logs[::-1])
    assert list(found.differences()) == []
    assert not any(found.only_in)
    twice = compared([*logs, *logs], logs)
    assert list(twice.differences()) == []
    gaps = compared(logs, [logs[0], logs[2]])
    assert list(gaps.differences()) == []
    gtids = {record.gtid for record in read_rows(logs[1])}
    assert not gaps.only_in[1]
    assert len(gtids) > 1
    for gtid in gtids:
        assert gtid is not None
        number = int(gtid.replace("-", ":").rpartition(":")[2])
        (ranges,) = gaps.only_in[0].ranges.values()
        assert any(first <= number <= last for first, last in ranges)


def test_transactions_without_gtids_are_counted() -> None:
    log = FIXTURES / "mysql97" / "anonymous_gtid.1.binlog"
    found = compared([log], [log])
    assert list(found.differences()) == []
    assert found.unnamed == [5, 5]


def test_digests_wait_in_a_file_where_there_are_many() -> None:
    digests = [Digest(f"u:{number}", "log", number, 1, bytes([number])) for number in range(9)]
    pending = Pending(max_count=3)
    for digest in digests:
        pending.put(digest)
    assert pending.take("u:7") == digests[7]
    assert pending.take("u:7") is None
    assert pending.take("u:1") == digests[1]
    assert sorted(pending.all(), key=lambda digest: digest.position) == [
        digest for digest in digests if digest.position not in (1, 7)
    ]
    pending.close()


def test_command_tells_what_differs(tmp_path: Path) -> None:
    log, copy = copied(tmp_path, "mysql97", with_other_row)
    result = CliRunner().invoke(main, ["diff", str(log), str(copy)])
    gtid, *places, before, after = result.stdout.splitlines()
    row = "update_postimage rotated.events"
    assert before == f'    - {row} {{"id": 2, "v": "zwei", "n": 2}}'
    assert after.startswith(f'    + {row} {{"id": 2, "v": "zwei", "n": 7')
    assert result.exit_code == 1
    assert gtid.endswith(":5 differs:")
    assert [place.strip().partition(" at byte")[0] for place in places] == [str(log), str(copy)]
    same = CliRunner().invoke(main, ["diff", str(log), str(log)])
    assert (same.exit_code, same.stdout) == (0, "no differences\n")
    chosen = gtid.removesuffix(" differs:")
    for option, status in (("--include-gtids", 1), ("--exclude-gtids", 0)):
        asked = ["diff", option, chosen, str(log), str(copy)]
        assert CliRunner().invoke(main, asked).exit_code == status
    line = json.loads(CliRunner().invoke(main, ["diff", "--json", str(log), str(copy)]).stdout)
    assert line["num_differ"] == 1
    assert line["differ"][0]["first"]["rows"] == line["differ"][0]["second"]["rows"]


@pytest.mark.parametrize("server", SERVERS)
def test_rows_that_differ_are_told(server: str, tmp_path: Path) -> None:
    log, copy = copied(tmp_path, server, without_rows)
    comparison = compared([log], [copy])
    (difference,) = comparison.differences()
    (rows,) = rows_that_differ([difference], comparison.scans)
    last = [row for row in read_rows(log) if row.gtid == difference.gtid][-2:]
    expected = [(row.table, row.change_type, row.data) for row in last]
    found, none = rows.only_in
    assert [(row.table, row.change_type, json.loads(row.data)) for row in found] == expected
    assert (none, rows.is_all) == ([], True)
    turned = Difference(difference.gtid, difference.sides[::-1])
    (back,) = rows_that_differ([turned], comparison.scans[::-1])
    assert back.only_in == (none, found)


def test_damage_is_an_error(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(log.read_bytes()[:1500])
    result = CliRunner().invoke(main, ["diff", str(log), str(cut)])
    assert result.exit_code == 1
    assert "found the end of the file" in result.stderr
