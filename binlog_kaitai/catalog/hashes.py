"""Hidden columns that MariaDB keeps for unique keys that are too long for an engine."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.model.definitions import Definition, KeyDefinition

_MAX_WIDTH, _SHORTEST_LIMIT = 4, 767
"""Bytes of a character, and of a part of a key, from which a key may be too long for an engine."""

_LONG = frozenset(
    {
        *("tinyblob", "blob", "mediumblob", "longblob"),
        *("tinytext", "text", "mediumtext", "longtext"),
    }
)
"""Types of which MariaDB keeps a hash in a hidden column, where a key has them as a whole."""


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
