"""How far an archive of a server's logs is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from binlog_kaitai.replication.log_names import LogName, log_name


@dataclass(frozen=True, slots=True)
class Place:
    """How far an archive is: all of a log before a byte offset is on the disk.

    `server` tells the server from others. A log that `is_closed` goes on in another one.
    """

    server: str
    log: LogName
    position: int
    is_closed: bool = False


def place_in(text: str) -> Place:
    """Return the place in the text of an archive's state. Raises ValueError, TypeError."""
    place = Place(**json.loads(text))
    log_name(place.log)
    return place


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log of an archive that has grown: its path or URI, its size, and whether it is whole."""

    path: Path | str
    size: int
    is_closed: bool


Told: TypeAlias = Callable[[ArchivedLog], None]


def ignored(_: object) -> None:
    """Tell nobody."""
