"""Writes events as they are, or changed as asked; those of a payload into a payload again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.format_description_event import FormatDescriptionEvent
from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.generated.writers.rotate_event import RotateEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.written import written
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.rewrite.gtids import (
    LENGTH,
    Executed,
    numbers_of,
    renumber,
)
from binlog_kaitai.rewrite.metadata import Completer
from binlog_kaitai.rewrite.output import Output, Place
from binlog_kaitai.rewrite.packing import OpenPayload
from binlog_kaitai.rewrite.recoding import (
    COMPRESSED,
    PLAIN,
    deflated,
    inflated,
    knows_compression,
)
from binlog_kaitai.rewrite.rows import Redactor
from binlog_kaitai.rewrite.statements import LoggedText, is_text
from binlog_kaitai.rewrite.writing import Draft, moved
from binlog_kaitai.tree.log.events import BEGIN, LoggedEvent

COMMIT = b"COMMIT"

Checksum = FormatDescriptionEvent.BinlogChecksum
StatusCode = QueryStatusVars.QueryStatusCode

_IN_MEMORY = 2**26  # bytes of a payload; a larger one lies in a temporary file

_OF_DDL = {StatusCode.ddl_logged_with_xid, StatusCode.mariadb_xid, StatusCode.mariadb_gtid_flags3}
"""Variables of a statement that commits by itself."""


@dataclass(frozen=True)
class Options:
    """How events are changed.

    Attributes:
        names: new names of databases.
        has_checksums: whether events get checksums; None to keep it as it is.
        decompresses: write the events of compressed transactions by themselves.
        compresses: compress transactions of rows.
        redaction: of columns; None for none.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    has_checksums: bool | None = None
    decompresses: bool = False
    redaction: Redaction | None = None
    compresses: bool = False
    completes: bool = False

    def recodes(self, kind: EventType) -> bool:
        """Return whether an event of MariaDB is compressed by itself, or decompressed."""
        return (self.decompresses and kind in PLAIN) or (self.compresses and kind in COMPRESSED)

    def recodes_in(self, log_format: Any) -> bool:
        """Return whether events of MariaDB are compressed or decompressed, each by itself."""
        return bool(log_format.is_mariadb and (self.compresses or self.decompresses))

    def keep_events_of(self, scope: Scope) -> bool:
        """Return whether transactions of a scope are not changed, but may be compressed."""
        return self == Options(compresses=self.compresses) and scope.wants_all_tables


class Events:
    """Writes the events of a log.

    `target` is where the next event is written: the log, or the payload that is open. `has_room`
    says whether lengths of transactions are written in their longest form, as they may grow.

    Args:
        output: the log that is written.
        options: how events are changed.
        redactor: redacts rows; None if there is nothing to redact.
        completer: completes table maps; None to keep them.
    """

    def __init__(
        self,
        output: Output,
        options: Options,
        redactor: Redactor | None,
        completer: Completer | None = None,
    ) -> None:
        self.target = output
        self._output = output
        self._options = options
        self._redactor = redactor
        self._completer = completer
        self.has_room = bool(options.names or options.decompresses or redactor or completer)
        self._payload: OpenPayload | None = None

    def copy(self, event: LoggedEvent) -> Place:
        """Write an event as it is."""
        return self.target.copy(_bytes_of(event), event.tree.format, event.tree.header)

    def copy_bytes(self, data: bytes, log_format: Any) -> Place:
        """Write an event as it is, by its bytes and their format."""
        stream = KaitaiStream(BytesIO(data))
        header = BinlogEventHeader(log_format.binlog_version, log_format.has_permuted_types, stream)
        return self.target.copy(data, log_format, header)

    def leave_out(self, event: LoggedEvent) -> None:
        """Pass over an event of a transaction that is written."""
        if event.is_inner and self._payload is not None:
            self._payload.is_changed = True

    def draft(self, event: LoggedEvent) -> Draft:
        """Return an event to be changed, in the format of the log or payload that is written."""
        data, log_format, target = _bytes_of(event), event.tree.format, self.target.format
        is_converted = target.len_checksum != log_format.len_checksum
        if is_converted and not event.tree.is_format_description:
            data = moved(data, log_format, event.tree.header.next_position, target)
            log_format = target
        return Draft(data, log_format, event.tree.table_maps)

    def write(self, event: LoggedEvent) -> Place:
        """Write an event with what the options change in it."""
        changed = self.changed(event)
        if event.tree.format.is_mariadb and self._options.recodes(event.type):
            return self._recode(event, changed)
        return self.copy(event) if changed is None else self._changed(changed)

    def _recode(self, event: LoggedEvent, changed: Draft | None) -> Place:
        """Write an event of MariaDB with or without compression."""
        data, log_format = _bytes_of(event), event.tree.format
        if changed is not None:
            data, log_format = changed.to_bytes(), self.target.format
        recode = inflated if self._options.decompresses else deflated
        other = recode(data, log_format, event.tree.table_maps)
        return self.copy_bytes(data if other is None else other, log_format)

    def changed(self, event: LoggedEvent) -> Draft | None:
        """Return an event with what the options change in it; None if that is nothing."""
        tree, names = event.tree, self._options.names
        if self._redactor is not None and tree.is_rows:
            return self._redactor.redacted_rows(event, lambda: self.draft(event))
        if tree.is_table_map:
            return self._changed_map(event)
        return self._renamed(event) if names and is_text(event) else None

    def _changed_map(self, event: LoggedEvent) -> Draft | None:
        """Return a TABLE_MAP with what the options change in it; None if that is nothing."""
        draft = None
        if self._redactor is not None:
            draft = self._redactor.redacted_map(event, lambda: self.draft(event))
        database = self._options.names.get(event.tree.body.database)
        if database is not None:
            draft = draft or self.draft(event)
            draft.set("body.head.database", database)
        tail = b"" if self._completer is None else self._completer.missing(event)
        if tail:
            draft = draft or self.draft(event)
            return draft.with_tail(tail)
        return draft

    def _changed(self, draft: Draft) -> Place:
        if self._payload is not None:
            self._payload.is_changed = True
        return self.target.write(draft)

    def _renamed(self, event: LoggedEvent) -> Draft | None:
        """Return a statement with other names of databases; None if it has none of them."""
        names, logged = self._options.names, LoggedText(event)
        text = logged.renamed(names)
        listed = list(_listed_databases(event.tree.body, names))
        if text == logged.encoded and logged.database not in names and not listed:
            return None
        draft = self.draft(event.in_full())
        if text != logged.encoded:
            _set_text(draft, text)
        if logged.database in names:
            draft.set("body.database", names[logged.database].encode())
        for path, name in listed:
            draft.set(path, name)
        return draft

    # the log itself

    def describe_format(
        self, event: LoggedEvent, *, is_closed: bool = False, continues: bool = False
    ) -> None:
        """Write a FORMAT_DESCRIPTION.

        Args:
            event: it.
            is_closed: no server writes the log, whatever the event says.
            continues: the log is not the first one since the server started.

        Raises:
            UnreadableError: it knows no checksums, which are asked for, or no compression.
        """
        draft, has_checksums = self.draft(event), self._options.has_checksums
        if has_checksums is not None:
            if not event.tree.body.knows_checksums:
                raise UnreadableError("a log whose server supports checksums", "an older one")
            algorithm = Checksum.crc32 if has_checksums else Checksum.none
            draft.set("body.checksum_algorithm", algorithm)
            self.has_room |= has_checksums and not event.tree.body.has_checksums
        if self._options.compresses and not knows_compression(event):
            raise UnreadableError(
                "a log of MySQL 8.0.20 or MariaDB 10.2.3 or later, to compress transactions",
                f"one of {event.tree.body.server_version.text}",
            )
        if is_closed:
            draft.set("header.flags.binlog_in_use", False)
        if continues:
            draft.set("body.created_at", 0)
        self._output.write(draft)

    def rotate(self, event: LoggedEvent, next_log: str) -> None:
        """Write a ROTATE that names the next log."""
        draft = self.draft(event)
        draft.set("body.next_log", next_log.encode())
        self._output.write(draft)

    def make_rotate(self, described: LoggedEvent, position: int, next_log: str) -> None:
        """Write a ROTATE where the log that is read has none.

        Args:
            described: the FORMAT_DESCRIPTION of the log.
            position: where the first event of the next log is.
            next_log: its name.
        """
        body = RotateEvent(described.tree.body.len_post_headers[EventType.rotate.value - 1])
        body.position, body.next_log = position, next_log.encode()
        content = written(body, body.len_post_header + len(body.next_log))
        self._output.make(_bytes_of(described), described.tree.format, EventType.rotate, content)

    def name_checkpoint(self, event: LoggedEvent, log: str) -> None:
        """Write a BINLOG_CHECKPOINT that names a log."""
        draft = self.draft(event)
        draft.set("body.log", log.encode())
        self._output.write(draft)

    def list_gtids(self, event: LoggedEvent, executed: Executed) -> None:
        """Write a PREVIOUS_GTIDS or GTID_LIST of what was written so far."""
        draft = self.draft(event)
        if event.type == EventType.previous_gtids:
            executed.previous_into(draft)
        else:
            executed.list_into(draft)
        self._output.write(draft)

    # transactions

    def begin_transaction(self, event: LoggedEvent, ticks: dict[str, int]) -> Place:
        """Write a GTID event, with its place in the logical clock of the log."""
        numbers = numbers_of(event.tree)
        if all(numbers[name] == tick for name, tick in ticks.items()) and not (
            self.has_room and LENGTH in numbers
        ):
            return self.copy(event)
        draft = self.draft(event)
        renumber(draft, numbers | ticks, has_room=self.has_room)
        return self._output.write(draft)

    def set_length(self, gtid: Place, length: int) -> None:
        """Set the length of a transaction that is written, in its GTID event."""
        draft = Draft(self._output.read(gtid), self._output.format, None)
        if numbers_of(draft.tree).get(LENGTH, length) != length:
            renumber(draft, {LENGTH: length}, has_room=False)
            self._output.replace(gtid, draft)

    def write_empty(self, event: LoggedEvent, gtid: Place) -> Place:
        """Write a transaction without changes in place of a statement that is one by itself.

        Args:
            event: the statement.
            gtid: its GTID event, which was written just before.

        Returns:
            The place of the GTID event.
        """
        draft = Draft(self._output.read(gtid), self._output.format, None)
        is_mariadb = event.tree.format.is_mariadb
        if is_mariadb:
            _make_group(draft)
        renumber(draft, numbers_of(draft.tree), has_room=True)
        self._output.cut(gtid.position)
        gtid = self._output.write(draft)
        texts = [COMMIT] if is_mariadb else [BEGIN, COMMIT]
        for text in texts:
            draft = self.draft(event.in_full())
            _set_text(draft, text)
            draft.set("body.database", b"")
            kept = [var for var in draft.get("body.status_vars.vars") if var.code not in _OF_DDL]
            draft.set("body.status_vars.vars", kept)
            draft.set("body.error_code", 0)
            draft.set("header.flags.suppress_use", True)
            draft.set("header.flags.thread_specific", False)
            self._output.write(draft)
        return gtid

    def end_statement(self, output: Output, place: Place, event: LoggedEvent) -> None:
        """Let a rows event end its statement, whose last rows, in `event`, are left out."""
        draft = Draft(output.read(place), output.format, event.tree.table_maps)
        draft.set("body.flags.end_of_statement", True)
        output.replace(place, draft)

    # payloads

    def begin_payload(self, event: LoggedEvent) -> None:
        """Begin to write the events of a payload."""
        if not self._options.decompresses:
            stream = cast("BinaryIO", SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - closed below
            self.target = Output(stream, b"", event.tree.inner_format)
            self._payload = OpenPayload(event, stream)

    def end_payload(self) -> None:
        """Write the payload that is open, if there is one: as it was, if nothing in it changed."""
        payload, self._payload, self.target = self._payload, None, self._output
        if payload is None:
            return
        if payload.is_changed:
            draft = self.draft(payload.event)
            payload.compress_into(draft)
            self._output.write(draft)
        else:
            self.copy(payload.event)
        payload.stream.close()


def _bytes_of(event: LoggedEvent) -> bytes:
    if event.large is not None:
        return event.large.to_bytes()
    data: bytes = event.tree._io.to_byte_array()  # noqa: SLF001 - Kaitai's name
    return data


def _set_text(draft: Draft, text: bytes) -> None:
    """Set the text of a statement, compressed if it was."""
    body = draft.tree.body
    if draft.tree.header.type == EventType.execute_load_query:
        before: bytes = body.query
        if text[: body.ofs_file_name_end] != before[: body.ofs_file_name_end]:
            raise UnreadableError("the file name in front of any table", "another order")
        draft.set("body.query", text)
    elif not body.is_compressed:
        draft.set("body.query", text)
    else:
        draft.compress("body.compressed_query", text)


def _listed_databases(body: Any, names: Mapping[str, str]) -> list[tuple[str, bytes]]:
    """Return the paths of names that are to change in a statement's list of databases."""
    if not getattr(body, "has_status_vars", True):
        return []
    return [
        (f"body.status_vars.vars.{at}.value.names.{number}", names[name.decode()].encode())
        for at, var in enumerate(body.status_vars.vars)
        if var.code == StatusCode.updated_db_names
        for number, name in enumerate(var.value.names)
        if name.decode("utf-8", "replace") in names
    ]


def _make_group(draft: Draft) -> None:
    """Let MariaDB's GTID begin a transaction that COMMIT ends, in place of a single statement."""
    body = draft.tree.body
    if body.has_flags_extra and (
        body.flags_extra.start_alter
        or body.flags_extra.commit_alter
        or body.flags_extra.rollback_alter
    ):
        raise UnreadableError(
            "ALTER TABLE in one phase to leave it out",
            "one in two phases (binlog_alter_two_phase)",
        )
    draft.set("body.flags.standalone", False)
    draft.set("body.flags.ddl", False)
