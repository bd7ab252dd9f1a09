"""Definitions of tables, and catalogs of them, as JSON."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.catalog.known import Doubt
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.model.definitions import Definition

Kind = TypeVar("Kind")


def to_json(value: Any) -> Any:
    """Return a value as JSON has it: of dataclasses only the fields that are not the default."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            one.name: to_json(found)
            for one in fields(value)
            if (found := getattr(value, one.name)) != one.default
        }
    if isinstance(value, tuple | list):
        return [to_json(one) for one in value]
    if isinstance(value, Mapping):
        return {name: to_json(one) for name, one in value.items()}
    return value


def from_json(kind: type[Kind], value: Any) -> Kind:
    """Return the value of a type, a dataclass or named tuple, of which `to_json` made JSON."""
    found: Kind = _decoded(kind, value)
    return found


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _decoded(kind: Any, value: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if value is not None and origin in {Union, types.UnionType}:
        (kind,) = [one for one in arguments if one is not type(None)]
        value = _decoded(kind, value)
    elif isinstance(kind, type) and is_dataclass(kind) and value is not None:
        hints = _hints(kind)
        value = kind(**{name: _decoded(hints[name], one) for name, one in value.items()})
    elif hasattr(kind, "_fields"):
        hints = _hints(kind)
        pairs = zip(kind._fields, value, strict=True)
        value = kind(*(_decoded(hints[name], one) for name, one in pairs))
    elif origin is tuple and arguments[1:] == (...,):
        value = tuple(_decoded(arguments[0], one) for one in value)
    elif origin is tuple:
        value = tuple(map(_decoded, arguments, value))
    return value


def catalog_to_json(catalog: Catalog) -> dict[str, Any]:
    """Return the tables of a catalog as JSON has them, without definitions of temporary ones."""
    tables = [
        [*name, isinstance(known, Doubt), to_json(known)] for name, known in catalog.tables.items()
    ]
    temporary = [[session, *name, log] for (session, name), log in catalog.temporary_logs.items()]
    return {
        "tables": tables,
        "databases": to_json(catalog.databases),
        "whole": sorted(catalog.whole_databases),
        "absent": list(catalog.absent),
        "temporary": temporary,
    }


def catalog_from_json(fields: Mapping[str, Any]) -> Catalog:
    """Return the catalog of which `catalog_to_json` made JSON; an empty one of no fields."""
    catalog = Catalog()
    for database, table, is_doubtful, known in fields.get("tables", ()):
        kind: Any = Doubt if is_doubtful else Definition
        catalog.tables[TableName(database, table)] = from_json(kind, known)
    for name, charset in fields.get("databases", {}).items():
        catalog.databases[name] = from_json(Charset, charset)
    catalog.whole_databases.update(fields.get("whole", ()))
    catalog.absent.update((TableName(*name), None) for name in fields.get("absent", ()))
    for session, database, table, log in fields.get("temporary", ()):
        key = (session, TableName(database, table))
        catalog.temporary[key] = Doubt("the definitions of temporary tables are not kept", log)
        catalog.temporary_logs[key] = log
    return catalog
