"""Datasets of tables whose names are no names of folders."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import read_events
from binlog_kaitai.spark.export.job import MAX_FOLDER_NAME, export, folder_name
from tests.records import read_rows
from tests.replay import FIXTURES

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


@pytest.mark.long
def test_every_table_has_its_dataset(spark: SparkSession, tmp_path: Path) -> None:
    """Also of a log whose own name is no UTF-8, and of tables without names, or hidden ones."""
    hidden = tmp_path / os.fsdecode(b"hidden\xff.binlog")
    hidden.write_bytes(renamed(AMBIGUOUS))
    logs = [AMBIGUOUS, LONG, hidden]
    out = tmp_path / "out"
    summary = export(map(str, logs), out)
    records = [record for log in logs for record in read_rows(log)]
    expected: dict[tuple[str, str | None], int] = {}
    for record in records:
        key = (record.database, record.table)
        expected[key] = expected.get(key, 0) + 1
    found = {}
    for name, folder in summary.datasets.items():
        assert len(os.fsencode(folder.name)) <= MAX_FOLDER_NAME
        about = json.loads((folder / "_export.json").read_text())
        rows = spark.read.parquet(str(folder)).collect()
        assert {(row["_database"], row["_table"]) for row in rows} == {
            (about["database"], about["table"])
        }
        found[about["database"], about["table"]] = len(rows)
        assert summary.images[name] == len(rows)
    assert found == expected
    assert len(found) == 5
    assert len(export(map(str, logs), out).kept) == 5


def test_one_of_two_tables(spark: SparkSession, tmp_path: Path) -> None:
    summary = export([str(AMBIGUOUS)], tmp_path, table="`a`.`b.c`")
    assert list(summary.datasets) == ["`a`.`b.c`"]
    (row,) = spark.read.format("binlog").option("table", "`a`.`b.c`").load(str(AMBIGUOUS)).collect()
    assert (row["id"], row["w"]) == (2, 22)


def test_a_file_whose_name_is_no_text(spark: SparkSession, tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "mysql97/rotated.1.binlog", tmp_path / os.fsdecode(b"bin\xfflog.1"))
    rows = spark.read.format("binlog").load(str(tmp_path)).collect()
    assert {row["file"] for row in rows} == {r"bin\xfflog.1"}
    assert len(rows) == 10


@pytest.mark.parametrize("part", ["订" * 28, "x" * 64, "~" * 64, "%" * 64])
def test_long_names_of_folders_differ(part: str) -> None:
    folders = {folder_name(part, part[:-1] + last) for last in "abc"}
    assert len(folders) == 3
    assert all(len(folder) <= MAX_FOLDER_NAME for folder in folders)
