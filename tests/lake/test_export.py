"""Datasets that an export writes."""

from __future__ import annotations

import json
import os
import zlib
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from binlog_kaitai import TornEventError, read_events
from binlog_kaitai.lake import job, reading
from binlog_kaitai.lake.folders import MAX_FOLDER_NAME, folder_name
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import OutputExistsError
from binlog_kaitai.lake.summary import Step, Summary
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.tree.log.reader import read_log
from tests.lake.datasets import archive, files_of, rows_of, table_of
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order, replay_typed

MYSQL = FIXTURES / "mysql97"
STATEMENTS = MYSQL / "statements.binlog"
ROTATED = [MYSQL / f"rotated.{number}.binlog" for number in (1, 2)]
FILES = [STATEMENTS, *ROTATED]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, list[Step], Path]:
    out = tmp_path_factory.mktemp("export") / "made" / "out"
    steps: list[Step] = []
    summary = export(map(str, FILES), out, progress=steps.append)
    return summary, steps, out


def test_summary_counts_what_the_files_hold(exported: tuple[Summary, list[Step], Path]) -> None:
    summary, _, _ = exported
    records = [record for path in FILES for record in read_rows(path)]
    images = Counter(f"{r.database}.{r.table}" for r in records if r.table is not None)
    assert summary.images == images
    assert summary.statements == len(records) - images.total() > 0
    assert summary.events == sum(1 for path in FILES for _ in read_log(path))
    assert summary.files == 3
    assert summary.seconds > 0


def test_each_table_is_a_dataset(exported: tuple[Summary, list[Step], Path]) -> None:
    summary, _, out = exported
    assert set(summary.datasets) == {*summary.images, "statements"}
    folders = {path.name for path in summary.datasets.values()}
    assert {path.name for path in out.iterdir()} == {*folders, "_SUCCESS", "_export"}
    assert {path.name for path in (out / "_export").iterdir()} == {"lock", "state.json"}
    records = [record for file in FILES for record in read_rows(file)]
    decisions = {record.xid: record.outcome for record in records if record.table is None}
    undone = Counter(
        f"{record.database}.{record.table}"
        for record in records
        if record.outcome == "prepared" and decisions[record.xid] == "rolled_back"
    )
    assert undone.total() > 0
    for name, path in summary.datasets.items():
        assert path.parent == out
        assert (path / "_SUCCESS").exists()
        expected = summary.images.get(name, summary.statements) - undone[name]
        assert len(rows_of(path)) == expected
        assert {folder.name[:11] for folder in path.glob("log*")} == {"log_date=20"}


def test_statements_are_flat_records(exported: tuple[Summary, list[Step], Path]) -> None:
    found = rows_of(exported[0].datasets["statements"])
    records = [r for path in FILES for r in read_rows(path) if r.change_type == "statement"]
    assert [(row["file"], row["position"]) for row in found] == sorted(
        (r.file, r.position) for r in records
    )
    assert all('{"statement": "' in row["data"] for row in found)


def test_altered_table_has_all_columns_that_it_had(
    exported: tuple[Summary, list[Step], Path],
) -> None:
    dataset = table_of(exported[0].datasets["statements.altered"])
    fields = [(field.name, str(field.type)) for field in dataset.schema]
    assert [field for field in fields if not field[0].startswith("_")][:-1] == [
        ("id", "int32"),
        ("a", "decimal128(20, 0)"),
        ("b", "string"),
        ("c", "timestamp[us]"),
        ("d", "decimal128(5, 2)"),
        ("renamed", "string"),
    ]
    columns = dataset.select(["id", "a", "b", "d", "renamed"]).to_pylist()
    assert [tuple(row.values()) for row in columns] == [
        (1, 1, "one", None, None),
        (2, 2, "two", None, None),
        (3, 3, "three", Decimal("3.33"), None),
        (1, 1, "one", None, None),
        (1, 1, "one", Decimal("1.11"), None),
        (4, 2**64 - 1, None, None, "four é"),
        (2, 2, None, None, "two"),
    ]


def test_days_are_those_of_utc(exported: tuple[Summary, list[Step], Path]) -> None:
    for path in exported[0].datasets.values():
        for row in table_of(path).to_pylist():
            timestamp = row["timestamp" if path.name == "statements" else "_timestamp"]
            assert str(row["log_date"]) == timestamp.date().isoformat()


def test_progress_goes_by_parts_and_datasets(exported: tuple[Summary, list[Step], Path]) -> None:
    summary, steps, _ = exported
    total = len(summary.datasets)
    assert [(step.stage, step.done, step.total) for step in steps] == [
        ("read", 1, 1),
        *(("write", done, total) for done in range(1, total + 1)),
    ]
    assert {step.name for step in steps[1:]} == set(summary.datasets)


@pytest.mark.parametrize(
    ("server", "table"),
    [
        ("mysql56", "types.wide"),
        ("mysql97", "types.times"),
        ("mysql97", "types.wide"),
        ("mariadb118", "types.wide"),
    ],
)
@pytest.mark.parametrize("many", [2**22, 0])
def test_one_table_survives_parquet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: str, table: str, many: int
) -> None:
    """Gathered from pieces, and as a file of its own."""
    monkeypatch.setattr(reading, "MANY", many)
    summary = export([str(FIXTURES / server / "types.binlog")], tmp_path / "out", table=table)
    assert (list(summary.datasets), list(summary.images)) == ([table], [table])
    assert summary.statements == 0
    rows = rows_of(summary.datasets[table])
    has_names = server != "mysql56"
    truth = load_truth(server, "types")["tables"][table]
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    assert in_order(replay_typed(rows)) == in_order(expected)


def test_definitions_name_the_columns(tmp_path: Path) -> None:
    log, ddl = (FIXTURES / "mysql56" / name for name in ("types.binlog", "types.sql"))
    dump = tmp_path / "some.sql"
    dump.write_text(ddl.read_text().replace("`labels`", "`others`"))
    summary = export([str(log)], tmp_path / "out", ddl=str(dump))
    truth = load_truth("mysql56", "types")["tables"]["types.wide"]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    rows = rows_of(summary.datasets["types.wide"])
    assert in_order(replay_typed(rows)) == in_order(expected)
    labels = table_of(summary.datasets["types.labels"])
    assert "@1" in labels.schema.names  # the dump does not define it


@pytest.mark.parametrize("table", ["types.texts", "types.integers"])
def test_columns_without_names_take_those_that_a_later_log_has(tmp_path: Path, table: str) -> None:
    """They match by position, which only the log tells: also of what was exported before."""
    logs = [str(FIXTURES / server / "types.binlog") for server in ("mysql56", "mysql97")]
    scope = Scope(table)
    schema = inferred_schema(logs, scope, merge_schema=True)
    expected = [
        repr(row)
        for log in logs
        for batch in read_batches(log, table, schema=schema, is_projection=True)
        for row in batch.to_pylist()
    ]
    export(logs[:1], tmp_path / "later", table=table)
    for name in ("later", "at once"):
        summary = export(logs, tmp_path / name, table=table)
        assert sorted(map(repr, rows_of(summary.datasets[table]))) == sorted(expected)


def test_damaged_file_gives_no_dataset(tmp_path: Path) -> None:
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(STATEMENTS.read_bytes()[:-1])
    with pytest.raises(TornEventError) as raised:
        export([str(cut), str(ROTATED[0])], tmp_path / "out")
    assert raised.value.file == str(cut)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["_export"]


def test_type_that_changed_to_another_kind_ends_the_table_there(tmp_path: Path) -> None:
    logs = [FIXTURES / server / "types.binlog" for server in ("mariadb118", "mysql97")]
    summary = export(map(str, logs), tmp_path / "out", table="types.vectors")
    first, second = (next(read_rows(log, "types.vectors")).position for log in logs)
    why = summary.set_aside["types.vectors"]
    assert (why.cause, why.position) == ("types", second)
    assert f"that merges with binary (at byte {first} of {logs[0]})" in why.reason
    alone = export([str(logs[0])], tmp_path / "alone", table="types.vectors")
    (found, expected) = (rows_of(one.datasets["types.vectors"]) for one in (summary, alone))
    assert [row["_position"] for row in found] == [row["_position"] for row in expected]


def test_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no row image of table no\.such"):
        export([str(ROTATED[0])], tmp_path / "out", table="no.such")


class TestOutputThatExists:
    @pytest.fixture
    def out(self, tmp_path: Path) -> Path:
        out = tmp_path / "out"
        (out / "old.table").mkdir(parents=True)
        (out / "old.table" / "_SUCCESS").touch()
        return out

    def test_is_refused(self, out: Path) -> None:
        with pytest.raises(OutputExistsError, match="expected an empty directory"):
            export([str(ROTATED[0])], out)
        assert (out / "old.table").exists()

    def test_is_replaced_if_asked(self, out: Path) -> None:
        export([str(ROTATED[0])], out, table="rotated.events", overwrite=True)
        names = sorted(path.name for path in out.iterdir())
        assert names == ["_SUCCESS", "_export", "rotated.events"]
        assert [path.name for path in out.parent.iterdir()] == ["out"]
        before = archive(out)
        export([str(ROTATED[0])], out, table="rotated.events", overwrite=True)
        assert archive(out) == before

    def test_is_kept_if_it_holds_anything_else(self, out: Path) -> None:
        (out / "thesis.tex").touch()
        with pytest.raises(OutputExistsError, match=r"only datasets, found thesis\.tex"):
            export([str(ROTATED[0])], out, overwrite=True)
        assert (out / "thesis.tex").exists()

    def test_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(OutputExistsError, match="expected a directory, found a file"):
            export([str(ROTATED[0])], tmp_path / "file")


@pytest.mark.parametrize("out", ["hdfs://host/out", "other://out"])
def test_folders_elsewhere_are_refused(out: str) -> None:
    with pytest.raises(ValueError, match=f"{out}: expected a directory"):
        export([str(ROTATED[0])], out)


def test_a_uri_of_this_machine(tmp_path: Path) -> None:
    summary = export([str(ROTATED[0])], f"file://{tmp_path}/a%20b", table="rotated.events")
    assert summary.datasets == {"rotated.events": tmp_path / "a b" / "rotated.events"}


@pytest.mark.parametrize(
    "sizes",
    mostly_long(
        [
            ((1, 0, 2**25),),
            ((1, 2**22, 2**25),),
            ((2**26, 0, 2**25),),
            ((2**26, 2**22, 2**25),),
            ((2**26, 0, 1),),
        ]
    ),
)
def test_parts_of_any_size_are_the_same(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    exported: tuple[Summary, list[Step], Path],
    sizes: tuple[int, int, int],
) -> None:
    """However small the parts of logs, and however often rows are written."""
    monkeypatch.setattr(job, "MIN_SPAN", 700)
    monkeypatch.setattr(job, "PARTS", 2**40)
    for name, size in zip(("HELD", "MANY", "ROW_GROUP"), sizes, strict=True):
        monkeypatch.setattr(reading, name, size)
    monkeypatch.setattr(reading, "MAX_OPEN", 1)
    summary = export(map(str, FILES), tmp_path)
    assert archive(tmp_path) == archive(exported[2])
    for name in ("events", "images", "statements"):
        assert getattr(summary, name) == getattr(exported[0], name)


def test_the_rows_of_one_table_are_held_up_to_a_row_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "ROW_GROUP", 1)
    table = "rotated.events"
    summary = export(map(str, FILES), tmp_path, table=table)
    (path,) = summary.datasets[table].rglob("*.parquet")
    assert pq.ParquetFile(path).num_row_groups > 1


def test_small_files_are_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "MIN_SPAN", 700)
    monkeypatch.setattr(job, "PARTS", 2**40)
    summary = export(map(str, FILES), tmp_path / "one")
    assert all(len(files_of(path)) == 1 for path in summary.datasets.values())
    log = str(MYSQL / "rotated.2.binlog")
    summary = export([log], tmp_path / "many", file_size=1)
    assert len(files_of(summary.datasets["rotated.other"])) > 1


FOUND = Path(__file__).parents[1] / "made_up" / "found"
AMBIGUOUS = FOUND / "ambiguous_names.binlog"
LONG = FOUND / "long_cjk_name.binlog"


def renamed(log: Path) -> bytes:
    """Return a log whose tables have names of the same length that begin with dots, or are none."""
    data = log.read_bytes()
    for event in read_events(log):
        start, end = event.position, event.position + event.size - 4
        changed = data[start:end]
        changed = changed.replace(b"\x03a.b\0\x01c\0", b"\0\0\x04.a.c\0")
        changed = changed.replace(b"\x01a\0\x03b.c\0", b"\x01.\0\x03..~\0")
        checksum = zlib.crc32(changed).to_bytes(4, "little")
        data = data[:start] + changed + checksum + data[end + 4 :]
    return data


def test_every_table_has_its_dataset(tmp_path: Path) -> None:
    """Also of a log whose own name is no UTF-8, and of tables without names, or hidden ones."""
    hidden = tmp_path / os.fsdecode(b"hidden\xff.binlog")
    hidden.write_bytes(renamed(AMBIGUOUS))
    logs = [AMBIGUOUS, LONG, hidden]
    out = tmp_path / "out"
    summary = export(map(str, logs), out)
    records = [record for log in logs for record in read_rows(log)]
    expected = Counter((record.database, record.table) for record in records)
    found = {}
    for name, folder in summary.datasets.items():
        assert len(os.fsencode(folder.name)) <= MAX_FOLDER_NAME
        about = json.loads((folder / "_export.json").read_text())
        rows = rows_of(folder)
        assert {(row["_database"], row["_table"]) for row in rows} == {
            (about["database"], about["table"])
        }
        found[about["database"], about["table"]] = len(rows)
        assert summary.images[name] == len(rows)
    assert found == expected
    assert len(found) == 5
    assert len(export(map(str, logs), out).kept) == 5


def test_one_of_two_tables(tmp_path: Path) -> None:
    summary = export([str(AMBIGUOUS)], tmp_path, table="`a`.`b.c`")
    assert list(summary.datasets) == ["`a`.`b.c`"]


@pytest.mark.parametrize(
    ("database", "table", "folder"),
    [
        ("shop", "orders", "shop.orders"),
        ("a.b", "c", "a%2Eb.c"),
        ("a", "b.c", "a.b%2Ec"),
        ("_a", "_b", "%5Fa.%5Fb"),
        ("naïve db", "a/b", "na%C3%AFve%20db.a%2Fb"),
        ("..", "~", "%2E%2E.%7E"),
    ],
)
def test_folder_name_is_safe(database: str, table: str, folder: str) -> None:
    assert folder_name(database, table) == folder


@pytest.mark.parametrize("part", ["订" * 28, "x" * 64, "~" * 64, "%" * 64])
def test_long_names_of_folders_differ(part: str) -> None:
    folders = {folder_name(part, part[:-1] + last) for last in "abc"}
    assert len(folders) == 3
    assert all(len(folder) <= MAX_FOLDER_NAME for folder in folders)


def test_encrypted_logs_are_exported_by_their_keys(tmp_path: Path) -> None:
    folder = FIXTURES / "mariadb118"
    logs = sorted(map(str, folder.glob("encrypted.*.locked")))
    keyring = str(folder / "encrypted.keyring")
    summary = export(logs, tmp_path / "out", keyring=keyring)
    found = rows_of(summary.datasets["rotated.events"])
    expected = [
        row
        for log in logs
        for batch in read_batches(log, "rotated.events", keyring=keyring)
        for row in batch.to_pylist()
    ]
    assert [(row["_position"], row["id"], row["v"]) for row in found] == [
        (row["_position"], row["id"], row["v"]) for row in expected
    ]
