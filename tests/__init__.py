"""Tests of the project."""

import os

# also what is small, and in processes that tests start
os.environ.setdefault("BINLOG_KAITAI_ENGINE", "kernels")

HANG_SECONDS = 1800
"""When a process that a test started counts as hung; long enough for a machine with much to do."""
