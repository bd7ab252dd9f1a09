"""Runs of bits, the first in the lowest, and of the places of what lies between them."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import NUM_SUMS, store_sums, u8le
from binlog_kaitai.kernels.runtime.words import shift_right, trailing_zeros

_WORD = 64  # bits


@inlined
def next_set(buffer: Any, at: int, first: int, end: int) -> int:
    """Return the first bit that is set, from one on up to an end; or the end.

    The bits begin at the byte `at`. Up to 7 bytes behind the last one are read.
    """
    while first < end:
        skipped = first & 7
        word = shift_right(u8le(buffer, at + (first >> 3)), skipped)
        if word != 0:
            return min(first + trailing_zeros(word), end)
        first += _WORD - skipped
    return end


@inlined
def put_run(places: Any, at: int, before: Any, before_at: int, count: int, start: int) -> None:
    """Put places: those in `before`, counted from a start. Up to 3 behind the last are written."""
    most = count + NUM_SUMS - 1
    if at + most <= len(places) and before_at + most <= len(before):
        for done in range(0, count, NUM_SUMS):
            store_sums(places, at + done, before, before_at + done, start)
    else:
        for done in range(count):
            places[at + done] = before[before_at + done] + start
