"""Reads MySQL and MariaDB binary log files, by Kaitai Struct specs."""

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.events import Event, read_events
from binlog_kaitai.records import Record, read_rows

__all__ = ["BinlogError", "Event", "Record", "TornEventError", "read_events", "read_rows"]
