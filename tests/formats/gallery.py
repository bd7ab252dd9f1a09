"""Formats of a folder of specs: `python -m tests.formats.gallery FOLDER [FORMAT...]`.

Says of each format of `samples`, whose spec is somewhere below the folder, whether it compiles or
why not, how many fields of files are those of Kaitai's classes, how many are left out, and how many
times as fast a table is as a tree whose instances are all read.
"""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import yaml

from binlog_kaitai.compiler.compiler import compile_specs
from binlog_kaitai.compiler.specs import RefusedError, read_specs
from tests.classes import run_compiler_of_classes
from tests.formats.compared import compare
from tests.formats.samples import MADE

FEW, SOME, MANY = 3, 200, 20_000
TURNS = 3
_PATH = re.compile(r"^(\s*- )/?(?:\w+/)+(\w+)\s*$", re.MULTILINE)


def copy_spec(where: dict[str, Path], name: str, folder: Path) -> None:
    """Copy a spec and what it imports, which lie in other folders, into one."""
    names = [name]
    for of in names:
        text = _PATH.sub(r"\1\2", where[of].read_text(encoding="utf-8"))
        (folder / f"{of}.ksy").write_text(text, encoding="utf-8")
        imports = yaml.safe_load(text)["meta"].get("imports") or []
        names += [inner for inner in imports if inner not in names]


def seconds(*calls: Callable[[], object]) -> list[float]:
    """Return the least CPU time of each call, of a few in turn."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(TURNS):
        for call, of in zip(calls, times, strict=True):
            before = process_time()
            call()
            of.append(process_time() - before)
    return [min(of) for of in times]


def read_all(module: Any, cell: tuple[Any, ...], value: Any) -> None:
    """Read all that a table has of a tree, so that its instances are read."""
    if isinstance(value, list):
        for item in value:
            read_all(module, cell[2], item)
    elif cell[0] in ("struct", "ref"):
        for name, _, _, inner in module.MEMBERS[cell[1]]:
            try:
                found = getattr(value, name)
            except Exception:  # noqa: BLE001 - absent, or what no class reads
                continue
            if inner[0] in ("struct", "ref", "list", "switch") and found is not None:
                read_all(module, inner, found)
    elif cell[0] == "switch":
        cases = {name.rpartition("::")[2].replace("_", ""): of for name, of in cell[1]}
        inner = cases.get(type(value).__name__.lower())
        if inner is not None:
            read_all(module, inner, value)


def measure(where: dict[str, Path], name: str, folder: Path) -> str:
    """Return a line of the table."""
    specs = folder / name
    specs.mkdir()
    copy_spec(where, name, specs)
    source = compile_specs(read_specs(specs), name)[name]
    (folder / f"kernels_{name}.py").write_text(source, encoding="utf-8")
    done = run_compiler_of_classes(specs, folder / f"classes_{name}")
    if done.returncode:
        return f"| {name} | yes | Kaitai's compiler: {done.stderr.splitlines()[0]} | | |"
    kernels = importlib.import_module(f"kernels_{name}")
    classes = importlib.import_module(f"classes_{name}.{name}")
    parse = getattr(classes, "".join(word.capitalize() for word in name.split("_"))).from_bytes
    fields = 0
    for count in (FEW, SOME):
        data = MADE[name](count)
        compared = compare(kernels, name, kernels.table(data), parse(data))
        if compared.differences:
            return f"| {name} | yes | differs: {compared.differences[0]} | | |"
        fields += compared.fields
    data = MADE[name](MANY)
    root = "struct", name
    table, tree = seconds(lambda: kernels.table(data), lambda: read_all(kernels, root, parse(data)))
    times = f"{len(data):,} B: {table * 1e3:.1f} ms, {tree / table:.0f} times"
    return f"| {name} | yes | {fields:,} equal | {len(kernels.LEFT_OUT)} | {times} |"


def main(arguments: list[str]) -> None:
    """Print the table."""
    where = {spec.stem: spec for spec in Path(arguments[0]).rglob("*.ksy")}
    sys.setrecursionlimit(10_000)
    print("| format | compiles | fields | left out | table |\n|---|---|---|--:|---|")  # noqa: T201
    with tempfile.TemporaryDirectory() as made:
        sys.path.insert(0, made)
        for name in arguments[1:] or MADE:
            try:
                line = measure(where, name, Path(made))
            except RefusedError as error:
                line = f"| {name} | {str(error).replace(made, '')} | | | |"
            print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
