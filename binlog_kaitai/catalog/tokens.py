"""The tokens of SQL statements, read one after another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

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

Token: TypeAlias = tuple[str, str, int, str]
"""A token's kind (`name` in quotes, `word`, `text` or `sign`), its text, its place in that of the
statement, and of a word the text in lower case."""

_COMMENT = re.compile(r"/\*|\*/")
_MARIADB_ONLY_SINCE = 50700
_MARIADB_FIRST = 100000


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
        rf"""(?P<blank>\s+|--(?=\s|$)[^\n]*|\#[^\n]*|/\*(?!M?!).*?(?:\*/|\Z)|\*/)
        |(?P<word>[\w$\u0080-\uffff]+)
        |(?P<name>{names})
        |(?P<text>{texts})
        |(?P<executable>/\*M?!\d{{0,6}})
        |(?P<sign>.)""",
        re.DOTALL | re.VERBOSE,
    )


def tokens_of(statement: str, sql_mode: str, version: Version | None = None) -> Iterator[Token]:
    """Yield the tokens of a statement.

    Args:
        statement: its text.
        sql_mode: the session's; it decides how quotes and backslashes are read.
        version: the server's; it decides which executable comments are read, by default all.
    """
    modes = sql_mode.split(",")
    pattern = _token_pattern(
        is_ansi="ANSI_QUOTES" in modes, has_escapes="NO_BACKSLASH_ESCAPES" not in modes
    )
    start: int | None = 0
    while start is not None:
        found, start = pattern.finditer(statement, start), None
        for one in found:
            kind = one.lastgroup
            if kind == "executable":
                if version is not None and not version.executes(one[0]):
                    start = _end_of_comment(statement, one.end())
                    break
            elif kind is not None and kind != "blank":
                text = one[0]
                yield kind, text, one.start(), text.lower() if kind == "word" else ""


def _end_of_comment(statement: str, start: int) -> int:
    """Return the end of a comment; comments may lie in it."""
    depth = 1
    for one in _COMMENT.finditer(statement, start):
        depth += 1 if one[0] == "/*" else -1
        if not depth:
            return one.end()
    return len(statement)


class Version(NamedTuple):
    """The version of a server, and whether it is MariaDB."""

    numbers: tuple[int, ...]
    is_mariadb: bool

    def executes(self, opening: str) -> bool:
        """Return whether the server executes a comment that begins so, such as `/*!50100`."""
        number = int(opening.rpartition("!")[2] or 0)
        major, minor, patch = (*self.numbers, 0, 0, 0)[:3]
        own = major * 10000 + minor * 100 + patch
        if not self.is_mariadb:
            return "M" not in opening and number <= own
        is_of_mysql = "M" not in opening and _MARIADB_ONLY_SINCE <= number < _MARIADB_FIRST
        return number <= own and not is_of_mysql


class TokenReader:
    """Reads the tokens of a statement, or of a clause of it."""

    __slots__ = ("_at", "_end", "_tokens", "database", "statement")

    def __init__(
        self,
        tokens: Iterable[Token],
        database: str,
        statement: str = "",
        part: tuple[int, int] | None = None,
    ) -> None:
        self.database = database
        self.statement = statement
        self._tokens = tokens if isinstance(tokens, list) else list(tokens)
        self._at, self._end = (0, len(self._tokens)) if part is None else part

    def peek(self, ahead: int = 0) -> tuple[str, str]:
        """Return a token's kind and text, both empty behind the end."""
        at = self._at + ahead
        return self._tokens[at][:2] if at < self._end else ("", "")

    def next(self) -> tuple[str, str]:
        """Take a token."""
        token = self.peek()
        self._at += 1
        return token

    def __len__(self) -> int:
        """Return how many tokens are left."""
        return max(self._end - self._at, 0)

    @property
    def is_done(self) -> bool:
        """Whether no token is left."""
        return self._at >= self._end

    def is_adjacent(self) -> bool:
        """Return whether the next token begins where the last one ended."""
        if not 0 < self._at < self._end:
            return False
        _, text, start, _ = self._tokens[self._at - 1]
        return self._tokens[self._at][2] == start + len(text)

    def is_word(self) -> bool:
        """Return whether the next token is a word."""
        return self.peek()[0] == "word"

    def rest(self) -> str:
        """Take all tokens that are left, and return their text."""
        before = self.here()
        self._at = max(self._at, self._end)
        return self.text_since(before)

    def text_since(self, first: TokenReader) -> str:
        """Return the text of the statement from the place of another reader up to here."""
        if first._at >= self._at:
            return ""
        _, last, start, _ = self._tokens[min(self._at, self._end) - 1]
        return self.statement[self._tokens[first._at][2] : start + len(last)]

    def through(self, whole: TokenReader) -> TokenReader:
        """Return a reader from this place up to the end of another reader."""
        return TokenReader(self._tokens, self.database, self.statement, (self._at, whole._end))

    def here(self) -> TokenReader:
        """Return another reader at this place."""
        return TokenReader(self._tokens, self.database, self.statement, (self._at, self._end))

    def is_at(self, *words: str) -> bool:
        """Return whether the next token is one of some words."""
        return self._at < self._end and self._tokens[self._at][3] in words

    def takes(self, *words: str) -> bool:
        """Take the next token if it is one of some words. Returns whether it is."""
        is_one = self._at < self._end and self._tokens[self._at][3] in words
        if is_one:
            self._at += 1
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
        first, depth = self._at, 0
        while self._at < self._end:
            text = self._tokens[self._at][1]
            depth += (text == "(") - (text == ")")
            if depth < 0:
                break
            if text == "," and not depth:
                yield TokenReader(self._tokens, self.database, self.statement, (first, self._at))
                first = self._at + 1
            self._at += 1
        last = (first, min(self._at, self._end))
        self._at += 1
        yield TokenReader(self._tokens, self.database, self.statement, last)


def unquoted(name: str) -> str:
    """Return a name without its quotes."""
    quote = name[:1]
    return name[1:-1].replace(quote * 2, quote) if quote in {"`", '"'} else name
