"""The tree engine, which proves the kernels, reads where Numba cannot be imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.replay import FIXTURES
from tests.tree_alone import digests

LOGS = [
    ("mysql97/rotated.1", "rotated.events"),
    ("mysql97/nested", "nested.logs"),
    ("mariadb118/rotated.1", "rotated.events"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("log", "table"), LOGS)
def test_tree_reads_without_numba_what_kernels_read(log: str, table: str) -> None:
    path = str(FIXTURES / f"{log}.binlog")
    command = [sys.executable, "-m", "tests.tree_alone", path, table]
    alone = subprocess.run(command, check=True, capture_output=True, text=True)
    assert json.loads(alone.stdout) == list(digests(path, table, "kernels"))
