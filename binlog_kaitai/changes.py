"""The changes that a log holds: row images and statements, in the order of the log."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from binlog_kaitai.charsets import charset_of
from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.json_values import JsonDiffs, JsonText, apply_diffs
from binlog_kaitai.log import UNPARSABLE, EventType, LoggedEvent, read_log
from binlog_kaitai.tables import Column, Table, describe_table, text_of
from binlog_kaitai.values import Value, read_value

INSERT = "insert"
UPDATE_PREIMAGE = "update_preimage"
UPDATE_POSTIMAGE = "update_postimage"
DELETE = "delete"
STATEMENT = "statement"

# statements that only bound transactions
_TRANSACTION_CONTROL = re.compile(
    rb"\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE\s+SAVEPOINT"
    rb"|XA\s+(START|BEGIN|END|PREPARE|COMMIT|ROLLBACK))\b",
    re.IGNORECASE,
)

Cells = list[tuple[Column, Value]]


@dataclass(frozen=True, slots=True)
class Transaction:
    """What the event that opens a transaction says of it, as far as the server writes it.

    `gtid` is `uuid:gno`, `uuid:tag:gno` or MariaDB's `domain-server-sequence`; `commit_timestamp`
    is in microseconds since 1970, UTC.
    """

    gtid: str | None = None
    commit_timestamp: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A row image or a statement.

    `position` is the byte offset of its event in the file, `ordinal` counts the changes of that
    event from 0, `timestamp` is in seconds since 1970, UTC. Of a row image, `table` describes its
    table and `cells` are the columns that it holds, in the table's order; of a statement, both
    are None and `statement` is its text.
    """

    position: int
    ordinal: int
    timestamp: int
    server_id: int
    transaction: Transaction
    database: str
    change_type: str
    table: Table | None = None
    cells: Cells | None = None
    statement: str | None = None


def read_changes(path: str | os.PathLike[str], table: str | None = None) -> Iterator[Change]:
    """Yields the changes of a file; with `table` (`database.table`), only that table's row images.

    Raises BinlogError where the file is damaged, after the changes before the damage.
    """
    file = os.fspath(path)
    transaction = Transaction()
    for event in read_log(path):
        _verify_checksum(file, event)
        try:
            if event.tree.is_rows:
                yield from _row_changes(event, transaction, table)
            elif event.type == EventType.query:
                if table is None and not _TRANSACTION_CONTROL.match(event.tree.body.query):
                    yield _statement(event, transaction)
            else:
                transaction = transaction_after(event, transaction)
        except UnreadableError as error:
            raise BinlogError(file, event.position, error.expected, error.found) from error
        except UNPARSABLE as error:
            name = event.tree.header.type.name.upper()
            raise BinlogError(file, event.position, f"a {name} event", str(error)) from error


def _verify_checksum(file: str, event: LoggedEvent) -> None:
    computed = event.computed_checksum
    if computed is not None and computed != event.tree.checksum:
        raise BinlogError(
            file,
            event.position,
            f"an event of {event.size} bytes with the checksum {computed:08x}",
            f"the checksum {event.tree.checksum:08x}",
        )


def transaction_after(event: LoggedEvent, transaction: Transaction) -> Transaction:
    """The transaction that is open after an event; the same one where the event opens none."""
    body = event.tree.body
    match event.type:
        case EventType.gtid:
            gtid = f"{UUID(bytes=body.uuid)}:{body.gno}"
            return Transaction(gtid, body.commit_timestamp)
        case EventType.anonymous_gtid:
            return Transaction(None, body.commit_timestamp)
        case EventType.gtid_tagged:
            return _tagged_transaction(body)
        case EventType.mariadb_gtid:
            gtid = f"{body.domain_id}-{event.tree.header.server_id}-{body.sequence}"
            return Transaction(gtid, None)
        case EventType.xid:
            return Transaction()
    return transaction


def _tagged_transaction(body: Any) -> Transaction:
    names = GtidTaggedEvent.GtidTaggedFieldName
    fields = {field.name: field.value for field in body.fields}
    uuid = UUID(bytes=bytes(byte.value for byte in fields[names.uuid].bytes))
    tag = fields[names.tag].text if names.tag in fields else ""
    parts = [str(uuid), tag, str(fields[names.gno].signed_value)]
    commit = fields.get(names.immediate_commit_timestamp)
    return Transaction(":".join(filter(None, parts)), None if commit is None else commit.value)


def _row_changes(
    event: LoggedEvent, transaction: Transaction, wanted: str | None
) -> Iterator[Change]:
    rows = event.tree.body
    _check_readable(rows)
    if not rows.has_table_map:
        return
    table = describe_table(rows.table_map)
    if wanted is not None and table.full_name != wanted:
        return
    header = event.tree.header
    for ordinal, (change_type, cells) in enumerate(row_images(rows, table)):
        yield Change(
            position=event.position,
            ordinal=ordinal,
            timestamp=header.timestamp,
            server_id=header.server_id,
            transaction=transaction,
            database=table.database,
            change_type=change_type,
            table=table,
            cells=cells,
        )


def _check_readable(rows: Any) -> None:
    if rows.is_dummy and not rows.has_table_map:
        return
    if not rows.has_table_map:
        table_id = rows.table_id.value
        raise UnreadableError(f"a TABLE_MAP of the table id {table_id} in the statement", "none")
    if not rows.is_readable:
        raise UnreadableError(
            f"rows of {rows.table_map.num_columns.value} columns, as the TABLE_MAP event says",
            f"rows of {rows.num_columns.value}",
        )
    if rows.rest:
        raise UnreadableError("rows that hold a column", f"{len(rows.rest)} bytes of other data")


def row_images(rows: Any, table: Table) -> Iterator[tuple[str, Cells]]:
    """The row images of a `RowsEvent` that has its table map: change type and cells."""
    for row in rows.rows or ():
        yield from _images_of(rows, row, table)


def _images_of(rows: Any, row: Any, table: Table) -> Iterator[tuple[str, Cells]]:
    if rows.is_insert:
        yield INSERT, _cells(row.after, table)
    elif not rows.is_update:
        yield DELETE, _cells(row.before, table)
    else:
        before = _cells(row.before, table)
        yield UPDATE_PREIMAGE, before
        after = _cells(row.after, table)
        yield UPDATE_POSTIMAGE, _apply_partial(before, after) if rows.is_partial_update else after


def _cells(image: Any, table: Table) -> Cells:
    return [
        (column, read_value(column, cell))
        for column, cell in zip(table.columns, image.cells, strict=True)
        if cell.is_present
    ]


def _apply_partial(before: Cells, after: Cells) -> Cells:
    """Applies changes to JSON documents where the before image holds the document."""
    documents = {column.name: value for column, value in before if isinstance(value, JsonText)}
    cells: Cells = []
    for column, value in after:
        if isinstance(value, JsonDiffs) and column.name in documents:
            document = apply_diffs(documents[column.name], value)
            cells.append((column, value if document is None else document))
        else:
            cells.append((column, value))
    return cells


def _statement(event: LoggedEvent, transaction: Transaction) -> Change:
    query = event.tree.body
    header = event.tree.header
    return Change(
        position=event.position,
        ordinal=0,
        timestamp=header.timestamp,
        server_id=header.server_id,
        transaction=transaction,
        database=text_of(query.database, None),
        change_type=STATEMENT,
        statement=text_of(query.query, client_charset(query)),
    )


def client_charset(query: Any) -> str | None:
    """The charset that the client of a `QueryEvent` sent it in; None where it does not tell."""
    if not query.has_status_vars:
        return None
    for var in query.status_vars.vars:
        if var.code == QueryStatusVars.QueryStatusCode.charset:
            return charset_of(var.value.client)
    return None
