"""Small logs that lie whole in a buffer, one behind the other: a pack, which one call scans.

To open a log, to call a kernel and to make batches takes as long as to scan a thousand rows. What a
scan notes of the logs of a pack is handed over together. Of a log all is noted, or nothing: where
one does not begin as those before, or holds what the kernel does not know, or ends inside a
transaction, the scan is as if it had not begun it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Bytes, Flags, Ints
from binlog_kaitai.kernels.runtime.compare import are_equal
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.walk.known_formats import look_at_start
from binlog_kaitai.kernels.walk.learning import close_table_maps
from binlog_kaitai.kernels.walk.state import (
    END,
    GOES_ON,
    OTHER_LOG,
    UNKNOWN,
    ScanState,
    Stop,
)

_GO_ON = (
    *("rows", "cells", "events", "transactions", "gtid_text", "xid_text", "context_text"),
    *("statement", "log"),
)
"""What a scan goes on with in the next log; all else is as where it began."""


class Pack(NamedTuple):
    """Logs in a buffer; none where a log is scanned by itself.

    With them are the words of the `ScanState`, those of a scan that begins, and those before the
    log that is scanned.
    """

    bounds: Ints  # where in the buffer each log begins, and the last one ends
    rows: Ints  # how many are noted, with those of each log
    lead: Bytes  # what each has before its first event
    body: Bytes  # of the FORMAT_DESCRIPTION that each begins with, without the checksum
    words: Ints
    words_at_first: Ints
    words_before: Ints
    goes_on: Flags  # which of the words do


def no_pack() -> Pack:
    """Return what a log is scanned with by itself."""
    nothing, no_bytes = np.zeros(0, np.int64), np.zeros(0, np.uint8)
    words = (nothing, nothing, nothing)
    return Pack(nothing, nothing, no_bytes, no_bytes, *words, np.zeros(0, np.bool_))


def pack_of(state: ScanState, bounds: Any, rows: Any, lead: Any, body: Any) -> Pack:
    """Return some logs for a scan that begins with a state."""
    goes_on = np.array([name in _GO_ON for name in state.dtype.names], np.bool_)
    words = (state.words, state.words.copy(), state.words.copy())
    return Pack(bounds, rows, lead, body, *words, goes_on)


@inlined
def begin_log(buffer: Any, state: Any, log_format: Any, verifies: bool, pack: Pack) -> int:
    """Begin the next log, behind its first event; return why not, or `GOES_ON`."""
    if state.log == len(pack.rows):
        return END
    for i in range(len(pack.words)):
        pack.words_before[i] = pack.words[i]
        if not pack.goes_on[i]:
            pack.words[i] = pack.words_at_first[i]
    close_table_maps(state)
    start, end = pack.bounds[state.log], pack.bounds[state.log + 1]
    pos = start + len(pack.lead)
    if pos > end or not are_equal(buffer, start, pack.lead, 0, len(pack.lead)):
        return _go_back(pack, OTHER_LOG)
    first = look_at_start(buffer, pos, end, log_format, pack.body, verifies)
    if not first.is_same:
        return _go_back(pack, OTHER_LOG)
    state.base = -start
    state.pos, state.end = first.event_end, end
    return GOES_ON


@inlined
def end_log(state: Any, stop: int, pack: Pack) -> int:
    """Be done with the log that was scanned, if all of it was; return why not, or `GOES_ON`."""
    if stop != END:
        return _go_back(pack, stop)
    if state.pos != state.end or state.is_joined > 0:
        return _go_back(pack, UNKNOWN)
    pack.rows[state.log] = state.rows
    state.log += 1
    return GOES_ON


@inlined
def _go_back(pack: Pack, stop: int) -> int:
    """Have the scan be before the log, with nothing noted of it."""
    for i in range(len(pack.words)):
        pack.words[i] = pack.words_before[i]
    return stop


def scan_each(state: ScanState, bounds: Any, scan_log: Callable[[], int]) -> tuple[Stop, list[int]]:
    """Scan logs in a buffer, each by a call that begins with a state as a first scan has it.

    `scan_log` returns a `Stop`. Returns why the scan stopped, and how many events were noted up to
    the end of each log. Of a log all is noted, or nothing.
    """
    resets = np.array([name not in _GO_ON for name in state.dtype.names], np.bool_)
    words, at_first = state.words, state.words[resets]
    ends: list[int] = []
    for start, end in pairwise(bounds.tolist()):
        before = words.copy()
        words[resets] = at_first
        state.statement += 1
        state.pos, state.end = start, end
        stop = scan_log()
        if stop == END and state.pos != end:
            stop = UNKNOWN
        if stop != END:
            words[:] = before
            return Stop(stop), ends
        ends.append(state.events)
    return Stop.END, ends
