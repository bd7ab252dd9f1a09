"""A stream notices that a log is another than it was, and takes no log for another that is not."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path

import pytest
import zstandard
from kaitaistruct import KaitaiStream
from pyspark.errors import StreamingQueryException
from pyspark.sql.streaming.datasource import ReadAllAvailable

from binlog_kaitai import TornEventError
from binlog_kaitai.errors import DataLossError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.spark.source.stream import Offset
from tests.records import read_rows
from tests.replay import FIXTURES
from tests.spark.test_stream import Stream, fixture, identities, reader_of, stream

__all__ = ["stream"]

TYPES = (FIXTURES / "mysql97/types.binlog").read_bytes()
FIRST, SECOND = fixture("mysql97", 1), fixture("mysql97", 2)
OPEN = (FIXTURES / "mysql97/open.binlog").read_bytes()

Logs = dict[int, bytes]
Rows = list[tuple[str, int, int]]


def put(folder: Path, logs: Logs) -> Path:
    """Have a folder hold these logs only."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for number, data in logs.items():
        (folder / f"binlog.{number:06d}").write_bytes(data)
    return folder


def rows_of(log: Path) -> Rows:
    """Return the rows of a log, up to where it is cut."""
    rows = []
    with contextlib.suppress(TornEventError):
        rows.extend((one.file, one.position, one.ordinal) for one in read_rows(log))
    return rows


def rows_in(folder: Path, numbers: Iterable[int]) -> Rows:
    return [row for number in numbers for row in rows_of(folder / f"binlog.{number:06d}")]


def read_on(folder: Path, start: Offset | None, **options: str) -> tuple[Offset, Rows]:
    """Read in one batch from an offset on, as a query does that starts with its checkpoint."""
    reader = reader_of(folder, **options)
    begin = reader.initialOffset() if start is None else start
    end: Offset = json.loads(json.dumps(reader.latestOffset(begin, ReadAllAvailable())))
    assert reader.latestOffset(end, ReadAllAvailable()) == end
    batches = [batch for part in reader.partitions(begin, end) for batch in reader.read(part)]
    return end, identities([row for batch in batches for row in batch.to_pylist()])


def closed(data: bytes) -> bytes:
    """Return a log as its server leaves it when it closes it."""
    stream = KaitaiStream(BytesIO(data))
    stream.seek(4)
    header = BinlogEventHeader(4, False, stream)
    assert header.flags.binlog_in_use
    flags = stream.pos() - 2
    return data[:flags] + bytes(1) + data[flags + 1 :]


# what was there, what is there then, what is said, and which logs are read if that may be
LOSSES: dict[str, tuple[Logs, Logs, str, list[int]]] = {
    "shorter": ({1: TYPES}, {1: FIRST}, "the file was truncated or replaced", [1]),
    "longer": ({1: FIRST}, {1: TYPES}, "another log file of that name, with 260797 bytes", [1]),
    "as long": ({1: FIRST}, {1: TYPES[: len(FIRST)]}, "another log file of that name, with", [1]),
    "cut": ({1: TYPES}, {1: TYPES[:20000]}, "found 20000 bytes: the file was truncated;", []),
    "cut near its head": (
        {1: FIRST},
        {1: FIRST[:900]},
        "found 900 bytes: the file was truncated or",
        [1],
    ),
    "anew": ({5: FIRST, 6: SECOND}, {1: TYPES}, "the logs were reset", [1]),
    "anew, several": ({7: FIRST}, {1: SECOND, 2: FIRST}, "the logs were reset", [1, 2]),
    "anew, up to it": ({2: FIRST}, {1: TYPES, 2: SECOND}, "truncated or replaced", [1, 2]),
    "anew, beyond it": ({2: SECOND}, {1: TYPES, 2: FIRST, 3: SECOND}, "another log", [1, 2, 3]),
    "one of several": ({1: SECOND, 2: SECOND}, {1: SECOND, 2: FIRST}, "another log", [2]),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("loss", LOSSES)
def test_a_log_that_is_another_is_told(tmp_path: Path, loss: str) -> None:
    before, after, message, new = LOSSES[loss]
    put(tmp_path, before)
    start, rows = read_on(tmp_path, None)
    assert rows == rows_in(tmp_path, before)
    put(tmp_path, after)
    with pytest.raises(DataLossError, match=message) as raised:
        read_on(tmp_path, start)
    assert start["file"] in str(raised.value)
    assert f"byte {start['position']}" in str(raised.value)
    end, rows = read_on(tmp_path, start, failOnDataLoss="false")
    assert rows == rows_in(tmp_path, new)
    assert read_on(tmp_path, end)[1] == []


@pytest.mark.parametrize("loss", ["shorter", "cut near its head", "anew"])
def test_offsets_of_older_checkpoints_tell_what_they_can(tmp_path: Path, loss: str) -> None:
    before, after, message, _ = LOSSES[loss]
    put(tmp_path, before)
    start, _ = read_on(tmp_path, None)
    del start["head"]
    put(tmp_path, after)
    with pytest.raises(DataLossError, match=message):
        read_on(tmp_path, start)
    assert read_on(tmp_path, start, failOnDataLoss="false")[1]


def test_an_offset_of_an_older_checkpoint_goes_on(tmp_path: Path) -> None:
    put(tmp_path, {1: FIRST[: len(FIRST) * 2 // 3]})
    start, rows = read_on(tmp_path, None)
    del start["head"]
    put(tmp_path, {1: FIRST, 2: SECOND})
    end, more = read_on(tmp_path, start)
    assert rows + more == rows_in(tmp_path, [1, 2])
    assert end["head"]["size"] == end["position"]


def test_a_batch_that_is_planned_again_does_not_read_another_log(tmp_path: Path) -> None:
    put(tmp_path, {1: FIRST})
    reader = reader_of(tmp_path)
    start = reader.initialOffset()
    end = reader.latestOffset(start, ReadAllAvailable())
    for data in (TYPES, SECOND[:700]):
        put(tmp_path, {1: data})
        with pytest.raises(DataLossError, match=r"another log file|truncated or replaced"):
            reader.partitions(start, end)
        assert reader_of(tmp_path, failOnDataLoss="false").partitions(start, end) == []
    put(tmp_path, {2: SECOND})
    with pytest.raises(DataLossError, match=r"log file binlog.000001 not found"):
        reader.partitions(start, end)
    assert reader_of(tmp_path, failOnDataLoss="false").partitions(start, end) == []


def compressed(folder: Path, compress: Callable[[bytes], bytes], suffix: str) -> Path:
    for path in list(folder.iterdir()):
        data = compress(path.read_bytes())
        path.unlink()
        path.with_name(path.name + suffix).write_bytes(data)
    return folder


CHANGES: dict[str, Callable[[Path], Path]] = {
    "nothing": lambda folder: folder,
    "closed": lambda folder: put(folder, {1: closed(OPEN)}),
    "gzip": lambda folder: compressed(folder, gzip.compress, ".gz"),
    "zstd": lambda folder: compressed(folder, zstandard.compress, ".zst"),
    "zstd, same name": lambda folder: compressed(folder, zstandard.compress, ""),
    "moved": lambda folder: folder.rename(folder.with_name("moved")),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("share", [0.2, 0.5, 1.0])
def test_a_log_that_is_the_same_goes_on(tmp_path: Path, change: str, share: float) -> None:
    folder = put(tmp_path / "logs", {1: OPEN[: int(len(OPEN) * share)]})
    start, rows = read_on(folder, None)
    put(folder, {1: OPEN})
    folder = CHANGES[change](folder)
    end, more = read_on(folder, start)
    (log,) = folder.iterdir()
    assert [row[1:] for row in rows + more] == [row[1:] for row in rows_of(log)]
    log.unlink()
    put(folder, {2: SECOND})
    if end["is_closed"]:
        assert read_on(folder, end)[1] == rows_in(folder, [2])


@pytest.mark.long
def test_a_query_goes_on_or_ends_by_its_checkpoint(stream: Stream) -> None:
    stream.write(1, TYPES)
    before = len(stream.run())
    stream.write(1, FIRST)
    for _ in range(2):
        with pytest.raises(StreamingQueryException, match="01: expected the log file that"):
            stream.run()
    after = before + len(list(read_rows(stream.logs / "binlog.000001")))
    assert len(stream.run(failOnDataLoss="false")) == after
    assert len(stream.run()) == after
