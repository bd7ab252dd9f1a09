"""Ctrl-C: the program ends with one line, at any moment."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

INTERRUPTED = 130  # the exit status of shells for SIGINT
MESSAGE = "interrupted"

_STDERR = 2
_installed: list[Callable[[int, Any], None]] = []  # handlers of `end_with`, the last one holds
_TIDY = b"\r\x1b[2K\x1b[?25h"  # removes a progress bar, and restores the cursor


def end_when_interrupted() -> None:
    """End the process at once on SIGINT.

    An exception would get lost in code that lets none pass, such as Numba's callbacks.
    """
    signal.signal(signal.SIGINT, _end)


def end_with(
    status_of: Callable[[], int | None], *, waits: bool = False
) -> Callable[[], int | None]:
    """End the process with a status on SIGINT and SIGTERM; None leaves the usual one.

    Does nothing in a process that does not end at once on SIGINT.

    Args:
        status_of: called before the end.
        waits: whether the first signal only asks the program to end, and the second one ends it.

    Returns:
        A function that returns the number of the first signal, None if there was none.
    """
    asked: list[int] = []
    if signal.getsignal(signal.SIGINT) not in {_end, *_installed}:
        return lambda: None

    def end(number: int, _: Any) -> None:
        if waits and not asked:
            asked.append(number)
            return
        status = status_of()
        if status is None and number == signal.SIGTERM:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        else:
            _end(status=status or INTERRUPTED)

    _installed.append(end)
    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    return lambda: asked[0] if asked else None


def _end(*_: Any, status: int = INTERRUPTED) -> None:
    is_shown = os.isatty(_STDERR) and os.environ.get("TERM", "dumb") != "dumb"
    os.write(_STDERR, (_TIDY if is_shown else b"") + f"error: {MESSAGE}\n".encode())
    os._exit(status)
