"""Rows of prepared transactions, and the decisions on them."""

from __future__ import annotations

import pyarrow as pa
import pytest

from binlog_kaitai.lake.facts import Decision
from binlog_kaitai.lake.settling import PendingXaRows
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK


def rows(*positions: int) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(
        [{"_xid": "x", "_position": one, "_outcome": PREPARED} for one in positions]
    )


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (Decision("x", "b", 500, COMMITTED), [10, 900]),
        (Decision("x", "b", 500, ROLLED_BACK), []),
        (Decision("x", "a", 1000, COMMITTED), [10, 900]),
        (Decision("x", "a", 500, COMMITTED), [10]),
        (Decision("y", "b", 500, COMMITTED), []),
    ],
)
def test_a_decision_counts_for_all_rows_before_it(decision: Decision, expected: list[int]) -> None:
    """Those of an earlier log are before it, wherever they are in that log."""
    pending = PendingXaRows[str]()
    pending.add("key", "a", rows(10, 900))
    elsewhere, found = pending.decide([decision])
    assert [at for _, one in found for at in one.column("_position").to_pylist()] == expected
    assert elsewhere == ([decision] if decision.xid == "y" else [])
    left = sum(len(one) for _, one in pending.drain())
    is_whole = decision.xid == "x" and (decision.log, decision.position) != ("a", 500)
    assert left == (0 if is_whole else 2 - len(expected))
