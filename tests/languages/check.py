"""Check that each language's own compiler accepts the compiled specs: `make check-languages`.

The folder `declarations` stands in for Kaitai's runtimes, which no registry of packages has for
Java and C++. `make test-languages` compares what the programs read, with the runtimes themselves.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
SPECS = HERE.parents[1] / "ksy"
DECLARATIONS = HERE / "declarations"

RUBY = "ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }"
NODE = (
    "const { readFileSync } = require('fs'), { Script } = require('vm');"
    "for (const filename of process.argv.slice(1))"
    " new Script(readFileSync(filename, 'utf8'), { filename });"
)


def _javac(folder: Path) -> Sequence[str | Path]:
    runtime = (DECLARATIONS / "java").rglob("*.java")
    classes = folder / "classes"
    return ["javac", "-nowarn", "-d", classes, *runtime, *folder.glob("*.java"), HERE / "Dump.java"]


def _gpp(folder: Path) -> Sequence[str | Path]:
    files = sorted(folder.glob("*.cpp"))
    wholes = []
    for name, order in (("forwards", files), ("backwards", files[::-1])):  # headers need no order
        wholes.append(folder / f"{name}.cc")
        wholes[-1].write_text("".join(f'#include "{file}"\n' for file in order))
    return ["g++", "-std=c++11", "-w", "-fsyntax-only", f"-I{DECLARATIONS}/cpp", *wholes]


CHECKS: dict[str, Callable[[Path], Sequence[str | Path]]] = {
    "java": _javac,
    "cpp_stl": _gpp,
    "ruby": lambda folder: ["ruby", "-e", RUBY, *folder.glob("*.rb")],
    "javascript": lambda folder: ["node", "-e", NODE, *folder.glob("*.js")],
}
"""The command that checks the compiled specs in a folder, by the language's name in Kaitai."""


def main() -> None:
    """Compile the specs to each language, and have its compiler check them.

    Raises:
        SystemExit: A compiler is missing or refuses a spec.
    """
    programs = ("node", "javac", "g++", "ruby")
    if missing := [program for program in programs if shutil.which(program) is None]:
        sys.exit(f"make check-languages needs {', '.join(missing)}")
    refused = []
    for language, command in CHECKS.items():
        with TemporaryDirectory() as folder:
            compiled = Path(folder, "compiled")
            subprocess.run(["node", "compile.mjs", language, compiled], cwd=SPECS, check=True)
            if subprocess.run(command(compiled), check=False).returncode:
                refused.append(language)
    if refused:
        sys.exit(f"specs do not compile in {', '.join(refused)}")


if __name__ == "__main__":
    main()
