"""Reads share nothing: many threads give what one gives, and leave modules as they were.

THREAD_READS=20000 reads for longer than the tests usually do.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import pkgutil
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import binlog_kaitai
from binlog_kaitai.kernels.runtime.kept import _source_of, _stamp_of
from binlog_kaitai.kernels.walk import change_scanner, chunk, lending, log_walk
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Pause, Rows
from binlog_kaitai.kernels.walk.lending import Lending
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.layouts import PlacedLayout, merged_schema
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE
from binlog_kaitai.read import side_by_side
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.layouts import read_layouts
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.read.views import event_batches, transaction_batches
from tests.documented_bytes import (
    HAS_ONE,
    MYSQL,
    event,
    extra_data,
    rows,
    table_map,
    u1,
    u2,
    u4,
)
from tests.fixtures.logs import LOGS
from tests.made_up.documents import INT16, Scalar, binary
from tests.made_up.readings import Reading, difference_of, reading, tables_in
from tests.memory import counted_with_peak
from tests.replay import FIXTURES
from tests.test_documented_bytes import start_of
from tests.test_packets import WIRES, packets_of

THREADS = 8
READS = int(os.environ.get("THREAD_READS", "150"))

# of these there are many, which are alike
NUM_TYPED = 60
# the classes hold the interpreter's lock, so that these take long and tell little
NUM_SLOW = 10
Read = Callable[[], Iterator[pa.RecordBatch]]


def typed_reads(path: Path) -> Iterator[Read]:
    scope = Scope(columns=lambda _: ())
    layouts: dict[str, list[PlacedLayout]] = {}
    for layout in read_layouts([path], scope):
        layouts.setdefault(layout.table.full_name, []).append(layout)
    for table, placed in layouts.items():
        yield partial(read_batches, path, table, schema=merged_schema(placed[:1]))


def packets_read(server: str, framing: Framing) -> Read:
    packets = pa.array(packets_of(server), pa.binary())
    return lambda: PacketBatches(RECORD_SCHEMA, framing).of(packets)


def flat_reads() -> Iterator[Read]:
    for path in LOGS:
        yield partial(read_batches, path)
        yield partial(transaction_batches, path)
    for wire in WIRES:
        yield packets_read(*wire)


def slow_reads() -> Iterator[Read]:
    for path in LOGS:
        yield partial(event_batches, path)
        yield partial(read_batches, path, engine="tree")
        yield partial(transaction_batches, path, engine="tree")


@cache
def by_one_thread() -> list[tuple[Read, Reading]]:
    """Reads and what they give, the slow ones first."""
    chance = Random(1)
    typed = [read for path in chance.sample(LOGS, 20) for read in typed_reads(path)]
    reads = [
        *chance.sample(list(slow_reads()), NUM_SLOW),
        *chance.sample(typed, NUM_TYPED),
        *flat_reads(),
    ]
    return [(read, reading(read())) for read in reads]


def is_same(job: tuple[Read, Reading]) -> bool:
    read, expected = job
    return reading(read()) == expected


def modules() -> Iterator[ModuleType]:
    """All modules of the package that can be imported without starting anything."""
    for found in pkgutil.walk_packages(binlog_kaitai.__path__, "binlog_kaitai."):
        if not found.name.endswith(("__main__", ".pyspark_binlog", ".discovery")):
            yield importlib.import_module(found.name)


def state_of(value: Any) -> Any:
    """What a read may not change of what a module holds; None of what it cannot."""
    if isinstance(value, np.ndarray):
        return hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, functools._lru_cache_wrapper):  # noqa: SLF001 - it has no other name
        return value.cache_info().currsize
    if isinstance(value, (list, tuple)):
        return [state_of(item) for item in value]
    if isinstance(value, (Mapping, AbstractSet, deque, bytearray)):
        return len(value)
    return None


def module_state() -> dict[str, Any]:
    return {
        f"{module.__name__}.{name}": state
        for module in modules()
        for name, value in vars(module).items()
        if not name.startswith("__") and (state := state_of(value)) is not None
    }


OF_SOURCES = {_source_of, _stamp_of}


def is_bounded(name: str) -> bool:
    """Whether a name stands for a cache that holds no more than it says, or an item a module."""
    module, _, attribute = name.rpartition(".")
    value = getattr(sys.modules[module], attribute)
    is_cache = isinstance(value, functools._lru_cache_wrapper)  # noqa: SLF001
    return is_cache and (value in OF_SOURCES or value.cache_info().maxsize is not None)


@pytest.mark.long
def test_reads_leave_modules_as_they_were() -> None:
    by_one_thread.cache_clear()
    before = module_state()
    by_one_thread()
    after = module_state()
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert not {name for name in changed if not is_bounded(name)}


NUM_DOCUMENTS = 8192


def documents_log() -> bytes:
    """A log of so many documents that threads are in the same kernel at the same time."""
    images = []
    for number in range(NUM_DOCUMENTS):
        document = binary({f"k{number}_{i}": Scalar(INT16, u2(i), i) for i in range(8)})
        images.append(b"\0" + u4(len(document)) + document)
    table = event(19, table_map(b"\xf5", u1(4)))
    inserted = event(30, rows(extra_data(b""), HAS_ONE, b"".join(images)))
    return start_of(MYSQL) + table + inserted


@pytest.mark.long
def test_threads_read_what_one_thread_reads(tmp_path: Path) -> None:
    reads = by_one_thread()
    path = tmp_path / "documents.binlog"
    path.write_bytes(documents_log())
    documents = partial(read_batches, path)
    jobs = reads + [(documents, reading(documents()))] * 40
    jobs += Random(2).choices(reads[NUM_SLOW:], k=READS)
    Random(3).shuffle(jobs)
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(is_same, jobs))
    wrong = [job[0] for job, is_right in zip(jobs, found, strict=True) if not is_right]
    assert not wrong, f"{len(wrong)} of {len(jobs)} reads, such as {wrong[0]}"


COUNTS = (100, 500)

# what is the same for all files has been read before
COUNT_FILES = """
import sys
from pathlib import Path
from binlog_kaitai.read.batches import read_batches
log, folder, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
for number in range(count):
    path = folder / f"server-with-a-long-name-binlog.{number:06d}"
    path.symlink_to(log)
    rows = sum(batch.num_rows for batch in read_batches(path))
    path.unlink()
"""


@pytest.mark.long
def test_memory_does_not_grow_with_the_number_of_files(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    peaks = [counted_with_peak(COUNT_FILES, log, tmp_path, count)[1] for count in COUNTS]
    assert peaks[1] - peaks[0] < 12 * 1024


CUT = 1500  # bytes of a part
MAX_SHARED = 2**17  # bytes of a log that is read many times


def have_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have logs be read in small parts, as those of an object store are in large ones."""
    monkeypatch.setattr(side_by_side, "PART", CUT)
    monkeypatch.setattr(side_by_side, "is_remote", lambda _: True)


@pytest.mark.parametrize("held", [0, 2**25])
@pytest.mark.parametrize(
    "name", ["mysql97/rotated.1", "mysql97/compressed", "mysql56/rotated.2", "mariadb118/ends.2"]
)
def test_parts_side_by_side_are_the_log(
    name: str, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = FIXTURES / f"{name}.binlog"
    monkeypatch.setattr(side_by_side, "MAX_HELD", held)
    have_parts(monkeypatch)
    for table in (None, *tables_in(path)[:2]):
        expected = reading(read_batches(path, table))
        found = reading(read_batches(path, table, threads=3))
        assert difference_of(str(table), expected, found) is None


@pytest.mark.parametrize(
    ("name", "is_cut"), [("compressed", True), ("rotated.1", False), ("open", False)]
)
def test_threads_read_parts_of_logs_of_payloads(
    name: str, is_cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = FIXTURES / "mysql97" / f"{name}.binlog"
    monkeypatch.setattr(side_by_side, "LARGE_PART", path.stat().st_size // 3)
    spans = side_by_side.spans_for(str(path), WHOLE, threads=2)
    assert (len(spans) > 1) == is_cut
    expected, found = (reading(read_batches(path, threads=threads)) for threads in (1, 2))
    assert difference_of("", expected, found) is None


@pytest.mark.parametrize(("processors", "are_parts"), [(4, True), (3, False)])
def test_more_threads_than_can_share_a_log_read_parts_of_it(
    processors: int, are_parts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = FIXTURES / "mysql97" / "rotated.1.binlog"
    size = path.stat().st_size
    monkeypatch.setattr(side_by_side, "num_processors", lambda: processors)
    monkeypatch.setattr(side_by_side, "PART", size // 7)
    monkeypatch.setattr(side_by_side, "LARGE_PART", size // 3)
    assert len(side_by_side.spans_for(str(path), WHOLE, threads=4)) == (4 if are_parts else 1)
    expected, found = (reading(read_batches(path, threads=threads)) for threads in (1, 4))
    assert difference_of("", expected, found) is None


@pytest.mark.parametrize(("longest", "threads"), [(1000, 3), (50, 1)])
def test_one_thread_reads_long_events(
    longest: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = FIXTURES / "mysql97" / "rotated.1.binlog"
    monkeypatch.setattr(side_by_side, "MIN_SHARED", 0)
    monkeypatch.setattr(side_by_side, "LONG", longest)
    assert side_by_side.threads_for(str(path), 3) == threads


def test_an_error_comes_behind_the_rows_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    have_parts(monkeypatch)
    path = tmp_path / "cut.binlog"
    path.write_bytes((FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes()[:-5])
    expected, found = (reading(read_batches(path, threads=threads)) for threads in (1, 4))
    assert found.error is not None
    assert difference_of("", expected, found) is None


def test_who_stops_reading_leaves_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    have_parts(monkeypatch)
    monkeypatch.setattr(side_by_side, "MAX_HELD", 0)
    before = threading.active_count()
    found = read_batches(FIXTURES / "mysql97" / "rotated.1.binlog", threads=4)
    assert next(found).num_rows > 0
    found.close()
    assert threading.active_count() == before


def share_much(monkeypatch: pytest.MonkeyPatch, chunk_size: int, num_rows: int) -> None:
    """Have threads share the work on small logs, of which little is found at a time."""
    monkeypatch.setattr(side_by_side, "MIN_SHARED", 0)
    monkeypatch.setattr(chunk, "CHUNK", chunk_size)
    monkeypatch.setattr(chunk, "SPILL", chunk_size)
    for module in (lending, log_walk):
        monkeypatch.setattr(module, "FRONT", chunk_size // 3)
    monkeypatch.setattr(log_walk, "SHORT", 2**30)
    monkeypatch.setattr(change_scanner, "MAX_ROWS", num_rows)


def test_threads_go_on_where_a_chunk_grows_behind_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    share_much(monkeypatch, 12_000, 1000)
    monkeypatch.setattr(chunk, "MEAN_ROW", 1)
    lending = Lending(tells_ends=False)
    walk = ChangeWalk(FIXTURES / "mysql97" / "json_partial_minimal.binlog", lending=lending)
    for found in walk.found():
        assert not isinstance(found, Pause)
        if isinstance(found, Rows):
            lending.give_back(found)
    assert walk.chunk_size > 12_000


def damaged(log: bytes, chance: Random) -> bytes:
    """A log with some other bytes, or without its end."""
    changed = bytearray(log)
    for _ in range(chance.randrange(4)):
        changed[chance.randrange(100, len(log))] = chance.randrange(256)
    return bytes(changed[: chance.randrange(len(log) // 2, 2 * len(log))])


@pytest.mark.parametrize("number", range(24))
@pytest.mark.parametrize("sizes", [(300, 16, 2**24), (4000, 40, 2000)])
def test_threads_share_what_one_thread_reads(
    number: int, sizes: tuple[int, int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk_size, num_rows, large = sizes
    chance = Random(100 * number + num_rows)
    share_much(monkeypatch, chunk_size, num_rows)
    monkeypatch.setattr(chunk, "LARGE", large)
    log = chance.choice([log for log in LOGS if log.stat().st_size < MAX_SHARED])
    copied = tmp_path / log.name
    copied.write_bytes(damaged(log.read_bytes(), chance) if number % 2 else log.read_bytes())
    scope = Scope(verify_checksums=number % 4 < 2)
    tables = chance.sample(tables := tables_in(log), min(2, len(tables)))
    for table in (None, *tables):
        expected = reading(read_batches(copied, table, scope=scope))
        for threads in (2, 3, 5):
            found = reading(read_batches(copied, table, scope=scope, threads=threads))
            assert difference_of(f"{log} {table}", expected, found) is None


def test_a_thread_reads_ahead_of_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    share_much(monkeypatch, 8000, 10)
    path = FIXTURES / "mysql97" / "json_partial.binlog"
    lent, taken = Lending(tells_ends=False), list[int]()
    count_ahead = ChangeWalk._count_ahead  # noqa: SLF001

    def noted(walk: ChangeWalk, position: int) -> int:
        count = count_ahead(walk, position)
        taken.extend([count] if count else [])
        return count

    monkeypatch.setattr(ChangeWalk, "_count_ahead", noted)
    expected = [found.count for found in ChangeWalk(path).found() if isinstance(found, Rows)]
    counts = []
    for found in ChangeWalk(path, lending=lent).found():
        if isinstance(found, Rows):
            counts.append(found.count)
            with lent.changed:
                job = lent.job_ahead()
            if job is not None:
                job()
            lent.give_back(found)
    assert sum(counts) == sum(expected)
    assert len(taken) > 3


def test_who_stops_reading_ends_those_who_share(monkeypatch: pytest.MonkeyPatch) -> None:
    share_much(monkeypatch, 300, 16)
    before = threading.active_count()
    for count in range(1, 8):
        found = read_batches(FIXTURES / "mysql97" / "rotated.1.binlog", threads=4)
        assert all(next(found).num_rows for _ in range(count // 7))
        found.close()
        assert threading.active_count() == before


def test_threads_are_one_or_more() -> None:
    with pytest.raises(ValueError, match="expected at least one thread, found 0"):
        next(read_batches(FIXTURES / "mysql97" / "rotated.1.binlog", threads=0))


class _CountedList(list[Any]):
    """Counts how often somebody goes through it."""

    count = 0

    def __iter__(self) -> Iterator[Any]:
        self.count += 1
        return super().__iter__()


def test_to_read_a_log_is_not_to_look_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for num_logs in (2, 40):
        found = binlog_kaitai.scan(
            [FIXTURES / "mysql97/rotated.1.binlog"] * num_logs, is_typed=False
        )
        logs = _CountedList(found.logs)
        monkeypatch.setattr(found, "_logs", logs)
        assert sum(len(list(batches)) for _, batches in found.by_log()) >= num_logs
        counts.append(logs.count)
    assert counts[0] == counts[1]
