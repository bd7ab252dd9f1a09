"""Logs that tasks rewrite: the same files as those of the command."""

from __future__ import annotations

import shutil
import warnings
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import BinlogError, read_events, redaction_of
from binlog_kaitai.cli.rewrite import rewrite as command
from binlog_kaitai.read.ddl import Ddl
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.spark import rewrite
from binlog_kaitai.spark.functions.rewriting import RewriteWarning, Selection
from tests.conftest import Bucket
from tests.replay import FIXTURES
from tests.test_rewrite import rewritten, run, sources
from tests.test_rewrite_resumed import contents

NAMES = ("mysql97/rotated", "mariadb118/rotated", "mysql97/xa", "mysql97/gtid_tagged")


def logs_of(name: str) -> list[Path]:
    return sorted(FIXTURES.glob(f"{name}.[0-9].binlog"))


def selections(logs: list[Path]) -> list[dict[str, Any]]:
    gtids = [gtid for log in logs for gtid in sources(log)]
    times = sorted(event.timestamp for log in logs for event in read_events(log) if event.timestamp)
    mark = "" if ":" in gtids[0] else "="
    found: list[dict[str, Any]] = [{}, {"exclude_gtids": mark + gtids[1]}]
    found += [{"stop": times[len(times) // 2]}, {"table": "*.events"}, {"server_id": 4711}]
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("spark")
def test_tasks_write_what_the_command_writes(name: str, tmp_path: Path) -> None:
    logs = logs_of(name)
    assert len(logs) > 1
    for number, selection in enumerate(selections(logs)):
        expected, warnings = rewritten(logs, tmp_path / f"{number}.expected", **selection)
        out = tmp_path / f"{number}.tasks"
        if warnings:
            with pytest.warns(UserWarning, match="broken dependencies"):
                done = rewrite([*map(str, logs)], str(out), **selection)
        else:
            done = rewrite([*map(str, logs)], str(out), **selection)
        assert done.broken == warnings
        assert [Path(log.path).read_bytes() for log in done.logs] == [
            log.read_bytes() for log in expected
        ]
        assert sorted(path.name for path in out.iterdir()) == [path.name for path in expected]


@pytest.mark.usefixtures("spark")
def test_tasks_change_events_and_write_to_a_bucket(bucket: Bucket, tmp_path: Path) -> None:
    logs = logs_of("mysql97/rotated")
    rules = redaction_of(["rotated.events.v=null", "rotated.events.nothing=null"])
    options = Options({"rotated": "trial"}, has_checksums=False, redaction=rules)
    expected, _ = rewritten(logs, tmp_path / "out", options)
    with pytest.warns(UserWarning, match="no nothing to redact in any row of rotated.events"):
        done = rewrite(
            [*map(str, logs)],
            bucket.uri("spark"),
            rewrite_db={"rotated": "trial"},
            checksums=False,
            redact=rules,
        )
    for log in expected:
        with bucket.filesystem.open_input_file(f"logs/spark/{log.name}") as stream:
            assert stream.read() == log.read_bytes()
    assert sum(log.counts.values for log in done.logs) > 0


TYPES = FIXTURES / "mysql97/types.sql"

CHANGES: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("mysql97/rotated", ("--compress",), {"compress": True}),
    ("mysql97/compressed", ("--decompress",), {"compress": False}),
    ("mariadb118/types", ("--compress", "--no-checksums"), {"compress": True, "checksums": False}),
    (
        "mysql97/types_minimal",
        ("--full-metadata", "--ddl", str(TYPES), "--ddl-at", "all"),
        {"full_metadata": True, "ddl": Ddl(TYPES, "all")},
    ),
    (
        "mysql97/json_partial",
        ("--redact", "documents.docs.j$.c.d=hash", "--redact", "j$**.filler=cut"),
        {"redact": ["documents.docs.j$.c.d=hash", "j$**.filler=cut"]},
    ),
    ("mysql97/rotated", ("--rewrite-db", "rotated=b"), {"rewrite_db": {"rotated": "b"}}),
]


@pytest.mark.parametrize(
    ("name", "words", "changes"), CHANGES, ids=["".join(words[:2])[2:20] for _, words, _ in CHANGES]
)
@pytest.mark.usefixtures("spark")
def test_each_change_is_that_of_the_command(
    name: str, words: tuple[str, ...], changes: dict[str, Any], tmp_path: Path
) -> None:
    logs = sorted(FIXTURES.glob(f"{name}.*binlog"))
    if "redact" in changes:
        key = tmp_path / "key"
        key.write_bytes(b"a key of hashes")
        words = (*words, "--redact-key", str(key))
        changes = {"redact": redaction_of(changes["redact"], key)}
    done = run("--out", tmp_path / "command", *words, *logs)
    assert done.exit_code == 0, done.output
    tasks = rewrite([*map(str, logs)], str(tmp_path / "tasks"), **changes)
    assert tasks.broken == []
    written = contents(tmp_path / "tasks")
    assert written == contents(tmp_path / "command")
    assert all(written[log.name] != log.read_bytes() for log in logs)


@pytest.mark.usefixtures("spark")
def test_encrypted_logs(tmp_path: Path) -> None:
    keyring = str(FIXTURES / "mysql97/encrypted.keyring")
    logs = sorted(FIXTURES.glob("mysql97/encrypted.*.locked"))
    done = run("--out", tmp_path / "command", "--keyring", keyring, *logs)
    assert done.exit_code == 0, done.output
    rewrite([*map(str, logs)], str(tmp_path / "tasks"), keyring=keyring)
    assert contents(tmp_path / "tasks") == contents(tmp_path / "command")


@pytest.mark.usefixtures("spark")
def test_a_call_that_failed_goes_on(tmp_path: Path) -> None:
    """Logs that were finished are not read again, and the end is that of a call without damage."""
    logs = [Path(shutil.copy(log, tmp_path)) for log in logs_of("mysql97/xa")]
    names, out, sound = [*map(str, logs)], tmp_path / "out", logs[1].read_bytes()
    gtid = sources(logs[0])[1]
    assert run("--out", tmp_path / "whole", "--exclude-gtids", gtid, *logs).exit_code in {0, 3}
    _damage(logs[1])
    with pytest.raises(BinlogError, match=logs[1].name):
        rewrite(names, str(out), exclude_gtids=gtid)
    with pytest.raises(FileExistsError, match="unfinished rewrite"):
        rewrite(names, str(out))
    logs[1].write_bytes(sound)
    _damage(logs[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RewriteWarning)
        rewrite(names, str(out), exclude_gtids=gtid)
    assert contents(out) == contents(tmp_path / "whole")


def _damage(log: Path) -> None:
    content = log.read_bytes()
    log.write_bytes(content[:200] + b"?" * (len(content) - 200))


RENAMED = {
    "files": "logs",
    "has_checksums": "checksums",
    "compresses": "compress",
    "completes": "full_metadata",
    "redact_key": "redact",
    "ddl_at": "ddl",
    "ddl_in_logs": "ddl",
}

OF_COMMANDS = {"split_at", "merges", "fail_if_empty"}


def test_there_is_an_argument_for_each_option_of_the_command() -> None:
    options = {one.name for one in command.params if not getattr(one, "hidden", False)}
    found = {RENAMED.get(str(name), name) for name in options - OF_COMMANDS}
    assert found == {*Selection.__annotations__, *signature(rewrite).parameters} - {"selection"}


@pytest.mark.usefixtures("spark")
def test_splitting_and_merging_are_refused(tmp_path: Path) -> None:
    for words in ({"split_at": 2**20}, {"merge": True}):
        with pytest.raises(TypeError, match=next(iter(words))):
            rewrite("binlog.000001", str(tmp_path), **words)  # type: ignore[arg-type]


@pytest.mark.usefixtures("spark")
def test_errors_are_those_of_the_command(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(log.read_bytes()[:-50])
    with pytest.raises(BinlogError, match="cut"):
        rewrite(str(cut), str(tmp_path / "out"))
    assert list((tmp_path / "out").iterdir()) == []
    rewrite(str(log), str(tmp_path / "out"))
    with pytest.raises(FileExistsError):
        rewrite(str(log), str(tmp_path / "out"))
    with pytest.raises(ValueError, match="directory or a bucket"):
        rewrite(str(log), "-")


def test_one_session(spark: SparkSession) -> None:
    """The tasks above ran in the session of the tests, and did not end it."""
    assert spark.range(1).count() == 1
