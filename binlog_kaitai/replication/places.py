"""How far an archive of a server's logs is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Place:
    """How far an archive is: all of a log before a byte offset is on the disk.

    `server` tells the server from others. A log that `is_closed` goes on in another one.
    """

    server: str
    log: str
    position: int
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class ArchivedLog:
    """A log of an archive that has grown: its path or URI, its size, and whether it is whole."""

    path: Path | str
    size: int
    is_closed: bool


Told: TypeAlias = Callable[[ArchivedLog], None]


def ignored(_: object) -> None:
    """Tell nobody."""
