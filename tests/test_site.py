"""The site of `make docs`: it loads nothing from the network, and works from the disk."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, browser
from tests.test_readme import REPOSITORY

SCRIPTS = REPOSITORY / "tests" / "site" / "node_modules"
PHONE = 360

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("material") is None, reason="needs the extra docs"),
    pytest.mark.skipif(not (SCRIPTS / ".installed").exists(), reason="needs make docs, and npm"),
]

RESULTS = """
new Promise((done) => {
  const look = (count) => {
    const links = document.querySelectorAll(".md-search-result__link");
    if (links.length || !count) done(Array.from(links, (link) => link.href));
    else setTimeout(look, 100, count - 1);
  };
  look(100);
})
"""
DIAGRAM = """
new Promise((done) => {
  const look = (count) => {
    const drawn = document.querySelector("div.mermaid");
    if (drawn || !count) done(drawn ? drawn.getBoundingClientRect().height : 0);
    else setTimeout(look, 100, count - 1);
  };
  look(100);
})
"""
INLINE = "article code:not(table code, pre code)"
BLOCKS = ", ".join(f".language-{name} pre > code" for name in ("sh", "sql", "python"))
COMMANDS = ".language-console pre > code > span:has(> .gp)"
WIDE = f"""
Object.fromEntries([
  ["text", "{INLINE}", (each) => each.getBoundingClientRect().right > innerWidth],
  ["block", "{BLOCKS}", (each) => each.scrollWidth > each.clientWidth],
  ["command", "{COMMANDS}", (each) => each.getBoundingClientRect().right > innerWidth],
].map(([name, selector, isWide]) => {{
  const found = Array.from(document.querySelectorAll(selector));
  return [name, [found.length, found.filter(isWide).map((each) => each.textContent)]];
}}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    words = ["build", "--strict", "--config-file", "tests/site/mkdocs.yml", "--site-dir"]
    subprocess.run(
        [sys.executable, "-m", "mkdocs", *words, str(folder)],
        cwd=REPOSITORY,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return folder


def test_nothing_is_loaded_from_the_network(site: Path) -> None:
    loaded = r"<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=[\"']?((?:https?:)?//[^\"' >]+)"
    for page in site.rglob("*.html"):
        assert re.findall(loaded, page.read_text(encoding="utf-8")) == [], page.name
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//|@import", sheet.read_text("utf-8")), sheet
    assert (site / "search" / "search_index.js").stat().st_size > 100_000


def test_a_page_with_a_diagram_has_mermaid(site: Path) -> None:
    with_diagram = [
        page.name for page in site.glob("*.html") if 'class="mermaid"' in page.read_text("utf-8")
    ]
    with_script = [
        page.name for page in site.glob("*.html") if "scripts/mermaid.js" in page.read_text("utf-8")
    ]
    assert with_diagram == with_script == ["readme.html"]


def test_the_front_page_leads_to_the_pages_and_has_the_version(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    article = page[page.index("<article") : page.index("</article>")]
    for name in ("command-line", "python", "spark", "forensics", "undo", "readme", "changelog"):
        assert f'href="{name}.html"' in article
    assert f"binlog-kaitai {version('binlog-kaitai')}" in page


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_search_diagrams_and_narrow_pages_work_from_the_disk(site: Path, tmp_path: Path) -> None:
    with browser(tmp_path) as page:
        page.open(site / "index.html")
        page.type("[data-md-component=search-query]", "checksum")
        assert any("/forensics.html" in link for link in page.ask(RESULTS))
        page.open(site / "readme.html")
        assert page.ask(DIAGRAM) > 100
        scripts = page.ask("Array.from(document.scripts, each => each.src)")  # now with added ones
        assert not any(script.startswith("http") for script in scripts)
        page.resize(PHONE, 740)
        counts: Counter[str] = Counter()
        for path in sorted(set(site.glob("*.html")) - {site / "404.html"}):
            page.open(path)
            assert page.ask("document.documentElement.scrollWidth") <= PHONE, path.name
            for name, (count, wide) in page.ask(WIDE).items():
                assert wide == [], f"{path.name}: {json.dumps(wide[:3])}"
                counts[name] += count
        assert min(counts[name] for name in ("text", "block", "command")) > 20, counts
        assert page.errors == []


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.parametrize("name", ["block", "command"])
def test_wide_code_is_noticed(site: Path, tmp_path: Path, name: str) -> None:
    """Without the site's own style sheet, each kind of code runs off some page."""
    plain = tmp_path / "site"
    shutil.copytree(site, plain)
    (plain / "assets/site.css").write_text("", encoding="utf-8")
    with browser(tmp_path / "profile") as page:
        page.resize(PHONE, 740)
        page.open(plain / "readme.html")
        assert page.ask(WIDE)[name][1] != []
