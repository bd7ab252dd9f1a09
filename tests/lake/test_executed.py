"""GTIDs in the commits of tables, as other readers find them: up to where a lake stands."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from binlog_kaitai import scan
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow, last_status
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.watermarks import gtids_at
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.read.executed import ExecutedTransactions
from tests.lake.datasets import rows_of
from tests.replay import FIXTURES

LOGS = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
NAME = "binlog-kaitai.gtids"
Gtids = Callable[[Path, str], list[str | None]]


def of_delta(out: Path, folder: str) -> list[str | None]:
    """Return the GTIDs of the commits of a table, by the files of its log."""
    lines = [
        json.loads(line)
        for file in sorted((out / folder / "_delta_log").glob("*.json"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return [line["commitInfo"].get(NAME) for line in lines if "commitInfo" in line]


def of_iceberg(out: Path, folder: str) -> list[str | None]:
    """Return the GTIDs of the snapshots of a table, by the catalog and its metadata."""
    namespace, _, table = folder.partition(".")
    with sqlite3.connect(out / "catalog.db") as catalog:
        (location,) = catalog.execute(
            "SELECT metadata_location FROM iceberg_tables"
            " WHERE table_namespace = ? AND table_name = ?",
            (namespace, table),
        ).fetchone()
    metadata = json.loads(Path(location.removeprefix("file://")).read_text(encoding="utf-8"))
    return [snapshot["summary"].get(NAME) for snapshot in metadata["snapshots"]]


def of_parquet(out: Path, folder: str) -> list[str | None]:
    """Return the GTIDs in the description of a dataset."""
    record = json.loads((out / folder / "_export.json").read_text(encoding="utf-8"))
    return [record["place"].get("gtids")]


FORMATS = [("parquet", of_parquet), ("delta", of_delta), ("iceberg", of_iceberg)]


def gtids_of_logs(logs: list[Path]) -> set[str]:
    """Return the GTIDs of the transactions in logs, which the tree engine reads."""
    return {
        row["gtid"]
        for log in logs
        for row in scan(log, view="transactions", engine="tree").to_table().to_pylist()
    }


@pytest.mark.parametrize(("file_format", "found"), FORMATS)
def test_a_commit_has_the_gtids_up_to_which_its_table_stands(
    file_format: str, found: Gtids, tmp_path: Path
) -> None:
    for count in (1, 2):
        summary = export(map(str, LOGS[:count]), tmp_path, file_format=file_format, current=Asked())
        executed = gtids_of_logs(LOGS[:count])
        for folder in ("rotated.events", "rotated.events.current"):
            last = found(tmp_path, folder)[-1]
            assert last == summary.gtids
            held = GtidRanges.of(last)
            assert all(map(held.holds, executed))
            assert not any(map(held.holds, gtids_of_logs(LOGS[count:])))
        with_rows = {row["_gtid"] for row in rows_of(tmp_path / "rotated.events")}
        assert with_rows <= executed
    status = last_status(str(tmp_path))
    assert status is not None
    assert status.gtids == last


@pytest.mark.parametrize(
    "log",
    [
        FIXTURES / "mariadb118" / "gtid_domains.binlog",
        FIXTURES / "mysql97" / "gtid_tagged.1.binlog",
    ],
    ids=lambda path: path.stem,
)
@pytest.mark.parametrize("is_packed", [False, True])
def test_domains_and_tags(log: Path, is_packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "binlog.000001"
    path.write_bytes(gzip.compress(log.read_bytes()) if is_packed else log.read_bytes())
    summary = export([str(path)], tmp_path / "out", file_format="delta")
    assert summary.gtids == gtids_at(str(log), log.stat().st_size)
    folders = [folder for folder in summary.folders.values() if folder != "statements"]
    assert folders
    for folder in folders:
        assert of_delta(tmp_path / "out", folder) == [summary.gtids]


def test_a_log_that_grows(tmp_path: Path) -> None:
    """Each run reads what is new; one that fails leaves the GTIDs that the lake had."""
    content, path = LOGS[1].read_bytes(), tmp_path / "logs" / "binlog.000002"
    path.parent.mkdir()
    sizes = iter([*range(400, len(content), 150), len(content)])
    path.write_bytes(content[:300])

    def grows() -> bool:
        size = next(sizes, None)
        if size is not None:
            path.write_bytes(content[:size])
        return size is None

    runs = list(follow([str(path.parent)], tmp_path / "out", every=0, is_over=grows))
    assert len(runs) > 2
    for run in runs:
        assert run.gtids == gtids_at(str(LOGS[1]), run.position)
    assert runs[0].gtids != runs[-1].gtids


@pytest.mark.parametrize(("file_format", "found"), FORMATS)
def test_changes_that_wait_for_a_current_table(
    file_format: str, found: Gtids, tmp_path: Path
) -> None:
    """A current table stands where it was merged; the last merge brings it to the end."""
    logs, out = tmp_path / "logs", tmp_path / "out"
    logs.mkdir()
    log, content = logs / "binlog.000001", LOGS[0].read_bytes()
    log.write_bytes(content[:1500])  # up to the end of a transaction, and a part of the next
    options = {"every": 0, "current_every": 3600, "current": Asked(), "file_format": file_format}

    def places() -> list[str | None]:
        return [found(out, f"rotated.events{end}")[-1] for end in ("", ".current")]

    seen = []
    runs = follow([str(logs)], out, is_over=lambda: len(seen) > 1, **options)
    for run in runs:
        seen.append((run.gtids, places()))
        log.write_bytes(content[:-30])
    (first, at_first), (second, while_waiting) = seen
    assert first != second
    assert at_first == [first, first]
    assert while_waiting == [second, first]
    assert places() == [second, second]  # the run before the end has no events


def test_a_log_that_cannot_be_read_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = export([str(LOGS[0])], tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(ExecutedTransactions, "read", lambda *_, **__: False)
        assert export(map(str, LOGS), tmp_path).gtids == first.gtids
    later = tmp_path / "later"
    export([str(LOGS[0])], later)
    assert export(map(str, LOGS), later).gtids == gtids_at(str(LOGS[1]), LOGS[1].stat().st_size)


def test_logs_of_two_servers(tmp_path: Path) -> None:
    """Their GTIDs are united; those of a server without GTIDs are unknown."""
    paths = []
    for number, log in enumerate((LOGS[0], FIXTURES / "mysql97" / "gtid_tagged.1.binlog")):
        path = tmp_path / str(number) / "binlog.000001"
        path.parent.mkdir()
        paths.append(shutil.copy(log, path))
    summary = export(map(str, paths), tmp_path / "out")
    assert summary.gtids is not None
    held = GtidRanges.of(summary.gtids)
    assert all(map(held.holds, gtids_of_logs(paths)))
    paths.append(FIXTURES / "mysql56" / "types.binlog")
    assert export(map(str, paths), tmp_path / "out").gtids is None
    (record,) = {
        of_parquet(tmp_path / "out", one.name)[0] for one in (tmp_path / "out").glob("types.*")
    }
    assert record is None
