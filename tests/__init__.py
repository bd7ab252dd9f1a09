"""Tests of the project."""

HANG_SECONDS = 1800
"""When a process that a test started counts as hung; long enough for a machine with much to do."""
