"""Which events make up a transaction, in logs with GTIDs and without."""

from __future__ import annotations

import re
from dataclasses import dataclass

from binlog_kaitai.log import EventType, LoggedEvent
from binlog_kaitai.statements import TRANSACTION_CONTROL, query_text
from binlog_kaitai.transactions import Transaction, transaction_of

_BOUND = re.compile(
    r"\s*(?:(BEGIN|COMMIT|ROLLBACK)\s*$|(XA)\s+(START|BEGIN|COMMIT|ROLLBACK)\b)", re.IGNORECASE
)

_BEGINS = {"begin", "xa_start", "xa_begin"}

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


@dataclass(eq=False)
class Group:
    """The events of one transaction.

    `ended_by` is xid, commit, rollback, xa_prepare, xa_commit, xa_rollback, incident, or statement
    for one that is a transaction on its own; None before its end, and where the log has none. What
    `has_begun` ends by one of the others only.
    """

    transaction: Transaction
    has_begun: bool
    ended_by: str | None = None


class Grouping:
    """What of a log's transactions is known by the events so far."""

    def __init__(self) -> None:
        self.open: Group | None = None
        self.is_behind_gtid = False
        self.is_in_payload = False

    def forget(self, *, keeps_open: bool = False) -> None:
        """What comes next may lie in any transaction, or in the open one where that is kept."""
        if not keeps_open:
            self.resume(None, is_behind_gtid=False)
        self.is_behind_gtid = False

    def resume(self, group: Group | None, *, is_behind_gtid: bool) -> None:
        """Goes on, outside of payloads, where a transaction is open, or none."""
        self.open = group
        self.is_behind_gtid = is_behind_gtid
        self.is_in_payload = False

    def group_of(self, event: LoggedEvent) -> Group | None:
        """The transaction that an event belongs to, None where it is of the log itself."""
        bound = _bound_of(event)
        begins_named = bool(event.tree.header.begins_transaction)
        is_second_begin = bound in _BEGINS and not self.is_behind_gtid
        begins = not event.is_inner and event.begins_transaction(is_behind_gtid=self.is_behind_gtid)
        self.is_behind_gtid = begins_named
        if self.is_in_payload and not event.is_inner:
            self.open = None  # a payload is all that is left of its transaction
        self.is_in_payload = event.is_inner or event.tree.is_payload
        if event.type in _OF_LOG or (bound == "incident" and self.open is None):
            return None
        if begins_named:
            self.open = Group(transaction_of(event), _begins_by_itself(event))
        elif self.open is None or begins or (is_second_begin and self.open.has_begun):
            self.open = Group(Transaction(), _is_inside(event))
        group = self.open
        if bound in _BEGINS:
            group.has_begun = True
        elif bound is not None:
            group.ended_by = bound
        elif is_statement(event) and not group.has_begun:
            group.ended_by = "statement"
        if group.ended_by is not None:
            self.open = None
        return group


def is_statement(event: LoggedEvent) -> bool:
    """Whether an event is a statement, and more than a bound of a transaction."""
    if event.tree.is_query:
        return not TRANSACTION_CONTROL.match(query_text(event.tree.body))
    return event.type in STATEMENTS


def _begins_by_itself(event: LoggedEvent) -> bool:
    """Whether a GTID stands for a BEGIN too, as MariaDB's do."""
    return event.type == EventType.mariadb_gtid and not event.tree.body.flags.standalone


def _is_inside(event: LoggedEvent) -> bool:
    """Whether an event lies in a transaction whose beginning was not seen."""
    return not (event.tree.is_query or event.type in STATEMENTS | _BEFORE_STATEMENT)


def _bound_of(event: LoggedEvent) -> str | None:
    if event.type == EventType.xid:
        return "xid"
    if event.type == EventType.xa_prepare:
        return "xa_commit" if event.tree.body.is_one_phase else "xa_prepare"
    if event.type == EventType.incident:
        return "incident"  # MySQL names it as it does a transaction
    if not event.tree.is_query:
        return None
    found = _BOUND.match(query_text(event.tree.body))
    return None if found is None else "_".join(filter(None, found.groups())).lower()
