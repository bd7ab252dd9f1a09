"""What mysqlbinlog and mariadb-binlog print for a log with -v, and how their text spells values.

Both print the `# at` and header lines of an event first, and the row images of a statement after
the lines of all its events.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from binlog_kaitai.forensics.conformance.replay import patched
from binlog_kaitai.model.calendar import Date, Datetime, Time, Timestamp
from binlog_kaitai.model.changes import (
    DELETE,
    INSERT,
    STATEMENT,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
    Change,
)
from binlog_kaitai.model.charsets import BINARY, decoder
from binlog_kaitai.model.tables import Column, ColumnType
from binlog_kaitai.model.values import Geometry, JsonDiffs, JsonText, Value

_AT = re.compile(rb"# at (\d+)")
_HEADER = re.compile(rb"#\d{6} [ \d]\d:\d\d:\d\d server id \d+  end_log_pos \d+")
_ROWS_EVENT = re.compile(rb"\t(?:Write|Update|Delete)_(?:compressed_)?rows(?:_\w+)?: table id \d+")
_IMAGE = re.compile(rb"### (INSERT INTO|UPDATE|DELETE FROM) `(.*)`\.`(.*)`")
_CELL = re.compile(rb"###   @(\d+)=(.*)", re.DOTALL)
_MORE = re.compile(rb"###      (.*)", re.DOTALL)
_CUT = re.compile(rb"!! Don't know how to handle column type=(\d+) ")
_COMMENT = re.compile(rb" /\* ([A-Z][^*]*?) meta=\d+ nullable=[01] is_null=[01] \*/$")

_USE = re.compile(rb"use `(.*)`/\*!\*/;")
_END = re.compile(rb"(COMMIT|XA PREPARE .*?)(?:/\*!\*/;)?")

_KINDS = {
    (b"INSERT INTO", b"### SET"): INSERT,
    (b"UPDATE", b"### WHERE"): UPDATE_PREIMAGE,
    (b"UPDATE", b"### SET"): UPDATE_POSTIMAGE,
    (b"DELETE FROM", b"### WHERE"): DELETE,
}


@dataclass(frozen=True)
class Image:
    """A row image as a tool prints it.

    `events` are the positions of the rows events that the image may be of: those that were printed
    together, in order. `cells` are the texts of its columns by their numbers, from 1.
    """

    change_type: str
    database: str
    table: str
    events: tuple[int, ...]
    cells: dict[int, bytes] = field(default_factory=dict)
    # of the columns, as the tool calls them
    types: dict[int, str] = field(default_factory=dict)

    @property
    def is_cut(self) -> bool:
        """Whether the tool gave up within this image, and so on the rest of its event."""
        return any(_CUT.match(text) for text in self.cells.values())


@dataclass(frozen=True)
class Listing:
    """What a tool printed for a log: how many events, the row images and statements in order.

    `statements` are the texts of QUERY events, each after the position of its event.
    """

    num_events: int
    images: list[Image]
    statements: list[tuple[int, bytes]]
    # the database of each statement
    databases: list[str]
    # images, numbers of statements, and what the tool prints for XID and XA PREPARE
    in_order: list[Image | int | bytes]


def read_listing(text: bytes) -> Listing:
    """Parse what a tool printed."""
    reader = _Reader()
    for line in text.split(b"\n"):
        reader.take(line)
    statements = [(at, _last_statement(lines)) for at, lines in reader.queries]
    return Listing(reader.num_events, reader.images, statements, reader.databases, reader.in_order)


def _last_statement(lines: list[bytes]) -> bytes:
    """The statement itself, after those that the tool sets its variables by."""
    end = lines.index(b"/*!*/;") if b"/*!*/;" in lines else len(lines)
    start = end
    while start and not lines[start - 1].endswith(b"/*!*/;"):
        start -= 1
    return b"\n".join(lines[start:end])


class _Reader:
    def __init__(self) -> None:
        self.num_events = 0
        self.images: list[Image] = []
        self.in_order: list[Image | int | bytes] = []
        self.databases: list[str] = []
        self.queries: list[tuple[int, list[bytes]]] = []
        self.is_query = False
        self.positions: deque[int] = deque()  # of events whose header lines are still to come
        self.events: tuple[int, ...] = ()
        self.payload: int | None = None
        self.last_position = 0
        self.operation: tuple[bytes, str, str] | None = None
        self.cell: int | None = None

    def take(self, line: bytes) -> None:
        if line.startswith(b"###"):
            self._take_image(line)
            return
        self.cell = None
        if match := _AT.fullmatch(line):
            self.is_query = False
            self.positions.append(int(match[1]))
            self.num_events += self.payload is None
        elif _HEADER.match(line):
            self._take_header(line)
        elif line == b"# Start of compressed events.":
            self.payload = self.last_position
        elif line == b"# End of compressed events.":
            self.payload = None
        elif self.is_query:
            self.queries[-1][1].append(line)
            if match := _USE.fullmatch(line):
                self.databases[-1] = match[1].decode()
        elif match := _END.fullmatch(line):
            self.in_order.append(match[1])

    def _take_header(self, line: bytes) -> None:
        self.last_position = self.positions.popleft()
        if self.operation is not None:
            self.operation, self.events = None, ()
        self.is_query = b"\tQuery\t" in line or b"\tQuery_compressed\t" in line
        if self.is_query:
            self.in_order.append(len(self.queries))
            self.queries.append((self.last_position, []))
            self.databases.append(self.databases[-1] if self.databases else "")
        elif _ROWS_EVENT.search(line):
            # inside a payload every event is said to be at the payload's end
            position = self.last_position if self.payload is None else self.payload
            self.events = (*self.events, position)

    def _take_image(self, line: bytes) -> None:
        if match := _IMAGE.fullmatch(line):
            self.operation = (match[1], match[2].decode(), match[3].decode())
        elif self.operation is None:
            if self.is_query:  # one that mariadb-binlog shows without running it
                self.queries[-1][1].append(line.removeprefix(b"### "))
        elif kind := _KINDS.get((self.operation[0], line)):
            self.images.append(Image(kind, *self.operation[1:], self.events))
            self.in_order.append(self.images[-1])
        elif match := _CELL.fullmatch(line):
            self.cell = int(match[1])
            self.images[-1].cells[self.cell] = self._value(match[2])
        elif (match := _MORE.fullmatch(line)) and self.cell is not None:
            self.images[-1].cells[self.cell] += b" " + self._value(match[1])
        elif not line.startswith(b"### Extra row info for partitioning: "):
            raise ValueError(f"unknown line {line!r}")

    def _value(self, text: bytes) -> bytes:
        if self.cell is not None and (match := _COMMENT.search(text)):
            self.images[-1].types[self.cell] = match[1].decode()
        return _COMMENT.sub(b"", text)


@dataclass
class Comparison:
    """How much of a log a tool's text and the product agree on.

    `cut` counts images that the tool gave up within, `unseen` those that it then left out.
    """

    images: int = 0
    values: int = 0
    statements: int = 0
    cut: int = 0
    unseen: int = 0


_TRANSACTION_CONTROL = re.compile(
    rb"(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|XA (?:START|END|PREPARE))\b",
    re.IGNORECASE,
)


def compare(listing: Listing, changes: Iterable[Change], *, is_mariadb: bool) -> Comparison:
    """Assert that a listing's row images and statements, in order, are those of the changes.

    The statements are those of QUERY events, which LOAD DATA is not.
    """
    found = Comparison()
    by_kind = {False: deque[Change](), True: deque[Change]()}
    for change in changes:
        if change.statement is None or "load" not in change.statement.context:
            by_kind[change.change_type == STATEMENT].append(change)
    rest = by_kind[False]
    for events, group in groupby(
        listing.images, key=lambda image: tuple(dict.fromkeys(image.events))
    ):
        images = list(group)
        group_changes = []
        while rest and rest[0].position in events:
            group_changes.append(rest.popleft())
        positions = dict.fromkeys(change.position for change in group_changes)
        assert list(positions) == list(events)
        assert [change.ordinal for change in group_changes] == _ordinals(group_changes)
        if images[-1].is_cut:
            assert len(events) == 1
            found.unseen += len(group_changes) - len(images)
            del group_changes[len(images) :]
        _compare_images(images, group_changes, found, is_mariadb=is_mariadb)
    assert not rest
    statements = [
        (position, text.decode())
        for position, text in listing.statements
        if not _TRANSACTION_CONTROL.match(text)
    ]
    found_statements = [(c.position, c.statement and c.statement.text) for c in by_kind[True]]
    assert found_statements == statements
    found.statements = len(statements)
    return found


def _ordinals(changes: list[Change]) -> list[int]:
    groups = groupby(changes, key=lambda change: change.position)
    return [ordinal for _, group in groups for ordinal, _ in enumerate(group)]


def _compare_images(
    images: list[Image], changes: list[Change], found: Comparison, *, is_mariadb: bool
) -> None:
    before: dict[int, bytes] = {}
    for image, change in zip(images, changes, strict=True):
        where = f"at {change.position}, image {change.ordinal}"
        table = change.table
        assert table is not None, where
        assert change.cells is not None, where
        assert (change.change_type, change.database, table.name) == (
            image.change_type,
            image.database,
            image.table,
        ), where
        numbers = {column.name: number for number, column in enumerate(table.columns, 1)}
        cells = {numbers[column.name]: (column, value) for column, value in change.cells}
        shown = list(image.cells)
        assert shown == list(cells)[: len(shown)] if image.is_cut else shown == list(cells), where
        for number, text in image.cells.items():
            column, value = cells[number]
            if match := _CUT.match(text):
                assert column.type == int(match[1]), where
                found.cut += 1
                continue
            cell = Cell(column, value, text, is_mariadb, before.get(number))
            assert cell.agrees(), f"{where}: @{number} is {value!r}, printed as {text!r}"
            found.values += 1
        found.images += 1
        before = image.cells


@dataclass(frozen=True)
class Cell:
    """A column of a row image, and the same column as a tool prints it.

    `before` is the tool's text of it in the image that a partial update is of, if it has one.
    """

    column: Column
    value: Value
    text: bytes
    is_mariadb: bool
    before: bytes | None = None

    def agrees(self) -> bool:
        """Whether value and text are the same."""
        if self.text == b"NULL" or self.value is None:
            return self.text == b"NULL" and self.value is None
        return _AGREEING[self.column.type](self)

    @property
    def unquoted(self) -> bytes:
        """The bytes that the quoted text stands for."""
        return unquote(self.text, is_mariadb=self.is_mariadb)


_ESCAPE = re.compile(rb"\\(?:x([0-9a-f]{2})|(.))", re.DOTALL)
_MARIADB_ESCAPE = re.compile(rb"\\x([01][0-9a-f])")  # it prints a backslash as it is
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def unquote(text: bytes, *, is_mariadb: bool = False) -> bytes:
    """Return the bytes that a tool's quoted text stands for."""
    if len(text) < 2 or text[:1] + text[-1:] != b"''":
        raise ValueError(f"no quoted text: {text!r}")
    if is_mariadb:
        return _MARIADB_ESCAPE.sub(lambda match: bytes.fromhex(match[1].decode()), text[1:-1])
    return _ESCAPE.sub(_escaped, text[1:-1])


def _escaped(match: re.Match[bytes]) -> bytes:
    if match[1]:
        return bytes.fromhex(match[1].decode())
    return _ESCAPED.get(match[2], match[2])


_INTEGER = re.compile(rb"(-?\d+)(?: \((\d+)\))?")


def _integer(cell: Cell) -> bool:
    match = _INTEGER.fullmatch(cell.text)
    if match is None:
        return False
    signed, unsigned = match.groups()
    expected = int(unsigned or signed) if cell.column.is_unsigned else int(signed)
    return type(cell.value) is int and cell.value == expected


def _year(cell: Cell) -> bool:
    # the year 0 is printed as 1900, which no YEAR holds
    return type(cell.value) is int and int(cell.text) == (cell.value or 1900)


def _float(cell: Cell) -> bool:
    if not isinstance(cell.value, float):
        return False
    (single,) = struct.unpack("f", struct.pack("f", cell.value))
    return cell.text.strip() == f"{single:g}".encode()


def _double(cell: Cell) -> bool:
    return isinstance(cell.value, float) and cell.text == f"{cell.value:.20g}".encode()


def _decimal(cell: Cell) -> bool:
    return cell.text == f"{cell.value:f}".encode()


def _bit(cell: Cell) -> bool:
    return cell.text == f"b'{cell.value:0{cell.column.num_bits}b}'".encode()


def _time(kind: type, cell: Cell) -> bool:
    return isinstance(cell.value, kind) and cell.unquoted == str(cell.value).encode()


def _date(cell: Cell) -> bool:
    expected = str(cell.value).replace("-", ":").encode()
    return isinstance(cell.value, Date) and cell.unquoted == expected


def _timestamp(cell: Cell) -> bool:
    value = cell.value
    if not isinstance(value, Timestamp):
        return False
    fraction = f".{value.microsecond:06d}"[: value.digits + 1] if value.digits else ""
    return cell.text == f"{value.seconds}{fraction}".encode()


def _enum(cell: Cell) -> bool:
    number, labels = int(cell.text), cell.column.labels
    if labels is None or number > len(labels):
        return cell.value == number
    return cell.value == (labels[number - 1] if number else "")


def _set(cell: Cell) -> bool:
    bits = unquote(cell.text.removeprefix(b"b"))
    stored = int(bits, 2).to_bytes(len(bits) // 8, "big")
    number, labels = int.from_bytes(stored, "little"), cell.column.labels
    if labels is None or number >> len(labels):
        return cell.value == number
    return cell.value == ",".join(label for i, label in enumerate(labels) if number >> i & 1)


def _string(cell: Cell) -> bool:
    return _is_text_of(cell, cell.unquoted)


def _fixed_string(cell: Cell) -> bool:
    if cell.column.charset == BINARY:
        return _is_text_of(cell, cell.unquoted.ljust(cell.column.length, b"\0"))
    return _is_text_of(cell, cell.unquoted)


def _is_text_of(cell: Cell, encoded: bytes) -> bool:
    if cell.column.charset == BINARY:
        return cell.value == encoded
    try:
        return cell.value == decoder(cell.column.charset or "utf8mb4")(encoded)
    except UnicodeDecodeError:
        return cell.value == encoded


def _compressed(cell: Cell) -> bool:
    # The tool prints the value as it is stored: method and length of the length, length, data.
    stored = cell.unquoted
    if not stored or stored[0] == 0:
        return _is_text_of(cell, stored[1:])
    start = 1 + (stored[0] & 7)
    window = -zlib.MAX_WBITS if stored[0] & 8 else zlib.MAX_WBITS
    encoded = zlib.decompress(stored[start:], window)
    return len(encoded) == int.from_bytes(stored[1:start], "big") and _is_text_of(cell, encoded)


def _geometry(cell: Cell) -> bool:
    if not isinstance(cell.value, Geometry):
        return False
    return cell.unquoted == struct.pack("<I", cell.value.srid) + cell.value.wkb


def _vector(cell: Cell) -> bool:
    if not isinstance(cell.value, list):
        return False
    singles = struct.unpack(f"{len(cell.value)}f", struct.pack(f"{len(cell.value)}f", *cell.value))
    return cell.text == f"[{','.join(f'{single:.5e}' for single in singles)}]".encode()


def _json(cell: Cell) -> bool:
    if cell.text.startswith(b"'"):
        document = cell.unquoted.decode()
        if not isinstance(cell.value, JsonText):
            return False
        # a document that is a string is printed as that string
        return document == (json.loads(cell.value) if cell.value.startswith('"') else cell.value)
    diffs = Expression(cell.text.decode()).diffs()
    if isinstance(cell.value, JsonDiffs):
        return [_parse(diff.to_json()) for diff in cell.value] == diffs
    if cell.before is None or not isinstance(cell.value, JsonText):
        return False
    document = _parse(unquote(cell.before).decode())
    for diff in diffs:
        document = patched(document, diff)
    return bool(document == _parse(cell.value))


_AGREEING: dict[ColumnType, Callable[[Cell], bool]] = {
    **dict.fromkeys(
        (
            ColumnType.tiny,
            ColumnType.short,
            ColumnType.int24,
            ColumnType.long,
            ColumnType.longlong,
        ),
        _integer,
    ),
    **dict.fromkeys(
        (
            ColumnType.varchar,
            ColumnType.var_string,
            ColumnType.tiny_blob,
            ColumnType.blob,
            ColumnType.medium_blob,
            ColumnType.long_blob,
        ),
        _string,
    ),
    **dict.fromkeys((ColumnType.varchar_compressed, ColumnType.blob_compressed), _compressed),
    **dict.fromkeys((ColumnType.date, ColumnType.newdate), _date),
    **dict.fromkeys((ColumnType.time, ColumnType.time2), partial(_time, Time)),
    **dict.fromkeys((ColumnType.datetime, ColumnType.datetime2), partial(_time, Datetime)),
    **dict.fromkeys((ColumnType.timestamp, ColumnType.timestamp2), _timestamp),
    ColumnType.string: _fixed_string,
    ColumnType.year: _year,
    ColumnType.float: _float,
    ColumnType.double: _double,
    ColumnType.newdecimal: _decimal,
    ColumnType.bit: _bit,
    ColumnType.enum: _enum,
    ColumnType.set: _set,
    ColumnType.geometry: _geometry,
    ColumnType.vector: _vector,
    ColumnType.json: _json,
}


Diff = dict[str, Any]

_TOKEN = re.compile(r"\s*('(?:[^'\\]|\\.)*'|[(),]|[^\s(),']+)", re.DOTALL)
_OPERATIONS = {
    "JSON_REPLACE": "replace",
    "JSON_INSERT": "insert",
    "JSON_ARRAY_INSERT": "insert",
    "JSON_REMOVE": "remove",
}


class Expression:
    """A partial update, which is printed as calls of functions on the column."""

    def __init__(self, text: str) -> None:
        self.tokens = deque(_TOKEN.findall(text))

    def diffs(self) -> list[Diff]:
        """The changes, in order: the innermost call is the first."""
        function = self.tokens.popleft()
        if function.startswith("@"):
            return []
        self._expect("(")
        found = self.diffs()
        while self._is_followed_by(","):
            diff = {"op": _OPERATIONS[function], "path": self._value()}
            if diff["op"] != "remove":
                self._expect(",")
                diff["value"] = self._value()
            found.append(diff)
        self._expect(")")
        return found

    def _value(self) -> Any:
        token = self.tokens.popleft()
        if token == "CAST":
            self._expect("(")
            document = _parse(self._value())
            for expected in ("AS", "JSON", ")"):
                self._expect(expected)
            return document
        if token.startswith("'"):
            return unquote(token.encode()).decode()
        return _parse(token)

    def _is_followed_by(self, token: str) -> bool:
        is_next = self.tokens[0] == token
        if is_next:
            self.tokens.popleft()
        return is_next

    def _expect(self, expected: str) -> None:
        if not self._is_followed_by(expected):
            raise ValueError(f"expected {expected}, found {self.tokens[0]}")


def _parse(text: str) -> Any:
    # a number keeps the form that it is written in, and differs from a string
    return json.loads(text, parse_int=_number, parse_float=_number, strict=False)


def _number(text: str) -> tuple[str]:
    return (text,)
