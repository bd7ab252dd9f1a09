"""Exports into an object store, where nothing can be renamed or locked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from pyarrow.fs import FileSelector, FileType

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake import lock
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.lock import locked
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.store import Store
from tests.conftest import Bucket
from tests.lake.datasets import archive
from tests.lake.test_again import FILES, Rows, export_killed, has_no_more_than
from tests.replay import load_truth
from tests.typed import expected_rows, in_order

PLACES = ("_file", "_position", "_ordinal")


@pytest.fixture
def name() -> Iterator[str]:
    """A name in the bucket that nothing has."""
    return f"out-{uuid4().hex}"


@pytest.fixture
def _as_if_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nobody wait until others, which were killed, are taken for dead."""
    monkeypatch.setattr(lock, "DEAD", -1.0)


def copy(bucket: Bucket, name: str, folder: Path) -> None:
    """Copy what is there, if anything is, into a folder."""
    selector = FileSelector(f"logs/{name}", recursive=True, allow_not_found=True)
    for info in bucket.filesystem.get_file_info(selector):
        target = folder / info.path.removeprefix("logs/")
        if info.type == FileType.File:
            target.parent.mkdir(parents=True, exist_ok=True)
            with bucket.filesystem.open_input_stream(info.path, compression=None) as stream:
                target.write_bytes(stream.read())


def held(bucket: Bucket, name: str, folder: Path) -> Rows:
    """Return the rows of what is there, by way of a folder."""
    copy(bucket, name, folder)
    return archive(folder / name)


def test_logs_are_added_in_an_object_store(
    bucket: Bucket, name: str, tmp_path: Path, clean: Rows
) -> None:
    out = bucket.uri(name)
    export(FILES[:1], out)
    summary = export(FILES, out)
    assert (summary.out, summary.folders["rotated.other"]) == (out, "rotated.other")
    assert held(bucket, name, tmp_path) == clean
    assert sorted(path.name for path in (tmp_path / name).iterdir()) == sorted(
        [*clean, "_SUCCESS", "_export"]
    )
    left = {path.name for path in (tmp_path / name / "_export").rglob("*") if path.is_file()}
    assert left == {"state.json"}
    assert set(export(FILES, out).kept) == set(summary.folders)


@pytest.mark.long
@pytest.mark.usefixtures("_as_if_dead")
def test_killed_anywhere_it_goes_on(bucket: Bucket, name: str, tmp_path: Path, clean: Rows) -> None:
    for count in itertools.count(0, 9):
        of_count = f"{name}-{count}"
        out = bucket.uri(of_count)
        export(FILES[:1], out, runner=Threads(1))
        is_killed = export_killed(count, FILES, out)
        assert has_no_more_than(held(bucket, of_count, tmp_path / "seen"), clean)
        export(FILES, out, runner=Threads(1))
        assert held(bucket, of_count, tmp_path / "whole") == clean
        if not is_killed:
            break


@pytest.mark.long
def test_two_at_once_are_refused(
    bucket: Bucket, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = bucket.uri(name)
    store = Store.at(out)
    with locked(store) as check:
        check()
        with pytest.raises(TransientError, match="another export writes to it, or was killed"):
            export(FILES, out)
    with locked(store) as check:
        monkeypatch.setattr(lock, "DEAD", -1.0)
        export(FILES, out)  # as the other gives no sign of life
        with pytest.raises(TransientError, match="another export writes to it"):
            check()


@pytest.mark.long
def test_delta_tables_in_an_object_store(bucket: Bucket, name: str, clean: Rows) -> None:
    deltalake = pytest.importorskip("deltalake")
    out = bucket.uri(name)
    for count in (1, 3):
        export(FILES[:count], out, file_format="delta", current=Asked())
    options = {
        "AWS_ENDPOINT_URL": "http://" + bucket.query.partition("=")[2].partition("&")[0],
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
    }
    for table in ("rotated.events", "rotated.other"):
        found = deltalake.DeltaTable(f"s3://logs/{name}/{table}", storage_options=options)
        rows = found.to_pyarrow_table().sort_by([(place, "ascending") for place in PLACES])
        assert list(map(repr, rows.drop(["log_date"]).to_pylist())) == clean[table]
    current = deltalake.DeltaTable(
        f"s3://logs/{name}/rotated.events.current", storage_options=options
    )
    truth = load_truth("mysql97", "rotated")["tables"]["rotated.events"]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    rows = current.to_pyarrow_table().drop(["log_bucket"]).to_pylist()
    assert in_order(rows) == in_order(expected)
