"""Rows in dumps of MySQL Shell: files of tab-separated values, which JSON files describe.

Line feeds and tabs in values are escaped, and bytes that may be no text are in base64 or
hexadecimal digits.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from binlog_kaitai.catalog.dumped_rows import open_dump
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import full_name

BATCH_BYTES = 2**23
"""Approximate size of the lines that become a batch."""

PLACE, END = "@.json", "@.done.json"

_DIALECT = {
    "fieldsTerminatedBy": "\t",
    "fieldsEnclosedBy": "",
    "fieldsEscapedBy": "\\",
    "linesTerminatedBy": "\n",
}
_NULL = rb"\N"
_ESCAPES = {b"0": b"\0", b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"Z": b"\x1a"}
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)

_Decoder = Callable[[bytes], bytes]


class ShellRows(NamedTuple):
    """Rows of a table, as values of each of its columns; `place` is where they begin."""

    values: list[list[bytes | None]]
    place: str


class ShellTable(NamedTuple):
    """A table of a dump: its columns, and its files with the number of bytes in each.

    Some columns are encoded, by the names of the functions that decode them.
    """

    columns: tuple[str, ...]
    encoded: Mapping[str, str]
    files: Mapping[str, int]
    description: Mapping[str, Any]
    is_utc: bool

    @property
    def charset(self) -> str:
        """The charset of texts."""
        return str(self.description["options"]["defaultCharacterSet"])

    def problem(self, definition: Definition) -> str | None:
        """Return why the dump does not have all rows of the table, or not in a known form."""
        described, parts = self.description, definition.partitioning
        known = set() if parts is None else {one.name for one in parts.partitions}
        dialect = {name: described["options"].get(name) for name in _DIALECT}
        unknown = sorted({*self.encoded.values()} - _DECODERS.keys())
        if not described["includesData"] or not self.files:
            return "the dump lacks its rows"
        if described.get("where"):
            return f"the dump has only the rows where {described['where']}"
        if known and {*described["partitions"]} != known:
            return "the dump has only some of its partitions"
        if dialect != _DIALECT:
            found = next(name for name, one in dialect.items() if one != _DIALECT[name])
            return f"the dump has another dialect than the default: {found} is {dialect[found]!r}"
        return f"the encoding {unknown[0]} is not known" if unknown else None

    def rows(self, folder: Path) -> Iterator[ShellRows]:
        """Yield the rows, many at a time.

        Raises:
            ValueError: a file is not complete, or a line is not understood.
            OSError: a file cannot be read.
        """
        for name, size in self.files.items():
            path, number, count = folder / name, 1, 0
            with open_dump(path) as stream:
                while lines := stream.readlines(BATCH_BYTES):
                    place = f"{path}, line {number}"
                    yield ShellRows(self._values(lines, path, number), place)
                    number, count = number + len(lines), count + sum(map(len, lines))
            if count != size:
                raise ValueError(f"{path}: expected {size} bytes of rows, found {count}")

    def _values(self, lines: Sequence[bytes], path: Path, number: int) -> list[list[bytes | None]]:
        rows = [line.rstrip(b"\n").split(b"\t") for line in lines]
        width = len(self.columns)
        for at, row in enumerate(rows, number):
            if len(row) != width:
                raise ValueError(f"{path}, line {at}: expected {width} values, found {len(row)}")
        decoders = [_DECODERS.get(self.encoded.get(one, ""), _unescaped) for one in self.columns]
        try:
            return [
                [None if one == _NULL else decode(one) for one in values]
                for decode, values in zip(decoders, zip(*rows, strict=True), strict=True)
            ]
        except ValueError as error:
            raise ValueError(f"{path}, behind line {number}: {error}") from None


def is_shell_dump(path: Path) -> bool:
    """Return whether a path is the directory of a dump of MySQL Shell."""
    return (path / PLACE).exists()


def shell_tables(folder: Path) -> dict[str, ShellTable]:
    """Return the tables of a dump by their full names.

    Raises:
        ValueError: the dump is not complete, or it is not of one moment.
        OSError: a file cannot be read.
    """
    if not (folder / END).exists():
        raise ValueError(f"{folder}: expected {END}, found none: the dump is not complete")
    whole, done = _read(folder, PLACE), _read(folder, END)
    if not whole.get("consistent") or whole.get("gtidExecutedInconsistent"):
        raise ValueError(f"{folder}: expected a consistent dump, found {PLACE} with another")
    sizes = done.get("chunkFileBytes")
    if sizes is None:
        raise ValueError(f"{folder}: expected the sizes of files in {END}, found none")
    for name in sizes:
        _within(folder, name)
    tables = {}
    for database, name in whole["basenames"].items():
        for table, base in _read(folder, f"{name}.json")["basenames"].items():
            if (folder / f"{base}.json").exists():  # views have none
                described = _read(folder, f"{base}.json")
                tables[full_name(database, table)] = _table(
                    described, base, sizes, is_utc=bool(whole.get("tzUtc"))
                )
    return tables


def _table(
    described: Mapping[str, Any], base: str, sizes: Mapping[str, int], *, is_utc: bool
) -> ShellTable:
    # the names of other tables may begin so, too, as they may contain dots
    begins, ending = f"{base}@", f".{described['extension']}"
    files = {
        one: size
        for one, size in sizes.items()
        if one == base + ending or (one.startswith(begins) and one.endswith(ending))
    }
    options = described["options"]
    encoded = options.get("decodeColumns", {})
    return ShellTable(tuple(options["columns"]), encoded, files, described, is_utc)


def _within(folder: Path, name: str) -> Path:
    """Return the path of a file. Raises ValueError for a name that leads out of the folder."""
    if Path(name).name != name:
        raise ValueError(f"{folder}: expected the name of a file in it, found {name!r}")
    return folder / name


def _read(folder: Path, name: str) -> dict[str, Any]:
    path = _within(folder, name)
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: expected JSON, found {error}") from None
    return found


def _unescaped(text: bytes) -> bytes:
    if b"\\" not in text:
        return text
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)


_DECODERS: dict[str, _Decoder] = {
    "FROM_BASE64": lambda text: base64.b64decode(text, validate=True),
    "UNHEX": lambda text: bytes.fromhex(text.decode("ascii")),
}
