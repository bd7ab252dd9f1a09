"""The cells of a column as an array of any type that its own converts to."""

from __future__ import annotations

import pyarrow as pa

from binlog_kaitai.charsets import BINARY
from binlog_kaitai.columnar.columns import (
    FaultError,
    Selection,
    encoded_array,
    located,
    natural_array,
    text_array,
)
from binlog_kaitai.columnar.data import STRINGS, text_column
from binlog_kaitai.columnar.known import Plan
from binlog_kaitai.schema import arrow_type
from binlog_kaitai.tables import Column


def array_of(
    selection: Selection, index: int, column: Column, plan: Plan, target: pa.DataType
) -> pa.Array:
    """The cells of a column as `binlog_kaitai.arrays.array_of` has them.

    Raises FaultError where kernels do not read them, TooLargeError where they are too many bytes,
    pyarrow.ArrowException for a value that does not fit the type.
    """
    natural = arrow_type(column)
    is_text = pa.types.is_string(target) or pa.types.is_binary(target)
    if plan.case == "json_cell" or (pa.types.is_string(natural) and plan.case == "decimal_cell"):
        return text_column(selection, index, column, plan).cast(target)
    if natural == target:
        return natural_array(selection, index, column, plan)
    if pa.types.is_binary(natural) and pa.types.is_string(target):
        return _text_of_bytes(selection, index, column, plan)
    if pa.types.is_binary(target) and plan.case in STRINGS:
        found = located(selection.buffer, selection.cells[index], plan)
        return encoded_array(found, column).cast(target)
    array = natural_array(selection, index, column, plan)
    if is_text and not pa.types.is_string(natural):
        return text_column(selection, index, column, plan).cast(target)
    return array.cast(target)


def _text_of_bytes(selection: Selection, index: int, column: Column, plan: Plan) -> pa.Array:
    """Bytes that the user knows to be text; of BINARY, all of them have to be."""
    if column.charset == BINARY:
        return natural_array(selection, index, column, plan).cast(pa.string())
    if plan.case not in ("string_cell", "blob_cell"):
        raise FaultError
    return text_array(located(selection.buffer, selection.cells[index], plan), column)
