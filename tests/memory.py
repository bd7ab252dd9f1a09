"""How much memory a process takes at most."""

from __future__ import annotations

import subprocess
import sys

# what getrusage tells would count the process that this one was forked from, too
_PRINT = """
with open("/proc/self/status") as status:
    (peak,) = (line.split()[1] for line in status if line.startswith("VmHWM:"))
print(count, peak)
"""


def counted_with_peak(code: str, *arguments: object) -> tuple[int, int]:
    """Run code that counts something as `count`; return that, and the most KiB that it took."""
    command = [sys.executable, "-c", code + _PRINT, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    count, peak = map(int, done.stdout.split())
    return count, peak
