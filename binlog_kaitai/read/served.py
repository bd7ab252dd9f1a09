"""What is asked of a log that a server sent: not all that it holds, but by the server's tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from binlog_kaitai.io.log_paths import KeyedFile, ServedFile, SourcedFile
from binlog_kaitai.model.definitions import Definition, Definitions
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.replication.uris import parse_uri


def scopes_of(file: str, scope: Scope) -> Iterator[Scope]:
    """Yield the parts of a log, each with its definitions of tables; as `asked_of` for others."""
    if scope.over_time is None:
        yield asked_of(file, scope)
        return
    for part in scope.over_time.parts(file, scope):
        yield asked_of(file, part)


def asked_of(file: str, scope: Scope) -> Scope:
    """Return a scope without the transactions that a log's path tells to be known.

    Where no definitions are given, those of its server are there, asked for at their first use.
    """
    path = file.path if isinstance(file, KeyedFile) else file
    if not isinstance(path, (ServedFile, SourcedFile)):
        return scope
    if scope.definitions is None:
        scope = replace(scope, definitions=_definitions_of(path))
    if not path.executed_gtids:
        return scope
    gtids = parse_gtid_set(path.executed_gtids)
    if scope.applied is not None:
        both = (*scope.applied.intervals, *gtids.intervals)
        gtids = GtidSet(f"{scope.applied.text},{path.executed_gtids}", both)
    return replace(scope, applied=gtids)


def _definitions_of(path: ServedFile | SourcedFile) -> Definitions:
    if isinstance(path, SourcedFile):
        tables: Mapping[str, Definition] = path.tables
    else:
        from binlog_kaitai.replication.definitions import ServerDefinitions  # noqa: PLC0415 - an extra

        tables = ServerDefinitions(parse_uri(path.server))
    return Definitions(tables)
