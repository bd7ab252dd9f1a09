"""Walks a log for its transactions, which a kernel sums up."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from binlog_kaitai.columnar.log_walk import LogWalk
from binlog_kaitai.columnar.state import At, Stop
from binlog_kaitai.columnar.summing import sum_up
from binlog_kaitai.columnar.sums import (
    NamedMaps,
    On,
    Sums,
    move_to_front,
    new_sums,
    number_of_xid,
    read_summary,
    with_more_shares,
    write_summary,
)
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.lenience import Fault
from binlog_kaitai.log import LoggedEvent, inner_events
from binlog_kaitai.scopes import EVERYTHING, Scope
from binlog_kaitai.summaries import Summary, SummaryReader

MAX_NAMES = 4096


@dataclass(frozen=True, slots=True)
class Summed:
    """Transactions, as many as `count`, with the names of tables; good until more are asked for."""

    sums: Sums
    count: int
    names: list[str]
    xids: list[str | None]


class SummaryWalk(LogWalk[Summed]):
    """Follows one file. `found` yields its transactions by the thousand."""

    known: NamedMaps

    def __init__(self, path: str | os.PathLike[str], scope: Scope = EVERYTHING) -> None:
        super().__init__(path, scope, NamedMaps(Scope()), len(At) + len(On))
        self.sums = new_sums()
        self.xids: list[str | None] = [None]
        self.reader = SummaryReader(self.file, scope)

    def found(self) -> Iterator[Summed | Fault]:
        """Yields what is wanted of the file, in order.

        Raises BinlogError as `binlog_kaitai.summaries.read_transactions`.
        """
        yield from super().found()
        self.state[On.SUMS] += self.state[On.IS_OPEN] and self.state[On.IS_WANTED]
        self.state[On.IS_OPEN] = 0
        yield from self._flush()

    def _set_out(self) -> None:
        """A transaction that is open stays so."""
        self.state[On.IS_BEHIND_GTID] = 0

    def _forget(self) -> None:
        self.reader.forget()

    def _scan_payload(self, event: LoggedEvent) -> Iterator[Summed]:
        yield from super()._scan_payload(event)
        self.state[On.IS_JOINED] = 0  # a payload is all that is left of its transaction

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        return Stop(
            sum_up(
                *(self.buffer, self.state, log_format, self.known.views(), self.known.named()),
                *(self.sums, self.scratch, self.wanted),
            )
        )

    def _flush(self) -> Iterator[Summed]:
        state = self.state
        count = int(state[On.SUMS])
        if count:
            yield Summed(self.sums, count, self.known.names, self.xids)
        state[On.SUMS] = 0
        if state[On.IS_OPEN]:
            move_to_front(self.sums, count)
            xid = self.xids[self.sums.xid[0]]
            self.xids = [None]
            self.sums.xid[0] = number_of_xid(self.xids, xid)
        else:
            self.sums.share_offset[1] = 0
            self.xids = [None]
        num_shares = int(self.sums.share_offset[1])
        if state[At.FIXED] < 0 and state[At.ROW_POS] < 0:
            self.spilled = 0
            if self.known.is_full and not state[At.OPEN_MAPS]:
                self.known.forget()
                self._forget_names(num_shares)
        self.sums = with_more_shares(self.sums, 2 * num_shares)
        self.known.named().share[self.sums.share_name[:num_shares]] = np.arange(num_shares)

    def _forget_names(self, num_shares: int) -> None:
        """Keeps the names only that the open transaction has."""
        if len(self.known.names) > MAX_NAMES:
            kept = self.sums.share_name[:num_shares]
            self.known.keep_names([self.known.names[number] for number in kept.tolist()])
            kept[:] = np.arange(num_shares)

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[Summed]:
        self.state[At.ROW_POS] = -1
        self.state[On.IS_OPEN] = False  # the reader has it meanwhile
        if self.state[On.SUMS] + 2 >= len(self.sums.position):
            yield from self._flush()
        try:
            for summary in self.reader.summaries([event]):
                self._write(summary)
                self.state[On.SUMS] += 1
        except BinlogError:
            self._tell_kernels()
            raise

    def _take_inner(self, event: LoggedEvent) -> Iterator[Summed]:
        self._tell_tree()
        first = int(self.state[At.ORDINAL])
        try:
            for inner in itertools.islice(inner_events(self.tree, event), first, None):
                yield from self._take(inner)
        finally:
            self._tell_kernels()

    def _write(self, summary: Summary) -> None:
        """Notes a transaction behind those that have ended."""
        number = int(self.state[On.SUMS])
        num_shares = int(self.sums.share_offset[number]) + len(summary.tables)
        self.sums = with_more_shares(self.sums, num_shares + 1)
        write_summary(self.sums, number, summary, self.known, self.xids)

    def _tell_tree(self) -> None:
        super()._tell_tree()
        state, reader = self.state, self.reader
        reader.open = None
        reader.grouping.resume(None, is_behind_gtid=bool(state[On.IS_BEHIND_GTID]))
        if state[On.IS_OPEN]:
            number, has_begun = int(state[On.SUMS]), bool(state[On.HAS_BEGUN])
            names = self.known.names
            reader.open = read_summary(self.sums, number, names, self.xids, has_begun=has_begun)
            if state[On.IS_JOINED]:
                reader.grouping.open = reader.open.group

    def _tell_kernels(self) -> None:
        super()._tell_kernels()
        state, reader = self.state, self.reader
        state[On.IS_OPEN] = reader.open is not None
        state[On.IS_JOINED] = reader.grouping.open is not None
        state[On.IS_BEHIND_GTID] = reader.grouping.is_behind_gtid
        if reader.open is not None:
            self._write(reader.open)
            state[On.HAS_BEGUN] = reader.open.group.has_begun
            state[On.IS_WANTED] = reader.wants(reader.open)
        else:
            number = int(state[On.SUMS])
            self.sums.share_offset[number + 1] = self.sums.share_offset[number]
