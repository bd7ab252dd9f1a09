"""Which files a path stands for, here and in a bucket, and that Spark reads them."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path
from threading import Thread

import pytest
import zstandard
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

from binlog_kaitai import BinlogError
from binlog_kaitai.io.finding import MANY
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.paths import FoundFile, find_files
from tests.conftest import Bucket
from tests.marks import mostly_long
from tests.records import read_rows
from tests.replay import FIXTURES

ROTATED = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
PLAIN = ROTATED[0].read_bytes()
GZ = gzip.compress(PLAIN)
ZST = zstandard.compress(PLAIN)
ENCRYPTED = bytes.fromhex("fd62696e") + bytes(600)

TREE = {
    "log.9": PLAIN,
    "log.10.gz": GZ,
    "log.11.zst": ZST,
    "log.100": PLAIN,
    "log.index": b"./log.9\n/gone/log.100\n",
    "bad.index": b"log.9\n\nlog.12\n",
    "empty": b"",
    "readme.gz": gzip.compress(b"no log"),
    ".log.9.swp": PLAIN,
    "_log.1": PLAIN,
    "2026/11/log.1": PLAIN,
    "2026/11/log.2": PLAIN,
    "2026/12/log.3": ENCRYPTED,
    "2026/_temporary/log.4": PLAIN,
    "a b%20[1]/log.5": PLAIN,
}

FOUND = [
    ("", {}, ["log.9", "log.10.gz", "log.11.zst", "log.100"]),
    ("/", {}, ["log.9", "log.10.gz", "log.11.zst", "log.100"]),
    ("/log.100", {}, ["log.100"]),
    ("/empty", {}, ["empty"]),  # whoever names it wants to know
    ("/_log.1", {}, ["_log.1"]),
    ("/log.index", {}, ["log.9", "log.100"]),
    ("/log.1*", {}, ["log.10.gz", "log.11.zst", "log.100"]),
    ("/log.[19]", {}, ["log.9"]),
    ("/log.10?", {}, ["log.100"]),
    ("/log.{9,10.gz}", {}, ["log.9", "log.10.gz"]),
    ("/*log.*", {"pathglobfilter": "*[0-9]"}, ["log.9", "log.100"]),
    ("/2026", {"recursivefilelookup": "true"}, ["2026/11/log.1", "2026/11/log.2", "2026/12/log.3"]),
    ("/2026/*", {}, ["2026/11/log.1", "2026/11/log.2", "2026/12/log.3"]),
    ("/2026/*/log.[23]", {}, ["2026/11/log.2", "2026/12/log.3"]),
    ("/*/11/log.1", {}, ["2026/11/log.1"]),
    ("/**/log.3", {}, ["2026/12/log.3"]),
    ("/2026/11/**", {}, ["2026/11/log.1", "2026/11/log.2"]),
    ("/a b%20[1]", {}, ["a b%20[1]/log.5"]),
    ("", {"pathglobfilter": "*.{gz,zst}"}, ["log.10.gz", "log.11.zst"]),
]

NOTHING = [
    ("/none", {}, "none.*: expected a binary log, found none$"),
    ("/log.8*", {}, r"log\.8\*.*: expected a binary log, found none$"),
    ("/2026", {}, "2026.*: expected a binary log, found none$"),
    (
        "/log.9",
        {"pathglobfilter": "*.gz"},
        r"log\.9.*: expected a binary log that matches the options",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for name, content in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "dangling.1").symlink_to(folder / "none")
    os.mkfifo(folder / "pipe.1")
    return folder


@pytest.fixture(scope="module")
def filled(bucket: Bucket) -> Bucket:
    for name, content in TREE.items():
        bucket.write(f"tree/{name}", content)
    return bucket


@pytest.mark.parametrize(("path", "options", "names"), FOUND)
def test_local_paths(folder: Path, path: str, options: dict[str, str], names: list[str]) -> None:
    found = find_files([f"{folder}{path}"], Options.parse(options))
    assert found == [
        FoundFile(
            path=f"{folder}/{name}",
            size=len(TREE[name]),
            modified=(folder / name).stat().st_mtime_ns // 1000,
            is_compressed=name.endswith(("gz", "zst")),
        )
        for name in names
    ]


@pytest.mark.few(10)
@pytest.mark.parametrize("scheme", ["s3", "s3a"])
@pytest.mark.parametrize(("path", "options", "names"), FOUND)
def test_paths_in_a_bucket(
    filled: Bucket, scheme: str, path: str, options: dict[str, str], names: list[str]
) -> None:
    found = find_files([filled.uri(f"tree{path}", scheme)], Options.parse(options))
    assert [(file.path, file.size, file.is_compressed) for file in found] == [
        (filled.uri(f"tree/{name}", scheme), len(TREE[name]), name.endswith(("gz", "zst")))
        for name in names
    ]
    infos = filled.filesystem.get_file_info([f"logs/tree/{name}" for name in names])
    assert [file.modified for file in found] == [info.mtime_ns // 1000 for info in infos]


@pytest.mark.parametrize(("path", "options", "message"), NOTHING)
def test_what_stands_for_nothing(
    folder: Path, filled: Bucket, path: str, options: dict[str, str], message: str
) -> None:
    for given in (f"{folder}{path}", filled.uri(f"tree{path}")):
        with pytest.raises(FileNotFoundError, match=message):
            find_files([given], Options.parse(options))


def test_an_index_that_names_what_is_not_there(folder: Path, filled: Bucket) -> None:
    for given in (f"{folder}/bad.index", filled.uri("tree/bad.index")):
        with pytest.raises(BinlogError) as raised:
            find_files([given])
        assert (raised.value.file, raised.value.position) == (given, 7)
        assert raised.value.found == "log.12, which does not exist"


def test_a_damaged_file_in_a_folder_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "log.1").write_bytes(PLAIN)
    (tmp_path / "log.2.gz").write_bytes(GZ[:20])
    with pytest.raises(
        BinlogError, match=r"log\.2\.gz: at byte 0: expected a file compressed with"
    ):
        find_files([str(tmp_path)])


def test_a_name_may_be_any_bytes(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"log\xff.7")
    path.write_bytes(PLAIN)
    assert [file.path for file in find_files([str(tmp_path)])] == [str(path)]


def test_several_paths_give_each_file_once(folder: Path, filled: Bucket) -> None:
    given = [f"{folder}/log.100", f"file://{folder}", f"{folder}/log.9"]
    assert [Path(file.path).name for file in find_files(given)] == [
        *("log.9", "log.10.gz", "log.11.zst", "log.100")
    ]
    both = [filled.uri("tree/log.9", scheme) for scheme in ("s3", "s3a")]
    assert len(find_files(both)) == 1


def test_many_paths_are_not_a_thread_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = Thread.start

    def counted(thread: Thread) -> None:
        started.append(thread)
        start(thread)

    monkeypatch.setattr(Thread, "start", counted)
    paths = [tmp_path / f"log.{number}" for number in range(2 * MANY + 1)]
    for path in paths:
        path.write_bytes(PLAIN)
    given = list(map(str, paths))
    assert [file.path for file in find_files(given)] == given
    assert [file.path for file in find_files([str(tmp_path)])] == given
    assert len(started) <= 2 * 3  # groups of so many files


def test_files_are_narrowed_down_by_when_they_were_modified(tmp_path: Path) -> None:
    noon = 1590969600 + 12 * 3600  # 2020-06-01 in UTC
    for hour in range(4):
        (tmp_path / f"log.{hour}").write_bytes(PLAIN)
        os.utime(tmp_path / f"log.{hour}", (noon + 3600 * hour,) * 2)
    for options, numbers in [
        ({"modifiedAfter": "2020-06-01T13:00:00"}, "23"),
        ({"modifiedBefore": "2020-06-01T13:00:00"}, "0"),
        ({"modifiedAfter": "2020-06-01T12:00:00", "modifiedBefore": "2020-06-01T15:00:00Z"}, "12"),
        ({"modifiedAfter": "2020-06-01T15:59:59+02:00"}, "23"),
    ]:
        found = find_files([str(tmp_path)], Options.parse(options))
        assert [file.path[-1] for file in found] == list(numbers)


def values(path: Path, table: str) -> list[tuple[object, object]]:
    return [(record.position, record.data["id"]) for record in read_rows(path, table)]


@pytest.mark.parametrize("name", mostly_long(["log.10.gz", "log.11.zst"]))
def test_spark_reads_compressed_files(spark: SparkSession, folder: Path, name: str) -> None:
    reader = spark.read.format("binlog")
    rows = reader.load(str(folder / name)).collect()
    assert [(r.file, r.position, json.loads(r.data)) for r in rows] == [
        (name, r.position, json.loads(r.to_json())["data"]) for r in read_rows(ROTATED[0])
    ]
    typed = reader.option("table", "rotated.events").load(str(folder / name)).collect()
    assert [(row["_position"], row.id) for row in typed] == values(ROTATED[0], "rotated.events")


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", mostly_long(["s3", "s3a"]))
@pytest.mark.parametrize("path", ["spark/binlog.000001", "spark/*", "spark"])
def test_spark_reads_a_bucket(spark: SparkSession, bucket: Bucket, scheme: str, path: str) -> None:
    bucket.write("spark/binlog.000001", PLAIN)
    reader = spark.read.format("binlog")
    rows = reader.load(bucket.uri(path, scheme)).collect()
    assert [(r.file, r.position, r.ordinal) for r in rows] == [
        ("binlog.000001", r.position, r.ordinal) for r in read_rows(ROTATED[0])
    ]
    typed = reader.option("table", "rotated.events").load(bucket.uri(path, scheme)).collect()
    assert [(row["_position"], row.id) for row in typed] == values(ROTATED[0], "rotated.events")


def test_spark_takes_options_for_files(spark: SparkSession, folder: Path) -> None:
    reader = spark.read.format("binlog").option("pathGlobFilter", "*.1")
    names = {
        row.file for row in reader.option("recursiveFileLookup", "true").load(str(folder)).collect()
    }
    assert names == {"log.1"}
    with pytest.raises(AnalysisException, match=re.escape("option modifiedAfter: expected a time")):
        reader.option("modifiedAfter", "noon").load(str(folder)).collect()
