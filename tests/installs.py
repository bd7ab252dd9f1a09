"""Environments of their own, with the project's wheel and versions that are asked for.

As a program (`make wheel`), builds the wheel into `dist/`, checks it, and reads by it from outside
the checkout. With `--kernels`, so does it with one for this platform alone, which has the compiled
kernels in it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
READS = Path(__file__).with_name("installed_reads.py")
FIRST_BATCH = Path(__file__).with_name("installed_first_batch.py")
LOG = Path(__file__).parent / "fixtures/mysql97/types.binlog"
TABLE = "types.wide"
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")

# what the wheel holds besides modules
HELD = (
    "binlog_kaitai/py.typed",
    "binlog_kaitai/docs/spark.md",
    "binlog_kaitai/specs/binlog_event.ksy",
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

    def run(self, arguments: Sequence[str | Path], **variables: str) -> None:
        hidden = {
            *("PYTHONPATH", "VIRTUAL_ENV", "SPARK_HOME"),
            *("NUMBA_CACHE_DIR", "BINLOG_KAITAI_KERNELS", "BINLOG_KAITAI_ENGINE"),
        }
        kept = {name: text for name, text in os.environ.items() if name not in hidden}
        command = [self.python, *arguments]
        subprocess.run(command, check=True, cwd=self.folder, env=kept | variables)


def with_kernels(wheel: Path, tools: Environment, fresh: Environment) -> Path:
    """Put compiled kernels into a wheel, of this Python and platform. Returns its path.

    They are compiled by the wheel itself, which is installed in the fresh environment.
    """
    fresh.run(["-m", "binlog_kaitai", "warm-up", "kernels"])
    tools.install("wheel>=0.46")
    tools.run(["-m", "wheel", "unpack", wheel])
    (content,) = tools.folder.glob("binlog_kaitai-*")
    shutil.copytree(fresh.folder / "kernels", content / "binlog_kaitai/compiled")
    (about,) = content.glob("*.dist-info/WHEEL")
    text = about.read_text(encoding="utf-8")
    about.write_text(text.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false"), "utf-8")
    packed = tools.folder / "packed"  # not beside the wheel without kernels, which has this name
    packed.mkdir()
    tools.run(["-m", "wheel", "pack", "--dest-dir", packed, content])
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tags = ["--python-tag", python, "--abi-tag", python, "--platform-tag", platform]
    tools.run(["-m", "wheel", "tags", *tags, packed / wheel.name])
    (made,) = packed.glob(f"*-{python}-{python}-{platform}.whl")
    return made.replace(wheel.parent / made.name)


def main() -> None:
    """Build the wheel, check it, and read by it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kernels", action="store_true", help="build one with kernels, too")
    is_asked = parser.parse_args().kernels
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
        if is_asked:
            check_kernels(with_kernels(wheel, tools, fresh), tools, Path(folder))
        fresh.read()


def check_kernels(wheel: Path, tools: Environment, folder: Path) -> None:
    """Read by a wheel with kernels, which compiles nothing."""
    tools.run(["-m", "twine", "check", "--strict", wheel])
    environment = Environment(folder / "compiled")
    environment.install(wheel)
    own = folder / "own"
    environment.run([FIRST_BATCH, LOG, TABLE], NUMBA_CACHE_DIR=str(own))
    compiled = [file.name for file in own.rglob("*.nbc")]
    if compiled:
        sys.exit(f"{wheel.name} compiles {', '.join(compiled)}")


if __name__ == "__main__":
    main()
