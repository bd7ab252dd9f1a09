"""Statements that empty tables, or change tables in ways of which no log holds the rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.facts import ALTERS, EMPTIES, MOVES, Effect, TableStatement
from binlog_kaitai.model.transactions import ROLLED_BACK

MAX_TEXT = 200
"""Characters of a statement that are kept to name it."""

_MAY = r"(?i)truncate|drop|replace|rename|change|exchange|convert|import|discard"

_TOKEN = re.compile(
    r"""(?P<blank>\s+|--(?=\s|$)[^\n]*|\#[^\n]*|/\*(?!M?!).*?\*/|/\*M?!\d*|\*/)
    |(?P<name>`(?:[^`]|``)*`|"(?:[^"]|"")*")
    |(?P<word>[\w$\u0080-\uffff]+)
    |(?P<text>'(?:[^'\\]|\\.|'')*')
    |(?P<sign>.)""",
    re.DOTALL | re.VERBOSE,
)

_Table: TypeAlias = "tuple[str, str | None]"
_Token: TypeAlias = tuple[str, str]


def statements_in(statements: pa.RecordBatch, log: str) -> Iterator[TableStatement]:
    """Yield the statements that empty or change tables, once per table, in their order."""
    data = statements.column("data")
    found = statements.filter(pc.fill_null(pc.match_substring_regex(data, _MAY), False))
    names = ("data", "database", "position", "gtid", "outcome")
    columns = [found.column(name).to_pylist() for name in names]
    for text, database, position, gtid, outcome in zip(*columns, strict=True):
        record = json.loads(text)
        if outcome == ROLLED_BACK or record.get("alter_phase") in {"start", "rollback"}:
            continue
        statement = str(record["statement"])
        for effect, (name, table) in effects_of(statement, database or ""):
            short = " ".join(statement[: 2 * MAX_TEXT].split())[:MAX_TEXT]
            yield TableStatement(name, table, base_name(log), position, effect, gtid, short)


def effects_of(statement: str, database: str) -> Iterator[tuple[Effect, _Table]]:
    """Yield the effects of a statement, each with the database and the table that it concerns.

    A table of None stands for all tables of the database.
    """
    tokens = [
        (str(one.lastgroup), one[0])
        for one in _TOKEN.finditer(statement)
        if one.lastgroup != "blank"
    ]
    reader = _Reader(tokens, database)
    if reader.takes("set"):  # SET STATEMENT ... FOR, of MariaDB
        reader.skip_to("for")
    if reader.takes("truncate"):
        reader.takes("table")
        yield from ((EMPTIES, name) for name in reader.names(1))
    elif reader.takes("create"):
        if reader.takes("or") and reader.takes("replace") and reader.takes("table"):
            reader.skip("if", "not", "exists")
            yield from ((EMPTIES, name) for name in reader.names(1))
    elif reader.takes("drop"):
        yield from ((EMPTIES, name) for name in _dropped(reader))
    elif reader.takes("rename"):
        if reader.takes("table", "tables"):
            yield from ((MOVES, name) for name in _renamed(reader))
    elif reader.takes("alter"):
        reader.skip("online", "offline", "ignore")
        if reader.takes("table"):
            yield from _altered(reader)


def _dropped(reader: _Reader) -> Iterator[_Table]:
    if reader.takes("database", "schema"):
        reader.skip("if", "exists")
        yield from ((table or "", None) for _, table in reader.names(1))
    elif reader.takes("table", "tables"):
        reader.skip("if", "exists")
        yield from reader.names()


def _renamed(reader: _Reader) -> Iterator[_Table]:
    reader.skip("if", "exists")
    while True:
        yield from reader.names(1)
        if reader.takes("wait"):
            reader.next()
        reader.skip("nowait")
        reader.takes("to")
        yield from reader.names(1)
        if reader.next()[1] != ",":
            return


def _altered(reader: _Reader) -> Iterator[tuple[Effect, _Table]]:
    """Yield the effects of ALTER TABLE, by its clauses."""
    reader.skip("if", "exists")
    (table,) = list(reader.names(1)) or [(reader.database, None)]
    reader.skip("nowait")
    if reader.takes("wait"):
        reader.next()
    for clause in reader.clauses():
        effect = _effect_of(clause)
        if effect is not None:
            yield effect, table
        if effect == MOVES:
            yield from ((MOVES, name) for name in clause.names(1))


def _effect_of(clause: _Reader) -> Effect | None:
    """Return the effect of a clause on its table; of MOVES, the other table's name is next."""
    effect: Effect | None = None
    if clause.takes("truncate", "drop", "discard"):
        effect = ALTERS if clause.takes("partition", "tablespace") else None
    elif clause.takes("change"):
        clause.takes("column")
        clause.skip("if", "exists")
        old, new = (_unquoted(clause.next()[1]).lower() for _ in range(2))
        effect = ALTERS if old != new else None
    elif clause.takes("rename"):
        if clause.takes("column"):
            effect = ALTERS
        elif not clause.takes("index", "key"):
            effect = MOVES
            if not clause.takes("to", "as") and clause.peek()[1] == "=":
                clause.next()
    elif clause.takes("exchange", "convert", "import") and not clause.takes("to"):
        effect = MOVES  # TO follows only CONVERT, and then a character set
        clause.skip_to("table")
    return effect


class _Reader:
    """Reads the tokens of a statement, or of a clause of it."""

    def __init__(self, tokens: list[_Token], database: str) -> None:
        self.database = database
        self._tokens = tokens
        self._at = 0

    def peek(self, ahead: int = 0) -> _Token:
        """Return a token's kind and text, both empty behind the end."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ("", "")

    def next(self) -> _Token:
        """Take a token."""
        token = self.peek()
        self._at += 1
        return token

    def takes(self, *words: str) -> bool:
        """Take the next token if it is one of some words. Returns whether it is."""
        kind, text = self.peek()
        is_one = kind == "word" and text.lower() in words
        self._at += is_one
        return is_one

    def skip(self, *words: str) -> None:
        """Take all tokens up to the first that is none of some words."""
        while self.takes(*words):
            pass

    def skip_to(self, word: str) -> None:
        """Take all tokens up to a word, which is taken, too."""
        while self.peek()[0] and not self.takes(word):
            self._at += 1

    def names(self, count: int | None = None) -> Iterator[_Table]:
        """Take names of tables between commas, and yield each with its database."""
        while self.peek()[0] in {"name", "word"} and count != 0:
            first = _unquoted(self.next()[1])
            if self.peek()[1] == "." and self.peek(1)[0] in {"name", "word"}:
                self.next()
                yield first, _unquoted(self.next()[1])
            else:
                yield self.database, first
            if count is not None:
                count -= 1
            elif self.peek()[1] == ",":
                self.next()
            else:
                return

    def clauses(self) -> Iterator[_Reader]:
        """Yield the clauses between commas, without the contents of parentheses."""
        tokens: list[_Token] = []
        depth = 0
        while (token := self.next())[0]:
            depth -= token[1] == ")"
            if token[1] == "," and not depth:
                yield _Reader(tokens, self.database)
                tokens = []
            elif not depth:
                tokens.append(token)
            depth += token[1] == "("
        yield _Reader(tokens, self.database)


def _unquoted(name: str) -> str:
    quote = name[:1]
    return name[1:-1].replace(quote * 2, quote) if quote in {"`", '"'} else name
