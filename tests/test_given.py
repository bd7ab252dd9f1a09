"""What users give as logs: files, folders, patterns, lists, buckets, pipes, and what is packed."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from binlog_kaitai import scan
from binlog_kaitai.io.given import given_logs
from binlog_kaitai.io.paths import base_name
from tests.conftest import Bucket
from tests.replay import FIXTURES

LOGS = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
ONE, TWO = names = ["binlog.000001", "binlog.000002"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of a server's logs, with others that are none, where commands are run."""
    for log, name in zip(LOGS, names, strict=True):
        shutil.copy(log, tmp_path / name)
    (tmp_path / "binlog.index").write_text(f"./{ONE}\n/var/lib/mysql/{TWO}\n")
    (tmp_path / "notes.txt").write_text("no log")
    (tmp_path / "deep").mkdir()
    shutil.copy(LOGS[0], tmp_path / "deep" / ONE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


GIVEN = [
    ([ONE], [ONE]),
    ([TWO, ONE, TWO], [TWO, ONE, TWO]),
    (["."], names),
    (["binlog.*[0-9]"], names),
    (["binlog.00000{2,1}"], names),
    (["**/binlog.000001"], [ONE, ONE]),
    (["binlog.index"], names),
    (["binlog.*"], names),
    ([ONE, TWO, "binlog.index"], names),
    ([TWO, "binlog.index"], [TWO, ONE]),
    ([TWO, "."], [TWO, *names]),
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("paths", "expected"), GIVEN)
def test_paths_stand_for_logs_in_the_order_given(paths: list[str], expected: list[str]) -> None:
    assert [base_name(log.path) for log in given_logs(paths)] == expected


@pytest.mark.usefixtures("folder")
def test_a_path_keeps_its_name_in_messages() -> None:
    assert [log.path for log in given_logs([ONE, Path(TWO)])] == names
    assert [log.size for log in given_logs(["."])] == [log.stat().st_size for log in LOGS]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("deep/*.binlog", FileNotFoundError),
        ("missing", FileNotFoundError),
        ("ftp://host/log", ValueError),
    ],
)
def test_what_stands_for_no_log_is_an_error(path: str, error: type[Exception]) -> None:
    with pytest.raises(error, match=path.replace("*", r"\*")):
        given_logs([ONE, path])
    with pytest.raises(ValueError, match="expected the path of a log file"):
        given_logs([])


def test_a_prefix_in_a_bucket(bucket: Bucket) -> None:
    for log, name in zip(LOGS, names, strict=True):
        bucket.write(f"given/{name}", log.read_bytes())
    for path in ("given/", "given/binlog.*"):
        found = given_logs([bucket.uri(path)])
        assert [base_name(log.path) for log in found] == names
    rows = sum(batch.num_rows for batch in scan(bucket.uri("given/"), engine="tree"))
    assert rows == sum(batch.num_rows for batch in scan(LOGS, engine="tree"))


@pytest.mark.parametrize(
    "compress", [bytes, gzip.compress, zstandard.compress, lzma.compress, bz2.compress]
)
def test_a_pipe_is_read_more_than_once(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    content = compress(LOGS[0].read_bytes())
    writer = threading.Thread(target=pipe.write_bytes, args=[content])
    writer.start()
    found = scan(pipe, "rotated.other", engine="tree")  # its schema is looked for first
    writer.join()
    for _ in range(2):
        rows = [row for batch in found for row in batch.to_pylist()]
        assert [(row["_file"], row["id"]) for row in rows] == [("pipe", 1), ("pipe", 2)]


@pytest.mark.few(1)
@pytest.mark.parametrize("content", [b"", b"no log", LOGS[0].read_bytes()])
def test_standard_input(content: bytes) -> None:
    command = [sys.executable, "-m", "binlog_kaitai", "rows", "--engine=tree", "--columns=file"]
    done = subprocess.run([*command, "-"], input=content, capture_output=True, check=False)
    if content == LOGS[0].read_bytes():
        assert (done.returncode, done.stderr) == (0, b"")
        assert set(done.stdout.splitlines()) == {b'{"file": "-"}'}
    else:
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.startswith(b"error: -: at byte 0: expected a binary log")
