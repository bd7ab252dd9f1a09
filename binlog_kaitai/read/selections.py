"""The view and the tables that a scan selects, as `scan` takes them."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Literal, TypeAlias, get_args

import pyarrow as pa

from binlog_kaitai.model.conditions import Test, parse_condition
from binlog_kaitai.model.names import quoted_part
from binlog_kaitai.model.schema import EVENT_SCHEMA, RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.known_names import unqualified

View: TypeAlias = Literal["changes", "events", "transactions"]
Json: TypeAlias = Literal["text", "binary"]

SCHEMAS: dict[str, pa.Schema] = {
    "changes": RECORD_SCHEMA,
    "events": EVENT_SCHEMA,
    "transactions": TRANSACTION_SCHEMA,
}


def rows_are_typed(
    asked: bool | None, view: str, columns: Sequence[str] | None, scope: Scope
) -> bool:
    """Return whether rows are typed: as asked, or those of a table.

    Raises ValueError for a view, columns or types that a scan cannot have.
    """
    if view not in SCHEMAS:
        raise ValueError(f"unknown view {view!r}; views are {', '.join(SCHEMAS)}")
    if view == "transactions" and not scope.wants_all_tables:
        raise ValueError("view='transactions' does not support table or database")
    if isinstance(columns, str):
        raise ValueError(f"expected a list of columns, found {columns!r}")  # noqa: TRY004
    if asked and scope.table is None:
        raise ValueError("is_typed=True requires the argument table")
    return view == "changes" and (scope.table is not None if asked is None else asked)


def condition_of(where: str | None, view: str, table: str | None) -> Test | None:
    """Return the condition that a text says.

    Raises ValueError where it is not supported, or there are no typed rows.
    """
    if where is None:
        return None
    if table is None or view != "changes":
        raise ValueError("where requires the typed rows of a table")
    return parse_condition(where)


def is_binary(json: str, view: str) -> bool:
    """Return whether JSON documents are bytes. Raises ValueError for other views than changes."""
    if json not in get_args(Json):
        raise ValueError(f"unknown json {json!r}; forms are {', '.join(get_args(Json))}")
    if json == "binary" and view != "changes":
        raise ValueError(f"json='binary' does not support view={view!r}")
    return json == "binary"


def check_integers(least: int, **values: object) -> None:
    """Raise ValueError unless each argument is None, or an integer that is large enough."""
    for name, value in values.items():
        if value is not None and not (isinstance(value, Integral) and int(value) >= least):
            raise ValueError(f"{name}: expected an integer of at least {least}, found {value!r}")


def table_of(
    table: str | None, database: str | None, paths: Sequence[str], engine: Engine
) -> str | None:
    """Return a table with its database.

    Raises ValueError if one of them is missing, with a suggestion from the logs.
    """
    if table is None:
        return None
    if table and "." not in table:
        if database is None:
            raise unqualified(table, paths, engine)
        return f"{quoted_part(database)}.{table}"
    before, dot, behind = table.partition(".")
    if not (before and dot and behind):
        raise ValueError(f"expected DB.T, or a pattern such as shop.*, found {table!r}")
    return table
