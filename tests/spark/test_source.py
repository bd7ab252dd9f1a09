"""spark.read.format("binlog") against the records, and the servers' SELECT."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession

from binlog_kaitai import scan
from binlog_kaitai.compiler.own.kept import copy_specs
from binlog_kaitai.model.schema import RECORD_SCHEMA
from tests import HANG_SECONDS
from tests.classes import NEEDS_NODE, SPECS
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order, replay_typed

TYPES = FIXTURES / "mysql97" / "types.binlog"
ROTATED = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
NAMELESS = FIXTURES / "mysql56" / "rotated.1.binlog"


def load(
    spark: SparkSession, paths: Path | str | list[str], schema: str | None = None, **options: str
) -> DataFrame:
    reader = spark.read.format("binlog").options(**options)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.load(paths if isinstance(paths, list) else str(paths))


def rows_of(frame: DataFrame) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return found


def test_flat_rows_are_the_records(spark: SparkSession) -> None:
    rows = rows_of(load(spark, TYPES))
    records = list(read_rows(TYPES))
    assert list(rows[0]) == RECORD_SCHEMA.names
    assert len(rows) == len(records)
    for row, record in zip(rows, records, strict=True):
        assert json.loads(row.pop("data")) == json.loads(record.to_json())["data"]
        assert row == {name: getattr(record, name) for name in row}


TABLES = [
    *(("mysql97", f"types.{name}") for name in ("wide", "decimals", "json_values", "vectors")),
    *(("mariadb118", f"types.{name}") for name in ("wide", "times", "timestamps_far", "addresses")),
    *(("mysql56", f"types.{name}") for name in ("wide", "datetimes", "labels", "geometries")),
]


@pytest.mark.parametrize(("server", "table"), mostly_long(TABLES, short=6))
def test_typed_rows_replay_to_the_servers_select(
    spark: SparkSession, server: str, table: str
) -> None:
    truth = load_truth(server, "types")["tables"][table]
    rows = rows_of(load(spark, FIXTURES / server / "types.binlog", table=table))
    has_names = server != "mysql56"
    expected = expected_rows(truth, has_names=has_names, has_charsets=has_names)
    assert expected
    assert in_order(replay_typed(rows)) == in_order(expected)


def test_typed_schema(spark: SparkSession) -> None:
    schema = load(spark, TYPES, table="types.wide").schema.simpleString()
    assert schema == (
        "struct<_file:string,_position:bigint,_ordinal:bigint,_timestamp:timestamp,"
        "_commit_timestamp:timestamp,_server_id:bigint,_gtid:string,_outcome:string,_xid:string,"
        "_database:string,_table:string,_change_type:string,_absent:array<string>,"
        "id:int,c01:smallint,c02:string,c03:decimal(12,3),c04:timestamp_ntz,"
        "c05:string,c06:bigint,c07:binary,c08:bigint,c09:string,c10:float,c11:string,"
        "c12:interval day to second,c13:binary,c14:int,c15:string,c16:double,c17:int,c18:date,"
        "c19:binary,c20:timestamp,c21:struct<srid:int,wkb:binary>,c22:smallint,c23:string,"
        "c24:bigint>"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Holds logs, and files that are none."""
    for number, path in zip((9, 10), ROTATED, strict=True):
        shutil.copy(path, tmp_path / f"bin.{number}")
    (tmp_path / "bin.index").write_text("./bin.9\n./bin.10\n")
    (tmp_path / "empty").touch()
    (tmp_path / "sub").mkdir()
    return tmp_path


@pytest.mark.few(2)
@pytest.mark.parametrize("form", ["{0}", "{0}/bin.*[0-9]", "file://{0}"])
@pytest.mark.parametrize(("cost", "count"), [("4m", 1), ("128m", 2)])
def test_folder_and_pattern_give_the_files_in_order(
    spark: SparkSession, folder: Path, form: str, cost: str, count: int
) -> None:
    frame = load(spark, form.format(folder), openCostInBytes=cost)
    assert frame.rdd.getNumPartitions() == count
    found = [(row.file, row.position, row.ordinal) for row in frame.collect()]
    assert found == [
        (name, record.position, record.ordinal)
        for name in ("bin.9", "bin.10")
        for record in read_rows(folder / name)
    ]


def test_list_of_paths_gives_each_file_once(spark: SparkSession, folder: Path) -> None:
    frame = load(spark, [str(folder / "bin.10"), str(folder), str(folder / "bin.*0")])
    assert frame.count() == sum(1 for path in ROTATED for _ in read_rows(path))


def test_encrypted_file_in_a_folder_is_not_passed_over(spark: SparkSession, folder: Path) -> None:
    (folder / "bin.11").write_bytes(bytes.fromhex("fd62696e") + bytes(600))
    with pytest.raises(PySparkException, match=r"bin\.11: at byte 0: .*encrypted by MySQL"):
        load(spark, folder).count()


def test_encrypted_logs_are_read_by_their_keys(
    spark: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = FIXTURES / "mariadb118"
    keyring = folder / "encrypted.keyring"
    logs = [str(log) for log in sorted(folder.glob("encrypted.*.locked"))]
    frame = spark.read.format("binlog").option("keyring", str(keyring)).load(logs)
    expected = [row.position for log in logs for row in read_rows(log, keyring=keyring)]
    assert [row.position for row in frame.select("position").collect()] == expected
    frame.explain(extended=True)
    key = keyring.read_text().splitlines()[1].partition(";")[2]
    assert key not in capsys.readouterr().out


def test_schema_of_the_user_is_a_projection_with_types(spark: SparkSession) -> None:
    schema = "added bigint, id decimal(20,0), _position decimal(20,0), _file string"
    rows = load(spark, list(map(str, ROTATED)), schema, table="rotated.other").collect()
    assert [tuple(row) for row in rows] == [
        (r.data.get("added"), r.data["id"], r.position, r.file)
        for path in ROTATED
        for r in read_rows(path, "rotated.other")
    ]


def test_schema_of_the_user_projects_the_record(spark: SparkSession) -> None:
    rows = load(spark, TYPES, "change_type string, ordinal int").collect()
    assert [tuple(row) for row in rows] == [(r.change_type, r.ordinal) for r in read_rows(TYPES)]


def test_schema_of_the_user_names_columns_by_position(spark: SparkSession) -> None:
    rows = load(spark, NAMELESS, "ident bigint, kind int", table="rotated.other").collect()
    assert [row.asDict() for row in rows] == [
        {"ident": r.data["@1"], "kind": r.data["@2"]} for r in read_rows(NAMELESS, "rotated.other")
    ]


def test_sql_reads_a_view(spark: SparkSession) -> None:
    spark.sql(
        "CREATE OR REPLACE TEMPORARY VIEW wide USING binlog"
        f" OPTIONS (path '{TYPES}', table 'types.wide')"
    )
    count = spark.sql("SELECT count(*) FROM wide WHERE _change_type = 'insert'").collect()[0][0]
    inserts = [r for r in read_rows(TYPES, "types.wide") if r.change_type == "insert"]
    assert count == len(inserts) > 0


REFUSED = [
    (TYPES, None, {"tabel": "a.b"}, "no option 'tabel', did you mean 'table'?"),
    (TYPES, None, {"zzz": "1"}, "no option 'zzz'; there are path, "),
    (TYPES, None, {"table": "no.such"}, "no row image of table no.such in "),
    (ROTATED[0], None, {"table": "rotated.evnts"}, "; did you mean rotated.events?"),
    (ROTATED[0], None, {"table": "Other"}, "found 'Other'; did you mean rotated.other?"),
    (TYPES.parent / "no.such", None, {}, "no.such: expected a binary log, found none"),
    (FIXTURES / "sql", None, {}, "sql: expected a binary log, found none"),
    ("ftp://host/binlog.000001", None, {}, "expected a local path or a URI of file, s3, s3a, "),
    (TYPES, "nope int", {}, "a record has no field nope; it has file, position"),
    (TYPES, "position timestamp", {}, "position: int64 does not cast to timestamp"),
    (TYPES, "id int, nope int", {"table": "types.keyless"}, "has no column nope; it has id, v"),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("path", "schema", "options", "message"), REFUSED)
def test_bad_usage_is_refused(
    spark: SparkSession,
    path: Path | str,
    schema: str | None,
    options: dict[str, str],
    message: str,
) -> None:
    with pytest.raises(AnalysisException) as raised:
        load(spark, path, schema, **options).count()
    assert message in str(raised.value)


def test_altered_table_fails_with_the_place_of_the_departure(spark: SparkSession) -> None:
    departure = next(read_rows(ROTATED[1], "rotated.other"))
    assert "added" not in departure.data
    with pytest.raises(PySparkException) as raised:
        load(spark, ROTATED[1], table="rotated.other").collect()
    assert (
        f"{ROTATED[1]}: at byte {departure.position}: expected a column added in rotated.other,"
        " or mergeSchema=true, found only id, e"
    ) in str(raised.value)


def test_damage_fails_with_its_place(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "flipped.binlog"
    content = bytearray(TYPES.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(PySparkException, match=f"{path}: at byte .*, found the checksum"):
        load(spark, path).count()


def test_discovery_imports_what_spark_needs_only() -> None:
    script = "import sys, pyspark_binlog; print('pyarrow' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False"


CLUSTER = """
import sys
from binlog_kaitai.spark.session import SHORT_LIVED, start_session
spark = start_session("local-cluster[2,1,1024]", **SHORT_LIVED)
reader = spark.read.format("binlog")
print("flat", reader.load(sys.argv[1:]).count())
print("typed", reader.option("table", "rotated.events").load(sys.argv[1:]).count())
spark.stop()
"""


@pytest.mark.long
def test_cluster_reads_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CLUSTER, *map(str, ROTATED)],
        check=False,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    flat = sum(1 for path in ROTATED for _ in read_rows(path))
    typed = sum(1 for path in ROTATED for _ in read_rows(path, "rotated.events"))
    assert typed > 0
    assert (done.stdout.split(), done.stderr) == (["flat", str(flat), "typed", str(typed)], "")


def test_a_table_of_a_catalog_is_refused_with_what_to_use_instead(spark: SparkSession) -> None:
    options = f"path '{TYPES}', table 'types.wide'"
    with pytest.raises(AnalysisException, match="hands a table no options") as refused:
        spark.sql(f"CREATE TABLE refused USING binlog OPTIONS ({options})")
    (view,) = re.findall(r"CREATE TEMP VIEW name USING binlog OPTIONS \(.*\)", str(refused.value))
    spark.sql(view)
    assert spark.table("name").columns == load(spark, TYPES, table="types.wide").columns
    spark.catalog.dropTempView("name")


REGISTERED = """
import sys

from binlog_kaitai.spark import register
from binlog_kaitai.spark.session import start_session

spark = start_session("local[1]")

def count():
    return spark.read.format("binlog").load(sys.argv[1]).count()

try:
    count()
except Exception as error:
    print("DATA_SOURCE_NOT_FOUND" in str(error))
register(spark)
print(count())
"""


@pytest.mark.long
def test_a_session_has_the_source_that_another_package_keeps_it_from_finding(
    tmp_path: Path,
) -> None:
    (tmp_path / "pyspark_broken.py").write_text("raise RuntimeError('broken')")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", REGISTERED, ROTATED[0]],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        check=False,
        timeout=HANG_SECONDS,
        text=True,
    )
    assert done.stdout.split() == ["True", str(len(list(read_rows(ROTATED[0]))))], done.stderr


def test_contexts_are_columns(spark: SparkSession) -> None:
    log = FIXTURES / "mysql97/statements.binlog"
    reader = spark.read.format("binlog").option("context", "true")
    reader = reader.option("maxPartitionBytes", "20k")
    flat = reader.load(str(log))
    own = ["statement", "thread_id", "user"]
    assert flat.columns == [*RECORD_SCHEMA.names, *own]
    expected = pa.table(scan(log, context=True, columns=["position", "ordinal", *own])).to_pylist()
    found = flat.select("position", "ordinal", *own).orderBy("position", "ordinal").collect()
    assert [row.asDict() for row in found] == expected
    typed = reader.option("table", "statements.parents").load(str(log))
    assert {f"_{name}" for name in own} < set(typed.columns)
    asked = reader.option("table", "statements.parents").schema("_thread_id long, id int")
    assert asked.load(str(log)).where("_thread_id IS NULL").count() == 0


@NEEDS_NODE
@pytest.mark.long
def test_specs_of_ones_own(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver compiles them, and Spark's workers read by what it hands on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    specs = tmp_path / "mine"
    copy_specs(specs)
    (specs / "node_modules").symlink_to(SPECS / "node_modules")
    year = specs / "year_cell.ksy"
    year.write_text(year.read_text(encoding="utf-8").replace("1900 + raw", "1800 + raw"))
    asked = {"table": "types.years", "engine": "tree"}
    before = [row["y"] for row in rows_of(load(spark, TYPES, **asked))]
    after = [row["y"] for row in rows_of(load(spark, TYPES, **asked, specs=str(specs)))]
    assert after == [value and value - 100 for value in before]
    assert any(before)
    year.write_text("seq: [")
    with pytest.raises(PySparkException, match=r"mine/year_cell\.ksy: unexpected end"):
        load(spark, TYPES, **asked, specs=str(specs))
