"""What is shipped: wheel, editable install, specs and what is compiled from them."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import binlog_kaitai
import binlog_kaitai.spark
from binlog_kaitai.compiler.kernel import RUNTIME
from binlog_kaitai.compiler.own.tools import PACKAGES, SCRIPT
from tests.replay import FIXTURES

REPOSITORY = Path(__file__).resolve().parents[1]
PACKAGE = REPOSITORY / "binlog_kaitai"
SPECS = sorted((REPOSITORY / "ksy").glob("*.ksy"))
GENERATED = REPOSITORY / "generated"

# Tells where an installed project is imported from, and what it can do there.
PROBE = """
import importlib, json, pkgutil, sys

folder, repository, log = sys.argv[1:]
if folder != repository:
    # but not the packages of an environment that lies in the repository
    own = (repository, f"{repository}/binlog_kaitai/spark/discovery")
    sys.path = [entry for entry in sys.path if entry not in own]
import binlog_kaitai, binlog_kaitai.generated, pyspark_binlog

modules = [module.name for module in pkgutil.iter_modules(binlog_kaitai.generated.__path__)]
for name in modules:
    importlib.import_module(f"binlog_kaitai.generated.{name}")
found = {
    "files": [m.__file__ for m in (binlog_kaitai, binlog_kaitai.generated, pyspark_binlog)],
    "top_level": [m.name for m in pkgutil.iter_modules() if m.name.startswith("pyspark_")],
    "source": pyspark_binlog.DefaultSource.name(),
    "generated": modules,
    "rows": [record.data for record in binlog_kaitai.read_rows(log, "rotated.other")],
}
print(json.dumps(found))
"""


@pytest.fixture(scope="session")
def wheel_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds what the project's wheel installs, and nothing else."""
    wheels = tmp_path_factory.mktemp("wheels")
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", wheels, REPOSITORY], check=True)
    (wheel,) = wheels.iterdir()
    subprocess.run([*pip, "install", "--no-deps", "--target", folder, wheel], check=True)
    return folder


def probe(folder: Path, working_folder: Path, **environment: str) -> dict[str, Any]:
    log = FIXTURES / "mysql97/rotated.2.binlog"
    # for so little nothing is compiled: `make wheel` reads by the kernels of a wheel
    unset = ("PYTHONPATH", "BINLOG_KAITAI_ENGINE")
    done = subprocess.run(
        [sys.executable, "-c", PROBE, folder, REPOSITORY, log],
        cwd=working_folder,
        env={k: v for k, v in os.environ.items() if k not in unset} | environment,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def assert_complete(found: dict[str, Any]) -> None:
    assert found["top_level"] == ["pyspark_binlog"]
    assert found["source"] == "binlog"
    assert found["generated"] == sorted(["kernels", "writers", *(spec.stem for spec in SPECS)])
    assert found["rows"] == [
        {"id": 2, "e": "first"},
        {"id": 2, "e": "second"},
        {"id": 3, "e": "second", "added": None},
    ]


def test_the_wheel(wheel_folder: Path, tmp_path: Path) -> None:
    found = probe(wheel_folder, tmp_path, PYTHONPATH=str(wheel_folder))
    assert_complete(found)
    assert found["files"] == [
        str(wheel_folder / name)
        for name in (
            "binlog_kaitai/__init__.py",
            "binlog_kaitai/generated/__init__.py",
            "pyspark_binlog.py",
        )
    ]
    assert not (wheel_folder / "tests").exists()
    assert (wheel_folder / "binlog_kaitai/py.typed").exists()
    assert not (wheel_folder / "ksy").exists()


def test_the_wheel_has_the_specs_and_their_compiler(wheel_folder: Path, tmp_path: Path) -> None:
    folder = wheel_folder / "binlog_kaitai/specs"
    shipped = {file.name: file.read_bytes() for file in folder.iterdir()}
    tools = [REPOSITORY / "ksy" / name for name in (SCRIPT, *PACKAGES)]
    assert shipped == {file.name: file.read_bytes() for file in (*SPECS, *tools)}
    subprocess.run(
        [sys.executable, "-m", "binlog_kaitai.compiler", "--hinted", folder, tmp_path / "kernels"],
        cwd=wheel_folder,
        env=os.environ | {"PYTHONPATH": str(wheel_folder)},
        check=True,
    )
    compiled = {file.name: file.read_bytes() for file in (tmp_path / "kernels").iterdir()}
    kernels = wheel_folder / "binlog_kaitai/generated/kernels"
    assert compiled == {file.name: file.read_bytes() for file in kernels.glob("*.py")}


def test_the_wheel_does_without_pyyaml(wheel_folder: Path) -> None:
    (metadata,) = wheel_folder.glob("binlog_kaitai-*.dist-info/METADATA")
    required = re.findall(r"^Requires-Dist: (.+)$", metadata.read_text(), re.MULTILINE)
    needed = [line for line in required if "extra ==" not in line]
    assert [line for line in needed if line.startswith("numba")]
    assert [line for line in needed if line.lower().startswith("pyyaml")] == []


def test_the_editable_install(tmp_path: Path) -> None:
    found = probe(REPOSITORY, tmp_path)
    assert_complete(found)
    *modules, discovered = (Path(file).resolve() for file in found["files"])
    assert modules == [PACKAGE / "__init__.py", GENERATED / "__init__.py"]
    # the install may hold a copy, which would not follow a change
    own = PACKAGE / "spark/discovery/pyspark_binlog.py"
    assert discovered.read_text(encoding="utf-8") == own.read_text(encoding="utf-8")


def test_every_spec_is_compiled() -> None:
    compiled = {path.stem for path in GENERATED.glob("*.py")} - {"__init__"}
    assert compiled == {spec.stem for spec in SPECS}


def test_kernels_import_a_runtime_and_nothing_else_of_the_project() -> None:
    runtime = REPOSITORY.joinpath(*RUNTIME.split("."))
    modules = [*GENERATED.glob("kernels/*.py"), *runtime.glob("*.py")]
    imported = {
        node.module or ""
        for module in modules
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and not node.level
    }
    own = {name for name in imported if name.startswith(PACKAGE.name)}
    assert own
    assert {name.rpartition(".")[0] for name in own} == {RUNTIME}


def load(spec: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(spec.read_text(encoding="utf-8"))
    return loaded


def type_names(tree: dict[str, Any]) -> Iterator[str]:
    for name, inner in tree.get("types", {}).items():
        yield name
        yield from type_names(inner)


def test_a_type_name_is_used_once() -> None:
    names = Counter(spec.stem for spec in SPECS)
    for spec in SPECS:
        names.update(type_names(load(spec)))
    assert len(names) > len(SPECS)
    assert [name for name, count in names.items() if count > 1] == []


SECTIONS = ["meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums"]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_a_spec_keeps_to_the_style_guide(spec: Path) -> None:
    tree = load(spec)
    meta = tree["meta"]
    assert meta["id"] == spec.stem
    assert re.fullmatch("[a-z][a-z0-9_]*", spec.stem)
    assert meta["title"]
    assert meta["license"] == "Apache-2.0"
    if spec.stem.endswith("_event"):
        references = tree["doc-ref"]
        for reference in references if isinstance(references, list) else [references]:
            assert reference.startswith("https://")
    known = [section for section in tree if not section.startswith("-")]
    assert known == [section for section in SECTIONS if section in tree]
    imports = meta.get("imports", [])
    assert imports == sorted(set(imports))
    assert set(imports) <= {other.stem for other in SPECS} - {spec.stem}


def attributes(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from tree.get("params", [])
    yield from tree.get("seq", [])
    yield from tree.get("instances", {}).values()
    for inner in tree.get("types", {}).values():
        yield from attributes(inner)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_attributes_begin_with_their_names(spec: Path) -> None:
    for attribute in attributes(load(spec)):
        keys = list(attribute)
        names = [key for key in ("id", "-orig-id") if key in keys]
        assert keys[: len(names)] == names, attribute


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_docs_are_wrapped_at_80_columns(spec: Path) -> None:
    text = spec.read_text(encoding="utf-8")
    lines = text.split("\n")
    numbers = set(doc_lines(yaml.compose(text)))
    assert [f"{n + 1}: {lines[n]}" for n in sorted(numbers) if len(lines[n]) > 80] == []


def doc_lines(node: yaml.Node) -> Iterator[int]:
    """Yield the numbers, from 0, of the lines that hold a `doc`."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "doc":
                end = value.end_mark
                yield from range(key.start_mark.line, end.line + (end.column > 0))
            yield from doc_lines(value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from doc_lines(item)


LAYOUT_MODULES = {"array", "bitarray", "bitstring", "construct", "struct"}
LAYOUT_CALLS = re.compile(
    r"from_bytes|from_buffer(_copy)?|frombuffer|unpack(_from)?|iter_unpack|read_[usf]\d\w*"
    r"|read_bits_int_[lb]e"
)
BIT_OPERATORS = (ast.BitAnd, ast.BitXor, ast.LShift, ast.RShift)
ARITHMETIC = (ast.Mult, ast.FloorDiv, ast.Mod, ast.Div)
BYTE_WEIGHTS = {256**n for n in range(1, 9)}


def layout_knowledge(source: str, *, of_conditions: bool = False) -> list[str]:
    """Return the expressions that take bytes apart, which is for the specs to do.

    `|` is for types and dicts, and `1 << n` makes a number of what a spec has read; operators that
    are `of_conditions` take nothing apart.
    """
    operators = (ast.UnaryOp, ast.BinOp, ast.AugAssign)
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if _is_offence(node) and not (of_conditions and isinstance(node, operators))
    ]


def _is_offence(node: ast.AST) -> bool:
    is_offence = False
    match node:
        case ast.Import():
            is_offence = any(alias.name in LAYOUT_MODULES for alias in node.names)
        case ast.ImportFrom():
            is_offence = node.module in LAYOUT_MODULES
        case ast.Attribute():
            is_offence = LAYOUT_CALLS.fullmatch(node.attr) is not None
        case ast.UnaryOp():
            is_offence = isinstance(node.op, ast.Invert)
        case ast.BinOp(left=ast.Constant(value=1), op=ast.LShift()):
            pass
        case ast.BinOp():
            is_offence = _takes_apart(node.op, node.left, node.right)
        case ast.AugAssign():
            is_offence = _takes_apart(node.op, node.target, node.value)
    return is_offence


def _takes_apart(op: ast.operator, left: ast.expr, right: ast.expr) -> bool:
    if isinstance(op, BIT_OPERATORS):
        return not (_is_set(left) or _is_set(right))
    weights = [side.value for side in (left, right) if isinstance(side, ast.Constant)]
    return isinstance(op, ARITHMETIC) and any(weight in BYTE_WEIGHTS for weight in weights)


def _is_set(node: ast.expr) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(attr="keys" | "items")):
            return True
    return False


MODULES = sorted(
    path for path in PACKAGE.rglob("*.py") if "generated" not in path.relative_to(PACKAGE).parts
)


# it asks the specs where numbers lie, and has none of their places, sizes and orders itself
ASKED = {
    "io/places.py": [
        *("import struct", "int.from_bytes", "values // weight % 256", "int.from_bytes"),
    ],
}

# numbers are taken apart there as the machine has them, or once a kernel of the specs has read them
KERNELS = [path for path in MODULES if "kernels" in path.relative_to(PACKAGE).parts]
LOADERS = re.compile(r"(u2|u4|s1|s2|s4|s8|f4|f8|u8be|b24).*")


@pytest.mark.parametrize(
    "module",
    [path for path in MODULES if path not in KERNELS],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_no_layout_knowledge_in_the_package(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    # no byte of a log comes there, where `&` and `~` are of conditions on columns
    of_conditions = not {"spark", "current"}.isdisjoint(module.relative_to(PACKAGE).parts)
    found = layout_knowledge(source, of_conditions=of_conditions)
    assert found == ASKED.get(str(module.relative_to(PACKAGE)), [])


@pytest.mark.parametrize(
    "module",
    [path for path in KERNELS if path.parent.name != "runtime"],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_kernels_leave_numbers_to_the_kernels_of_the_specs(module: Path) -> None:
    imported = [
        alias.name
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "binlog_kaitai.kernels.runtime.stream"
        for alias in node.names
    ]
    assert [name for name in imported if LOADERS.fullmatch(name)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import struct",
        "from struct import unpack",
        "size = int.from_bytes(data[9:13], 'little')",
        "size, = fields.unpack(data)",
        "size = header.unpack_from(data, 9)",
        "read = int.from_bytes",
        "flag = data[17] & 1",
        "value = data[0] + (data[1] << 8)",
        "value = data[0] + data[1] * 256",
        "high = number >> 4",
        "high = number // 65536",
        "low = number % 0x100",
        "number ^= 0x80",
        "number &= 0x7F",
        "inverted = ~number",
        "kind = io.read_u1()",
        "size = io.read_u4le()",
        "bit = io.read_bits_int_be(1)",
    ],
)
def test_an_offence_is_found(source: str) -> None:
    assert layout_knowledge(source)


@pytest.mark.parametrize(
    "source",
    [
        "def f(x: int | None) -> str | bytes: ...",
        "fields = fields | {'raw': raw}",
        "common = {'a'} & names",
        "common = row.keys() & names",
        "members = sum(1 << i for i in members)",
        "seconds = microseconds // 1000000 % 60",
        "data = io.read_bytes(size)",
    ],
)
def test_what_is_no_offence(source: str) -> None:
    assert layout_knowledge(source) == []


PUBLIC = [
    (f"{module.__name__}.{name}", getattr(module, name))
    for module in (binlog_kaitai, binlog_kaitai.spark)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
]


@pytest.mark.parametrize(("name", "function"), PUBLIC, ids=[name for name, _ in PUBLIC])
def test_public_functions_say_what_they_take_and_raise(
    name: str, function: Callable[..., Any]
) -> None:
    text = inspect.getdoc(function) or ""
    _, _, sections = text.partition("\nArgs:\n")
    told = re.findall(r"^    (\w+): ", sections.partition("\n\n")[0], re.MULTILINE)
    assert told == [*inspect.signature(function).parameters], name
    assert "\nRaises:\n" in text, name
