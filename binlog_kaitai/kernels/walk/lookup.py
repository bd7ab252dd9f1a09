"""Hash tables of runs of bytes, by what kernels look up table maps and their shapes.

A table has `slots`, a power of two, of which half are free at least; the `data` that the bytes lie
in; and `entries`, records that begin with the fields of `state.BYTES`. A slot holds the number of
an entry, and beside it the half of its hash that did not choose the slot.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.compare import are_equal, hash_of
from binlog_kaitai.kernels.runtime.jit import inlined, kernel

FREE = -1

_NUMBER = 0xFFFFFFFF
_CODE = ~_NUMBER


@inlined
def find_slot(buffer: Any, at: int, length: int, code: int, log_format: int, table: Any) -> int:
    """Return the slot of some bytes in a format, or the free one where they are to be put."""
    mask = len(table.slots) - 1
    slot = code & mask
    while table.slots[slot] != FREE:
        held = table.slots[slot]
        if (held ^ code) & _CODE == 0:
            entry = table.entries[held & _NUMBER]
            if (
                entry.length == length
                and entry.log_format == log_format
                and are_equal(buffer, at, table.data, entry.ofs, length)
            ):
                return int(slot)
        slot = (slot + 1) & mask
    return int(slot)


@inlined
def number_at(slots: Any, slot: int) -> int:
    """Return the number that a slot holds, or a negative one if it is free."""
    held = slots[slot]
    return int(held if held == FREE else held & _NUMBER)


@inlined
def put(slots: Any, slot: int, code: int, number: int) -> None:
    """Have a slot hold the number of what has a hash."""
    slots[slot] = (code & _CODE) | number


@kernel
def enter(slots: Any, entries: Any, first: int, end: int) -> None:
    """Put entries into a hash table which has none of them."""
    mask = len(slots) - 1
    for number in range(first, end):
        code = entries[number].code
        slot = code & mask
        while slots[slot] != FREE:
            slot = (slot + 1) & mask
        put(slots, slot, code, number)


@kernel
def code_of(buffer: Any, at: int, length: int) -> int:
    """Return the hash of some bytes."""
    return int(hash_of(buffer, at, length))
