"""Ctrl-C: the program ends with one line, at any moment."""

from __future__ import annotations

import os
import signal
from typing import Any

INTERRUPTED = 130  # the exit status of shells for SIGINT
MESSAGE = "interrupted"

_STDERR = 2
_TIDY = b"\r\x1b[2K\x1b[?25h"  # removes a progress bar, and restores the cursor


def end_when_interrupted() -> None:
    """End the process at once on SIGINT.

    An exception would get lost in code that lets none pass, such as Numba's callbacks.
    """
    signal.signal(signal.SIGINT, _end)


def _end(*_: Any) -> None:
    is_shown = os.isatty(_STDERR) and os.environ.get("TERM", "dumb") != "dumb"
    os.write(_STDERR, (_TIDY if is_shown else b"") + f"error: {MESSAGE}\n".encode())
    os._exit(INTERRUPTED)
