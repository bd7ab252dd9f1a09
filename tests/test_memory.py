"""Memory does not grow with the file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from binlog_kaitai import read_events
from tests import documented_bytes as doc
from tests.documented_bytes import event, u4, u8
from tests.memory import counted_with_peak
from tests.replay import FIXTURES
from tests.test_documented_bytes import start_of, write
from tests.test_inflated import gtid, sized

# reads a log to its end
READ = """
import sys
from binlog_kaitai import read_events, read_rows
from binlog_kaitai.read.views import transaction_batches
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


BATCHES = """
import sys
from binlog_kaitai import read_batches
count = 0
for engine in ("tree", "kernels"):
    for table in (None, "d.t"):
        count += sum(batch.num_rows for batch in read_batches(sys.argv[1], table, engine=engine))
"""


def transaction_log(folder: Path, num_rows: int) -> Path:
    """A log of one transaction, a payload of so many BLOBs of half a MiB that do not shrink."""
    chance = Random(num_rows)
    parts = [event(2, doc.query(b"BEGIN"), checksum=False)]
    for _ in range(num_rows):
        image = b"\0" + u4(2**19) + chance.randbytes(2**19)
        parts.append(event(19, doc.table_map(b"\xfc", b"\x04"), checksum=False))
        parts.append(event(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, image), checksum=False))
    data = b"".join([*parts, event(16, u8(1), checksum=False)])
    payload = event(40, doc.payload(0, sized(data), len(data)))
    return write(folder, start_of(doc.MYSQL), event(33, gtid(1)), payload)


@pytest.mark.long
def test_a_compressed_transaction_six_times_as_long_takes_no_more_memory(tmp_path: Path) -> None:
    peaks = []
    for num_rows in (30, 180):
        folder = tmp_path / str(num_rows)
        folder.mkdir()
        path = transaction_log(folder, num_rows)
        count, peak = counted_with_peak(BATCHES, path)
        assert count == 4 * num_rows
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 2 * ALLOWED_KIB
