"""Names of tables with their databases: one text for each table, and texts that ask for tables."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase, translate
from glob import escape

_QUOTED = "`(?:[^`]|``)*`"
_PARTS = re.compile(rf"({_QUOTED}|[^`.]+)\.({_QUOTED}|[^`.]+)", re.DOTALL)


def full_name(database: str, table: str) -> str:
    """`database.table`, as `quoted_name` where a part is empty or has a dot or a backtick."""
    if all(part and "." not in part and "`" not in part for part in (database, table)):
        return f"{database}.{table}"
    return quoted_name(database, table)


def quoted_name(database: str, table: str) -> str:
    """Return the database and the table in backticks, which are doubled inside."""
    return f"{quoted_part(database)}.{quoted_part(table)}"


def quoted_part(part: str) -> str:
    """Return a name in backticks, which are doubled inside."""
    return f"`{part.replace('`', '``')}`"


def parts_of(name: str) -> tuple[str, str]:
    """Return the database and the table of a `full_name`."""
    found = _PARTS.fullmatch(name)
    assert found is not None
    return _unquoted(found[1]), _unquoted(found[2])


def asks_for(wanted: str, name: str) -> bool:
    """Return whether a text asks for the table of a `full_name`.

    What is in backticks is meant by the letter. All else may be a pattern with `*`, `?` or `[...]`,
    and is compared with the database, a dot and the table, wherever these have dots of their own.
    """
    if wanted == name:
        return True
    database, table = parts_of(name)
    parts = _quoted_parts(wanted)
    if parts is None:
        joined = f"{database}.{table}"
        return wanted == joined or fnmatchcase(joined, wanted)
    return fnmatchcase(database, _pattern(parts[0])) and fnmatchcase(table, _pattern(parts[1]))


def narrows(text: str, other: str) -> bool:
    """Return whether a text asks for no table that another does not ask for, as far as is sure."""
    if text == other:
        return True
    if not is_pattern(text):
        return _PARTS.fullmatch(text) is not None and asks_for(other, full_name(*parts_of(text)))
    if "`" in text + other or "[" in text or re.search(r"[\[?]", other):
        return False
    return fnmatchcase(text, other)  # where `*` stands for what the text has, with its wildcards


def asked_among(wanted: str, names: list[str]) -> list[bool]:
    """Return of `full_name`s whether a text asks for the table of each, as `asks_for` does."""
    if "`" in wanted or any("`" in name for name in names):
        return [asks_for(wanted, name) for name in names]
    found = re.compile(rf"{translate(wanted)}|{re.escape(wanted)}\Z")
    return [match is not None for match in map(found.match, names)]


def is_pattern(wanted: str) -> bool:
    """Return whether a text may ask for several tables by a pattern."""
    parts = _quoted_parts(wanted) or (wanted,)
    return any(not part.startswith("`") and re.search(r"[*?\[]", part) for part in parts)


def database_of(wanted: str) -> str:
    """Return the database in a text that is no pattern: before the first dot, or in quotes."""
    parts = _quoted_parts(wanted)
    return wanted.partition(".")[0] if parts is None else _unquoted(parts[0])


def joined_name(wanted: str) -> str:
    """Return the database, a dot and the table that a text which is no pattern asks for."""
    parts = _quoted_parts(wanted)
    return wanted if parts is None else ".".join(map(_unquoted, parts))


def _quoted_parts(wanted: str) -> tuple[str, str] | None:
    """Return the two parts of a text that has any in backticks."""
    found = _PARTS.fullmatch(wanted) if "`" in wanted else None
    return None if found is None else (found[1], found[2])


def _pattern(part: str) -> str:
    return escape(_unquoted(part)) if part.startswith("`") else part


def _unquoted(part: str) -> str:
    return part[1:-1].replace("``", "`") if part.startswith("`") else part
