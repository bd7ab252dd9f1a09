"""Logs in InnoDB pages that a server is writing: what follows them reads each row once."""

from __future__ import annotations

import contextlib
from pathlib import Path
from random import Random

import pytest
from pyspark.sql.streaming.datasource import ReadAllAvailable
from pyspark.sql.types import StructType

from binlog_kaitai.errors import DataLossError
from binlog_kaitai.lake import unread
from binlog_kaitai.lake.job import export
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.schemas import infer_schema
from binlog_kaitai.spark.source.stream import BinlogStreamReader, Offset
from tests.lake.datasets import archive
from tests.made_up.pages import COMMIT, Files, compressed, transactions, write_transactions
from tests.replay import FIXTURES

TWIN = FIXTURES / "mariadb118" / "ends.1.binlog"
FOUND = transactions(TWIN.read_bytes())


def some_files() -> Files:
    files = Files(len_page=1024, num_pages=6, state_interval=4)
    write_transactions(files, FOUND, Random(5))
    return files


def exported(out: Path) -> dict[str, list[str]]:
    """Return rows without their places."""
    found = archive(out)
    return {name: [row.partition("'_ordinal'")[2] for row in rows] for name, rows in found.items()}


@pytest.mark.parametrize("settled", [10.0, 0.0])
def test_an_export_that_follows(
    settled: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where each log with a successor is old enough to be complete."""
    monkeypatch.setattr(unread, "SETTLED", settled)
    export([str(TWIN)], tmp_path / "twin")
    folder, out = tmp_path / "logs", tmp_path / "out"
    folder.mkdir()
    counts = []
    for _ in some_files().grow(folder):
        with contextlib.suppress(ValueError):  # nothing of a table so far
            counts.append(sum(export([str(folder)], out, follows=True).images.values()))
    assert len([count for count in counts if count]) > 5
    assert exported(out) == exported(tmp_path / "twin")
    assert export([str(folder)], out, follows=True).images == {}


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    files = Files(len_page=512, num_pages=4)
    for first, *rest in FOUND:
        files.write(COMMIT, compressed(0) + first + b"".join(rest))
    logs = files.save(tmp_path)
    export([str(logs[0])], tmp_path / "out", follows=True)
    reader = reader_of(tmp_path)
    start = Offset(file=logs[0].name, position=0, is_closed=True)
    assert reader.latestOffset(start, ReadAllAvailable())["file"] == logs[-1].name
    logs[2].unlink()
    reader._listed = float("-inf")  # noqa: SLF001 - or a second would have to pass
    with pytest.raises(DataLossError, match=r"binlog-000002\.ibb"):
        reader.latestOffset(start, ReadAllAvailable())
    with pytest.raises(DataLossError, match=r"binlog-000002\.ibb: log file not found, and not"):
        export([str(tmp_path)], tmp_path / "out", follows=True)


def reader_of(folder: Path, **options: str) -> BinlogStreamReader:
    parsed = Options.parse({"path": str(folder), **options})
    return BinlogStreamReader(parsed, StructType(infer_schema(parsed).fields), is_inferred=True)


@pytest.mark.parametrize("options", [{}, {"maxBytesPerTrigger": "2000"}])
def test_a_stream(options: dict[str, str], tmp_path: Path) -> None:
    reader = reader_of(tmp_path, **options)
    offset, texts, batches = reader.initialOffset(), [], 0
    states = some_files().grow(tmp_path)
    for _ in states:
        reader._listed = float("-inf")  # noqa: SLF001 - or a second would have to pass
        while (end := reader.latestOffset(offset, reader.getDefaultReadLimit())) != offset:
            rows = [
                row
                for partition in reader.partitions(offset, end)
                for batch in reader.read(partition)
                for row in batch.to_pylist()
            ]
            batches += bool(rows)
            texts += [row["data"] for row in rows]
            offset = end
    twin = tmp_path / "twin"
    twin.mkdir()
    (twin / "binlog.000001").write_bytes(TWIN.read_bytes())
    whole = reader_of(twin)
    end = whole.latestOffset(whole.initialOffset(), ReadAllAvailable())
    expected = [
        row["data"]
        for partition in whole.partitions(whole.initialOffset(), end)
        for batch in whole.read(partition)
        for row in batch.to_pylist()
    ]
    assert batches > 5
    assert texts == expected
