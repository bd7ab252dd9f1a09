"""What a cell should be: the value of the server's SELECT, or the form that the log stores.

A log with little metadata tells neither labels nor signs nor character sets, and a reader may leave
them out. Then ENUM and SET are numbers, integers are signed, and texts are bytes.
"""

from __future__ import annotations

import base64
import ctypes
import json
import re
from decimal import Decimal
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable

# what SELECT shows for bytes that are no character of the column's character set
_REPLACEMENT = "\ufffd"
# that MariaDB logs without their last bytes if these are 0
_PADDED = {"uuid", "inet4", "inet6"}
_BITS = {"tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64}


class Cells:
    """The cells of a table: `table` has its columns, rows, `bytes` and `numbers`."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.columns: list[dict[str, Any]] = table["columns"]
        self._rows: list[list[Any]] = table["rows"]
        self._bytes: dict[str, list[str | None]] = table.get("bytes", {})
        self._numbers: dict[str, list[int | None]] = table.get("numbers", {})

    @property
    def num_rows(self) -> int:
        """How many rows the server selects."""
        return len(self._rows)

    def selected(self, row: int, column: int) -> Any:
        """Return the value that the server selects, in the JSON form of the command `rows`."""
        value, name = self._rows[row][column], self.columns[column]["name"]
        if value is not None and self.columns[column]["column_type"] == "json":
            return {"json": None} if value == "null" else json.loads(value)
        if isinstance(value, dict) and value.keys() == {"hex"}:
            return {"base64": _base64(value["hex"])}
        if isinstance(value, str) and _REPLACEMENT in value and name in self._bytes:
            return {"base64": _base64(self._bytes[name][row] or "")}
        return value

    def number(self, row: int, column: int) -> Any:
        """Return the number of an ENUM or a SET, and the selected value of another column."""
        numbers = self._numbers.get(self.columns[column]["name"])
        return self.selected(row, column) if numbers is None else numbers[row]

    def without_charset(self, row: int, column: int) -> Any:
        """Return a text, or BINARY, as UTF-8, or as base64 if it is none; others as they are."""
        digits = self._bytes.get(self.columns[column]["name"], [None] * (row + 1))[row]
        if digits is None:
            return self.selected(row, column)
        value = bytes.fromhex(digits)
        if self.columns[column]["column_type"].startswith("binary"):
            value = value.rstrip(b"\0")
        return _text(value)

    def signed(self, row: int, column: int) -> Any:
        """Return an unsigned integer as a signed one of its width; others as they are."""
        value, column_type = self.selected(row, column), self.columns[column]["column_type"]
        bits = _BITS.get(re.match(r"\w*", column_type)[0])  # type: ignore[index]
        if bits is None or value is None or value < 2 ** (bits - 1):
            return value
        return value - 2**bits

    def stored(self, row: int, column: int) -> list[Any]:
        """Return the forms of a cell in a log without metadata."""
        forms = [self.number(row, column), self.signed(row, column)]
        digits = self._bytes.get(self.columns[column]["name"], [None] * (row + 1))[row]
        kind = self.columns[column]["column_type"]
        if kind in _PADDED and isinstance(value := self.selected(row, column), str):
            unpadded = base64.b64decode(value).rstrip(b"\0")
            forms += [base64.b64encode(unpadded).decode(), _text(unpadded)]
        if digits is not None:
            encoded = _base64(digits)
            forms += [self.without_charset(row, column), encoded, {"base64": encoded}]
        return forms


def _text(value: bytes) -> str | dict[str, str]:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def canonical(column_type: str, value: Any) -> Any:
    """Return a value in one of the forms that mean the same.

    Digits behind the last that differs from 0 mean nothing, nor do those of a FLOAT that its four
    bytes do not have; a TIMESTAMP may be without its T and Z. UUID, INET4 and INET6 are text, or
    the bytes in the order of the text.
    """
    kind = re.match(r"\w*", column_type)[0]  # type: ignore[index]
    form = _CANONICAL.get(kind)
    try:
        return value if form is None else form(value)
    except (ArithmeticError, ValueError, TypeError, AttributeError):
        return value  # which is none of the type


def _moment(value: str) -> str:
    text = value.replace("T", " ").removesuffix("Z")
    return text.rstrip("0").removesuffix(".") if "." in text else text


def _number(value: float, convert: Callable[[float], float]) -> float:
    if type(value) not in {int, float}:
        raise TypeError("no number")
    return convert(value)


def _packed(value: str) -> str:
    is_uuid = "-" in value
    packed = UUID(value).bytes if is_uuid else ip_address(value).packed
    return base64.b64encode(packed).decode()


def single(value: float) -> float:
    """Return the nearest number of four bytes."""
    return float(ctypes.c_float(value).value)


_CANONICAL: dict[str, Callable[[Any], Any]] = {
    "decimal": lambda value: str(Decimal(str(value)).normalize()),
    **dict.fromkeys(("time", "datetime", "timestamp"), _moment),
    "float": lambda value: _number(value, single),
    "double": lambda value: _number(value, float),
    "vector": lambda value: [_number(item, single) for item in value],
    **dict.fromkeys(_PADDED, _packed),
}


def is_same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same: 1, 1.0 and true differ, the order of keys does not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _base64(digits: str) -> str:
    return base64.b64encode(bytes.fromhex(digits)).decode()
