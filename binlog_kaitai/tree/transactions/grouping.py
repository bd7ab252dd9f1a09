"""Which events make up a transaction, in logs with GTIDs and without."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.grouping import BEGUN, NAMED, NEW, NONE, OPEN, TRANSITIONS, Role
from binlog_kaitai.model.transactions import Group, Transaction
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.transactions.statements import TRANSACTION_CONTROL, query_text
from binlog_kaitai.tree.transactions.transaction import (
    Bound,
    bound_of,
    transaction_of,
    xid_of_parts,
)

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
    EventType.large_transaction_header,
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
        self._pass(is_inner=event.is_inner)
        self.is_in_payload |= event.tree.is_payload
        role = Role.OF_LOG if bound == _INCIDENT and self.open is None else _role_of(event, bound)
        is_new, behind = self._behind(role)
        if role == Role.OF_LOG:
            return None
        if is_new:
            self.open = Group(transaction_of(event) if self.is_behind_gtid else Transaction())
        group = self.open
        assert group is not None
        group.has_begun = behind == BEGUN
        if bound is not None and bound.xid is not None:
            group.transaction = replace(group.transaction, xid=bound.xid)
        if behind == NONE:
            group.ended_by = "statement" if bound is None else bound.name
            group.xid_number = event.tree.body.xid if event.type == EventType.xid else None
            self.open = None
        return group

    def _behind(self, role: Role) -> tuple[int, int]:
        """Return whether an event of a role begins another transaction, and the state behind it."""
        before = NONE
        if self.open is not None:
            before = BEGUN if self.open.has_begun else OPEN
            before += NAMED * self.is_behind_gtid
        self.is_behind_gtid = role in (Role.NAMES, Role.NAMES_AND_BEGINS)
        return divmod(TRANSITIONS[role][before], NEW)

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


def _role_of(event: LoggedEvent, bound: Bound | None) -> Role:
    """Return the role of an event in transactions, which it bounds as `bound` says."""
    if event.tree.header.begins_transaction:
        begins = event.type == EventType.mariadb_gtid and not event.tree.body.flags.standalone
        return Role.NAMES_AND_BEGINS if begins else Role.NAMES
    if bound is not None and bound.begins:
        is_outer = not event.is_inner and event.begins_transaction(is_behind_gtid=False)
        return Role.BEGINS if is_outer else Role.BEGINS_NESTED
    if bound is not None:
        return Role.FINISHES
    if event.type in _OF_LOG:
        return Role.OF_LOG
    if is_statement(event):
        return Role.PLAIN
    is_aside = event.tree.is_query or event.type in _BEFORE_STATEMENT
    return Role.ASIDE if is_aside else Role.INSIDE


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
