"""The command `export` in threads."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.export import export
from binlog_kaitai.cli.options import size_of
from tests.lake.datasets import archive
from tests.replay import FIXTURES

LOG = str(FIXTURES / "mysql97" / "rotated.1.binlog")


@pytest.mark.parametrize("master", ["threads", "threads[*]", "threads[2]"])
def test_threads_are_as_many_as_asked_for(tmp_path: Path, master: str) -> None:
    arguments = ["export", "--master", master, "--out", str(tmp_path), LOG]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert set(archive(tmp_path)) == {"rotated.events", "rotated.other", "statements"}
    again = CliRunner().invoke(main, arguments)
    assert "3 of 3 datasets were complete before" in again.output


@pytest.mark.parametrize(
    ("text", "size"), [("1", 1), ("64K", 2**16), ("128m", 2**27), (" 2GB ", 2**31), ("7b", 7)]
)
def test_a_size_has_its_unit(text: str, size: int) -> None:
    (option,) = (one for one in export.params if one.name == "file_size")
    assert size_of(click.Context(export), option, text) == size


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--master", "threads[0]", "expected threads or threads[N], found 'threads[0]'"),
        ("--master", "threads2", "expected threads or threads[N], found 'threads2'"),
        ("--file-size", "0", "expected a size such as 128m, found '0'"),
        ("--file-size", "much", "expected a size such as 128m, found 'much'"),
    ],
)
def test_what_is_no_value_is_refused(tmp_path: Path, option: str, value: str, said: str) -> None:
    result = CliRunner().invoke(main, ["export", option, value, "--out", str(tmp_path), LOG])
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())
