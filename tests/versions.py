"""Reads by the oldest versions that the project says it works with, and by the newest.

    python -m tests.versions [oldest] [newest] [--python PYTHON]...

Each set is installed into an environment of its own, first without what extras bring.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.installs import Environment, build_wheel

SETS = ("oldest", "newest")
_REQUIRED = re.compile(r"^Requires-Dist: ([\w-]+)\S*?>=([\d.]+)(.*)$", re.MULTILINE)
_EXTRAS = re.compile(r"extra == '(spark|where)'")


def oldest_of(wheel: Path) -> dict[str, str]:
    """Return the lower bounds of what a wheel requires, and of its extras for users."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode()
    return {
        package: version
        for package, version, condition in _REQUIRED.findall(metadata)
        if "extra ==" not in condition or _EXTRAS.search(condition)
    }


def main() -> None:
    """Install and read."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*", help=f"some of {', '.join(SETS)}; all by default")
    parser.add_argument("--python", action="append", help="an interpreter; this one by default")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        constraints = {"oldest": oldest_of(wheel), "newest": {}}
        for number, python in enumerate(given.python or [sys.executable]):
            for name in given.sets or SETS:
                environment = Environment(Path(folder, f"{name}-{number}"), python)
                environment.install(wheel, constraints[name])
                environment.read()
                environment.install(f"{wheel}[spark,where]", constraints[name])
                environment.read(by_spark=True)


if __name__ == "__main__":
    main()
