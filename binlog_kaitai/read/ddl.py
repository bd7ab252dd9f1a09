"""Table definitions for logs without column names: where they come from, and when they hold."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from binlog_kaitai.catalog.dumps import Dump, files_of, read_dump
from binlog_kaitai.model.definitions import Definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.archived_tables import tables_before
from binlog_kaitai.read.ddl_in_logs import DdlInLogs
from binlog_kaitai.read.ddl_places import ALL, START, Place, place_of, place_of_dump
from binlog_kaitai.read.ddl_watch import DdlWatch
from binlog_kaitai.read.table_versions import KnownTables
from binlog_kaitai.replication.uris import is_server, parse_uri


@dataclass(frozen=True)
class Ddl:
    """The table definitions for logs without column names.

    Attributes:
        path: a dump: the SQL file of `mysqldump --no-data` or `mariadb-dump --no-data`, or the
            directory of mydumper or MySQL Shell. Or the URI of a server, for its tables of now.
        at: the place in the logs at which the dump holds: a GTID set, `LOG:POSITION`, a time,
            `start`, `end`, or `all` for all logs. By default the place in the dump's header; for a
            dump without one `start` with `in_logs`, else `all`, with a warning at DDL that changes
            columns of its tables.
        in_logs: apply the DDL statements in the logs, too. Any place except `all` does so.
    """

    path: str | os.PathLike[str] | Dump | None = None
    at: str | None = None
    in_logs: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a place without a dump, or a contradiction."""
        if self.at is not None and self.path is None:
            raise ValueError("expected a dump, --ddl, for the place --ddl-at, found none")
        if self.at == ALL and self.in_logs:
            raise ValueError(
                f"expected no DDL in the logs for the place {ALL}, found --ddl-in-logs"
            )

    @staticmethod
    def of(value: Ddl | str | os.PathLike[str] | None) -> Ddl:
        """Return the options of an argument `ddl`, which may be the path of a dump."""
        return value if isinstance(value, Ddl) else Ddl(value)

    def read(self, inputs: Sequence[str | os.PathLike[str]] = ()) -> Ddl:
        """Return the options with the tables of a server, if they are of one.

        This comes before its logs are listed: they have to contain the place of the tables.

        Args:
            inputs: paths of logs. With `in_logs`, a server among them has the tables.

        Raises:
            OSError: the server cannot be reached.
        """
        if isinstance(self.path, Dump):
            return self
        sources = inputs if self.path is None and self.in_logs else [self.path or ""]
        servers = [os.fspath(one) for one in sources if is_server(one)]
        if not servers:
            return self
        from binlog_kaitai.replication.definitions import read_tables  # noqa: PLC0415 - an extra

        return replace(self, path=read_tables(parse_uri(servers[0])))

    def digest(self) -> str | None:
        """Return a text that differs for other definitions; None for none. Raises OSError."""
        parts = [] if self.at is None else [f"at {self.at}"]
        if isinstance(self.path, Dump) or (self.path is not None and is_server(self.path)):
            parts.insert(0, "server")
        elif self.path is not None:
            files = files_of(Path(self.path))
            whole = b"".join(file.read_bytes() for file in files)
            parts.insert(0, hashlib.sha256(whole).hexdigest())
        return " ".join([*parts, *(["in logs"] if self.in_logs else [])]) or None

    def __bool__(self) -> bool:
        """Return whether there are definitions."""
        return self.path is not None or self.in_logs


def with_ddl(
    scope: Scope,
    ddl: Ddl | str | os.PathLike[str] | None,
    logs: Sequence[str] | None,
) -> Scope:
    """Return a scope with the definitions of its tables.

    Args:
        scope: the selection.
        ddl: the options; a path is that of a dump.
        logs: the paths of the logs, in order; None for those of a stream, among which there are no
            places.

    Raises:
        ValueError: the dump, or its place, is not understood, or not in the logs.
        OSError: the dump cannot be read.
    """
    ddl = Ddl.of(ddl).read()
    first: KnownTables | None = None
    if ddl.path is not None:
        path = ddl.path
        dump = path if isinstance(path, Dump) else read_dump(path, scope.table)
        place = None if logs is None else _place_of(ddl, dump, logs)
        if place is None:
            wanted = {name: one for name, one in dump.tables.items() if scope.wants_table(name)}
            watch = None if ddl.at == ALL else DdlWatch(wanted)
            return replace(scope, definitions=Definitions(dump.tables), watch=watch)
        first = KnownTables(Definitions(dump.tables), place)
    elif not ddl.in_logs:
        return scope
    elif logs and (tables := tables_before(logs[0])):
        first = KnownTables(Definitions(tables), place_of(START, logs))
    return replace(scope, over_time=DdlInLogs(tuple(logs or ()), first, scope.verify_checksums))


def _place_of(ddl: Ddl, dump: Dump, logs: Sequence[str]) -> Place | None:
    """Return the place at which a dump holds; None if it is to hold in all logs."""
    if ddl.at is not None:
        return None if ddl.at == ALL else place_of(ddl.at, logs)
    if dump.place is not None:
        return place_of_dump(dump.place, logs)
    return place_of(START, logs) if ddl.in_logs else None
