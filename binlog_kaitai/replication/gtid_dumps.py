"""Request the events of a server that sends them by GTIDs alone, without files and positions.

MariaDB 12.3 does so if it keeps its logs in InnoDB (`binlog_storage_engine=innodb`). It sends one
stream, and tells by a ROTATE for replicas which of its files a transaction is from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.generated.mariadb_gtid_event import MariadbGtidEvent
from binlog_kaitai.generated.query_event import QueryEvent
from binlog_kaitai.generated.writers.binlog_event_frame import BinlogEventFrame as FrameWriter
from binlog_kaitai.generated.writers.mariadb_gtid_list_event import MariadbGtidListEvent
from binlog_kaitai.generated.writers.rotate_event import RotateEvent
from binlog_kaitai.io.files import INNODB_SUFFIX
from binlog_kaitai.io.written import ask_again, encoded, made, signed, signed_at_end
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.replication.dumped import Dumped, DumpedEvent, DumpedPart
from binlog_kaitai.replication.dumps import FIRST, Dump, EventType
from binlog_kaitai.replication.log_names import LogName, log_name, name_after
from binlog_kaitai.replication.servers import check_positions
from binlog_kaitai.replication.sessions import RefusedError, Session

UNNAMED = LogName("binlog.000000")
"""The log of transactions whose file the server does not name."""

MAX_GAP = 1000
"""Maximum number of files in a row in which no transaction begins."""

BY_COMMIT = (b"COMMIT", b"ROLLBACK")


class GtidState:
    """The last GTID of each domain and server; the last one of a domain is the last one logged."""

    def __init__(self, text: str = "") -> None:
        self._last: dict[int, dict[int, int]] = {}
        for gtid in filter(None, (part.strip() for part in text.split(","))):
            domain, server, sequence = map(int, gtid.split("-"))
            self.add(domain, server, sequence)

    def add(self, domain: int, server: int, sequence: int) -> None:
        """Add the GTID that was logged next."""
        servers = self._last.setdefault(domain, {})
        servers.pop(server, None)
        servers[server] = sequence
        self.text = ",".join("-".join(map(str, gtid)) for gtid in self._gtids())

    text = ""

    @property
    def position(self) -> str:
        """The last GTID of each domain, as a replica tells where to start."""
        lasts = ((domain, *list(servers.items())[-1]) for domain, servers in self._last.items())
        return ",".join("-".join(map(str, gtid)) for gtid in lasts)

    def _gtids(self) -> Iterator[tuple[int, int, int]]:
        for domain, servers in sorted(self._last.items()):
            for server, sequence in servers.items():
                yield domain, server, sequence

    def to_bytes(self, len_post_header: int) -> bytes:
        """Return the body of a GTID_LIST."""
        body = _with_zeros(MariadbGtidListEvent, len_post_header)
        for domain, server, sequence in self._gtids():
            gtid = made(MariadbGtidListEvent.MariadbGtid, within=body, sequence=sequence)
            gtid.domain_id, gtid.server_id = domain, server
            body.gtids.append(gtid)
        body.num_gtids_and_flags = len(body.gtids)
        ask_again(body)
        return encoded(body)


@dataclass(frozen=True, slots=True)
class _OpenTransaction:
    gtid: tuple[int, int, int]
    is_standalone: bool


class GtidDump(Dump):
    """The events behind a GTID position, as logs with positions of their own.

    Args:
        session: a session of the server.
        log: the log to continue; empty for a new one, which the server names.
        position: where to continue it, or 0.
        gtids: the transactions before, as `GtidState.text`.
        server_id: of the replica, if the dump is blocking.
        is_blocking: wait for new events.
        pauses: as for `Dump`.

    A log begins with the server's FORMAT_DESCRIPTION and a GTID_LIST, followed by the transactions
    of one file, and a ROTATE when the next one begins. All events are yielded as parts: see
    `DumpedPart`. Raises as `Dump`.
    """

    CHECKSUM = "NONE"  # with any other, the server does not find the ends of transactions to skip

    def __init__(  # noqa: PLR0913 - as `Dump`
        self,
        session: Session,
        log: LogName | Literal[""],
        position: int,
        gtids: str,
        *,
        server_id: int = 0,
        is_blocking: bool = False,
        pauses: bool = False,
    ) -> None:
        if is_blocking and session.server.is_semi_sync:
            check_positions(session, "semi-sync=on")
        self._state = GtidState(gtids)
        self._open: _OpenTransaction | None = None
        self._header: Any = None
        self._description: bytes | None = None
        self._pending: list[bytes] = []
        session.set(slave_connect_state=self._state.position, slave_gtid_strict_mode=0)
        super().__init__(
            session, "", FIRST, server_id=server_id, is_blocking=is_blocking, pauses=pauses
        )
        self.log, self.position, self._next_log = LogName(log), position, LogName(log)
        self._complete = position

    @property
    def marks_recovered(self) -> bool:
        """True: the server closes no log, so each is complete when another one begins."""
        return True

    def __iter__(self) -> Iterator[Dumped | None]:
        """Yield the events. Raises as `Dump`."""
        try:
            for event in super().__iter__():
                is_of_server = isinstance(event, DumpedEvent) or (
                    isinstance(event, DumpedPart) and event.gtids is None
                )
                yield self._part(event) if is_of_server else event  # type: ignore[arg-type]
        except RefusedError as error:
            gtids = self._state.position or "none"
            text = f"{error}; transactions were requested behind these GTIDs: {gtids}"
            raise RefusedError(text, error.code) from None

    def _is_made_up(self, header: Any) -> bool:
        is_restart = header.type == EventType.format_description and not header.flags.artificial
        return not (is_restart and self.position) and (is_restart or super()._is_made_up(header))

    def _before(self, header: Any) -> Iterator[Dumped]:
        self._header = header
        if header.begins_transaction and self._open is not None:
            self._end_transaction()
            yield self._made(b"")
        if not self.position:
            yield from self._begin_log(LogName(self.log or self._next_log or UNNAMED))
        if header.begins_transaction and self._next_log:
            while self.log != self._next_log:
                following = self._following()
                body = _with_zeros(RotateEvent, self._len_post_header(EventType.rotate))
                body.position, body.next_log = FIRST, following.encode()
                yield self._made(self._event(EventType.rotate, encoded(body)))
                yield from self._begin_log(following)

    def _following(self) -> LogName:
        """Return the log to write next: also one for each file in which no transaction begins."""
        (base, _, last), (next_base, _, now) = (
            name.rpartition(".") for name in (self.log, self._next_log)
        )
        has_gap = base == next_base and int(last) < int(now) <= int(last) + MAX_GAP
        return name_after(LogName(self.log)) if has_gap else LogName(self._next_log)

    def _begin_log(self, log: LogName) -> Iterator[Dumped]:
        self.log, self.position = log, FIRST
        if self._description is None:
            raise self._error("a FORMAT_DESCRIPTION", "another event")
        yield self._made(self._settled(self._description))
        gtids = self._state.to_bytes(self._len_post_header(EventType.mariadb_gtid_list))
        yield self._made(self._event(EventType.mariadb_gtid_list, gtids))
        for data in self._pending:
            yield self._made(self._settled(data))
        self._pending.clear()

    def _made(self, data: bytes) -> DumpedPart:
        position = self.position
        self.position += len(data)
        self._complete = self.position
        return DumpedPart(self.log, position, data, self.position, None, self._state.text)

    def _part(self, event: DumpedEvent | DumpedPart) -> DumpedPart:
        """Return an event, or a part of one, with the end of the last complete transaction."""
        data = event.data
        if isinstance(event, DumpedEvent):
            if event.type == EventType.format_description:
                data = self._settled(data, event.position)
            elif event.header.begins_transaction:
                self._open = self._begun(event)
        if event.end == self.position and self._open is not None and self._is_end(event):
            self._end_transaction()
        elif self._open is None:
            self._complete = event.end
        return DumpedPart(
            event.log, event.position, data, self._complete, event.begun, self._state.text
        )

    def _end_transaction(self) -> None:
        assert self._open is not None
        self._state.add(*self._open.gtid)
        self._open = None
        self._complete = self.position

    def _begun(self, event: DumpedEvent) -> _OpenTransaction:
        body = self._body(event, MariadbGtidEvent)
        gtid = (body.domain_id, event.header.server_id, body.sequence)
        return _OpenTransaction(gtid, bool(body.flags.standalone))

    def _is_end(self, event: DumpedEvent | DumpedPart) -> bool:
        """Return whether an event is the last one of its transaction, as far as it shows."""
        assert self._open is not None
        kind = self._header.type
        if kind in {EventType.xid, EventType.xa_prepare}:
            return True
        if kind not in {EventType.query, EventType.query_compressed}:
            return False
        if self._open.is_standalone:
            return True
        if not isinstance(event, DumpedEvent) or kind == EventType.query_compressed:
            return False
        return self._body(event, QueryEvent, False).query in BY_COMMIT

    def _body(self, event: DumpedEvent, kind: Any, *arguments: Any) -> Any:
        frame = BinlogEventFrame(self._format, KaitaiStream(BytesIO(event.data)))
        length = self._len_post_header(int(event.type))
        try:
            return kind(*arguments, length, KaitaiStream(BytesIO(frame.rest)))
        except (EOFError, KaitaiStructError) as error:
            raise self._error("an event of the format in force", str(error)) from error

    def _len_post_header(self, kind: int) -> int:
        lengths = self._format.handle._parent.len_post_headers  # noqa: SLF001 - Kaitai's name
        return int(lengths[kind - 1]) if kind <= len(lengths) else 0

    def _check_place(self, header: Any, size: int) -> None:  # noqa: ARG002 - headers have none
        self.position += size

    def _describe(self, data: bytes) -> None:
        super()._describe(data)
        header = self._header_of(data)
        if self._description is None and header.flags.artificial:
            self._description = data
        elif not header.flags.artificial and not self.position:
            self._pending.append(data)

    def _take_rotation(self, data: bytes) -> None:
        self._next_log, _ = self._log_in(self._frame(data))

    def _named(self, name: str) -> LogName:
        return legacy_name(name)

    def _settled(self, data: bytes, position: int | None = None) -> bytes:
        """Return a FORMAT_DESCRIPTION as one of a log, at a position."""
        position = self.position if position is None else position
        frame = self._frame_to_write(data)
        frame.header.timestamp = frame.header.timestamp or self._header.timestamp
        _place(frame.header, position)
        return signed_at_end(frame)

    def _event(self, kind: EventType, body: bytes) -> bytes:
        """Return an event that the server does not send, with the time of the next one."""
        assert self._description is not None
        like, frame = self._frame_to_write(self._description), FrameWriter(self._format)
        frame.header, frame.rest = like.header, body
        frame.header.type_code, frame.header.timestamp = int(kind), self._header.timestamp
        ask_again(frame.header)
        frame.header.len_event = frame.len_header + len(body) + frame.len_checksum
        _place(frame.header, self.position)
        return signed(frame)


def legacy_name(name: str) -> LogName:
    """Return the name of the log of a file: `binlog.000001` for `binlog-000001.ibb`.

    Raises:
        ValueError: it is not the name of a log.
    """
    base, _, digits = name.removesuffix(INNODB_SUFFIX).rpartition("-")
    return log_name(f"{base}.{digits}" if name.endswith(INNODB_SUFFIX) else name)


def gtid_state_in(text: str) -> GtidState | None:
    """Return the state that a text gives; None if it is no GTID position of MariaDB."""
    try:
        gtids = parse_gtid_set(text)
    except ValueError:
        return None
    if not gtids.is_mariadb or "=" in text:
        return None
    return GtidState(text)


def _with_zeros(kind: Any, len_post_header: int) -> Any:
    """Return the body of an event, of the classes that write, that is a post-header of zeros."""
    body = kind(len_post_header, KaitaiStream(BytesIO(bytes(len_post_header))))
    body._read()  # noqa: SLF001 - Kaitai's name
    return body


def _place(header: Any, position: int) -> None:
    """Make a header one of a log, in which its event begins at a position."""
    header.flags.artificial = False
    header.next_position = (position + header.len_event) % header.num_positions
