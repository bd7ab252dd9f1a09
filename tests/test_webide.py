"""The specs in Kaitai's Web IDE, in a real browser: what it shows, and how long it takes.

KAITAI_WEBIDE names a checkout of kaitai_struct_webide.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, Page, browser
from tests.webide import SPECS, build, served

CHECKOUT = os.environ.get("KAITAI_WEBIDE", "")
PICTURE = SPECS / "webide.png"
SIZE = (1800, 900)  # pixels
LIMIT = 300  # seconds

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm"),
    pytest.mark.skipif(not CHECKOUT, reason="KAITAI_WEBIDE names no checkout of the Web IDE"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("webide") / "page"
    build(Path(CHECKOUT), page)
    return page


@pytest.fixture
def page(built: Path, tmp_path: Path) -> Iterator[Page]:
    with served(built) as address, browser(tmp_path) as opened:
        opened.resize(*SIZE)
        opened.open_address(address)
        opened.ask("localStorage.setItem('doNotShowWelcome', 'true')")
        opened.open_address(address)
        yield opened


def lines(page: Page) -> list[str]:
    """Return the lines of the tree that are open."""
    found: list[str] = page.ask(
        "Array.from(document.querySelectorAll('[id^=inputField] > a'), each => each.textContent)"
    )
    return found


def wait_for(page: Page, selector: str) -> None:
    end = time.monotonic() + LIMIT
    while not page.ask(f"!!document.querySelector({selector!r})"):
        assert time.monotonic() < end, f"no {selector}; {page.errors}"
        time.sleep(0.2)


def open_line(page: Page, path: str) -> None:
    wait_for(page, f"#inputField-{path}")
    page.click(f"#inputField-{path} > .jstree-ocl")


def test_an_events_line_shows_its_rows(page: Page, tmp_path: Path) -> None:
    open_line(page, "events")
    wait_for(page, "#inputField-events-18")
    shown = [line.split(": ", 1)[-1] for line in lines(page)]
    assert "TABLE_MAP rotated.events" in shown
    assert (
        'UPDATE_ROWS_V2 rotated.events "id" = 2, "v" = "two", "n" = 2 =>'
        ' "id" = 2, "v" = "zwei", "n" = 2'
    ) in shown
    assert any('"id" = 3, "v" = NULL, "n"' in line for line in shown), shown
    page.click("#inputField-events-18 > a")
    page.picture(tmp_path / "webide.png")
    assert page.errors == []
    shutil.copy(tmp_path / "webide.png", PICTURE)
