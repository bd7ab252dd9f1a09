"""Compiles kernels before the tests, each once: workers that begin together would each do so."""

from __future__ import annotations

import sys
import time

from binlog_kaitai.read.warm_up import warm_up

if __name__ == "__main__":
    start = time.monotonic()
    warm_up()
    sys.stdout.write(f"warm-up: {time.monotonic() - start:.0f} s\n")
