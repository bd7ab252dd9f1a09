"""A server's logs for a stream: in a folder, as long as they are not read."""

from __future__ import annotations

import time
from pathlib import Path

from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.sessions import LostError
from binlog_kaitai.replication.starts import EARLIEST
from binlog_kaitai.replication.uris import parse_uri
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.paths import given_paths

PATIENCE = (1, 2, 4, 8)
"""Seconds between attempts to reach a server that was reached before."""


class ServerSpool:
    """The folder of the option `spool`, into which a stream has its server's logs archived.

    What a batch reads is on the disk before Spark hears of it, so that it is read again the same.
    """

    def __init__(self, uri: str, folder: str) -> None:
        self._server = parse_uri(uri)
        self.folder = Path(folder)
        self._archive = Archive(self.folder, start=self._server.start or EARLIEST)

    def update(self) -> None:
        """Take in what the server has by now. Raises ServerError, BinlogError, OSError."""
        for patience in PATIENCE:
            try:
                self._archive.update(self._server)
            except LostError:
                if self._archive.place is None:
                    raise
                time.sleep(patience)
            else:
                return
        self._archive.update(self._server)

    def drop_before(self, log: str) -> None:
        """Remove the logs before one, which are read."""
        self._archive.drop_before(log)


def spool_of(options: Options) -> ServerSpool:
    """Return the spool of a stream that follows a server. Raises ValueError."""
    paths = given_paths(options)
    if len(paths) > 1:
        raise ValueError("a stream follows one server: use a stream for each")
    if options.spool is None:
        raise ValueError(
            f"{paths[0]}: a stream of a server needs the option spool, a folder of its own in which"
            " logs are kept until they are read"
        )
    return ServerSpool(paths[0], options.spool)
