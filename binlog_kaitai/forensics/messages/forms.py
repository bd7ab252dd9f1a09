"""What a message is made of, and JSON texts."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.forensics.messages.commits import Commit
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.values import quote

NULL = "null"
MAX_TABLES = 256
"""Descriptions of tables of which what was made is kept."""
WITH_MILLISECONDS = 3
"""The most digits of a fraction of a second that Debezium tells in milliseconds."""
TIMESTAMPS = (ColumnType.timestamp, ColumnType.timestamp2)

Convert: TypeAlias = Callable[[Any, str], str]
"""Makes JSON of a value that is not NULL, and of its text in a record."""
Replaced: TypeAlias = Callable[[], None]
"""Notes that a value has no form in a message, and that another one stands for it."""
Image: TypeAlias = dict[str, str]
"""The JSON texts of a row image by the names of its columns."""


class Row(NamedTuple):
    """A change of a row, with the images that it has.

    `number` counts the rows at its byte offset, `seconds` and `microseconds` are since 1970: of
    its event, and of its commit if the log tells, otherwise of its event. `thread` and `statement`
    are known where the context of changes is asked for, `commit` if the form `has_commits`.
    """

    path: str
    file: str
    position: int
    number: int
    seconds: int
    microseconds: int
    server_id: int
    gtid: str | None
    table: Table
    before: Image | None
    after: Image | None
    commit: Commit | None = None
    thread: int | None = None
    statement: str | None = None


class Message(NamedTuple):
    """A message: its table, its key, and its value, which is None where it ends a key's messages.

    The key is None where the tool has none, or the log does not tell the table's primary key.
    """

    table: Table
    key: str | None
    value: str | None


class Form(NamedTuple):
    """How a tool writes messages: its name, values by types of columns, and messages of rows.

    `with_schemas` makes messages that hold their schemas, None where the tool has no such ones;
    `has_commits` says that messages tell of the transactions of their rows.
    """

    tool: str
    values: Mapping[ColumnType, Callable[[Column, Replaced], Convert]]
    messages: Callable[[Iterable[Row]], Iterator[Message]]
    with_schemas: Callable[[Iterable[Row]], Iterator[Message]] | None = None
    has_commits: bool = False

    def converter(self, column: Column, replaced: Replaced) -> Convert:
        """Return what makes JSON of the values of a column."""
        make = self.values.get(column.type)
        return _as_it_is if make is None else make(column, replaced)


def _as_it_is(value: Any, text: str) -> str:
    """Return a text; a string that is not valid in its charset is base64."""
    return quote(value["base64"]) if isinstance(value, dict) and "base64" in value else text


def object_of(members: Mapping[str, str]) -> str:
    """Return an object of JSON texts."""
    return f"{{{','.join(f'{quote(name)}:{text}' for name, text in members.items())}}}"


def quoted_bytes(data: bytes) -> str:
    """Return bytes as a string of base64."""
    return f'"{base64.b64encode(data).decode()}"'


_SPACE_OUTSIDE_STRINGS = re.compile(r'("(?:[^"\\]|\\.)*")|\s+')


def compact(_: Any, text: str) -> str:
    """Return JSON without spaces."""
    return _SPACE_OUTSIDE_STRINGS.sub(r"\1", text)


def document(value: Any, text: str) -> str:
    """Return a document, of which `{"json": null}` is null, without spaces."""
    return NULL if value == {"json": None} else compact(value, text)


def spaced(_: Any, text: str) -> str:
    """Return a TIMESTAMP as the server writes it, in UTC."""
    return text.replace("T", " ").replace("Z", "")


_PLAIN_EXPONENTS = range(-3, 7)
"""Powers of ten of the numbers that Java writes without an exponent."""


def java_number(_: Any, text: str) -> str:
    """Return a floating point number as Java writes it."""
    sign, digits, power = Decimal(text).as_tuple()
    number = "".join(map(str, digits))
    exponent = int(power) + len(number) - 1
    number = number.rstrip("0") or "0"
    if number == "0":
        exponent = 0
    if exponent not in _PLAIN_EXPONENTS:
        return f"{'-' * sign}{number[0]}.{number[1:] or '0'}E{exponent}"
    whole = number.ljust(exponent + 1, "0")[: exponent + 1] if exponent >= 0 else "0"
    rest = number[exponent + 1 :] if exponent >= 0 else "0" * (-exponent - 1) + number
    return f"{'-' * sign}{whole}.{rest or '0'}"


FLOATS = dict.fromkeys((ColumnType.float, ColumnType.double), lambda *_: java_number)
