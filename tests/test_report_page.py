"""The page of `stats --html` in a real browser, which clicks, sorts and zooms."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import pairwise

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from tests.browser import CHROMIUM, Page, browser
from tests.replay import FIXTURES

LOGS = [str(FIXTURES / "mysql97" / name) for name in ("rotated.*.binlog", "statements.binlog")]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    pytest.importorskip("plotly")
    folder = tmp_path_factory.mktemp("browser")
    report = folder / "report.html"
    assert CliRunner().invoke(main, ["stats", "--html", str(report), *LOGS]).exit_code == 0
    with browser(folder / "profile") as opened:
        opened.open(report)
        yield opened


def texts(page: Page, selector: str) -> list[str]:
    found: list[str] = page.ask(
        f"Array.from(document.querySelectorAll({selector!r}), each => each.textContent)"
    )
    return found


def test_all_is_drawn_and_nothing_fails(page: Page) -> None:
    assert page.ask("document.querySelectorAll('.js-plotly-plot').length") == 3
    captions = texts(page, "#lists caption")
    assert {"Tables", "Largest transactions", "DDL", "Logs", "Servers"} <= set(captions)
    assert page.errors == []


def test_a_heading_sorts(page: Page) -> None:
    names = "#lists table:first-child td:first-child"
    before = texts(page, names)
    page.click("#lists table:first-child th")
    assert texts(page, names) == sorted(before)
    page.click("#lists table:first-child th")
    assert texts(page, names) == sorted(before)[::-1]


def test_a_bar_of_a_table_opens_it(page: Page) -> None:
    page.click("#tables .bars .point path")
    (heading,) = texts(page, "#detail h2")
    assert heading in texts(page, "#lists table:first-child td:first-child")
    assert any(text.startswith("rows: ") for text in texts(page, "#detail div"))
    page.click("#detail button")
    assert page.ask("document.getElementById('detail').hidden")


def test_a_line_opens_a_transaction_with_its_command(page: Page) -> None:
    page.click("#lists table:nth-of-type(2) tbody tr")
    (command,) = texts(page, "#detail pre")
    assert command.startswith("binlog-kaitai rows --start-position ")
    page.click("#detail button")


def test_a_table_has_commands_to_copy(page: Page) -> None:
    page.click("#lists table:first-child tbody tr")
    (name,) = texts(page, "#detail h2")
    commands = texts(page, "#detail pre")
    starts = [f"binlog-kaitai {command} --table {name} " for command in ("rows", "history", "undo")]
    for command, start in zip(commands, starts, strict=True):
        assert command.startswith(start)
        assert command.endswith(shlex.join(LOGS))
    page.click("#detail button", 1)
    assert texts(page, "#detail button")[1:] == ["copied", "copy", "copy"]
    page.click("#detail button")


def test_the_switch_changes_the_mode(page: Page) -> None:
    color = "getComputedStyle(document.body).backgroundColor"
    font = "document.getElementById('tables').layout.font.color"
    before = page.ask(color), page.ask(font)
    page.click("#theme")
    other = page.ask(color), page.ask(font)
    assert before[0] != other[0]
    assert before[1] != other[1]
    page.click("#theme")
    assert (page.ask(color), page.ask(font)) == before


def test_bars_follow_the_chosen_order(page: Page) -> None:
    bars = "document.getElementById('tables').data.map(each => each.visible)"
    assert page.ask(bars) == [False, False, False, True]
    page.click("#tables .updatemenu-header")
    page.click("#tables .updatemenu-dropdown-button", 2)
    assert page.ask(bars) == [False, False, True, False]
    page.click("#tables .updatemenu-header")
    page.click("#tables .updatemenu-dropdown-button", 0)


def test_labels_stay_apart_on_a_phone(page: Page) -> None:
    page.resize(360, 740)
    page.ask("new Promise(done => setTimeout(done, 500))")
    for name in ("tables", "timeline", "biggest"):
        boxes = page.ask(
            f"Array.from(document.querySelectorAll('#{name} .xtick text'),"
            " each => [each.getAttribute('transform'), each.getBoundingClientRect().toJSON()])"
        )
        assert boxes
        assert not any("rotate(" in (turned or "") for turned, _ in boxes)
        ends = sorted((box["left"], box["right"]) for _, box in boxes)
        assert all(right <= left for (_, right), (left, _) in pairwise(ends))
    assert page.ask("document.documentElement.scrollWidth") <= 360
    page.resize(1280, 1000)
    page.ask("new Promise(done => setTimeout(done, 500))")
    assert page.errors == []


def test_dragging_zooms_in_time(page: Page) -> None:
    span = "((a, b) => Date.parse(b) - Date.parse(a))(...timeline.layout.xaxis.range)"
    before = page.ask(span)
    x, y = page.place_of("#timeline .nsewdrag")
    page.drag((x - 100, y), (x + 100, y))
    assert 0 < page.ask(span) < before
