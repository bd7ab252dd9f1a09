"""Current tables across logs that are missing."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from binlog_kaitai.io.finding import find_files
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.facts import Gap
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.unread import UnprocessedRange, note_all
from tests.lake.test_conflicts import LOGS, current

NAMES = [f"binlog.00000{number}" for number in (1, 2, 3)]


def copied(folder: Path, **names: str) -> list[str]:
    """Copy logs to other names, by their own names without `binlog.`."""
    folder.mkdir(exist_ok=True)
    sources = {name.rpartition(".")[2]: log for name, log in zip(NAMES, LOGS, strict=True)}
    return [
        str(shutil.copy(sources[number.removeprefix("n")], folder / name))
        for number, name in names.items()
    ]


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        ({"n000001": NAMES[0], "n000003": NAMES[2]}, f"the log that follows {NAMES[0]}"),
        ({"n000001": "a.binlog", "n000003": "b.binlog"}, "the log that follows a.binlog"),
        ({"n000001": "a.binlog", "n000002": "b.binlog"}, None),
        ({"n000001": NAMES[0], "n000002": NAMES[1]}, None),
    ],
)
@pytest.mark.parametrize("is_later", [False, True])
def test_tables_with_rows_before_missing_logs_are_set_aside(
    tmp_path: Path, names: dict[str, str], missing: str | None, *, is_later: bool
) -> None:
    logs = copied(tmp_path / "logs", **names)
    out = tmp_path / "out"
    if is_later and names.get("n000003") == NAMES[2]:
        pytest.skip("an export stops that continues behind a missing number")
    for count in (1, 2) if is_later else (2,):
        summary = export(logs[:count], out, current=Asked())
    aside = summary.set_aside.get("conflicts.other")
    if missing is None:
        assert aside is None
        return
    assert aside is not None
    assert (aside.cause, aside.log, aside.position) == ("gap", Path(logs[1]).name, 0)
    assert f"expected {missing}" in str(aside)
    assert current(out, "other") == [(1, 1)]
    assert "conflicts.keyed" in summary.set_aside
    summary = export(logs, out, current=Asked(), reset=["conflicts.other"])
    assert "conflicts.other" not in summary.set_aside
    assert current(out, "other") == [(1, 11), (2, 12)]


@pytest.mark.parametrize("number", [2, 3])
def test_a_gap_behind_a_log_that_is_gone(tmp_path: Path, number: int) -> None:
    """The names of the logs tell it."""
    before, log = copied(tmp_path / "logs", n000001=NAMES[0], n000003=NAMES[number - 1])
    export([before], tmp_path / "out", current=Asked())
    state = load_state(Store.at(str(tmp_path / "out")))
    assert state is not None
    Path(before).unlink()
    (file,) = find_files([log])
    expected = [Gap(NAMES[2], f"the log that follows {NAMES[0]}")] if number > 2 else []
    assert note_all([UnprocessedRange(file, 0, None)], state) == expected


@pytest.mark.parametrize("end", [415, 2773])
def test_a_log_whose_end_is_missing(tmp_path: Path, end: int) -> None:
    """Nothing closes it, as after a kill of its server; the next one lists more transactions."""
    logs = copied(tmp_path / "logs", n000001=NAMES[0], n000002=NAMES[1], n000003=NAMES[2])
    cut = Path(logs[1])
    cut.write_bytes(cut.read_bytes()[:end])
    export(logs[:1], tmp_path / "out", current=Asked())
    summary = export(logs, tmp_path / "out", current=Asked())
    aside = summary.set_aside["conflicts.other"]
    assert (aside.cause, aside.reason) == (
        "gap",
        f"expected the end of {NAMES[1]}, found {NAMES[2]}",
    )


def test_logs_that_a_server_purged(tmp_path: Path) -> None:
    """They may be the end of a log, and then no name tells it."""
    logs = copied(tmp_path / "logs", n000001=NAMES[0], n000002=NAMES[1])
    export(logs[:1], tmp_path / "out", current=Asked())
    state = load_state(Store.at(str(tmp_path / "out")))
    assert state is not None
    (file,) = find_files(logs[1:])
    new = UnprocessedRange(replace(file, is_behind_gap=True), 0, None)
    missing = f"the logs from {NAMES[0]} on, which were purged"
    assert note_all([new], state) == [Gap(NAMES[1], missing)]
