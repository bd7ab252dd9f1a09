"""The rows of some logs as an Arrow stream."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from typing import Any, TypeVar

import pyarrow as pa

from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.model.conditions import Test
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import joined_name, quoted_name
from binlog_kaitai.model.schema import with_context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.ddl_in_logs import DdlInLogs
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.exact import ExactChanges, exact_changes
from binlog_kaitai.read.followed_keys import FollowedKeys
from binlog_kaitai.read.frames import Frames
from binlog_kaitai.read.given import in_turn, small_together
from binlog_kaitai.read.indexed import Key, KeysAsked, LogIndex, keys_of_condition
from binlog_kaitai.read.known_names import check_names, chosen, unknown
from binlog_kaitai.read.layouts import SchemaChange, inferred_schema, table_changes
from binlog_kaitai.read.redacting import warn_of_rules
from binlog_kaitai.read.selections import SCHEMAS, View
from binlog_kaitai.read.side_by_side import of_logs
from binlog_kaitai.read.table_versions import keys_followed_in
from binlog_kaitai.read.views import event_batches, transaction_batches
from binlog_kaitai.read.where import PLACE, Where, read_where, records_among

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """Which rows a scan has, and their form: what `binlog_kaitai.read.scan.scan` was told.

    `spans` are those of the logs, and `scope` is for any of them.
    """

    scope: Scope
    spans: Sequence[Span]
    columns: Sequence[str] | None = None
    view: View = "changes"
    is_typed: bool = False
    merge_schema: bool = False
    threads: int = 1
    condition: Test | None = None


class Scan(Frames):
    """The rows of log files as an Arrow stream. Each iteration reads the files again.

    Libraries that read Arrow streams accept a scan: `pa.table(scan)`, `pl.DataFrame(scan)`, or the
    name of its variable in DuckDB's SQL. `logs` are the log files.

    Without a table, there is a row for each row image and statement, with `data` as JSON text. With
    a table, there is a row for each of its row images: the other fields of the record, prefixed
    with `_`, then typed columns.
    """

    def __init__(self, logs: Sequence[GivenLog], options: ScanOptions, engine: Engine) -> None:
        super().__init__(logs)
        self._options = options
        self._engines = Engines(engine)  # what is learned for the schema is known to the reading
        self._index = LogIndex(logs)
        self._are_files = all(type(log.path) is str for log in logs)

    def __getstate__(self) -> dict[str, Any]:
        """Return all that a copy has, which may be read in another process: it learns anew."""
        return {**super().__getstate__(), "_engines": Engines(self._engines.name)}

    def __repr__(self) -> str:
        count = 0 if self._logs is None else len(self._logs)
        state = "closed" if self._logs is None else f"{count} log file{'s' * (count != 1)}"
        return f"<Scan: {self._options.view} of {self._where}, {state}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the batches as a PyCapsule of Arrow's C stream interface."""
        reader = pa.RecordBatchReader.from_batches(self.schema, iter(self))
        return reader.__arrow_c_stream__(requested_schema)

    def _read_batches(self) -> Iterator[pa.RecordBatch]:
        is_empty = True
        for _, batches in self.by_logs():
            for batch in batches:
                is_empty = False
                yield batch
        if is_empty:
            self.check_names()

    @cached_property
    def schema(self) -> pa.Schema:
        """The schema of the batches. For that of a table, logs are looked into; raises as those."""
        if self._options.columns is None:
            return self._all_fields
        found = chosen(self._options.columns, self._all_fields.names, self._where)
        return pa.schema([self._all_fields.field(name) for name in found])

    def by_log(
        self, without: Collection[int] = ()
    ) -> Iterator[tuple[GivenLog, Iterator[pa.RecordBatch]]]:
        """Yield logs with their batches; none of those with numbers in `without`.

        Raises as `__iter__`, but for unknown tables.
        """
        schema, engines = self.schema, self._engines
        yield from self.each_log(
            lambda path, scope: self._read([path], scope, schema, engines),
            self._index.unchanged(self.ruled_out.union(without)),
        )
        warn_of_rules(self._scope.redaction)

    @cached_property
    def ruled_out(self) -> frozenset[int]:
        """The numbers of logs that held no wanted row, by an index beside them."""
        if self._options.view != "changes":
            return frozenset()
        typed, test = self if self._options.is_typed else self._places, self._options.condition
        asked = keys_of_condition(test, typed._all_fields) if test else None  # noqa: SLF001 - its own
        return self._index.without(self._scope, self._scope.table is None, asked)

    def without_keys(self, keys: Sequence[Key]) -> frozenset[int]:
        """Return the numbers of logs without any of some keys, by an index."""
        return self._index.without(self._scope, False, KeysAsked(keys))

    def by_logs(self) -> Iterator[tuple[Sequence[GivenLog], Iterator[pa.RecordBatch]]]:
        """Yield logs with the batches of them, small neighbours of other names together.

        Raises as `by_log`.
        """
        schema, engines = self.schema, self._engines
        reads = (
            (logs, partial(self._read, [log.path for log in logs], scope, schema, engines))
            for logs, span in self._in_turn()
            for scope in [replace(self._scope, span=span)]
        )
        yield from of_logs(reads, self._threads_of_logs)
        warn_of_rules(self._scope.redaction)

    def each_log(
        self,
        read: Callable[[str, Scope], Iterator[Item]],
        without: Collection[int] = (),
    ) -> Iterator[tuple[GivenLog, Iterator[Item]]]:
        """Yield each log with what is read of it, of several at once if there are threads.

        Args:
            read: reads what a scope wants of a log; called in any thread.
            without: numbers of logs that are not read.
        """
        reads = (
            (log, partial(read, log.path, scope) if number not in without else lambda: iter(()))
            for number, (log, span) in enumerate(in_turn(self.logs, self._options.spans))
            for scope in [replace(self._scope, span=span)]
        )
        return of_logs(reads, self._threads_of_logs)

    @property
    def _threads_of_logs(self) -> int:
        """How many logs are read at once: those of a server, or among DDL, one after the other."""
        is_plain = self._scope.over_time is None and self._scope.watch is None
        return min(self._options.threads, len(self.logs)) if self._are_files and is_plain else 1

    def _in_turn(self) -> Iterator[tuple[Sequence[GivenLog], Span]]:
        ruled_out = self._index.unchanged(self.ruled_out)
        turns = enumerate(in_turn(self.logs, self._options.spans))
        wanted = (turn for number, turn in turns if number not in ruled_out)
        if self._options.view == "transactions":
            return (([log], span) for log, span in wanted)
        return small_together(wanted)

    def scopes(self) -> Iterator[tuple[str, Scope]]:
        """Yield each log's path with what of it is wanted."""
        for log, span in in_turn(self.logs, self._options.spans):
            yield log.path, replace(self._scope, span=span)

    def foreign_keys(self) -> FollowedKeys:
        """Return the foreign keys of tables by definitions, and by the DDL in the whole logs."""
        scope = self._scope
        if isinstance(scope.over_time, DdlInLogs) and scope.over_time.first is not None:
            scope = replace(scope, definitions=scope.over_time.first.definitions)
        return keys_followed_in(self._paths, scope, self._index.has_no_statements)

    def asking(self, columns: Sequence[str] | None, *, is_typed: bool) -> Scan:
        """Return a scan of the same rows, with other columns, typed or as flat records."""
        return self._with(columns=columns, is_typed=is_typed)

    def with_columns(self, names: Sequence[str]) -> Scan:
        """Return a scan that reads only some columns, in any order."""
        if {*names} == {*self.schema.names}:
            return self
        other = self.asking(names, is_typed=self._options.is_typed)
        other.__dict__["_all_fields"] = self._all_fields  # for which logs were looked into
        return other

    def _with(self, **options: Any) -> Scan:
        other = copy(self)
        for name in ("schema", "_all_fields", "_row_filter", "ruled_out", "_places"):
            other.__dict__.pop(name, None)
        other._options = replace(self._options, **options)  # noqa: SLF001 - its own
        return other

    def table_changes(self) -> Iterator[SchemaChange]:
        """Yield the tables with row images, and each time that one has other columns than before.

        Raises as `__iter__`, but for unknown tables.
        """
        scope = self._scope.at_all_times
        return table_changes(((path, scope) for path in self._paths), self._engines.name)

    def by_table(self) -> Iterator[Scan]:
        """Yield a scan of each table, in the order of their first row images.

        Some of them may be empty. Raises as `table_changes`.
        """
        ruled_out = self._index.unchanged(self.ruled_out)
        scopes = (each for number, each in enumerate(self.scopes()) if number not in ruled_out)
        for change in table_changes(scopes, self._engines.name):
            if change.before is None:
                name = quoted_name(change.table.database, change.table.name)
                yield self.of_table(name, is_typed=True)

    def of_table(self, name: str, *, is_typed: bool) -> Scan:
        """Return a scan of the same logs with all columns of another table."""
        scope = replace(self._scope, table=name)
        return self._with(columns=None, is_typed=is_typed, scope=scope)

    def exact_changes(
        self, asked: KeysAsked | None = None
    ) -> Iterator[tuple[GivenLog, ExactChanges]]:
        """Yield each log with its exact changes, some without `asked`. Raises as `__iter__`."""
        engines = Engines(self._engines.name)
        without = self._index.without(self._scope, True, asked)
        return self.each_log(partial(exact_changes, engines=engines), without)

    def unfiltered(self) -> Scan:
        """Return a scan of all transactions in the same logs."""
        scope, spans = self._of_all, [WHOLE] * len(self.logs)
        form = {"columns": None, "view": "transactions", "is_typed": False}
        return self._with(scope=scope, spans=spans, **form)

    @property
    def engine(self) -> Engine:
        """The engine that reads the logs."""
        return self._engines.name

    @property
    def selected_tables(self) -> str | None:
        """The tables whose row images are selected, as a name or a pattern; None for all tables."""
        if self._scope.table is not None:
            return joined_name(self._scope.table)
        return None if self._scope.database is None else f"{self._scope.database}.*"

    def definition_of(self, table: Table) -> Definition | None:
        """Return the definition of a table of the logs in `ddl`; None without one."""
        over_time = self._scope.over_time
        if isinstance(over_time, DdlInLogs):
            return over_time.definition_of(table)
        return self._scope.definition_of(table.full_name)

    @property
    def only_definitions(self) -> Scope:
        """A scope of all changes, with the definitions of tables in `ddl`."""
        return Scope(definitions=self._scope.definitions, over_time=self._scope.over_time)

    def definitions_at(self, number: int) -> Mapping[str, Definition]:
        """Return the definitions in `ddl` at the start of a log, by full names."""
        over_time = self._scope.over_time
        if isinstance(over_time, DdlInLogs):
            return over_time.tables_at(number)
        known = self._scope.definitions
        return known.tables if known is not None and not number else {}

    @property
    def verifies_checksums(self) -> bool:
        """Whether an event with a wrong checksum is damaged."""
        return self._scope.verify_checksums

    def wants_table(self, full_name: str) -> bool:
        """Return whether row images of a table are asked for, by its full name."""
        return self._scope.wants_table(full_name)

    @property
    def wants_all_tables(self) -> bool:
        """Whether row images are asked for of whatever table."""
        return self._scope.wants_all_tables

    def decisions(self) -> Iterator[tuple[GivenLog, Iterator[pa.RecordBatch]]]:
        """Yield each log, whatever of it is asked for, with all its transactions."""
        engines = Engines(self._engines.name)
        for log in self.logs:
            yield log, transaction_batches(log.path, scope=self._of_all, engine=engines)

    def check_columns(self) -> None:
        """Raise UnknownNameError or ValueError for columns that are asked for and no log has."""
        _ = self.schema
        if self._options.condition is not None:
            _ = (self if self._options.is_typed else self._places)._row_filter  # noqa: SLF001

    def check_names(self) -> None:
        """Raise UnknownNameError where no log has the table or the database, by reading them all.

        This is asked where there were no rows, which may also be of other times.
        """
        if not self.wants_all_tables:
            names = self._index.tables() if self._scope.database is None else {}
            paths = [path for number, path in enumerate(self._paths) if number not in names]
            check_names(paths, self._scope, self._engines.name, chain(*names.values()))

    @cached_property
    def _all_fields(self) -> pa.Schema:
        has_context = self._scope.has_context and self._options.view == "changes"
        if not (self._options.is_typed and self._scope.table):
            schema = SCHEMAS[self._options.view]
            return with_context(schema, is_typed=False) if has_context else schema
        scope = self._scope.at_all_times
        without = self._index.without(scope, False)
        paths = [path for number, path in enumerate(self._paths) if number not in without]
        schema = inferred_schema(
            paths, scope, merge_schema=self._options.merge_schema, engine=self._engines
        )
        if schema is None:
            self.check_names()
            raise unknown("row image of a table", self._where, [], self._paths[0])
        return with_context(schema, is_typed=True) if has_context else schema

    @property
    def _scope(self) -> Scope:
        return self._options.scope

    @property
    def _of_all(self) -> Scope:
        return Scope(verify_checksums=self._scope.verify_checksums)

    @property
    def _paths(self) -> list[str]:
        return [log.path for log in self.logs]

    @property
    def _where(self) -> str:
        if self._scope.table is not None:
            return joined_name(self._scope.table)
        return {"changes": "a record", "events": "an event"}.get(
            self._options.view, "a transaction"
        )

    def _read(
        self, paths: Sequence[str], scope: Scope, schema: pa.Schema, engines: Engines
    ) -> Iterator[pa.RecordBatch]:
        """Return the batches of a log; of several where these are not transactions."""
        options = self._options
        if options.view != "changes":
            read_view = event_batches if options.view == "events" else transaction_batches
            return read_view(paths, schema=schema, scope=scope, engine=engines)
        read = partial(
            read_batches,
            paths,
            scope.table,
            is_typed=options.is_typed,
            is_projection=options.columns is not None,
            is_exact=options.columns is None and not options.merge_schema,
            scope=scope,
            engine=engines,
            threads=1 if self._threads_of_logs > 1 else options.threads,
        )
        if options.is_typed or options.condition is None:
            return read_where(self._row_filter, schema, read)
        of_rows = self._places
        rows = of_rows._read(paths, scope, of_rows.schema, of_rows._engines)  # noqa: SLF001 - its own
        return records_among(schema, read, rows)

    @cached_property
    def _places(self) -> Scan:
        """A scan of the places of the same rows."""
        other = self.asking(PLACE, is_typed=True)
        other._engines = Engines(self._engines.name)  # noqa: SLF001 - two read at the same time
        return other

    @cached_property
    def _row_filter(self) -> Where | None:
        if self._options.condition is None:
            return None
        return Where(self._options.condition, self.schema, self._all_fields)
