"""The versions of tables in the logs of an archive, in a file beside the logs."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from binlog_kaitai.catalog.dumps import Dump
from binlog_kaitai.catalog.encoding import from_json, to_json
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.log_paths import KeyedFile, SourcedFile
from binlog_kaitai.io.paths import is_remote, replace_file
from binlog_kaitai.model.definitions import Definition, Definitions
from binlog_kaitai.read.ddl_places import START, place_of, place_of_dump
from binlog_kaitai.read.log_order import name_of
from binlog_kaitai.read.outline import outline_of
from binlog_kaitai.read.table_versions import (
    BEFORE,
    KnownTables,
    Version,
    VersionReader,
    tables_at,
)

FILE = ".archive.tables.json"
FORMAT = 1


class UnusedTablesWarning(UserWarning):
    """An archive has definitions of tables, but not those before the first log that is read."""


@dataclass
class ArchivedTables:
    """The versions of tables in the complete logs of an archive.

    Attributes:
        stem: the name of the logs without their numbers.
        first: the number of the first log.
        next: the number of the log behind the last complete one.
        versions: by full names; places have the numbers of logs.
    """

    stem: str
    first: int
    next: int
    versions: dict[str, list[Version]] = field(default_factory=dict)

    @staticmethod
    def read(folder: Path) -> ArchivedTables | None:
        """Return the versions in a folder; None without a file.

        Raises:
            BinlogError: the file is damaged.
        """
        path = folder / FILE
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
            make = {FORMAT: ArchivedTables}[fields.pop("format")]
            versions = {
                name: [_version_of(*one) for one in some]
                for name, some in fields.pop("versions").items()
            }
            return make(**fields, versions=versions)
        except FileNotFoundError:
            return None
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            expected = "definitions of tables; remove the file to have it written again"
            raise BinlogError(str(path), 0, expected, str(error)) from error

    def write(self, folder: Path) -> None:
        """Replace the file in a folder. Raises OSError."""
        versions = {
            name: [[*one.place, to_json(one.definition), one.is_absent] for one in some]
            for name, some in self.versions.items()
        }
        fields = {"format": FORMAT, "stem": self.stem, "first": self.first, "next": self.next}
        replace_file(folder / FILE, json.dumps({**fields, "versions": versions}))

    def tables_at(self, number: int) -> dict[str, Definition]:
        """Return the tables that are known at the start of a log."""
        return tables_at(self.versions, number)

    def add(self, logs: Sequence[str], complete: int, first: KnownTables | None) -> None:
        """Add the versions in the next logs.

        Args:
            logs: their paths, in order; the first one is `next`.
            complete: how many of them are complete; versions in others are left out.
            first: definitions at a place of the logs, if they are known.

        Raises:
            BinlogError: a log is damaged, or the place is not in the logs.
        """
        if first is None:
            known = Definitions(self.tables_at(self.next))
            first = KnownTables(known, place_of(START, logs))
        for name, versions in VersionReader(logs, first, verify_checksums=True).read().items():
            own = self.versions.setdefault(name, [])
            for one in versions:
                number, position = one.place
                if one.place == BEFORE:
                    number, position = 0, 0
                if number < complete and not (own and one.place == BEFORE):
                    definition = one.definition if one.fault is None else None
                    place = (self.next + number, position)
                    own.append(Version(place, definition, one.is_absent))
        self.next += complete

    def drop_before(self, number: int) -> None:
        """Forget what only logs before one need."""
        self.first = max(self.first, number)
        for versions in self.versions.values():
            while len(versions) > 1 and versions[1].place <= (self.first, 0):
                del versions[0]


def _version_of(log: int, position: int, definition: Any, is_absent: bool) -> Version:
    return Version((log, position), from_json(Definition | None, definition), is_absent)  # type: ignore[arg-type]


class TablesOfArchive:
    """Keeps the file in an archive's folder up to the logs; an archive in a bucket has none.

    What is wrong with the tables is a warning, for the logs are whole.
    """

    def __init__(self, folder: str) -> None:
        self._folder = None if is_remote(folder) else Path(folder)

    def present(self, read_tables: Callable[[], Dump]) -> Dump | None:
        """Query the tables of the server if there is no file; the logs have to be copied later."""
        if self._folder is None or (self._folder / FILE).exists():
            return None
        with _warnings(self._folder):
            return read_tables()
        return None

    def update(self, present: Dump | None = None) -> None:
        """Bring the file up to the logs; a new file begins with the `present` tables."""
        if self._folder is None:
            return
        for index in self._folder.glob("*.index"):
            names = index.read_text(encoding="utf-8").splitlines()
            if names:
                with _warnings(self._folder):
                    _update([self._folder / name for name in names], present)


@contextmanager
def _warnings(folder: Path) -> Iterator[None]:
    try:
        yield
    except (BinlogError, OSError) as error:
        text = f"{folder / FILE}: definitions of tables are not up to the logs: {error}"
        warnings.warn(text, UnusedTablesWarning, stacklevel=2)


def _update(logs: Sequence[Path], now: Dump | None) -> None:
    """Bring the file beside logs up to them, with the tables of the server for a new file."""
    first, last = (name_of(str(log)) for log in (logs[0], logs[-1]))
    if first is None or last is None:
        return
    folder, (stem, number) = logs[0].parent, first
    archived = ArchivedTables.read(folder)
    if archived is None or archived.stem != stem or not number <= archived.next <= last[1] + 1:
        archived = ArchivedTables(stem, number, number)
    else:
        now = None
    rest = [str(log) for log in logs[archived.next - number :]]
    if not rest and archived.first == number:
        return
    is_complete = not rest or outline_of(rest[-1]).closing is not None
    complete = len(rest) if is_complete else len(rest) - 1
    if now is not None and now.place is not None:
        known = KnownTables(Definitions(now.tables), place_of_dump(now.place, rest))
        archived.add(rest, complete, known)
    elif complete:
        archived.add(rest[:complete], complete, None)
    archived.drop_before(number)
    archived.write(folder)


def tables_before(log: str) -> dict[str, Definition]:
    """Return the tables before a log of an archive, by full names; none for another log.

    Raises:
        BinlogError: the file beside the log is damaged.
    """
    path = log.path if isinstance(log, KeyedFile) else log
    if isinstance(path, SourcedFile) or is_remote(path):
        return {}
    archived = ArchivedTables.read(Path(path).parent)
    name = None if archived is None else name_of(log)
    if archived is None or name is None:
        return {}
    stem, number = name
    if stem == archived.stem and archived.first <= number <= archived.next:
        return archived.tables_at(number)
    warnings.warn(
        f"{Path(path).parent / FILE}: not up to {Path(path).name}, so its definitions are not used",
        UnusedTablesWarning,
        stacklevel=2,
    )
    return {}
