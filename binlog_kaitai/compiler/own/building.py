"""Specs to a package of classes and kernels that the hand-written code can use."""

from __future__ import annotations

from pathlib import Path

from binlog_kaitai.compiler.compiler import compile_folder
from binlog_kaitai.compiler.own.classes import compile_classes
from binlog_kaitai.compiler.specs import RefusedError
from binlog_kaitai.compiler.uses import wrong_uses

__all__ = ["RefusedError", "build"]


def build(specs: Path, generated: Path, code: Path) -> None:
    """Compile the specs of a folder.

    Args:
        specs: The folder.
        generated: The package, which is not there yet.
        code: The hand-written code that is to use it.

    Raises:
        RefusedError: A spec is refused, code uses what is not there, or there is no compiler.
        ModuleNotFoundError: PyYAML is not installed.
    """
    compile_classes(specs, generated)
    compile_folder(specs, generated / "kernels")
    wrong = wrong_uses(generated, code)
    if wrong:
        raise RefusedError(f"{specs}: {wrong[0]}")
