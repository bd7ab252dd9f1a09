"""Literals and default values in statements."""

from __future__ import annotations

import re

from binlog_kaitai.catalog.tokens import TokenReader
from binlog_kaitai.model.definitions import Default

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a"}
_NOW = frozenset({"current_timestamp", "now", "localtime", "localtimestamp"})
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


class NotUnderstoodError(ValueError):
    """A statement, or a part of it, is not understood; its text is the part that was expected."""


def text_of(literal: str, *, has_escapes: bool) -> str:
    """Return the content of a string literal. Raises NotUnderstoodError for another token."""
    quote = literal[:1]
    if quote not in {"'", '"'} or len(literal) < 2 or literal[-1] != quote:  # noqa: PLR2004
        raise NotUnderstoodError(f"a string, found {literal}")
    inside = literal[1:-1].replace(quote * 2, quote)
    if not has_escapes or "\\" not in inside:
        return inside
    return _ESCAPE.sub(lambda one: _ESCAPED.get(one[1], one[1]), inside)


def default_of(clause: TokenReader, *, has_escapes: bool) -> Default | None:
    """Read the value behind DEFAULT; None for NULL. Raises NotUnderstoodError."""
    before = clause.here()
    kind, text = clause.peek()
    if text == "(":
        clause.skip_item()
        return Default("expression", clause.text_since(before)[1:-1].strip())
    if kind == "text":
        return Default("string", _strings(clause, has_escapes=has_escapes))
    if kind == "sign" or text[:1].isdigit():
        return _number(clause, before)
    if kind != "word":
        raise NotUnderstoodError(f"a default value, found {text or 'the end'}")
    clause.next()
    word = text.lower()
    if clause.peek()[0] == "text":
        return _introduced(word, _strings(clause, has_escapes=has_escapes))
    if word.startswith("_") and clause.is_word():  # _latin1 0xE4
        return default_of(clause, has_escapes=has_escapes)
    return None if word == "null" else _word_default(clause, word, before)


def _word_default(clause: TokenReader, word: str, before: TokenReader) -> Default:
    """Return the default value that begins with a word, which was taken."""
    if word in {"true", "false"}:
        return Default("number", "1" if word == "true" else "0")
    if word in _NOW:
        return Default("now", _in_parentheses(clause) or "0")
    if word == "next":  # NEXT VALUE FOR
        clause.skip("value", "for")
        list(clause.names(1))
    else:
        while clause.peek()[1] == ".":
            clause.next()
            clause.next()
        if clause.peek()[1] == "(":
            clause.skip_item()
    return Default("expression", clause.text_since(before))


def _introduced(word: str, text: str) -> Default:
    if word == "x":
        return Default("bytes", text)
    if word == "b":
        return Default("bytes", f"{int(text or '0', 2):x}")
    if word.startswith("_") or word in {"n", "date", "time", "timestamp"}:
        return Default("string", text)
    raise NotUnderstoodError(f"a default value, found {word}")


def _strings(clause: TokenReader, *, has_escapes: bool) -> str:
    """Read string literals that stand side by side, which are one."""
    found = ""
    while clause.peek()[0] == "text":
        found += text_of(clause.next()[1], has_escapes=has_escapes)
    return found


def _number(clause: TokenReader, before: TokenReader) -> Default:
    clause.next()
    while clause.is_adjacent() and (clause.peek()[1] in {".", "+", "-"} or clause.is_word()):
        clause.next()
    text = clause.text_since(before)
    if text in {"-", "+"}:
        clause.next()
        while clause.is_adjacent() and (clause.peek()[1] in {".", "+", "-"} or clause.is_word()):
            clause.next()
        text = "".join(clause.text_since(before).split())
    lower = text.lower()
    if lower.startswith(("0x", "0b")):
        digits = lower[2:]
        return Default("bytes", digits if lower[1] == "x" else f"{int(digits, 2):x}")
    if not _NUMBER.fullmatch(text):
        raise NotUnderstoodError(f"a number, found {text}")
    return Default("number", text)


def _in_parentheses(clause: TokenReader) -> str:
    if clause.peek()[1] != "(":
        return ""
    before = clause.here()
    clause.skip_item()
    return clause.text_since(before)[1:-1].strip()
