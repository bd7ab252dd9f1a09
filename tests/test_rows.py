"""`read_rows` gives the same records by both engines, to the type of each value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError, read_rows
from tests.fixtures.logs import EACH_LOG
from tests.replay import FIXTURES

ROTATED = FIXTURES / "mysql97" / "rotated.1.binlog"


def told(record: Any) -> str:
    return repr(record)


@pytest.mark.parametrize("path", EACH_LOG)
def test_engines_give_the_same_records(path: Path) -> None:
    found = list(map(told, read_rows(path)))
    assert found == list(map(told, read_rows(path, engine="tree")))


@pytest.mark.parametrize("engine", ["kernels", "tree"])
def test_records_before_damage(tmp_path: Path, engine: Any) -> None:
    path = tmp_path / "cut.binlog"
    path.write_bytes(ROTATED.read_bytes()[:1500])
    records = read_rows(path, "rotated.other", engine=engine)
    assert [next(records).data for _ in range(2)] == [{"id": n, "e": "first"} for n in (1, 2)]
    with pytest.raises(BinlogError, match="at byte 1470"):
        next(records)
