"""Exports that replace tables, and are killed, go on."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.tables import Format
from tests.lake.test_again import export_killed
from tests.lake.test_conflicts import BEHIND, FORMATS, LOGS, changes, current

RESET = "conflicts.*"
ASKED = Asked(defaults={"conflicts.partial": {"b": 7}})


@pytest.mark.long
@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_a_reset_that_is_killed_anywhere_goes_on(tmp_path: Path, file_format: Format) -> None:
    """Run again with the same arguments, it leads to the same tables."""
    first = tmp_path / "first"
    out = tmp_path / "out"  # tables of Iceberg have absolute paths
    export(LOGS[:2], out, current=ASKED, file_format=file_format)
    shutil.copytree(out, first)
    for count in itertools.count(3, 17):
        shutil.rmtree(out)
        shutil.copytree(first, out)
        options = {"current": ASKED, "file_format": file_format, "reset": [RESET]}
        is_killed = export_killed(count, LOGS, out, **options)
        summary = export(LOGS, out, runner=Threads(1), **options)
        assert not summary.set_aside
        for name, rows in BEHIND.items():
            assert current(out, name, file_format) == rows
        assert len(changes(out, "texts", file_format)) == 2
        if not is_killed:
            break


@pytest.mark.parametrize(
    ("file_format", "step"),
    [("parquet", 90), *(pytest.param(one, 7, marks=pytest.mark.long) for one in FORMATS)],
)
def test_an_overwrite_that_is_killed_goes_on(
    tmp_path: Path, file_format: Format, step: int
) -> None:
    """Also where tables as they stand had got their places."""
    out, first = tmp_path / "out", tmp_path / "first"
    export(LOGS[:1], out, current=Asked(), file_format=file_format)
    shutil.copytree(out, first)
    for count in itertools.count(60, step):
        shutil.rmtree(out)
        shutil.copytree(first, out)
        options = {"current": Asked(), "file_format": file_format, "overwrite": True}
        is_killed = export_killed(count, LOGS[:1], out, **options)
        export(LOGS[:1], out, runner=Threads(1), **options)
        assert current(out, "other", file_format) == [(1, 1)]
        if not is_killed:
            break
