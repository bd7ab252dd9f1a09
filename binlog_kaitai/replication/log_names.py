"""Check the names of a server's logs, because they become file names."""

from __future__ import annotations

import re
from typing import NewType

LogName = NewType("LogName", str)
"""A name that `log_name` has checked: a single path component of a log file."""

MAX_BYTES = 255
MAX_SHOWN = 60

A_LOG_NAME = (
    "the name of a binary log (letters, digits and . _ - + = @ ~, a dot, and a number; at most"
    f" {MAX_BYTES} bytes)"
)

# letters and digits of any script, and no special character of paths, URIs, patterns or shells
_SHAPE = re.compile(r"\w[\w.+=@~ -]*\.[0-9]+")


def log_name(text: str) -> LogName:
    """Return text as the name of a binary log, such as `binlog.000001`.

    The shape, a base, a dot and digits, excludes the other files of an archive.

    Raises:
        ValueError: the text is not such a name, or has more than 255 bytes.
    """
    if _SHAPE.fullmatch(text) is None or len(text.encode()) > MAX_BYTES:
        raise ValueError(f"expected {A_LOG_NAME}, found {shown(text)}")
    return LogName(text)


def name_after(name: LogName) -> LogName:
    """Return the name that a server gives to the log after another."""
    base, _, number = name.rpartition(".")
    return log_name(f"{base}.{int(number) + 1:0{len(number)}}")


_LATER = re.compile(r"~[0-9]+\.")


def later_prefix(number: int) -> str:
    """Return what the names of logs get from server number 2 on, so that they sort in order.

    Each server counts its own logs, and no name of a server begins this way.
    """
    return "" if number == 1 else f"~{number}."


def served_name(name: str) -> str:
    """Return the name that a log has on its server."""
    return _LATER.sub("", name, count=1) if _LATER.match(name) else name


def shown(text: str) -> str:
    """Return the first characters of a name, quoted, for a message."""
    return repr(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")
