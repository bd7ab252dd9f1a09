"""Replays records into tables, and tells what the server's SELECT should then give."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from binlog_kaitai import Record
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
    tables: Tables = {}
    pre_image: Row = {}
    for record in records:
        if {record.database, f"{record.database}.{record.table}"} & set(left_out):
            continue
        rows = tables.setdefault(f"{record.database}.{record.table}", [])
        match record.change_type:
            case "insert":
                rows.append(dict(record.data))
            case "delete":
                rows.remove(_find(rows, record.data))
            case "update_preimage":
                pre_image = record.data
            case "update_postimage":
                row = _find(rows, pre_image)
                row.update({k: _patched(row.get(k), v) for k, v in record.data.items()})
            case "statement":
                _empty(tables, record)
    return tables


def _find(rows: list[Row], image: Row) -> Row:
    for row in rows:
        if all(row.get(name, value) == value for name, value in image.items()):
            return row
    raise AssertionError(f"no row to change has {image}")


def _patched(before: Any, after: Any) -> Any:
    if isinstance(after, JsonDiffs):
        return apply_diffs(JsonText("null") if before == {"json": None} else before, after)
    return after


_EMPTYING = re.compile(
    r"\s*(?:TRUNCATE|DROP|CREATE\s+OR\s+REPLACE)\s+TABLE\s+`?(\w+)`?", re.IGNORECASE
)


def _empty(tables: Tables, record: Record) -> None:
    match = re.match(
        r"\s*(?:TRUNCATE|DROP|CREATE\s+OR\s+REPLACE)\s+TABLE\s+`?(\w+)`?",
        record.data["statement"],
        re.IGNORECASE,
    )
    if match:
        tables.pop(f"{record.database}.{match[1]}", None)


class Expectation:
    """The values that records should hold, by how much the log tells of the columns."""

    def __init__(self, table: dict[str, Any], *, has_names: bool, has_charsets: bool) -> None:
        self.table = table
        self.has_names = has_names
        self.has_charsets = has_charsets

    def rows(self) -> list[Row]:
        """Return the rows of the server's SELECT, in the records' terms."""
        columns = self.table["columns"]
        names = [c["name"] if self.has_names else f"@{i}" for i, c in enumerate(columns, 1)]
        return [
            {
                name: self._value(column, number, value)
                for name, column, value in zip(names, columns, row, strict=True)
            }
            for number, row in enumerate(self.table["rows"])
        ]

    def _value(self, column: dict[str, Any], number: int, value: Any) -> Any:
        name, column_type = column["name"], column["column_type"]
        if value is None:
            return None
        if column_type == "json" and value == "null":
            return {"json": None}
        if not self.has_names and name in self.table.get("numbers", {}):
            return self.table["numbers"][name][number]
        if self.has_charsets:
            return self._decoded(name, number, value)
        if name in self.table.get("bytes", {}):
            return _without_charset(column_type, self.table["bytes"][name][number])
        return _as_signed(column_type, value) if "unsigned" in column_type else value

    def _decoded(self, name: str, number: int, value: Any) -> Any:
        # Where the server knows no character it says so, or gives U+FFFD; the record has bytes.
        if isinstance(value, dict) and "hex" in value:
            return {"base64": _base64(value["hex"])}
        if isinstance(value, str) and "\ufffd" in value:
            return {"base64": _base64(self.table["bytes"][name][number])}
        return value


def _base64(digits: str) -> str:
    return base64.b64encode(bytes.fromhex(digits)).decode()


def _without_charset(column_type: str, digits: str) -> Any:
    value = bytes.fromhex(digits)
    if column_type.startswith("binary"):
        value = value.rstrip(b"\0")
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


_BITS = {"tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64}


def _as_signed(column_type: str, value: Any) -> Any:
    bits = _BITS.get(re.match(r"\w+", column_type)[0])  # type: ignore[index]
    if bits is None or value < 2 ** (bits - 1):
        return value
    return value - 2**bits
