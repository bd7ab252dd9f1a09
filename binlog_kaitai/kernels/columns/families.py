"""Families of types: which module reads the cells of which spec.

To add a type: its spec in ksy/, a line here, and what reads it in the module of its family.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.kernels.columns.column import ColumnCells, FaultError, Selection
from binlog_kaitai.kernels.columns.decimals import write_decimals
from binlog_kaitai.kernels.columns.enums import enum_array, set_array, write_enums
from binlog_kaitai.kernels.columns.floats import write_floats
from binlog_kaitai.kernels.columns.geometry import geometry_array, write_geometries
from binlog_kaitai.kernels.columns.integers import write_integers
from binlog_kaitai.kernels.columns.json.cells import write_documents
from binlog_kaitai.kernels.columns.strings import string_array, write_strings
from binlog_kaitai.kernels.columns.temporal import write_temporal
from binlog_kaitai.kernels.columns.texts import TextTarget
from binlog_kaitai.kernels.columns.together import stored_array
from binlog_kaitai.kernels.columns.vectors import vector_array, write_vectors
from binlog_kaitai.kernels.walk.table_map_cache import Plan
from binlog_kaitai.model.tables import Column


class Family(NamedTuple):
    """What reads the cells of a spec: to an array of their `arrow_type`, and to JSON text."""

    array: Callable[[ColumnCells], pa.Array]
    write: Callable[[ColumnCells, TextTarget], None]


def _no_array(cells: ColumnCells) -> pa.Array:
    raise FaultError


def _no_text(cells: ColumnCells, target: TextTarget) -> None:
    raise FaultError


_INTEGERS = Family(stored_array, write_integers)
_FLOATS = Family(stored_array, write_floats)
_TEMPORAL = Family(stored_array, write_temporal)
_STRINGS = Family(string_array, write_strings)

STRINGS = ("string_cell", "blob_cell", "compressed_string_cell", "compressed_blob_cell")

FAMILIES: dict[str, Family] = {
    **dict.fromkeys(("integer_cell", "bit_cell", "year_cell"), _INTEGERS),
    **dict.fromkeys(("float_cell", "double_cell"), _FLOATS),
    "decimal_cell": Family(stored_array, write_decimals),
    **dict.fromkeys(("date_cell", "time_cell", "time2_cell"), _TEMPORAL),
    **dict.fromkeys(("datetime_cell", "datetime2_cell"), _TEMPORAL),
    **dict.fromkeys(("timestamp_cell", "timestamp2_cell"), _TEMPORAL),
    **dict.fromkeys(STRINGS, _STRINGS),
    "enum_cell": Family(enum_array, write_enums),
    "set_cell": Family(set_array, write_enums),
    "geometry_cell": Family(geometry_array, write_geometries),
    "vector_cell": Family(vector_array, write_vectors),
    "json_cell": Family(_no_array, write_documents),
}
_BY_TREES = Family(_no_array, _no_text)
"""What kernels do with a spec that another one was put in the place of."""


def natural_array(selection: Selection, index: int, column: Column, plan: Plan) -> pa.Array:
    """Return the cells of a column as an array of its `arrow_type`.

    Raises:
        FaultError: where kernels do not read them.
        TooLargeError: where they are too many bytes.
    """
    return FAMILIES.get(plan.case, _BY_TREES).array(ColumnCells(selection, index, column, plan))


def write_texts(
    selection: Selection, index: int, column: Column, plan: Plan, target: TextTarget
) -> None:
    """Write the cells of a column as JSON text. Raises as `natural_array`."""
    FAMILIES.get(plan.case, _BY_TREES).write(ColumnCells(selection, index, column, plan), target)
