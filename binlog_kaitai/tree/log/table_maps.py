"""Reads the table maps of a log one by one; those that come again and again are parsed once."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_event_frame import BinlogEventFrame
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.tree.log.state import LogState

MAX_KEPT = 256  # table maps: statements that take turns have fewer


class TableMaps:
    """Reads TABLE_MAP events of one format by where they lie."""

    def __init__(self, log: LogFile, log_format: Any) -> None:
        self.log = log
        self.format = log_format
        self._kept: dict[bytes, Any] = {}

    def at(self, position: int) -> Any:
        """Return the body of the event at a byte offset. Raises BinlogError where it is damaged."""
        data = self.log.read(position, self.log.event_size(position))
        content = BinlogEventFrame(self.format, KaitaiStream(BytesIO(data))).rest
        if content not in self._kept:
            state = LogState(self.log.file, self.format, self.log.start.table_maps)
            body = state.next_event(position, data).tree.body
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[content] = body
        return self._kept[content]
