"""The position of an archive of a server's logs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from binlog_kaitai.replication.log_names import LogName, log_name


@dataclass(frozen=True, slots=True)
class ArchivePosition:
    """The position of an archive: the log is on disk up to this byte offset.

    `server` identifies the server. If `is_closed`, the server continues with another log.
    """

    server: str
    log: LogName
    position: int
    is_closed: bool = False


def place_in(text: str) -> ArchivePosition:
    """Parse the position in an archive's state file. Raises ValueError, TypeError."""
    place = ArchivePosition(**json.loads(text))
    log_name(place.log)
    return place


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log of an archive that was written: its path or URI, its size, and whether it is closed."""

    path: Path | str
    size: int
    is_closed: bool


OnLog: TypeAlias = Callable[[ArchivedLog], None]


def ignore(_: object) -> None:
    """Do nothing."""
