"""The tokens of SQL statements, read one after another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

_BEHIND_TABLE = frozenset(
    {
        *("as", "cross", "for", "force", "full", "ignore", "inner", "join", "left", "limit"),
        *("natural", "on", "order", "outer", "partition", "returning", "right", "set"),
        *("straight_join", "tablesample", "use", "using", "where"),
    }
)
"""Words behind a table that are not its alias."""

Table: TypeAlias = tuple[str, str]
"""The names of a database and a table."""

Token: TypeAlias = tuple[str, str]
"""A token's kind (`name` in quotes, `word`, `text` or `sign`), and its text."""


@lru_cache
def _token_pattern(*, is_ansi: bool, has_escapes: bool) -> re.Pattern[str]:
    """Return the pattern of tokens: a double quote begins a name or a text, with escapes or not."""
    inside = r"(?:[^{0}\\]|\\.|{0}{0})*" if has_escapes else "(?:[^{0}]|{0}{0})*"
    # one without its end goes up to the end of the statement: it is looked for once
    end = r"(?:{0}|\\?\Z)"
    texts = "'" + (inside + end).format("'")
    names = "`(?:[^`]|``)*(?:`|\\Z)"
    if is_ansi:
        names += r'|"(?:[^"]|"")*(?:"|\Z)'
    else:
        texts += '|"' + (inside + end).format('"')
    return re.compile(
        rf"""(?P<blank>\s+|--(?=\s|$)[^\n]*|\#[^\n]*|/\*(?!M?!).*?(?:\*/|\Z)|/\*M?!\d*|\*/)
        |(?P<name>{names})
        |(?P<word>[\w$\u0080-\uffff]+)
        |(?P<text>{texts})
        |(?P<sign>.)""",
        re.DOTALL | re.VERBOSE,
    )


def tokens_of(statement: str, sql_mode: str) -> Iterator[Token]:
    modes = sql_mode.split(",")
    pattern = _token_pattern(
        is_ansi="ANSI_QUOTES" in modes, has_escapes="NO_BACKSLASH_ESCAPES" not in modes
    )
    for one in pattern.finditer(statement):
        if one.lastgroup != "blank":
            yield str(one.lastgroup), one[0]


class TokenReader:
    """Reads the tokens of a statement, or of a clause of it, as far as they are asked for."""

    def __init__(self, tokens: Iterable[Token], database: str) -> None:
        self.database = database
        self._tokens = iter(tokens)
        self._ahead: list[Token] = []

    def peek(self, ahead: int = 0) -> Token:
        """Return a token's kind and text, both empty behind the end."""
        while len(self._ahead) <= ahead:
            self._ahead.append(next(self._tokens, ("", "")))
        return self._ahead[ahead]

    def next(self) -> Token:
        """Take a token."""
        token = self.peek()
        del self._ahead[0]
        return token

    def is_at(self, *words: str) -> bool:
        """Return whether the next token is one of some words."""
        kind, text = self.peek()
        return kind == "word" and text.lower() in words

    def takes(self, *words: str) -> bool:
        """Take the next token if it is one of some words. Returns whether it is."""
        is_one = self.is_at(*words)
        if is_one:
            self.next()
        return is_one

    def skip(self, *words: str) -> None:
        """Take all tokens up to the first that is none of some words."""
        while self.takes(*words):
            pass

    def skip_to(self, word: str) -> None:
        """Take all tokens up to a word, which is taken, too."""
        while self.peek()[0] and not self.takes(word):
            self.next()

    def skip_item(self) -> None:
        """Take a token, or all that is in parentheses."""
        depth = 0
        while (token := self.next())[0]:
            depth += (token[1] == "(") - (token[1] == ")")
            if depth <= 0:
                return

    def names(self, count: int | None = None) -> Iterator[Table]:
        """Take names of tables between commas, and yield each with its database."""
        while self.peek()[0] in {"name", "word"} and count != 0:
            first = unquoted(self.next()[1])
            if self.peek()[1] == "." and self.peek(1)[0] in {"name", "word"}:
                self.next()
                yield first, unquoted(self.next()[1])
            else:
                yield self.database, first
            if self.peek()[1] == "." and self.peek(1)[1] == "*":  # of DELETE
                self.next()
                self.next()
            if count is not None:
                count -= 1
            elif self.peek()[1] == ",":
                self.next()
            else:
                return

    def references(self, *ends: str) -> Iterator[tuple[Table, str | None]]:
        """Yield the tables of joins up to one of some words, with their aliases."""
        is_table = True
        while self.peek()[0] and not self.is_at(*ends):
            kind, text = self.peek()
            is_opening = text == "(" and is_table and not self._is_query(1)
            is_lateral = self.is_at("lateral") and self.peek(1)[1] == "("
            if kind in {"name", "word"} and is_table and not is_lateral:
                (table,) = self.names(1)
                if self.peek()[1] != "(":  # of a function
                    yield table, self._alias()
                is_table = False
            elif is_opening or text in {",", "{"} or self.is_at("join", "straight_join"):
                self.next()
                is_table = True
                if text == "{":
                    self.takes("oj")
            else:
                self.skip_item()
                is_table = is_lateral

    def _alias(self) -> str | None:
        if self.takes("partition"):
            self.skip_item()
        self.takes("as")
        kind, text = self.peek()
        is_alias = kind == "name" or (kind == "word" and text.lower() not in _BEHIND_TABLE)
        return unquoted(self.next()[1]) if is_alias else None

    def _is_query(self, ahead: int) -> bool:
        kind, text = self.peek(ahead)
        return kind == "word" and text.lower() in {"select", "with", "values", "table"}

    def has_rows(self) -> bool:
        """Return whether the rest of CREATE TABLE is, or has, a query."""
        depth = 0
        while (token := self.next())[0]:
            kind, text = token
            depth += (text == "(") - (text == ")")
            words = {"select"} if depth else {"select", "table", "values"}
            if kind == "word" and text.lower() in words:
                return True
        return False

    def qualifiers(self) -> Iterator[str]:
        """Yield the names that points follow."""
        while (token := self.next())[0]:
            if self.peek()[1] == "." and token[0] in {"name", "word"}:
                yield unquoted(token[1])

    def clauses(self) -> Iterator[TokenReader]:
        """Yield the clauses between commas, up to the end of parentheses."""
        tokens: list[Token] = []
        depth = 0
        while depth >= 0 and (token := self.next())[0]:
            depth += (token[1] == "(") - (token[1] == ")")
            if token[1] == "," and not depth:
                yield TokenReader(tokens, self.database)
                tokens = []
            elif depth >= 0:
                tokens.append(token)
        yield TokenReader(tokens, self.database)


def unquoted(name: str) -> str:
    """Return a name without its quotes."""
    quote = name[:1]
    return name[1:-1].replace(quote * 2, quote) if quote in {"`", '"'} else name
