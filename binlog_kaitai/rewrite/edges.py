"""The events with which logs begin and end, as they are written; where logs are cut and joined.

A log that goes on with the next one that is read has nothing between the two: its first events
hold for both, and the transactions of the second one wait for all of the first. Where that would
not be so, the second one begins a log. A log that is cut ends with a ROTATE, and the next one
begins with the same FORMAT_DESCRIPTION, and with the GTIDs of what was written before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.read.log_order import is_next
from binlog_kaitai.rewrite.events import Events
from binlog_kaitai.rewrite.gtids import SEQUENCE_NUMBER, Clock
from binlog_kaitai.rewrite.transactions import Run
from binlog_kaitai.tree.log.events import LoggedEvent

_LISTS = frozenset({EventType.previous_gtids, EventType.mariadb_gtid_list})
_ENDS = frozenset({EventType.rotate, EventType.stop})


class Edges:
    """Writes the events of a log that is read which are of the log itself.

    Args:
        run: what the logs before have left.
        events: writes events.
        path: of the log.
        start: the bytes in front of its first event.
        log_format: the format of that event.

    Attributes:
        lacks_front: whether what is wanted of the log begins at a position in it.
    """

    def __init__(self, run: Run, events: Events, path: str, start: bytes, log_format: Any) -> None:
        self.clock = Clock()
        self._series = run.series
        self._joint = run.joint
        self._executed = run.left.executed
        self._events = events
        self._path = path
        self._start = start
        self._format = log_format
        self.lacks_front = False
        self._behind_front: list[LoggedEvent] = []
        self._waiting: list[LoggedEvent] | None = None
        if run.series.is_open and run.series.cutting.merges:
            self._waiting = []
        else:
            self._begin()

    @property
    def changing_clock(self) -> Clock | None:
        """The logical clock if its numbers change, or have to be known."""
        return self.clock if self.clock.is_changed or self.cuts else None

    @property
    def cuts(self) -> bool:
        """Whether logs end elsewhere than those that are read."""
        return not self._series.cutting.is_none

    def write(self, event: LoggedEvent) -> None:
        """Write an event of the log itself."""
        if self._waiting is not None and event.type in {EventType.format_description, *_LISTS}:
            self._waiting.append(event)
            return
        self.settle()
        if self._behind_front:
            self._behind_front.append(event)
        else:
            self._write(event)

    def _write(self, event: LoggedEvent) -> None:
        if event.tree.header.starts_encryption:
            return  # what is read was decrypted
        cutting, following = self._series.cutting, self._series.next_name
        match event.type:
            case EventType.format_description:
                self._joint.head = [event]
                self._events.describe_format(event, is_closed=not cutting.is_none)
            case EventType.large_transaction_header:
                pass  # an aid to crash recovery that has a byte offset in the log that is read
            case EventType.rotate | EventType.stop if cutting.merges:
                self._joint.end = event
            case EventType.rotate if following is not None:
                self._events.rotate(event, following)
            case EventType.previous_gtids | EventType.mariadb_gtid_list:
                self._list_gtids(event)
            case EventType.binlog_checkpoint if not cutting.is_none:
                self._events.name_checkpoint(event, self._series.name)
            case _:
                self._events.copy(event)

    def _list_gtids(self, event: LoggedEvent) -> None:
        self._joint.head.append(event)
        self._executed.begin(event)
        if self.lacks_front and event.type == EventType.mariadb_gtid_list:
            self._behind_front.append(event)
        elif self._executed.left_out:
            self._events.list_gtids(event, self._executed)
        else:
            self._events.copy(event)

    def end_front(self) -> None:
        """Write the GTID_LIST of a log without its front, now that the GTIDs there are known.

        It is a position: a replica that has all before the front's end begins behind it.
        """
        held, self._behind_front = self._behind_front, []
        if held:
            self._events.list_gtids(held[0], self._executed)
        for event in held[1:]:
            self._write(event)

    def settle(self) -> None:
        """Begin a log with what has waited, or let the log that is open go on."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            self._end()  # events follow a ROTATE or STOP
            return
        joint = self._joint
        if self._goes_on(waiting):
            joint.end = None
            joint.path = self._path
            self.clock = Clock(joint.last_number)
            return
        self._end()
        self._begin()
        for event in waiting:
            self._write(event)

    def make_room(self, numbers: dict[str, int]) -> None:
        """Begin another log if the one that is open is full.

        Args:
            numbers: those in the GTID event of the transaction that is written next.
        """
        self.settle()
        self.end_front()
        series, joint = self._series, self._joint
        size, counts = series.cutting.size, series.counts
        if size is None or series.output.position < size or not counts.kept + counts.emptied:
            return
        described, *lists = joint.head
        assert series.next_name is not None
        self._events.make_rotate(described, len(joint.start), series.next_name)
        series.begin(joint.start, joint.format)
        self._events.describe_format(described, is_closed=True, continues=True)
        for event in lists:
            self._events.list_gtids(event, self._executed)
        if SEQUENCE_NUMBER in numbers:
            self.clock.begin_at(numbers[SEQUENCE_NUMBER])

    def count_in_room(self, starts: Any) -> int:
        """Return how many transactions go into the log that is open, one at least.

        Args:
            starts: where each begins, counted from the first one: int64, (num_transactions,).
        """
        size = self._series.cutting.size
        if size is None:
            return len(starts)
        return max(int(np.searchsorted(starts, size - self._series.output.position)), 1)

    def note(self, numbers: dict[str, int], *, is_whole: bool) -> None:
        """Note the last transaction that was written."""
        self._joint.is_whole = is_whole
        if SEQUENCE_NUMBER in numbers:
            self._joint.last_number = self.clock(numbers)[SEQUENCE_NUMBER]

    def leave_out(self, gtid: str | None, numbers: dict[str, int], *, is_front: bool) -> None:
        """Note a transaction that was left out, maybe as the front of the log is."""
        if self._waiting is not None:
            self.settle()  # by what was seen before it
        if gtid is not None and is_front and self._behind_front:
            self._executed.pass_front(gtid)
        elif gtid is not None:
            self._executed.leave_out(gtid)
        if SEQUENCE_NUMBER in numbers:
            self.clock.leave_out(numbers[SEQUENCE_NUMBER])

    def note_temporary(self, thread: object | None) -> None:
        """Note that a statement was written, of a connection that has temporary tables."""
        self._joint.has_temporary |= thread is not None

    def close(self, *, is_last: bool) -> None:
        """End the reading of the log, and the log that is written unless it may go on."""
        if self._waiting is not None:
            self.settle()
        self.end_front()
        if is_last:
            self._end()
        if is_last or not self._series.cutting.merges:
            self._series.end()

    def _begin(self) -> None:
        self._series.begin(self._start, self._format)
        joint = self._joint
        joint.path, joint.start, joint.format = self._path, self._start, self._format
        joint.last_number, joint.is_whole, joint.has_temporary = 0, True, False

    def _end(self) -> None:
        """Write the ROTATE or STOP that was held."""
        end, self._joint.end = self._joint.end, None
        if end is None:
            return
        if end.type == EventType.rotate and self._series.next_name is not None:
            self._events.rotate(end, self._series.next_name)
        else:
            self._events.copy(end)

    def _goes_on(self, waiting: list[LoggedEvent]) -> bool:
        """Return whether the log that is open may go on with one that begins with some events."""
        joint, cutting = self._joint, self._series.cutting
        if not waiting:
            return True  # a log without events
        is_full = cutting.size is not None and self._series.output.position >= cutting.size
        described, before = waiting[0].tree.body, joint.head[0].tree.body
        is_restarted = bool(described.created_at) and joint.has_temporary
        if is_full or not joint.is_whole or is_restarted or len(waiting) != len(joint.head):
            return False
        if any(getattr(described, name, None) != getattr(before, name, None) for name in _FORMAT):
            return False
        if described.server_version.text != before.server_version.text:
            return False
        if not all(self._executed.follows(event) for event in waiting[1:]):
            return False
        return joint.path is None or is_next(self._path, joint.path) is not False


_FORMAT = ("len_header", "len_post_headers", "checksum_algorithm")
"""Fields of a FORMAT_DESCRIPTION that say how events are read."""
