"""Spans of a log, each read on its own, are together the log, wherever it is cut."""

from __future__ import annotations

import random
import shutil
import zlib
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.seek.boundaries import Boundaries
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span, spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.log.seek import read_head
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.fuzz.readings import VIEWS, Ask, Readings, View
from tests.made_up.damage import events_of, resized
from tests.marks import mostly_long
from tests.replay import FIXTURES

GTID = 33

# one of each way to write transactions
AT_EVERY_BYTE = [
    "mysql97/rotated.1.binlog",
    "mysql97/gtid_tagged.1.binlog",
    "mysql97/anonymous_gtid.1.binlog",
    "mysql97/compressed.binlog",
    "mysql56/rotated.1.binlog",
    "mysql56/gtid.1.binlog",
    "mysql56/load_blocks.binlog",
    "mariadb1011/gtid_domains.binlog",
    "mariadb118/rotated.1.binlog",
    "mariadb118/legacy_positions.1.binlog",
]


@cache
def transactions(path: Path) -> list[int]:
    """Return where transactions begin, as the tree engine has it."""
    found = []
    is_behind_gtid = False
    for event in read_log(path):
        if event.is_inner:
            continue
        if event.begins_transaction(is_behind_gtid=is_behind_gtid):
            found.append(event.position)
        is_behind_gtid = event.tree.header.begins_transaction
    return found


def assert_found(path: Path, starts: Iterable[int], length: int | None) -> None:
    truth = transactions(path)
    with LogFile(path) as log:
        boundaries = Boundaries(log, read_head(log))
        for start in starts:
            end = None if length is None else start + length
            expected = next((at for at in truth if at >= start), None)
            if expected is not None and end is not None and expected >= end:
                expected = None
            found = boundaries.beginning(Span(start, end))
            assert (found and found.position) == expected, f"from byte {start}"


@pytest.mark.parametrize("name", mostly_long(AT_EVERY_BYTE, short=2))
@pytest.mark.parametrize("length", [None, 97])
def test_a_span_may_begin_at_every_byte(name: str, length: int | None) -> None:
    path = FIXTURES / name
    assert_found(path, range(5, path.stat().st_size + 1), length)


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_a_span_begins_with_a_transaction(path: Path) -> None:
    size = path.stat().st_size
    chance = random.Random(path.name)
    near_events = [event.position + by for event in read_log(path) for by in (-1, 0, 1)]
    starts = [chance.randrange(5, size) for _ in range(100)]
    starts += chance.sample(near_events, min(100, len(near_events)))
    assert_found(path, (start for start in starts if start > 4), None)
    assert_found(path, (start for start in starts if start > 4), 500)


def parts(size: int, *cuts: int) -> list[Span]:
    bounds = [0, *sorted(cuts), None]
    return [Span(start or 0, end) for start, end in pairwise(bounds) if start != size]


def records(path: Path, engine: Engine, spans: Iterable[Span]) -> list[str]:
    return [
        str(row)
        for span in spans
        for batch in read_batches(path, scope=Scope(span=span), engine=engine)
        for row in batch.to_pylist()
    ]


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_the_parts_are_the_whole(path: Path) -> None:
    size = path.stat().st_size
    chance = random.Random(path.name)
    whole = records(path, "kernels", [Span()])
    for _ in range(3):
        cuts = [chance.randrange(size + 1) for _ in range(chance.randrange(1, 6))]
        assert records(path, "kernels", parts(size, *cuts)) == whole, cuts
    assert records(path, "kernels", spans_of(size, 1000)) == whole


@pytest.mark.parametrize("name", mostly_long(AT_EVERY_BYTE, short=2))
def test_the_tree_engine_reads_parts_too(name: str) -> None:
    path = FIXTURES / name
    whole = records(path, "tree", [Span()])
    assert records(path, "tree", spans_of(path.stat().st_size, 3000)) == whole
    exact = [0, *transactions(path)[::3], None]
    spans = [Span(start or 0, end, is_exact=True) for start, end in pairwise(exact)]
    for engine in ENGINES:
        assert records(path, engine, spans) == whole


@pytest.mark.parametrize(
    ("size", "max_bytes", "starts"),
    [(0, 10, [0]), (10, 10, [0]), (11, 10, [0, 5]), (100, 30, [0, 25, 50, 75])],
)
def test_spans_cover_a_file(size: int, max_bytes: int, starts: list[int]) -> None:
    spans = spans_of(size, max_bytes)
    assert [span.start for span in spans] == starts
    assert [span.end for span in spans] == [*starts[1:], None]


def collect(path: Path, span: Span, found: list[str]) -> list[int]:
    """Return where the error is, if there is one."""
    try:
        for batch in read_batches(path, scope=Scope(span=span)):
            found += map(str, batch.to_pylist())
    except BinlogError as error:
        return [error.position]
    return []


def test_damage_between_spans_is_not_passed_over(tmp_path: Path) -> None:
    source = FIXTURES / "mysql97" / "rotated.1.binlog"
    path = Path(shutil.copy(source, tmp_path / source.name))
    data = bytearray(path.read_bytes())
    starts = transactions(source)
    damaged = starts[len(starts) // 2]
    data[damaged : damaged + 19] = bytes(19)
    path.write_bytes(data)
    errors: list[int] = []
    found: list[str] = []
    for span in spans_of(len(data), 300):
        errors += collect(path, span, found)
    whole = records(source, "kernels", [Span()])
    before = records(source, "kernels", [Span(0, damaged, is_exact=True)])
    assert set(errors) == {damaged}
    assert found[: len(before)] == before
    assert [record for record in whole if record in found] == found


def lenient_rows(path: Path, view: View, span: Span) -> list[dict[str, Any]]:
    found = Readings(path).by("tree", Ask(view).lenient.of(span=span))
    assert found.error is None
    return [] if found.rows is None else found.rows.to_pylist()


@pytest.mark.parametrize("view", VIEWS)
def test_a_transaction_whose_gtid_is_damaged_is_read_in_one_span_alone(
    tmp_path: Path, view: View
) -> None:
    source = FIXTURES / "mysql97" / "rotated.1.binlog"
    log = source.read_bytes()
    events = events_of(log)
    for number, event in enumerate(events):
        if event[4] == GTID:
            events[number] = resized(event[:-20], signs=True)
    path = tmp_path / source.name
    path.write_bytes(log[:4] + b"".join(events))
    whole = lenient_rows(path, view, Span())
    assert len(whole) > 5
    for max_bytes in (60, 300, 900):
        spans = spans_of(path.stat().st_size, max_bytes)
        assert [row for span in spans for row in lenient_rows(path, view, span)] == whole


NESTED = [
    *("mysql97/nested", "mysql97/nested_unchecked", "mariadb118/nested_unchecked"),
    pytest.param("mariadb118/nested", marks=pytest.mark.long),
]


def copies_in(data: bytes, nested: bytes) -> list[int]:
    """Return where copies of a log lie in another one."""
    found = []
    at = data.find(nested)
    while at >= 0:
        found.append(at)
        at = data.find(nested, at + 1)
    return found


@pytest.mark.long
@pytest.mark.parametrize("case", mostly_long(NESTED))
def test_a_log_in_a_blob_is_not_taken_for_the_log(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    nested = (FIXTURES / case.split("/", maxsplit=1)[0] / "rotated.1.binlog").read_bytes()
    copies = copies_in(path.read_bytes(), nested)
    assert len(copies) > 3
    assert_found(path, range(5, path.stat().st_size), None)
    for at in copies:
        assert_found(path, range(at, at + len(nested)), 600)
    whole = records(path, "kernels", [Span()])
    assert records(path, "kernels", spans_of(path.stat().st_size, 700)) == whole


@pytest.mark.long
@pytest.mark.parametrize("case", mostly_long(NESTED))
def test_a_log_in_a_blob_that_says_that_it_lies_there_is_not_taken_either(
    case: str, tmp_path: Path
) -> None:
    """Its events name the places that they have in the outer log, and their checksums are right."""
    source = FIXTURES / f"{case}.binlog"
    inner = FIXTURES / case.split("/", maxsplit=1)[0] / "rotated.1.binlog"
    data = bytearray(source.read_bytes())
    nested = list(read_log(inner))
    outer = list(read_log(source))
    for at in copies_in(bytes(data), inner.read_bytes()):
        for event in nested:
            start = at + event.position
            place_event(data, start, event.size, start + event.size, is_checked=True)
    for event in outer:
        end = event.position + event.size
        is_format = event.position == 4
        if not is_format:
            is_checked = event.checksum != "none"
            place_event(data, event.position, event.size, end, is_checked=is_checked)
    path = tmp_path / source.name
    path.write_bytes(data)
    assert [event.checksum for event in read_log(path)] == [event.checksum for event in outer]
    assert_found(path, range(5, len(data)), None)
    whole = records(path, "kernels", [Span()])
    for max_bytes in (300, 700, 1500):
        assert records(path, "kernels", spans_of(len(data), max_bytes)) == whole


def place_event(data: bytearray, start: int, size: int, end: int, *, is_checked: bool) -> None:
    """Let an event say that it ends where it does, and give it the checksum of that."""
    if any(data[start + 13 : start + 17]):
        data[start + 13 : start + 17] = end.to_bytes(4, "little")
    if is_checked:
        checksum = zlib.crc32(data[start : start + size - 4])
        data[start + size - 4 : start + size] = checksum.to_bytes(4, "little")
