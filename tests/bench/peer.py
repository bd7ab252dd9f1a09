"""python-mysql-replication on a file: its own reader, over a connection that is not to a server."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pymysql.protocol import MysqlPacket
from pymysqlreplication import BinLogStreamReader
from pymysqlreplication.event import PreviousGtidsEvent
from pymysqlreplication.row_event import DeleteRowsEvent, UpdateRowsEvent, WriteRowsEvent

if TYPE_CHECKING:
    from collections.abc import Callable

MAGIC_SIZE = 4
OK, EOF = b"\x00", b"\xfe\x00\x00\x00\x00"


def count_images(path: Path) -> int:
    """Read a log to its end and return how many row images it holds."""
    reader = BinLogStreamReader(
        connection_settings={},
        server_id=1,
        log_file=path.name,
        log_pos=MAGIC_SIZE,
        # it cannot read those of MySQL 9.7
        ignored_events=[PreviousGtidsEvent],
        enable_logging=False,
        pymysql_wrapper=connection_to(path.read_bytes()),
    )
    images = 0
    for event in reader:
        if isinstance(event, UpdateRowsEvent):
            images += 2 * len(event.rows)
        elif isinstance(event, WriteRowsEvent | DeleteRowsEvent):
            images += len(event.rows)
    return images


def connection_to(data: bytes) -> Callable[..., _Connection]:
    """Return what makes a connection that sends the events of a log."""
    return lambda **_: _Connection(data)


class _Connection:
    """As much of a PyMySQL connection as the reader uses; sends the events of a log."""

    charset = "utf8"

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = MAGIC_SIZE

    def cursor(self) -> _Cursor:
        return _Cursor()

    def get_server_info(self) -> str:
        # in the first event
        return "MariaDB" if b"MariaDB" in self._data[:128] else "MySQL"

    def _write_bytes(self, data: bytes) -> None:
        """Ask for the log."""

    def _read_packet(self) -> MysqlPacket:
        if self._position == len(self._data):
            return MysqlPacket(EOF, self.charset)
        (size,) = struct.unpack_from("<I", self._data, self._position + 9)
        start, self._position = self._position, self._position + size
        return MysqlPacket(OK + self._data[start : self._position], self.charset)

    def close(self) -> None:
        """Do nothing."""


class _Cursor:
    """Answers what the reader asks for: whether there are checksums, and the columns' names."""

    def __init__(self) -> None:
        self._reply: Any = None

    def execute(self, statement: str) -> None:
        if "BINLOG_CHECKSUM" in statement:
            self._reply = ("binlog_checksum", "CRC32")
        elif "BINLOG_ROW_METADATA" in statement:
            self._reply = {"Value": "FULL"}

    def fetchone(self) -> Any:
        return self._reply

    def close(self) -> None:
        """Do nothing."""
