"""Compiles the specs' kernels: `python -m ksy.kernels SPECS OUTPUT`."""

from __future__ import annotations

import ast
import re
import shutil
import sys
from pathlib import Path

from ksy.kernels.emit import Compiler, Module
from ksy.kernels.specs import RefusedError, read_specs

HEAD = '''"""Kernels of ksy/{name}.ksy, compiled by `make generate`. Not to be edited."""'''
WIDTH = 100
LOCAL = 3  # of the groups of imports
INIT = '''"""Kernels compiled from the specs in ksy/ by `make generate`. Not to be edited."""'''


def main(specs: Path, output: Path) -> None:
    """Writes a module for each spec that has kernels."""
    modules = Compiler(read_specs(specs)).compile_all()
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    (output / "__init__.py").write_text(INIT + "\n")
    for module in modules.values():
        (output / f"{module.name}.py").write_text(_source(module))
    print(f"{len(modules)} modules of kernels")


def _source(module: Module) -> str:
    lines = [HEAD.format(name=module.name), ""]
    for name in sorted(module.imports, key=_import_order):
        origin = name if _import_order(name)[0] < LOCAL else f".{name}"
        names = ", ".join(sorted(module.imports[name]))
        line = f"from {origin} import {names}"
        if len(line) > WIDTH:
            line = f"from {origin} import (\n    {names.replace(', ', f',{chr(10)}    ')},\n)"
        lines.append(line)
    if module.constants:
        lines += ["", *(f"{name} = {code}" for name, code in module.constants.items())]
    for block in module.blocks:
        lines += ["", *([""] if "\n" in block else []), _formatted(block, module.hexadecimals)]
    return "\n".join(lines) + "\n"


def _import_order(name: str) -> tuple[int, str]:
    return (0 if name == "typing" else 1 if name == "numpy" else 2 if "." in name else LOCAL, name)


def _formatted(block: str, hexadecimals: set[int]) -> str:
    """A block without needless parentheses, numbers being as the specs have them."""
    text = ast.unparse(ast.parse(block))
    return re.sub(
        r"\b\d{2,}\b",
        lambda number: hex(int(number[0])) if int(number[0]) in hexadecimals else number[0],
        text,
    )


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except RefusedError as error:
        sys.exit(f"error: {error}")
