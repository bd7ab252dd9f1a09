"""Has the classes say what a session is that a scan meets for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_event import BinlogEvent
from binlog_kaitai.kernels.handoff import UNPARSABLE
from binlog_kaitai.kernels.walk.inflating import Found
from binlog_kaitai.kernels.walk.scanner import Scanner
from binlog_kaitai.kernels.walk.sessions import KnownSessions
from binlog_kaitai.kernels.walk.state import Stop


class StatementScanner(Scanner[Found]):
    """A scan that tells of statements; `sessions` are those that it knows."""

    sessions: KnownSessions

    def _after(self, stop: Stop, log_format: Any, beyond: Iterator[Found]) -> Iterator[Found]:
        if stop != Stop.NEW_SESSION:
            yield from super()._after(stop, log_format, beyond)
            return
        if self.sessions.is_full:
            yield from self._flush()
            self.sessions = self.sessions.emptied()
            self.sessions.take_format(self.tree.format)
        if not self._learn_session(log_format):
            yield from beyond

    def _after_inside(self, stop: Stop) -> Iterator[Found]:
        is_new = stop == Stop.NEW_SESSION and not self.sessions.is_full
        if not (is_new and self._learn_session(self.tree.format.of_payload)):
            yield from super()._after_inside(stop)

    def _learn_session(self, log_format: Any) -> bool:
        """Take in what the statement at which the scan stopped tells; say whether it is read."""
        data = self._event_bytes(log_format)
        try:
            event = BinlogEvent(0, log_format, self.no_table_maps, KaitaiStream(BytesIO(data)))
            self.sessions.learn(self.scratch, self.state, event.body, log_format)
        except UNPARSABLE:
            return False
        return True
