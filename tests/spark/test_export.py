"""Datasets that an export writes."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai import BinlogError, TornEventError
from binlog_kaitai.spark.export.job import Step, Summary, export, folder_name
from binlog_kaitai.spark.export.output import OutputExistsError
from binlog_kaitai.tree.log.reader import read_log
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order, replay_typed

MYSQL = FIXTURES / "mysql97"
STATEMENTS = MYSQL / "statements.binlog"
ROTATED = [MYSQL / f"rotated.{number}.binlog" for number in (1, 2)]
FILES = [STATEMENTS, *ROTATED]


def read(spark: SparkSession, dataset: Path) -> DataFrame:
    """Return the rows of a dataset, without what it is partitioned by."""
    return spark.read.parquet(str(dataset)).drop("log_date")


@pytest.fixture(scope="module")
def exported(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Summary, list[Step], Path]:
    assert spark is not None
    out = tmp_path_factory.mktemp("export") / "made" / "out"
    steps: list[Step] = []
    summary = export(map(str, FILES), out, progress=steps.append)
    return summary, steps, out


@pytest.mark.long
def test_summary_counts_what_the_files_hold(exported: tuple[Summary, list[Step], Path]) -> None:
    summary, _, _ = exported
    records = [record for path in FILES for record in read_rows(path)]
    images = Counter(f"{r.database}.{r.table}" for r in records if r.table is not None)
    assert summary.images == images
    assert summary.statements == len(records) - images.total() > 0
    assert summary.events == sum(1 for path in FILES for _ in read_log(path))
    assert summary.files == 3
    assert summary.seconds > 0


@pytest.mark.long
def test_each_table_is_a_dataset(
    spark: SparkSession, exported: tuple[Summary, list[Step], Path]
) -> None:
    summary, _, out = exported
    assert set(summary.datasets) == {*summary.images, "statements"}
    folders = {path.name for path in summary.datasets.values()}
    assert {path.name for path in out.iterdir()} == {*folders, "_SUCCESS", "_export"}
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
        assert spark.read.parquet(str(path)).count() == expected


@pytest.mark.long
def test_statements_are_flat_records(
    spark: SparkSession, exported: tuple[Summary, list[Step], Path]
) -> None:
    rows = spark.read.parquet(str(exported[0].datasets["statements"])).collect()
    found = sorted((row.file, row.position, row.data) for row in rows)
    records = [r for path in FILES for r in read_rows(path) if r.change_type == "statement"]
    assert [(file, position) for file, position, _ in found] == sorted(
        (r.file, r.position) for r in records
    )
    assert all('{"statement": "' in data for _, _, data in found)


@pytest.mark.long
def test_altered_table_has_all_columns_that_it_had(
    spark: SparkSession, exported: tuple[Summary, list[Step], Path]
) -> None:
    dataset = spark.read.parquet(str(exported[0].datasets["statements.altered"]))
    assert [column for column in dataset.dtypes if not column[0].startswith("_")] == [
        ("id", "int"),
        ("a", "decimal(20,0)"),
        ("b", "string"),
        ("c", "timestamp_ntz"),
        ("d", "decimal(5,2)"),
        ("renamed", "string"),
        ("log_date", "date"),
    ]
    rows = dataset.orderBy("_position", "_ordinal").select("id", "a", "b", "d", "renamed").collect()
    assert [tuple(row) for row in rows] == [
        (1, 1, "one", None, None),
        (2, 2, "two", None, None),
        (3, 3, "three", Decimal("3.33"), None),
        (1, 1, "one", None, None),
        (1, 1, "one", Decimal("1.11"), None),
        (4, 2**64 - 1, None, None, "four é"),
        (2, 2, None, None, "two"),
    ]


@pytest.mark.long
def test_progress_goes_by_files_and_datasets(
    exported: tuple[Summary, list[Step], Path],
) -> None:
    summary, steps, _ = exported
    total = len(summary.datasets)
    assert [(step.stage, step.done, step.total) for step in steps] == [
        *(("read", done, 3) for done in (1, 2, 3)),
        *(("write", done, total) for done in range(1, total + 1)),
    ]
    assert [step.name for step in steps[:3]] == sorted(map(str, FILES))
    assert {step.name for step in steps[3:]} == set(summary.datasets)


@pytest.mark.parametrize(
    ("server", "table"), [("mysql56", "types.wide"), ("mysql97", "types.times")]
)
def test_one_table_survives_parquet(
    spark: SparkSession, tmp_path: Path, server: str, table: str
) -> None:
    summary = export([str(FIXTURES / server / "types.binlog")], tmp_path / "out", table=table)
    assert (list(summary.datasets), list(summary.images)) == ([table], [table])
    assert summary.statements == 0
    rows = read(spark, summary.datasets[table]).orderBy("_position", "_ordinal")
    has_names = server != "mysql56"
    truth = load_truth(server, "types")["tables"][table]
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    assert in_order(replay_typed(rows.toArrow().to_pylist())) == in_order(expected)


@pytest.mark.long
def test_definitions_name_the_columns(spark: SparkSession, tmp_path: Path) -> None:
    log, ddl = (FIXTURES / "mysql56" / name for name in ("types.binlog", "types.sql"))
    dump = tmp_path / "some.sql"
    dump.write_text(ddl.read_text().replace("`labels`", "`others`"))
    summary = export([str(log)], tmp_path / "out", ddl=str(dump))
    wide = read(spark, summary.datasets["types.wide"])
    truth = load_truth("mysql56", "types")["tables"]["types.wide"]
    expected = expected_rows(truth, has_names=True, has_charsets=True)
    rows = wide.orderBy("_position", "_ordinal").toArrow().to_pylist()
    assert in_order(replay_typed(rows)) == in_order(expected)
    labels = spark.read.parquet(str(summary.datasets["types.labels"]))
    assert "@1" in labels.columns  # the dump does not define it


def test_damaged_file_gives_no_dataset(spark: SparkSession, tmp_path: Path) -> None:
    assert spark is not None
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(STATEMENTS.read_bytes()[:-1])
    with pytest.raises(TornEventError) as raised:
        export([str(cut), str(ROTATED[0])], tmp_path / "out")
    assert raised.value.file == str(cut)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["_export"]


def test_type_that_changed_to_another_kind_fails_with_its_place(
    spark: SparkSession, tmp_path: Path
) -> None:
    assert spark is not None
    logs = [FIXTURES / server / "types.binlog" for server in ("mariadb118", "mysql97")]
    with pytest.raises(BinlogError) as raised:
        export(map(str, logs), tmp_path / "out", table="types.vectors")
    assert raised.value.file == str(logs[1])
    first, second = (next(read_rows(log, "types.vectors")).position for log in logs)
    assert raised.value.position == second
    assert f"v that merges with the binary at byte {first} of {logs[0]}" in raised.value.expected
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["_export"]


def test_table_that_is_not_there_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    assert spark is not None
    with pytest.raises(ValueError, match=r"no row image of a table no\.such"):
        export([str(ROTATED[0])], tmp_path / "out", table="no.such")


class TestOutputThatExists:
    @pytest.fixture
    def out(self, tmp_path: Path) -> Path:
        out = tmp_path / "out"
        (out / "old.table").mkdir(parents=True)
        (out / "old.table" / "_SUCCESS").touch()
        return out

    def test_is_refused(self, out: Path) -> None:
        with pytest.raises(OutputExistsError, match="not empty"):
            export([str(ROTATED[0])], out)
        assert (out / "old.table").exists()

    def test_is_replaced_if_asked(self, spark: SparkSession, out: Path) -> None:
        assert spark is not None
        export([str(ROTATED[0])], out, table="rotated.events", overwrite=True)
        names = sorted(path.name for path in out.iterdir())
        assert names == ["_SUCCESS", "_export", "rotated.events"]
        assert [path.name for path in out.parent.iterdir()] == ["out"]

    def test_is_kept_if_it_holds_anything_else(self, out: Path) -> None:
        (out / "thesis.tex").touch()
        with pytest.raises(OutputExistsError, match=r"thesis\.tex is no dataset"):
            export([str(ROTATED[0])], out, overwrite=True)
        assert (out / "thesis.tex").exists()


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
