"""Runs the cells of the example notebook, and compares what they print with their outputs."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.test_docs import DOCS

NOTEBOOK = DOCS / "example.ipynb"
CELLS: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def test_cells_print_their_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS)
    names: dict[str, Any] = {}
    for cell in CELLS:
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        code = compile("".join(cell["source"]), f"{NOTEBOOK.name}, cell {cell['id']}", "exec")
        with contextlib.redirect_stdout(printed):
            exec(code, names)
        expected = [line for output in cell["outputs"] for line in output["text"]]
        assert printed.getvalue() == "".join(expected), cell["id"]


def test_links_lead_to_files() -> None:
    texts = ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "markdown"]
    links = [link for text in texts for link in re.findall(r"\]\(([^)]+)\)", text)]
    assert links
    assert all(Path(DOCS, link).exists() for link in links)
