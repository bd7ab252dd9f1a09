"""Typed rows of all tables of a small log, by trees: no kernel need be compiled for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from binlog_kaitai.errors import Fault
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.tables.found import Found, WantedTables, found_in
from binlog_kaitai.tree.changes import read_changes

TOGETHER = 256
"""Changes that are held, at most, before they are parted by tables."""


class TreeTableReader:
    """Reads a part of a log; see `TableReader`."""

    def __init__(self, file: str, scope: Scope, wanted: WantedTables) -> None:
        self.file = file
        self.num_events = 0
        self._scope = scope
        self._wanted = wanted

    def found(self) -> Iterator[list[Found]]:
        """Yield rows and statements that lie side by side. Raises BinlogError for damage."""
        changes = self._changes()
        while together := list(islice(changes, TOGETHER)):
            yield list(found_in(self.file, together, self._wanted))

    def _changes(self) -> Iterator[Change]:
        for found in read_changes(self.file, self._scope, self._count):
            if isinstance(found, Fault):
                raise found.error
            yield found

    def _count(self) -> None:
        self.num_events += 1
