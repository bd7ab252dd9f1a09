"""Redaction where rules are given: the key of hashes, and statements that may hold values."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.catalog.catalog import DDL_WORDS, reader_of, tables_in
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.sessions import session_of
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.catalog.tokens import Version, tokens_of, unquoted
from binlog_kaitai.errors import BinlogError, DoubtWarning, UnreadableError
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.masking import HASH
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.read.logged_ddl import server_of

MAX_KEY = 2**16  # bytes

TEXTS_STAY = "a statement that names a redacted column has texts, which stay"

FIELDS = ("data", "database", "server_id", "position")


class RedactionWarning(DoubtWarning):
    """A statement may hold values of redacted columns, or a table has no such column."""


def redaction_of(
    rules: Redaction | str | Iterable[str] | None,
    key: str | os.PathLike[str] | None = None,
    view: str = "changes",
) -> Redaction | None:
    """Parse rules such as `shop.users.email=hash`; several in one text have a line each.

    Args:
        rules: the rules, of which the first that matches a column counts; or what they mean.
        key: file with the secret key of hashes.
        view: the view to redact.

    Returns:
        None if there are no rules.

    Raises:
        ValueError: a rule is invalid, a hash has no key, or the view is not of changes.
        OSError: the file cannot be read.
    """
    if isinstance(rules, Redaction):
        parsed, secret = rules.rules, rules.key
    else:
        texts = rules.splitlines() if isinstance(rules, str) else rules or ()
        parsed, secret = tuple(parse_rule(text.strip()) for text in texts if text.strip()), b""
    if parsed and view != "changes":
        raise ValueError(f"redact: only changes are redacted, found view={view!r}")
    if key is not None:
        with Path(key).open("rb") as stream:
            secret = stream.read(MAX_KEY)
        if not secret:
            raise ValueError(f"expected a key to redact with, found an empty file {key}")
    if not secret and any(rule.action == HASH for rule in parsed):
        raise ValueError("COLUMN=hash needs a key: --redact-key, redactKey or redaction_of")
    return Redaction(parsed, secret) if parsed else None


def rules_without_columns(redaction: Redaction | None) -> list[str]:
    """Return a warning for each rule of a table that was read and had no such column."""
    rules = [] if redaction is None else redaction.without_columns()
    return [f"no {one.what} to redact in any row of {one.database}.{one.table}" for one in rules]


def warn_of_rules(redaction: Redaction | None) -> None:
    """Warn of rules of tables that were read and had no such column."""
    for text in rules_without_columns(redaction):
        warnings.warn(text, RedactionWarning, stacklevel=2)


def tables_of(text: str, session: Session) -> list[tuple[str, str | None]]:
    """Return the tables that a statement changes; None for any of a database."""
    return [
        (name.database, None if name.table == ALL_OF_DATABASE else name.table)
        for name in tables_in(text, session)
    ]


def has_texts_of(text: str, session: Session, redaction: Redaction) -> bool:
    """Return whether a statement has texts in quotes, which may be values of redacted columns.

    It names such a column, or lists values of partitions of its table.

    Raises:
        UnreadableError: a statement that is no DDL changes rows that are redacted.
    """
    is_redacted = any(redaction.may_be_of(*table) for table in tables_of(text, session))
    _, word = reader_of(text, session).peek()
    if is_redacted and word.lower() not in DDL_WORDS:
        found = f"a statement: {word.upper()}"  # its text holds values
        raise UnreadableError("changes of redacted tables that are logged as rows", found)
    tokens = list(tokens_of(text, session.sql_mode, session.server))
    if all(kind != "text" for kind, *_ in tokens):
        return False
    names = {unquoted(token).lower() for kind, token, *_ in tokens if kind in {"word", "name"}}
    return (is_redacted and "values" in names) or redaction.is_named(session.database, names)


class StatementGuard:
    """Lets pass no statement of a log that may hold values of redacted columns.

    Args:
        file: the log.
        redaction: the redaction of the columns.
    """

    def __init__(self, file: str, redaction: Redaction) -> None:
        self.file = file
        self._redaction = redaction
        self._server: Version | None = None

    def check(self, batch: pa.RecordBatch) -> None:
        """Look at the statements among flat records.

        Raises:
            BinlogError: a statement changes rows that are redacted.
        """
        statements = batch.filter(pc.equal(batch.column("change_type"), STATEMENT))
        for data, database, server_id, position in values_of(statements, FIELDS):
            self._server = self._server or server_of(self.file)
            record = json.loads(data)
            session = session_of(record, database, server_id, self._server)
            try:
                if has_texts_of(str(record["statement"]), session, self._redaction):
                    place = f"{self.file}: at byte {position}"
                    warnings.warn(f"{place}: {TEXTS_STAY}", RedactionWarning, stacklevel=2)
            except UnreadableError as error:
                raise BinlogError(self.file, position, error.expected, error.found) from error
