"""Counts what a file's rows are, by the engine that is sooner done."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.engines import Engine, choose
from binlog_kaitai.read.tallies import Tally, count_by_trees


def tally_of(file: str, scope: Scope, engine: Engine = "auto") -> Tally:
    """Count what is in a scope of a file, up to its fault if it has one.

    Values of rows are not looked at, and may be any.
    """
    tally = Tally()
    scope = replace(scope, columns=_no_columns)
    try:
        if choose(engine, [file]) == "tree":
            count_by_trees(tally, file, scope)
        else:
            # Numba takes half a second to import, and need not be installed for trees
            from binlog_kaitai.read.kernel_tallies import count_by_kernels  # noqa: PLC0415

            count_by_kernels(tally, file, scope)
    except BinlogError as error:
        tally.fault = error
    return tally.end()


def _no_columns(_: Table) -> tuple[str, ...]:
    return ()
