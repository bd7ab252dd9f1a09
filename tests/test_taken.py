"""Which logs tell nothing of transactions: of themselves, or of the logs before."""

from __future__ import annotations

from pathlib import Path

import pytest

from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.read.taken import is_bare
from tests.replay import FIXTURES


@pytest.mark.parametrize(
    ("server", "num_events", "expected"),
    [
        ("mysql97", 1, True),
        ("mysql97", 2, False),
        ("mysql97", None, False),
        ("mariadb118", 1, True),
        ("mariadb118", 2, False),
        ("mysql56", None, False),
    ],
)
def test_a_log_that_was_lost_at_its_beginning(
    server: str, num_events: int | None, *, expected: bool, tmp_path: Path
) -> None:
    log = FIXTURES / server / "rotated.1.binlog"
    cut = tmp_path / "cut.binlog"
    with LogFile(log) as opened:
        ends = [frame.position + len(frame.data) for frame in opened.frames()]
    cut.write_bytes(log.read_bytes()[: ends[num_events - 1] if num_events else None])
    assert is_bare(str(cut)) == expected
