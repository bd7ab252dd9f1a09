"""Definitions of tables from the DDL in the logs that are read: parts of logs, each with its own.

A log is cut behind each statement that changes the definition of a table that is read. A part is
read with the definitions that hold in it, by either engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.proof import fits
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.definitions import Definition, Definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.table_versions import (
    Checkpoint,
    KnownTables,
    Version,
    VersionReader,
    shown,
    tables_at,
    versions_in,
)


@dataclass
class _Tables(Mapping[str, Definition]):
    """The tables in a part of a log, by their full names."""

    versions: dict[str, list[Version]]
    start: tuple[int, int]
    end: tuple[int, int]

    def __getitem__(self, name: str) -> Definition:
        for version in versions_in(self.versions.get(name, []), self.start, self.end):
            if not version.is_absent:
                if version.fault is not None:
                    raise version.fault
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


_END = 2**63


@dataclass
class DdlInLogs:
    """The definitions of the tables of some logs, by the DDL in them.

    Attributes:
        logs: their paths, in order.
        first: definitions at a place of the logs, if they are known.
        verify_checksums: an event whose checksum is wrong is damaged.
        spans: the parts of logs that are read, by default all of them.
        checkpoint: the tables before the first log, in place of `first`.
    """

    logs: Sequence[str]
    first: KnownTables | None = None
    verify_checksums: bool = True
    spans: Mapping[str, Span] = field(default_factory=dict)
    checkpoint: Checkpoint | None = None
    _catalog: Catalog | None = field(default=None, repr=False)
    _versions: dict[str, list[Version]] | None = field(default=None, repr=False)
    _by_log: dict[int, list[tuple[str, Version]]] = field(default_factory=dict, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return all that a copy has, which may be used in another process: it reads no logs."""
        self._read_all()
        return {**self.__dict__, "_catalog": None, "checkpoint": None}

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
        if span.is_exact and cuts:
            from binlog_kaitai.read.live_tail import transactions_at  # noqa: PLC0415

            with LogFile(log) as opened:
                cuts = list(dict.fromkeys(transactions_at(opened, span, cuts)))
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
            yield replace(
                scope, span=part, definitions=Definitions(tables, are_followed=True), over_time=None
            )

    def tables_at(self, number: int) -> dict[str, Definition]:
        """Return the tables that are known at the start of a log, by their full names."""
        return tables_at(self._read_all(), number)

    def catalog_behind(self) -> Catalog:
        """Return the tables behind the last log. Raises as `parts`."""
        self._read_all()
        assert self._catalog is not None
        return self._catalog

    def definition_of(self, table: Table) -> Definition | None:
        """Return the definition of a table of the logs; None if it is not one alone."""
        fitting = [
            version.definition
            for version in self._read_all().get(table.full_name, ())
            if version.definition is not None and fits(table, version.definition)
        ]
        facts = {(one.columns, one.primary_key) for one in fitting}
        return fitting[-1] if len(facts) == 1 else None

    def _cuts(self, number: int, scope: Scope) -> list[int]:
        """Return the positions in a log from which a table is another than in the part before."""
        self._read_all()
        changes = [
            (version.place[1], name, version)
            for name, version in self._by_log.get(number, [])
            if scope.wants_table(name)
        ]
        changes.sort(key=lambda change: change[0])
        cuts: list[int] = []
        used: dict[str, object] = {}
        for position, name, version in changes:
            if version.is_absent:
                continue
            if name not in used:
                start = (number, cuts[-1] if cuts else 0)
                used[name] = self._shown_at(name, start)
            if used[name] is not None and used[name] != shown(version):
                cuts.append(position)
                used.clear()
            used[name] = shown(version)
        return cuts

    def _shown_at(self, name: str, start: tuple[int, int]) -> object:
        """Return what rows of a table show of its version at a place; None if it is absent."""
        versions = versions_in(self._read_all()[name], start, (start[0], start[1] + 1))
        first = next(versions, None)
        return None if first is None or first.is_absent else shown(first)

    def _read_all(self) -> dict[str, list[Version]]:
        if self._versions is None:
            reader = VersionReader(
                self.logs,
                self.first,
                verify_checksums=self.verify_checksums,
                spans=self.spans,
                checkpoint=self.checkpoint,
            )
            self._versions = reader.read()
            self._catalog = reader.catalog
            for name, versions in self._versions.items():
                for version in versions:
                    self._by_log.setdefault(version.place[0], []).append((name, version))
        return self._versions
