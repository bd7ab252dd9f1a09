"""Walks a log for its transactions, which a kernel sums up."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.generated.kernels.log_format import LogFormat
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.handoff import Beginning, LoggedEvent, SummaryReader
from binlog_kaitai.kernels.sums.summaries import read_summary, write_summary
from binlog_kaitai.kernels.sums.transaction_scan import sum_up
from binlog_kaitai.kernels.sums.transaction_stats import (
    NO_CHANGE,
    NamedMaps,
    Summing,
    Sums,
    drop_parts,
    move_to_front,
    new_sums,
    with_more_ddl,
    with_more_shares,
    with_room_for_xid,
)
from binlog_kaitai.kernels.walk.bounds import NO_END
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.change_walk import beginning_behind_damage
from binlog_kaitai.kernels.walk.log_walk import LogWalk
from binlog_kaitai.kernels.walk.state import Scratch, Stop, new_scratch
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.model.transactions import Summary

MAX_NAMES = 4096


class LearnedSums(NamedTuple):
    """What a walk has learned of a log, and its room: all that the walk over another can take."""

    maps: NamedMaps
    sums: Sums
    scratch: Scratch


@dataclass(frozen=True, slots=True)
class Summed:
    """Transactions, as many as `count`, with the names of tables; good until more are asked for."""

    sums: Sums
    count: int
    names: list[str]


class SummaryWalk(LogWalk[Summed]):
    """Follows one file. `found` yields its transactions by the thousand."""

    known: NamedMaps

    def __init__(
        self,
        path: str | os.PathLike[str],
        scope: Scope = EVERYTHING,
        carried: Carried[LearnedSums] | None = None,
    ) -> None:
        self.carried = Carried[LearnedSums]() if carried is None else carried
        learned = self.carried.take()
        if learned is None:
            learned = LearnedSums(NamedMaps(Scope()), new_sums(), new_scratch())
        super().__init__(path, scope, learned.maps, learned.scratch)
        self.sums = learned.sums
        self.reader = SummaryReader(self.file, scope)

    def found(self) -> Generator[Summed | Fault, None, None]:
        """Yield what is wanted of the file, in order.

        Raises BinlogError as `binlog_kaitai.tree.transactions.summaries.read_transactions`.
        """
        yield from super().found()
        self.state.sum_count += self.state.sum_is_open and self.state.sum_is_wanted
        self.state.sum_is_open = 0
        yield from self._flush()
        if len(self.known.names) <= MAX_NAMES:  # all of them are looked at with each batch
            self.carried.leave(LearnedSums(self.known, self.sums, self.scratch))

    def _beginning_behind_damage(self, log: LogFile) -> Beginning | None:
        return beginning_behind_damage(self.file, log, self.scope)

    def _set_out(self) -> None:
        """Keep the open transaction across a restart."""

    def _forget(self) -> None:
        self.reader.forget()

    def _go_back(self) -> None:
        super()._go_back()
        # what is open has the event alone that named it
        sums, number = self.sums, self.state.sum_count
        position = self.state.base + self.state.pos
        sums.end_position[number] = position
        sums.num_bytes[number] = position - sums.position[number]
        sums.num_events[number] = 1
        sums.num_statements[number] = 0
        sums.ended_by[number] = NO_END
        sums.first_change[number] = sums.last_change[number] = NO_CHANGE
        drop_parts(sums, number)

    # what kernels find

    def _scan(self, log_format: LogFormat) -> Stop:
        out = Summing(self.sums, self.known.named())
        return Stop(sum_up(self._at_hand(), out, log_format, self.payload_view))

    def _flush(self) -> Iterator[Summed]:
        state = self.state
        count = state.sum_count
        if count:
            yield Summed(self.sums, count, self.known.names)
        state.sum_count = 0
        if state.sum_is_open:
            move_to_front(self.sums, count)
        else:
            drop_parts(self.sums, 0)
        num_shares = int(self.sums.share_offset[1])
        if self._release():
            self._forget_names(num_shares)
        self.sums = with_more_shares(self.sums, 2 * num_shares)
        num_ddl = int(self.sums.ddl_offset[1])
        num_bytes = int(self.sums.ddl_text_offset[num_ddl])
        self.sums = with_more_ddl(self.sums, 2 * num_ddl, 2 * num_bytes)
        self.known.named().share[self.sums.share_name[:num_shares]] = np.arange(num_shares)

    def _forget_names(self, num_shares: int) -> None:
        """Keep the names only that the open transaction has."""
        if len(self.known.names) > MAX_NAMES:
            kept = self.sums.share_name[:num_shares]
            self.known.keep_names([self.known.names[number] for number in kept.tolist()])
            kept[:] = np.arange(num_shares)

    # what only the tree engine reads

    def _take(self, event: LoggedEvent) -> Iterator[Summed]:
        self.state.row_pos = -1
        self.state.sum_is_open = False  # the reader has it meanwhile
        if self.state.sum_count + 2 >= len(self.sums.position):
            yield from self._flush()
        try:
            for summary in self.reader.summaries([event]):
                self._write(summary)
                self.state.sum_count += 1
        except BinlogError:
            self._tell_kernels()
            raise

    def _write(self, summary: Summary) -> None:
        """Note a transaction behind those that have ended."""
        number = self.state.sum_count
        num_shares = int(self.sums.share_offset[number]) + len(summary.tables)
        self.sums = with_more_shares(self.sums, num_shares + 1)
        num_ddl = int(self.sums.ddl_offset[number])
        num_bytes = int(self.sums.ddl_text_offset[num_ddl])
        num_bytes += sum(len((d.database + d.statement).encode()) for d in summary.ddl)
        self.sums = with_more_ddl(self.sums, num_ddl + len(summary.ddl) + 1, num_bytes)
        len_xid = len(summary.group.transaction.xid or "")
        self.sums = with_room_for_xid(self.sums, number, len_xid)
        write_summary(self.sums, number, summary, self.known)

    def _tell_tree(self) -> None:
        super()._tell_tree()
        state, reader = self.state, self.reader
        reader.open = None
        reader.grouping.resume(None, is_behind_gtid=bool(state.is_after_gtid))
        if state.sum_is_open:
            number, has_begun = state.sum_count, bool(state.has_begun)
            names = self.known.names
            reader.open = read_summary(self.sums, number, names, has_begun=has_begun)
            if state.is_joined:
                reader.grouping.open = reader.open.group

    def _tell_kernels(self) -> None:
        super()._tell_kernels()
        state, reader = self.state, self.reader
        state.sum_is_open = reader.open is not None
        state.is_joined = reader.grouping.open is not None
        state.is_after_gtid = reader.grouping.is_behind_gtid
        if reader.open is not None:
            self._write(reader.open)
            state.has_begun = reader.open.group.has_begun
            state.sum_is_wanted = reader.wants(reader.open)
        else:
            drop_parts(self.sums, state.sum_count)
