"""Values of Python readers in the forms of `binlog-kaitai rows`."""

from __future__ import annotations

import base64
import datetime as dt
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

COMMIT = "COMMIT"

Record = dict[str, Any]


def image(change_type: str, database: str, table: str, data: Mapping[str, Any]) -> Record:
    """Return the record of a row image."""
    values = {name: form(value) for name, value in data.items()}
    return {"change_type": change_type, "database": database, "table": table, "data": values}


def statement(database: str, text: str) -> Record:
    """Return the record of a statement; the end of a transaction is one, too."""
    data = {"statement": text}
    return {"change_type": "statement", "database": database, "table": None, "data": data}


def print_records(records: Iterable[Record]) -> None:
    """Print each record on a line."""
    for record in records:
        sys.stdout.write(f"{json.dumps(record)}\n")


def form(value: Any) -> Any:
    """Return a value as JSON has it; texts that are bytes are base64 if they are no UTF-8."""
    if isinstance(value, Mapping):
        return {form(key): form(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [form(item) for item in value]
    return next((as_json(value) for kind, as_json in _FORMS if isinstance(value, kind)), value)


def text_or_base64(value: bytes) -> str | dict[str, str]:
    """Return bytes as text if they are UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}


def _time(value: dt.timedelta) -> str:
    sign, value = ("-", -value) if value < dt.timedelta() else ("", value)
    seconds = value.days * 86_400 + value.seconds
    text = f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{value.microseconds:06}" if value.microseconds else text


_FORMS: list[tuple[Any, Callable[[Any], Any]]] = [
    (bytes, text_or_base64),
    (Decimal, lambda value: format(value, "f")),
    (dt.timedelta, _time),
    (dt.date, str),
    (set, lambda value: ",".join(sorted(value))),
]
