"""Messages of a program that follows logs to systemd, which started it."""

from __future__ import annotations

import os
import socket
from datetime import datetime, timezone

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.io.status import ENDED, WRITE_SECONDS, Status
from binlog_kaitai.printable import printable

SOCKET = "NOTIFY_SOCKET"
WATCHDOG = "WATCHDOG_USEC"


def has_manager() -> bool:
    """Return whether a service manager waits for messages."""
    return bool(os.environ.get(SOCKET))


def interval() -> float:
    """Return the maximum number of seconds between two messages, by the manager's watchdog."""
    text = os.environ.get(WATCHDOG, "")
    return min(WRITE_SECONDS, int(text) / 2_000_000) if text.isdecimal() else WRITE_SECONDS


def notify(status: Status) -> None:
    """Tell the manager that the program runs, and what it does; a healthy one feeds the watchdog.

    Raises:
        OSError: the manager does not listen.
    """
    problem = status.problem(datetime.now(timezone.utc))
    where = f" at {base_name(status.log)} byte {status.position}" if status.log else ""
    lines = [f"STATUS={printable(problem or f'{status.state}{where}')}"]
    lines.append("STOPPING=1" if status.state in ENDED else "READY=1")
    if problem is None:
        lines.append("WATCHDOG=1")
    address = os.environ[SOCKET]
    place = f"\0{address[1:]}" if address[0] == "@" else address  # of no file
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.sendto("\n".join(lines).encode(), place)
