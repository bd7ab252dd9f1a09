"""Current tables of logs that begin in a table's midlife say that they lack rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import MIDLIFE
from tests.lake.test_set_aside import AFTER, LOGS
from tests.lake.test_stale_tables import property_of

NOTE = "without the rows that are older than the logs: "


@pytest.mark.parametrize(
    ("runs", "whole"),
    [([LOGS], {*AFTER, "made", "old", "kept"}), ([LOGS[:1], LOGS], None), ([LOGS[1:]], {"again"})],
    ids=["from the beginning", "in two runs", "in midlife"],
)
def test_a_table_is_whole_if_the_logs_have_seen_it_empty(
    tmp_path: Path, runs: list[list[str]], whole: set[str] | None
) -> None:
    for logs in runs:
        result = CliRunner().invoke(main, ["export", "--current", "--out", str(tmp_path), *logs])
    incomplete = {
        folder.name.split(".")[1]: json.loads((folder / "_export.json").read_text())["incomplete"]
        for folder in tmp_path.glob("*.current")
    }
    found = {name for name, is_incomplete in incomplete.items() if not is_incomplete}
    assert found == (incomplete.keys() if whole is None else whole)
    assert (NOTE in result.stdout) == any(incomplete.values())


def test_a_table_has_the_mark_until_it_is_emptied(tmp_path: Path) -> None:
    summary = export(LOGS[1:], tmp_path, current=Asked(), file_format="delta")
    assert "moved.kept" in summary.incomplete
    assert property_of(tmp_path, "moved.kept.current", "delta") == MIDLIFE
    assert not property_of(tmp_path, "moved.again.current", "delta")
