"""The examples that `--help` ends with are run, in a folder with logs of a shop."""

from __future__ import annotations

import re
import shlex
import zlib
from pathlib import Path
from typing import Any

import pytest
from click import Context
from click.testing import CliRunner, Result

from binlog_kaitai import read_events
from binlog_kaitai.cli.commands import main
from binlog_kaitai.forensics.conformance.cases import Case
from binlog_kaitai.forensics.conformance.scoring import Score
from binlog_kaitai.io.finding import find_files
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.uris import ServerUri
from tests.replay import FIXTURES
from tests.servers import REPOSITORY

NAMES = {
    b"rotated": b"webshop",
    b"events": b"orders",
    b"other": b"items",
    b"log.000003": b"log.000002",
}
COMMANDS = ["", *main.list_commands(Context(main))]
ELSEWHERE = (
    *("archive", "conformance", "diff", "export", "index"),
    *("maintain", "mirror", "prove", "status", "warm-up"),
)
_EXAMPLE = re.compile(r"^ +\$ binlog-kaitai (.*)$", re.MULTILINE)


def examples_of(command: str) -> list[str]:
    help_text = CliRunner().invoke(main, [*filter(None, [command]), "--help"]).stdout
    return _EXAMPLE.findall(help_text)


EXAMPLES = [example for command in COMMANDS for example in examples_of(command)]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that a command is run in."""
    for number in (1, 2):
        log = FIXTURES / "mysql97" / f"rotated.{number}.binlog"
        data = bytearray(log.read_bytes())
        for event in read_events(log):
            start, end = event.position, event.position + event.size
            changed = bytes(data[start : end - 4])
            for name, other in NAMES.items():
                changed = changed.replace(name, other)
            data[start:end] = changed + zlib.crc32(changed).to_bytes(4, "little")
        (tmp_path / f"binlog.{number:06}").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(example: str) -> Result:
    words = shlex.split(example)
    given = None
    if "<" in words:
        at = words.index("<")
        given = Path(words[at + 1]).read_bytes()
        del words[at : at + 2]
    if ">" in words:
        del words[words.index(">") :]
    return CliRunner().invoke(main, words, input=given)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_three_examples(command: str) -> None:
    assert len(examples_of(command)) == 3


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    "example",
    [e for e in EXAMPLES if not e.startswith(ELSEWHERE)],
)
def test_an_example_prints_something(example: str) -> None:
    result = run(example)
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    assert result.stdout_bytes.count(b"\n") > (0 if example.startswith("specs") else 1)


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.startswith("diff")])
def test_an_example_of_diff_compares_logs(example: str) -> None:
    """A difference is an exit status of its own."""
    result = run(example)
    assert (result.exit_code, result.stderr) == (int("only" in result.stdout), "")


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.startswith("archive")])
def test_an_example_of_archive_names_a_server(
    example: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers are asked in the tests that are live."""
    asked: list[tuple[str | None, Path]] = []

    def ask(archive: Archive, server: ServerUri) -> None:
        asked.append((server.user, archive.folder))

    monkeypatch.setattr(Archive, "follow" if "--follow" in example else "update", ask)
    assert run(example).exit_code == 0
    assert asked == [("reader", Path("binlogs"))]


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.startswith("export")])
def test_an_example_of_export_names_logs(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The export itself has tests of its own."""
    asked: list[Any] = []

    def export(_: object, files: tuple[str, ...], out: str, **options: Any) -> None:
        asked.append((find_files(files), out, options))
        raise OSError("this far")

    monkeypatch.setattr("binlog_kaitai.cli.console.export_with_bar", export)
    assert "this far" in run(example).stderr
    ((files, out, _),) = asked
    assert ([Path(file.path).name for file in files], out) == (
        ["binlog.000001", "binlog.000002"],
        "datasets",
    )


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.startswith("conformance")])
def test_an_example_of_conformance_names_readers_and_cases(
    example: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of the command is on docs/what-breaks.md."""
    asked: list[str] = []

    def run_reader(command: str, case: Case, _: float) -> Score:
        asked.append(command.split(maxsplit=1)[0])
        return Score(case.name)

    monkeypatch.setattr("binlog_kaitai.cli.conformance.run_reader", run_reader)
    monkeypatch.chdir(REPOSITORY)
    assert run(example).exit_code == 0
    assert set(asked) <= {"binlog-kaitai", "./reader"}
    assert len(asked) > 1


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.startswith("index")])
def test_an_example_of_index_names_a_folder(
    example: str, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index itself has tests of its own."""
    asked: list[str] = []

    def find(folders: list[str]) -> None:
        asked.extend(folders)
        raise OSError("this far")

    (shop / "binlogs").mkdir()
    (shop / "keyring").touch()
    monkeypatch.setattr("binlog_kaitai.cli.index.find_files", find)
    assert "this far" in run(example).stderr
    (folder,) = asked
    assert folder.split("?")[0] in {"binlogs", "s3://bucket/binlogs"}
