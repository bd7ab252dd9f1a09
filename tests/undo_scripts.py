"""The scripts that `undo` and `redo` print for some of the fixtures: `tests/scripts/`.

`python -m tests.undo_scripts` writes them anew.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from tests.servers import REPOSITORY

SCRIPTS = REPOSITORY / "tests" / "scripts"
LOGS = Path("tests/fixtures")

EFFORT = ["--best-effort"]  # one that is prepared is left so

CASES = {
    "mysql97-rotated-undo": ["mysql97/rotated.1.binlog"],
    "mysql97-rotated-redo": ["mysql97/rotated.1.binlog", "mysql97/rotated.2.binlog"],
    "mysql97-xa-undo": [f"mysql97/xa.{number}.binlog" for number in (1, 2, 3)] + EFFORT,
    "mariadb118-xa-redo": [f"mariadb118/xa.{number}.binlog" for number in (1, 2, 3)] + EFFORT,
    "mysql97-types-undo": ["mysql97/types.binlog"],
    "mariadb118-types-undo": ["mariadb118/types.binlog"],
    "mysql97-charsets-undo": ["mysql97/charsets.binlog"],
}


def script_of(case: str) -> str:
    """Return what a command prints."""
    words = [word if word in EFFORT else str(LOGS / word) for word in CASES[case]]
    os.chdir(REPOSITORY)
    done = CliRunner().invoke(main, [case.rpartition("-")[2], *words])
    assert done.exit_code == 0, done.output
    return done.stdout


if __name__ == "__main__":
    for name in CASES:
        (SCRIPTS / f"{name}.sql").write_text(script_of(name), encoding="utf-8")
        sys.stdout.write(f"{name}\n")
