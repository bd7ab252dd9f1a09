"""The table of decoders: which module reads the cells of which spec.

To add a type: its spec in ksy/, its decoder in the module of its family, and a line here. Arrays
and texts that are more than what a decoder stores and writes are made in `families`.
"""

from __future__ import annotations

from binlog_kaitai.generated.kernels.blob_cell import read_blob_cell
from binlog_kaitai.generated.kernels.compressed_blob_cell import read_compressed_blob_cell
from binlog_kaitai.generated.kernels.compressed_string_cell import read_compressed_string_cell
from binlog_kaitai.generated.kernels.json_cell import read_json_cell
from binlog_kaitai.generated.kernels.string_cell import read_string_cell
from binlog_kaitai.kernels.columns.decimals import DECIMALS
from binlog_kaitai.kernels.columns.decoder import CellDecoder, bytes_decoder
from binlog_kaitai.kernels.columns.enums import ENUMS
from binlog_kaitai.kernels.columns.floats import FLOATS
from binlog_kaitai.kernels.columns.geometry import GEOMETRY
from binlog_kaitai.kernels.columns.integers import INTEGERS
from binlog_kaitai.kernels.columns.loops import Cell, choice, each_end, each_stored, reading
from binlog_kaitai.kernels.columns.temporal import TEMPORAL
from binlog_kaitai.kernels.columns.vectors import VECTOR
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.table_map_cache import Plan

_read_json = reading(read_json_cell)


@inlined
def _locate_json(cell: Cell) -> tuple[int, int, int]:
    """Find a document or, where the second argument says so, changes to one."""
    value = _read_json(cell, ())
    if cell.second:
        return value.pos, value.diffs_ofs, value.diffs_len
    return value.pos, value.document_ofs, value.document_len


NUMBERS = (*INTEGERS, *FLOATS, *DECIMALS, *TEMPORAL)
"""Decoders of numbers and times, whose texts are short."""

_STRINGS = (
    bytes_decoder("string_cell", read_string_cell),
    bytes_decoder("blob_cell", read_blob_cell),
)
_COMPRESSED = (
    bytes_decoder("compressed_string_cell", read_compressed_string_cell),
    bytes_decoder("compressed_blob_cell", read_compressed_blob_cell),
)
_STORED = (*NUMBERS, *ENUMS, GEOMETRY, *_STRINGS)

DECODERS = (*_STORED, VECTOR, *_COMPRESSED, CellDecoder("json_cell", locate=_locate_json))

OF_NUMBERS, LABELLED, STRINGS, COMPRESSED = (
    frozenset(decoder.spec for decoder in decoders)
    for decoders in (NUMBERS, ENUMS, _STRINGS, _COMPRESSED)
)
"""The specs of these decoders."""

HOLD_BITS = ("bit_cell", "set_cell")
"""Specs of bits, which may be more than a column is described with: see `bits_of`."""

store_block = choice(
    {
        number: each_stored(one.number_of) if one.number_of else each_end(one.locates)
        for number, one in enumerate(_STORED)
    }
)
"""Stores the cells of a column in a block, by the number of their decoder."""

_numbered = list(enumerate(DECODERS))
locate_string = choice({n: one.locates for n, one in _numbered if one.spec in STRINGS})
locate_cell = choice({n: one.locates for n, one in _numbered if one.locate})
"""Find the bytes of a cell, by the number of its decoder."""

_writers = {n: one.write for n, one in _numbered if one.write and one.takes is None}
write_number = choice({n: write for n, write in _writers.items() if n < len(NUMBERS)})
write_cell = choice(_writers)
"""Write the text of a cell, by the number of its decoder."""


def decoder_number(plan: Plan, *, is_for_any: bool = True) -> int:
    """Return the number of a column's decoder in DECODERS: that for any arguments, or its own."""
    return next(
        number
        for number, decoder in enumerate(DECODERS)
        if decoder.spec == plan.case
        and (decoder.takes is None or (not is_for_any and decoder.takes(plan.arguments)))
    )
