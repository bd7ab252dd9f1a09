"""Tables that are maintained, also while a follower goes on; and looks whose cost does not grow."""

from __future__ import annotations

import itertools
import os
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from click.testing import CliRunner
from deltalake import DeltaTable
from pyiceberg.catalog.sql import SqlCatalog

from binlog_kaitai.cli.commands import main
from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake import delta, following, iceberg, lock, maintenance
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from binlog_kaitai.lake.iceberg import identifier_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.lock import locked, maintaining
from binlog_kaitai.lake.maintenance import maintain
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import FORMATS, Format
from tests.lake.test_again import ROTATED, killed
from tests.lake.test_pending import WAITING, growing, merged, run, state_of
from tests.typed import in_order

LOGS = list(map(Path, ROTATED))
TABLE = "rotated.events"


def changes(out: Path, file_format: Format) -> dict[str, list[Any]]:
    """Return the rows of the tables of changes, without the paths of their logs."""
    found = {}
    catalog = SqlCatalog("binlog", uri=f"sqlite:///{out}/catalog.db")
    for name in ("rotated.events", "rotated.other", "statements"):
        if file_format == "delta":
            rows = DeltaTable((out / name).as_uri()).to_pyarrow_table()
        elif file_format == "iceberg":
            rows = catalog.load_table(identifier_of(name)).scan().to_arrow()
        else:
            rows = ds.dataset(out / name, partitioning="hive").to_table()
        lead = "" if name == "statements" else "_"
        dropped = {"log_date", f"{lead}file"}
        kept = rows.select([one for one in rows.schema.names if one not in dropped])
        found[name] = in_order(kept.to_pylist())
    return found


def grown(folder: Path, file_format: Format, step: int = 250) -> tuple[Path, Path]:
    """Return logs and their export by many runs."""
    logs, out = folder / "logs", folder / "out"
    for _ in growing(LOGS, logs, step):
        run(logs, out, Asked(), file_format)
    return logs, out


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("file_format", FORMATS)
def test_small_files_are_merged_and_unused_ones_removed(
    tmp_path: Path, file_format: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "FEW_FILES", 1)
    logs, out = grown(tmp_path, file_format)
    run(logs, tmp_path / "clean", Asked(), file_format)
    before = files_in(out / TABLE), files_in(out / f"{TABLE}.current")
    kept = {one.folder: one for one in maintain(out, retain=3600)}
    assert kept[TABLE].merged > 1
    assert kept[TABLE].made == 1
    assert kept[TABLE].removed == 0
    if file_format != "parquet":
        assert set(before[0]) <= set(files_in(out / TABLE))
    removed = {one.folder: one for one in maintain(out, retain=0)}
    assert removed[TABLE].merged == 0
    rows = changes(out, file_format), merged(out, file_format)
    assert rows == (
        changes(tmp_path / "clean", file_format),
        merged(tmp_path / "clean", file_format),
    )
    assert len([path for path in files_in(out / TABLE) if path.suffix == ".parquet"]) < 4
    if file_format != "parquet":
        assert removed[TABLE].removed >= kept[TABLE].merged
        assert removed[f"{TABLE}.current"].removed
        assert removed[TABLE].removed_bytes
    (logs / "binlog.000003").write_bytes(LOGS[1].read_bytes())
    summary = export([str(logs)], out, current=Asked(), follows=True, file_format=file_format)
    assert summary.events
    again = changes(out, file_format)
    assert all(len(again[name]) > len(some) for name, some in rows[0].items() if name != "other")


@pytest.mark.parametrize("file_format", ["parquet", "iceberg"])
def test_maintenance_that_is_killed_goes_on(
    tmp_path: Path, file_format: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "FEW_FILES", 1)
    _, out = grown(tmp_path, file_format)
    shutil.copytree(out, tmp_path / "saved")
    expected = changes(out, file_format), merged(out, file_format)
    for count in itertools.count(0, 6):
        shutil.rmtree(out)
        shutil.copytree(tmp_path / "saved", out)
        is_killed = killed(count, lambda: list(maintain(out, runner=Threads(1), retain=0)))
        list(maintain(out, retain=0))
        assert (changes(out, file_format), merged(out, file_format)) == expected
        if not is_killed:
            break
    assert count > 8


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_follower_goes_on_meanwhile(
    tmp_path: Path, file_format: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With maintenance of its own, and by another program; changes wait, too."""
    monkeypatch.setattr(maintenance, "FEW_FILES", 1)
    logs, out, is_over = tmp_path / "logs", tmp_path / "out", threading.Event()
    steps = growing(LOGS, logs, 200)
    next(steps)
    failures: list[BaseException] = []

    def maintained() -> None:
        try:
            while not is_over.wait(0.05):
                if (out / "_export/state.json").exists():
                    list(maintain(out))
        except BaseException as error:  # noqa: BLE001 - which the test is to show
            failures.append(error)

    other = threading.Thread(target=maintained)
    other.start()
    options: dict[str, Any] = {"current": Asked(), "file_format": file_format, "every": 0.01}
    options |= {"current_every": 0.5, "maintain_every": 0.3}
    for _ in follow([str(logs)], out, is_over=lambda: next(steps, 0) == 0, **options):
        pass
    is_over.set()
    other.join()
    assert failures == []
    run(logs, tmp_path / "clean", Asked(), file_format)
    assert merged(out, file_format) == merged(tmp_path / "clean", file_format)
    assert changes(out, file_format) == changes(tmp_path / "clean", file_format)


@pytest.mark.parametrize("file_format", FORMATS)
def test_tables_with_metadata_are_maintained_after_many_runs(
    tmp_path: Path, file_format: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the interval is over; readers of Parquet files have no snapshots, so these wait."""
    monkeypatch.setattr(maintenance, "FEW_FILES", 1)
    monkeypatch.setattr(following, "MANY_RUNS", 4)
    logs, out = tmp_path / "logs", tmp_path / "out"
    steps = growing(LOGS, logs, 200)
    next(steps)
    done: list[str] = []
    monkeypatch.setattr(
        maintenance,
        "maintain",
        lambda path: done.extend(one.folder for one in maintain(path)) or (),
    )
    options: dict[str, Any] = {"file_format": file_format, "every": 0.01, "maintain_every": 3600}
    for _ in follow([str(logs)], out, is_over=lambda: next(steps, 0) == 0, **options):
        pass
    assert (TABLE in done) is (file_format != "parquet")
    run(logs, tmp_path / "clean", None, file_format)
    assert changes(out, file_format) == changes(tmp_path / "clean", file_format)


def test_changes_that_wait_are_not_merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "FEW_FILES", 1)
    logs, out = tmp_path / "logs", tmp_path / "out"
    for number, _ in enumerate(growing(LOGS, logs, 250, closes=False)):
        run(logs, out, Asked() if not number else WAITING, "parquet")
    assert state_of(out).pending is not None
    list(maintain(out))
    run(logs, out, Asked(), "parquet")
    run(logs, tmp_path / "clean", Asked(), "parquet")
    assert merged(out) == merged(tmp_path / "clean")


def test_an_export_waits_for_maintenance_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.at(tmp_path)
    begun = threading.Event()

    def step() -> None:
        with maintaining(store):
            begun.set()
            time.sleep(0.5)

    thread = threading.Thread(target=step)
    thread.start()
    begun.wait()
    start = time.monotonic()
    with locked(store):
        assert time.monotonic() - start > 0.2
        with pytest.raises(TransientError, match="another export writes"), locked(store):
            pass
        monkeypatch.setattr(lock, "WAIT", 0.1)
        with pytest.raises(TransientError, match="another export writes"), maintaining(store):
            pass
    thread.join()


def test_an_iceberg_table_with_files_elsewhere_keeps_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths that another writer gave another scheme are not taken for unused ones."""
    _, out = grown(tmp_path, "iceberg", 500)
    used = vars(iceberg)["_used"]
    elsewhere = "s3a://lake/part.parquet"
    monkeypatch.setattr(iceberg, "_used", lambda table: [elsewhere, *list(used(table))[1:]])
    assert sum(one.removed for one in maintain(out, retain=0)) == 0
    monkeypatch.undo()
    assert sum(one.removed for one in maintain(out, retain=0)) > 0


def test_metadata_of_iceberg_tables_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Snapshots, earlier metadata and manifests: each commit reads them."""
    monkeypatch.setattr(iceberg, "MAX_SNAPSHOTS", 4)
    monkeypatch.setattr(iceberg, "KEPT_SNAPSHOTS", 2)
    monkeypatch.setitem(iceberg.PROPERTIES, "write.metadata.previous-versions-max", "3")
    monkeypatch.setitem(iceberg.PROPERTIES, "commit.manifest.min-count-to-merge", "3")
    _, out = grown(tmp_path, "iceberg", 200)
    catalog = SqlCatalog("binlog", uri=f"sqlite:///{out}/catalog.db")
    for name in (TABLE, f"{TABLE}.current"):
        table = catalog.load_table(identifier_of(name))
        assert len(table.metadata.snapshots) <= 4
        assert len(table.metadata.metadata_log) <= 3
        assert len(table.inspect.manifests()) <= 3
        assert len(list((out / name / "metadata").glob("*.metadata.json"))) <= 4


@pytest.mark.parametrize(("many", "is_short"), [(0, True), (10**9, False)])
def test_the_log_of_a_delta_table_with_many_commits_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int, is_short: bool
) -> None:
    monkeypatch.setattr(delta, "RATED_COMMITS", 1)
    monkeypatch.setattr(delta, "MANY_COMMITS", many)
    _, out = grown(tmp_path, "delta", 400)
    for name in (TABLE, f"{TABLE}.current"):
        configuration = DeltaTable((out / name).as_uri()).metadata().configuration
        assert (configuration.get("delta.logRetentionDuration") == "interval 1 hours") is is_short


def test_the_command_prints_what_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "FEW_FILES", 1)
    _, out = grown(tmp_path, "delta", 500)
    for path in files_in(out):
        os.utime(path, (1, 1))
    result = CliRunner().invoke(main, ["maintain", "--retain", "0.5", str(out)])
    assert result.exit_code == 0
    assert f"{TABLE}: merged " in result.stdout
    assert CliRunner().invoke(main, ["maintain", str(tmp_path / "none")]).exit_code != 0
