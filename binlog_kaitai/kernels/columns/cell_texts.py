"""Texts of one column's cells, but for those of strings and documents."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.decoder import Scratch, new_scratch
from binlog_kaitai.kernels.columns.decoders import DECODERS, write_cell
from binlog_kaitai.kernels.columns.located import cell_array
from binlog_kaitai.kernels.columns.loops import FAULT, QUOTE, Cell, CellArray
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, TextOutput, TextTarget
from binlog_kaitai.kernels.runtime.jit import kernel


@kernel
def cell_texts(cells: CellArray, scratch: Scratch, is_quoted: bool, output: TextOutput) -> int:
    """Write the texts of cells, whose room the caller has made; return 0 or `FAULT`."""
    end = len(cells.buffer)
    out, at = output.out, output.at[0]
    for i in range(len(cells.places)):
        place = cells.places[i]
        output.ofs[i] = at
        if place < 0:
            output.length[i] = place
            continue
        if is_quoted:
            out[at] = QUOTE
            at += 1
        cell = Cell(cells.buffer, place, end, cells.first, cells.second)
        at = write_cell(cells.decoder, out, at, cell, scratch)
        if at < 0:
            return FAULT
        if is_quoted:
            out[at] = QUOTE
            at += 1
        output.length[i] = at - output.ofs[i]
    output.at[0] = at
    return 0


def write_cells(cells: ColumnCells, target: TextTarget, room: int = 0, scratch: Any = None) -> None:
    """Write cells as JSON text, for which there is to be some room beside that of short texts."""
    target.to.make_room(MAX_VALUE_TEXT * len(cells.places) + room)
    found = cell_array(cells)
    is_quoted = target.is_quoted and DECODERS[found.decoder].is_quoted
    scratch = new_scratch() if scratch is None else scratch
    checked(cell_texts(found, scratch, is_quoted, target.output()))
