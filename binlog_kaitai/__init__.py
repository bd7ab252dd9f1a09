"""Reads MySQL and MariaDB binary log files, by Kaitai Struct specs."""

from binlog_kaitai.errors import BinlogError, TornEventError
from binlog_kaitai.records import Record, read_rows

__all__ = ["BinlogError", "Record", "TornEventError", "read_rows"]
