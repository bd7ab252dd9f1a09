"""The commands `rows` and `events`: what they print, where, and with which status they end."""

from __future__ import annotations

import gzip
import json
import os
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import zstandard
from click.testing import CliRunner, Result

from binlog_kaitai import read_events
from binlog_kaitai.cli.commands import main
from binlog_kaitai.read import side_by_side
from binlog_kaitai.read.engines import AUTO, ENGINES
from tests import HANG_SECONDS
from tests.conftest import Bucket
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES

PROGRAM = Path(sys.executable).with_name("binlog-kaitai")
GOLDEN = Path(__file__).parent / "golden"

FIRST = FIXTURES / "mysql97/rotated.1.binlog"
SECOND = FIXTURES / "mysql97/rotated.2.binlog"
LONG = FIXTURES / "mysql97/statements.binlog"  # and not only in ASCII

RECORD_KEYS = [
    *("file", "position", "ordinal", "timestamp", "commit_timestamp", "server_id", "gtid"),
    *("outcome", "xid", "database", "table", "change_type", "data"),
]
EVENT_KEYS = [
    *("position", "size", "type", "type_code", "timestamp", "server_id", "flags", "checksum"),
    "body",
]


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(
        main, list(map(str, arguments)), prog_name="binlog-kaitai", terminal_width=80
    )


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the installed program."""
    return subprocess.run(
        [PROGRAM, *arguments],
        capture_output=True,
        check=False,
        timeout=HANG_SECONDS,
        env=os.environ | environment,
    )


@pytest.fixture
def by_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have programs read by the engine that starts at once, where it is not what is tested."""
    monkeypatch.setenv(AUTO, "tree")


def lines(text: str) -> list[dict[str, Any]]:
    assert text.endswith("\n")
    return [json.loads(line) for line in text.removesuffix("\n").split("\n")]


def test_rows_are_lines_of_json() -> None:
    result = invoke("rows", FIRST)
    assert (result.exit_code, result.stderr) == (0, "")
    records = lines(result.stdout)
    assert all(list(record) == RECORD_KEYS for record in records)
    assert {record["database"] for record in records} == {"rotated"}
    assert {record["server_id"] for record in records} == {97}
    # from tests/fixtures/sql/rotated.sql
    assert [record["data"]["statement"] for record in records[:3]] == [
        "CREATE DATABASE rotated",
        "CREATE TABLE events (id INT PRIMARY KEY, v VARCHAR(20), n BIGINT UNSIGNED)",
        "CREATE TABLE other (id INT PRIMARY KEY, e ENUM('first', 'second'))",
    ]
    assert [(record["table"], record["change_type"]) for record in records[:3]] == [
        (None, "statement")
    ] * 3
    images = [(record["table"], record["change_type"], record["data"]) for record in records[3:]]
    assert images == [
        ("events", "insert", {"id": 1, "v": "one", "n": 1}),
        ("events", "insert", {"id": 2, "v": "two", "n": 2}),
        ("events", "insert", {"id": 3, "v": None, "n": None}),
        ("other", "insert", {"id": 1, "e": "first"}),
        ("other", "insert", {"id": 2, "e": "first"}),
        ("events", "update_preimage", {"id": 2, "v": "two", "n": 2}),
        ("events", "update_postimage", {"id": 2, "v": "zwei", "n": 2}),
    ]
    assert [record["ordinal"] for record in records] == [0, 0, 0, 0, 1, 2, 0, 1, 0, 1]


def test_a_record_to_the_letter() -> None:
    *_, last = invoke("rows", SECOND).stdout.splitlines()
    assert last == (
        '{"file": "rotated.2.binlog", "position": 1447, "ordinal": 0,'
        ' "timestamp": "2026-11-21T09:21:54Z", "commit_timestamp": "2026-11-21T09:21:54.100031Z",'
        ' "server_id": 97, "gtid": "fbde3e80-e58c-11f1-9cc5-02fc00000001:9",'
        ' "outcome": "committed", "xid": null,'
        ' "database": "rotated", "table": "other", "change_type": "insert",'
        ' "data": {"id": 3, "e": "second", "added": null}}'
    )


def test_rows_of_one_table() -> None:
    result = invoke("rows", "--table", "rotated.other", FIRST, SECOND)
    assert (result.exit_code, result.stderr) == (0, "")
    changes = [
        (record["file"], record["change_type"], record["data"]) for record in lines(result.stdout)
    ]
    assert changes == [
        ("rotated.1.binlog", "insert", {"id": 1, "e": "first"}),
        ("rotated.1.binlog", "insert", {"id": 2, "e": "first"}),
        ("rotated.2.binlog", "update_preimage", {"id": 2, "e": "first"}),
        ("rotated.2.binlog", "update_postimage", {"id": 2, "e": "second"}),
        ("rotated.2.binlog", "insert", {"id": 3, "e": "second", "added": None}),
    ]


@pytest.mark.parametrize("command", ["rows", "events"])
def test_compressed_and_remote_files_are_read_as_plain_ones(
    tmp_path: Path, bucket: Bucket, command: str
) -> None:
    plain = invoke(command, FIRST).stdout
    packed = tmp_path / "packed"
    packed.mkdir()
    bucket.write(f"cli/{FIRST.name}", FIRST.read_bytes())
    for compress in (gzip.compress, zstandard.compress):
        (packed / FIRST.name).write_bytes(compress(FIRST.read_bytes()))
        assert invoke(command, packed / FIRST.name).stdout == plain
    assert invoke(command, bucket.uri(f"cli/{FIRST.name}")).stdout == plain
    result = invoke(command, bucket.uri("cli/none"))
    assert result.exit_code == 1
    assert result.stderr == f"error: {bucket.uri('cli/none')}: expected a binary log, found none\n"


def test_a_table_that_the_log_has_not() -> None:
    result = invoke("rows", "--table", "rotated.nothing", FIRST)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"error: no table rotated.nothing in {FIRST}; there are rotated.events, rotated.other\n"
    )


@pytest.mark.parametrize("command", ["rows", "events"])
def test_files_come_in_the_order_given(command: str) -> None:
    first, second = invoke(command, FIRST).stdout, invoke(command, SECOND).stdout
    assert first
    assert second
    assert invoke(command, SECOND, FIRST, SECOND).stdout == second + first + second


def test_events_are_lines_of_json() -> None:
    result = invoke("events", FIRST)
    assert (result.exit_code, result.stderr) == (0, "")
    events = lines(result.stdout)
    assert all(list(event) == EVENT_KEYS for event in events)
    assert [event["type"] for event in events] == [
        *("FORMAT_DESCRIPTION", "PREVIOUS_GTIDS"),
        *["GTID", "QUERY"] * 3,
        *("GTID", "QUERY", "TABLE_MAP", "WRITE_ROWS_V2", "XID"),
        *("GTID", "QUERY", "TABLE_MAP", "WRITE_ROWS_V2", "TABLE_MAP", "UPDATE_ROWS_V2", "XID"),
        "ROTATE",
    ]
    assert {event["checksum"] for event in events} == {"ok"}
    *_, last = events
    assert last == {
        "position": FIRST.stat().st_size - last["size"],
        "size": 44,
        "type": "ROTATE",
        "type_code": 4,
        "timestamp": "2026-11-21T09:21:54Z",
        "server_id": 97,
        "flags": 0,
        "checksum": "ok",
        "body": {"position": 4, "next_log": "binlog.000003"},
    }


def damaged(folder: Path, how: str) -> tuple[Path, int]:
    """Return a log with a fault, and where the fault is said to be."""
    content = bytearray(FIRST.read_bytes())
    last = list(read_events(FIRST))[-2]  # the XID
    if how == "cut":
        del content[last.position + 20 :]
    elif how == "wrong checksum":
        content[last.position + last.size - 1] ^= 1
    path = folder / "damaged.binlog"
    path.write_bytes(content)
    return path, last.position


# of rows whose transaction a cut leaves open
COMMITTED, OPEN = '"outcome": "committed"', '"outcome": null'


@pytest.mark.few(1)
@pytest.mark.parametrize("how", ["cut", "wrong checksum"])
@pytest.mark.usefixtures("by_trees")
def test_records_before_a_fault_and_a_line_about_it(tmp_path: Path, how: str) -> None:
    path, position = damaged(tmp_path, how)
    done = run("rows", FIRST, path, SECOND)
    assert done.returncode == 1
    records = lines(done.stdout.decode())
    good = [json.loads(record.to_json()) for record in read_rows(FIRST)]
    copied = [record | {"file": path.name} for record in good]
    for record in copied:
        if record["gtid"] == good[-1]["gtid"]:
            record["outcome"] = None  # what ends its transaction is damaged
    assert records == good + copied
    message = done.stderr.decode()
    assert message.startswith(f"error: {path}: at byte {position}: expected ")
    assert ", found " in message
    assert message.count("\n") == 1


def test_events_around_a_wrong_checksum(tmp_path: Path) -> None:
    path, position = damaged(tmp_path, "wrong checksum")
    done = run("events", path)
    assert done.returncode == 1
    checksums = [event["checksum"] for event in lines(done.stdout.decode())]
    assert checksums == ["ok"] * (len(checksums) - 2) + ["bad", "ok"]
    assert len(checksums) == len(list(read_events(FIRST)))
    expected = f"error: {path}: at byte {position}: wrong checksum\n"
    assert done.stderr.decode() == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_wrong_checksums_in_logs_that_are_read_together(
    tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(AUTO, engine)
    folders = [tmp_path / name for name in "abc"]
    bad = []
    for folder in folders:
        folder.mkdir()
        bad.append(damaged(folder, "wrong checksum"))
    other = tmp_path / "other.binlog"
    shutil.copy(FIRST, other)
    done = invoke("events", bad[0][0], other, *(path for path, _ in bad[1:]))
    assert done.exit_code == 1
    assert len(lines(done.stdout)) == 4 * len(list(read_events(FIRST)))
    told = [f"error: {path}: at byte {position}: wrong checksum\n" for path, position in bad]
    assert done.stderr == "".join(told)


def test_events_before_a_cut(tmp_path: Path) -> None:
    path, position = damaged(tmp_path, "cut")
    result = invoke("events", path)
    assert result.exit_code == 1
    assert len(lines(result.stdout)) == len(list(read_events(FIRST))) - 2
    assert result.stderr.startswith(f"error: {path}: at byte {position}: expected ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["rows", "events"])
@pytest.mark.parametrize("content", [b"", b"\xfe", b"not a log", b"\xfdbin" + bytes(600)])
def test_what_is_no_log(tmp_path: Path, command: str, content: bytes) -> None:
    path = tmp_path / "no.binlog"
    path.write_bytes(content)
    result = invoke(command, path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {path}: at byte 0: expected ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["rows", "events"])
def test_a_cut_anywhere_ends_in_a_line(tmp_path: Path, command: str) -> None:
    whole = FIRST.read_bytes()
    all_lines = invoke(command, FIRST).stdout.replace(FIRST.name, "cut.binlog")
    all_lines = all_lines.replace(COMMITTED, OPEN)
    path = tmp_path / "cut.binlog"
    for length in range(0, len(whole), 53):
        path.write_bytes(whole[:length])
        result = invoke(command, path)
        assert result.exit_code in {0, 1}
        assert all_lines.startswith(result.stdout.replace(COMMITTED, OPEN))
        assert result.stderr.count("\n") == result.exit_code
        assert isinstance(result.exception, SystemExit | None)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "Usage: "),
        (["rows"], "Missing argument 'FILE...'"),
        (["events"], "Missing argument 'FILE...'"),
        (["rows", "missing.binlog"], "Path 'missing.binlog' does not exist"),
        (["events", str(FIRST), "missing.binlog"], "Path 'missing.binlog' does not exist"),
        (["rows", "--start-datetime", "noon", str(FIRST)], "expected a time such as"),
        (["rows", "--stop-position", "-1", str(FIRST)], "Invalid value for '--stop-position'"),
        (["events", "--include-gtids", "x", str(FIRST)], "expected GTIDs such as"),
        (["rows", "--unknown", str(FIRST)], "No such option"),
        (["events", "--table", "other", str(FIRST)], "expected DB.T, or a pattern such as"),
        (["rows", "--table", "other", str(FIRST)], "expected DB.T, or a pattern such as"),
        (["rows", str(FIRST), "--table"], "requires an argument"),
        (["unknown"], "No such command 'unknown'"),
    ],
)
def test_bad_usage(arguments: list[str], complaint: str) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr


@pytest.mark.usefixtures("by_trees")
def test_the_program_itself_ends_with_these_statuses(tmp_path: Path) -> None:
    (tmp_path / "no.binlog").write_bytes(b"no log")
    statuses = [
        run(*arguments).returncode
        for arguments in (["rows", FIRST], ["rows", tmp_path / "no.binlog"], ["rows"])
    ]
    assert statuses == [0, 1, 2]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "environment",
    mostly_long(
        [
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"PYTHONIOENCODING": "latin-1"},
            {"LC_ALL": "C"},
            {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"},
            {"PYTHONIOENCODING": "ascii"},
        ],
        short=2,
    ),
    ids=" ".join,
)
@pytest.mark.parametrize("command", ["rows", "events"])
@pytest.mark.usefixtures("by_trees")
def test_output_is_utf_8_in_every_locale(command: str, environment: dict[str, str]) -> None:
    done = run(command, LONG, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "😀" in done.stdout.decode()
    assert '"table": "spaced \\"table\\" 漢"' in done.stdout.decode()
    assert done.stdout == invoke(command, LONG).stdout_bytes


@pytest.mark.few(1)
@pytest.mark.parametrize("command", ["rows", "events"])
@pytest.mark.usefixtures("by_trees")
def test_a_reader_that_leaves_after_a_line(command: str) -> None:
    with subprocess.Popen(
        [PROGRAM, command, LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        json.loads(process.stdout.readline())
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.few(1)
@pytest.mark.parametrize("command", ["rows", "events"])
@pytest.mark.usefixtures("by_trees")
def test_a_reader_that_left_before(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    # short enough to be written at the end only
    done = subprocess.run(
        [PROGRAM, command, FIRST], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert done.stderr == b""


@pytest.mark.usefixtures("by_trees")
def test_a_pipe_is_read_or_refused_in_a_line() -> None:
    done = subprocess.run(
        [PROGRAM, "rows", "/dev/stdin"], input=FIRST.read_bytes(), capture_output=True, check=False
    )
    assert done.stderr.count(b"\n") == bool(done.returncode)


@pytest.mark.usefixtures("by_trees")
def test_a_full_disk_is_told_in_a_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [PROGRAM, "rows", LONG], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode != 0
    assert done.stderr.count(b"\n") == 1


def test_a_file_may_be_a_uri() -> None:
    assert invoke("rows", FIRST.as_uri()).stdout == invoke("rows", FIRST).stdout
    assert (
        "nothing.here: expected a binary log, found none"
        in invoke("rows", "file:///nothing.here").stderr
    )


def test_threads_print_what_one_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "PART", 1500)
    for how in ([], ["--table", "rotated.events", "--format", "csv"]):
        one, three = (invoke("rows", *how, "--threads", n, str(FIRST)) for n in ("1", "3"))
        assert one.stdout
        assert (one.exit_code, one.stdout) == (three.exit_code, three.stdout)


HELP = ["", "archive", "rows", "events", "schema", "export", "warm-up"]


@pytest.mark.parametrize("command", HELP)
def test_help(command: str) -> None:
    """Differs where an option was changed: then the golden file is to be changed too."""
    result = invoke(*filter(None, [command]), "--help")
    assert result.exit_code == 0
    golden = GOLDEN / f"{command or 'binlog-kaitai'}.txt"
    assert result.stdout == golden.read_text(encoding="utf-8")


def test_version() -> None:
    assert invoke("--version").stdout == f"binlog-kaitai, version {version('binlog-kaitai')}\n"


@pytest.mark.parametrize("shell", mostly_long(["bash", "zsh", "fish"]))
def test_shells_complete(shell: str) -> None:
    script = run(_BINLOG_KAITAI_COMPLETE=f"{shell}_source")
    assert (script.returncode, script.stderr) == (0, b"")
    assert b"_BINLOG_KAITAI_COMPLETE=" in script.stdout
    words = {"COMP_WORDS": "binlog-kaitai rows --stop", "COMP_CWORD": "2"}
    found = run(_BINLOG_KAITAI_COMPLETE="bash_complete", **words).stdout.decode().split()
    assert found == ["plain,--stop-datetime", "plain,--stop-position"]


@pytest.mark.usefixtures("by_trees")
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = (
        f"set -o pipefail; {shlex.quote(str(PROGRAM))} rows {shlex.quote(str(LONG))} | head -n 1"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_definitions_name_the_columns() -> None:
    log, dump = (str(FIXTURES / "mysql56" / name) for name in ("types.binlog", "types.sql"))
    result = invoke("rows", log, "--table", "types.labels", "--ddl", dump)
    assert result.exit_code == 0
    assert '"data": {"id": 1, "e": "small", "en": "x y", ' in result.stdout.partition("\n")[0]


def test_dump_that_is_none_of_the_table_is_bad_usage() -> None:
    log, dump = (str(FIXTURES / "mysql56" / name) for name in ("types.binlog", "rotated.sql"))
    result = invoke("rows", log, "--table", "types.labels", "--ddl", dump)
    assert result.exit_code == 2
    assert "expected a definition of types.labels, found rotated.events, rotated.other" in " ".join(
        result.stderr.split()
    )
