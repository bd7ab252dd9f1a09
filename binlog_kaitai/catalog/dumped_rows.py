"""Rows in dumps: the INSERT statements of mysqldump, mariadb-dump and mydumper.

These write each row, or many, to a line; line feeds in texts are escaped.
"""

from __future__ import annotations

import gzip
import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple

import pyarrow as pa

ENDINGS = (".sql", ".sql.gz", ".sql.zst")

_INSERT = re.compile(
    rb"(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+"
    rb"(?:(`(?:[^`]|``)+`|\w+)\.)?(`(?:[^`]|``)+`|\w+)\s*"
    rb"(\((?:\s*(?:`(?:[^`]|``)+`|\w+)\s*,?)+\)\s*)?VALUES\s*",
    re.IGNORECASE,
)
_NAME = re.compile(rb"`((?:[^`]|``)+)`|(\w+)")
_SETTINGS = re.compile(rb"SET (?:(NAMES) '?(\w+)'?|(TIME_ZONE)\s*=\s*'([^']*)')", re.IGNORECASE)
_DATABASE = re.compile(
    rb"(?:-- Current Database: |USE )`((?:[^`]|``)+)`|-- Host: .*\bDatabase: (.+?)\s*$"
)
_OF_MYDUMPER = re.compile(r"(.+?)\.[^.]+(?:\.\d+)?\.sql.*")

_VALUE = (
    rb"(0x[0-9A-Fa-f]*|-?[0-9][-+0-9.eE]*|NULL|(?:_binary )?'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'"
    rb'|"[^"\\]*(?:(?:\\.|"")[^"\\]*)*")'
)
_ESCAPES = {b"0": b"\0", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"Z": b"\x1a"}
_ESCAPED = {quote: re.compile(rb"\\(.)|" + quote * 2, re.DOTALL) for quote in (b"'", b'"')}


class InsertedRows(NamedTuple):
    """Rows of a line: a literal for each of the columns.

    `charset` is that of texts, `binary` for those of the columns; `time_zone` is of TIMESTAMP.
    """

    database: str
    table: str
    columns: Sequence[str]
    literals: list[tuple[bytes, ...]]
    charset: str
    time_zone: str
    place: str


def open_dump(file: Path) -> IO[bytes]:
    """Open a file of a dump, which may be compressed."""
    if file.suffix == ".gz":
        return io.BufferedReader(gzip.open(file))
    if file.suffix == ".zst":
        return io.BufferedReader(pa.input_stream(file, compression="zstd"))
    return file.open("rb")


def lines_of(file: Path) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines of a file, and whether each belongs to a statement that inserts rows."""
    is_data = is_routine = False
    with open_dump(file) as stream:
        for line in stream:
            if line.startswith(b"DELIMITER "):
                is_routine = line.split()[1:] != [b";"]
            is_data = not is_routine and (is_data or _INSERT.match(line) is not None)
            yield line, is_data
            is_data = is_data and not line.rstrip().endswith(b";")


def inserted_rows(
    file: Path, columns_of: Callable[[str, str], Sequence[str] | None], database: str = ""
) -> Iterator[InsertedRows]:
    """Yield the rows of a file, line by line.

    Args:
        file: the file.
        columns_of: returns the columns of a table whose statements do not name them, by its
            database and name; None to skip the table.
        database: of tables before the first comment or statement that names one.

    Raises:
        ValueError: a statement is not understood.
        OSError: the file cannot be read.
    """
    settings = {"names": "", "time_zone": ""}
    own = _OF_MYDUMPER.fullmatch(os.path.basename(file))  # noqa: PTH119
    database = database or (own[1] if own else "")
    table, columns, row = "", None, None
    for number, (line, is_data) in enumerate(lines_of(file), 1):
        if not is_data:
            database = _note(line, settings) or database
            continue
        place, start = f"{file}, line {number}", 0
        found = _INSERT.match(line)
        if found is not None:
            table, start = _name(found[2]), found.end()
            database = _name(found[1]) if found[1] else database
            columns = columns_of(database, table)
            if columns is not None and found[3]:
                columns = [_name(one[0]) for one in _NAME.finditer(found[3])]
            row = None if columns is None else _row(len(columns))
        if columns is None or row is None:
            continue
        literals = _literals(line[start:].strip(b" \t\r\n;,"), row, len(columns), place)
        if literals:
            yield InsertedRows(
                database, table, columns, literals, settings["names"], settings["time_zone"], place
            )


def value_of(literal: bytes) -> bytes | None:
    """Return the value of a literal: bytes, the text of a number, or None for NULL."""
    quote = literal[-1:]
    if quote in _ESCAPED:
        text = literal[literal.index(quote) + 1 : -1]
        return _ESCAPED[quote].sub(_unescaped, text) if b"\\" in text or quote in text else text
    if literal == b"NULL":
        return None
    return bytes.fromhex(literal[2:].decode()) if literal.startswith(b"0x") else literal


def is_number(literal: bytes) -> bool:
    """Return whether a literal is a decimal number."""
    return literal[:1] in b"-0123456789" and not literal.startswith(b"0x")


def _note(line: bytes, settings: dict[str, str]) -> str:
    """Note settings of the session, and return the database that a line names."""
    for name, charset, zone, value in _SETTINGS.findall(line):
        settings[(name or zone).decode().lower()] = (charset or value).decode().lower()
    found = _DATABASE.match(line)
    return (found[1] or found[2]).decode().replace("``", "`") if found else ""


def _name(text: bytes) -> str:
    name = text.decode()
    return name[1:-1].replace("``", "`") if name.startswith("`") else name


def _row(width: int) -> re.Pattern[bytes]:
    return re.compile(rb"\(" + rb",".join([_VALUE] * width) + rb"\)", re.DOTALL)


def _literals(
    text: bytes, row: re.Pattern[bytes], width: int, place: str
) -> list[tuple[bytes, ...]]:
    found = row.findall(text)
    literals: list[tuple[bytes, ...]] = [(one,) for one in found] if width == 1 else found
    size = sum(map(len, chain.from_iterable(literals)))
    size += len(literals) * (width + 2) - bool(literals)
    if size != len(text):
        some = text[:60].decode("utf-8", "backslashreplace")
        raise ValueError(f"{place}: expected rows of {width} values, found {some}")
    return literals


def _unescaped(found: re.Match[bytes]) -> bytes:
    return found[0][:1] if found[1] is None else _ESCAPES.get(found[1], found[1])
