"""Definitions of columns in statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from binlog_kaitai.catalog.charsets import Charset, CharsetRules, binary_of
from binlog_kaitai.catalog.literals import NotUnderstoodError, default_of
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.text_types import sized, with_charset
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.catalog.types import read_type
from binlog_kaitai.model.charsets import BINARY
from binlog_kaitai.model.column_types import NUMBERS, TEXTS
from binlog_kaitai.model.definitions import ColumnDefinition, Default, KeyKind

_PLAIN_OPTIONS = ("comment", "column_format", "storage", "engine_attribute")
_VALUED = frozenset(
    {*_PLAIN_OPTIONS, "secondary_engine_attribute", "srid", "ref_system_id", "compression"}
)
"""Attributes with a value that does not change the values of the column."""

_ENDS = frozenset({"first", "after", "partition", "remove"})


@dataclass
class ColumnReading:
    """A column as a statement defines it, with the keys that its definition makes."""

    column: ColumnDefinition
    keys: list[KeyKind] = field(default_factory=list)
    references: TokenReader | None = None
    charset: Charset | None = None
    """The charset that the statement names for the column."""


class ColumnReader:
    """Reads definitions of columns.

    Args:
        session: the session of the statement.
        charsets: its default collations.
        default: the charset of the table.
    """

    def __init__(self, session: Session, charsets: CharsetRules, default: Charset) -> None:
        self._session = session
        self._charsets = charsets
        self.default = default
        self._has_escapes = "NO_BACKSLASH_ESCAPES" not in session.sql_mode

    def read(self, clause: TokenReader) -> ColumnReading:
        """Read a column's name and its definition.

        Raises NotUnderstoodError.
        """
        kind, name = clause.next()
        if kind not in {"name", "word"}:
            raise NotUnderstoodError(f"a column's name, found {name or 'the end'}")
        return self.read_definition(clause, unquoted(name))

    def read_definition(self, clause: TokenReader, name: str) -> ColumnReading:
        """Read a column's definition, behind its name."""
        found = read_type(clause, self._session, has_escapes=self._has_escapes)
        is_unsigned = None
        if found.kind in NUMBERS:
            is_unsigned = found.is_serial or found.kind == "year"
        reading = ColumnReading(
            ColumnDefinition(
                name,
                found.kind,
                found.arguments,
                is_unsigned,
                labels=found.labels,
                is_auto_increment=found.is_serial,
            ),
            ["unique"] if found.is_serial else [],
        )
        charset = found.charset
        if charset is not None and charset.name is not None and charset.collation is None:
            charset = self._charsets.of_charset(charset.name)
        state = _Attributes(reading, charset=charset)
        if found.is_serial:
            state.null = False
        while not clause.is_done and clause.peek()[1].lower() not in _ENDS:
            self._read_attribute(clause, state)
        self._finish(state)
        return reading

    def _read_attribute(self, clause: TokenReader, state: _Attributes) -> None:
        """Read one attribute of a column. Raises NotUnderstoodError."""
        word = clause.next()[1].lower()
        read = _ATTRIBUTES.get(word)
        if read is not None:
            read(clause, word, state)
        elif word == "default":
            state.default = default_of(clause, has_escapes=self._has_escapes)
        elif word in _GENERATED:
            state.reading.column = self._generated(clause, word, state)
        elif word in _CHARSETS:
            self._read_charset(clause, word, state)
        else:
            _skip_attribute(clause, word)

    def _generated(self, clause: TokenReader, word: str, state: _Attributes) -> ColumnDefinition:
        column = state.reading.column
        if word in {"virtual", "stored", "persistent"}:
            return replace(column, generated="virtual" if word == "virtual" else "stored")
        clause.skip("always", "as")
        if clause.takes("row"):  # of MariaDB: AS ROW START, AS ROW END
            clause.takes("start", "end")
            state.null = False
            return column
        if clause.peek()[1] != "(":
            raise NotUnderstoodError("an expression in parentheses")
        before = clause.here()
        clause.skip_item()
        expression = clause.text_since(before)[1:-1]
        how: Literal["virtual", "stored"] = column.generated or "virtual"
        return replace(column, generated=how, expression=expression.strip())

    def _read_charset(self, clause: TokenReader, word: str, state: _Attributes) -> None:
        if word in {"character", "charset"}:
            clause.takes("set")
            state.charset = self.named(clause)
        elif word == "collate":
            state.collation = name_of(clause)
        elif word == "binary":
            state.is_binary = True
        elif word == "byte":
            state.charset = Charset(BINARY, BINARY)
        else:
            state.charset = self._charsets.of_charset("latin1" if word == "ascii" else "ucs2")

    def named(self, clause: TokenReader) -> Charset | None:
        """Read the name of a charset; None for DEFAULT. Raises NotUnderstoodError."""
        name = name_of(clause)
        if name.lower() == "default":
            return None
        try:
            return self._charsets.of_charset(name)
        except ValueError as error:
            raise NotUnderstoodError(str(error)) from None

    def collated(self, charset: Charset | None, collation: str | None) -> Charset:
        """Return a charset, by default that of the table, with a collation that is named."""
        if collation is None or collation.lower() == "default":
            return self.default if charset is None else charset
        try:
            return self._charsets.of_collation(collation, charset or self.default)
        except ValueError as error:
            raise NotUnderstoodError(str(error)) from None

    def _finish(self, state: _Attributes) -> None:
        """Give a column what its type, its attributes and its table decide together."""
        column = state.reading.column
        if column.kind in TEXTS:
            column = self._with_charset(column, state)
        else:
            column = sized(column, Charset(BINARY))
        is_nullable = state.null
        if is_nullable is None and column.kind == "timestamp" and column.is_generated:
            is_nullable = True
        elif "primary" in state.reading.keys:
            is_nullable = False
        elif is_nullable is None:
            is_nullable = column.kind != "timestamp" or self._has_explicit_timestamps
        if state.default is not None or not is_nullable:
            column = replace(column, is_nullable=is_nullable, default=state.default)
        state.reading.column = column

    @property
    def _has_explicit_timestamps(self) -> bool:
        known = self._session.explicit_defaults_for_timestamp
        if known is not None:
            return known
        first = (8,) if self._session.family == "mysql" else (10, 10)
        return self._session.version >= first

    def _with_charset(self, column: ColumnDefinition, state: _Attributes) -> ColumnDefinition:
        charset = self.collated(state.charset, state.collation)
        if state.is_binary:
            charset = binary_of(charset)
        if state.charset is not None or state.collation is not None:
            state.reading.charset = charset
        return sized(with_charset(column, charset), charset)


@dataclass
class _Attributes:
    reading: ColumnReading
    null: bool | None = None
    default: Default | None = None
    charset: Charset | None = None
    collation: str | None = None
    is_binary: bool = False


def _read_null(clause: TokenReader, word: str, state: _Attributes) -> None:
    if word == "null":
        state.null = True
    elif clause.takes("null"):
        state.null = False
    elif not clause.takes("secondary"):
        raise NotUnderstoodError("NOT NULL")


def _read_sign(_: TokenReader, word: str, state: _Attributes) -> None:
    column = state.reading.column
    state.reading.column = replace(
        column,
        is_unsigned=column.is_unsigned or word != "signed",
        is_zerofill=column.is_zerofill or word == "zerofill",
    )


def _read_visibility(_: TokenReader, word: str, state: _Attributes) -> None:
    state.reading.column = replace(state.reading.column, is_invisible=word == "invisible")


def _read_increment(clause: TokenReader, word: str, state: _Attributes) -> None:
    if word == "serial":  # SERIAL DEFAULT VALUE
        clause.skip("default", "value")
        state.reading.keys.append("unique")
    state.null = False
    state.reading.column = replace(state.reading.column, is_auto_increment=True)


def _read_key(clause: TokenReader, word: str, state: _Attributes) -> None:
    clause.takes("key")
    state.reading.keys.append("unique" if word == "unique" else "primary")


def _read_references(clause: TokenReader, _: str, state: _Attributes) -> None:
    state.reading.references = clause.here()
    while not clause.is_done and not clause.is_at("comment", *_ENDS):
        clause.skip_item()


def _read_update(clause: TokenReader, _: str, state: _Attributes) -> None:
    if not clause.takes("update"):
        raise NotUnderstoodError("ON UPDATE")
    clause.next()
    if clause.peek()[1] == "(":
        clause.skip_item()
    state.reading.column = replace(state.reading.column, is_set_on_update=True)


_ATTRIBUTES: dict[str, Callable[[TokenReader, str, _Attributes], None]] = {
    **dict.fromkeys(("not", "null"), _read_null),
    **dict.fromkeys(("unsigned", "signed", "zerofill"), _read_sign),
    **dict.fromkeys(("visible", "invisible"), _read_visibility),
    **dict.fromkeys(("auto_increment", "serial"), _read_increment),
    **dict.fromkeys(("unique", "primary", "key"), _read_key),
    "references": _read_references,
    "on": _read_update,
}
_GENERATED = frozenset({"generated", "as", "virtual", "stored", "persistent"})
_CHARSETS = frozenset({"character", "charset", "collate", "ascii", "unicode", "binary", "byte"})


def _skip_attribute(clause: TokenReader, word: str) -> None:
    """Skip an attribute that does not change what values the column has."""
    if word in {"constraint", "check"}:
        if word == "constraint" and not clause.takes("check"):
            clause.next()
            clause.takes("check")
        clause.skip_item()
        clause.skip("not", "enforced")
    elif word == "compressed":
        if clause.peek()[1] == "=":
            clause.next()
            clause.next()
    elif word in {"with", "without"}:  # SYSTEM VERSIONING
        clause.skip("system", "versioning")
    elif word in _VALUED or clause.peek()[1] == "=":
        if clause.peek()[1] == "=":
            clause.next()
        clause.next()
    else:
        raise NotUnderstoodError(f"an attribute of a column, found {word}")


def name_of(clause: TokenReader) -> str:
    """Take a name, in quotes of any kind or none."""
    if clause.peek()[1] == "=":
        clause.next()
    text = clause.next()[1]
    return text[1:-1] if text[:1] in {"'", '"', "`"} else text
