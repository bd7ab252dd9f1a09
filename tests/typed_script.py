"""A user's script, for mypy: a wrong option is an error, and no result is of any type.

`make check` reads it without types of pyarrow, tests/test_types.py with pyarrow-stubs.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pyarrow as pa
from typing_extensions import assert_type

import binlog_kaitai as bk
from binlog_kaitai import BinlogError, Event, Record, Scan

LOGS = "binlog.*"


def rows() -> None:
    """Read the rows of a table."""
    with bk.scan(LOGS, "shop.orders", start=date(2026, 11, 21), columns=["id"]) as changes:
        assert_type(changes, Scan)
        assert_type([log.size for log in changes.logs], list[int])
        for batch in changes:
            assert_type(batch, pa.RecordBatch)
        assert_type(changes.to_table(), pa.Table)


def forensics() -> None:
    """Ask as the commands do."""
    statistics = bk.stats(LOGS, hot=True, start="2026-11-21", server_id=1)
    assert_type(statistics.to_dict(), dict[str, Any])
    assert_type(statistics.totals.tables["shop.orders"].rows, int)
    for entry in bk.history(LOGS, "shop.orders", {"id": 2}, changed="v", value=5):
        assert_type(entry.timestamp, datetime)
        assert_type(entry.changed, dict[str, tuple[Any, Any]])
    for result in bk.verify([LOGS], has_map=True):
        assert_type(result.problems, list[BinlogError])
    comparison = bk.diff(LOGS, "copy/binlog.*", gtids="0-1-5")
    assert_type([difference.gtid for difference in comparison.differences()], list[str])
    assert_type(list(bk.undo(LOGS, where="id = 1", flavor="mysql")), list[str])
    for each in bk.read_rows("binlog.000001"):
        assert_type(each, Record)
    for event in bk.read_events("binlog.000001"):
        assert_type(event, Event)


def mistakes() -> None:
    """Type what mypy should refuse; strict mypy reports each comment that is not needed."""
    bk.scan(LOGS, view="rows")  # type: ignore[arg-type]
    bk.stats(LOGS, table="shop.orders")  # type: ignore[call-arg]
    bk.history(LOGS, "shop.orders", {"id": 1}, strat="2026")  # type: ignore[call-arg]
    bk.undo(LOGS, batch="100")  # type: ignore[arg-type]
    bk.redo(LOGS, flavor="postgres")  # type: ignore[arg-type]
