"""Reads a log that shows a problem with the code of another commit, to tell what a change broke."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.watch import ROOT

LONGEST = 1800.0  # seconds for one log, with compiling


@contextmanager
def checked_out(commit: str, root: Path = ROOT) -> Iterator[Path]:
    """Give a folder with the files of a commit; raise CalledProcessError if there is none."""
    git = ("git", "-C", str(root), "worktree")
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "base"
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def has_problem(tree: Path, log: Path, seed: int, case: int, flags: list[str]) -> bool:
    """Tell whether the code in a folder has a problem with a log, by the checks of a case."""
    arguments = [str(log.resolve()), *flags, "--seed", str(seed), "--case", str(case)]
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "tests.fuzz", *arguments],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdout=subprocess.PIPE,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    # a problem is printed; code that does not even start prints none, and proves nothing
    return ended.returncode < 0 or (ended.returncode == 1 and bool(ended.stdout.strip()))
