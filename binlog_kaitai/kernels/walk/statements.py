"""Notes statements, and what the events before them say for them alone.

That is noted as JSON text, as the record has it, which is the context that the tree engine has.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.generated.intvar_event import IntvarEvent
from binlog_kaitai.generated.kernels.intvar_event import read_intvar_event
from binlog_kaitai.generated.kernels.rand_event import read_rand_event
from binlog_kaitai.generated.kernels.user_var_event import read_user_var_event
from binlog_kaitai.generated.user_var_event import UserVarEvent
from binlog_kaitai.kernels.columns.loops import write_bytes
from binlog_kaitai.kernels.runtime.base64_text import len_base64, write_base64
from binlog_kaitai.kernels.runtime.compare import are_equal
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.runtime.text import (
    len_quoted,
    write_int,
    write_quoted,
    write_unsigned,
)
from binlog_kaitai.kernels.runtime.utf8 import is_ascii, is_utf8
from binlog_kaitai.kernels.walk.event_filter import Wanted, wants_time
from binlog_kaitai.kernels.walk.event_types import INTVAR, RAND
from binlog_kaitai.kernels.walk.noting import has_room, note_event, note_row
from binlog_kaitai.kernels.walk.sessions import (
    ASCII,
    OTHER,
    UTF8,
    encoding_of,
    find_session,
    fold_session,
)
from binlog_kaitai.kernels.walk.state import (
    FULL,
    GOES_ON,
    MAX_CONTEXT,
    MAX_SESSION,
    NEW_SESSION,
    NO_LAYOUT,
    STATEMENT,
    UNKNOWN,
    Noted,
    Scratch,
    Sessions,
)
from binlog_kaitai.model.changes import Context
from binlog_kaitai.model.charsets import BINARY, charset_of

IntvarType, UserVarType = IntvarEvent.IntvarType, UserVarEvent.UserVarType

LAST_INSERT_ID, INSERT_ID = IntvarType.last_insert_id.value, IntvarType.insert_id.value
STRING, INT = UserVarType.string.value, UserVarType.int.value

# bits of `context_kinds`; the last says that the text ends with a user variable
OF_LAST_INSERT_ID, OF_INSERT_ID, OF_RAND, OF_VARIABLES, AT_VARIABLES = (1 << i for i in range(5))

LAST_INSERT_ID_KEY = b', "last_insert_id": '
INSERT_ID_KEY = b', "insert_id": '
SEEDS_KEY = b', "rand_seeds": ['
VARIABLES_KEY = b', "user_variables": {'
NULL_VARIABLE = b'"type": "null", "value": null}'
INT_VARIABLE = b'"type": "int", "collation": '
STRING_VARIABLE = b'"type": "string", "collation": '
VALUE_KEY = b', "value": '
BASE64_KEY = b'{"base64": "'
LEN_MARKUP = 128
"""More than all keys and quotes of one event, and two numbers."""

COMMA, SPACE, CLOSE_BRACKET, CLOSE_BRACE, QUOTE = b', ]}"'

NUM_CELLS = 2
"""Of a statement: where the first byte of its text lies, and the last one."""


def _encodings() -> Any:
    """Return what texts of the first collations are encoded in, BYTES if they are not texts."""
    charsets = [charset_of(number) for number in range(NUM_COLLATIONS)]
    kinds = [BYTES if name == BINARY else encoding_of(name) for name in charsets]
    return np.array(kinds, np.uint8)


NUM_COLLATIONS = 2**12
BYTES = 1 + max(UTF8, ASCII, OTHER)
NOT_READ, NOT_TEXT = -1, -2
"""In place of an encoding."""

_ENCODINGS = _encodings()


@inlined
def is_encoded(buffer: Any, at: int, length: int, encoding: int) -> bool:
    """Return whether a text is UTF-8, or means the same as if it was."""
    if encoding == UTF8:
        return is_utf8(buffer, at, length)
    return bool(encoding == ASCII) and is_ascii(buffer, at, length)


@inlined
def note_context(
    buffer: Any, state: Any, scratch: Scratch, event: Any, body: int, body_end: int
) -> int:
    """Take in an INTVAR, RAND or USER_VAR event; return `GOES_ON`, or why it is not."""
    kind = event.header.type
    is_kept = state.wants_statements > 0
    if is_kept and state.has_context > 0:
        return UNKNOWN
    if kind == INTVAR:
        return _note_intvar(buffer, state, scratch, event, body, body_end, is_kept)
    if kind == RAND:
        return _note_seeds(buffer, state, scratch, event, body, body_end, is_kept)
    return _note_variable(buffer, state, scratch, event, body, body_end, is_kept)


@inlined
def _begin(state: Any, scratch: Scratch, kind: int, key: Any) -> int:
    """Write the key of what is noted, which is the first of its kind; return where it ends."""
    state.context_kinds = state.context_kinds & ~AT_VARIABLES | kind
    return write_bytes(scratch.context, state.len_context, key)


@inlined
def _has_room(state: Any, size: int) -> bool:
    return bool(state.len_context + size + LEN_MARKUP <= MAX_CONTEXT)


@inlined
def _note_intvar(
    buffer: Any, state: Any, scratch: Scratch, event: Any, body: int, body_end: int, is_kept: bool
) -> int:
    intvar = read_intvar_event(buffer, body, body, body_end, event.len_post_header)
    if intvar.pos < 0:
        return UNKNOWN
    if not is_kept or intvar.type not in (LAST_INSERT_ID, INSERT_ID):
        return GOES_ON
    of = OF_INSERT_ID if intvar.type == INSERT_ID else OF_LAST_INSERT_ID
    if state.context_kinds & of or not _has_room(state, 0):
        return UNKNOWN
    if of == OF_INSERT_ID:
        at = _begin(state, scratch, of, INSERT_ID_KEY)
    else:
        at = _begin(state, scratch, of, LAST_INSERT_ID_KEY)
    state.len_context = write_unsigned(scratch.context, at, intvar.value)
    return GOES_ON


@inlined
def _note_seeds(
    buffer: Any, state: Any, scratch: Scratch, event: Any, body: int, body_end: int, is_kept: bool
) -> int:
    rand = read_rand_event(buffer, body, body, body_end, event.len_post_header)
    if rand.pos < 0:
        return UNKNOWN
    if not is_kept:
        return GOES_ON
    if state.context_kinds & OF_RAND or not _has_room(state, 0):
        return UNKNOWN
    out = scratch.context
    at = write_unsigned(out, _begin(state, scratch, OF_RAND, SEEDS_KEY), rand.seed1)
    out[at], out[at + 1] = COMMA, SPACE
    at = write_unsigned(out, at + 2, rand.seed2)
    out[at] = CLOSE_BRACKET
    state.len_context = at + 1
    return GOES_ON


@inlined
def _note_variable(
    buffer: Any, state: Any, scratch: Scratch, event: Any, body: int, body_end: int, is_kept: bool
) -> int:
    # what decimals are made of is not asked for
    variable = read_user_var_event(
        buffer,
        body,
        body,
        body_end,
        event.len_post_header,
        0,
        scratch.cells,
        scratch.before_num_set,
    )
    encoding = encoding_of_variable(buffer, variable)
    if variable.pos < 0 or encoding == NOT_READ:
        return UNKNOWN
    if not is_kept:
        return GOES_ON
    follows = state.context_kinds & AT_VARIABLES != 0
    is_apart = state.context_kinds & OF_VARIABLES != 0 and not follows
    name_ofs, name_len = variable.name_ofs, variable.name_len
    value_ofs, value_len = variable.string_value_ofs, variable.string_value_len
    if is_apart or encoding < 0 or not is_utf8(buffer, name_ofs, name_len):
        return UNKNOWN
    size = name_len + value_len
    if not _has_room(state, size):
        return UNKNOWN
    size = len_quoted(buffer, name_ofs, name_len) + len_base64(value_len)
    if not _has_room(state, size + len_quoted(buffer, value_ofs, value_len)):
        return UNKNOWN
    out = scratch.context
    if follows:
        start = state.len_context - 1
        out[start], out[start + 1] = COMMA, SPACE
        start += 2
    else:
        start = _begin(state, scratch, OF_VARIABLES | AT_VARIABLES, VARIABLES_KEY)
    at = write_quoted(out, start, buffer, name_ofs, name_len)
    if follows and _is_written(out, start, at - start):
        out[start - 2] = CLOSE_BRACE
        return UNKNOWN
    at = write_variable(out, write_bytes(out, at, b": {"), buffer, variable, encoding)
    out[at] = CLOSE_BRACE
    at += 1
    state.len_context = at
    return GOES_ON


@inlined
def encoding_of_variable(buffer: Any, variable: Any) -> int:
    """Return what the text in a `UserVarEvent` is encoded in, BYTES where it has none.

    It is NOT_READ where kernels do not read the variable, and NOT_TEXT where not the text.
    """
    is_null = variable.is_null != 0
    if variable.pos < 0 or not (is_null or variable.type in (STRING, INT)):
        return NOT_READ
    if is_null or variable.type != STRING:
        return BYTES
    if variable.collation >= NUM_COLLATIONS:
        return NOT_TEXT
    encoding = int(_ENCODINGS[variable.collation])
    ofs, length = variable.string_value_ofs, variable.string_value_len
    if encoding != BYTES and not is_encoded(buffer, ofs, length, encoding):
        return NOT_TEXT
    return encoding


@inlined
def write_variable(out: Any, at: int, buffer: Any, variable: Any, encoding: int) -> int:
    """Write what the record tells of a user variable, up to a closing brace."""
    if variable.is_null != 0:
        return int(write_bytes(out, at, NULL_VARIABLE))
    ofs, length = variable.string_value_ofs, variable.string_value_len
    if variable.type == INT:
        at = write_int(out, write_bytes(out, at, INT_VARIABLE), variable.collation)
        at = write_bytes(out, at, VALUE_KEY)
        if variable.is_unsigned:
            at = write_unsigned(out, at, variable.signed_value)
        else:
            at = write_int(out, at, variable.signed_value)
    else:
        at = write_int(out, write_bytes(out, at, STRING_VARIABLE), variable.collation)
        at = write_bytes(out, at, VALUE_KEY)
        if encoding == BYTES:
            at = write_base64(out, write_bytes(out, at, BASE64_KEY), buffer, ofs, length)
            out[at], out[at + 1] = QUOTE, CLOSE_BRACE
            at += 2
        else:
            at = write_quoted(out, at, buffer, ofs, length)
    out[at] = CLOSE_BRACE
    return at + 1


@inlined
def _is_written(out: Any, at: int, length: int) -> bool:
    """Return whether a quoted text lies before the place where it does."""
    for i in range(at - length):
        if out[i] == QUOTE and are_equal(out, i, out, at, length):
            return True
    return False


@inlined
def drop_context(state: Any) -> None:
    """Forget what was noted for a statement."""
    state.len_context = state.context_kinds = 0


def context_of(state: Any, scratch: Scratch) -> Context:
    """Return what was noted for the next statement, as the tree engine has it."""
    if not state.len_context:
        return {}
    text = scratch.context[: state.len_context].tobytes()
    context: Context = json.loads(b"{" + text.removeprefix(b", ") + b"}")
    return context


@inlined
def is_noted(state: Any, header: Any, wanted: Wanted) -> bool:
    """Return whether a statement is one of those that are handed over."""
    return bool(
        state.wants_statements > 0
        and state.is_skipped == 0
        and wants_time(wanted, header.timestamp)
    )


class Session(NamedTuple):
    """The number of a statement's session, and its microseconds, negative where it has none.

    It `stop`s the scan where kernels do not read the statement; else that is `GOES_ON`. There are
    `num_numbers` in the scratch.
    """

    stop: int
    number: int
    num_numbers: int
    fraction: int


NO_SESSION = Session(GOES_ON, -1, 0, -1)


@inlined
def known_session(
    buffer: Any, state: Any, scratch: Scratch, query: Any, sessions: Sessions
) -> Session:
    """Return the session of a statement, or have the state tell of it if it is to be learned."""
    len_vars = query.status_vars_len
    start = query.status_vars_ofs if len_vars > 0 else query.database_ofs
    length = query.database_ofs + query.database_len - start
    if length > MAX_SESSION:
        return Session(UNKNOWN, -1, 0, -1)
    folded = fold_session(buffer, start, length, len_vars, scratch)
    number = find_session(folded, scratch, sessions)
    stop = GOES_ON
    if number < 0:
        state.session_len = folded.length
        state.session_vars_len = folded.len_status_vars
        state.session_numbers = folded.num_numbers
        stop = NEW_SESSION
    return Session(stop, number, folded.num_numbers, folded.fraction)


@inlined
def session_of_query(
    buffer: Any, state: Any, noted: Noted, scratch: Scratch, query: Any, sessions: Sessions
) -> Session:
    """Return the session of a statement that is to be noted."""
    session = known_session(buffer, state, scratch, query, sessions)
    number = session.number
    if number < 0:
        return session
    stop = GOES_ON
    has_text = state.context_text + MAX_CONTEXT <= len(noted.context_text)
    if not is_encoded(buffer, query.query_ofs, query.query_len, sessions.encoding[number]):
        stop = UNKNOWN
    elif not (has_text and has_room(state, noted, NUM_CELLS)):
        stop = FULL
    return Session(stop, number, session.num_numbers, session.fraction)


@inlined
def note_statement(
    state: Any, noted: Noted, scratch: Scratch, header: Any, query: Any, session: Session
) -> None:
    """Note a statement, for which there is room."""
    event, at, length = state.events, state.context_text, state.len_context
    noted.event_thread[event] = query.thread_id
    noted.event_error[event] = query.error_code
    noted.event_fraction[event] = session.fraction
    noted.event_context_ofs[event] = at
    noted.event_context_len[event] = length
    copy(noted.context_text, at, scratch.context, 0, length)
    state.context_text = at + length
    note_event(state, noted, scratch, header, NO_LAYOUT, session.number)
    noted.cells[state.cells] = query.query_ofs
    noted.cells[state.cells + 1] = query.query_ofs + query.query_len - 1
    note_row(state, noted, NUM_CELLS, STATEMENT)
