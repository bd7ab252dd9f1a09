"""Logs of several servers in one file, without the magic number between them.

Their events do not say truly where they lie, so no part of the file is read by the format of its
head unless that is in force there: a reader of some parts alone, or of the begin of each, as with a
LIMIT of Spark, gets no rows that a reader of the whole does not get.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from binlog_kaitai import BinlogError, read_batches, scan
from binlog_kaitai.kernels import engine as kernel_engine
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.read.engines import Engine
from tests.made_up.readings import KERNELS, TREE, tables_in
from tests.replay import FIXTURES

LOGS = (
    *("mysql97/types_minimal", "mysql56/rotated.1", "mysql97/rotated.1"),
    *("mariadb1011/rotated.1", "mariadb118/types_minimal"),
)
PAIRS = [(one, other) for one in LOGS for other in LOGS if one != other]
SMALL = {"PART": 1500, "HOPPED_PART": 1000, "LAST_PART": 700, "NEAR": 200}


def joined(folder: Path, pair: tuple[str, str]) -> Path:
    one, other = ((FIXTURES / f"{name}.binlog").read_bytes() for name in pair)
    path = folder / "joined.binlog"
    path.write_bytes(one + other[4:])
    return path


def read(path: Path, engine: Engine, span: Span = WHOLE) -> tuple[list[str], BinlogError | None]:
    """Return the records of a part, up to the error that ends them."""
    records: list[str] = []
    try:
        for batch in read_batches(path, engine=engine, scope=Scope(span=span)):
            records += map(repr, batch.to_pylist())
    except BinlogError as error:
        return records, error
    return records, None


@pytest.mark.few(3)
@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
def test_no_part_is_read_by_another_format(tmp_path: Path, pair: tuple[str, str]) -> None:
    path = joined(tmp_path, pair)
    whole, error = read(path, TREE)
    assert error is None
    assert read(path, KERNELS) == (whole, None)
    size = path.stat().st_size
    told = set(whole)
    for max_bytes in (size // 2 + 1, size // 7):
        parts = [read(path, KERNELS, span) for span in spans_of(size, max_bytes)]
        assert all(told.issuperset(records) for records, _ in parts)
        errors = [error for _, error in parts if error is not None]
        assert {type(error).__name__ for error in errors} <= {"SecondFormatError"}


@pytest.mark.few(3)
@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
def test_the_last_columns_of_a_table_are_read_by_their_format(
    tmp_path: Path, pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, size in SMALL.items():
        monkeypatch.setattr(kernel_engine, name, size)
    path = joined(tmp_path, pair)
    for table in tables_in(FIXTURES / f"{pair[1]}.binlog")[-2:]:
        schemas = [scan(path, table, engine=engine).schema for engine in (TREE, KERNELS)]
        assert schemas[0] == schemas[1]
