"""What a terminal, a pipe and Ctrl-C do to the program, and names that are no text."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import BinlogError, read_batches, read_events
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.formats import write_csv, write_table
from binlog_kaitai.io.paths import base_name, sendable
from binlog_kaitai.printable import printable, printable_json, valid
from binlog_kaitai.read.engines import AUTO, ENGINES
from binlog_kaitai.read.views import event_batches, transaction_batches
from tests.conftest import Bucket
from tests.records import read_rows
from tests.replay import FIXTURES
from tests.terminals import open_terminal

PROGRAM = [sys.executable, "-m", "binlog_kaitai"]
FIRST = FIXTURES / "mysql97/rotated.1.binlog"
LONG = FIXTURES / "mysql97/types.binlog"
FOUND = Path(__file__).parent / "made_up" / "found"
PATIENCE = 240  # seconds


@pytest.fixture
def obeyed(tmp_path: Path) -> Path:
    """Return a log with a value and a name that terminals obey."""
    data = bytearray(FIRST.read_bytes())
    for event in read_events(FIRST):
        start, end = event.position, event.position + event.size
        changed = bytes(data[start:end]).replace(b"zwei", b"\xc2\x9b\x7fJ")
        data[start : end - 4] = changed[:-4]
        data[end - 4 : end] = zlib.crc32(changed[:-4]).to_bytes(4, "little")
    path = tmp_path / "\x1b]0;\x9b.binlog"
    path.write_bytes(data)
    return path


@pytest.fixture
def unnameable(tmp_path: Path) -> Path:
    """Return a log whose name is no UTF-8."""
    path = tmp_path / os.fsdecode(b"bin\xfflog.000001")
    shutil.copy(FIRST, path)
    return path


def on_terminal(*arguments: str | Path) -> bytes:
    """Return what the program prints on a terminal."""
    ours, theirs = open_terminal()
    with subprocess.Popen([*PROGRAM, *arguments], stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        printed = shown_on(ours)
        process.wait(PATIENCE)
    os.close(ours)
    return printed


def shown_on(terminal: int) -> bytes:
    """Return what comes until nobody holds the other end."""
    shown = b""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 2**16):
            shown += piece
    return shown


def controls(text: str) -> set[str]:
    return {character for character in text if character < " " or "\x7f" <= character <= "\x9f"}


def test_text_is_made_printable() -> None:
    assert printable("a\x1b[0m\n\x9b\x7f\udcff\ud812é漢😀") == (
        r"a\x1b[0m\n\x9b\x7f\xff\ud812é漢😀"
    )
    assert printable("a\n\tb\r", keep="\n\t") == "a\n\tb\\r"
    assert json.loads(printable_json('"\x7f\x9bé"')) == "\x7f\x9bé"
    assert controls(printable_json('"\x7f\x9bé"')) == set()
    assert valid("\x1b\udcfe漢") == "\x1b\\xfe漢"


def test_a_terminal_gets_nothing_to_obey(obeyed: Path) -> None:
    printed = on_terminal("rows", obeyed, obeyed.with_name("\x1b[2J"))
    assert controls(printed.decode()) == {"\r", "\n"}  # of the complaint
    printed = on_terminal("rows", obeyed).decode()
    assert controls(printed) == {"\r", "\n"}
    lines = [json.loads(line) for line in printed.splitlines()]
    assert lines == [json.loads(record.to_json()) for record in read_rows(obeyed)]
    assert lines[-1]["data"]["v"] == "\x9b\x7fJ"


def test_a_terminal_shows_the_tables_of_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "cat")
    monkeypatch.setenv(AUTO, "tree")
    lines = on_terminal("rows", "--table", "rotated.*", FIRST).decode().split("\r\n")
    assert [line for line in lines if line[:1] in {"r", "e"}] == ["rotated.events", "rotated.other"]
    assert len([line for line in lines if line.startswith("_position")]) == 2


def colored(part: str, color: int) -> str:
    return f"\x1b[{color}m{part}\x1b[0m"


@pytest.mark.parametrize("no_color", ["", "1"])
def test_a_terminal_shows_changes_in_red_and_green(
    no_color: str, obeyed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before, green after; nothing of a log is obeyed, and pipes get the same without color."""
    for name, value in ((AUTO, "tree"), ("TERM", "xterm"), ("COLUMNS", "20")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_COLOR", no_color)
    history = ["history", "--table", "rotated.events", "--key", "id=2", str(obeyed)]
    diff = ["diff", str(FIRST), str(obeyed)]
    before, after = colored('"two"', 31), colored(r'"\x9b\x7fJ"', 32)
    for command, expected in (
        (history, [f"    n: {colored('2', 32)}", f"    v: {before} -> {after}"]),
        (diff, [colored(f"    {sign}", color)[:-4] for sign, color in (("-", 31), ("+", 32))]),
    ):
        shown = on_terminal(*command).decode().replace("\r\n", "\n")
        plain = re.sub("\x1b\\[(31|32|0)m", "", shown)
        assert controls(plain) == {"\n"}
        assert plain == CliRunner().invoke(main, command).stdout
        for part in expected:
            assert (part in shown) != bool(no_color)
        assert ("\x1b" in shown) != bool(no_color)


def test_a_terminal_shows_a_map_in_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    command = ["verify", "--engine", "tree", "--map", str(FIRST)]
    shown = on_terminal(*command).decode().replace("\r\n", "\n")
    assert "\x1b[30;42mII" in shown
    plain = re.sub("\x1b\\[[0-9;]*m", "", shown)
    assert plain == CliRunner().invoke(main, command).stdout


def test_names_of_columns_have_nothing_to_obey(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = pa.RecordBatch.from_pydict({"\x1b[2J": [1]})
    write_table(batch.schema, [batch])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    write_csv(batch.schema, [batch])
    assert controls(capsys.readouterr().out) == {"\n"}


def test_errors_have_nothing_to_obey(obeyed: Path) -> None:
    obeyed.write_bytes(obeyed.read_bytes()[:-60])
    result = CliRunner().invoke(main, ["rows", str(obeyed)])
    assert result.exit_code == 1
    assert controls(result.stderr) == {"\n"}
    assert result.stderr.startswith(f"error: {obeyed.parent}/\\x1b]0;\\x9b.binlog: at byte ")
    with pytest.raises(BinlogError) as raised:
        list(read_rows(obeyed))
    assert controls(str(raised.value)) == set()
    for arguments in (["--\x1b"], ["\x1b"], ["rows", "\x1b"], ["rows", "--table", "\x1b", "x"]):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert controls(result.stderr) == {"\n"}


def test_a_name_that_is_no_text(unnameable: Path) -> None:
    name = r"bin\xfflog.000001"
    assert base_name(unnameable) == name
    assert base_name(sendable(str(unnameable))) == name
    assert sendable(str(FIRST)) == str(FIRST)
    assert {record.file for record in read_rows(unnameable)} == {name}
    for engine in ENGINES:
        plain = pa.Table.from_batches(read_batches(FIRST, engine=engine)).drop(["file"])
        found = pa.Table.from_batches(read_batches(unnameable, engine=engine))
        assert set(found["file"].to_pylist()) == {name}
        assert found.drop(["file"]) == plain
        typed = read_batches(unnameable, "rotated.events", engine=engine)
        assert {row["_file"] for batch in typed for row in batch.to_pylist()} == {name}
        read = transaction_batches(unnameable, engine=engine)
        assert {row["file"] for batch in read for row in batch.to_pylist()} == {name}
    read = event_batches(unnameable)
    assert {row["file"] for batch in read for row in batch.to_pylist()} == {name}
    result = CliRunner().invoke(main, ["rows", str(unnameable)])
    assert {json.loads(line)["file"] for line in result.stdout.splitlines()} == {name}
    unnameable.write_bytes(b"no log")
    with pytest.raises(BinlogError) as raised:
        list(read_rows(unnameable))
    assert str(raised.value).encode().startswith(bytes(unnameable.parent / name))


@pytest.mark.parametrize("name", ["events_invalid_json", "events_invalid_json_gtid_tagged"])
def test_fields_without_names_have_numbers(name: str) -> None:
    result = CliRunner().invoke(main, ["events", str(FOUND / f"{name}.binlog")])
    bodies = [json.loads(line)["body"] for line in result.stdout.splitlines()]
    assert any(key.isdecimal() for body in bodies for key in body)


@pytest.mark.parametrize("command", ["rows", "events", "export"])
def test_an_error_names_the_uri(bucket: Bucket, tmp_path: Path, command: str) -> None:
    more = ["--out", str(tmp_path / "out")] if command == "export" else []
    result = CliRunner().invoke(main, [command, bucket.uri("gone/binlog.000001"), *more])
    assert result.exit_code in {1, 2}
    assert "s3://logs/gone/binlog.000001" in "".join(result.stderr.split("\n"))


# a closed stdout: what the shell does with it, and what is left to say
STDOUTS = [
    (">&-", 1, b"error: [Errno 9] Bad file descriptor: 'standard output'\n"),
    ("| :", 0, b""),
    (">/dev/full", 1, b"error: [Errno 28] No space left on device\n"),
]


@pytest.mark.long
@pytest.mark.parametrize(("redirection", "status", "said"), STDOUTS)
def test_a_stdout_that_takes_nothing(redirection: str, status: int, said: bytes) -> None:
    command = f"{{ sleep 0.1; {' '.join(PROGRAM)} rows --engine tree {FIRST}; }} {redirection}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (status, said)


@pytest.mark.parametrize("arguments", ["--help", "rows --help"])
def test_help_that_nobody_reads(arguments: str) -> None:
    command = f"{{ sleep 0.1; {' '.join(PROGRAM)} {arguments}; }} | :"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


# when Ctrl-C comes: while this library is loaded, or when there is a line
MOMENTS = ["libarrow", "llvmlite", "line"]


@pytest.mark.few(1)
@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_ends_in_a_line(tmp_path: Path, moment: str) -> None:
    """Of kernels that are compiled anew, too: llvmlite is loaded when they are about to be."""
    process = subprocess.Popen(
        [*PROGRAM, "rows", *(["--engine", "tree"] if moment == "line" else []), LONG],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert process.stdout
    if moment == "line":  # it waits, as the pipe is full
        process.stdout.readline()
    else:
        wait_for_library(process, moment)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, b"error: interrupted\n")


def wait_for_library(process: subprocess.Popen[bytes], name: str) -> None:
    maps = Path(f"/proc/{process.pid}/maps")
    end = time.monotonic() + PATIENCE
    while name not in maps.read_text(encoding="utf-8"):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.001)


def test_ctrl_c_takes_the_bar_away() -> None:
    ours, theirs = open_terminal()
    command = [*PROGRAM, "rows", "--engine", "tree", LONG]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        env=os.environ | {"TERM": "xterm"},
    )
    os.close(theirs)
    shown = os.read(ours, 2**16)
    os.killpg(process.pid, signal.SIGINT)  # while it waits, as nobody reads the pipe
    shown += shown_on(ours)
    process.communicate()
    os.close(ours)
    assert shown.startswith(b"\x1b[?25l")  # without a cursor
    assert shown.endswith(b"\r\x1b[2K\x1b[?25herror: interrupted\r\n")


def test_ctrl_c_in_a_program_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("binlog_kaitai.cli.options.scan", interrupted)
    result = CliRunner().invoke(main, ["events", str(FIRST)])
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "error: interrupted\n"


def test_statistics_on_a_narrow_terminal_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    printed = on_terminal("stats", "--engine", "tree", FIRST)
    assert b"rotated.1.binlog  1175      fbde3e80-e58c-11f1-9cc5-02fc00000001:5 " in printed
