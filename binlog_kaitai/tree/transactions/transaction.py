"""What the event that opens a transaction says of it, and the names of XA transactions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.transactions import LAST_TIMESTAMP, Transaction
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.transactions.statements import query_text

_BOUND = re.compile(
    r"\s*(?:(BEGIN|COMMIT|ROLLBACK)\s*$|(XA)\s+(START|BEGIN|PREPARE|COMMIT|ROLLBACK)\b(.*))",
    re.IGNORECASE | re.DOTALL,
)


def transaction_of(event: LoggedEvent) -> Transaction:
    """Return the transaction that an event opens by naming it."""
    body = event.tree.body
    match event.type:
        case EventType.gtid:
            return Transaction(f"{UUID(bytes=body.uuid)}:{body.gno}", body.commit_timestamp)
        case EventType.gtid_tagged:
            return _tagged(body)
        case EventType.mariadb_gtid:
            gtid = f"{body.domain_id}-{event.tree.header.server_id}-{body.sequence}"
            return Transaction(gtid, None, _alter_phase(body), _xid_of(body))
    return Transaction(None, body.commit_timestamp)


@dataclass(frozen=True, slots=True)
class Bound:
    """A statement that begins, ends or decides a transaction; `xid` is the name that it tells.

    `name` is its first words, such as begin, commit, xa_start or xa_rollback.
    """

    name: str
    xid: str | None = None

    @property
    def begins(self) -> bool:
        """Whether it begins a transaction."""
        return self.name in ("begin", "xa_start", "xa_begin")

    @property
    def decides(self) -> bool:
        """Whether it decides what becomes of a transaction of XA."""
        return self.name in ("xa_commit", "xa_rollback")


def bound_of(event: LoggedEvent) -> Bound | None:
    """Return the bound of a transaction that a statement is; None where it is none."""
    if not event.tree.is_query:
        return None
    found = _BOUND.match(query_text(event.tree.body))
    if found is None:
        return None
    plain, xa, verb, rest = found.groups()
    if plain is not None:
        return Bound(plain.lower())
    return Bound(f"{xa}_{verb}".lower(), xid_in(rest))


def _xid_of(body: Any) -> str | None:
    """Return the name of an XA transaction that MariaDB's GTID tells, too."""
    if not (body.flags.prepared_xa or body.flags.completed_xa):
        return None
    return xid_of_parts(body.xid.global_id, body.xid.branch, body.xid.format_id)


def _tagged(body: Any) -> Transaction:
    names = GtidTaggedEvent.GtidTaggedFieldName
    fields = {field.name: field.value for field in body.fields}
    if not {names.uuid, names.gno} <= fields.keys():
        raise UnreadableError("a GTID with its UUID and number", "a GTID without them")
    uuid = UUID(bytes=bytes(byte.value for byte in fields[names.uuid].bytes))
    tag = fields[names.tag].text if names.tag in fields else ""
    parts = [str(uuid), tag, str(fields[names.gno].value)]
    commit = fields.get(names.immediate_commit_timestamp)
    return Transaction(":".join(filter(None, parts)), commit and _commit_timestamp(commit.value))


def _commit_timestamp(microseconds: int) -> int:
    if microseconds > LAST_TIMESTAMP:
        raise UnreadableError("a commit time before the year 10000", f"{microseconds} microseconds")
    return microseconds


def _alter_phase(body: Any) -> str | None:
    if not body.has_flags_extra:
        return None
    flags = body.flags_extra
    phases = {
        "start": flags.start_alter,
        "commit": flags.commit_alter,
        "rollback": flags.rollback_alter,
    }
    return next((phase for phase, is_set in phases.items() if is_set), None)


_PART = r"(?:[xX]'[0-9a-fA-F]*'|0[xX][0-9a-fA-F]+|'(?:[^'\\]|''|\\.)*')"
_XID = re.compile(rf"\s*({_PART})\s*(?:,\s*({_PART})\s*(?:,\s*(0[xX][0-9a-fA-F]+|\d+)\s*)?)?")
_ESCAPED = re.compile(r"''|\\(.)", re.DOTALL)
_ESCAPES = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a"}


def xid_of_parts(global_id: bytes, branch: bytes, format_id: int) -> str:
    """Return the name that two strings of bytes and a number make."""
    return f"X'{global_id.hex()}',X'{branch.hex()}',{format_id}"


def xid_in(text: str) -> str | None:
    """Return the name that begins a text, such as `'ab','c',7`; None where there is none."""
    found = _XID.match(text)
    if found is None:
        return None
    global_id, branch, format_id = found.groups()
    number = int(format_id or "1", 16 if format_id and "x" in format_id.lower() else 10)
    return xid_of_parts(_bytes(global_id), _bytes(branch or "''"), number)


def _bytes(part: str) -> bytes:
    if part[0] in "xX":
        return bytes.fromhex(_even(part[2:-1]))
    if part[0] == "0":
        return bytes.fromhex(_even(part[2:]))
    return _ESCAPED.sub(_unescaped, part[1:-1]).encode()


def _even(digits: str) -> str:
    return "0" * (len(digits) % 2) + digits


def _unescaped(found: re.Match[str]) -> str:
    escaped = found[1]
    return "'" if escaped is None else _ESCAPES.get(escaped, escaped)
