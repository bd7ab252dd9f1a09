"""Tests of the project."""

import os

from binlog_kaitai.spark.own_address import ensure_own_address

# also what is small, and in processes that tests start
os.environ.setdefault("BINLOG_KAITAI_ENGINE", "kernels")
ensure_own_address()

HANG_SECONDS = 1800
"""When a process that a test started counts as hung; long enough for a machine with much to do."""
