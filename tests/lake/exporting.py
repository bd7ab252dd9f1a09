"""Exports in processes of their own, which start soon: a fork server has imported all before."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from multiprocessing.context import ForkServerContext

from binlog_kaitai.lake import lock
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.tables import Format


def fork_context() -> ForkServerContext:
    """Return what starts processes."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "tests.lake.preloaded"])
    return context


def export_logs(logs: Sequence[str], out: str, file_format: Format, *, dead: float = -1.0) -> None:
    """Export logs, and keep tables as they stand.

    Others that are silent in an object store for as many seconds as `dead` count as killed.
    """
    lock.DEAD = dead
    export(logs, out, file_format=file_format, current=Asked())
