"""Which events make up a transaction, in logs with GTIDs and without."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.transactions import Group, Transaction
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.transactions.statements import TRANSACTION_CONTROL, query_text
from binlog_kaitai.tree.transactions.transaction import Bound, bound_of, transaction_of
from binlog_kaitai.tree.transactions.xids import xid_of_parts

STATEMENTS = {
    EventType.load,
    EventType.new_load,
    EventType.exec_load,
    EventType.execute_load_query,
}
"""Those that are statements without being a QUERY."""

# what goes before a statement, of which no BEGIN need tell
_BEFORE_STATEMENT = {
    EventType.intvar,
    EventType.rand,
    EventType.user_var,
    EventType.create_file,
    EventType.begin_load_query,
    EventType.append_block,
    EventType.delete_file,
}

# what is of the log, wherever it lies
_OF_LOG = {
    EventType.unknown,
    EventType.start_v3,
    EventType.format_description,
    EventType.rotate,
    EventType.stop,
    EventType.slave,
    EventType.heartbeat,
    EventType.heartbeat_v2,
    EventType.ignorable,
    EventType.binlog_checkpoint,
    EventType.start_encryption,
    EventType.percona_start_encryption,
    EventType.previous_gtids,
    EventType.mariadb_gtid_list,
}


class Grouping:
    """What of a log's transactions is known by the events so far."""

    def __init__(self) -> None:
        self.open: Group | None = None
        self.is_behind_gtid = False
        self.is_in_payload = False

    def forget(self, *, keeps_open: bool = False) -> None:
        """Reset the transaction after skipping damage, unless the open one is known to go on."""
        if not keeps_open:
            self.resume(None, is_behind_gtid=False)
        self.is_behind_gtid = False

    def resume(self, group: Group | None, *, is_behind_gtid: bool) -> None:
        """Go on, outside of payloads, where a transaction is open, or none."""
        self.open = group
        self.is_behind_gtid = is_behind_gtid
        self.is_in_payload = False

    def group_of(self, event: LoggedEvent) -> Group | None:
        """Return the transaction that an event belongs to, None where it is of the log itself."""
        bound = _bound_of(event)
        begins_named = bool(event.tree.header.begins_transaction)
        is_begin = bound is not None and bound.begins
        is_second_begin = is_begin and not self.is_behind_gtid
        begins = not event.is_inner and event.begins_transaction(is_behind_gtid=self.is_behind_gtid)
        self.is_behind_gtid = begins_named
        self._pass(is_inner=event.is_inner)
        self.is_in_payload |= event.tree.is_payload
        if event.type in _OF_LOG or (bound == _INCIDENT and self.open is None):
            return None
        if begins_named:
            self.open = Group(transaction_of(event), _begins_by_itself(event))
        elif self.open is None or begins or (is_second_begin and self.open.has_begun):
            self.open = Group(Transaction(), _is_inside(event))
        group = self.open
        if bound is not None and bound.xid is not None:
            group.transaction = replace(group.transaction, xid=bound.xid)
        if is_begin:
            group.has_begun = True
        elif bound is not None:
            group.ended_by = bound.name
        elif is_statement(event) and not group.has_begun:
            group.ended_by = "statement"
        if group.ended_by is not None:
            self.open = None
        return group

    def pass_rows(self, *, is_inner: bool) -> Group:
        """Return the transaction that rows, or what only concerns them, belong to."""
        self.is_behind_gtid = False
        self._pass(is_inner=is_inner)
        if self.open is None:
            self.open = Group(Transaction(), has_begun=True)
        return self.open

    def _pass(self, *, is_inner: bool) -> None:
        """Pass into a payload, or out of one, which is all that is left of its transaction."""
        if self.is_in_payload and not is_inner:
            self.open = None
        self.is_in_payload = is_inner


def is_statement(event: LoggedEvent) -> bool:
    """Return whether an event is a statement, and more than a bound of a transaction."""
    if event.tree.is_query:
        return not TRANSACTION_CONTROL.match(query_text(event.tree.body))
    return event.type in STATEMENTS


def _begins_by_itself(event: LoggedEvent) -> bool:
    """Return whether a GTID stands for a BEGIN too, as MariaDB's do."""
    return event.type == EventType.mariadb_gtid and not event.tree.body.flags.standalone


def _is_inside(event: LoggedEvent) -> bool:
    """Return whether an event lies in a transaction whose beginning was not seen."""
    return not (event.tree.is_query or event.type in STATEMENTS | _BEFORE_STATEMENT)


_INCIDENT = Bound("incident")


def _bound_of(event: LoggedEvent) -> Bound | None:
    body = event.tree.body
    if event.type == EventType.xid:
        return Bound("xid")
    if event.type == EventType.xa_prepare:
        xid = xid_of_parts(body.global_id, body.branch, body.format_id)
        return Bound("xa_commit" if body.is_one_phase else "xa_prepare", xid)
    if event.type == EventType.incident:
        return _INCIDENT  # MySQL names it as it does a transaction
    return bound_of(event)
