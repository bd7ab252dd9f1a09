"""Typed rows of all tables of some logs, by the engine that is sooner done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import choose
from binlog_kaitai.read.tables.found import TableReader, WantedTables

if TYPE_CHECKING:
    from binlog_kaitai.read.tables.by_kernels import LearnedOfLogs


from collections.abc import Iterator
from itertools import islice

from binlog_kaitai.errors import Fault
from binlog_kaitai.model.changes import Change
from binlog_kaitai.read.tables.found import Found, found_in
from binlog_kaitai.tree.changes import read_changes

SMALL = 2**20
"""Bytes that trees read in a few seconds, where kernels would first take a minute to compile."""


class TableReaders:
    """Makes readers of logs that are read one after another, by the engine that is sooner done."""

    def __init__(self, logs: Sequence[str]) -> None:
        self._is_by_trees = choose("auto", logs, "typed", small=SMALL) == "tree"
        self._learned: LearnedOfLogs | None = None

    def reader(self, log: str, scope: Scope, wanted: WantedTables) -> TableReader:
        """Return a reader of a part of a log, which knows what was learned of those before."""
        if self._is_by_trees:
            return TreeTableReader(log, scope, wanted)
        # Numba takes half a second to import
        from binlog_kaitai.read.tables.by_kernels import (  # noqa: PLC0415
            KernelTableReader,
            LearnedOfLogs,
        )

        if self._learned is None:
            self._learned = LearnedOfLogs()
        return KernelTableReader(log, scope, wanted, self._learned)


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
