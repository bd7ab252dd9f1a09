"""ENUM and SET: numbers, which stand for labels where the log tells these."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.generated.kernels.enum_cell import read_enum_cell
from binlog_kaitai.generated.kernels.set_cell import read_set_cell
from binlog_kaitai.kernels.columns.column import ROOM
from binlog_kaitai.kernels.columns.decoder import Scratch, decoder_of
from binlog_kaitai.kernels.columns.integers import bits_of
from binlog_kaitai.kernels.columns.loops import QUOTE, VALUE, Cell, reading
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import copy
from binlog_kaitai.kernels.runtime.text import write_int, write_unsigned

MAX_ENUM_INDEX = 65_535

COMMA = ord(",")


@inlined
def _is_index(value: Any, cell: Cell) -> bool:
    return bool(0 <= value.index <= MAX_ENUM_INDEX)


@inlined
def _index(value: Any, cell: Cell) -> tuple[int, int, int]:
    return VALUE, value.index, 0


@inlined
def _write_label(out: Any, at: int, label: int, scratch: Scratch) -> int:
    start = scratch.label_ends[label - 1] if label else 0
    length = scratch.label_ends[label] - start
    copy(out, at, scratch.labels, start, length)
    return int(at + length)


@inlined
def _write_enum(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    """Write the label of an ENUM's index, or the index where it has none."""
    if value.index >= len(scratch.label_ends):
        return write_int(out, at, value.index)
    out[at] = QUOTE
    at = _write_label(out, at + 1, value.index, scratch)
    out[at] = QUOTE
    return at + 1


@inlined
def _read_set(cell: Cell, scratch: Scratch) -> Any:
    """Read which members a SET has into the scratch."""
    members = scratch.cell.members
    for bit in range(len(members)):
        members[bit] = 0
    before = scratch.cell.members_before
    return read_set_cell(cell.buffer, 0, cell.pos, cell.end, cell.first, 0, members, before)


@inlined
def _mask(members: Any) -> int:
    mask = 0
    for bit in range(len(members)):
        mask |= int(members[bit]) << bit
    return mask


@inlined
def _members(value: Any, cell: Cell) -> tuple[int, int, int]:
    return bits_of(_mask(value.members.bits_is_set), cell)


@inlined
def _write_set(out: Any, at: int, value: Any, cell: Cell, scratch: Scratch) -> int:
    """Write the labels of a SET's members, or their bits as a number where one has no label."""
    members = value.members.bits_is_set
    num_labels = len(scratch.label_ends) - 1
    for bit in range(max(num_labels, 0), len(members)):
        if members[bit]:
            num_labels = -1
    if num_labels < 0:
        return write_unsigned(out, at, _mask(members))
    out[at] = QUOTE
    at += 1
    is_first = True
    for bit in range(min(num_labels, len(members))):
        if members[bit]:
            if not is_first:
                out[at] = COMMA
                at += 1
            is_first = False
            at = _write_label(out, at, bit + 1, scratch)
    out[at] = QUOTE
    return at + 1


ENUMS = (
    decoder_of("enum_cell", reading(read_enum_cell), _index, _write_enum, is_possible=_is_index),
    decoder_of("set_cell", _read_set, _members, _write_set),
)


def enum_array(numbers: pa.Array, texts: pa.Array) -> pa.Array:
    """Return what indexes stand for; `texts` are those of labels, behind the text of 0."""
    known = numbers.fill_null(0).to_numpy()
    if known.max(initial=0) >= len(texts):
        found, places = np.unique(known, return_inverse=True)
        named = dict(enumerate(texts.to_pylist()))
        texts = pa.array([named.get(i, str(i)) for i in found.tolist()])
        numbers = pa.array(places, mask=numbers.is_null().to_numpy(zero_copy_only=False))
    return texts.take(numbers)


def enum_texts(labels: tuple[str, ...]) -> pa.Array:
    """Return what the indexes of an ENUM stand for that have a label; 0 is the empty text."""
    return pa.array(["", *labels], pa.string())


def set_array(numbers: pa.Array, labels: tuple[str, ...]) -> pa.Array:
    """Return the labels of members; a mask as a number where it has members without one."""
    known = numbers.fill_null(0).to_numpy().view(np.uint64)
    masks, places = np.unique(known, return_inverse=True)
    texts = pa.array([_set_text(labels, mask) for mask in masks.tolist()], pa.string())
    is_null = numbers.is_null().to_numpy(zero_copy_only=False)
    return texts.take(pa.array(places, mask=is_null))


def _set_text(labels: tuple[str, ...], mask: int) -> str:
    if mask >> len(labels):
        return str(mask)
    return ",".join(label for i, label in enumerate(labels) if mask >> i & 1)


def json_labels(labels: tuple[str, ...]) -> tuple[Any, Any, int]:
    """Return the labels as JSON has them between quotes, where they end, and their length."""
    encoded = [json.dumps(label, ensure_ascii=False)[1:-1].encode() for label in labels]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    total = int(ends[-1]) + len(labels)
    return np.frombuffer(b"".join(encoded) + bytes(ROOM), np.uint8), ends, total
