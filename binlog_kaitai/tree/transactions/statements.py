"""The statements of a log, with what a replay of them would need."""

from __future__ import annotations

import base64
import contextlib
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from binlog_kaitai.generated.intvar_event import IntvarEvent
from binlog_kaitai.generated.load_event import LoadEvent
from binlog_kaitai.generated.user_var_event import UserVarEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.inflate import inflate
from binlog_kaitai.model.changes import Context, Statement
from binlog_kaitai.model.charsets import BINARY, WIDE, charset_of, decoder
from binlog_kaitai.model.tables import is_valid, text_of
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.rows.decimals import decimal_of
from binlog_kaitai.tree.rows.values import finite
from binlog_kaitai.tree.transactions.sessions import StatusCode, has_status_vars, session_of

UserVarType = UserVarEvent.UserVarType
IntvarType = IntvarEvent.IntvarType


# statements that only bound transactions; what decides one of XA is more
TRANSACTION_CONTROL = re.compile(
    r"\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE\s+SAVEPOINT"
    r"|XA\s+(START|BEGIN|END|PREPARE))\b",
    re.IGNORECASE,
)


@dataclass
class StatementContext:
    """What events before a statement say for it alone, in JSON's terms; empty after it.

    `files` are the positions of the events with a LOAD DATA file's data, by the file's number;
    `loads` are the statements that an EXEC_LOAD is still to run. In a part of a log, `earlier`
    finds those that begin before the part.
    """

    variables: Context = field(default_factory=dict)
    files: dict[int, list[int]] = field(default_factory=dict)
    loads: dict[int, Statement] = field(default_factory=dict)
    earlier: EarlierFiles | None = None

    def note(self, event: LoggedEvent) -> None:
        """Take in an event that goes before a statement; others change nothing."""
        body = event.tree.body
        match event.type:
            case EventType.intvar if body.type != IntvarType.invalid:
                self.variables[body.type.name] = body.value
            case EventType.rand:
                self.variables["rand_seeds"] = [body.seed1, body.seed2]
            case EventType.user_var:
                names = self.variables.setdefault("user_variables", {})
                names[text_of(body.name, None)] = user_variable(body)
            case EventType.begin_load_query:
                self._know(body.file_id)
                self.files[body.file_id] = [event.position]
            case EventType.append_block:
                self.files.setdefault(body.file_id, []).append(event.position)
            case EventType.create_file:
                self._know(body.file_id)
                self.files[body.file_id] = [event.position]
                self.loads[body.file_id] = load_statement(body)
            case EventType.delete_file:
                self._know(body.file_id)
                self.files.pop(body.file_id, None)
                self.loads.pop(body.file_id, None)

    def copy(self) -> StatementContext:
        """Return the same, which goes on by itself."""
        variables, files = deepcopy(self.variables), deepcopy(self.files)
        earlier = None if self.earlier is None else self.earlier.copy()
        return StatementContext(variables, files, dict(self.loads), earlier)

    def take(self) -> Context:
        """Return what was noted for the statement that comes now."""
        taken, self.variables = self.variables, {}
        return taken

    def take_file(self, number: int) -> list[int]:
        """Return the positions of the events with a file's data, which is run now.

        Raises BinlogError where the log is damaged before the part.
        """
        if self.earlier is not None and number not in self.earlier.known:
            before, known = self.earlier.context(), self.earlier.known
            for other in before.files.keys() - known:
                self.files[other] = before.files[other] + self.files.get(other, [])
            for other in before.loads.keys() - known:
                self.loads[other] = before.loads[other]
            self.earlier = None
        self._know(number)
        return self.files.pop(number, [])

    def _know(self, number: int) -> None:
        if self.earlier is not None:
            self.earlier.known.add(number)


@dataclass
class EarlierFiles:
    """The LOAD DATA files that may begin before a part of a log.

    `context` returns the context at the part's beginning: a walk from the log's head, which is
    made once, if the part runs a file of which it does not have the beginning. `known` are the
    numbers of the files that began, were run or were deleted in the part.
    """

    context: Callable[[], StatementContext]
    known: set[int] = field(default_factory=set)

    def copy(self) -> EarlierFiles:
        """Return the same, which goes on by itself."""
        return EarlierFiles(self.context, self.known.copy())


def statement_of(event: LoggedEvent, context: StatementContext) -> Statement | None:
    """Return the statement that an event runs, or None where it runs none."""
    body = event.tree.body
    match event.type:
        case EventType.query | EventType.query_compressed:
            told = session_of(body, event.tree.format) | context.take()
            query, charset = query_bytes(body), query_charset(body)
            header = event.tree.header
            return Statement(
                text_of(query, charset),
                text_of(body.database, None),
                told,
                has_use=header.binlog_version == 1 or not header.flags.suppress_use,
                is_exact=query.isascii() or (charset is not None and is_valid(query, charset)),
            )
        case EventType.execute_load_query:
            text = text_of(body.query, client_charset(body.status_vars))
            told = session_of(body, event.tree.format) | context.take()
            files = context.take_file(body.file_id)
            load = {"file_positions": files, "duplicates": body.duplicates.name}
            return Statement(text, text_of(body.database, None), told | {"load": load})
        case EventType.load | EventType.new_load:
            load_data = load_statement(body)
            return Statement(load_data.text, load_data.database, load_data.context | context.take())
        case EventType.exec_load:
            files = context.take_file(body.file_id)
            if body.file_id not in context.loads:
                return None
            load_data = context.loads.pop(body.file_id)
            taken = context.take() | {"load": {"file_positions": files}}
            return Statement(load_data.text, load_data.database, load_data.context | taken)
    return None


def query_bytes(query: Any) -> bytes:
    """Return the text of a `QueryEvent` as it was sent."""
    if not query.is_compressed:
        sent: bytes = query.query
        return sent
    compressed = query.compressed_query
    return inflate(compressed.data, compressed.len_uncompressed.value)


def query_text(query: Any) -> str:
    """Return the text of a `QueryEvent`."""
    return text_of(query_bytes(query), query_charset(query))


def query_charset(query: Any) -> str | None:
    """Return the charset that a `QueryEvent` tells its text to be in, or None if it does not."""
    return client_charset(query.status_vars) if has_status_vars(query) else None


def client_charset(status_vars: Any) -> str | None:
    """Return the charset that a client sent a statement in, or None if no variable tells.

    Servers refuse clients of WIDE ones: a log that tells one is wrong.
    """
    for var in status_vars.vars:
        if var.code == StatusCode.charset:
            return client_charset_of(var.client_charset)
    return None


def client_charset_of(number: int) -> str | None:
    """Return the charset that the number of a client's one stands for."""
    charset = charset_of(number)
    return None if charset in WIDE else charset


def user_variable(body: Any) -> Context:
    """Return the type, the value in JSON's terms and the collation's number of a `UserVarEvent`."""
    if body.is_null:
        return {"type": "null", "value": None}
    variable: Context = {"type": body.type.name, "collation": body.collation}
    match body.type:
        case UserVarType.int:
            return variable | {"value": body.int_value}
        case UserVarType.real:
            return variable | {"value": finite(body.value.value)}
        case UserVarType.decimal:
            return variable | {"value": format(decimal_of(body.value.value), "f")}
    return variable | {"value": _string_value(body.value.value, charset_of(body.collation))}


def _string_value(encoded: bytes, charset: str | None) -> Any:
    with contextlib.suppress(UnicodeDecodeError):
        if charset != BINARY:
            return decoder(charset or "utf8mb4")(encoded)
    return {"base64": base64.b64encode(encoded).decode()}


def load_statement(body: Any) -> Statement:
    """Return the LOAD DATA statement that a `LoadEvent` holds in its parts."""
    options = body.options
    quoted = {name: _quoted(_option(options, name)) for name in _LOAD_OPTIONS}
    flags = options.flags
    duplicates = "REPLACE " if flags.is_replace else "IGNORE " if flags.is_ignore else ""
    optionally = "OPTIONALLY " if flags.is_enclosed_optionally else ""
    skipped = f" IGNORE {body.num_skipped_lines} LINES" if body.num_skipped_lines else ""
    starting = (
        f" STARTING BY {quoted['lines_starting_by']}"
        if _option(options, "lines_starting_by")
        else ""
    )
    columns = ", ".join(f"`{_text(name.text)}`" for name in body.fields)
    text = (
        f"LOAD DATA INFILE {_quoted(body.file_name)} {duplicates}"
        f"INTO TABLE `{_text(body.table.text)}`"
        f" FIELDS TERMINATED BY {quoted['fields_terminated_by']}"
        f" {optionally}ENCLOSED BY {quoted['fields_enclosed_by']}"
        f" ESCAPED BY {quoted['fields_escaped_by']}"
        f" LINES TERMINATED BY {quoted['lines_terminated_by']}{starting}{skipped}"
    )
    return Statement(
        f"{text} ({columns})" if columns else text,
        _text(body.database.text),
        {"thread_id": body.thread_id},
    )


_LOAD_OPTIONS = (
    "fields_terminated_by",
    "fields_enclosed_by",
    "fields_escaped_by",
    "lines_terminated_by",
    "lines_starting_by",
)


def _option(options: Any, name: str) -> bytes:
    value: Any = getattr(options, name)
    if isinstance(options, LoadEvent.LoadOptions):
        text: bytes = value.text
        return text
    return b"" if getattr(options.empty_flags, name) else bytes(value)


def _text(encoded: bytes) -> str:
    return text_of(encoded, None)


def _quoted(encoded: bytes) -> str:
    escapes = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
    return f"'{''.join(escapes.get(c, c) for c in _text(encoded))}'"
