"""Memory does not grow with the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from binlog_kaitai import read_events
from tests.memory import counted_with_peak
from tests.replay import FIXTURES

# reads a log to its end
READ = """
import sys
from binlog_kaitai import read_events, read_rows
from binlog_kaitai.read.transaction_batches import transaction_batches
count = sum(1 for _ in read_rows(sys.argv[1], engine="tree"))
count += sum(1 for _ in read_events(sys.argv[1]))
count += sum(batch.num_rows for batch in transaction_batches(sys.argv[1]))
"""

# the longer log uses more of the kernels' buffers, but all of its trees would take still more
ALLOWED_KIB = 12 * 1024


def repeated(log: Path, times: int) -> bytes:
    """Return a log whose events, but for its first two, come several times."""
    _, _, first, *_ = (event.position for event in read_events(log))
    whole = log.read_bytes()
    return whole[:first] + whole[first:] * times


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "mysql97/compressed",
        "mysql97/rotated.1",
        "mariadb118/rotated.1",
    ],
)
def test_a_log_twelve_times_as_long_takes_no_more_memory(tmp_path: Path, name: str) -> None:
    log = FIXTURES / f"{name}.binlog"
    times = 100_000 // log.stat().st_size
    counts, peaks = [], []
    for factor in (1, 12):
        path = tmp_path / f"{factor}.binlog"
        path.write_bytes(repeated(log, times * factor))
        count, peak = counted_with_peak(READ, path)
        counts.append(count)
        peaks.append(peak)
    assert counts[1] > 11 * counts[0]
    assert peaks[1] - peaks[0] < ALLOWED_KIB


RECORDS = """
import sys
from binlog_kaitai import read_rows
count = sum(1 for _ in read_rows(sys.argv[1]))
"""


@pytest.mark.long
def test_records_by_kernels_take_what_a_batch_takes(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97" / "compressed.binlog"
    times = 1_200_000 // log.stat().st_size
    counts, peaks = [], []
    for factor in (1, 6):
        path = tmp_path / f"{factor}.binlog"
        path.write_bytes(repeated(log, times * factor))
        count, peak = counted_with_peak(RECORDS, path)
        counts.append(count)
        peaks.append(peak)
    assert counts[1] > 5 * counts[0]
    assert peaks[1] - peaks[0] < 2 * ALLOWED_KIB
