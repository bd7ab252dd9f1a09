"""Types of columns in statements."""

from __future__ import annotations

from typing import NamedTuple

from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.catalog.literals import NotUnderstoodError, text_of
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import TokenReader

_SYNONYMS = {
    "int1": "tinyint",
    "int2": "smallint",
    "int3": "mediumint",
    "middleint": "mediumint",
    "int4": "int",
    "integer": "int",
    "int8": "bigint",
    "float4": "float",
    "float8": "double",
    **dict.fromkeys(("dec", "numeric", "fixed", "number"), "decimal"),
    "real": "double",
    "character": "char",
    "nchar": "char",
    "varcharacter": "varchar",
    "nvarchar": "varchar",
    "geomcollection": "geometrycollection",
}
_KINDS = frozenset(
    {
        *("tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double", "bit"),
        *("date", "time", "datetime", "timestamp", "year", "char", "varchar", "binary"),
        *("varbinary", "tinyblob", "blob", "mediumblob", "longblob", "tinytext", "text"),
        *("mediumtext", "longtext", "enum", "set", "json", "uuid", "inet6", "inet4", "vector"),
        *("geometry", "point", "linestring", "polygon", "multipoint", "multilinestring"),
        *("multipolygon", "geometrycollection"),
    }
)
_LENGTHS = {"decimal": (10, 0), "bit": (1,), "char": (1,), "binary": (1,), "vector": (2048,)}
"""The arguments of types that are written without them."""

_MAX_FLOAT = 24


class TypeReading(NamedTuple):
    """A type as a statement has it; `charset` is that of the type, if it has one of its own."""

    kind: str
    arguments: tuple[int, ...] = ()
    labels: tuple[str, ...] | None = None
    charset: Charset | None = None
    is_serial: bool = False


def read_type(clause: TokenReader, session: Session, *, has_escapes: bool) -> TypeReading:
    """Read a type and its arguments. Raises NotUnderstoodError."""
    if clause.takes("mariadb_schema"):
        clause.next()
    modes = session.sql_mode.split(",")
    is_national = clause.takes("national")
    word = clause.next()[1].lower()
    if word in {"bool", "boolean"}:
        return TypeReading("tinyint", (1,))
    if word == "serial":
        return TypeReading("bigint", is_serial=True)
    kind = _kind(clause, word)
    if word == "real" and "REAL_AS_FLOAT" in modes:
        kind = "float"
    if kind not in _KINDS or "ORACLE" in modes:
        raise NotUnderstoodError(f"a type of columns, found {word or 'the end'}")
    texts = _arguments(clause)
    if kind in {"enum", "set"}:
        return TypeReading(
            kind, labels=tuple(text_of(text, has_escapes=has_escapes) for text in texts)
        )
    try:
        arguments = tuple(map(int, texts))
    except ValueError:
        raise NotUnderstoodError(f"the length of {kind}") from None
    charset = None
    if is_national or word in {"nchar", "nvarchar"}:
        charset = Charset("utf8mb3")
    elif kind == "json" and session.family == "mariadb":
        return TypeReading("longtext", charset=Charset("utf8mb4", "utf8mb4_bin"))
    return TypeReading(*_normal(kind, arguments, session), charset=charset)


def _kind(clause: TokenReader, word: str) -> str:
    """Return the type that a word begins, with the words behind it."""
    if word == "long":
        kind = "mediumblob" if clause.is_at("varbinary") else "mediumtext"
        clause.takes("varbinary", "varchar", "varcharacter")
        clause.takes("varying")
        return kind
    kind = _SYNONYMS.get(word, word)
    if kind == "char" and clause.takes("varying", "varchar", "varcharacter"):
        return "varchar"
    if kind == "char" and clause.takes("byte"):
        return "binary"
    if kind == "double":
        clause.takes("precision")
    return kind


def _arguments(clause: TokenReader) -> list[str]:
    if clause.peek()[1] != "(":
        return []
    clause.next()
    return [text for one in clause.clauses() if (text := one.rest())]


def _normal(kind: str, arguments: tuple[int, ...], session: Session) -> tuple[str, tuple[int, ...]]:
    """Return a type and its arguments as the server keeps them."""
    if kind == "decimal":
        precision, scale = (*arguments, 0, 0)[:2]
        arguments = (precision or 10, scale)
    elif kind == "float" and len(arguments) == 1:
        kind, arguments = ("float", ()) if arguments[0] <= _MAX_FLOAT else ("double", ())
    elif kind in {"time", "datetime", "timestamp"} and arguments == (0,):
        arguments = ()
    elif kind == "geometrycollection" and session.family == "mysql" and session.version >= (8,):
        kind = "geomcollection"
    elif kind == "year":
        arguments = (4,) if session.family == "mariadb" else ()
    return kind, arguments or _LENGTHS.get(kind, ())
