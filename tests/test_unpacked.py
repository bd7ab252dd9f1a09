"""Compressed logs are read while they are unpacked."""

from __future__ import annotations

import gc
import gzip
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as running
from time import sleep

import pytest

from binlog_kaitai import BinlogError, read_rows, scan
from binlog_kaitai.io import unpacked, unpacking
from binlog_kaitai.io.files import by_specs, open_file
from binlog_kaitai.io.unpacked import BLOCK, Unpacked, UnpackedStream
from binlog_kaitai.io.unpacking import CHUNK
from binlog_kaitai.kernels.walk import change_scanner, chunk
from binlog_kaitai.read.engines import ENGINES
from tests.made_up.pages import COMMIT, Files, compressed, transactions
from tests.replay import FIXTURES

SMALL_CHUNK = 2**15
FIRST, REST = b"a" * CHUNK, b"b" * 1000


class Slow:
    """Unpacks the rest once it may, or fails then."""

    def __init__(self, error: Exception | None = None) -> None:
        self.may_go_on = Event()
        self.error = error

    def pieces(self) -> Iterator[bytes]:
        yield FIRST
        self.may_go_on.wait(60)
        if self.error is not None:
            raise self.error
        yield REST


def test_what_is_unpacked_is_read_at_once() -> None:
    slow = Slow()
    stream = UnpackedStream(Unpacked(slow, io.BytesIO()))
    assert stream.read(10) == FIRST[:10]
    assert stream.read(2 * BLOCK) == FIRST[: 2 * BLOCK]
    assert stream.reaches(len(FIRST))
    slow.may_go_on.set()
    assert stream.reaches(len(FIRST + REST))
    assert not stream.reaches(len(FIRST + REST) + 1)
    assert stream.size() == stream.seek(0, io.SEEK_END) == len(FIRST + REST)
    assert stream.read(1) == b""
    stream.seek(-len(REST) - 1, io.SEEK_CUR)
    assert stream.read() == b"a" + REST


def test_an_error_is_raised_where_it_is() -> None:
    slow = Slow(ValueError("damaged"))
    stream = UnpackedStream(Unpacked(slow, io.BytesIO()))
    slow.may_go_on.set()
    assert stream.read(2 * len(FIRST)) == FIRST
    assert str(stream.error) == "damaged"
    for fails in (lambda: stream.read(1), stream.size, lambda: stream.reaches(len(FIRST) + 1)):
        with pytest.raises(ValueError, match="damaged"):
            fails()
    stream.seek(0)
    assert stream.read(1) == b"a"


def test_the_thread_ends_with_the_last_reader() -> None:
    def unpacking() -> list[Thread]:
        return [thread for thread in running() if thread not in before]

    before = running()
    slow, stored = Slow(), io.BytesIO()
    stream = UnpackedStream(Unpacked(slow, stored))
    (thread,) = unpacking()
    slow.may_go_on.set()
    stream.close()
    gc.collect()
    thread.join(60)
    assert unpacking() == []
    assert stored.closed


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a log of some 200 KiB."""
    *before, first, last = transactions((FIXTURES / "mariadb118/rotated.1.binlog").read_bytes())
    files = Files(len_page=16384, num_pages=1000)
    for gtid, *rest in [*before, *[first, last] * 250]:
        files.write(COMMIT, compressed(0) + gtid + b"".join(rest))
    folder = tmp_path_factory.mktemp("large")
    with open_file(files.save(folder)[0], by_specs) as stream:
        plain = folder / "large.binlog"
        plain.write_bytes(stream.read())
    assert plain.stat().st_size > 2 * SMALL_CHUNK
    return plain


@pytest.fixture(autouse=True)
def _in_small_chunks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "log" in request.fixturenames:
        monkeypatch.setattr(unpacked, "CHUNK", SMALL_CHUNK)
        monkeypatch.setattr(unpacking, "CHUNK", SMALL_CHUNK)


def test_rows_before_damage(log: Path, tmp_path: Path) -> None:
    """Those of all events that are there, by each engine."""
    packed = tmp_path / "large.gz"
    data = gzip.compress(log.read_bytes(), 1)
    packed.write_bytes(data[: len(data) * 3 // 4])
    expected = [row.data for row in read_rows(log)]
    counts = set()
    for engine in ENGINES:
        found: list[object] = []
        with pytest.raises(BinlogError, match="a file compressed with gzip"):
            found.extend(row.data for row in read_rows(packed, engine=engine))
        assert found == expected[: len(found)]
        counts.add(len(found))
    (count,) = counts
    assert len(expected) // 2 < count < len(expected)


def test_columns_of_a_compressed_log(log: Path, tmp_path: Path) -> None:
    packed = tmp_path / "large.gz"
    packed.write_bytes(gzip.compress(log.read_bytes(), 1))
    batches = [
        [batch.to_pydict() for batch in islice(scan(path, "rotated.events"), 3)]
        for path in (log, packed)
    ]
    for found in batches:
        for columns in found:
            del columns["_file"]
    assert batches[0] == batches[1]


@pytest.mark.parametrize("typed", [True, False])
def test_nothing_waits_for_the_end(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    """Not to find the columns, nor how a transaction ends that is longer than a batch."""
    data = log.read_bytes()
    gtid, *rows, commit = transactions(data)[-1]
    start = data.index(gtid)
    long = gtid + b"".join(rows) * 400 + commit
    packed = tmp_path / "large.gz"
    packed.write_bytes(gzip.compress(data[:start] + long + data[start:], 1))
    size, pieces = Unpacked.size, unpacking.Unpacking.pieces

    def slow_pieces(self: unpacking.Unpacking) -> Iterator[bytes]:
        for piece in pieces(self):
            sleep(0.01)
            yield piece
        ended.set()

    def size_at_the_end(self: Unpacked) -> int:
        assert ended.is_set()
        return size(self)

    ended = Event()
    monkeypatch.setattr(change_scanner, "MAX_ROWS", 256)
    monkeypatch.setattr(chunk, "CHUNK", SMALL_CHUNK)
    monkeypatch.setattr(unpacking.Unpacking, "pieces", slow_pieces)
    monkeypatch.setattr(Unpacked, "size", size_at_the_end)
    batches = scan(packed, "rotated.events") if typed else scan(packed, is_typed=False)
    assert sum(batch.num_rows for batch in batches) > 0


def test_pages_that_are_compressed(log: Path, tmp_path: Path) -> None:
    """They are unpacked twice."""
    pages = log.with_name("binlog-000000.ibb")
    packed = tmp_path / "binlog-000000.ibb.gz"
    packed.write_bytes(gzip.compress(pages.read_bytes(), 1))
    expected = [row.data for row in read_rows(log)]
    for path in (pages, packed):
        assert [row.data for row in read_rows(path)] == expected
