"""Runs each block of the pages in `binlog_kaitai/docs`, if what it imports is installed."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

import pytest

from tests.test_readme import REPOSITORY, Block, blocks, run_python

DOCS = REPOSITORY / "binlog_kaitai" / "docs"
PAGES = sorted(DOCS.glob("*.md"))
BLOCKS = [
    pytest.param(block, id=f"{page.name}:{block.line}")
    for page in PAGES
    for block in blocks(page.read_text(encoding="utf-8"), "python")
]


def imported(code: str) -> set[str]:
    """Return the packages that a block imports."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_runs(block: Block, tmp_path: Path) -> None:
    missing = {name for name in imported(block.text) if importlib.util.find_spec(name) is None}
    if missing:
        pytest.skip(f"{', '.join(sorted(missing))} is not installed")
    (tmp_path / "tests").symlink_to(REPOSITORY / "tests")
    run_python(f"```python\n{block.text}```\n", tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, heading = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings}
        assert not heading or heading in anchors, target
