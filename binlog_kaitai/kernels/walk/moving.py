"""A kernel that follows cells whose bytes have moved in their buffer."""

from __future__ import annotations

from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.walk.state import PARTIAL


@kernel
def move_cells(cells: Ints, end: int, count: int) -> None:
    """Have the cells that lie before `end` lie `count` bytes nearer to the buffer's beginning."""
    for i in range(len(cells)):
        place = cells[i]
        if 0 <= place < end:
            cells[i] = place - count
        elif PARTIAL - end < place <= PARTIAL:
            cells[i] = place + count
