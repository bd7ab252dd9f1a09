"""What of a log is wanted where it repeats transactions of logs that were read before."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.io.files import KeyedFile
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.scopes import Scope


def unrepeated(file: str, scope: Scope) -> Scope:
    """Return a scope without the transactions that a log's path tells to be known."""
    path = file.path if isinstance(file, KeyedFile) else file
    known: str | None = getattr(path, "known", None)
    if not known:
        return scope
    gtids = parse_gtid_set(known)
    if scope.applied is not None:
        both = (*scope.applied.intervals, *gtids.intervals)
        gtids = GtidSet(f"{scope.applied.text},{known}", both)
    return replace(scope, applied=gtids)
