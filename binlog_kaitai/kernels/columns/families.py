"""Arrays and texts of columns, also of types whose arrays are more than numbers or bytes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.binlog_cell import CASES
from binlog_kaitai.kernels.columns.cell_texts import write_cells
from binlog_kaitai.kernels.columns.column import ColumnCells, FaultError, checked
from binlog_kaitai.kernels.columns.decoder import new_scratch
from binlog_kaitai.kernels.columns.decoders import COMPRESSED, OF_NUMBERS, STRINGS
from binlog_kaitai.kernels.columns.enums import enum_array, enum_texts, json_labels, set_array
from binlog_kaitai.kernels.columns.geometry import geometry_array
from binlog_kaitai.kernels.columns.json.cells import write_documents
from binlog_kaitai.kernels.columns.located import bytes_array, located
from binlog_kaitai.kernels.columns.soundness import are_sound
from binlog_kaitai.kernels.columns.strings import string_array, write_strings
from binlog_kaitai.kernels.columns.texts import TextTarget
from binlog_kaitai.kernels.columns.together import stored_array
from binlog_kaitai.kernels.columns.vectors import MAX_ITEM_TEXT, vector_array
from binlog_kaitai.kernels.walk.state import MAX_ITEMS, PARTIAL
from binlog_kaitai.model.charsets import BINARY


def natural_array(cells: ColumnCells) -> pa.Array:
    """Return the cells of a column as an array of its `arrow_type`.

    Raises:
        FaultError: where kernels do not read them.
        TooLargeError: where they are too many bytes.
    """
    make = _ARRAYS.get(cells.plan.case)
    if make is None:
        raise FaultError  # of a spec that another one was put in the place of
    return make(cells)


def write_texts(cells: ColumnCells, target: TextTarget) -> None:
    """Write the cells of a column as JSON text. Raises as `natural_array`."""
    write = _TEXTS.get(cells.plan.case)
    if write is None:
        raise FaultError
    write(cells, target)


def _enums(cells: ColumnCells) -> pa.Array:
    labels = cells.column.labels
    if labels is None:
        return stored_array(cells)
    texts = cells.plan.keep("enum_texts", enum_texts, labels)
    return enum_array(stored_array(cells, pa.int64()), texts)


def _sets(cells: ColumnCells) -> pa.Array:
    labels = cells.column.labels
    if labels is None:
        return stored_array(cells)
    return set_array(stored_array(cells, pa.int64(), is_signed=False), labels)


def _geometries(cells: ColumnCells) -> pa.Array:
    wkb = located(cells)
    srids = stored_array(cells, pa.int32())
    return geometry_array(srids, bytes_array(wkb, pa.binary()), wkb.is_valid)


def _vectors(cells: ColumnCells) -> pa.Array:
    return vector_array(located(cells))


def _check_documents(cells: ColumnCells) -> None:
    """Raise FaultError for changes to documents, and for bytes that are none."""
    if (cells.places <= PARTIAL).any():
        raise FaultError
    case, (pack_length, _) = CASES.index(cells.plan.case), cells.arguments
    checked(are_sound(cells.buffer, cells.places, case, pack_length, np.empty(MAX_ITEMS)))


def _documents(cells: ColumnCells) -> pa.Array:
    _check_documents(cells)
    return string_array(cells)


def _write_documents(cells: ColumnCells, target: TextTarget) -> None:
    if cells.column.charset == BINARY:
        _check_documents(cells)
        write_strings(cells, target)
    else:
        write_documents(cells, target)


def _write_labels(cells: ColumnCells, target: TextTarget) -> None:
    labels = cells.column.labels
    if labels is None:
        write_cells(cells, target)
        return
    texts, ends, longest = cells.plan.keep("json_labels", json_labels, labels)
    scratch = new_scratch(labels=texts, label_ends=ends)
    write_cells(cells, target, longest * len(cells.places), scratch)


def _write_geometries(cells: ColumnCells, target: TextTarget) -> None:
    write_cells(cells, target, 2 * located(cells).total)


def _write_vectors(cells: ColumnCells, target: TextTarget) -> None:
    found = located(cells)
    items = np.empty(int(found.length.max(initial=0)), np.float64)  # more than there are
    write_cells(cells, target, MAX_ITEM_TEXT * found.total, new_scratch(items))


_ARRAYS: dict[str, Callable[[ColumnCells], pa.Array]] = {
    **dict.fromkeys(OF_NUMBERS, stored_array),
    **dict.fromkeys((*STRINGS, *COMPRESSED), string_array),
    "enum_cell": _enums,
    "set_cell": _sets,
    "geometry_cell": _geometries,
    "vector_cell": _vectors,
    "json_cell": _documents,
}

_TEXTS: dict[str, Callable[[ColumnCells, TextTarget], None]] = {
    **dict.fromkeys(OF_NUMBERS, write_cells),
    **dict.fromkeys((*STRINGS, *COMPRESSED), write_strings),
    **dict.fromkeys(("enum_cell", "set_cell"), _write_labels),
    "geometry_cell": _write_geometries,
    "vector_cell": _write_vectors,
    "json_cell": _write_documents,
}
