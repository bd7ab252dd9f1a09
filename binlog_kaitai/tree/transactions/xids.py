"""Names of XA transactions, in the one form that servers log them in: `X'6162',X'',1`."""

from __future__ import annotations

import re

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
