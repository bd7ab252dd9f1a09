"""An index beside logs: what it says to skip holds nothing, and what is stale is not believed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from pyarrow.fs import FileInfo, FileSelector, FileSystemHandler, LocalFileSystem, PyFileSystem

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.errors import BinlogError, UnknownNameError
from binlog_kaitai.forensics.history import History
from binlog_kaitai.forensics.undo.conditions import condition_of
from binlog_kaitai.forensics.undo.scripts import Options, script
from binlog_kaitai.io import paths
from binlog_kaitai.io.finding import find_files
from binlog_kaitai.io.log_index import FOLDER, IndexFolder
from binlog_kaitai.model.names import quoted_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import engines_of
from binlog_kaitai.read.exact import exact_changes
from binlog_kaitai.read.indexed import KeysAsked, LogIndex
from binlog_kaitai.read.indexing import MAX_BITS, bits_of, hash_of, update_index
from tests.conftest import Bucket
from tests.fixtures.logs import FIXTURES

CASES = ("rotated", "xa", "ends", "altered", "images_minimal", "gtid_tagged", "gtid_domains")
SERVERS = ("mysql97", "mariadb118")


def logs_in(folder: Path, server: str) -> Path:
    folder.mkdir()
    for case in CASES:
        for path in sorted((FIXTURES / server).glob(f"{case}.*binlog")):
            shutil.copy(path, folder / f"{case}{path.name.removeprefix(case)}")
    shutil.copy(FIXTURES / server / "relay.relay_log", folder)
    return folder


@pytest.fixture(scope="module", params=SERVERS)
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = logs_in(tmp_path_factory.mktemp("archive") / "logs", request.param)
    assert update_index(find_files([str(folder)])).faults == []
    return folder


def outcome_of(read: Any) -> list[Any]:
    """Return items up to an error, and that."""
    found = []
    try:
        found += list(read())
    except (BinlogError, UnknownNameError, ValueError) as error:
        found.append(str(error))
    return found


def without_index(folder: Path, read: Any) -> list[Any]:
    hidden = folder / "_hidden"
    (folder / FOLDER).rename(hidden)
    try:
        return outcome_of(read)
    finally:
        hidden.rename(folder / FOLDER)


def selections(folder: Path) -> Iterator[dict[str, Any]]:
    rows = scan([str(folder)]).to_table()
    names = {
        (row["database"], row["table"]) for row in rows.select(["database", "table"]).to_pylist()
    }
    for database, table in sorted((one for one in names if one[1]), key=str):
        name = quoted_name(database, table)
        yield {"table": name}
        ids = outcome_of(lambda name=name: rows_of(folder, {"table": name, "columns": ["id"]}))
        values = list(dict.fromkeys(one["id"] for one in ids if isinstance(one, dict)))
        for value in [*values[:: max(1, len(values) // 4)], 123_456_789]:
            yield {"table": name, "where": f"id = {value!r}"}
            yield {"table": name, "where": f"id in ({value!r}, -7)", "is_typed": False}
    for gtid in islice(rows["gtid"].drop_null().unique().to_pylist(), 0, None, 7):
        yield {"gtids": f"={gtid}"}
        yield {"exclude_gtids": gtid}
    for time in rows["timestamp"].unique().to_pylist()[::9]:
        yield {"start": time}
        yield {"stop": time, "table": "*.*"}
    yield {"database": "shop"}
    yield {"table": "nowhere.nothing"}


def rows_of(folder: Path, selection: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for batch in scan([str(folder)], **selection):
        yield from batch.to_pylist()


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.long)])
def test_selections_read_the_same_with_an_index_as_without(archive: Path, step: int) -> None:
    skipped = 0
    for selection in islice(selections(archive), 0, None, step):
        found = outcome_of(lambda one=selection: rows_of(archive, one))
        expected = without_index(archive, lambda one=selection: rows_of(archive, one))
        if expected and isinstance(expected[-1], str) and found != expected:
            # a log that is not read does not raise
            assert found[: len(expected) - 1] == expected[:-1], selection
        else:
            assert found == expected, selection
        skipped += len(scan([str(archive)], **selection).ruled_out)
    assert skipped > 10


@pytest.mark.parametrize(
    ("table", "keys"),
    [("xa.accounts", (1, 4)), ("rotated.events", (1, 2)), ("images.notes", (1,))],
)
def test_a_history_follows_the_row_with_an_index_as_without(
    archive: Path, table: str, keys: tuple[int, ...]
) -> None:
    def histories() -> Iterator[dict[str, Any]]:
        for key in keys:
            row = History(scan([str(archive)], table), {"id": str(key)})
            yield from (entry.to_dict() for entry in row.entries())
            yield {"warnings": list(row.warnings())}

    found = outcome_of(histories)
    assert len(found) > len(keys)
    assert found == without_index(archive, histories)


@pytest.mark.parametrize("is_undo", [True, False])
def test_scripts_are_the_same_with_an_index_as_without(archive: Path, is_undo: bool) -> None:
    gtids = scan([str(archive)]).to_table()["gtid"].drop_null().unique().to_pylist()[::17]
    options = Options(is_undo=is_undo, is_best_effort=True)
    for selection in [{"table": "rotated.events"}, *({"gtids": f"={gtid}"} for gtid in gtids)]:

        def lines(chosen: dict[str, Any] = selection) -> Iterator[str]:
            yield from script(scan([str(archive)], is_typed=False, context=True, **chosen), options)

        assert outcome_of(lines) == without_index(archive, lines)


@pytest.mark.parametrize("is_undo", [True, False])
@pytest.mark.parametrize(
    ("table", "condition"),
    [
        ("xa.accounts", "id = 4"),
        ("rotated.events", "id = 2 or id in (77, 3)"),
        ("rotated.events", "id = 2 and v = 'zwei'"),
        ("images.notes", "id = 1"),
        ("ends.t", "id = 2"),
    ],
)
def test_scripts_of_rows_are_the_same_with_an_index_as_without(
    archive: Path, table: str, condition: str, is_undo: bool
) -> None:
    options = Options(is_undo=is_undo, row_filter=condition_of(condition))

    def lines() -> Iterator[str]:
        yield from script(scan([str(archive)], table, is_typed=False, context=True), options)

    found = outcome_of(lines)
    assert found == without_index(archive, lines)


def changed(path: Path) -> None:
    """Change a byte behind the magic number and the first header of a log, and its time."""
    content = bytearray(path.read_bytes())
    content[40] += 1
    path.write_bytes(content)
    os.utime(path, ns=(1, 1))


def test_a_log_that_is_new_or_another_is_read(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    shutil.copytree(archive, folder)  # with the times
    other = next(path for path in sorted(folder.glob("ends*")) if path.is_file())
    assert len(scan([str(folder)], "rotated.events").ruled_out) > 5
    changed(other)
    shutil.copy(other, folder / "zzz.000001")
    names = [Path(log.path).name for log in scan([str(folder)], "rotated.events").logs]
    out = {names[one] for one in scan([str(folder)], "rotated.events").ruled_out}
    assert out.isdisjoint({other.name, "zzz.000001"})
    result = CliRunner().invoke(main, ["index", str(folder)])
    assert (result.exit_code, result.stderr.count("not in the index")) == (INCOMPLETE, 2)


def test_growing_archives_have_few_files(archive: Path, tmp_path: Path) -> None:
    source = min(archive.glob("rotated*"))
    for number in range(1, 18):
        shutil.copy(source, tmp_path / f"log.{number:06}")
        assert update_index(find_files([str(tmp_path)])).added == 1
    (tmp_path / "log.000001").unlink()
    shutil.copy(source, tmp_path / "log.000018")
    update_index(find_files([str(tmp_path)]))
    files = sorted(path.name.partition("-")[0] for path in (tmp_path / FOLDER).iterdir())
    known = {one.log for one in IndexFolder(str(tmp_path / "log.000002")).identities()}
    assert known >= {f"log.{number:06}" for number in range(2, 19)}
    assert len(files) <= 4


@pytest.mark.parametrize("content", [b"", b"PAR1 of another kind PAR1"])
def test_files_that_are_no_index_count_for_nothing(tmp_path: Path, content: bytes) -> None:
    shutil.copy(FIXTURES / "mysql97" / "rotated.1.binlog", tmp_path / "log.000001")
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "1-abc.parquet").write_bytes(content)
    assert scan([str(tmp_path)], "no.table", is_typed=False).ruled_out == frozenset()


def test_a_log_that_grows_after_a_reading_is_read_in_the_next(tmp_path: Path) -> None:
    content = (FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes()
    log = tmp_path / "log.000001"
    log.write_bytes(content)
    events = scan([str(log)], view="events").to_table().to_pylist()
    ends = [event["position"] for event in events if event["type"] == "GTID"]
    log.write_bytes(content[: ends[0]])
    update_index(find_files([str(tmp_path)]))
    rows = scan([str(tmp_path)], database="rotated")
    assert len(rows.ruled_out) == 1
    log.write_bytes(content)
    assert len(rows.to_table()) == len(scan([str(log)], database="rotated").to_table()) > 0


def test_a_damaged_index_hides_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = logs_in(tmp_path / "logs", "mysql97")
    logs = find_files([str(folder)])
    update_index(logs)
    (part,) = (folder / FOLDER).iterdir()
    content = part.read_bytes()
    asked = [KeysAsked([{"id": ("int", b"%d" % key)}]) for key in range(1, 4)]
    cases = [(Scope(table="images.notes"), one) for one in (None, *asked)]
    sound = [LogIndex(logs).without(scope, False, one) for scope, one in cases]
    assert frozenset() < sound[0] <= sound[1] < frozenset(range(len(logs)))
    for at in range(0, len(content), 97):
        damaged = bytearray(content)
        damaged[at] ^= 1 << at % 8
        part.write_bytes(damaged)
        for (scope, one), expected in zip(cases, sound, strict=True):
            assert LogIndex(logs).without(scope, False, one) <= expected, at
    assert "not used, because it cannot be read" in caplog.text


class CountingBucket(FileSystemHandler):  # type: ignore[misc]
    """A folder as a bucket: counts each range that is read, and each page of 1,000 names."""

    def __init__(self, root: Path) -> None:
        self.local, self.root, self.requests = LocalFileSystem(), root, 0

    def get_type_name(self) -> str:
        return "counting"

    def normalize_path(self, path: str) -> str:
        return path

    def get_file_info(self, paths: list[str]) -> list[FileInfo]:
        self.requests += len(paths)
        return [self._named(one) for one in self.local.get_file_info([*map(self._own, paths)])]

    def get_file_info_selector(self, selector: FileSelector) -> list[FileInfo]:
        found = self.local.get_file_info(FileSelector(self._own(selector.base_dir)))
        self.requests += -(-len(found) // 1000) or 1
        return [self._named(one) for one in found]

    def open_input_file(self, path: str) -> pa.PythonFile:
        self.requests += 1  # for its size
        raw = open(self._own(path), "rb", buffering=0)  # noqa: SIM115, PTH123 - who asks closes it
        read = raw.read

        def counted(count: int = -1) -> bytes:
            self.requests += 1
            return read(count) or b""

        counting = SimpleNamespace(
            **{name: getattr(raw, name) for name in ("close", "seek", "tell", "readable")},
            read=counted,
            closed=False,
            seekable=lambda: True,
            writable=lambda: False,
        )
        return pa.PythonFile(counting, mode="r")

    open_input_stream = open_input_file

    def _own(self, path: str) -> str:
        return f"{self.root}/{path.lstrip('/')}"

    def _named(self, info: FileInfo) -> FileInfo:
        path = info.path.removeprefix(str(self.root))
        return FileInfo(path, type=info.type, size=info.size, mtime_ns=info.mtime_ns)

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(name)


for _name in FileSystemHandler.__abstractmethods__ - vars(CountingBucket).keys():
    setattr(CountingBucket, _name, lambda *_: None)
CountingBucket.__abstractmethods__ = frozenset()


def requests_for(folder: Path, monkeypatch: pytest.MonkeyPatch, *command: str) -> tuple[str, int]:
    """Run a command on a folder that is a bucket; return its output and how much it asked for."""
    bucket = CountingBucket(folder.parent)
    filesystem = PyFileSystem(bucket)
    monkeypatch.setattr(paths, "_file_system", lambda _: (filesystem, ""))
    result = CliRunner().invoke(main, [*command, f"s3://bucket/{folder.name}"])
    assert result.exit_code == 0, result.output
    return result.stdout, bucket.requests


def test_a_bucket_is_asked_for_few_logs(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("rows", "--table", "images.notes", "--where", "id = 2")
    found, requests = requests_for(archive, monkeypatch, *command)
    (archive / FOLDER).rename(archive / "_hidden")
    try:
        expected, without = requests_for(archive, monkeypatch, *command)
    finally:
        (archive / "_hidden").rename(archive / FOLDER)
    assert found == expected != ""
    assert requests < without / 2


def test_a_bucket_is_asked_once_for_a_small_log_that_is_read_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For its changes and for who made them: one request tells the size, one brings the bytes."""
    scope, engines = Scope(has_context=True), engines_of("auto")
    bucket = CountingBucket(FIXTURES)
    filesystem = PyFileSystem(bucket)
    monkeypatch.setattr(paths, "_file_system", lambda _: (filesystem, ""))
    found = list(exact_changes("s3://bucket/mysql97/rotated.1.binlog", scope, engines))
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    assert len(found) == len(list(exact_changes(log, scope, engines))) > 5
    assert bucket.requests == 2


def test_filters_pass_few_other_keys() -> None:
    """One of 2,000 where a key has 16 bits, as the page says, also in the filters of small logs."""
    passed = count = 0
    for first in range(0, 12_000, 60):
        own = [hash_of([b"%d" % key]) for key in range(first, first + 60)]
        size = MAX_BITS * len(own)
        bits = {bit for one in own for bit in bits_of(one, 11, size)}
        for key in range(10**6, 10**6 + 500):
            passed += bits.issuperset(bits_of(hash_of([b"%d" % key]), 11, size))
            count += 1
    assert 0 < passed < count / 1250


def test_an_index_is_written_as_a_whole_or_not(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    folder = f"torn-{uuid4().hex}"
    bucket.write(f"{folder}/binlog.000001", log.read_bytes())

    def fail(_: pa.Table, stream: Any, **__: Any) -> None:
        stream.write(b"PAR1")
        raise OSError("out of order")

    with monkeypatch.context() as patch:
        patch.setattr(pq, "write_table", fail)
        with pytest.raises(OSError, match="out of order"):
            update_index(find_files([bucket.uri(folder)]))
    files = find_files([bucket.uri(folder)])
    assert IndexFolder(files[0].path).size == 0
    assert update_index(files).added == 1
    assert IndexFolder(files[0].path).size > 0


def test_scripts_of_rows_ask_a_bucket_for_few_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other logs have other rows of the table, and no statements."""
    folder = tmp_path / "logs"
    folder.mkdir()
    first, other = (FIXTURES / "mysql97" / f"incident.{number}.binlog" for number in (1, 2))
    shutil.copy(first, folder / "binlog.000001")
    for number in range(2, 22):
        shutil.copy(other, folder / f"binlog.{number:06}")
    command = ("undo", "--table", "incident.kept", "--where", "id = 1")
    expected, without = requests_for(folder, monkeypatch, *command)
    update_index(find_files([str(folder)]))
    found, requests = requests_for(folder, monkeypatch, *command)
    assert found == expected
    assert "DELETE FROM" in found
    assert requests < without / 4
