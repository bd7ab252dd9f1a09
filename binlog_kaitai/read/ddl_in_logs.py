"""Definitions of tables from the DDL in the logs that are read: parts of logs, each with its own.

A log is cut behind each statement that changes the definition of a table that is read. A part is
read with the definitions that hold in it, by either engine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.model.definitions import Definition, Definitions, KeyDefinition
from binlog_kaitai.model.layouts import PlacedLayout, merged_schema, schema_of
from binlog_kaitai.model.names import full_name, parts_of
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.layouts import read_layouts
from binlog_kaitai.read.logged_ddl import LoggedStatement, server_of, statements_in
from binlog_kaitai.read.tables.found import Statements, WantedTables
from binlog_kaitai.read.tables.readers import TableReaders

_MAX_WIDTH, _SHORTEST_LIMIT = 4, 767
"""Bytes of a character, and of a part of a key, from which a key may be too long for an engine."""

_LONG = frozenset(
    {
        *("tinyblob", "blob", "mediumblob", "longblob"),
        *("tinytext", "text", "mediumtext", "longtext"),
    }
)
"""Types of which MariaDB keeps a hash in a hidden column, where a key has them as a whole."""


class _Version(NamedTuple):
    """A table from a place on; `definition` is None if it is not known."""

    place: tuple[int, int]
    definition: Definition | None
    is_absent: bool = False


@dataclass
class _Tables(Mapping[str, Definition]):
    """The tables in a part of a log, by their full names."""

    versions: dict[str, list[_Version]]
    start: tuple[int, int]
    end: tuple[int, int]

    def __getitem__(self, name: str) -> Definition:
        for version in _versions_in(self.versions.get(name, []), self.start, self.end):
            if not version.is_absent:
                if version.definition is None:
                    break
                return version.definition
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        """Yield the tables that are known."""
        return (name for name in self.versions if name in self)

    def __len__(self) -> int:
        """Return how many tables are known."""
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None


def _versions_in(
    versions: Sequence[_Version], start: tuple[int, int], end: tuple[int, int]
) -> Iterator[_Version]:
    """Yield the version at the start, and those that begin before the end."""
    first = bisect_right(versions, start, key=lambda one: one.place) - 1
    for version in versions[max(first, 0) :]:
        if version.place >= end:
            return
        yield version


_END = 2**63
_BEFORE = (-1, 0)


@dataclass
class DdlInLogs:
    """The definitions of the tables of some logs, by the DDL in them.

    Attributes:
        logs: their paths, in order.
        first: definitions before the first log, if they are known.
        verify_checksums: an event whose checksum is wrong is damaged.
    """

    logs: Sequence[str]
    first: Definitions | None = None
    verify_checksums: bool = True
    _versions: dict[str, list[_Version]] | None = field(default=None, repr=False)
    _by_log: dict[int, list[tuple[str, _Version]]] = field(default_factory=dict, repr=False)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {log: number for number, log in enumerate(self.logs)}

    def parts(self, log: str, scope: Scope) -> Iterator[Scope]:
        """Yield the parts of a log in order: a scope for each, with its span and definitions.

        Args:
            log: the path of one of the logs.
            scope: the whole.

        Raises:
            BinlogError: a log is damaged.
        """
        versions = self._read_all()
        number = self._numbers[log]
        span = scope.span
        cuts = [cut for cut in self._cuts(number, scope) if cut > span.start]
        cuts = [cut for cut in cuts if span.end is None or cut < span.end]
        bounds = list(zip([span.start, *cuts], [*cuts, span.end], strict=True))
        for at, (start, end) in enumerate(bounds):
            part = replace(
                span,
                start=start,
                end=end,
                has_parts_before=at > 0 or span.has_parts_before,
                has_parts_behind=at < len(cuts) or span.has_parts_behind,
            )
            limit = (number, _END if end is None else end)
            tables = _Tables(versions, (number, start), limit)
            yield replace(scope, span=part, definitions=Definitions(tables))

    def scopes(self, scopes: Iterable[tuple[str, Scope]]) -> Iterator[tuple[str, Scope]]:
        """Yield the parts of logs, each with the path of its log."""
        for log, scope in scopes:
            for part in self.parts(log, scope):
                yield log, part

    def schema(
        self, scope: Scope, *, merge_schema: bool, engine: Engine | Engines
    ) -> pa.Schema | None:
        """Return the typed schema of a table, as `inferred_schema` does; None without a row."""
        found: list[PlacedLayout] = []
        for log in self.logs:
            for part in self.parts(log, scope):
                found += read_layouts([log], part, engine)
            if found and not merge_schema:
                break
        if not found:
            return None
        return merged_schema(found) if merge_schema else schema_of(found[-1])

    def _cuts(self, number: int, scope: Scope) -> list[int]:
        """Return the positions in a log from which a table is another than in the part before."""
        self._read_all()
        changes = sorted(
            (version.place[1], name, version)
            for name, version in self._by_log.get(number, [])
            if scope.wants_table(name)
        )
        cuts: list[int] = []
        used: dict[str, object] = {}
        for position, name, version in changes:
            if version.is_absent:
                continue
            if name not in used:
                start = (number, cuts[-1] if cuts else 0)
                used[name] = self._shown_at(name, start)
            if used[name] is not None and used[name] != _shown(version):
                cuts.append(position)
                used.clear()
            used[name] = _shown(version)
        return cuts

    def _shown_at(self, name: str, start: tuple[int, int]) -> object:
        """Return what rows of a table show of its version at a place; None if it is absent."""
        versions = _versions_in(self._read_all()[name], start, (start[0], start[1] + 1))
        first = next(versions, None)
        return None if first is None or first.is_absent else _shown(first)

    def _read_all(self) -> dict[str, list[_Version]]:
        if self._versions is None:
            self._versions = {}
            catalog = Catalog()
            for name, definition in (self.first.tables if self.first else {}).items():
                catalog.define(TableName(*parts_of(name)), definition)
                self._versions[name] = [_Version(_BEFORE, definition)]
            readers = TableReaders(self.logs)
            for number, log in enumerate(self.logs):
                for statement in self._statements(log, readers):
                    place = f"{log} at byte {statement.position}"
                    steps = catalog.apply(statement.text, statement.session, place)
                    is_mariadb = statement.session.family == "mariadb"
                    behind = (number, statement.position + 1)
                    self._note(steps, catalog, behind, is_mariadb=is_mariadb)
        return self._versions

    def _statements(self, log: str, readers: TableReaders) -> Iterator[LoggedStatement]:
        server = server_of(log)
        scope = Scope(verify_checksums=self.verify_checksums)
        for found in readers.reader(log, scope, WantedTables(lambda _: False)).found():
            for item in found:
                if isinstance(item, Statements):
                    yield from statements_in(item.batch, server)

    def _note(
        self,
        steps: Iterable[TableStep],
        catalog: Catalog,
        place: tuple[int, int],
        *,
        is_mariadb: bool,
    ) -> None:
        """Note the tables that a statement made others."""
        assert self._versions is not None
        for step in steps:
            if step.session is not None or step.kind == "rows_changed":
                continue
            for name in filter(None, (step.name, step.other)):
                known = catalog.find(name)
                definition = known if isinstance(known, Definition) else None
                versions = self._versions.setdefault(full_name(*name), [])
                if not versions:
                    is_new = step.kind == "created" and catalog.has_all_of(name.database)
                    versions.append(_Version(_BEFORE, None, is_new))
                if definition is not None and is_mariadb:
                    definition = with_hashes(definition)
                new = _Version(
                    place,
                    definition,
                    definition is None and catalog.is_absent(name),
                )
                if _shown(new) != _shown(versions[-1]):
                    versions.append(new)
                    self._by_log.setdefault(place[0], []).append((full_name(*name), new))


def _shown(version: _Version) -> object:
    """Return what rows of a table show of its definition."""
    if version.definition is None:
        return version.is_absent
    known = version.definition
    return known.columns, known.primary_key, known.max_hashes


def with_hashes(definition: Definition) -> Definition:
    """Return a table with the number of its unique keys that MariaDB may keep as hashes."""
    count = sum(1 for key in definition.keys if key.kind == "unique" and _is_long(key, definition))
    return replace(definition, max_hashes=count) if count else definition


def _is_long(key: KeyDefinition, definition: Definition) -> bool:
    columns = (definition.column(part.column) for part in key.parts if part.column)
    wholes = {part.column for part in key.parts if part.length is None}
    return any(
        one is not None
        and one.name in wholes
        and (one.kind in _LONG or sum(one.arguments) * _MAX_WIDTH > _SHORTEST_LIMIT)
        for one in columns
    )
