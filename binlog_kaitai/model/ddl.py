"""Definitions of tables from what `mysqldump --no-data` or `mariadb-dump --no-data` prints.

What the tools print of a table is the server's own SHOW CREATE TABLE, where a column begins with
its name and type, whatever a server's version puts behind them. So it is sqlglot's tokens that are
read here: its trees stand only for what it knows of each dialect.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from binlog_kaitai.extras import from_extras
from binlog_kaitai.model.charsets import BINARY, COLLATIONS
from binlog_kaitai.model.column_types import BYTES, NUMBERS, TEXTS
from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    Definitions,
    KeyDefinition,
    KeyPart,
)
from binlog_kaitai.model.names import asks_for, database_of, full_name, is_pattern

if TYPE_CHECKING:
    from sqlglot.tokenizer_core import Token

# what the tools say of the database in comments, where a dump is of only one
_DATABASE = re.compile(r"\s*(?:Current Database: `(.+)`|Host: .*\bDatabase: (.+?))\s*")

# routines and triggers, whose statements do not end at a semicolon
_OTHER_DELIMITERS = re.compile(r"^DELIMITER ;;$.*?^DELIMITER ;$", re.MULTILINE | re.DOTALL)

_CREATE_TABLE = re.compile(r"create (or replace )?table (if not exists )?")

# what else than columns a table has, by how it begins
_NOT_A_COLUMN = re.compile(
    r"(primary|unique|key|index|fulltext|spatial|constraint|check|foreign|period for|vector key)\b"
)

_CHARSET = re.compile(r"\b(?:charset|character set) (?:= )?(\w+)")
_COLLATION = re.compile(r"\bcollate (?:= )?(\w+)")

# MariaDB before 10.2 prints only AS
_GENERATED = re.compile(r"\b(?:generated always|as)\b")

# the columns that MariaDB adds to a table with system versioning, and does not show
_HIDDEN = ("row_start", "row_end")


def read_definitions(path: str | os.PathLike[str], table: str | None = None) -> Definitions:
    """Return the definitions in a dump.

    Where it does not say what database a table is of, that is the one of `table`
    (`database.table`, or a pattern, which says none). Raises ValueError where there is none such,
    or the dump does not define `table`, or is not as the tools print it; OSError; MissingExtraError
    where sqlglot is not installed.
    """
    file = os.fspath(path)
    wanted = None if table is None or is_pattern(table) else table
    default = None if wanted is None else database_of(wanted)
    tables = {}
    for database, statement in _statements(_tokens(file)):
        reader = _TableReader(file, statement)
        own = reader.database or database or default
        if own is None:
            raise reader.error(
                "a database for the table, in the file or in the selected table", "neither"
            )
        tables[full_name(own, reader.name)] = reader.definition()
    if wanted is not None and not any(asks_for(wanted, name) for name in tables):
        raise ValueError(
            f"{file}: expected a definition of {table}, found {', '.join(tables) or 'none'}"
        )
    return Definitions(tables)


def definition_in(statement: str, place: str, since: int | None) -> Definition:
    """Return the definition in a CREATE TABLE, which is told to be of a place and a time.

    Raises ValueError where it is not as the tools print it; MissingExtraError.
    """
    ((_, tokens),) = _statements(_tokens_in(statement, place))
    return replace(_TableReader(place, tokens).definition(), place=place, since=since)


def _tokens(file: str) -> Sequence[Token]:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: expected SQL in UTF-8, found {error}") from error
    return _tokens_in(text, file)


def _tokens_in(text: str, place: str) -> Sequence[Token]:
    # sqlglot takes a moment to import, which those without a dump need not wait for
    with from_extras():
        from sqlglot.dialects.mysql import MySQL  # noqa: PLC0415
        from sqlglot.errors import TokenError  # noqa: PLC0415

    text = _OTHER_DELIMITERS.sub(lambda found: "\n" * found[0].count("\n"), text)
    try:
        return MySQL().tokenize(text)
    except TokenError as error:
        raise ValueError(f"{place}: expected SQL in UTF-8, found {error}") from error


def _statements(tokens: Iterable[Token]) -> Iterator[tuple[str | None, list[Token]]]:
    """Yield each CREATE TABLE, from the table's name on, with the database it is of."""
    database: str | None = None
    statement: list[Token] = []
    for token in tokens:
        for comment in token.comments:
            found = _DATABASE.fullmatch(comment)
            if found:
                database = found[1].replace("``", "`") if found[1] else found[2]
        if _word(token) != ";":
            statement.append(token)
            continue
        words = _words(statement[:6])
        opening = _CREATE_TABLE.match(words)
        if opening:
            yield database, statement[len(opening[0].split()) :]
        elif words.startswith("use ") and len(statement) > 1:
            database = statement[1].text
        statement = []


def _word(token: Token) -> str:
    """Return a token in lower case; a text, or a name in quotes, as no word is written."""
    is_quoted = token.token_type.name in {"STRING", "IDENTIFIER"}
    return "''" if is_quoted else token.text.lower()


def _words(tokens: Iterable[Token]) -> str:
    return " ".join(map(_word, tokens))


class _TableReader:
    """Reads a CREATE TABLE, from the table's name on."""

    def __init__(self, file: str, tokens: list[Token]) -> None:
        self.place = f"{file}, line {tokens[0].line if tokens else 0}"
        opening = next((i for i, token in enumerate(tokens[:4]) if _word(token) == "("), 0)
        if not opening:
            raise self.error("the name and columns of a table", _words(tokens[:4]))
        self.name = tokens[opening - 1].text
        self.database = tokens[0].text if opening > 1 else None
        self.parts, options = _parts(tokens[opening + 1 :])
        self.options = _words(_outside(options))
        self.charset = self._charset(self.options)

    def error(self, expected: str, found: str) -> ValueError:
        return ValueError(f"{self.place}: expected {expected}, found {found}")

    def definition(self) -> Definition:
        """Raise ValueError for what is not as the tools print it."""
        columns: list[ColumnDefinition] = []
        primary_key: tuple[str, ...] = ()
        has_period = False
        for part in self.parts:
            words = _words(part[:2])
            if not _NOT_A_COLUMN.match(words):
                columns.append(self._column(part))
            elif words.startswith("primary key"):
                primary_key = tuple(token.text for token in part if _word(token) == "''")
            has_period |= words == "period for"
        if "with system versioning" in self.options and not has_period:
            columns += [
                ColumnDefinition(name, "timestamp", (6,), is_nullable=False, is_hidden=True)
                for name in _HIDDEN
            ]
        parts = tuple(KeyPart(name) for name in primary_key)
        keys = (KeyDefinition("primary", "PRIMARY", parts),) if parts else ()
        return Definition(self.place, tuple(columns), keys)

    def _column(self, part: list[Token]) -> ColumnDefinition:
        if len(part) < 2:  # noqa: PLR2004 - a name and a type
            raise self.error("the name and type of a column", _words(part))
        kind = _word(part[1])
        arguments: list[Token] = []
        if len(part) > 2 and _word(part[2]) == "(":  # noqa: PLR2004 - behind the type
            arguments = [token for one in _parts(part[3:])[0] for token in one]
        texts = [token.text for token in arguments]
        attributes = _words(_outside(part[2:]))
        charset = None
        if kind in TEXTS:
            charset = self._charset(attributes) or self.charset
        elif kind in BYTES:
            charset = BINARY
        is_labelled = kind in {"enum", "set"}
        return ColumnDefinition(
            name=part[0].text,
            kind=kind,
            arguments=tuple(map(int, texts))
            if "".join(texts).isdecimal() and not is_labelled
            else (),
            is_unsigned=kind == "year" or "unsigned" in attributes.split()
            if kind in NUMBERS
            else None,
            charset=charset,
            labels=tuple(texts) if is_labelled else None,
            is_nullable="not null" not in attributes,
            generated="virtual" if _GENERATED.search(attributes) else None,
        )

    def _charset(self, attributes: str) -> str | None:
        """Return the charset that is named, or that of the collation; None where neither is."""
        found = _CHARSET.search(attributes) or _COLLATION.search(attributes)
        if found is None:
            return None
        name = found[1].partition("_")[0]
        name = {"utf8": "utf8mb3"}.get(name, name)
        if name not in COLLATIONS:
            raise self.error("a known character set", found[1])
        return name


def _parts(tokens: list[Token]) -> tuple[list[list[Token]], list[Token]]:
    """Return what commas separate up to a closing parenthesis, and what follows that one."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for at, token in enumerate(tokens):
        word = _word(token)
        depth += (word == "(") - (word == ")")
        if depth < 0:
            return parts, tokens[at + 1 :]
        if word == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts, []


def _outside(tokens: Iterable[Token]) -> Iterator[Token]:
    """Return the tokens that are not in parentheses."""
    depth = 0
    for token in tokens:
        word = _word(token)
        depth += word == "("
        if not depth:
            yield token
        depth -= word == ")"
