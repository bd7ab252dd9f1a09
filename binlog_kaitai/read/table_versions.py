"""The versions of tables in logs: the DDL in them, read forward and back from known definitions."""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.hashes import with_hashes
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.proof import conflict
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.catalog.undoing import TablesBefore
from binlog_kaitai.errors import BinlogError, DoubtWarning
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.definitions import Definition, Definitions, MisfitError
from binlog_kaitai.model.names import full_name, parts_of
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.read.ddl_places import Edge, Place, PlaceError
from binlog_kaitai.read.followed_keys import FollowedKeys
from binlog_kaitai.read.log_order import follows
from binlog_kaitai.read.logged_ddl import LoggedStatement, may_be_ddl, server_of, statements_in
from binlog_kaitai.read.tables.found import Statements, WantedTables
from binlog_kaitai.read.tables.readers import TableReaders

BEFORE = (-1, 0)
"""The place before all logs."""


class GapWarning(DoubtWarning):
    """A log is missing, so definitions of tables from before it are not used behind it."""


class Version(NamedTuple):
    """A table from a place on: a log's number, and a position.

    `definition` is None if it is not known. `fault` is the contradiction between two sources of it.
    """

    place: tuple[int, int]
    definition: Definition | None
    is_absent: bool = False
    fault: MisfitError | None = None


@dataclass(frozen=True)
class KnownTables:
    """The definitions of tables at a place of the logs."""

    definitions: Definitions
    place: Place


class Checkpoint(NamedTuple):
    """The tables behind the DDL in earlier logs; `log` is the last of these, or the rest of it."""

    log: str
    catalog: Catalog


class _Applied(NamedTuple):
    """A statement with its steps, and the place behind it."""

    statement: LoggedStatement
    steps: Sequence[TableStep]
    end: tuple[int, int]


def versions_in(
    versions: Sequence[Version], start: tuple[int, int], end: tuple[int, int]
) -> Iterator[Version]:
    """Yield the version at the start, and those that begin before the end."""
    first = bisect_right(versions, start, key=lambda one: one.place) - 1
    for version in versions[max(first, 0) :]:
        if version.place >= end:
            return
        yield version


def tables_at(versions: Mapping[str, Sequence[Version]], number: int) -> dict[str, Definition]:
    """Return the tables that are known at the start of a log, by their full names."""
    start, found = (number, 0), {}
    for name, some in versions.items():
        version = next(versions_in(some, start, (number, 1)), None)
        if version is not None and version.definition is not None and version.place <= start:
            found[name] = version.definition
    return found


class VersionReader:
    """Reads the versions of tables.

    Args:
        logs: the paths of the logs, in order.
        first: definitions at a place of the logs, if they are known.
        verify_checksums: an event with a wrong checksum is damaged.
        spans: the parts of logs that are read, by default all of them.
        checkpoint: the tables before the first log, in place of `first`.
    """

    def __init__(
        self,
        logs: Sequence[str],
        first: KnownTables | None,
        *,
        verify_checksums: bool,
        spans: Mapping[str, Span] = MappingProxyType({}),
        checkpoint: Checkpoint | None = None,
    ) -> None:
        self._logs = logs
        self._first = first
        self._is_defined = first is None
        self._scope = Scope(verify_checksums=verify_checksums)
        self._spans = spans
        self._before = None if checkpoint is None else checkpoint.log
        self.catalog = Catalog() if checkpoint is None else checkpoint.catalog
        self._versions: dict[str, list[Version]] = {}
        self._applied: list[_Applied] = []
        self._uncertain: set[TableName] = set()
        """Tables that DDL changed while the definitions were read."""
        self._start = self._end = BEFORE  # the last gap, and the place behind the last statement

    def read(self) -> dict[str, list[Version]]:
        """Return the versions of each table in order, by full names.

        Raises:
            PlaceError: the logs do not contain the place.
            BinlogError: a log is damaged.
        """
        readers = TableReaders(self._logs)
        self._begin()
        for number, log in enumerate(self._logs):
            before = self._logs[number - 1] if number else self._before
            is_gap = before is not None and before != log and not follows(log, before)
            if not self._is_defined and not self._place.is_behind_start(log):
                self._check(number, is_gap=is_gap)
                self._define()
            if is_gap and before is not None:
                self._forget(number, log, before)
            scope = replace(self._scope, span=self._spans.get(log, WHOLE))
            for statement in read_statements(log, readers, scope):
                self._apply(statement, number, log)
        if not self._is_defined:
            self._place.check_end(self._logs[-1])
            self._define()
        return self._versions

    def _begin(self) -> None:
        """Begin with the tables of the checkpoint."""
        if self.catalog.tables:
            is_mariadb = server_of(self._logs[0]).is_mariadb
            for name, known in self.catalog.tables.items():
                if isinstance(known, Definition):
                    definition = with_hashes(known) if is_mariadb else known
                    self._versions[full_name(*name)] = [Version(BEFORE, definition)]

    @property
    def _place(self) -> Place:
        assert self._first is not None
        return self._first.place

    def _check(self, number: int, *, is_gap: bool) -> None:
        """Check that the place before a log is in the logs."""
        if number == 0 and not isinstance(self._place, Edge):
            found = "a log that begins behind it; pass the logs from it on"
            raise PlaceError(self._logs[0], 0, f"{self._place.text} in the logs", found)
        if is_gap:
            self._place.check_end(self._logs[number - 1])

    def _apply(self, statement: LoggedStatement, number: int, log: str) -> None:
        if self._first is not None and may_be_ddl(statement.text, statement.session.sql_mode):
            is_before = self._place.is_behind(statement, log)
            if is_before and self._is_defined:
                expected = f"{self._place.text} to divide the DDL in the logs"
                raise PlaceError(log, statement.position, expected, "DDL on both sides of it")
            if not (is_before or self._is_defined):
                self._define()
        place = f"{log} at byte {statement.position}"
        steps = self.catalog.apply(statement.text, statement.session, place)
        if all(step.kind == "rows_changed" for step in steps):
            return
        self._end = number, statement.position + 1
        if not self._is_defined and self._place.is_within(statement, log):
            self._uncertain.update(
                name for step in steps for name in (step.name, step.other) if name is not None
            )
        if not self._is_defined:
            self._applied.append(_Applied(statement, steps, self._end))
        self._note(steps, is_mariadb=statement.session.family == "mariadb")

    def _note(self, steps: Iterable[TableStep], *, is_mariadb: bool) -> None:
        """Note the tables that a statement made others."""
        catalog = self.catalog
        for step in steps:
            if step.session is not None or step.kind == "rows_changed":
                continue
            for name in filter(None, (step.name, step.other)):
                known = catalog.find(name)
                definition = known if isinstance(known, Definition) else None
                versions = self._versions.setdefault(full_name(*name), [])
                if not versions:
                    is_new = step.kind == "created" and catalog.has_all_of(name.database)
                    versions.append(Version(self._start, None, is_new))
                if definition is not None and is_mariadb:
                    definition = with_hashes(definition)
                is_absent = definition is None and catalog.is_absent(name)
                _add(versions, Version(self._end, definition, is_absent))

    def _forget(self, number: int, log: str, before: str) -> None:
        """Forget all tables: DDL in a missing log may have changed them."""
        warnings.warn(
            f"{base_name(log)} does not follow {base_name(before)}: column names"
            " known before it are not used behind it",
            GapWarning,
            stacklevel=2,
        )
        self.catalog = Catalog()
        self._applied.clear()
        self._start = self._end = number, 0
        for versions in self._versions.values():
            _add(versions, Version(self._start, None))

    def _define(self) -> None:
        """Use the definitions of the place, which is here."""
        assert self._first is not None
        self._is_defined = True
        tables = {
            TableName(*parts_of(name)): definition
            for name, definition in self._first.definitions.tables.items()
        }
        for name in self._uncertain:
            for one in list(tables):
                if name in {one, TableName(one.database, ALL_OF_DATABASE)}:
                    del tables[one]
        before = self._go_back(TablesBefore(dict(tables))) if self._applied else {}
        for name, definition in tables.items():
            full = full_name(*name)
            known = self.catalog.find(name)
            fault = conflict(known, definition, full) if isinstance(known, Definition) else None
            if fault is not None:
                self._versions[full] = [
                    one._replace(fault=fault if one.place >= self._start else None)
                    for one in self._versions[full]
                ]
            self.catalog.define(name, definition)
            before.setdefault(full, [Version(self._start, definition)])
        for full, versions in before.items():
            self._versions[full] = _merged(self._versions.get(full, []), versions)
        for name, definition in tables.items():
            versions = self._versions[full_name(*name)]
            if versions[-1].place == self._end:
                versions.pop()
            _add(versions, Version(self._end, definition))
        self._applied.clear()

    def _go_back(self, back: TablesBefore) -> dict[str, list[Version]]:
        """Return the versions from the last gap up to here, back from the tables that are here."""
        versions: dict[TableName, list[Version]] = {}
        for applied in reversed(self._applied):
            statement = applied.statement
            changed = back.undo(statement.text, statement.session, applied.steps)
            for name, behind in changed.items():
                versions.setdefault(name, []).append(Version(applied.end, behind))
        for name in {*versions, *back.tables}:
            versions.setdefault(name, []).append(Version(self._start, back.tables.get(name)))
        return {full_name(*name): list(reversed(some)) for name, some in versions.items()}


def keys_followed_in(
    logs: Sequence[str],
    scope: Scope,
    has_no_statements: Callable[[int], bool] = lambda _: False,
) -> FollowedKeys:
    """Return the foreign keys of tables by a scope's definitions, and by the DDL in logs.

    Places are numbers of logs and positions. Logs are read as far as they are whole, but for those
    that have no statements, by their numbers.
    """
    catalog, readers = Catalog(), TableReaders(logs)
    definitions = None if scope.definitions is None else scope.definitions.tables
    keys = FollowedKeys(catalog, definitions or {})
    whole = Scope(verify_checksums=scope.verify_checksums)
    for number, log in enumerate(logs):
        if has_no_statements(number):
            continue
        with suppress(BinlogError):
            for one in read_statements(log, readers, whole):
                steps = catalog.apply(one.text, one.session, f"{log} at byte {one.position}")
                keys.follow(steps, (numbered(number), one.position))
    return keys


def numbered(number: int) -> str:
    """Return the name of a log in places of foreign keys, by its number."""
    return f"{number:09}"


def read_statements(log: str, readers: TableReaders, scope: Scope) -> Iterator[LoggedStatement]:
    """Yield the statements of a log that took effect. Raises BinlogError, OSError."""
    server = server_of(log)
    for found in readers.reader(log, scope, WantedTables(lambda _: False)).found():
        for item in found:
            if isinstance(item, Statements):
                yield from statements_in(item.batch, server)


def _merged(forward: Sequence[Version], back: Sequence[Version]) -> list[Version]:
    """Return versions that are known by either of two sequences, by preference the first."""
    found: list[Version] = []
    for place in sorted({version.place for version in (*forward, *back)}):
        one, other = _at(forward, place), _at(back, place)
        is_known = one is not None and (one.definition is not None or one.is_absent)
        best = one if is_known or other is None else other
        assert best is not None
        _add(found, best._replace(place=place))
    return found


def _at(versions: Sequence[Version], place: tuple[int, int]) -> Version | None:
    index = bisect_right(versions, place, key=lambda one: one.place) - 1
    return versions[index] if index >= 0 else None


def _add(versions: list[Version], version: Version) -> None:
    if not versions or shown(version) != shown(versions[-1]):
        versions.append(version)


def shown(version: Version) -> object:
    """Return what rows of a table show of its definition."""
    if version.definition is None:
        return version.is_absent, version.fault
    known = version.definition
    return known.columns, known.primary_key, known.max_hashes
