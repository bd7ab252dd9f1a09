"""Scripts of rows that become SQL a column at a time: equal to those of rows one by one."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import scan
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.undo import columns, scripts
from binlog_kaitai.forensics.undo.printer import END, Printer
from binlog_kaitai.forensics.undo.scripts import Options, _Items, script
from binlog_kaitai.read import wanted_spans
from tests.replay import FIXTURES


def printed(log: str, options: Options) -> list[str]:
    """Return the lines of a script, and the error that ends it."""
    lines: list[str] = []
    try:
        lines += script(scan(log, is_typed=False, context=True, engine="tree"), options)
    except BinlogError as error:
        lines.append(str(error))
    return lines


QUICK = [
    f"{folder}/{name}" for folder in ("mysql97", "mariadb118") for name in ("rotated.1", "types")
]
LOGS = [
    pytest.param(log, marks=[] if log.removesuffix(".binlog") in QUICK else pytest.mark.long)
    for log in sorted(str(path.relative_to(FIXTURES)) for path in FIXTURES.glob("m*/*.binlog"))
]


@pytest.mark.parametrize("is_undo", [True, False])
@pytest.mark.parametrize("name", LOGS)
def test_columns_become_the_statements_of_rows(
    monkeypatch: pytest.MonkeyPatch, name: str, is_undo: bool
) -> None:
    monkeypatch.setattr(wanted_spans, "SMALL", 0)
    monkeypatch.setattr(columns, "MIN_ROWS", 0)
    together = columns.fragments_of
    count = 0

    def counted(*args: Any, **named: Any) -> Any:
        nonlocal count
        found = together(*args, **named)
        count += len(found[0].numbers)
        return found

    monkeypatch.setattr(scripts, "fragments_of", counted)
    log = str(FIXTURES / name)
    options = Options(is_undo=is_undo, batch=3, is_best_effort=True)
    found = printed(log, options)
    assert count > 5 or name.removesuffix(".binlog") not in QUICK
    monkeypatch.setattr(columns, "MAX_BYTES", -1)
    assert found == printed(log, options)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_items_may_come_in_any_batches(size: int) -> None:
    log = scan(FIXTURES / "mysql97/rotated.1.binlog", is_typed=False, context=True)
    items = pa.Table.from_batches(_Items(log, Options(is_undo=False), "mysql", "mysql").forth())
    expected, found = (
        "".join(Printer(3).texts(batches))
        for batches in (items.combine_chunks().to_batches(), items.to_batches(max_chunksize=size))
    )
    assert found == expected
    assert found.count(END) > 20
