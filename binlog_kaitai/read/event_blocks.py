"""What kernels find in blocks of events: where these lie, and the cells of some columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from binlog_kaitai.read.engines import Engine, choose

if TYPE_CHECKING:
    from binlog_kaitai.kernels.seek.frames import Frames
    from binlog_kaitai.kernels.walk.masked_cells import CellFinder, FoundCells

__all__ = ["NO_TABLE", "CellFinder", "FoundCells", "Frames", "cell_finder", "frames_of"]

NO_TABLE = -1
"""In place of the number of a table none of whose cells are asked for."""


def cell_finder(log_format: Any, engine: Engine = "auto") -> CellFinder | None:
    """Return what finds cells in events of a format; None if trees read in place of kernels."""
    if choose(engine, ()) == "tree":
        return None
    from binlog_kaitai.kernels.walk.masked_cells import CellFinder  # noqa: PLC0415 - Numba's import

    return CellFinder(log_format)


def frames_of(log_format: Any, engine: Engine = "auto") -> Frames | None:
    """Return what finds events of a format; None if trees read in place of kernels."""
    if choose(engine, ()) == "tree":
        return None
    from binlog_kaitai.kernels.seek.frames import Frames  # noqa: PLC0415 - Numba's import

    return Frames(log_format)
