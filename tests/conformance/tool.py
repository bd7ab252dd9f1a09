"""The server's own tool: python -m tests.conformance.tool LOG... prints what it printed.

The tool's text of each log lies beside it (LOG without its suffix, and `.txt.gz`), so that no
server is needed. The adapter prints each value in the form that the text has.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from tests.conformance.forms import Record, image, print_records, statement
from tests.tool_output import Expression, Image, read_listing, unquote

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_NUMBER = re.compile(rb"(-?\d+)(?: \(\d+\))?")


def records(logs: Iterable[str | Path]) -> Iterator[Record]:
    """Yield the records of logs, in their order."""
    for path in map(Path, logs):
        listing = read_listing(gzip.decompress(path.with_suffix(".txt.gz").read_bytes()))
        is_mariadb = path.parent.name.startswith("mariadb")
        for item in listing.in_order:
            if isinstance(item, Image):
                data = _data(item, is_mariadb=is_mariadb)
                yield image(item.change_type, item.database, item.table, data)
            elif isinstance(item, bytes):
                yield statement("", item.decode())
            else:
                text = listing.statements[item][1].decode(errors="replace")
                yield statement(listing.databases[item], text)


def _data(item: Image, *, is_mariadb: bool) -> dict[str, Any]:
    return {
        f"@{number}": _value(item.types.get(number, ""), text, is_mariadb=is_mariadb)
        for number, text in item.cells.items()
    }


def _value(kind: str, text: bytes, *, is_mariadb: bool) -> Any:
    if text == b"NULL":
        return None
    if text.startswith(b"!!"):  # where it gives up, and the rest of the event is not printed
        return {"unknown": text.decode()}
    form = _FORMS.get(re.split(r"[( ]", kind)[0])
    if form is not None:
        return form(text)
    value = unquote(text, is_mariadb=is_mariadb)
    return _geometry(value) if kind == "GEOMETRY" else value


def _integer(text: bytes) -> int:
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(f"no integer: {text!r}")
    return int(match[1])


def _bits(text: bytes) -> int:
    return int(unquote(text.removeprefix(b"b")), 2)


def _set(text: bytes) -> int:
    # the first byte's bits come first
    bits = unquote(text.removeprefix(b"b"))
    return int.from_bytes(int(bits, 2).to_bytes(len(bits) // 8, "big"), "little")


def _timestamp(text: bytes) -> str:
    seconds, _, fraction = text.decode().partition(".")
    if not int(seconds) and not fraction.strip("0"):
        return "0000-00-00 00:00:00"
    at = _EPOCH + timedelta(seconds=int(seconds))
    return f"{at:%Y-%m-%d %H:%M:%S}" + (f".{fraction}" if fraction else "")


def _geometry(value: bytes) -> dict[str, Any]:
    wkb = base64.b64encode(value[4:]).decode()
    return {"srid": int.from_bytes(value[:4], "little"), "wkb": wkb}


def _json(text: bytes) -> Any:
    if not text.startswith(b"'"):
        return {"json_diff": _plain(Expression(text.decode()).diffs())}
    document = unquote(text).decode()
    try:
        value = json.loads(document)
    except ValueError:
        return document  # a document that is a string is printed as that string
    return {"json": None} if value is None else value


def _plain(value: Any) -> Any:
    """Return what has numbers as they are written."""
    match value:
        case tuple():
            return json.loads(value[0])
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
    return value


_FORMS: dict[str, Callable[[bytes], Any]] = {
    **dict.fromkeys(("INT", "TINYINT", "SHORTINT", "MEDIUMINT", "LONGINT", "YEAR"), _integer),
    **dict.fromkeys(("FLOAT", "DOUBLE"), float),
    "DECIMAL": bytes.decode,
    "BIT": _bits,
    "ENUM": int,
    "SET": _set,
    "DATE": lambda text: unquote(text).decode().replace(":", "-"),
    "TIMESTAMP": _timestamp,
    "JSON": _json,
    "VECTOR": lambda text: [float(item) for item in text.decode().strip("[]").split(",")],
}


if __name__ == "__main__":
    print_records(records(sys.argv[1:]))
