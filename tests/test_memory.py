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


RECORDS = """
import sys
from binlog_kaitai import read_rows
count = sum(1 for _ in read_rows(sys.argv[1]))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "program", "size", "factor", "allowed"),
    [
        ("mysql97/compressed", READ, 100_000, 12, ALLOWED_KIB),
        ("mysql97/rotated.1", READ, 100_000, 12, ALLOWED_KIB),
        ("mariadb118/rotated.1", READ, 100_000, 12, ALLOWED_KIB),
        ("mysql97/compressed", RECORDS, 1_200_000, 6, 2 * ALLOWED_KIB),
    ],
)
def test_a_log_many_times_as_long_takes_no_more_memory(  # noqa: PLR0913
    tmp_path: Path, name: str, *, program: str, size: int, factor: int, allowed: int
) -> None:
    """Records by kernels take what a batch takes."""
    log = FIXTURES / f"{name}.binlog"
    counts, peaks = [], []
    for times in (1, factor):
        path = tmp_path / f"{times}.binlog"
        path.write_bytes(repeated(log, size // log.stat().st_size * times))
        count, peak = counted_with_peak(program, path)
        counts.append(count)
        peaks.append(peak)
    assert counts[1] > (factor - 1) * counts[0]
    assert peaks[1] - peaks[0] < allowed


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
