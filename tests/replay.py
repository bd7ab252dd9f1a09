"""Replays records into tables, and tells what the server's SELECT should then give."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from binlog_kaitai import Record
from binlog_kaitai.forensics.conformance.cells import Cells
from binlog_kaitai.forensics.conformance.replay import Replay
from binlog_kaitai.model.transactions import COMMITTED
from binlog_kaitai.model.values import JsonDiffs, JsonText
from binlog_kaitai.tree.rows.json_patch import apply_diffs

FIXTURES = Path(__file__).parent / "fixtures"

Row = dict[str, Any]
Tables = dict[str, list[Row]]


def load_truth(server: str, case: str) -> dict[str, Any]:
    """Return what a fixture's server said its tables held."""
    truth: dict[str, Any] = json.loads((FIXTURES / server / f"{case}.json").read_text())
    return truth


def replay(records: Iterable[Record], left_out: Collection[str] = ()) -> Tables:
    """Apply row images, in order, to tables that are empty at first.

    TRUNCATE, DROP and CREATE OR REPLACE empty one. Of `left_out` tables and databases nothing is
    applied.
    """
    done = Replay(_patched)
    done.take(
        {
            "change_type": record.change_type,
            "database": record.database,
            "table": record.table,
            "data": record.data,
            "outcome": COMMITTED,
        }
        for record in records
        if not {record.database, f"{record.database}.{record.table}"} & set(left_out)
    )
    assert done.unmatched == []
    return dict(done.tables)


def _patched(before: Any, after: Any) -> Any:
    if isinstance(after, JsonDiffs):
        return apply_diffs(JsonText("null") if before == {"json": None} else before, after)
    return after


class Expectation:
    """The values that records should hold, by how much the log tells of the columns."""

    def __init__(self, table: dict[str, Any], *, has_names: bool, has_charsets: bool) -> None:
        self.table = table
        self.cells = Cells(table)
        self.has_names = has_names
        self.has_charsets = has_charsets

    def rows(self) -> list[Row]:
        """Return the rows of the server's SELECT, in the records' terms."""
        columns = self.cells.columns
        names = [c["name"] if self.has_names else f"@{i}" for i, c in enumerate(columns, 1)]
        return [
            {name: self._value(row, column) for column, name in enumerate(names)}
            for row in range(self.cells.num_rows)
        ]

    def _value(self, row: int, column: int) -> Any:
        cells = self.cells
        text = self.table["rows"][row][column]
        if cells.columns[column]["column_type"] == "json" and text is not None:
            return {"json": None} if text == "null" else text
        selected = cells.selected(row, column)
        forms = [] if self.has_names else [cells.number]
        if not self.has_charsets:
            forms += [cells.without_charset, cells.signed]
        found = (form(row, column) for form in forms)
        return next((value for value in found if value != selected), selected)
