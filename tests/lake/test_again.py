"""Exports that are killed go on, and those of more files add them; none has a row twice."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.lock import locked
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.state import OutputExistsError
from binlog_kaitai.lake.store import Store
from tests.lake.datasets import archive, files_of, rows_of
from tests.replay import FIXTURES

MYSQL = FIXTURES / "mysql97"
ROTATED = [str(MYSQL / f"rotated.{number}.binlog") for number in (1, 2)]
FILES = [*ROTATED, str(MYSQL / "statements.binlog")]
OLDER = Path(__file__).parent / "older"

Rows = dict[str, list[str]]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the first log."""
    out = tmp_path_factory.mktemp("first")
    export(FILES[:1], out)
    return out


class Killed(BaseException):
    """In place of a signal."""


CHANGING = ("create", "publish", "delete", "delete_folder", "write_json", "touch")


def export_killed(count: int, logs: list[str], out: Path | str, **options: Any) -> bool:
    """Export as `killed`."""
    return killed(count, lambda: export(logs, out, runner=Threads(1), **options))


def killed(count: int, run: Callable[[], object]) -> bool:
    """Run until `count` calls have changed files; return whether it was killed before its end.

    Nothing more happens to files then.
    """
    calls = itertools.count(1)

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*arguments: Any, **options: Any) -> Any:
            if next(calls) > count:
                raise Killed
            return call(*arguments, **options)

        return instead

    with pytest.MonkeyPatch.context() as patch:
        for name in CHANGING:
            patch.setattr(Store, name, counted(getattr(Store, name)))
        try:
            run()
        except Killed:
            return True
    return False


def has_no_more_than(seen: Rows, whole: Rows) -> bool:
    """Return whether all rows are there once at most, but for the columns that they have."""
    places = {
        name: {json.dumps(row.partition("'_timestamp'")[0]) for row in rows}
        for name, rows in whole.items()
    }
    for name, rows in seen.items():
        found = [json.dumps(row.partition("'_timestamp'")[0]) for row in rows]
        if len(set(rows)) != len(rows) or (name != "statements" and not set(found) <= places[name]):
            return False
    return True


@pytest.mark.parametrize("step", [37, pytest.param(1, marks=pytest.mark.long)])
def test_killed_anywhere_it_goes_on(tmp_path: Path, first: Path, clean: Rows, step: int) -> None:
    """With one of the files exported before, of which a table gets a column."""
    before = archive(first)
    for count in itertools.count(0, step):
        out = tmp_path / str(count)
        shutil.copytree(first, out)
        is_killed = export_killed(count, FILES, out)
        seen = archive(out)
        assert has_no_more_than(seen, clean)
        if (out / "_SUCCESS").exists():
            assert seen in (before, clean)
        export(FILES, out, runner=Threads(1))
        assert archive(out) == clean
        assert (out / "_SUCCESS").exists()
        assert {path.name for path in (out / "_export").iterdir()} == {"lock", "state.json"}
        shutil.rmtree(out)
        if not is_killed:
            break
    assert count > 50  # or nothing was counted


def test_what_was_read_is_not_read_again(tmp_path: Path, clean: Rows) -> None:
    class OneTask(Threads):
        def run(self, tasks: Any) -> Any:
            yield tasks[0]()
            raise Killed

    with pytest.raises(Killed):
        export(FILES, tmp_path, runner=OneTask())
    (facts,) = (tmp_path / "_export" / "staged").glob("*/facts.json")
    known = json.loads(facts.read_text())
    facts.write_text(json.dumps(known | {"events": known["events"] + 1000}))
    assert export(FILES, tmp_path).events > 1000
    assert archive(tmp_path) == clean


def test_files_that_are_new_are_added(tmp_path: Path, clean: Rows) -> None:
    """`rotated.other` gets a column in the second, `rotated.events` does not."""
    one = export(ROTATED[:1], tmp_path)
    kept = files_of(one.datasets["rotated.events"])
    altered = files_of(one.datasets["rotated.other"])
    two = export(ROTATED, tmp_path)
    assert kept < files_of(two.datasets["rotated.events"])
    assert not altered & files_of(two.datasets["rotated.other"])
    assert two.kept == ()
    three = export(FILES, tmp_path)
    assert set(three.kept) == {"rotated.events", "rotated.other"}
    assert archive(tmp_path) == clean
    again = export(FILES, tmp_path)
    assert set(again.kept) == set(three.datasets)
    assert (again.events, again.images) == (0, {})
    assert archive(tmp_path) == clean


def test_another_export_is_refused(tmp_path: Path) -> None:
    log, out = tmp_path / "log", tmp_path / "out"
    log.write_bytes(Path(ROTATED[0]).read_bytes())
    export([str(log)], out, table="rotated.other")
    before = archive(out)
    with pytest.raises(OutputExistsError, match=r"with table rotated\.other, found none"):
        export([str(log)], out)
    with pytest.raises(OutputExistsError, match="log among the files, found none"):
        export(ROTATED, out, table="rotated.other")
    log.write_bytes(Path(ROTATED[1]).read_bytes())
    with pytest.raises(OutputExistsError, match="unchanged with"):
        export([str(log)], out, table="rotated.other")
    assert archive(out) == before
    export([str(log)], out, table="rotated.other", overwrite=True)
    assert (len(archive(out)["rotated.other"]), len(before["rotated.other"])) == (3, 2)


def test_an_archive_without_its_state_is_refused(tmp_path: Path, first: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(first, out)
    (out / "_export" / "state.json").unlink()
    with pytest.raises(OutputExistsError, match=r"expected _export/state\.json"):
        export(FILES, out)


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    with (
        locked(Store.at(tmp_path)),
        pytest.raises(TransientError, match="another export writes to this"),
    ):
        export(FILES, tmp_path)
    export(FILES, tmp_path)


def older(name: str, out: Path, logs: list[Path]) -> None:
    """Copy an archive that the first version wrote by Spark, as one of these logs."""
    shutil.copytree(OLDER / name, out)
    for path in out.glob("*/_export.json"):
        record = json.loads(path.read_text())
        found = {log.name: log.stat() for log in logs}
        record["files"] = [
            [str(log), found[log.name].st_size, found[log.name].st_mtime_ns // 1000]
            for log in logs
            if log.name in {Path(file[0]).name for file in record["files"]}
        ]
        path.write_text(json.dumps(record))


@pytest.mark.parametrize("is_whole", [True, False])
def test_an_archive_of_an_older_version_goes_on(
    tmp_path: Path, clean: Rows, *, is_whole: bool
) -> None:
    """Also one that it did not finish, where one dataset lacks the log."""
    out = tmp_path / "out"
    older("rotated", out, [Path(ROTATED[0])])
    kept = files_of(out / "rotated.events")
    if not is_whole:
        (out / "_SUCCESS").unlink()
        shutil.rmtree(out / "rotated.other")
    assert export(ROTATED[:1], out).kept
    assert files_of(out / "rotated.events") == kept
    export(FILES, out)
    assert kept < files_of(out / "rotated.events")
    assert archive(out) == clean
    assert {path.name for path in (out / "_export").iterdir()} == {"lock", "state.json"}


def test_an_older_archive_of_another_export_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    older("rotated", out, [Path(ROTATED[0])])
    for path in out.glob("*/_export.json"):
        path.write_text(path.read_text().replace('"parquet"', '"orc"'))
    with pytest.raises(OutputExistsError, match="an export with format orc, found parquet"):
        export(FILES, out)


@pytest.mark.parametrize(
    ("server", "is_older"), [("mysql97", False), ("mysql97", True), ("mariadb118", False)]
)
def test_later_files_decide_prepared_transactions(
    tmp_path: Path, server: str, *, is_older: bool
) -> None:
    """They are in the archive as if all logs had been exported at once."""
    logs = [FIXTURES / server / f"xa.{number}.binlog" for number in (1, 2, 3)]
    undecided = [["kept", "late", "undone"], ["kept", "late"], ["open"]]
    out = tmp_path / "out"
    if is_older:
        older("xa", out, logs[:1])
    for count, names in enumerate(undecided, 1):
        paths = list(map(str, logs[:count]))
        summary = export(paths, out)
        export(paths, tmp_path / f"at once {count}")
        found, expected = archive(out), archive(tmp_path / f"at once {count}")
        assert found == expected
        rows = rows_of(out / "xa.accounts")
        assert {row["_outcome"] for row in rows} == {"committed"}
        left = json.loads((out / "xa.accounts" / "_export.json").read_text())["undecided"]
        assert sorted(bytes.fromhex(xid.split("'")[1]).decode() for xid, _, _ in left) == names
    # what the last file decides is no matter of the other table
    assert "xa.others" in summary.kept
    assert len(rows_of(out / "xa.others")) == 1


def test_files_tell_spark_what_they_hold(first: Path) -> None:
    (file,) = (first / "rotated.events").rglob("*.parquet")
    metadata = pq.read_metadata(file).metadata
    columns = json.loads(metadata[b"org.apache.spark.sql.parquet.row.metadata"])
    record = json.loads((first / "rotated.events" / "_export.json").read_text())
    before = json.loads((OLDER / "rotated" / "rotated.events" / "_export.json").read_text())
    assert columns == json.loads(record["columns"]) == json.loads(before["columns"])
    assert before["options"] == record["options"]
