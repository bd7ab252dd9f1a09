"""Changes of a table since a place in a server's logs that these have no row images of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import TransientError
from binlog_kaitai.io.finding import find_files, in_order
from binlog_kaitai.io.framing import head_of
from binlog_kaitai.io.log_paths import ServedFile
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.state import State
from binlog_kaitai.model.changes import DELETE, UPDATE_PREIMAGE
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import behind_record
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.foreign_keys import foreign_key_flags
from binlog_kaitai.read.logged_ddl import may_alter, names
from binlog_kaitai.read.scan import scan
from binlog_kaitai.read.wire import load_run
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.definitions import definition_of
from binlog_kaitai.replication.log_names import served_name
from binlog_kaitai.replication.servers import connect, served_logs
from binlog_kaitai.replication.sessions import LostError, ServerError, Session
from binlog_kaitai.replication.uris import ServerUri
from binlog_kaitai.replication.writing import is_reached

ALTERED = "the table on the server was altered since then"
STATED = "the logs have statements on it since then in place of row images"
CASCADED = "a foreign key may have changed its rows since then, without row images"

_ACTIONS = frozenset({"cascade", "set null", "set default"})
_CONTROL = frozenset({"begin", "commit", "rollback", "savepoint", "release", "xa"})


class ServerTail:
    """The logs of a `server` from one on, in a temporary directory: new events are added to them.

    `gtids` has the GTIDs of places in them, which take a reading of the log from its head. Two
    connections stay open, and more are opened only when the server has new events.

    Raises:
        TransientError: the server does not have the first log, or another one of its name.
        ServerError: the server fails.
    """

    def __init__(self, server: ServerUri) -> None:
        self.server = server
        self._folder = TemporaryDirectory(prefix="binlog-kaitai-")
        self._archive: Archive | None = None
        self._kept: dict[str, Session] = {}
        self.gtids: dict[Place, str | None] = {}

    def close(self) -> None:
        """Close the connections, and remove the logs."""
        for session in self._kept.values():
            session.close()
        self._folder.cleanup()

    @contextmanager
    def session(self, use: str = "rows") -> Iterator[Session]:
        """Return a connection, which the next one with this use gets, unless this one fails."""
        session = self._kept.pop(use, None) or connect(self.server)
        try:
            yield session
            session.rows("ROLLBACK")  # of a consistent read, whose old versions the server keeps
        except BaseException:
            session.close()
            raise
        self._kept[use] = session

    def paths(self, log: str, head: Mapping[str, Any] | None = None) -> list[str]:
        """Return all that the server has by now, from a log on.

        Args:
            log: at the first call the first log.
            head: the fingerprint of the log, if it is known.
        """
        with self.session("logs") as session:
            logs = served_logs(session)
        if self._archive is None:
            self._archive = Archive(self._folder.name, start=log, load_run=load_run)
            if log not in {one.name for one in logs}:
                raise self._other(log)
        place = self._archive.place
        if place is None or not is_reached(place, logs[-1]):
            with connect(self.server) as session:  # which ends with what it sends
                self._archive.receive(session)
        files = find_files([self._folder.name])
        paths = [file.path for file in files if in_order(base_name(file.path)) >= in_order(log)]
        if head is not None and head_of(paths[0], head["size"]) != head:
            raise self._other(log)
        return [ServedFile(path, self.server.uri, "") for path in paths]

    def _other(self, log: str) -> TransientError:
        return TransientError(
            f"{self.server}: the export has read another log {log}, or the server lacks it;"
            " after a failover, run the export again first"
        )


class LogsSince(NamedTuple):
    """The logs of a server from a place on; `head` is the fingerprint of the first one."""

    tail: ServerTail
    place: Place
    head: Mapping[str, Any] | None = None

    def paths(self) -> list[str]:
        """Return the paths of the logs. Raises as `ServerTail`."""
        return self.tail.paths(served_name(self.place[0]), self.head)

    def changes(self, table: str, schema: pa.Schema) -> Iterator[tuple[str, pa.RecordBatch]]:
        """Yield row images of a table with the path of their log.

        Raises:
            BinlogError: they have columns of other types than the schema.
        """
        for number, path in enumerate(self.paths()):
            span = Span(0 if number else self.place[1], None)
            for batch in read_batches(
                path, table, schema=schema, is_projection=True, scope=Scope(span=span)
            ):
                yield path, batch

    def is_altered(self, database: str, table: str) -> bool:
        """Return whether a statement may have altered or dropped a table."""
        return self._statements_on(database, table) == ALTERED

    def doubt(self, session: Session, database: str, table: str) -> str | None:
        """Return why rows of a table may have changed without row images; None if they did not."""
        doubt = self._statements_on(database, table)
        if doubt is not None:
            return doubt
        parents = _parents_of(session, (database, table))
        return CASCADED if any(map(self._hands_on, parents)) else None

    def _statements_on(self, database: str, table: str) -> str | None:
        found = None
        for batch in scan(self.paths(), start_position=self.place[1]):
            data = batch.filter(batch.column("table").is_null()).column("data").to_pylist()
            for statement in (json.loads(text)["statement"] for text in data):
                if may_alter(statement, database, table):
                    return ALTERED
                word = statement.partition(" ")[0].lower()
                if word not in _CONTROL and names(statement, table):
                    found = STATED
        return found

    def named_xids(self) -> set[str]:
        """Return the XA transactions that statements name: those that were decided, and others."""
        return {
            xid
            for batch in scan(self.paths(), start_position=self.place[1])
            for xid in pc.unique(
                batch.filter(batch.column("table").is_null()).column("xid")
            ).to_pylist()
            if xid is not None
        }

    def _hands_on(self, parent: tuple[str, str]) -> bool:
        """Return whether a table has changes whose effects on children are not logged."""
        schema = behind_record(())
        kind, position = (schema.get_field_index(name) for name in ("_change_type", "_position"))
        for path, batch in self.changes(full_name(*parent), schema):
            gone = pc.is_in(batch.column(kind), pa.array([DELETE, UPDATE_PREIMAGE]))
            for at in batch.column(position).filter(gone)[:1].to_pylist():
                if not foreign_key_flags(path, at).are_logged:
                    return True
        return False


def last_place(state: State) -> tuple[Place, Mapping[str, Any] | None]:
    """Return the place up to which current tables are, and the fingerprint of its log, if known."""
    place = state.current_place()
    heads = {base_name(path): one.head for path, one in state.growing.items()}
    return (place["log"], int(place["position"])), heads.get(place["log"])


def tail_of(server: ServerUri, place: Place, head: Mapping[str, Any] | None) -> ServerTail:
    """Return the logs of the first host that has those of a place: another one after a failover.

    Raises:
        TransientError: no host has them.
        ServerError: a server fails.
    """
    failure: TransientError | None = None
    for host in server.hosts:
        tail = ServerTail(server.at(host))
        try:
            LogsSince(tail, place, head).paths()
        except BaseException as error:
            tail.close()
            if not isinstance(error, TransientError):
                raise
            if failure is None or isinstance(failure, LostError):
                failure = error
        else:
            return tail
    raise failure or ServerError(f"{server}: expected a host, found none")


def _parents_of(session: Session, table: tuple[str, str]) -> set[tuple[str, str]]:
    """Return the tables whose changes foreign keys may hand on to a table."""
    found: set[tuple[str, str]] = set()
    left = [table]
    while left:
        definition = definition_of(session, *left.pop())
        for one in () if definition is None else definition.foreign_keys:
            parent = one.database, one.table
            if _ACTIONS & {one.on_delete, one.on_update} and parent not in found:
                found.add(parent)
                left.append(parent)
    return found
