"""Compiles the specs' kernels: `python -m ksy.kernels SPECS OUTPUT`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from ksy.kernels.compiler import Compiler
from ksy.kernels.specs import RefusedError, read_specs

INIT = '"""Kernels compiled from the specs in ksy/ by `make generate`. Not to be edited."""\n'


def main(specs: Path, output: Path) -> None:
    """Writes a module for each spec that has kernels.

    Raises RefusedError for a construct that kernels cannot be compiled from; nothing is written.
    """
    sources = {
        name: module.source for name, module in Compiler(read_specs(specs)).compile().items()
    }
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    (output / "__init__.py").write_text(INIT, encoding="utf-8")
    for name, source in sources.items():
        (output / f"{name}.py").write_text(source, encoding="utf-8")
    print(f"{len(sources)} modules of kernels")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except RefusedError as error:
        sys.exit(f"error: {error}")
