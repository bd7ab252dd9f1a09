"""Reads a log to its last cell, and keeps nothing: whether it can be read is all that is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, Fault, UnreadableError
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.schema import UNFIT, arrow_type
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.engines import Engine, choose
from binlog_kaitai.tree import engine as tree_engine
from binlog_kaitai.tree.output.batches import batches_of_changes

if TYPE_CHECKING:
    from binlog_kaitai.kernels.records.runs import Run
    from binlog_kaitai.kernels.walk.carried import Carried
    from binlog_kaitai.kernels.walk.change_scanner import Learned

EVERY_FAULT = Scope(is_lenient=True)


class CellReader:
    """Reads logs, in order; what kernels learn of one they know in the next."""

    def __init__(self, engine: Engine = "auto") -> None:
        self.engine = engine
        self._carried: Carried[Learned] | None = None

    def faults_of(self, file: str) -> Iterator[BinlogError]:
        """Yield what is damaged in a file: events, their checksums, and the values of all cells."""
        is_small = choose(self.engine, [file], "typed") == "tree"
        return _faults_of_trees(file) if is_small else self._faults_of_kernels(file)

    def _faults_of_kernels(self, file: str) -> Iterator[BinlogError]:
        # Numba takes half a second to import, and need not be installed for trees
        from binlog_kaitai.kernels.records.runs import Run  # noqa: PLC0415
        from binlog_kaitai.kernels.walk.carried import Carried  # noqa: PLC0415
        from binlog_kaitai.kernels.walk.change_walk import ChangeWalk  # noqa: PLC0415
        from binlog_kaitai.kernels.walk.found_rows import RowDamageError, Rows  # noqa: PLC0415

        self._carried = self._carried or Carried()
        walk = ChangeWalk(file, EVERY_FAULT, self._carried).found()
        found = next(walk, None)
        while found is not None:
            try:
                if isinstance(found, Fault):
                    yield found.error
                elif isinstance(found, Rows):
                    _read_cells(file, Run(found, 0, found.count))
                else:
                    _drain(batches_of_changes(file, found, RowFormat()))
                found = next(walk, None)
            except RowDamageError as damage:
                found = walk.throw(damage)


def _faults_of_trees(file: str) -> Iterator[BinlogError]:
    for found in tree_engine.change_batches(file, EVERY_FAULT, RowFormat()):
        if isinstance(found, Fault):
            yield found.error


def _read_cells(file: str, run: Run) -> None:
    """Make arrays of all cells; where kernels do not, the tree engine does, or raises."""
    from binlog_kaitai.kernels.columns.column import (  # noqa: PLC0415
        ColumnCells,
        FaultError,
        TooLargeError,
    )
    from binlog_kaitai.kernels.columns.conversions import array_of  # noqa: PLC0415

    try:
        for layout, chosen in run.by_layout():
            cells = run.selection(len(layout.plans), chosen)
            columns = zip(layout.table.columns, layout.plans, strict=True)
            for index, (column, plan) in enumerate(columns):
                array_of(ColumnCells(cells, index, column, plan), arrow_type(column))
    except (TooLargeError, MemoryError):
        if len(run) > 1:
            for half in run.halves():
                _read_cells(file, half)
            return
    except (FaultError, UnreadableError, *UNFIT):
        pass
    else:
        return
    _drain(batches_of_changes(file, run.changes(), RowFormat()))


def _drain(batches: Iterator[pa.RecordBatch]) -> None:
    deque(batches, maxlen=0)
