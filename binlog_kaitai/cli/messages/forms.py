"""What a message is made of, and JSON texts."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.values import quote

NULL = "null"
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
    its event, and of its commit if the log tells, otherwise of its event.
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


class Form(NamedTuple):
    """How a tool writes messages: its name, values by types of columns, and messages of rows."""

    tool: str
    values: Mapping[ColumnType, Callable[[Column, Replaced], Convert]]
    messages: Callable[[Iterable[Row]], Iterator[str]]

    def converter(self, column: Column, replaced: Replaced) -> Convert:
        """Return what makes JSON of the values of a column."""
        make = self.values.get(column.type)
        return _as_it_is if make is None else make(column, replaced)


def _as_it_is(_: Any, text: str) -> str:
    return text


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
