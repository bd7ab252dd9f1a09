"""Logs that are written anew: what was asked for is left out, and all else is as it was."""

from __future__ import annotations

import gzip
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pyarrow.fs import FileSelector

from binlog_kaitai import Event, read_events, scan
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_logs
from binlog_kaitai.rewrite.statements import renamed
from binlog_kaitai.rewrite.targets import FolderTarget
from tests.conftest import Bucket

FIXTURES = Path(__file__).parent / "fixtures"
LOGS = sorted(FIXTURES.rglob("*.binlog"))
AS_IT_IS = Options()

GTIDS = {"GTID", "ANONYMOUS_GTID", "GTID_TAGGED"}


def rewritten(
    logs: list[Path], folder: Path, options: Options = AS_IT_IS, **selection: Any
) -> tuple[list[Path], list[str]]:
    """Rewrite logs; return the paths of the new ones, and the dependencies that are broken."""
    warnings: list[str] = []
    found = scan(logs, is_typed=False, **selection)
    target = FolderTarget(folder)
    written = [Path(log.path) for log in rewrite_logs(found, target, options, warnings.append)]
    for path in written:
        check(path)
    return written, warnings


def check(path: Path) -> None:
    """Check lengths, positions and checksums of a log, and the clock of its transactions."""
    outer: dict[int, Event] = {}
    for event in read_events(path):
        outer.setdefault(event.position, event)
    events = list(outer.values())
    ends = [event.position + event.size for event in events]
    assert [event.position for event in events[1:]] == ends[:-1]
    assert ends[-1] == path.stat().st_size
    assert {event.checksum for event in events} <= {"ok", "none"}
    with LogFile(path) as log:
        positions = [log.header(event.position).next_position for event in events]
    is_mariadb = any(event.type == "MARIADB_GTID" for event in events)
    for position, end in zip(positions, ends, strict=True):
        assert position == end or (is_mariadb and position == 0)
    _check_transactions(events, ends)


def _check_transactions(events: list[Event], ends: list[int]) -> None:
    numbers = []
    starts = [n for n, event in enumerate(events) if event.type in GTIDS]
    for start, beyond in itertools.pairwise([*starts, len(events)]):
        body = _told(events[start].body)
        inside = range(start, beyond)
        end = ends[max(n for n in inside if events[n].type not in {"ROTATE", "STOP"})]
        if "len_transaction" in body:
            assert end - events[start].position == body["len_transaction"]
        if "sequence_number" in body:
            numbers.append(body["sequence_number"])
            assert body.get("last_committed", 0) < body["sequence_number"]
    if numbers:
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _told(body: dict[str, Any]) -> dict[str, Any]:
    return body | body.get("logical_timestamps", {}) | body.get("fields", {})


def rows(logs: list[Path], **selection: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the row images and statements of logs, without their places."""
    for batch in scan(logs, is_typed=False, engine="tree", **selection):
        for row in batch.to_pylist():
            row["data"] = FILE_POSITIONS.sub("", row["data"])
            yield tuple(row[name] for name in SAME)


FILE_POSITIONS = re.compile(r'"file_positions": \[[^]]*\]')


SAME = ("gtid", "database", "table", "change_type", "data", "timestamp", "server_id", "outcome")


def sources(log: Path) -> list[str]:
    """Return the GTIDs of a log, in their order."""
    found = (row["gtid"] for batch in scan(log, view="transactions") for row in batch.to_pylist())
    return [gtid for gtid in found if gtid is not None]


SELECTIONS: list[tuple[str, dict[str, Any]]] = [
    ("mysql56/gtid.2", {"database": "rotated"}),
    ("mysql56/rows_v1", {"table": "types.int*"}),
    ("mysql97/compressed", {"table": "payloads.orders"}),
    ("mysql97/ends.1", {"start_position": 1500}),
    ("mysql97/gtid_tagged.1", {"stop_position": 1500}),
    ("mysql97/statements", {"table": "statements.a*"}),
    ("mysql97/rotated.2", {"table": "rotated.events"}),
    ("mysql97/rotated.2", {"stop": "2026-11-21 09:22:20"}),
    ("mariadb1011/altered.1", {"table": "altered.orders"}),
    ("mariadb118/compressed", {"table": "statements.altered"}),
    ("mariadb118/rotated.1", {"start_position": 700}),
    ("mariadb118/statements", {"server_id": 1}),
]


@pytest.mark.parametrize(("name", "selection"), SELECTIONS)
def test_a_rewritten_log_has_the_rows_that_are_selected(
    name: str, selection: dict[str, Any], tmp_path: Path
) -> None:
    log = FIXTURES / f"{name}.binlog"
    (written,), _ = rewritten([log], tmp_path, **selection)
    tables = {"table": selection["table"]} if "table" in selection else {}
    assert list(rows([written], **tables)) == list(rows([log], **selection))


@pytest.mark.parametrize("name", ["mysql97/statements", "mariadb118/statements"])
def test_a_database_has_its_statements_and_the_decisions_of_xa(name: str, tmp_path: Path) -> None:
    log = FIXTURES / f"{name}.binlog"
    (written,), _ = rewritten([log], tmp_path, database="by_statement")
    expected = [
        row for row in rows([log]) if row[1] == "by_statement" or '"statement": "XA ' in row[4]
    ]
    assert list(rows([written])) == expected


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_log_of_which_nothing_is_left_out_is_the_same(log: Path, tmp_path: Path) -> None:
    (written,), warnings = rewritten([log], tmp_path)
    assert written.read_bytes() == log.read_bytes()
    assert warnings == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_every_second_transaction(log: Path, tmp_path: Path) -> None:
    gtids = sources(log)
    if len(gtids) < 3 or any("-start" in gtid for gtid in gtids):
        pytest.skip("a log without GTIDs")
    mark = "" if ":" in gtids[0] else "="
    half = ",".join(mark + gtid for gtid in gtids[::2])
    (written,), _ = rewritten([log], tmp_path, exclude_gtids=half)
    assert sources(written) == gtids[1::2]
    assert list(rows([written])) == list(rows([log], exclude_gtids=half))


CHANGES = [
    Options(has_checksums=False),
    Options(has_checksums=True),
    Options(decompresses=True),
    Options({"no such": "database"}),
]


@pytest.mark.parametrize("options", CHANGES)
@pytest.mark.parametrize(
    "name",
    ["mysql97/compressed", "mysql97/nested_unchecked", "mariadb118/xa.1", "mariadb118/compressed"],
)
def test_options_do_not_change_rows(name: str, options: Options, tmp_path: Path) -> None:
    log = FIXTURES / f"{name}.binlog"
    (written,), _ = rewritten([log], tmp_path, options)
    assert list(rows([written])) == list(rows([log]))
    events = list(read_events(written))
    if options.has_checksums is not None:
        checksum = "ok" if options.has_checksums else "none"
        assert {event.checksum for event in events if event.type == "QUERY"} <= {checksum, "none"}
    if options.decompresses:
        types = {event.type for event in events}
        assert not any(one == "TRANSACTION_PAYLOAD" or "COMPRESSED" in one for one in types)


def test_later_logs_do_not_claim_what_was_left_out(tmp_path: Path) -> None:
    logs = [FIXTURES / f"mysql97/rotated.{number}.binlog" for number in (1, 2)]
    first, second = sources(logs[0]), sources(logs[1])
    written, _ = rewritten(logs, tmp_path, exclude_gtids=f"{first[1]},{second[0]}")
    (source,) = _previous(written[1])["sources"]
    uuid, number = first[1].split(":")
    assert source["uuid"] == uuid
    assert all(int(number) not in range(a, b + 1) for a, b in source["intervals"])
    (before,) = _previous(logs[1])["sources"]
    assert _count(source) == _count(before) - 1
    rotate = [event for event in read_events(written[0]) if event.type == "ROTATE"][-1]
    assert rotate.body["next_log"] == written[1].name


def _previous(log: Path) -> dict[str, Any]:
    return next(event.body for event in read_events(log) if event.type in PREVIOUS)


PREVIOUS = {"PREVIOUS_GTIDS", "MARIADB_GTID_LIST"}


def _count(source: dict[str, Any]) -> int:
    return sum(last - first + 1 for first, last in source["intervals"])


def test_a_list_of_mariadb_has_the_last_ones_that_were_kept(tmp_path: Path) -> None:
    logs = [FIXTURES / f"mariadb118/rotated.{number}.binlog" for number in (1, 2)]
    gtids = sources(logs[0])
    written, _ = rewritten(logs, tmp_path, exclude_gtids=f"={gtids[-1]}")
    (last,) = _previous(written[1])["gtids"]
    assert "{domain_id}-{server_id}-{sequence}".format(**last) == gtids[-2]


def test_a_database_gets_another_name(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    (written,), _ = rewritten([log], tmp_path, Options({"rotated": "a`b"}))
    before, after = list(rows([log])), list(rows([written]))
    assert [row[1] for row in after] == ["a`b" if row[1] == "rotated" else row[1] for row in before]
    images = [row[2:5] for row in before if row[2] is not None]
    assert [row[2:5] for row in after if row[2] is not None] == images
    statements = [row[4] for row in after if row[3] == "statement"]
    assert any("CREATE DATABASE `a``b`" in statement for statement in statements)


NAMING = [
    ("CREATE TABLE shop.t (a INT)", "CREATE TABLE `trial`.t (a INT)"),
    ("DROP TABLE IF EXISTS `shop`.`t`, shop.u", "DROP TABLE IF EXISTS `trial`.`t`, `trial`.u"),
    ("DROP DATABASE IF EXISTS shop", "DROP DATABASE IF EXISTS `trial`"),
    ("RENAME TABLE shop.t TO x.shop", "RENAME TABLE `trial`.t TO x.shop"),
    ("INSERT INTO t VALUES ('shop.t') -- shop.t", "INSERT INTO t VALUES ('shop.t') -- shop.t"),
    ("ALTER TABLE shop ADD shop INT", "ALTER TABLE shop ADD shop INT"),
    ("UPDATE shop.t SET a = shop.t.a", "UPDATE `trial`.t SET a = `trial`.t.a"),
    ("UPDATE x.shop SET a = x.shop.a", "UPDATE x.shop SET a = x.shop.a"),
    (
        "DELETE FROM t WHERE EXISTS (SELECT shop.t.*)",
        "DELETE FROM t WHERE EXISTS (SELECT `trial`.t.*)",
    ),
    ("GRANT USAGE ON x.* TO u@shop.example.org", None),
    ("UPDATE shop.t SET a = shop.a", None),
    ("INSERT INTO t SELECT x, shop.id FROM u", None),
]


@pytest.mark.parametrize(("statement", "expected"), NAMING)
def test_names_of_databases_in_statements(statement: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(UnreadableError):
            renamed(statement, Session(), {"shop": "trial"})
    else:
        assert renamed(statement, Session(), {"shop": "trial"}) == expected


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["rewrite", *map(str, words)])


def test_the_command_says_what_it_has_left_out(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    done = run("--out", tmp_path, "--table", "rotated.events", log)
    assert done.exit_code == 0
    assert done.output.startswith(f"{tmp_path / log.name}: ")
    assert "left out" in done.output
    again = run("--out", tmp_path, log)
    assert again.exit_code == 1
    assert "exists" in again.output


def test_a_broken_dependency_is_named(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/statements.binlog"
    middle = list(read_events(log))
    position = middle[len(middle) // 2].position
    done = run("--out", tmp_path, "--start-position", str(position), log)
    assert done.exit_code == INCOMPLETE
    assert "error: " in done.output
    assert "which is left out" in done.output


def test_half_a_transaction_is_named(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/xa.1.binlog"
    updates = [event for event in read_events(log) if event.type == "UPDATE_ROWS_V2"]
    done = run("--out", tmp_path, "--stop-position", str(updates[0].position), log)
    assert done.exit_code == INCOMPLETE
    assert "only a part is in the selection" in done.output


@pytest.mark.parametrize(
    ("log", "reason"),
    [("mysql97/relay.relay_log", "relay logs"), ("mysql97/encrypted.1.locked", "encrypted")],
)
def test_what_cannot_be_rewritten_is_refused(log: str, reason: str, tmp_path: Path) -> None:
    done = run("--out", tmp_path, FIXTURES / log)
    assert done.exit_code == 1
    assert reason in done.output
    assert list(tmp_path.iterdir()) == []


def test_files_have_the_names_of_their_logs(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    (tmp_path / "binlog.000007.gz").write_bytes(gzip.compress(log.read_bytes()))
    words = ["rewrite", "--out", str(tmp_path / "out")]
    for given in ("-", str(tmp_path / "binlog.000007.gz")):
        assert CliRunner().invoke(main, [*words, given], input=log.read_bytes()).exit_code == 0
    written = sorted((tmp_path / "out").iterdir())
    assert [path.name for path in written] == ["binlog.000007", "stdin"]
    assert {path.read_bytes() for path in written} == {log.read_bytes()}


def test_encrypted_logs_are_written_in_clear(tmp_path: Path) -> None:
    for server in ("mysql97", "mariadb118"):
        log = FIXTURES / f"{server}/encrypted.1.locked"
        keyring = FIXTURES / f"{server}/encrypted.keyring"
        (written,), _ = rewritten([log], tmp_path / server, keyring=keyring)
        assert list(rows([written])) == list(rows([log], keyring=keyring))


MYSQL = [str(FIXTURES / "mysql97" / f"rotated.{number}.binlog") for number in (1, 2)]


def asked_for(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rewrite", "--table", "rotated.events", *arguments])


def test_logs_in_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    uri = bucket.uri("rewritten")
    result = asked_for("--out", uri, *MYSQL)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("s3://")
    assert "rewritten/rotated.2.binlog: 1,318 bytes" in result.stdout
    assert asked_for("--out", str(tmp_path), *MYSQL).exit_code == 0
    for path in tmp_path.iterdir():
        with bucket.filesystem.open_input_file(f"logs/rewritten/{path.name}") as stream:
            assert stream.read() == path.read_bytes()
    again = asked_for("--out", uri, *MYSQL)
    assert (again.exit_code, "the object exists" in again.stderr) == (1, True)


def test_a_damaged_log_is_not_put_in_part(bucket: Bucket, tmp_path: Path) -> None:
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(Path(MYSQL[0]).read_bytes()[:-50])
    result = asked_for("--out", bucket.uri("damaged"), str(cut))
    assert result.exit_code == 1
    selector = FileSelector("logs/damaged", allow_not_found=True)
    assert bucket.filesystem.get_file_info(selector) == []
    result = asked_for("--out", "-", str(cut))
    assert (result.exit_code, result.stdout_bytes) == (1, b"")


def test_standard_output_takes_a_log(tmp_path: Path) -> None:
    result = asked_for("--out", "-", MYSQL[0])
    assert asked_for("--out", str(tmp_path), MYSQL[0]).exit_code == 0
    assert result.stdout_bytes == (tmp_path / "rotated.1.binlog").read_bytes()
    assert result.stderr.startswith("rotated.1.binlog: 1,572 bytes")
    two = asked_for("--out", "-", *MYSQL)
    assert (two.exit_code, "expected one log file for standard output" in two.stderr) == (2, True)
