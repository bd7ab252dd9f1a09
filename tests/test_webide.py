"""The specs in Kaitai's Web IDE, in a real browser: what it shows, and how long it takes.

KAITAI_WEBIDE names a checkout of kaitai_struct_webide.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser import CHROMIUM, Page, browser
from tests.made_up.pages import COMMIT, Files, compressed, transactions
from tests.webide import LOG, SPECS, build, put_files, served

CHECKOUT = os.environ.get("KAITAI_WEBIDE", "")
MARIADB = LOG.parents[1] / "mariadb118"
PICTURE = SPECS / "webide.png"
SIZE = (1800, 900)  # pixels
LIMIT = 120  # seconds

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


@contextmanager
def opened(
    built: Path, profile: Path, log: Path = LOG, spec: str = "mysql_binlog"
) -> Iterator[Page]:
    """Show a log. The page is loaded once: a load that is cut off leaves parts in storage."""
    put_files(built, log, spec)
    with served(built) as address, browser(profile) as page:
        page.resize(*SIZE)
        page.open_address(address.replace("index.html", "js/kaitaiFsFiles.js"))
        page.ask("localStorage.setItem('doNotShowWelcome', 'true')")
        page.open_address(address)
        yield page
        assert page.errors == []
        assert errors_shown(page) == ""


def errors_shown(page: Page) -> str:
    found: str = page.ask(
        "Array.from(document.querySelectorAll('.errorWindow'), each => each.textContent).join()"
    )
    return found


def lines(page: Page) -> list[str]:
    """Return the lines of the tree that are open."""
    found: list[str] = page.ask(
        "Array.from(document.querySelectorAll('[id^=inputField] > a'), each => each.textContent)"
    )
    return found


def wait_for(page: Page, selector: str) -> None:
    end = time.monotonic() + LIMIT
    while not page.ask(f"!!document.querySelector({selector!r})"):
        assert [*page.errors, errors_shown(page)] == [""]
        assert time.monotonic() < end, f"no {selector}"
        time.sleep(0.2)


def open_line(page: Page, path: str) -> None:
    wait_for(page, f"#inputField-{path}")
    page.click(f"#inputField-{path} > .jstree-ocl")


def test_an_events_line_shows_its_rows(built: Path, tmp_path: Path) -> None:
    with opened(built, tmp_path) as page:
        open_line(page, "events")
        wait_for(page, "#inputField-events-18")
        shown = [line.split(": ", 1)[-1] for line in lines(page)]
        assert "1470 2026-11-21 09:21:54 TABLE_MAP rotated.events" in shown, shown
        assert (
            '1549 2026-11-21 09:21:54 UPDATE_ROWS_V2 rotated.events id = 2, v = "two", n = 2'
            ' => id = 2, v = "zwei", n = 2'
        ) in shown, shown
        assert any("id = 3, v = NULL, n" in line for line in shown), shown
        assert any('id = 1, e = "first" ' in line for line in shown), shown
        page.click("#inputField-events-18 > a")
        page.picture(tmp_path / "webide.png")
    shutil.copy(tmp_path / "webide.png", PICTURE)


def test_a_log_in_pages_shows_the_events_of_its_records(built: Path, tmp_path: Path) -> None:
    files = Files(len_page=16384)
    for events in transactions((MARIADB / "rotated.1.binlog").read_bytes()):
        files.write(COMMIT, compressed(0) + b"".join(events))
    (log,) = files.save(tmp_path)
    with opened(built, tmp_path / "profile", log, "innodb_binlog") as page:
        open_line(page, "pages")
        open_line(page, "pages-0")
        open_line(page, "pages-0-chunks")
        path = "pages-0-chunks-5"
        wait_for(page, f"#inputField-{path}")
        assert any(
            "]: COMMIT 0 2026-" in line
            and " MARIADB_GTID 0-118-5 | " in line
            and " ANNOTATE_ROWS INSERT INTO other" in line
            and line.endswith(" XID 15")
            for line in lines(page)
        )
        for name in ("record", "body", "events", "events", "6", "body", "rows", "items", "0"):
            open_line(page, path)
            path += f"-{name}"
        wait_for(page, f"#inputField-{path}")
        row = 'id = 2, v = "two", n = 2 => id = 2, v = "zwei", n = 2'
        assert f"0 [Row]: {row}" in lines(page)
