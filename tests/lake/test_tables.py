"""Very many tables in one log."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.documented_bytes import MYSQL
from tests.memory import counted_with_peak
from tests.test_many_tables import map_of, rows_of, start_of

COUNT = 5000

EXPORT = """
import sys
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.running import Threads
count = len(export(sys.argv[1:2], sys.argv[2], runner=Threads(2)).datasets)
"""

MAX_KIB = 600 * 1024


@pytest.mark.long
def test_each_table_has_a_file(tmp_path: Path) -> None:
    """Its rows lie in many places of the log."""
    log, out = tmp_path / "many.binlog", tmp_path / "out"
    statements = [map_of(number) + rows_of(number) for number in range(COUNT)]
    log.write_bytes(start_of(MYSQL) + b"".join(statements) * 8)
    count, peak = counted_with_peak(EXPORT, log, out)
    assert count == COUNT
    files = list(out.glob("d.*/*/*.parquet"))
    assert len(files) == len({path.parents[1] for path in files}) == COUNT
    assert pq.ParquetFile(files[0]).metadata.num_rows == 8
    assert peak < MAX_KIB
