"""Which engine reads the tables of some logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import choose
from binlog_kaitai.read.tables.by_trees import TreeTableReader
from binlog_kaitai.read.tables.found import TableReader, WantedTables

if TYPE_CHECKING:
    from binlog_kaitai.read.tables.by_kernels import LearnedOfLogs

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
