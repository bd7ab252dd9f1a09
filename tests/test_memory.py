"""Memory does not grow with the file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from binlog_kaitai import read_events
from tests.replay import FIXTURES

# Reads a log to its end in a process of its own, and prints how much memory that took at most.
READ = """
import resource, sys
from binlog_kaitai import read_events, read_rows
from binlog_kaitai.transaction_batches import transaction_batches
count = sum(1 for _ in read_rows(sys.argv[1])) + sum(1 for _ in read_events(sys.argv[1]))
count += sum(batch.num_rows for batch in transaction_batches(sys.argv[1]))
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

ALLOWED_KIB = 8 * 1024


def repeated(log: Path, times: int) -> bytes:
    """Return a log whose events, but for its first two, come several times."""
    _, _, first, *_ = (event.position for event in read_events(log))
    whole = log.read_bytes()
    return whole[:first] + whole[first:] * times


@pytest.mark.parametrize(
    "name", ["mysql97/rotated.1", "mysql97/compressed", "mariadb118/rotated.1"]
)
def test_a_log_twelve_times_as_long_takes_no_more_memory(tmp_path: Path, name: str) -> None:
    log = FIXTURES / f"{name}.binlog"
    times = 100_000 // log.stat().st_size
    counts, peaks = [], []
    for factor in (1, 12):
        path = tmp_path / f"{factor}.binlog"
        path.write_bytes(repeated(log, times * factor))
        done = subprocess.run(
            [sys.executable, "-c", READ, path], capture_output=True, text=True, check=True
        )
        count, peak = map(int, done.stdout.split())
        counts.append(count)
        peaks.append(peak)
    assert counts[1] > 11 * counts[0]
    assert peaks[1] - peaks[0] < ALLOWED_KIB
