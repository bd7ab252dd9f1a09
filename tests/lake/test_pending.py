"""Current tables that are merged at an interval of their own."""

from __future__ import annotations

import itertools
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from deltalake import DeltaTable
from pyiceberg.catalog.sql import SqlCatalog

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.io.status import Status, read_status
from binlog_kaitai.lake.commit import PENDING
from binlog_kaitai.lake.current import pending as pending_module
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow, last_status
from binlog_kaitai.lake.iceberg import identifier_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.lake.tables import FORMATS, Format
from tests.lake.datasets import archive
from tests.lake.test_again import ROTATED, export_killed
from tests.typed import in_order

LAKE = Path(__file__).parent
FIRST_BYTES = 700
WAITING = Asked(waits=True)


def growing(logs: list[Path], folder: Path, step: int, *, closes: bool = True) -> Any:
    """Write logs to a folder, and yield after some bytes each; the last log need not close."""
    folder.mkdir()
    for number, log in enumerate(logs, 1):
        content = log.read_bytes()
        whole = [len(content)] if closes or number < len(logs) else []
        for size in [*range(FIRST_BYTES, len(content), step), *whole]:
            (folder / f"binlog.{number:06d}").write_bytes(content[:size])
            yield


def merged(out: Path, file_format: Format = "parquet") -> dict[str, list[Any]]:
    """Return the rows of the current tables, by the names of their folders."""
    found = {}
    catalog = SqlCatalog("binlog", uri=f"sqlite:///{out}/catalog.db")
    for path in sorted(out.glob("*.current")):
        if file_format == "delta":
            rows = DeltaTable(path.as_uri()).to_pyarrow_table().drop(["log_bucket"])
        elif file_format == "iceberg":
            rows = catalog.load_table(identifier_of(path.name)).scan().to_arrow()
        else:
            rows = pq.read_table(path)
        found[path.name] = in_order(rows.to_pylist())
    return found


def state_of(out: Path) -> State:
    state = load_state(Store.at(out))
    assert state is not None
    return state


def run(folder: Path, out: Path, current: Asked, file_format: Format) -> Summary:
    return export([str(folder)], out, current=current, follows=True, file_format=file_format)


PAIRS = list(itertools.product(("moved", "conflicts", "stale_from", "rotated"), FORMATS))
SHORT = PAIRS[0], PAIRS[4], PAIRS[8]


@pytest.mark.parametrize(
    ("name", "file_format"),
    [pytest.param(*pair, marks=[] if pair in SHORT else pytest.mark.long) for pair in PAIRS],
)
def test_runs_that_wait_lead_to_the_same_tables(
    tmp_path: Path, name: str, file_format: Format
) -> None:
    """With DDL, with tables that are set aside, and with logs that end meanwhile."""
    logs = sorted((LAKE / name).glob("binlog.*")) or list(map(Path, ROTATED))
    clean, out = tmp_path / "clean", tmp_path / "out"
    export(list(map(str, logs)), clean, current=Asked(), file_format=file_format)
    runs, waiting = itertools.count(1), 0
    for _ in growing(logs, tmp_path / "logs", 700):
        number = next(runs)
        before = merged(out, file_format) if out.exists() else {}
        place = state_of(out).current_place() if out.exists() else None
        run(tmp_path / "logs", out, Asked() if number in (1, 5) else WAITING, file_format)
        state = state_of(out)
        if state.pending is not None:
            waiting += 1
            assert merged(out, file_format) == before
            assert state.current_place() == place
    assert waiting
    last = run(tmp_path / "logs", out, Asked(), file_format)
    assert last.current_since is None
    assert merged(out, file_format) == merged(clean, file_format)
    assert not Store.at(out).exists(PENDING)
    expected, found = state_of(clean), state_of(out)
    assert found.current_place() == found.place()
    assert {key: one.cause for key, one in found.aside.items()} == {
        key: one.cause for key, one in expected.aside.items()
    }
    if file_format == "parquet":
        without_file = [
            {folder: [row.partition("_position")[2] for row in rows] for folder, rows in one}
            for one in (archive(out).items(), archive(clean).items())
        ]
        assert without_file[0] == without_file[1]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs, and the exports of part of them and of all, of which one waits."""
    root = tmp_path_factory.mktemp("grown")
    logs = root / "logs"
    for number, _ in enumerate(growing(list(map(Path, ROTATED)), logs, 600, closes=False)):
        run(logs, root / "out", Asked() if not number else WAITING, "parquet")
        if number == 1:
            shutil.copytree(root / "out", root / "half")
    run(logs, root / "clean", Asked(), "parquet")
    assert state_of(root / "out").pending is not None
    return root


@pytest.mark.parametrize(("before", "current"), [("half", WAITING), ("out", Asked())])
def test_killed_anywhere_it_goes_on(
    tmp_path: Path, grown: Path, before: str, current: Asked
) -> None:
    """A run that waits, and one that merges what waits."""
    logs, expected = [str(grown / "logs")], (archive(grown / "clean"), merged(grown / "clean"))
    for count in itertools.count(0, 5):
        out = tmp_path / str(count)
        shutil.copytree(grown / before, out)
        is_killed = export_killed(count, logs, out, current=current, follows=True)
        export(logs, out, current=current, follows=True, runner=Threads(1))
        export(logs, out, current=Asked(), follows=True, runner=Threads(1))
        assert (archive(out), merged(out)) == expected
        assert {path.name for path in (out / "_export").iterdir()} == {"lock", "state.json"}
        if not is_killed:
            break
    assert count > 10


def test_files_that_others_remove_are_not_missed(tmp_path: Path, grown: Path) -> None:
    """Another writer has compacted and vacuumed a Delta table whose changes wait."""
    logs, out = tmp_path / "logs", tmp_path / "out"
    for number, _ in enumerate(growing(list(map(Path, ROTATED)), logs, 600, closes=False)):
        run(logs, out, Asked() if not number else WAITING, "delta")
    table = DeltaTable(out / "rotated.events")
    table.optimize.compact()
    table.vacuum(0, enforce_retention_duration=False, dry_run=False)
    run(logs, out, Asked(), "delta")
    assert merged(out, "delta") == merged(grown / "clean")


def test_changes_that_wait_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = []
    for limit in (1, 100):
        monkeypatch.setattr(pending_module, "MAX_FILES", limit)
        logs, out, counts = tmp_path / f"logs-{limit}", tmp_path / f"out-{limit}", []
        for number, _ in enumerate(growing(list(map(Path, ROTATED)), logs, 150, closes=False)):
            run(logs, out, Asked() if not number else WAITING, "parquet")
            pending = state_of(out).pending
            counts.append(0 if pending is None else pending.files)
        most.append(max(counts))
    assert most[0] == 1 < most[1]


def test_a_follower_merges_at_its_interval_and_at_its_end(tmp_path: Path, grown: Path) -> None:
    logs, out = tmp_path / "logs", tmp_path / "out"
    steps, status = (
        growing(list(map(Path, ROTATED)), logs, 600, closes=False),
        Status("export", str(out)),
    )
    next(steps)
    seen: list[tuple[bool, int]] = []

    def is_over() -> bool:
        seen.append((status.current_since is not None, status.commits))
        if len(seen) == 3:
            reported = last_status(str(out))
            assert reported is not None
            assert reported.current_since == status.current_since
        return len(seen) > 1 and next(steps, 0) == 0

    options: dict[str, Any] = {"current": Asked(), "is_over": is_over, "status": status}
    for _ in follow([str(logs)], out, every=0.01, current_every=3600, **options):
        pass
    waits = [waits for waits, _ in seen]
    assert waits[:3] == [False, False, True]
    assert waits[-2:] == [True, False]
    assert seen[-1][1] == seen[-2][1] + 1
    assert merged(out) == merged(grown / "clean")


def test_a_follower_merges_after_its_interval_without_new_events(tmp_path: Path) -> None:
    logs, out, status = tmp_path / "logs", tmp_path / "out", Status("export", "")
    steps = growing(list(map(Path, ROTATED[:1])), logs, 600, closes=False)
    next(steps)
    began, ended = time.monotonic(), [0.0]

    def is_over() -> bool:
        if status.commits == 1:
            next(steps)
        if status.commits == 3 and not ended[0]:
            ended[0] = time.monotonic() - began
        return status.commits == 3 or time.monotonic() > began + 60

    options: dict[str, Any] = {"current": Asked(), "is_over": is_over, "status": status}
    for _ in follow([str(logs)], out, every=0.01, current_every=1.5, **options):
        pass
    assert 1.5 <= ended[0] < 60
    assert state_of(out).pending is None


@pytest.mark.parametrize("count", [1, 2])
def test_the_first_signal_lets_a_follower_merge(tmp_path: Path, count: int) -> None:
    """The second one ends it at once; the changes wait for the next run."""
    logs, out, path = tmp_path / "logs", tmp_path / "out", tmp_path / "out.status.json"
    steps = growing(list(map(Path, ROTATED[:1])), logs, 600, closes=False)
    next(steps)
    every = "0.2" if count == 1 else "3"
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow", "--current"]
    command += ["--every", every, "--current-every", "3600", "--status", str(path)]
    with subprocess.Popen(
        [*command, "--out", str(out), str(logs)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        next(steps)
        program.stdout.readline()
        time.sleep(0.5)
        assert read_status(path)["current_since"] is not None
        shown = CliRunner().invoke(main, ["status", str(path)]).stdout
        assert "current tables: without the changes of the last " in shown
        for _ in range(count):
            program.send_signal(signal.SIGINT)
            time.sleep(0.1)
        assert program.wait(60) == INTERRUPTED
    assert (state_of(out).pending is None) == (count == 1)
    assert json.loads(path.read_text())["state"] == "stopped"


def test_an_interval_requires_current_tables_that_follow() -> None:
    for options in (["--current"], ["--follow"]):
        command = ["export", "--out", "out", "--current-every", "9", *options, *ROTATED]
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 2
        assert "--current-every requires --follow and --current" in result.stderr
    result = CliRunner().invoke(main, ["export", "--out", "out", "--maintain-every", "9", *ROTATED])
    assert "--maintain-every requires --follow" in result.stderr
