"""The logs that a user gives to a command, or to `scan`, also those of running servers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from binlog_kaitai.io import given
from binlog_kaitai.io.files import SourcedFile
from binlog_kaitai.io.given import GivenLog
from binlog_kaitai.replication.uris import is_server


def given_logs(
    paths: Iterable[str | os.PathLike[str]], keyring: str | os.PathLike[str] | None = None
) -> list[GivenLog]:
    """Return the logs that paths stand for, as `io.given` does, and those of servers.

    A server's are those that it has now. Raises as `io.given`, and OSError where a server cannot be
    asked.
    """
    return given.given_logs(_with_servers(paths), keyring)


def _with_servers(
    paths: Iterable[str | os.PathLike[str]],
) -> Iterator[str | os.PathLike[str]]:
    for path in paths:
        if is_server(path) and not isinstance(path, SourcedFile):
            from binlog_kaitai.replication.logs import server_logs  # noqa: PLC0415 - needs an extra

            yield from server_logs(os.fspath(path))
        else:
            yield path
