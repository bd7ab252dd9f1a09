"""Specs to a package of classes and kernels: by Kaitai Struct's own compiler, and by ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from binlog_kaitai.compiler.compiler import compile_folder
from binlog_kaitai.compiler.own.tools import COMMAND, SCRIPT
from binlog_kaitai.compiler.specs import RefusedError
from binlog_kaitai.compiler.uses import wrong_uses

__all__ = ["RefusedError", "build"]

_VERSION = "0.11"
_INIT = '"""Parsers compiled from specs by Kaitai Struct\'s compiler. Not to be edited."""\n'
_NOISE = re.compile(r"io\.kaitai\.struct\.\S+: |\(main\): ")


def compile_classes(folder: Path, output: Path) -> None:
    """Compile the specs of a folder to a package of classes.

    By the compiler that npm installed into the folder or, without it, by the command on the path.

    Args:
        folder: Where the specs are and, for npm's compiler, the script that runs it.
        output: The folder of the package, which is not there yet.

    Raises:
        RefusedError: There is no compiler, or it refuses a spec: one line that names it.
    """
    node, command = shutil.which("node"), shutil.which(COMMAND)
    if node and (folder / SCRIPT).is_file() and (folder / "node_modules" / COMMAND).is_dir():
        _run([node, SCRIPT, "python", str(output.absolute())], folder)
        return
    if command is None:
        raise RefusedError(
            f"{folder}: no compiler of Kaitai Struct: npm ci --prefix {folder} (with Node), or the"
            f" Debian package {COMMAND} {_VERSION} of kaitai.io, installs one"
        )
    version = _run([command, "--version"], folder)
    if f" {_VERSION}" not in f" {version}":
        raise RefusedError(f"{command}: expected version {_VERSION}, found {version}")
    names = [spec.name for spec in sorted(folder.glob("*.ksy"))]
    to = ["--target", "python", "--python-package", ".", "--outdir", str(output.absolute())]
    _run([command, *to, "--import-path", ".", *names], folder)
    (output / "__init__.py").write_text(_INIT, encoding="utf-8")


def _run(command: Sequence[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        said = " ".join(_NOISE.sub("", done.stderr or done.stdout).split())
        raise RefusedError(f"{folder}/{said}")
    return done.stdout.strip()


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
    compile_folder(specs, generated / "kernels", only_hinted=True)
    wrong = wrong_uses(generated, code)
    if wrong:
        raise RefusedError(f"{specs}: {wrong[0]}")
