"""Statements as lines that the clients `mysql` and `mariadb` pass on unchanged.

Clients parse scripts before servers do. They run commands: words at the start of a line, such as
`system`, and letters after a backslash. They end statements at delimiters that DELIMITER changes,
and parse quotes and comments by rules that differ from the server's in rare cases. Text that might
be such a case goes to the server in hexadecimal, by PREPARE.
"""

from __future__ import annotations

import re
import unicodedata

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.undo.texts import bytes_sql, readable
from binlog_kaitai.model.definitions import Flavor
from binlog_kaitai.printable import printable

SHOWN = 200  # characters of a statement in a comment

LOSSY_CLIENTS = ("big5", "cp932", "gb18030", "gbk", "sjis")
"""Charsets with a character whose second byte is a backtick or a backslash of ASCII."""

# of all versions of both clients
_COMMANDS = frozenset(
    (
        *("?", "charset", "clear", "connect", "costs", "delimiter", "edit", "ego", "exit", "go"),
        *("help", "nopager", "notee", "nowarning", "pager", "print", "prompt", "query_attributes"),
        *("quit", "rehash", "resetconnection", "sandbox", "source", "ssl_session_data_print"),
        *("status", "system", "tee", "use", "warnings"),
    )
)
_FIRST_WORDS = re.compile(r"^[^\S\n]*(\?|[a-z_]+)(?=[\s;]|$)", re.MULTILINE)

# quotes and comments that end at the same place for clients and servers, in each SQL mode
_TOKENS = re.compile(
    r"(?:[^'\"`#/-]|'[^']*'|\"[^\"]*\"|`[^`]*`|#[^\n]*|--(?=[ \t\n]|$)[^\n]*|-(?!-)"
    r"|/(?!\*)|/\*(?![!+M])(?:[^*]|\*(?!/))*\*/)*"
)

# statements that MySQL does not prepare
_ROUTINE = re.compile(
    r"(?:create|alter|drop)\s(?:[^(]*?\s)?(?:procedure|function|trigger|event)\s", re.IGNORECASE
)


def client_lines(statement: str) -> list[str]:
    """Return the lines that run a statement whose literals come from `literals`.

    Raises:
        UnreadableError: the statement is not valid Unicode.
    """
    if readable(statement.replace(",\n  (", ", (").replace("\n  (", " (", 1)):
        return [f"{statement};"]
    return _prepared(statement)


def text_lines(text: str, collation: str | None, flavor: Flavor) -> list[str]:
    """Return the lines that run a statement with its text from a log.

    Args:
        text: the statement.
        collation: the collation of its connection, None if the log does not contain it.
        flavor: the kind of server that runs it.

    Raises:
        UnreadableError: a client might run a part of the text, and the server cannot prepare it.
    """
    text = text.strip()
    if text.endswith(";"):
        text = text[:-1].rstrip()
    if _is_plain(text):
        if ";" not in text and "\n" not in text:
            return [f"{text};"]
        delimiter = "$$"
        while delimiter in text:
            delimiter += "$"
        return [f"DELIMITER {delimiter}", text, delimiter, "DELIMITER ;"]
    shown = printable(text[:SHOWN])
    expected = "a statement that clients send unchanged, or that servers can prepare"
    if flavor == "mysql" and _ROUTINE.match(text):
        raise UnreadableError(expected, f"a stored program with special characters: {shown}")
    # PREPARE converts its text into the charset of the connection's collation
    charset = (collation or "utf8mb4").partition("_")[0]
    is_kept = text.isascii() or charset == "utf8mb4"
    if not is_kept and not (charset in ("utf8", "utf8mb3") and max(text) <= "\uffff"):
        raise UnreadableError(expected, f"text outside of ASCII and {collation}: {shown}")
    return _prepared(text)


def _is_plain(text: str) -> bool:
    """Return whether a text has no characters, words or quotes that clients act on."""
    if not readable(text.replace("\n", "").replace("\t", "")) or not _TOKENS.fullmatch(text):
        return False
    # clients compare words by collations that ignore case, accents and width
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return "delimiter" not in plain and _COMMANDS.isdisjoint(_FIRST_WORDS.findall(plain))


def _prepared(statement: str) -> list[str]:
    try:
        data = statement.encode()
    except UnicodeEncodeError as error:
        shown = printable(statement[:SHOWN])
        raise UnreadableError("a statement in Unicode", shown) from error
    return [
        f"-- {printable(statement[:SHOWN])}",
        f"SET @binlog_kaitai_statement = _utf8mb4 {bytes_sql(data)};",
        "PREPARE binlog_kaitai FROM @binlog_kaitai_statement;",
        "EXECUTE binlog_kaitai;",
    ]
