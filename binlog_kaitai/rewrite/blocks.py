"""Blocks of events: those of whole transactions that lie one behind another, or a part of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.tree.log.events import LoggedEvent


class Kind(IntEnum):
    """What an event of a transaction is."""

    unknown = 0  # not met so far
    gtid = 1
    rows = 2
    table_map = 3
    query = 4
    text = 5
    end = 6
    other = 7  # which may not be in a transaction of rows


KINDS = {
    EventType.table_map.value: Kind.table_map,
    EventType.query.value: Kind.query,
    EventType.xid.value: Kind.end,
    EventType.rows_query.value: Kind.text,
    EventType.annotate_rows.value: Kind.text,
}


def event_in(data: bytes, at: int, end: int, log_format: Any) -> LoggedEvent:
    """Return the tree of an event that lies in bytes."""
    stream = KaitaiStream(BytesIO(data[at:end]))
    return LoggedEvent(at, end - at, BinlogEvent(0, log_format, None, stream))


@dataclass(slots=True)
class Block:
    """Events of whole transactions, or of a part of one.

    Attributes:
        data: bytes in which they lie.
        starts: where each event begins.
        ends: where each ends.
        kinds: what each is.
        owners: the number of the transaction of each.
        count: how many transactions there are.
    """

    data: bytes
    starts: Any
    ends: Any
    kinds: Any
    owners: Any
    count: int

    def cut_at(self, events: Any) -> None:
        """Keep the transactions before those of some events, of which the first is the lowest."""
        if len(events):
            self.cut(int(self.owners[events[0]]))

    def cut(self, count: int) -> None:
        """Keep as many transactions."""
        stop = int(np.searchsorted(self.owners, count))
        self.starts, self.ends = self.starts[:stop], self.ends[:stop]
        self.kinds, self.owners = self.kinds[:stop], self.owners[:stop]
        self.count = count

    def event(self, number: int, log_format: Any) -> LoggedEvent:
        """Return the tree of an event."""
        at, end = int(self.starts[number]), int(self.ends[number])
        return event_in(self.data, at, end, log_format)

    def are(self, *kinds: Kind) -> Any:
        """Return the numbers of the events of some kinds."""
        return np.flatnonzero(np.isin(self.kinds, kinds))
