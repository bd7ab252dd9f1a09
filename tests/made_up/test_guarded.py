"""Kernels neither read nor write outside the arrays that they are given, whatever a log holds."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> tuple[int, str]:
    """Return how a process with guarded arrays ended, and what it said."""
    command = [sys.executable, "-m", "tests.made_up.guarded", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_a_byte_behind_an_array_ends_the_process() -> None:
    assert run("beyond")[0] == -signal.SIGSEGV


def test_kernels_stay_inside_their_arrays() -> None:
    assert run("logs", "0", "250") == (0, "")


def test_variants_stay_inside_their_arrays() -> None:
    assert run("texts", "0", "3000") == (0, "")
