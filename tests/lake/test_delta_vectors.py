"""Deletion vectors of Delta tables, and the log that lists them."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from deltalake import DeltaTable

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.delta import DeltaTables
from binlog_kaitai.lake.delta_log import DeltaLog
from binlog_kaitai.lake.delta_vectors import descriptor_of, name_of, vector_in, write_vector
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.maintenance import maintain
from binlog_kaitai.lake.snapshots import ConflictError, ForeignRowsError
from binlog_kaitai.lake.store import Store
from tests.lake.test_marking import (
    DEFAULTS,
    FOLDER,
    ON_READ,
    always,
    check_files,
    currents,
    logs_of,
    read,
)

TABLE = "marked.t.current"
LOGS = logs_of(FOLDER)
TRUTH = json.loads((FOLDER / "truth.json").read_text())


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An export of some logs whose tables have deletion vectors."""
    always(monkeypatch, 2)
    for count in (1, 2, 3):
        export(LOGS[:count], tmp_path, file_format="delta", current=ON_READ)
    return tmp_path


def log_of(out: Path) -> DeltaLog:
    return DeltaLog(TABLE, out / TABLE / "_delta_log", DeltaTable(str(out / TABLE)))


def known(out: Path) -> list[str]:
    """Return the names of the files that the state has."""
    return sorted(name for one in currents(out)["t"].files for name in one.names)


def removed_by(out: Path) -> list[dict[str, Any]]:
    """Return what the last commit removes."""
    log = out / TABLE / "_delta_log"
    lines = max(log.glob("*.json")).read_text().splitlines()
    return [one["remove"] for one in map(json.loads, lines) if "remove" in one]


def test_a_vector_is_read_as_it_was_written(tmp_path: Path) -> None:
    store, positions = Store.at(tmp_path), np.array([0, 7, 2**16, 2**33])
    written = write_vector(store, "t", positions)
    path = tmp_path / written.name
    assert path.stat().st_size == written.num_bytes
    with store.open(written.name) as file:
        assert vector_in(file).tolist() == positions.tolist()
    descriptor = descriptor_of(path.name, written.rows, written.num_bytes)
    assert descriptor["cardinality"] == len(positions)
    content = path.read_bytes()
    assert content[:1] == b"\1"
    assert content[1:5] == descriptor["sizeInBytes"].to_bytes(4, "big")
    assert name_of(descriptor) == path.name
    assert name_of({**descriptor, "offset": 9}) == f"{path.name}@9"
    prefixed = {**descriptor, "pathOrInlineDv": f"ab{descriptor['pathOrInlineDv']}"}
    assert name_of(prefixed) == f"ab/{path.name}"
    inline = {"storageType": "i", "pathOrInlineDv": "wi5b", "cardinality": 1}
    assert name_of(inline) == "iwi5b@None"


def test_the_log_has_the_files_of_the_state(out: Path) -> None:
    """Also from a checkpoint, and from one in parts, as other writers make it."""
    assert sorted(log_of(out).names()) == known(out)
    log = out / TABLE / "_delta_log"
    table = DeltaTable(str(out / TABLE))
    table.create_checkpoint()
    assert sorted(log_of(out).names()) == known(out)
    version, last = table.version(), log / "_last_checkpoint"
    single = log / f"{version:020}.checkpoint.parquet"
    single.rename(log / f"{version:020}.checkpoint.0000000001.0000000001.parquet")
    last.write_text(json.dumps(json.loads(last.read_text()) | {"parts": 1}))
    for number in range(version):
        (log / f"{number:020}.json").unlink()
    assert sorted(log_of(out).names()) == known(out)
    export(LOGS[:4], out, file_format="delta", current=ON_READ)
    assert read(out, "t") == TRUTH[3]["t"]


def test_a_checkpoint_of_another_kind_is_an_error(out: Path) -> None:
    log = out / TABLE / "_delta_log"
    for path in log.glob("*.json"):
        path.unlink()
    (log / "00000000000000000001.checkpoint.5b2f.parquet").touch()
    (log / "00000000000000000001.checkpoint.0000000001.0000000002.parquet").touch()
    files = DeltaLog(TABLE, log, SimpleNamespace(version=lambda: 1))
    with pytest.raises(OSError, match="found none up to version 1"):
        files.names()


@pytest.mark.parametrize("count", [4, 5])
def test_a_merge_on_write_removes_files_with_their_vectors(out: Path, count: int) -> None:
    """Of some buckets, or of all, as DDL demands: a file without its vector would stay."""
    before = log_of(out).files
    assert any(one["deletionVector"] for one in before.values())
    on_write = Asked(defaults=DEFAULTS, merge="on-write")
    export(LOGS[:count], out, file_format="delta", current=on_write)
    found = {one["path"]: one.get("deletionVector") for one in removed_by(out)}
    assert found
    assert found == {path: before[path]["deletionVector"] for path in found}
    assert read(out, "t") == TRUTH[count - 1]["t"]


def test_a_commit_has_its_place_in_the_logs(out: Path) -> None:
    last, *_ = DeltaTable(str(out / TABLE)).history(1)
    assert last["binlog-kaitai.log"] == "binlog.000003"
    assert last["operation"] == "WRITE"


def test_only_one_writer_gets_a_version(out: Path) -> None:
    first, second = log_of(out), log_of(out)
    first.commit([{"commitInfo": {"timestamp": 0, "operation": "WRITE"}}])
    with pytest.raises(ConflictError):
        second.commit([])
    assert not list((out / TABLE / "_delta_log").glob(".*"))
    change = {"removed": ["other.parquet"], "deletes": [], "files": []}
    with pytest.raises(ConflictError):
        list(first.changes(change, "log_bucket", 0))


def test_rows_that_another_writer_deletes_are_noticed(out: Path) -> None:
    """Only the vector of a file tells of it."""
    log = log_of(out)
    path = next(path for path, one in log.files.items() if one["deletionVector"] is None)
    written = write_vector(Store.at(out), TABLE, np.array([0]))
    deletes = [(Path(written.name).name, path, written.rows, written.num_bytes)]
    log.commit(log.changes({"removed": [], "deletes": deletes, "files": []}, "log_bucket", 0))
    with pytest.raises(ForeignRowsError, match="expected equal rows, found different rows"):
        export(LOGS[:4], out, file_format="delta", current=ON_READ)


def test_a_table_that_another_writer_compacts(out: Path) -> None:
    """The library applies the vectors, so the rows are the same."""
    DeltaTable(str(out / TABLE)).optimize.compact()
    export(LOGS[:4], out, file_format="delta", current=ON_READ)
    assert read(out, "t") == TRUTH[3]["t"]
    check_files(out)


def test_maintenance_leaves_vectors_that_count(out: Path) -> None:
    """Those that counted until now remain for readers that have begun with them."""
    vectors = {one.name for one in (out / TABLE).glob("*.bin")}
    needed = {name for name in known(out) if name.endswith(".bin")}
    assert needed < vectors
    list(maintain(out))
    assert {one.name for one in (out / TABLE).glob("*.bin")} == vectors
    list(maintain(out, retain=0))
    assert {one.name for one in (out / TABLE).glob("*.bin")} == needed
    assert {one.name for one in (out / TABLE).glob("*.parquet")} == set(known(out)) - needed
    assert read(out, "t") == TRUTH[2]["t"]


def test_an_object_store_is_refused() -> None:
    with pytest.raises(ValueError, match="requires a directory for Delta, found s3://bucket/out"):
        Asked(merge="on-read").marks("delta", "s3://bucket/out")
    assert Asked().marks("delta", "s3://bucket/out") is None
    assert Asked().marks("iceberg", "s3://bucket/out") == "iceberg"


def test_a_table_without_vectors_needs_no_feature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    always(monkeypatch)
    export(LOGS[:1], tmp_path, file_format="delta", current=ON_READ)
    names, rows = DeltaTables(Store.at(tmp_path)).snapshot(TABLE)
    assert names == known(tmp_path)
    assert sum(map(len, rows)) == len(TRUTH[0]["t"])
    assert not DeltaTable(str(tmp_path / TABLE)).protocol().reader_features
