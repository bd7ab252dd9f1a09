"""The statuses that commands end with, one for each kind of ending."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.lock import locked
from binlog_kaitai.lake.store import Store

LOG = "tests/fixtures/mysql97/rotated.1.binlog"


def ended(*arguments: str) -> tuple[int, str]:
    """Return the status of a command, and its last line on standard error."""
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, result.stderr.strip().rpartition("\n")[2]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_data_that_stays_bad(tmp_path: Path) -> None:
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(Path(LOG).read_bytes()[:1500])
    status, line = ended("rows", str(cut))
    assert (status, "expected an event of 79 bytes" in line) == (1, True)


@pytest.mark.parametrize(
    "arguments", [("rows", "--table", "no.such", LOG), ("rows", "--no-such-option", LOG)]
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert ended(*arguments)[0] == 2


@pytest.mark.parametrize("command", [("rows",), ("archive",), ("export", "--out", "out")])
def test_a_server_that_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    uri = f"mysql://reader@127.0.0.1:{free_port()}"
    extra = {"archive": ("logs",), "export": ("--spool", "spool")}.get(command[0], ())
    status, line = ended(*command, uri, *extra)
    assert (status, "cannot connect" in line) == (75, True)


ANONYMOUS = "tests/fixtures/mysql97/anonymous_gtid.1.binlog"
GTIDS = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-9"


@pytest.mark.parametrize(
    ("options", "log", "expected"),
    [
        (("--exclude-gtids", GTIDS), ANONYMOUS, 3),
        (("--exclude-gtids", GTIDS, "--table", "rotated.events"), ANONYMOUS, 3),
        (("--exclude-gtids", GTIDS, "--columns", "id"), ANONYMOUS, 3),
        (("--exclude-gtids", GTIDS, "--stop-position", "4"), ANONYMOUS, 0),
        (("--include-gtids", GTIDS), ANONYMOUS, 0),
        ((), ANONYMOUS, 0),
        (("--exclude-gtids", GTIDS), LOG, 0),
    ],
)
def test_what_no_gtid_set_leaves_out(options: tuple[str, ...], log: str, expected: int) -> None:
    """It may have been read before, as with gtid_mode=ON_PERMISSIVE."""
    status, line = ended("rows", *options, log)
    assert (status, "transactions without a GTID are included" in line) == (expected, expected > 0)


def test_an_output_in_use(tmp_path: Path) -> None:
    with locked(Store.at(tmp_path)):
        status, line = ended("export", "--out", str(tmp_path), LOG)
    assert (status, "another export writes to this directory" in line) == (75, True)
