"""Events that only concern rows, one behind the other: gone over by their headers once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels import engine as kernel_engine
from binlog_kaitai.kernels.engine import KernelEngine
from binlog_kaitai.kernels.handoff import state_at_start
from binlog_kaitai.kernels.seek import windows
from binlog_kaitai.kernels.seek.boundaries import Boundaries
from binlog_kaitai.kernels.seek.header_scan import LONG, OF_ROWS
from binlog_kaitai.kernels.seek.hops import spans_by_hops
from binlog_kaitai.kernels.seek.look_ahead import KernelLookAhead
from tests.replay import FIXTURES

LOGS = [path for path in sorted(FIXTURES.glob("*/*.binlog")) if path.stat().st_size > 2000]


def runs_in(log: LogFile) -> list[tuple[int, int]]:
    """Return all runs, by the headers as trees read them."""
    runs, start = [], 0
    for frame in log.frames():
        header = log.header(frame.position)
        if header.is_rows or header.type in OF_ROWS:
            start = start or frame.position
        elif start:
            runs.append((start, frame.position))
            start = 0
    return runs


@pytest.mark.parametrize("shortest", [0, LONG], ids=["headers alone", "windows"])
@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_runs_are_those_of_the_headers(
    path: Path, shortest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "LONG", shortest)
    with LogFile(path) as log:
        try:
            expected = runs_in(log)
            spans = spans_by_hops(log, None, 1)
        except BinlogError:
            return
        found = [span.run for span in spans if span.run[1]]
        if shortest:
            assert set(found) <= set(expected)
        for start, end in found:
            # of long events, the first may have been passed by without a look
            assert any(first <= start and end == last for first, last in expected)
        bare, told = (KernelLookAhead(log, None, verifies=True) for _ in range(2))
        told.runs = found
        state = state_at_start(log)
        for position in [frame.position for frame in log.frames()]:
            if any(start <= position < end for start, end in found):
                assert told.behind_rows(position, state) == bare.behind_rows(position, state)


def test_what_was_gone_over_is_known_of_its_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Boundaries, "begins_any", lambda *_: False)
    for part in ("PART", "HOPPED_PART", "LAST_PART"):
        monkeypatch.setattr(kernel_engine, part, 2500)
    path, other = tmp_path / "nested", FIXTURES / "mysql97" / "types.binlog"
    shutil.copy(FIXTURES / "mysql97" / "nested.binlog", path)
    reader = KernelEngine()
    list(reader.parts_from_end(str(path)))
    carried = reader._changes  # noqa: SLF001 - what walks of this engine are given
    with LogFile(path) as log:
        assert carried.runs_of(log)
    with LogFile(other) as log:
        assert not carried.runs_of(log)
    path.write_bytes(other.read_bytes())  # in the same file
    with LogFile(path) as log:
        assert not carried.runs_of(log)
