"""Definitions of tables in words, and their differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.definitions import ColumnDefinition, Default, Definition, Partitioning
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.type_names import sql_type


class Described(NamedTuple):
    """A table in words: `columns` are names with types and attributes, `others` keys and the like.

    Columns and keys of equal texts are equal.
    """

    columns: tuple[tuple[str, str], ...]
    others: tuple[str, ...]


NOTHING = Described((), ())


class Difference(NamedTuple):
    """A line of the difference of two tables: `mark` is `-` or `+`, `name` empty for no column."""

    mark: str
    name: str
    text: str


def described(definition: Definition) -> Described:
    """Return a definition in words."""
    shown = [column for column in definition.columns if not column.is_hidden]
    others = []
    for key in definition.keys:
        parts = ", ".join(
            (part.column or "(expression)") + (f"({part.length})" if part.length else "")
            for part in key.parts
        )
        kind = {"primary": "PRIMARY KEY", "index": "KEY"}.get(key.kind, f"{key.kind.upper()} KEY")
        name = "" if key.kind == "primary" else f" {key.name}"
        others.append(f"{kind}{name} ({parts})")
    for one in definition.foreign_keys:
        target = f"{one.database}.{one.table} ({', '.join(one.referenced)})"
        others.append(f"FOREIGN KEY ({', '.join(one.columns)}) REFERENCES {target}")
    if definition.is_versioned:
        others.append("WITH SYSTEM VERSIONING")
    others += _partitions(definition.partitioning)
    return Described(tuple((one.name, column_text(one)) for one in shown), tuple(others))


def described_in_log(table: Table) -> Described:
    """Return a table of a log in words."""
    columns = tuple(
        (one.name, sql_type(one).lower() + ("" if one.is_nullable else " NOT NULL"))
        for one in table.shown_columns
    )
    key = (f"PRIMARY KEY ({', '.join(table.primary_key)})",) if table.primary_key else ()
    return Described(columns, key)


def column_text(column: ColumnDefinition) -> str:
    """Return the type and the attributes of a column, as SQL has them."""
    parts = [column.text]
    if column.labels is not None:
        labels = ",".join("'" + label.replace("'", "''") + "'" for label in column.labels)
        parts = [f"{column.kind}({labels})"]
    if column.is_unsigned and column.kind != "year":
        parts.append("unsigned")
    if column.collation is not None and column.charset != BINARY:
        parts.append(f"COLLATE {column.collation}")
    if column.generated is not None:
        parts.append(f"AS ({column.expression}) {column.generated.upper()}")
    if not column.is_nullable:
        parts.append("NOT NULL")
    if column.default is not None:
        parts.append(f"DEFAULT {_default_text(column.default)}")
    flags = {
        "ON UPDATE CURRENT_TIMESTAMP": column.is_set_on_update,
        "AUTO_INCREMENT": column.is_auto_increment,
        "INVISIBLE": column.is_invisible,
        "ZEROFILL": column.is_zerofill,
    }
    return " ".join([*parts, *(text for text, is_set in flags.items() if is_set)])


def _default_text(default: Default) -> str:
    if default.kind == "string":
        return "'" + default.text.replace("'", "''") + "'"
    if default.kind == "bytes":
        return f"0x{default.text}"
    if default.kind == "now":
        return f"CURRENT_TIMESTAMP{'' if default.text == '0' else f'({default.text})'}"
    return default.text if default.kind == "number" else f"({default.text})"


def _partitions(partitioning: Partitioning | None) -> Iterator[str]:
    if partitioning is None:
        return
    function = partitioning.function
    kind = f"{'LINEAR ' if function.is_linear else ''}{function.kind.upper()}"
    of = function.expression if function.expression is not None else ", ".join(function.columns)
    yield f"PARTITION BY {kind} ({of})"
    for one in partitioning.partitions:
        if one.less_than is not None:
            yield f"PARTITION {one.name} VALUES LESS THAN ({', '.join(one.less_than)})"
        elif one.values is not None:
            values = ", ".join("(" + ", ".join(value) + ")" for value in one.values)
            yield f"PARTITION {one.name} VALUES IN ({values})"
        else:
            yield f"PARTITION {one.name}"


def differences(
    before: Described, after: Described, sources: Sequence[str | None] = ()
) -> Iterator[Difference]:
    """Yield the lines that are only in one of two tables.

    Args:
        before: the table before.
        after: the table after.
        sources: for each column of `after`, the name that it had before, if that is known.
    """
    old, new = set(before.columns), set(after.columns)
    renamed = {
        name: source
        for (name, _), source in zip(after.columns, sources, strict=False)
        if source is not None and source != name
    }
    for name, text in before.columns:
        if (name, text) not in new or name in renamed.values():
            yield Difference("-", name, text)
    for name, text in after.columns:
        if name in renamed:
            yield Difference("+", name, f"{text} (was {renamed[name]})")
        elif (name, text) not in old:
            yield Difference("+", name, text)
    if not old.symmetric_difference(new) and before.columns != after.columns:
        yield Difference(
            "+", "", f"order of columns: {', '.join(name for name, _ in after.columns)}"
        )
    for mark, own, other in (
        ("-", before.others, after.others),
        ("+", after.others, before.others),
    ):
        for line in own:
            if line not in other:
                yield Difference(mark, "", line)
