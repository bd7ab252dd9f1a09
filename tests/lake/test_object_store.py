"""Exports into an object store, where nothing can be renamed or locked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from pyarrow.fs import FileSelector, FileType

from binlog_kaitai.lake import lock
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.lock import locked
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.state import OutputExistsError
from binlog_kaitai.lake.store import Store
from tests.conftest import Bucket
from tests.lake.datasets import archive
from tests.lake.test_again import FILES, Killed, Rows, has_no_more_than, kill_before


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    out = tmp_path_factory.mktemp("clean")
    export(FILES, out)
    return archive(out)


@pytest.fixture
def name() -> Iterator[str]:
    """A name in the bucket that nothing has."""
    return f"out-{uuid4().hex}"


@pytest.fixture
def _as_if_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nobody wait until others, which were killed, are taken for dead."""
    monkeypatch.setattr(lock, "DEAD", -1.0)


def held(bucket: Bucket, name: str, folder: Path) -> Rows:
    """Return the rows of what is there, by way of a folder."""
    for info in bucket.filesystem.get_file_info(FileSelector(f"logs/{name}", recursive=True)):
        target = folder / info.path.removeprefix("logs/")
        if info.type == FileType.File:
            target.parent.mkdir(parents=True, exist_ok=True)
            with bucket.filesystem.open_input_stream(info.path, compression=None) as stream:
                target.write_bytes(stream.read())
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
    is_killed = True
    for count in itertools.count(0, 9):
        of_count = f"{name}-{count}"
        out = bucket.uri(of_count)
        export(FILES[:1], out, runner=Threads(1))
        with pytest.MonkeyPatch.context() as patch:
            kill_before(count, patch)
            try:
                export(FILES, out, runner=Threads(1))
            except Killed:
                is_killed = True
            else:
                is_killed = False
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
        with pytest.raises(OutputExistsError, match="another export writes to it, or was killed"):
            export(FILES, out)
    with locked(store) as check:
        monkeypatch.setattr(lock, "DEAD", -1.0)
        export(FILES, out)  # as the other gives no sign of life
        with pytest.raises(OutputExistsError, match="another export writes to it"):
            check()
