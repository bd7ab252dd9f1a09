"""Definitions of tables from the DDL in logs, over the runs of an export."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import Ddl
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.job import export
from binlog_kaitai.read import table_versions
from tests.lake.datasets import archive
from tests.replay import FIXTURES

LOGS = [FIXTURES / "mysql56" / f"altered.{number}.binlog" for number in (1, 2)]
NAMES = ["binlog.000001", "binlog.000002"]


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The logs whose DDL is read, with the bytes at which the reading starts."""
    found: list[tuple[str, int]] = []
    read = table_versions.read_statements

    def noting(log: str, readers: Any, scope: Any) -> Iterator[Any]:
        found.append((base_name(log), scope.span.start))
        return read(log, readers, scope)

    monkeypatch.setattr(table_versions, "read_statements", noting)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the first log."""
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(LOGS[0], folder / NAMES[0])
    return folder


@pytest.fixture
def whole(tmp_path: Path, folder: Path) -> dict[str, list[str]]:
    """The datasets of one run over both logs."""
    every = folder.parent / "every"
    shutil.copytree(folder, every)
    shutil.copy(LOGS[1], every / NAMES[1])
    run(every, tmp_path / "clean")
    return archive(tmp_path / "clean")


def run(folder: Path, out: Path, *, follows: bool = False) -> None:
    export([str(folder)], out, ddl=Ddl(in_logs=True), follows=follows)


def test_a_later_run_reads_only_new_ddl(
    folder: Path, tmp_path: Path, whole: dict[str, list[str]], spans: list[tuple[str, int]]
) -> None:
    spans.clear()
    run(folder, tmp_path / "out")
    shutil.copy(LOGS[1], folder / NAMES[1])
    run(folder, tmp_path / "out")
    assert archive(tmp_path / "out") == whole
    run(folder, tmp_path / "out")
    assert spans == [(NAMES[0], 0), (NAMES[1], 0)]


def test_names_of_a_purged_log_are_kept(
    folder: Path, tmp_path: Path, whole: dict[str, list[str]]
) -> None:
    run(folder, tmp_path / "out", follows=True)
    (folder / NAMES[0]).unlink()
    shutil.copy(LOGS[1], folder / NAMES[1])
    run(folder, tmp_path / "out", follows=True)
    assert archive(tmp_path / "out") == whole


@pytest.mark.parametrize("step", [400, 1300])
def test_ddl_of_a_log_that_grows(
    folder: Path,
    tmp_path: Path,
    whole: dict[str, list[str]],
    spans: list[tuple[str, int]],
    step: int,
) -> None:
    spans.clear()
    for name, log in zip(NAMES, LOGS, strict=True):
        content = log.read_bytes()
        for size in [*range(step, len(content), step), len(content)]:
            (folder / name).write_bytes(content[:size])
            run(folder, tmp_path / "out", follows=True)
    assert archive(tmp_path / "out") == whole
    assert len(set(spans)) == len(spans)


def test_a_log_that_comes_late_has_all_ddl_read_again(
    folder: Path, tmp_path: Path, whole: dict[str, list[str]], spans: list[tuple[str, int]]
) -> None:
    (folder / NAMES[0]).rename(tmp_path / NAMES[0])
    shutil.copy(LOGS[1], folder / NAMES[1])
    run(folder, tmp_path / "out")
    spans.clear()
    (tmp_path / NAMES[0]).rename(folder / NAMES[0])
    run(folder, tmp_path / "out")
    assert spans == [(NAMES[0], 0), (NAMES[1], 0)]
    assert archive(tmp_path / "out")["statements"] == whole["statements"]
