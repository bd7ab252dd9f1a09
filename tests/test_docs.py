"""Runs the blocks of the pages in `binlog_kaitai/docs`, and follows the links of all pages."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_readme import (
    REPOSITORY,
    Block,
    blocks,
    fence_languages,
    run,
    run_console,
    script_of,
)

DOCS = REPOSITORY / "binlog_kaitai" / "docs"
PAGES = sorted(DOCS.glob("*.md"))
PACKAGE_README = REPOSITORY / "binlog_kaitai" / "README.md"
OTHER_PAGES = [
    PACKAGE_README,
    *(REPOSITORY / name for name in ("README.md", "CHANGELOG.md", "ksy/README.md")),
    *sorted(REPOSITORY.glob(".github/*.md")),
    REPOSITORY / "tests/fixtures/README.md",
]

# its blocks are for people who have one of several libraries, and stand for themselves
BY_BLOCK = DOCS / "python.md"

# it is the file of a pipeline, which tests/spark/test_pipelines.py runs
PIPELINE = DOCS / "pipelines.md"

# runs pages one after the other, each with names of its own, for they share a session of Spark
RUNNER = "import runpy, sys; [runpy.run_path(page) for page in sys.argv[1:]]"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(REPOSITORY))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tests").symlink_to(REPOSITORY / "tests")
    return tmp_path


def imported(code: str) -> set[str]:
    """Return the packages that a block imports."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def run_pages(pages: dict[str, str], folder: Path) -> None:
    """Run the Python of pages, by their names, in one process."""
    scripts = [f"{name}.py" for name in pages]
    for script, page in zip(scripts, pages.values(), strict=True):
        (folder / script).write_text(script_of(page), encoding="utf-8")
    done = run([sys.executable, "-c", RUNNER, *scripts], folder)
    assert done.returncode == 0, f"the pages' Python ends with:\n{done.stdout}"


@pytest.mark.long
def test_python_of_the_pages_runs(folder: Path) -> None:
    elsewhere = f"{folder}/"  # what another run of the pages left is not there
    pages = {
        page.stem: text_of(page).replace("/tmp/", elsewhere)
        for page in PAGES
        if page not in (BY_BLOCK, PIPELINE)
    }
    run_pages({name: page for name, page in pages.items() if blocks(page, "python")}, folder)


@pytest.mark.few(1)
@pytest.mark.parametrize("block", blocks(text_of(BY_BLOCK), "python"), ids=lambda b: str(b.line))
def test_a_block_runs(block: Block, folder: Path) -> None:
    missing = {name for name in imported(block.text) if importlib.util.find_spec(name) is None}
    if missing:
        pytest.skip(f"{', '.join(sorted(missing))} is not installed")
    run_pages({f"python-{block.line}": f"```python\n{block.text}```\n"}, folder)


def test_wrong_python_fails_at_its_line(folder: Path) -> None:
    good = "# One\n\n```python\nassert True\n```\n"
    bad = "# Two\n\n```python\none = 1\n```\n\n```python\nassert one == 2\n```\n"
    run_pages({"good": good}, folder)
    with pytest.raises(AssertionError, match=r'two\.py", line 8'):
        run_pages({"good": good, "two": bad}, folder)


@pytest.mark.few(4)
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_print_what_the_page_says(page: Path, folder: Path) -> None:
    run_console(text_of(page), folder)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_shell_that_is_not_run_is_shell(page: Path) -> None:
    for block in blocks(text_of(page), "sh"):
        subprocess.run(["bash", "-n"], input=block.text, check=True, encoding="utf-8")


@pytest.mark.parametrize("page", [*PAGES, PACKAGE_README], ids=name_of)
def test_every_fence_is_of_a_known_language(page: Path) -> None:
    languages = fence_languages(text_of(page))
    assert languages <= {"console", "python", "text", "sh", "sql", "yaml", "dockerfile"}


def broken_links(page: Path, text: str) -> list[str]:
    """Return the links of a page that lead to no file, or to no heading of it."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\((?!https?://)([^)\s]+)\)", prose)
    return [target for target in targets if not _is_there(page, target)]


def _is_there(page: Path, target: str) -> bool:
    path, _, heading = target.partition("#")
    linked = (page.parent / path).resolve() if path else page
    return linked.exists() and (not heading or heading in _anchors(text_of(linked)))


def _anchors(text: str) -> set[str]:
    """Return what the headings of a page are linked by, as GitHub makes it of them."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, *OTHER_PAGES], ids=name_of)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    assert broken_links(page, text_of(page)) == []


def test_a_broken_link_is_found() -> None:
    text = "[a](values.md#types) [b](values.md#no-type) [c](nowhere.md)\n```text\n[d](e)\n```\n"
    assert broken_links(DOCS / "spark.md", text) == ["values.md#no-type", "nowhere.md"]


def test_the_map_leads_to_all_pages() -> None:
    linked = set(re.findall(r"\]\(docs/([\w-]+\.md)\)", text_of(PACKAGE_README)))
    assert linked == {page.name for page in PAGES}
