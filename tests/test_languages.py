"""The specs make the same tree of a log in each language that has a compiler and a runtime here.

KAITAI_RUNTIMES names a folder with checkouts of Kaitai's runtimes, such as
kaitai_struct_java_runtime: package registries of Debian, npm and Python have none but that of
JavaScript, which tests/test_javascript.py compares. What has no runtime or compiler is skipped.

Java, C# and C++ have integers of 64 bits, so the unsigned ones from 2**63 on are negative in them.
C# has 0 for an enum that an `if` leaves out, so such ones are not compared in it.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.classes import NEEDS_NODE
from tests.fixtures.logs import LOGS
from tests.javascript.tree import trees_of
from tests.languages.cpp import program
from tests.languages.members import SPECS, lower_camel, members_of_specs, table_of, upper_camel
from tests.post_headers import written_logs

HERE = Path(__file__).parent / "languages"
RUNTIMES = os.environ.get("KAITAI_RUNTIMES", "")
PHP = ("php", "-d", "memory_limit=-1", f"{HERE}/dump.php")
LIMIT = 5  # differences that a failure shows

pytestmark = NEEDS_NODE


@dataclass(frozen=True)
class Language:
    """How programs in a language are made of compiled specs, and run.

    `build` returns the command that prints the trees of the logs behind it. One that `rounds` makes
    doubles of what no integer holds.
    """

    compiler: str
    runtime: str
    tools: tuple[str, ...]
    build: Callable[[Path, Path, Path], list[str]]
    has_texts: bool = True
    has_absent_enums: bool = True
    names_enums: bool = False
    rounds: bool = False


def _java(compiled: Path, runtime: Path, members: Path) -> list[str]:
    sources = [*(runtime / "src" / "main").rglob("*.java"), *compiled.glob("*.java")]
    _run("javac", "-nowarn", "-d", compiled, *sources, HERE / "Dump.java")
    return ["java", "-cp", str(compiled), "Dump", str(members)]


def _ruby(compiled: Path, runtime: Path, members: Path) -> list[str]:
    return ["ruby", "-I", f"{runtime}/lib", "-I", str(compiled), f"{HERE}/dump.rb", str(members)]


def _csharp(compiled: Path, runtime: Path, members: Path) -> list[str]:
    members.write_text(table_of([type_.without(OPTIONAL_ENUMS) for type_ in members_of_specs()]))
    sources = [*runtime.glob("*.cs"), *compiled.glob("*.cs"), HERE / "Dump.cs"]
    _run("mcs", "-nowarn:1591,219,168,162,108", f"-out:{compiled}/dump.exe", *sources)
    return ["mono", f"{compiled}/dump.exe", str(members)]


def _cpp(compiled: Path, runtime: Path, _: Path) -> list[str]:
    sources = [*(runtime / "kaitai").glob("*.cpp"), *compiled.glob("*.cpp")]
    whole = compiled / "whole.cc"
    whole.write_text(
        "".join(f'#include "{source}"\n' for source in sources) + program(members_of_specs())
    )
    options = ["-std=c++11", "-w", "-fwrapv", "-DKS_ZLIB", "-DKS_STR_ENCODING_NONE"]
    _run("g++", *options, f"-I{runtime}", f"-I{compiled}", whole, "-o", compiled / "dump", "-lz")
    return [f"{compiled}/dump"]


def _php(compiled: Path, runtime: Path, members: Path) -> list[str]:
    return [*PHP, str(runtime), str(compiled), str(members)]


def _lua(compiled: Path, runtime: Path, members: Path) -> list[str]:
    return ["lua5.3", f"{HERE}/dump.lua", str(runtime), str(compiled), str(members)]


LANGUAGES = {
    "java": Language("java", "kaitai_struct_java_runtime", ("javac", "java"), _java),
    "ruby": Language("ruby", "kaitai_struct_ruby_runtime", ("ruby",), _ruby, names_enums=True),
    "csharp": Language(
        "csharp", "kaitai_struct_csharp_runtime", ("mcs", "mono"), _csharp, has_absent_enums=False
    ),
    "php": Language(
        "php", "kaitai_struct_php_runtime", ("php",), _php, has_texts=False, rounds=True
    ),
    "lua": Language("lua", "kaitai_struct_lua_runtime", ("lua5.3",), _lua, has_texts=False),
    "cpp": Language("cpp_stl", "kaitai_struct_cpp_stl_runtime", ("g++",), _cpp, has_texts=False),
}


OPTIONAL_ENUMS = frozenset(
    (type_.path[-1], name)
    for type_ in members_of_specs()
    for name, node in (type_.fields | type_.instances).items()
    if "enum" in node and "if" in node
)


def _pruned(tree: Any) -> Any:
    """Return a tree without optional enums."""
    if isinstance(tree, list):
        return [_pruned(item) for item in tree]
    if not isinstance(tree, dict) or "class" not in tree:
        return tree
    left_out = {
        lower_camel(name) for of, name in OPTIONAL_ENUMS if upper_camel(of) == tree["class"]
    }
    return {name: _pruned(value) for name, value in tree.items() if name not in left_out}


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, cwd=SPECS, stdout=subprocess.PIPE)


@cache
def _python(log: Path, *, names_enums: bool) -> str:
    return json.dumps(trees_of(log, names_enums=names_enums))


def _printed(command: list[str], logs: list[Path]) -> Iterator[tuple[Path, Any]]:
    """Run a program on all logs at once, and yield what it prints of each."""
    with subprocess.Popen([*command, *logs], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for log, line in zip(logs, process.stdout, strict=True):
            yield log, json.loads(line)
    assert process.returncode == 0


def _differences(language: Language, expected: Any, found: Any, path: str) -> Iterator[str]:
    if _are_same(language, expected, found):
        return
    if isinstance(expected, dict) and isinstance(found, dict) and list(expected) == list(found):
        for name in expected:
            yield from _differences(language, expected[name], found[name], f"{path}.{name}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found, strict=True)):
            yield from _differences(language, *pair, f"{path}[{index}]")
    else:
        yield f"{path}: Python {str(expected)[:200]}, {language.compiler} {str(found)[:200]}"


def _are_same(language: Language, expected: Any, found: Any) -> bool:
    if isinstance(expected, str) and not language.has_texts:
        return found in (expected, {"bytes": expected.encode().hex()})
    if isinstance(expected, dict) and expected.keys() == {"integer"}:
        if isinstance(found, dict) and "double" in found:
            return language.rounds and float(expected["integer"]).hex() == _double(found).hex()
        number = found["integer"] if isinstance(found, dict) else found
        return isinstance(number, int) and (number - int(expected["integer"])) % 2**64 == 0
    return type(expected) is type(found) and bool(expected == found)


def _double(found: dict[str, str]) -> float:
    (number,) = struct.unpack(">d", bytes.fromhex(found["double"]))
    return float(number)


@pytest.mark.parametrize("name", LANGUAGES)
def test_trees_are_equal(name: str, tmp_path: Path) -> None:
    members = tmp_path / "members.tsv"
    members.write_text(table_of(members_of_specs()))
    language = LANGUAGES[name]
    missing = [tool for tool in language.tools if shutil.which(tool) is None]
    runtime = Path(RUNTIMES) / language.runtime
    if missing or not RUNTIMES or not runtime.exists():
        pytest.skip(f"needs {', '.join(missing) or f'{language.runtime} in KAITAI_RUNTIMES'}")
    compiled = tmp_path / "compiled"
    _run("node", "compile.mjs", language.compiler, compiled)
    command = language.build(compiled, runtime.absolute(), members)
    made_up = list(written_logs(tmp_path))
    for refused in (log for log, is_refused in made_up if is_refused):
        # each in a process: C++ may not survive what it refuses, as its classes then free too much
        assert list(_printed(command, [refused])) == [(refused, {"error": True})], refused.name
    accepted = [log for log, is_refused in made_up if not is_refused]
    for log, found in _printed(command, [*LOGS, *accepted]):
        expected = json.loads(_python(log, names_enums=language.names_enums))
        if not language.has_absent_enums:
            expected = _pruned(expected)
        where = f"{log.parent.name}/{log.name}"
        differences = _differences(language, expected, found, where)
        assert list(islice(differences, LIMIT)) == []
