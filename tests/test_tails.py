"""How far a log can be read while a server writes it."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.live_tail import Tail, cuts_of, tail_of
from binlog_kaitai.tree.log.reader import read_log
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.replay import FIXTURES
from tests.test_spans import transactions


def records(path: Path, *spans: Span) -> list[str]:
    return [
        str(row)
        for span in spans
        for batch in read_batches(path, scope=Scope(span=span))
        for row in batch.to_pylist()
    ]


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_what_is_whole_can_be_read_at_any_time(path: Path, tmp_path: Path) -> None:
    """A copy grows to a size by chance, again and again, and is read up to its tail each time."""
    data = path.read_bytes()
    growing = tmp_path / path.name
    chance = random.Random(path.name)
    found: list[str] = []
    position = 0
    sizes = sorted(chance.sample(range(200, len(data)), 8))
    for size in [*sizes, len(data)]:
        growing.write_bytes(data[:size])
        with LogFile(growing) as log:
            tail = tail_of(log, position, size)
        assert position <= tail.position <= size
        found += records(growing, Span(position, tail.position, is_exact=True))
        position = tail.position
    assert found == records(path, Span())
    assert position == len(data)


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_a_log_is_closed_by_its_last_event(path: Path) -> None:
    last = [event.type for event in read_log(path)][-1]
    with LogFile(path) as log:
        tail = tail_of(log, 0, log.size)
    assert tail.is_closed == (getattr(last, "name", "") in ("rotate", "stop"))


@pytest.mark.parametrize("case", ["mysql97/types", "mysql56/types", "mariadb118/compressed"])
def test_no_more_is_taken_than_asked_for(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    starts = transactions(path)
    with LogFile(path) as log:
        for max_bytes in (1, 1000, 20_000):
            expected = next(start for start in starts if start >= max_bytes)
            assert tail_of(log, 0, log.size, max_bytes) == Tail(expected)
        end = starts[-3]
        cuts = cuts_of(log, 0, end, 3000)
    assert records(path, *cuts) == records(path, Span(0, end, is_exact=True))
    assert len(cuts) > 3
    assert all(cut.is_exact and cut.start in (0, *starts) for cut in cuts)


def test_a_part_of_a_transaction_waits(tmp_path: Path) -> None:
    source = FIXTURES / "mysql97" / "rotated.1.binlog"
    events = list(read_log(source))
    growing = Path(shutil.copy(source, tmp_path))
    ends = set()
    with LogFile(growing) as log:
        for event in events[2:]:
            position = tail_of(log, 0, event.position).position
            assert position <= event.position
            ends.add(position)
    names = {event.position + event.size: event.type for event in events}
    kinds = {str(getattr(names[end], "name", end)) for end in ends}
    assert kinds <= {"previous_gtids", "query", "xid", "format_description"}
    assert "xid" in kinds
