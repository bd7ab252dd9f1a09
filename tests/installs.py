"""Environments of their own, with the project's wheel and versions that are asked for.

As a program (`make wheel`), builds the wheel into `dist/`, checks it, and reads by it from outside
the checkout.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
READS = Path(__file__).with_name("installed_reads.py")
LOG = Path(__file__).parent / "fixtures/mysql97/types.binlog"
TABLE = "types.wide"
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")

# what the wheel holds besides modules
HELD = (
    "binlog_kaitai/py.typed",
    "binlog_kaitai/docs/spark.md",
    "binlog_kaitai/specs/event.ksy",
    "pyspark_binlog.py",
)


def build_wheel(folder: Path) -> Path:
    """Build the wheel into a folder, in place of those that are there. Returns its path."""
    for old in folder.glob("binlog_kaitai-*.whl"):
        old.unlink()
    command = [sys.executable, *PIP, "wheel", "--no-deps", "-w", folder, REPOSITORY]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("binlog_kaitai-*.whl")
    return wheel


class Environment:
    """A virtual environment in a folder, of which nothing is known but what is installed."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.folder = folder
        self.python = folder / "bin/python"
        subprocess.run([python, "-m", "venv", folder], check=True)

    def install(self, wanted: str | Path, constraints: Mapping[str, str] | None = None) -> None:
        file = self.folder / "constraints.txt"
        lines = (f"{name}=={version}\n" for name, version in (constraints or {}).items())
        file.write_text("".join(lines), encoding="utf-8")
        self.run([*PIP, "install", "--constraint", file, wanted])

    def read(self, *, by_spark: bool = False) -> None:
        """Read a log typed and flat by both engines, which have to agree; and by Spark."""
        how = ["--spark"] if by_spark else []
        self.run([READS, LOG, TABLE, *how])

    def run(self, arguments: Sequence[str | Path]) -> None:
        hidden = {"PYTHONPATH", "VIRTUAL_ENV", "SPARK_HOME", "NUMBA_CACHE_DIR"}
        environment = {name: text for name, text in os.environ.items() if name not in hidden}
        subprocess.run([self.python, *arguments], check=True, cwd=self.folder, env=environment)


def main() -> None:
    """Build the wheel, check it, and read by it."""
    wheel = build_wheel(REPOSITORY / "dist")
    names = zipfile.ZipFile(wheel).namelist()
    missing = [name for name in HELD if name not in names]
    if missing:
        sys.exit(f"{wheel.name} lacks {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        tools = Environment(Path(folder, "tools"))
        tools.install("twine>=6")
        tools.run(["-m", "twine", "check", "--strict", wheel])
        fresh = Environment(Path(folder, "fresh"))
        fresh.install(wheel)
        fresh.read()


if __name__ == "__main__":
    main()
