"""JSON columns: documents, and changes to documents."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from binlog_kaitai.kernels.columns.column import ROOM, ColumnCells, Located, checked
from binlog_kaitai.kernels.columns.json.diffs import (
    MAX_AROUND_DIFFS,
    MAX_DIFF_GROWTH,
    Span,
    write_partial,
)
from binlog_kaitai.kernels.columns.json.documents import (
    MAX_GROWTH,
    new_document_scratch,
    write_document,
)
from binlog_kaitai.kernels.columns.located import located
from binlog_kaitai.kernels.columns.loops import FAULT, write_bytes
from binlog_kaitai.kernels.columns.texts import MAX_VALUE_TEXT, NOTHING, TextOutput, TextTarget
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints, Record
from binlog_kaitai.kernels.runtime.jit import inlined, kernel
from binlog_kaitai.kernels.walk.state import NOT_LOGGED, NULL, PARTIAL

NULL_TEXT = b"null"
NULL_DOCUMENT = b'{"json": null}'


class FoundDocuments(NamedTuple):
    """Documents, or changes to them: their bytes, and the places of their cells."""

    buffer: Bytes
    ofs: Ints
    length: Ints
    places: Ints


class DocumentsBefore(NamedTuple):
    """Where the documents lie that changes were made to, as far as there are; and room to do so."""

    is_there: Bytes
    ofs: Ints
    length: Ints
    work: Bytes


@inlined
def room_for(length: int, length_before: int, place: int) -> int:
    """Return the bytes that a document's text takes at most, or that of changes to one."""
    if place <= PARTIAL:
        return MAX_DIFF_GROWTH * (length + length_before) + MAX_AROUND_DIFFS
    return MAX_GROWTH * length + MAX_VALUE_TEXT


@kernel
def document_texts(
    found: FoundDocuments,
    before: DocumentsBefore,
    scratch: Record,
    is_quoted: bool,
    output: TextOutput,
    first: int,
) -> int:
    """Write JSON documents that were located, from one on; return how many are done, or `FAULT`.

    Stops before one that there may be no room for. Where changes lie in a document's place, it may
    be `before` them. If `is_quoted`, a document that is null is told from NULL.
    """
    out, pos = output.out, output.at[0]
    for i in range(first, len(found.ofs)):
        output.at[0] = output.ofs[i] = pos
        if room_for(found.length[i], before.length[i], found.places[i]) > len(out) - ROOM - pos:
            return i
        place = found.places[i]
        if place in (NULL, NOT_LOGGED):
            output.length[i] = place
            continue
        document = Span(found.ofs[i], found.length[i])
        if place <= PARTIAL:
            is_there = before.is_there[i] != 0
            old = Span(before.ofs[i], before.length[i])
            end = write_partial(
                out, pos, found.buffer, document, is_there, old, before.work, scratch
            )
        elif document.length == 0:
            end = write_bytes(out, pos, NULL_TEXT)
        else:
            end = write_document(out, pos, found.buffer, document.start, document.length, scratch)
        if end < 0:
            return FAULT
        if is_quoted and end - pos == len(NULL_TEXT) and out[pos] == NULL_TEXT[0]:
            end = write_bytes(out, pos, NULL_DOCUMENT)
        pos = end
        output.length[i] = pos - output.ofs[i]
    output.at[0] = pos
    return len(found.ofs)


def write_documents(cells: ColumnCells, target: TextTarget, found: Located | None = None) -> None:
    """Write cells as JSON text; a partial update as its document, if the one before is known.

    `found` are the bytes of the cells, if these are known.
    """
    found = before = located(cells) if found is None else found
    work = NOTHING
    is_partial = cells.places <= PARTIAL
    if is_partial.any():
        befores = np.where(is_partial, cells.selection.before(cells.index), NULL)
        before = located(cells, befores)
        longest = int(found.length[is_partial].max())
        work = np.empty(MAX_DIFF_GROWTH * longest + MAX_AROUND_DIFFS, np.uint8)
    documents = FoundDocuments(found.buffer, found.ofs, found.length, cells.places)
    documents_before = DocumentsBefore(before.is_valid, before.ofs, before.length, work)
    scratch, done = new_document_scratch(), 0
    while True:
        place = (scratch, target.is_quoted, target.output(), done)
        done = checked(document_texts(documents, documents_before, *place))
        if done == len(found):
            return
        sizes = found.length[done], before.length[done], cells.places[done]
        target.to.make_room(room_for(*map(int, sizes)))
