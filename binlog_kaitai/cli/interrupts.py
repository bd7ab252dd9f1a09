"""What Ctrl-C does to a program: it ends in one line, at any moment."""

from __future__ import annotations

import os
import signal
from typing import Any

INTERRUPTED = 130  # the status that shells have for it
MESSAGE = "interrupted"

_STDERR = 2
_TIDY = b"\r\x1b[2K\x1b[?25h"  # removes a bar that is shown, and shows the cursor again


def end_when_interrupted() -> None:
    """Have the process end here and now.

    An exception would be lost where a library takes none, as in what Numba compiles.
    """
    signal.signal(signal.SIGINT, _end)


def _end(*_: Any) -> None:
    is_shown = os.isatty(_STDERR) and os.environ.get("TERM", "dumb") != "dumb"
    os.write(_STDERR, (_TIDY if is_shown else b"") + f"error: {MESSAGE}\n".encode())
    os._exit(INTERRUPTED)
