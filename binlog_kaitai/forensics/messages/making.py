"""Makes messages of records."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, DoubtWarning, UnreadableError
from binlog_kaitai.forensics.messages.canal import CANAL
from binlog_kaitai.forensics.messages.commits import Commits
from binlog_kaitai.forensics.messages.debezium import DEBEZIUM
from binlog_kaitai.forensics.messages.forms import (
    MAX_TABLES,
    NULL,
    Convert,
    Form,
    Image,
    Message,
    Row,
)
from binlog_kaitai.forensics.messages.maxwell import MAXWELL
from binlog_kaitai.forensics.undo.statements import statement_effect
from binlog_kaitai.model.changes import DELETE, UPDATE_PREIMAGE
from binlog_kaitai.model.json_text import diffs_of, members_of
from binlog_kaitai.model.row_batches import batches_of_rows, record_values, with_pairs
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.transactions import COMMITTED, ROLLED_BACK
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.rows import DIFFS
from binlog_kaitai.read.served import scopes_of
from binlog_kaitai.read.wanted_spans import TablesAt

FORMS = {"maxwell": MAXWELL, "debezium": DEBEZIUM, "canal": CANAL}


MESSAGE_SCHEMA = pa.schema([("table", pa.string()), ("key", pa.string()), ("value", pa.string())])
"""A message: `database.table`, and the texts of its key and its value."""


class Messages:
    """Makes messages of records, with the descriptions of tables that an engine finds."""

    def __init__(self, form: Form, engines: Engines, *, has_schemas: bool = False) -> None:
        self._engines = engines
        self._form = form
        self._make = form.with_schemas if has_schemas and form.with_schemas else form.messages
        self._converters: dict[tuple[str, str], tuple[Table, dict[str, Convert]]] = {}
        self._num_statements = self._num_open = self._num_replaced = 0

    def of(
        self, logs: Iterable[tuple[str, Iterable[pa.RecordBatch]]], described: Scope
    ) -> Iterator[Message]:
        """Yield messages of the rows that committed transactions changed, in the logs' order.

        Args:
            logs: the path of each, and its flat records.
            described: the part of each log whose descriptions of tables are read, and definitions.

        Raises:
            BinlogError: a log is damaged, or lacks what a message needs.
        """
        return self._make(self._rows(logs, described))

    def warn(self) -> None:
        """Warn of changes and values that have no message."""
        told = (
            (self._num_statements, "statements that change rows without row images"),
            (self._num_open, "row images of transactions that their log does not end"),
            (self._num_replaced, f"values that {self._form.tool} replaces"),
        )
        if doubt := ", ".join(f"{count} {what}" for count, what in told if count):
            warnings.warn(DoubtWarning(f"the messages leave out: {doubt}"), stacklevel=2)

    def _rows(
        self, logs: Iterable[tuple[str, Iterable[pa.RecordBatch]]], described: Scope
    ) -> Iterator[Row]:
        for path, batches in logs:
            tables = TablesAt(path, scopes_of(path, described), self._engines)
            has_commits = self._form.has_commits
            commits = Commits(path, described.span, self._engines) if has_commits else None
            for batch in with_pairs(batches, "change_type"):
                yield from self._rows_of(batch, path, tables, commits)

    def _rows_of(
        self, batch: pa.RecordBatch, path: str, tables: TablesAt, commits: Commits | None
    ) -> Iterator[Row]:
        before: Image | None = None
        for values in record_values(batch):
            file, position, ordinal, when, commit, server_id, gtid, outcome, _, *change = values
            database, name, kind, data = change[:4]
            if name is None:
                text = json.loads(data).get("statement", "")
                self._num_statements += statement_effect(text, database).kind == "rows"
                continue
            if outcome != COMMITTED:
                self._num_open += outcome != ROLLED_BACK
                continue
            table = tables.at(position, database, name)
            if table is None:
                raise BinlogError(path, position, f"a table map of {name}", "none")
            image = self._image(table, data, path, position)
            if kind == UPDATE_PREIMAGE:
                before = image
                continue
            is_deleted = kind == DELETE
            number = ordinal if before is None else ordinal // 2
            yield Row(
                path,
                file,
                position,
                number,
                when // 1_000_000,
                when if commit is None else commit,
                server_id,
                gtid,
                table,
                image if is_deleted else before,
                None if is_deleted else image,
                None if commits is None else commits.at(position),
                *reversed(change[4:6]),
            )
            before = None

    def _image(self, table: Table, data: str, path: str, position: int) -> Image:
        converters = self._converters_of(table)
        image = {}
        for name, text, value in members_of(data):
            if text.startswith(DIFFS) and diffs_of(text) is not None:
                expected = f"whole documents for messages of {self._form.tool}"
                raise BinlogError(path, position, expected, f"a partial update of {name}")
            try:
                image[name] = NULL if value is None else converters[name](value, text)
            except UnreadableError as error:
                raise BinlogError(path, position, error.expected, error.found) from error
        return image

    def _converters_of(self, table: Table) -> dict[str, Convert]:
        known, converters = self._converters.get((table.database, table.name), (None, {}))
        if known is not table:
            if len(self._converters) == MAX_TABLES:
                self._converters.clear()
            form = self._form
            converters = {c.name: form.converter(c, self._replaced) for c in table.columns}
            self._converters[table.database, table.name] = table, converters
        return converters

    def _replaced(self) -> None:
        self._num_replaced += 1


def message_batches(messages: Iterable[Message], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield messages as batches of a schema, which has some of the fields of `MESSAGE_SCHEMA`."""
    rows = (
        {"table": message.table.full_name, "key": message.key, "value": message.value}
        for message in messages
    )
    for batch in batches_of_rows("", rows, MESSAGE_SCHEMA, schema):
        assert isinstance(batch, pa.RecordBatch)
        yield batch
