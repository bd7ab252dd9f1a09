"""The pictures of README.md show what commands print."""

from __future__ import annotations

import pytest

from tests.pictures import COMMANDS, FOLDER, picture, words_in
from tests.servers import REPOSITORY


@pytest.mark.parametrize("name", COMMANDS)
def test_a_picture_shows_what_its_command_prints(name: str) -> None:
    """By the words, as other versions of rich draw them otherwise; `make pictures` draws anew."""
    drawn = words_in((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    assert len(drawn) > 20
    assert drawn == words_in(picture(name))


def test_all_pictures_are_shown() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert [path.stem for path in sorted(FOLDER.iterdir())] == sorted(COMMANDS)
    assert all(f"![{name}](binlog_kaitai/docs/pictures/{name}.svg)" in readme for name in COMMANDS)
