"""Which of a log's events a scope asks for."""

from __future__ import annotations

from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.transactions import Group, Transaction
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import LoggedEvent, placed
from binlog_kaitai.tree.transactions.grouping import Grouping, is_statement


class AskedEvents:
    """Says of events, in order, whether they are asked for; it follows transactions if it has to.

    `is_skipped` says that the transaction which is open is not wanted.
    """

    def __init__(self, file: str, scope: Scope) -> None:
        self.file = file
        self.scope = scope
        self.follows = (scope.applied, scope.until) != (None, None)
        self.grouping = Grouping()
        self.is_skipped = False
        self._group: Group | None = None  # that `is_skipped` is of

    def forget(self, *, keeps_open: bool = False) -> None:
        """Reset the transaction after skipping damage, unless the open one is known to go on."""
        self.grouping.forget(keeps_open=keeps_open)

    def resume(
        self, *, is_open: bool, has_begun: bool, is_skipped: bool, is_behind_gtid: bool
    ) -> None:
        """Go on where a transaction is open, or none."""
        self._group = Group(Transaction(), has_begun) if is_open else None
        self.is_skipped = is_skipped
        self.grouping.resume(self._group, is_behind_gtid=is_behind_gtid)

    def wants(self, event: LoggedEvent) -> bool:
        """Return whether an event is asked for. Raises BinlogError where it is damaged."""
        return (
            self._is_in_transaction(event)
            and self.scope.wants_time(event.tree.header.timestamp)
            and (self.scope.wants_all_tables or self._is_of_table(event))
        )

    def _is_in_transaction(self, event: LoggedEvent) -> bool:
        """Return whether an event is in a transaction that is wanted, if not all are."""
        if not self.follows:
            return True
        with placed(self.file, event, "an event"):
            group = self.grouping.group_of(event)
        if group is None:
            return self.scope.wants_transaction(None)
        if group is not self._group:
            self._group = group
            self.is_skipped = not self.scope.wants_transaction(group.transaction.gtid)
        return not self.is_skipped

    def _is_of_table(self, event: LoggedEvent) -> bool:
        """Return whether an event is of a table, or a statement of a database, that is wanted."""
        tree, scope = event.tree, self.scope
        if tree.is_table_map:
            return scope.wants_table(full_name(tree.body.database, tree.body.table))
        if tree.is_rows:
            rows = tree.body
            return rows.has_table_map and scope.wants_table(
                full_name(rows.table_map.database, rows.table_map.table)
            )
        if scope.table is not None or not is_statement(event):
            return False
        return bool(event_of(self.file, event).body.get("database") == scope.database)
