"""The readings of one log: of both engines, of each view, whole or in parts, strict or lenient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias

import pyarrow as pa

from binlog_kaitai import BinlogError
from binlog_kaitai.model.schema import EVENT_SCHEMA, RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.views import event_batches, transaction_batches
from tests.made_up.readings import KERNELS, TREE, Reading, reading, tables_in

FAULT = "_fault"
FAULT_FIELD = pa.field(FAULT, pa.string())

View: TypeAlias = Literal["changes", "transactions", "events"]
VIEWS: tuple[View, ...] = ("changes", "transactions", "events")


@dataclass(frozen=True)
class Ask:
    """What is read: a view, or the typed rows of a table; how, and what of the log."""

    view: View = "changes"
    table: str | None = None
    scope: Scope = EVERYTHING

    def of(self, **changes: object) -> Ask:
        """The same in another scope."""
        return replace(self, scope=replace(self.scope, **changes))

    @property
    def lenient(self) -> Ask:
        """The same, on behind what is damaged."""
        return self.of(is_lenient=True)

    def __str__(self) -> str:
        how = " lenient" if self.scope.is_lenient else ""
        return f"{self.table or self.view}{how}"


class Readings:
    """What engines read of a log; each is read once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: dict[tuple[Ask, Engine], Reading] = {}
        self._schemas: dict[Scope, pa.Schema | BinlogError | None] = {}

    @cached_property
    def tables(self) -> list[str]:
        """The tables that the log describes."""
        return tables_in(self.path)

    def by(self, engine: Engine, ask: Ask) -> Reading:
        """What an engine reads."""
        if (ask, engine) not in self._held:
            self._held[ask, engine] = reading(self._batches(ask, engine))
        return self._held[ask, engine]

    def by_threads(self, threads: int, ask: Ask) -> Reading:
        """What several threads read of changes by kernels."""
        return reading(self._changes(self.path, ask, KERNELS, threads))

    def both(self, ask: Ask) -> tuple[Reading, Reading]:
        """What the tree and the kernels read."""
        return self.by(TREE, ask), self.by(KERNELS, ask)

    def in_parts(
        self, engine: Engine, ask: Ask, cuts: Sequence[int], *, alone: bool = False
    ) -> Reading:
        """What an engine reads of spans between the cuts, one by one, up to an error.

        They are parts of one reading, or each is read as if it was `alone`.
        """
        tables: list[pa.Table] = []
        for start, end in pairwise([0, *cuts, None]):
            span = Span(start or 0, end)
            if not alone:
                has_parts = {"has_parts_before": bool(start), "has_parts_behind": end is not None}
                span = replace(span, **has_parts)
            part = self.by(engine, ask.of(span=span))
            if part.rows is not None:
                tables.append(part.rows)
            if part.error is not None:
                return Reading(_together(tables), part.error)
        return Reading(_together(tables), None)

    def one_by_one(self, ask: Ask, logs: Sequence[Path]) -> Reading:
        """What kernels read of logs, one after the other, up to an error."""
        tables: list[pa.Table] = []
        for log in logs:
            found = reading(self._changes(log, ask, KERNELS))
            if found.rows is not None:
                tables.append(found.rows)
            if found.error is not None:
                return Reading(_together(tables), found.error)
        return Reading(_together(tables), None)

    def at_once(self, ask: Ask, index: Path) -> Reading:
        """What kernels read of the logs that an index lists."""
        return reading(self._changes(index, ask, KERNELS))

    def _batches(self, ask: Ask, engine: Engine) -> Iterator[pa.RecordBatch]:
        scope = ask.scope
        fault = FAULT if scope.is_lenient else None
        if ask.view == "events":
            return event_batches(
                self.path,
                schema=_schema(EVENT_SCHEMA, scope),
                scope=scope,
                fault_field=fault,
                engine=engine,
            )
        if ask.view == "transactions":
            schema = _schema(TRANSACTION_SCHEMA, scope)
            return transaction_batches(
                self.path, schema=schema, scope=scope, fault_field=fault, engine=engine
            )
        return self._changes(self.path, ask, engine)

    def _changes(
        self, path: Path, ask: Ask, engine: Engine, threads: int = 1
    ) -> Iterator[pa.RecordBatch]:
        scope, schema = ask.scope, RECORD_SCHEMA
        if ask.table is not None:
            scope = replace(scope, table=ask.table)
            found = self._schema_of(scope)
            if found is None:
                return
            schema = found
        yield from read_batches(
            path,
            ask.table,
            schema=_schema(schema, scope),
            is_exact=ask.table is not None,
            scope=scope,
            fault_field=FAULT if scope.is_lenient else None,
            engine=engine,
            threads=threads,
        )

    def _schema_of(self, scope: Scope) -> pa.Schema | None:
        if scope not in self._schemas:
            try:
                self._schemas[scope] = inferred_schema([self.path], scope, merge_schema=False)
            except BinlogError as error:
                self._schemas[scope] = error
        found = self._schemas[scope]
        if isinstance(found, BinlogError):
            raise found
        return found


def _schema(schema: pa.Schema, scope: Scope) -> pa.Schema:
    return schema.append(FAULT_FIELD) if scope.is_lenient else schema


def _together(tables: list[pa.Table]) -> pa.Table | None:
    return pa.concat_tables(tables).combine_chunks() if tables else None


def schema_of(path: Path, table: str) -> pa.Schema | None:
    """The columns of a table; None where it has no rows, or they cannot be told."""
    try:
        return inferred_schema([path], Scope(table), merge_schema=False)
    except BinlogError:
        return None
