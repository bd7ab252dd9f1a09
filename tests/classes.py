"""Kaitai's own classes of any folder of specs, compiled by what `make test` installs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SPECS = Path(__file__).parents[1] / "ksy"
NEEDS_NODE = pytest.mark.skipif(
    shutil.which("node") is None or not (SPECS / "node_modules/kaitai-struct").exists(),
    reason="needs Node and ksy/node_modules, which `make test` fills where npm is installed",
)


def compile_classes(specs: Path, output: Path) -> None:
    done = run_compiler_of_classes(specs, output)
    assert done.returncode == 0, done.stderr


def run_compiler_of_classes(specs: Path, output: Path) -> subprocess.CompletedProcess[str]:
    shutil.copy(SPECS / "compile.mjs", specs)
    (specs / "node_modules").symlink_to(SPECS / "node_modules")
    command = ["node", "compile.mjs", "python", output]
    return subprocess.run(command, cwd=specs, check=False, capture_output=True, text=True)
