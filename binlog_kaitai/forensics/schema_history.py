"""The life of a table: the statements that changed it, its columns, and the rows between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.describing import (
    NOTHING,
    Described,
    Difference,
    described,
    described_in_log,
    differences,
)
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.proof import check_fit
from binlog_kaitai.catalog.steps import TableName, TableStep
from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import UPDATE_PREIMAGE
from binlog_kaitai.model.definitions import Definition, MisfitError
from binlog_kaitai.model.names import parts_of
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.log_order import follows
from binlog_kaitai.read.logged_ddl import LoggedStatement, server_of, statements_in
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.tables.found import Found, Statements, TableRows, WantedTables
from binlog_kaitai.read.tables.readers import TableReaders

LOGGED = "logged"
"""The change of an entry that no statement of the logs makes: rows of the table show it."""


_Item: TypeAlias = LoggedStatement | tuple[Table, pa.RecordBatch]


@dataclass
class SchemaEntry:
    """A change of the table.

    Attributes:
        change: a `StepKind`, or LOGGED.
        statement: the statement, None if rows show the change.
        table: the table from here on, in words.
        difference: its lines that differ from the entry before.
        other: the other table of a rename or an exchange.
        reason: why the definition is doubtful.
        rows: how many rows changed from here to the next entry.
    """

    file: str
    position: int
    timestamp: datetime
    gtid: str | None
    thread_id: int | None
    change: str
    statement: str | None
    table: Described
    difference: list[Difference]
    other: str | None = None
    partitions: tuple[str, ...] = ()
    reason: str = ""
    rows: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in JSON's terms."""
        return {
            "file": self.file,
            "position": self.position,
            "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
            "gtid": self.gtid,
            "thread_id": self.thread_id,
            "change": self.change,
            "statement": self.statement,
            "other": self.other,
            "partitions": list(self.partitions),
            "reason": self.reason or None,
            "columns": [{"name": name, "definition": text} for name, text in self.table.columns],
            "others": list(self.table.others),
            "difference": [line._asdict() for line in self.difference],
            "rows": self.rows,
        }


@dataclass
class SchemaHistory:
    """Reads the life of a table from logs.

    Attributes:
        name: the table.
        catalog: the tables at the place up to which the logs were read.
    """

    name: TableName
    catalog: Catalog = field(default_factory=Catalog)
    _shown: Described = NOTHING
    _table: Table | None = None

    def entries(self, scan: Scan) -> Iterator[SchemaEntry]:
        """Yield the changes of the table in the order of a scan's logs.

        Raises:
            BinlogError: a log is damaged.
        """
        last: SchemaEntry | None = None
        for path, item in self._items(scan):
            rows = 0
            if isinstance(item, LoggedStatement):
                new = self._applied(item, path)
            else:
                new, rows = self._logged(*item, path), len(item[1])
            for entry in new:
                if last is not None:
                    yield last
                last = entry
            if last is not None:
                last.rows += rows
        if last is not None:
            yield last

    def _items(self, scan: Scan) -> Iterator[tuple[str, _Item]]:
        """Yield statements, and rows of the table, in the order of the logs."""
        paths = [log.path for log in scan.logs]
        readers = TableReaders(paths)
        asked = Scope(verify_checksums=scan.verifies_checksums)
        for number, path in enumerate(paths):
            if number and not follows(path, paths[number - 1]):
                self.catalog = Catalog()
            self._define(scan.definitions_at(number))
            server = server_of(path)
            for found in readers.reader(path, asked, WantedTables(self._wants)).found():
                for item in _in_order(found, server):
                    yield path, item

    def _define(self, known: Mapping[str, Definition]) -> None:
        """Take definitions, as far as the logs have not made them."""
        for full_name, definition in known.items():
            name = TableName(*parts_of(full_name))
            if self.catalog.find(name) is None:
                self.catalog.define(name, definition)
                if name == self.name:
                    self._shown = described(definition)

    def _wants(self, table: Table) -> bool:
        return (table.database, table.name) == self.name

    def _applied(self, statement: LoggedStatement, path: str) -> Iterator[SchemaEntry]:
        place = f"{base_name(path)} at byte {statement.position}"
        steps = [
            step
            for step in self.catalog.apply(statement.text, statement.session, place)
            if step.session is None and self._is_of_table(step)
        ]
        for step in steps:
            entry = self._entry(step, statement, path)
            is_only_moved = step.kind == "altered" and len(steps) > 1 and not entry.difference
            if not is_only_moved:
                yield entry
        if steps and self._is_gone_by(steps[-1]):
            self._shown = NOTHING

    def _is_of_table(self, step: TableStep) -> bool:
        is_all = step.name == TableName(self.name.database, ALL_OF_DATABASE)
        if is_all and step.kind == "dropped":
            return False  # each table has a step of its own
        return self.name in {step.name, step.other} or is_all

    def _is_gone_by(self, step: TableStep) -> bool:
        return step.name == self.name and step.kind in {"dropped", "renamed"}

    def _entry(self, step: TableStep, statement: LoggedStatement, path: str) -> SchemaEntry:
        is_here = step.name == self.name
        is_gone = self._is_gone_by(step)
        # with another table that gets the name in the same statement, it is compared
        is_own = is_here or step.kind == "renamed"
        known = step.after if is_own else self.catalog.find(self.name)
        table = described(known) if isinstance(known, Definition) else self._shown
        if is_gone or step.kind == "doubtful":
            difference = []
            self._table = None
        else:
            difference = list(differences(self._shown, table, step.sources if is_here else ()))
            self._shown = table
        other = step.other if is_here else step.name
        return SchemaEntry(
            base_name(path),
            statement.position,
            statement.timestamp,
            statement.gtid,
            statement.thread_id,
            step.kind,
            statement.text,
            NOTHING if is_gone else table,
            difference,
            None if other is None else ".".join(other),
            step.partitions,
            step.reason,
        )

    def _logged(self, table: Table, rows: pa.RecordBatch, path: str) -> Iterator[SchemaEntry]:
        """Yield an entry if rows show another table than the catalog has."""
        if table == self._table:
            return
        self._table = table
        known = self.catalog.find(self.name)
        reason = ""
        if isinstance(known, Definition):
            try:
                check_fit(table, known)
            except MisfitError as error:
                reason = f"expected {error.expected}, found {error.found}"
            else:
                return
        new = described_in_log(table)
        if not reason and new == self._shown:
            return
        difference = list(differences(self._shown, new))
        self._shown = new
        position, timestamp, gtid = (
            rows.column(name)[0].as_py() for name in ("_position", "_timestamp", "_gtid")
        )
        yield SchemaEntry(
            base_name(path),
            position,
            timestamp,
            gtid,
            None,
            LOGGED,
            None,
            new,
            difference,
            reason=reason,
        )


def history_of(scan: Scan, table: str) -> Iterator[SchemaEntry]:
    """Yield the history of a table, by its full name, in all of a scan's logs."""
    history = SchemaHistory(TableName(*parts_of(table)))
    return history.entries(scan)


def _in_order(found: list[Found], server: Version) -> Iterator[_Item]:
    """Yield statements, and the rows between them, in the order of the log.

    Rows of updates are their after images only.
    """
    batches = [item.batch for item in found if isinstance(item, Statements)]
    statements = sorted(
        (one for batch in batches for one in statements_in(batch, server)),
        key=lambda one: one.position,
    )
    bounds = [one.position for one in statements]
    runs: list[list[tuple[int, Table, pa.RecordBatch]]] = [[] for _ in range(len(bounds) + 1)]
    for item in found:
        if not isinstance(item, TableRows):
            continue
        batch = item.batch
        batch = batch.filter(pc.not_equal(batch.column("_change_type"), UPDATE_PREIMAGE))
        numbers = np.searchsorted(bounds, np.asarray(batch.column("_position")))
        for number in np.unique(numbers).tolist():
            part = batch.filter(pa.array(numbers == number))
            runs[number].append((part.column("_position")[0].as_py(), item.table, part))
    for statement, some in zip([*statements, None], runs, strict=True):
        for _, table, rows in sorted(some, key=itemgetter(0)):
            yield table, rows
        if statement is not None:
            yield statement
