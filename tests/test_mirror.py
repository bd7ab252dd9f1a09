"""The command `mirror`: which commands it runs, in which order, and how it ends.

tests/replication/test_live_snapshot.py has a mirror of a server.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli import export as export_module
from binlog_kaitai.cli import mirror as command
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import FAILED, INCOMPLETE, MISUSED
from binlog_kaitai.cli.watching import Watch
from binlog_kaitai.io.status import PROOF as PROVING
from binlog_kaitai.io.status import Status, read_status
from binlog_kaitai.lake import following

URI = "mysql://reader@127.0.0.1:1"
SNAPSHOT, PROOF, FOLLOW = "snapshot", "proof", "follow"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    """Return the options of the commands that were run; an option `ends` is their status."""
    found: dict[str, dict[str, Any]] = {}
    ends: dict[str, int] = {}

    def run(name: str, options: dict[str, Any]) -> None:
        found[name] = options
        if name in ends:
            raise click.exceptions.Exit(ends[name])

    monkeypatch.setattr(
        command.export, "callback", lambda **told: run(FOLLOW if told["follow"] else SNAPSHOT, told)
    )
    monkeypatch.setattr(command.prove, "callback", lambda **told: run(PROOF, told))
    found["ends"] = ends
    return found


def mirror(*arguments: str) -> int:
    return CliRunner().invoke(main, ["mirror", *arguments]).exit_code


def test_it_makes_proves_and_follows(calls: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "status.json"
    options = ["--format", "delta", "--table", "shop.*", "--certificate", "proof.json"]
    load = ["--max-load", "Threads_running=9"]
    assert mirror("--out", "lake/", *options, "--status", str(path), *load, URI) == 0
    assert (read_status(path)["state"], read_status(path)["command"]) == ("stopped", "mirror")
    assert [name for name in calls if name != "ends"] == [SNAPSHOT, PROOF, FOLLOW]
    for name in (SNAPSHOT, FOLLOW):
        told = calls[name]
        assert told["files"] == (f"{URI}?start=latest",)
        assert (told["out"], told["spool"]) == ("lake/", "lake-spool")
        assert (told["current"], told["snapshot"]) == (True, True)
        assert (told["watch"].status.command, told["watch"].status.target) == ("mirror", "lake/")
        assert told["status"] is None
        assert told["max_load"] == {"Threads_running": 9}
        assert (told["file_format"], told["table"]) == ("delta", "shop.*")
    assert str(calls[PROOF]["server"]) == URI
    assert (calls[PROOF]["lake"], calls[PROOF]["table"]) == ("lake/", "shop.*")
    assert calls[PROOF]["certificate"] == ("proof.json",)


@pytest.mark.parametrize(
    ("ends", "arguments", "status", "runs"),
    [
        ({}, ["--once"], 0, [SNAPSHOT, PROOF]),
        ({SNAPSHOT: INCOMPLETE}, ["--once"], INCOMPLETE, [SNAPSHOT, PROOF]),
        ({PROOF: INCOMPLETE}, [], INCOMPLETE, [SNAPSHOT, PROOF, FOLLOW]),
        ({PROOF: FAILED}, [], FAILED, [SNAPSHOT, PROOF]),
        ({SNAPSHOT: FAILED}, [], FAILED, [SNAPSHOT]),
        ({FOLLOW: INCOMPLETE}, [], INCOMPLETE, [SNAPSHOT, PROOF, FOLLOW]),
    ],
)
def test_the_status_is_that_of_the_worst_part(
    calls: dict[str, dict[str, Any]],
    ends: dict[str, int],
    arguments: list[str],
    status: int,
    runs: list[str],
) -> None:
    calls["ends"].update(ends)
    assert mirror("--out", "lake", *arguments, URI) == status
    assert [name for name in calls if name != "ends"] == runs


def test_a_status_covers_all_parts(
    calls: dict[str, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follower learns what the proof left out, to end so; a mirror that differs has failed."""
    path, seen = tmp_path / "status.json", []

    def proved(**_: Any) -> None:
        status = calls[SNAPSHOT]["watch"].status
        seen.append((status.state, status.step["stage"]))
        raise click.exceptions.Exit(calls["ends"][PROOF])

    monkeypatch.setattr(command.prove, "callback", proved)
    for number, follows in ((INCOMPLETE, True), (FAILED, False)):
        calls["ends"][PROOF] = number
        calls.pop(FOLLOW, None)
        assert mirror("--out", "lake", "--status", str(path), URI) == number
        assert (FOLLOW in calls) == follows
        assert not follows or calls[FOLLOW]["watch"].lacks
    assert seen == [("running", PROVING)] * 2
    assert read_status(path)["problem"] == "tables differ from the server"


@pytest.mark.parametrize("lacks", [False, True])
def test_a_signal_ends_it_with_the_status_of_the_proof(
    lacks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[Callable[[], int | None]] = []

    def end_with(ending: Callable[[], int | None], **_: Any) -> Callable[[], None]:
        ends.append(ending)
        return lambda: None

    monkeypatch.setattr(export_module, "end_with", end_with)
    monkeypatch.setattr(following, "follow", lambda *_, **__: iter(()))
    watch = Watch(Status("mirror", "lake"), lacks=lacks)
    with click.Context(command.export) as context:
        context.invoke(command.export, files=("log",), out="lake", follow=True, watch=watch)
    (ending,) = ends
    assert ending() == (INCOMPLETE if lacks else None)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        (f"{URI}?tls=off", f"{URI}?tls=off&start=latest"),
        (f"{URI}?start=earliest", f"{URI}?start=earliest"),
        (f"{URI}/binlog.000007", f"{URI}/binlog.000007"),
    ],
)
def test_logs_begin_now_unless_the_uri_says_where(
    calls: dict[str, dict[str, Any]], uri: str, expected: str
) -> None:
    assert mirror("--out", "lake", uri) == 0
    assert calls[SNAPSHOT]["files"] == (expected,)


def test_a_bucket_needs_a_spool(calls: dict[str, dict[str, Any]]) -> None:
    assert mirror("--out", "s3://lake/shop", URI) == MISUSED
    assert mirror("--out", "s3://lake/shop", "--spool", "spool", URI) == 0
    assert calls[SNAPSHOT]["spool"] == "spool"
