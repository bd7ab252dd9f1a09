"""The order of logs: whether a log is the one that follows another."""

from __future__ import annotations

import re

from binlog_kaitai.io.log_paths import SourcedFile
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.read.outline import outline_of
from binlog_kaitai.read.taken import taken_before, taken_in

_NUMBERED = re.compile(r"(.*?)(\d+)((?:\.ibb)?)")
_NAME = re.compile(r"(.+)(?:\.|-(?=\d+\.ibb))(\d{6,})(?=$|\.)")


def follows(log: str, before: str) -> bool:
    """Return whether a log follows another one, as `is_next`; one that shows nothing does not.

    Raises:
        BinlogError, OSError.
    """
    return bool(is_next(log, before))


def is_next(log: str, before: str) -> bool | None:
    """Return whether a log follows another one, without a log between; None if nothing shows it.

    The ROTATE events at their ends, or else their names, or else their GTIDs tell that.

    Raises:
        BinlogError, OSError.
    """
    behind, expected = _next_of(log), _next_of(before)
    own = None if behind is None else (behind[0], behind[1] - 1)
    if own is not None and expected is not None:
        return own == expected
    named, named_before = _numbered(base_name(log)), _numbered(base_name(before))
    if named is not None and named_before is not None:  # also of logs that have other names now
        return named == (named_before[0], named_before[1] + 1)
    own = own or named
    expected = expected or (named_before and (named_before[0], named_before[1] + 1))
    if own is not None and expected is not None:
        return own == expected
    gtids, expected_gtids = taken_before(log), taken_in(before)
    if gtids is None or expected_gtids is None or not gtids:
        return None
    return gtids.position() == expected_gtids.position()


def lacks_end(log: str, successor: str) -> bool:
    """Return whether a log that no event closes lacks transactions that the next one lists.

    The GTIDs tell that; without them, such a log may be that of a server that was killed.

    Raises:
        BinlogError, OSError.
    """
    if outline_of(log).closing is not None:
        return False
    listed, held = taken_before(successor), taken_in(log)
    return listed is not None and held is not None and listed.position() != held.position()


def missing_between(name: str, successor: str) -> str | None:
    """Return the name of a log between two, by the numbers at their ends; None if there is none."""
    one, other = _NUMBERED.fullmatch(name), _NUMBERED.fullmatch(successor)
    if not (one and other and one[1] == other[1] and one[3] == other[3]):
        return None
    number = int(one[2]) + 1
    return f"{one[1]}{number:0{len(one[2])}}{one[3]}" if number < int(other[2]) else None


def name_of(log: str) -> tuple[str, int] | None:
    """Return the name that the server gave a log, and its number; None if it is not known."""
    closed = _next_of(log)
    return (closed[0], closed[1] - 1) if closed else _numbered(base_name(log))


def _next_of(log: str) -> tuple[str, int] | None:
    """Return the next log in the ROTATE event at the end; None without one."""
    if isinstance(log, SourcedFile):
        return None  # its name is the server's
    try:
        closing = outline_of(log).closing
    except FileNotFoundError:  # it was purged
        return None
    if closing is None or closing.type != "ROTATE":
        return None
    return _numbered(closing.body["next_log"])


def _numbered(name: str) -> tuple[str, int] | None:
    found = _NAME.match(name)
    return None if found is None else (found[1], int(found[2]))
