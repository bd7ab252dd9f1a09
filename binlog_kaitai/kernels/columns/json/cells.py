"""JSON columns: documents, and changes to documents."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.json_cell import read_json_cell
from binlog_kaitai.kernels.columns.column import ColumnCells, checked
from binlog_kaitai.kernels.columns.json.diffs import (
    MAX_AROUND_DIFFS,
    MAX_DIFF_GROWTH,
    write_partial,
)
from binlog_kaitai.kernels.columns.json.documents import (
    MAX_GROWTH,
    new_document_scratch,
    write_document,
)
from binlog_kaitai.kernels.columns.located import locate_by
from binlog_kaitai.kernels.columns.loops import FAULT, each_place, write_bytes
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, NOTHING, TextTarget
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL, PARTIAL

NULL_TEXT = b"null"
NULL_DOCUMENT = b'{"json": null}'


@inlined
def _document(
    buffer: Any, pos: int, end: int, first: int, is_partial: bool
) -> tuple[int, int, int]:
    cell = read_json_cell(buffer, 0, pos, end, first, is_partial)
    if is_partial:
        return cell.pos, cell.diffs_ofs, cell.diffs_len
    return cell.pos, cell.document_ofs, cell.document_len


_documents = each_place(_document)


@kernel
def locate_documents(
    buffer: Any, places: Any, case: int, first: int, ofs: Any, length: Any, is_valid: Any
) -> int:
    """Find where documents, or changes to them, lie; return their total length."""
    return _documents(buffer, places, first, ofs, length, is_valid)


@kernel
def document_texts(
    buffer: Any,
    ofs: Any,
    length: Any,
    places: Any,
    has_before: Any,
    before_ofs: Any,
    before_len: Any,
    work: Any,
    scratch: Any,
    is_quoted: bool,
    out: Any,
    at: Any,
    text_ofs: Any,
    text_len: Any,
) -> int:
    """JSON documents that were located.

    Where changes lie in a document's place, the document may lie at `before_ofs`. If `is_quoted`, a
    document that is null is told from NULL.
    """
    pos = at[0]
    for i in range(len(ofs)):
        text_ofs[i] = pos
        if places[i] in (NULL, NOT_LOGGED):
            text_len[i] = places[i]
            continue
        end = pos
        if places[i] <= PARTIAL:
            end = write_partial(
                out,
                pos,
                buffer,
                ofs[i],
                length[i],
                has_before[i] != 0,
                before_ofs[i],
                before_len[i],
                work,
                scratch,
            )
        elif length[i] == 0:
            end = write_bytes(out, pos, NULL_TEXT)
        else:
            end = write_document(out, pos, buffer, ofs[i], length[i], scratch)
        if end < 0:
            return FAULT
        if is_quoted and end - pos == len(NULL_TEXT) and out[pos] == NULL_TEXT[0]:
            end = write_bytes(out, pos, NULL_DOCUMENT)
        pos = end
        text_len[i] = pos - text_ofs[i]
    at[0] = pos
    return 0


def write_documents(cells: ColumnCells, target: TextTarget) -> None:
    """Write cells as JSON text; a partial update as its document, if the one before is known."""
    found = before = locate_by(locate_documents, cells)
    room = MAX_GROWTH * found.total + MAX_VALUE_TEXT * len(found)
    work = NOTHING
    is_partial = cells.places <= PARTIAL
    if is_partial.any():
        befores = np.where(is_partial, cells.selection.before(cells.index), NULL)
        before = locate_by(locate_documents, cells, befores)
        longest = int(found.length[is_partial].max())
        work = np.empty(MAX_DIFF_GROWTH * longest + MAX_AROUND_DIFFS, np.uint8)
        room = MAX_DIFF_GROWTH * (found.total + before.total) + MAX_AROUND_DIFFS * len(found)
    to = target.to
    to.make_room(room)
    checked(
        document_texts(
            *(found.buffer, found.ofs, found.length, cells.places),
            *(before.is_valid, before.ofs, before.length, work),
            *(new_document_scratch(), target.is_quoted),
            *(to.out, to.at, target.ofs, target.length),
        )
    )
