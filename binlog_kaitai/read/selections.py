"""The view and the tables that a scan selects, as `scan` takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import pyarrow as pa

from binlog_kaitai.model.names import quoted_part
from binlog_kaitai.model.schema import EVENT_SCHEMA, RECORD_SCHEMA, TRANSACTION_SCHEMA

View: TypeAlias = Literal["changes", "events", "transactions"]

SCHEMAS: dict[str, pa.Schema] = {
    "changes": RECORD_SCHEMA,
    "events": EVENT_SCHEMA,
    "transactions": TRANSACTION_SCHEMA,
}


def check_view(view: str, columns: Sequence[str] | None, *, is_of_tables: bool) -> None:
    """Refuse views and columns that a scan cannot have. Raises ValueError."""
    if view not in SCHEMAS:
        raise ValueError(f"no view {view!r}; there are {', '.join(SCHEMAS)}")
    if view == "transactions" and is_of_tables:
        raise ValueError("transactions are not of tables")
    if isinstance(columns, str):
        raise ValueError(f"expected a list of columns, found {columns!r}")  # noqa: TRY004


def rows_are_typed(asked: bool | None, view: str, table: str | None) -> bool:
    """Return whether rows are typed: as asked, or those of a table. Raises ValueError."""
    if asked and table is None:
        raise ValueError("typed rows are of a table")
    return view == "changes" and (table is not None if asked is None else asked)


def table_of(table: str | None, database: str | None) -> str | None:
    """Return the table with its database. Raises ValueError if one of them is missing."""
    if table is None:
        return None
    if "." not in table and database is not None and table:
        return f"{quoted_part(database)}.{table}"
    before, dot, behind = table.partition(".")
    if not (before and dot and behind):
        raise ValueError(f"expected DB.T, or a pattern such as shop.*, found {table!r}")
    return table
