"""What typed rows should hold: the server's SELECT, in the Python values of the Arrow types."""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from tests.replay import Expectation

Row = dict[str, Any]

BYTES = {"binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"}
TEXTS = {"char", "varchar", "tinytext", "text", "mediumtext", "longtext"}
GEOMETRIES = {"geometry", "point", "linestring", "polygon", "geometrycollection", "geomcollection"}


def expected_rows(table: dict[str, Any], *, has_names: bool, has_charsets: bool) -> list[Row]:
    """Return the rows of a table of a fixture's truth, typed."""
    expectation = Expectation(table, has_names=has_names, has_charsets=has_charsets)
    columns = table["columns"]
    rows = []
    for number, row in enumerate(expectation.rows()):
        typed = {}
        for column, (name, value) in zip(columns, row.items(), strict=True):
            hexed = table.get("bytes", {}).get(column["name"])
            if value is not None and not has_charsets and hexed is not None:
                typed[name] = _unpadded(column["column_type"], bytes.fromhex(hexed[number]))
            elif value == {"json": None}:
                typed[name] = "null"
            else:
                typed[name] = _typed(column["column_type"], value)
        rows.append(typed)
    return rows


def _unpadded(column_type: str, value: bytes) -> bytes:
    # the log leaves out what BINARY is filled up with, and does not tell it from CHAR
    return value.rstrip(b"\0") if column_type.startswith("binary") else value


def replay_typed(rows: Iterable[Row]) -> list[Row]:
    """Apply typed rows of full images, in order, to a table that is empty at first."""
    table: list[Row] = []
    for row in rows:
        values = {name: value for name, value in row.items() if not name.startswith("_")}
        match row["_change_type"]:
            case "insert" | "update_postimage":
                table.append(values)
            case "delete" | "update_preimage":
                table.remove(values)
    return table


def in_order(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


def _typed(column_type: str, value: Any) -> Any:
    name = re.match(r"\w+", column_type)[0]  # type: ignore[index]
    if value is None:
        return None
    if name in BYTES | {"uuid", "inet4", "inet6"}:
        return base64.b64decode(value)
    if name in GEOMETRIES or name.startswith("multi"):
        return {"srid": value["srid"], "wkb": base64.b64decode(value["wkb"])}
    if name == "vector":
        # MariaDB logs the bytes
        return base64.b64decode(value) if isinstance(value, str) else [_single(v) for v in value]
    if isinstance(value, dict):
        return f'{{"base64": "{value["base64"]}"}}'
    return _CONVERT.get(name, _same)(value) if name != "decimal" else _decimal(column_type, value)


def _decimal(column_type: str, value: str) -> Decimal | str:
    digits = int(re.search(r"\d+", column_type)[0])  # type: ignore[index]
    return value if digits > 38 else Decimal(value)


def _same(value: Any) -> Any:
    return value


def _single(value: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def _date(text: str) -> date | None:
    return (
        None
        if "00" in (text[:4].lstrip("0") or "00", text[5:7], text[8:10])
        else date.fromisoformat(text)
    )


def _datetime(text: str) -> datetime | None:
    if _date(text[:10]) is None:
        return None
    whole, _, fraction = text.partition(".")
    microseconds = timedelta(microseconds=int(fraction.ljust(6, "0") or 0))
    return datetime.strptime(whole, "%Y-%m-%d %H:%M:%S") + microseconds  # noqa: DTZ007


def _timestamp(text: str) -> datetime | None:
    naive = _datetime(text.removesuffix("Z").replace("T", " "))
    return None if naive is None else naive.replace(tzinfo=timezone.utc)


def _time(text: str) -> timedelta:
    hours, minutes, seconds = text.removeprefix("-").split(":")
    whole, _, fraction = seconds.partition(".")
    found = timedelta(
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(whole),
        microseconds=int(fraction.ljust(6, "0") or 0),
    )
    return -found if text.startswith("-") else found


_CONVERT: dict[str, Callable[[Any], Any]] = {
    "float": _single,
    "date": _date,
    "datetime": _datetime,
    "timestamp": _timestamp,
    "time": _time,
}
