"""What Ctrl-C does to a program: it ends in one line, at any moment."""

from __future__ import annotations

import os
import signal
from typing import Any

INTERRUPTED = 130  # the status that shells have for it
MESSAGE = "interrupted"

_STDERR = 2


def end_when_interrupted() -> None:
    """Have the process end here and now.

    An exception would be lost where a library takes none, as in what Numba compiles.
    """
    signal.signal(signal.SIGINT, _end)


def _end(*_: Any) -> None:
    os.write(_STDERR, f"error: {MESSAGE}\n".encode())
    os._exit(INTERRUPTED)
