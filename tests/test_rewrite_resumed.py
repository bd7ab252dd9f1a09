"""A rewrite that is killed goes on when its command is run again, and writes the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pyarrow.fs import FileSelector

from binlog_kaitai import read_events, scan
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_log
from binlog_kaitai.rewrite.progress import NOTE
from binlog_kaitai.rewrite.targets import FolderTarget
from binlog_kaitai.rewrite.tasks import rewrite_in_tasks
from tests.conftest import Bucket
from tests.fixtures.logs import FIXTURES
from tests.test_rewrite import rewritten, run, sources

KILLED = """
import os, signal, sys
from binlog_kaitai.__main__ import main
from binlog_kaitai.rewrite.log import LogRewriter

left = int(sys.argv.pop(1))
note_kept = LogRewriter._note_kept

def count(self, done):
    global left
    note_kept(self, done)
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

LogRewriter._note_kept = count
main()
"""

MYSQL = [FIXTURES / f"mysql97/rotated.{number}.binlog" for number in (1, 2)]

WORDS = {
    "as_read": ("--table", "rotated.events", "--exclude-gtids"),
    "split": ("--split-at", "transaction", "--exclude-gtids"),
    "merged": ("--merge", "--split-at", "700", "--exclude-gtids"),
}

LEFT_OUT = "fbde3e80-e58c-11f1-9cc5-02fc00000001:2"


def killed(after: int, *words: str | Path) -> None:
    """Run the command, and kill it behind some transactions that it has written."""
    script = [sys.executable, "-c", KILLED, str(after), "rewrite", *map(str, words)]
    done = subprocess.run(script, env=os.environ, capture_output=True, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def lines(result: Result, folder: Path) -> list[str]:
    return result.output.replace(str(folder), "").splitlines()


@pytest.mark.parametrize("after", [1, 6])
@pytest.mark.parametrize("name", WORDS)
def test_a_command_goes_on(name: str, after: int, tmp_path: Path) -> None:
    words = (*WORDS[name], LEFT_OUT)
    expected = run("--out", tmp_path / "whole", *words, *MYSQL)
    assert expected.exit_code == 0
    out = tmp_path / "out"
    killed(after, "--out", out, *words, *MYSQL)
    assert (out / NOTE).exists()
    done = run("--out", out, *words, *MYSQL)
    assert (done.exit_code, lines(done, out)) == (0, lines(expected, tmp_path / "whole"))
    assert contents(out) == contents(tmp_path / "whole")


def test_logs_that_are_complete_are_not_read_again(tmp_path: Path) -> None:
    logs = [Path(shutil.copy(log, tmp_path)) for log in MYSQL]
    out = tmp_path / "out"
    assert run("--out", tmp_path / "whole", *logs).exit_code == 0
    killed(6, "--out", out, *logs)
    other = out / "of.others.partial"
    other.touch()
    content = logs[0].read_bytes()
    logs[0].write_bytes(content[:200] + b"?" * (len(content) - 200))
    assert run("--out", out, *logs).exit_code == 0
    other.unlink()
    assert contents(out) == contents(tmp_path / "whole")


def test_warnings_are_given_again(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/statements.binlog"
    events = list(read_events(log))
    middle = events[len(events) // 2].position
    words = (log, *MYSQL, "--start-position", str(middle))
    expected = run("--out", tmp_path / "whole", *words)
    kept = re.search(r"(\d+) transactions", expected.output)
    assert kept is not None
    out = tmp_path / "out"
    killed(int(kept[1]) + 1, "--out", out, *words)
    assert json.loads((out / NOTE).read_bytes())["warnings"]
    done = run("--out", out, *words)
    assert (done.exit_code, expected.exit_code) == (INCOMPLETE, INCOMPLETE)
    assert lines(done, out) == lines(expected, tmp_path / "whole")


@pytest.mark.parametrize(
    "other", [("--database", "rotated"), ("--split-at", "1m"), ("--no-checksums",)]
)
def test_another_command_is_refused(other: tuple[str, ...], tmp_path: Path) -> None:
    killed(6, "--out", tmp_path, *MYSQL)
    before = contents(tmp_path)
    done = run("--out", tmp_path, *other, *MYSQL)
    assert (done.exit_code, "has an unfinished rewrite" in done.output) == (1, True)
    assert contents(tmp_path) == before


def test_a_log_that_has_changed_meanwhile_is_named(tmp_path: Path) -> None:
    killed(6, "--out", tmp_path, *MYSQL)
    (tmp_path / "rotated.1.binlog").write_bytes(b"")
    done = run("--out", tmp_path, *MYSQL)
    assert done.exit_code == 1
    assert "expected a file of 1,698 bytes" in done.output


def test_a_file_of_others_is_never_replaced(tmp_path: Path) -> None:
    words = ("--out", tmp_path, "--split-at", "transaction", *MYSQL)
    other = tmp_path / "rotated.7.binlog"
    other.write_bytes(b"of others")
    for _ in range(2):
        done = run(*words)
        assert (done.exit_code, f"{other.name}: the file exists" in done.output) == (1, True)
        assert contents(tmp_path) == {other.name: b"of others"}
    other.rename(tmp_path / "rotated.0.binlog")
    assert run(*words).exit_code == 0


def test_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    uri = bucket.uri("resumed")
    assert run("--out", bucket.uri("foreign"), *MYSQL[1:]).exit_code == 0
    words = ("--split-at", "transaction", *MYSQL)
    refused = run("--out", bucket.uri("foreign"), *words)
    assert (refused.exit_code, "rotated.2.binlog: the object exists" in refused.output) == (1, True)
    killed(6, "--out", uri, *MYSQL)
    assert run("--out", uri, *MYSQL).exit_code == 0
    assert run("--out", tmp_path, *MYSQL).exit_code == 0
    selector = FileSelector("logs/resumed")
    found = {entry.base_name: entry.path for entry in bucket.filesystem.get_file_info(selector)}
    assert found.keys() == contents(tmp_path).keys()
    for name, content in contents(tmp_path).items():
        with bucket.filesystem.open_input_file(found[name]) as stream:
            assert stream.read() == content


class Killed(Exception):  # noqa: N818 - no error
    """The end of a run."""


def in_tasks(logs: list[Path], out: Path, *, gtid: str, until: int = 100) -> int:
    """Rewrite logs in tasks, and kill that behind some tasks; return how many logs were written."""
    left, done = until, 0

    def count(*words: Any, **more: Any) -> None:
        nonlocal done
        done += 1
        rewrite_log(*words, **more)

    def runner(tasks: Sequence[Callable[[], Any]]) -> Iterator[Any]:
        nonlocal left
        for task in tasks:
            if left == 0:
                raise Killed
            left -= 1
            yield task()

    scanned = scan(logs, is_typed=False, exclude_gtids=gtid)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("binlog_kaitai.rewrite.tasks.rewrite_log", count)
        with suppress(Killed):
            rewrite_in_tasks(scanned, FolderTarget(out), Options(), runner, gtid)
    return done


@pytest.mark.parametrize(
    ("name", "gtid", "num_written"),
    [("mysql97/xa", LEFT_OUT, 3), ("mysql97/xa", "", 5), ("mariadb118/rotated", "", 3)],
    ids=["all", "mysql", "mariadb"],
)
def test_tasks_go_on(name: str, gtid: str, num_written: int, tmp_path: Path) -> None:
    """Logs behind one with left-out transactions are written twice, and no more than that."""
    logs = sorted(FIXTURES.glob(f"{name}.[0-9].binlog"))
    first = sources(logs[0])[1]
    gtid = gtid or (first if ":" in first else f"={first}")
    expected, _ = rewritten(logs, tmp_path / "whole", exclude_gtids=gtid)
    assert in_tasks(logs, tmp_path / "at_once", gtid=gtid) == num_written
    for until in range(num_written + len(logs)):
        out = tmp_path / str(until)
        before = in_tasks(logs, out, gtid=gtid, until=until)
        again = in_tasks(logs, out, gtid=gtid)
        # behind the last log that is written, notes are deleted
        assert before + again == num_written or (until > num_written and again < num_written)
        assert contents(out) == {log.name: log.read_bytes() for log in expected}


def test_tasks_of_another_call_are_not_gone_on_with(tmp_path: Path) -> None:
    assert in_tasks(MYSQL, tmp_path, gtid=LEFT_OUT, until=1) == 1
    before = contents(tmp_path)
    with pytest.raises(FileExistsError, match="unfinished rewrite"):
        in_tasks(MYSQL, tmp_path, gtid="fbde3e80-e58c-11f1-9cc5-02fc00000001:3")
    with pytest.raises(FileExistsError, match="unfinished rewrite"):
        in_tasks(MYSQL[1:], tmp_path, gtid=LEFT_OUT)
    assert contents(tmp_path) == before


def test_logs_may_be_added_behind_those_of_killed_tasks(tmp_path: Path) -> None:
    assert in_tasks(MYSQL[:1], tmp_path / "out", gtid=LEFT_OUT, until=1) == 1
    expected, _ = rewritten(MYSQL, tmp_path / "whole", exclude_gtids=LEFT_OUT)
    in_tasks(MYSQL, tmp_path / "out", gtid=LEFT_OUT)
    assert contents(tmp_path / "out") == {log.name: log.read_bytes() for log in expected}


def test_a_log_of_a_killed_task_that_is_gone_is_written_again(tmp_path: Path) -> None:
    expected, _ = rewritten(MYSQL, tmp_path / "whole", exclude_gtids=LEFT_OUT)
    in_tasks(MYSQL, tmp_path / "out", gtid=LEFT_OUT, until=1)
    (tmp_path / "out" / MYSQL[0].name).unlink()
    in_tasks(MYSQL, tmp_path / "out", gtid=LEFT_OUT)
    assert contents(tmp_path / "out") == {log.name: log.read_bytes() for log in expected}
