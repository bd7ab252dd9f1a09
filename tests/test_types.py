"""The package's types in a script of a user's, by mypy with pyarrow-stubs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "typed_script.py"
MORE = """
def precise() -> None:
    batch = next(iter(bk.scan(LOGS)))
    assert_type(batch.num_rows, int)
    assert_type(bk.scan(LOGS).schema.names, list[str])
    assert_type(bk.scan(LOGS).to_table().num_columns, int)
"""


@pytest.mark.long
def test_a_script_is_typed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", cache, script.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
