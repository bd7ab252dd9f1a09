"""Events that are of the log itself: kernels pass them by if they are sound, and only then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.tree.log.reader import read_log
from tests.made_up.damage import HEADER, MAGIC, events_of, resized
from tests.made_up.readings import (
    KERNELS,
    difference,
    lenient_difference,
    outcome,
    transactions,
    transactions_difference,
)
from tests.replay import FIXTURES

EventType = BinlogEventHeader.EventType

PASSED_BY = [
    ("mysql97/rotated.1", EventType.previous_gtids),
    ("mysql97/rotated.1", EventType.rotate),
    ("mysql97/gtid_tagged.2", EventType.previous_gtids),
    ("mysql97/stopped", EventType.stop),
    ("mariadb118/rotated.2", EventType.mariadb_gtid_list),
    ("mariadb118/rotated.1", EventType.binlog_checkpoint),
]


@pytest.mark.parametrize(("log", "event_type"), PASSED_BY)
def test_kernels_pass_them_by(
    log: str, event_type: EventType, seen_by_tree: Counter[EventType]
) -> None:
    path = FIXTURES / f"{log}.binlog"
    assert event_type in {event.type for event in read_log(path)}
    for read in (lambda: outcome(path, None, KERNELS), lambda: transactions(path, KERNELS)):
        seen_by_tree.clear()
        assert read().error is None
        assert seen_by_tree[EventType.format_description] > 0
        assert seen_by_tree[event_type] == 0


def _damaged(body: bytes) -> Iterator[bytes]:
    yield from (body[:length] for length in {0, 3, 8, len(body) - 1} if length >= 0)
    yield body + bytes(8)
    for at in {0, 3, 7, 24, 31, len(body) - 9} & set(range(len(body))):
        for byte in (0x80, 0xFF):
            yield body[:at] + bytes([byte]) + body[at + 1 :]


@pytest.mark.parametrize(("log", "event_type"), PASSED_BY)
def test_both_engines_tell_what_is_wrong_with_them(
    log: str, event_type: EventType, tmp_path: Path
) -> None:
    events = events_of((FIXTURES / f"{log}.binlog").read_bytes())
    magic = (FIXTURES / f"{log}.binlog").read_bytes()[:MAGIC]
    number = next(i for i, event in enumerate(events) if event[4] == event_type)
    event = events[number]
    body = event[HEADER:-4]
    path = tmp_path / "damaged.binlog"
    num_errors = 0
    for other in _damaged(body):
        events[number] = resized(event[:HEADER] + other, signs=True)
        path.write_bytes(magic + b"".join(events))
        assert difference(path, None) is None
        assert transactions_difference(path) is None
        num_errors += outcome(path, None, KERNELS).error is not None
    assert num_errors or event_type in (EventType.rotate, EventType.stop)
    assert lenient_difference(path, None) is None
    events[number] = event[:-1] + bytes([event[-1] ^ 1])  # a wrong checksum
    path.write_bytes(magic + b"".join(events))
    assert difference(path, None) is None
    assert "checksum" in str(outcome(path, None, KERNELS).error)
