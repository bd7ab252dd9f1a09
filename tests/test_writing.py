"""The specs, compiled to classes that also write: each log comes out as it was read."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kaitaistruct import BytesIO as Bytes
from kaitaistruct import KaitaiStream

REPOSITORY = Path(__file__).parents[1]
KSY = REPOSITORY / "ksy"
LOGS = sorted((REPOSITORY / "tests/fixtures").rglob("*.binlog"))
FOUND = sorted((REPOSITORY / "tests/made_up/found").rglob("*.binlog"))

SMALL = 20_000  # bytes of a log that takes a tenth of a second

Parse = Callable[[bytes], Any]

needs_compiler = pytest.mark.skipif(
    not (KSY / "node_modules/kaitai-struct-compiler").exists(), reason="no ksy/node_modules"
)


def _imported(folder: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    return package


@pytest.fixture(scope="module")
def parsed(tmp_path_factory: pytest.TempPathFactory) -> Parse:
    """Return the function that parses a log whole, to a tree that can be written."""
    folder = tmp_path_factory.mktemp("writers") / "writers"
    compiling = [*("node", "compile.mjs", "python"), str(folder), "--read-write"]
    subprocess.run(compiling, cwd=KSY, check=True, capture_output=True)
    name = "specs_that_write"
    _imported(folder, name)
    log_class: Any = importlib.import_module(f"{name}.mysql_binlog").MysqlBinlog

    def parse(log: bytes) -> Any:
        tree = log_class(KaitaiStream(Bytes(log)))
        tree._read()  # noqa: SLF001 - Kaitai's names, as below
        tree._fetch_instances()  # noqa: SLF001
        return tree

    return parse


def _written(tree: Any, size: int) -> bytes:
    tree._check()  # noqa: SLF001
    target = KaitaiStream(Bytes(bytearray(size)))
    tree._write(target)  # noqa: SLF001
    return bytes(target.to_byte_array())


def _name(log: Path) -> str:
    return f"{log.parent.name}-{log.stem}"


@needs_compiler
@pytest.mark.parametrize(
    "log",
    [
        pytest.param(log, id=_name(log), marks=[pytest.mark.long] * (log.stat().st_size > SMALL))
        for log in LOGS
    ],
)
def test_a_log_is_written_as_it_was_read(parsed: Parse, log: Path) -> None:
    content = log.read_bytes()
    assert _written(parsed(content), len(content)) == content


def _differ(parsed: Parse, logs: Iterable[bytes]) -> tuple[int, list[bytes]]:
    """Return how many logs the specs accept, and those of them that are written otherwise."""
    accepted, differ = 0, []
    for content in logs:
        try:
            tree = parsed(content)
        except Exception:  # noqa: BLE001 - damage, in whatever way it shows
            continue
        accepted += 1
        if _written(tree, len(content)) != content:
            differ.append(content)
    return accepted, differ


@needs_compiler
def test_made_up_logs_that_the_specs_accept_are_written_as_they_are(parsed: Parse) -> None:
    contents = {log.stem: log.read_bytes() for log in FOUND}
    logs = [content for content in contents.values() if len(content) < SMALL]
    accepted, differ = _differ(parsed, logs)
    assert [name for name, content in contents.items() if content in differ] == []
    assert accepted > len(logs) // 2


def _mutated(seed: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    contents = [log.read_bytes() for log in LOGS if log.stat().st_size < SMALL // 4]
    while True:
        mutated = bytearray(rng.choice(contents))
        for _ in range(rng.randint(1, 3)):
            mutated[rng.randrange(len(mutated))] ^= 1 << rng.randrange(8)
        yield bytes(mutated)


@needs_compiler
@pytest.mark.parametrize(
    ("seed", "number"), [(1, 100), pytest.param(2, 5000, marks=pytest.mark.long)]
)
def test_mutated_logs_that_the_specs_accept_are_written_as_they_are(
    parsed: Parse, seed: int, number: int
) -> None:
    accepted, differ = _differ(parsed, islice(_mutated(seed), number))
    assert differ == []
    assert accepted > number // 10
