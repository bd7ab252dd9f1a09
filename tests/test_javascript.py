"""The specs make the same tree of a log in JavaScript, compiled as the Web IDE compiles them.

JavaScript's numbers have 53 bits. It may round longer integers, and what is computed from them
must be computed from their parts: no other field may differ.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.classes import NEEDS_NODE, SPECS
from tests.fixtures.logs import NEWER_LOGS
from tests.javascript.tree import trees_of
from tests.post_headers import written_logs

NODE_MODULES = SPECS / "node_modules"
DUMP = Path(__file__).parent / "javascript" / "dump.mjs"
ROUNDED = {
    "BitCell.value",
    "IntegerBe.value",
    "IntegerCell.value",
    "JsonInt64.value",
    "JsonInteger.uint64",
    "JsonInteger.value",
    "UserVarEvent.intValue",
}
"""The fields that hold integers of more than 53 bits in the fixtures: BIGINT, BIT and the like."""

ROUNDING = 2**-50  # of such an integer: it is rounded to 2**-53 some times over

pytestmark = NEEDS_NODE


@dataclass
class Comparison:
    """What differs between the trees of a log, and how often JavaScript rounds which field."""

    differences: list[str] = field(default_factory=list)
    rounded: Counter[str] = field(default_factory=Counter)

    def compare(self, python: Any, javascript: Any, path: str, owner: str = "") -> None:
        """`owner` is the class and field that hold the values."""
        if type(python) is not type(javascript):
            self._differ(python, javascript, path)
        elif isinstance(python, dict):
            if python.keys() == {"integer"}:
                self._compare_rounded(python["integer"], javascript, path, owner)
                return
            if list(python) != list(javascript):
                self._differ(list(python), list(javascript), path)
            for name in python.keys() & javascript.keys():
                owner = f"{python.get('class')}.{name}"
                self.compare(python[name], javascript[name], f"{path}.{name}", owner)
        elif isinstance(python, list):
            if len(python) != len(javascript):
                self._differ(f"{len(python)} items", f"{len(javascript)} items", path)
            for index, pair in enumerate(zip(python, javascript, strict=False)):
                self.compare(*pair, f"{path}[{index}]", owner)
        elif python != javascript:
            self._differ(python, javascript, path)

    def _compare_rounded(
        self, python: int, javascript: dict[str, Any], path: str, owner: str
    ) -> None:
        (value,) = struct.unpack(">d", bytes.fromhex(javascript["double"]))
        if abs(value - python) > abs(python) * ROUNDING:
            self._differ(python, value, path)
        self.rounded[owner] += 1

    def _differ(self, python: Any, javascript: Any, path: str) -> None:
        self.differences.append(f"{path}: Python {python}, JavaScript {javascript}")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    command = ["node", "compile.mjs", "javascript", folder, "--debug"]
    subprocess.run(command, cwd=SPECS, check=True, stdout=subprocess.PIPE)
    return folder


@pytest.fixture(scope="module")
def comparisons(compiled: Path) -> dict[Path, Comparison]:
    return {log: _compared(log, trees) for log, trees in _javascript_trees(compiled, NEWER_LOGS)}


def _javascript_trees(compiled: Path, logs: Iterable[Path]) -> Iterator[tuple[Path, Any]]:
    with subprocess.Popen(
        ["node", DUMP, compiled, *logs],
        env={**os.environ, "NODE_PATH": str(NODE_MODULES)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as node:
        assert node.stdout is not None
        for log, line in zip(logs, node.stdout, strict=True):
            yield log, json.loads(line)
    assert node.returncode == 0


def _compared(log: Path, javascript: Any) -> Comparison:
    comparison = Comparison()
    if isinstance(javascript, dict):
        comparison.differences.append(javascript["error"])
    else:
        comparison.compare(trees_of(log), javascript, "")
    return comparison


@pytest.mark.parametrize("log", NEWER_LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_trees_are_equal(log: Path, comparisons: dict[Path, Comparison]) -> None:
    assert comparisons[log].differences == []


def test_only_integers_of_64_bits_are_rounded(
    comparisons: dict[Path, Comparison], record_property: Callable[[str, object], None]
) -> None:
    rounded = sum((comparison.rounded for comparison in comparisons.values()), Counter())
    record_property("rounded", rounded.total())
    assert rounded.keys() == ROUNDED


@pytest.mark.long
def test_post_headers_of_several_lengths(compiled: Path, tmp_path: Path) -> None:
    logs = dict(written_logs(tmp_path))
    for log, trees in _javascript_trees(compiled, logs):
        if logs[log]:
            assert "error" in trees, log.name
        else:
            assert _compared(log, trees).differences == [], log.name
