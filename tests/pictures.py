"""`python -m tests.pictures`: draws what commands print, for the README."""

from __future__ import annotations

import html
import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich import _export_format
from rich.console import Console
from rich.text import Text

from tests.servers import REPOSITORY

FOLDER = REPOSITORY / "binlog_kaitai" / "docs" / "pictures"
WIDTH, MAX_LINES = 130, 26

LOGS = "tests/fixtures/mysql97"
COMMANDS = {
    "history": f"binlog-kaitai history --table rotated.events --key id=2 {LOGS}/rotated.*.binlog",
    "stats": f"binlog-kaitai stats {LOGS}/types.binlog",
    "schema": f"binlog-kaitai schema {LOGS}/altered.*.binlog",
    "undo": f"binlog-kaitai undo --table rotated.events {LOGS}/rotated.*.binlog | grep -v ^SET",
}

# without fonts, which a viewer would get from elsewhere
FORMAT = re.sub(r"@font-face {{.*?}}", "", _export_format.CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def printed(command: str) -> str:
    """Return the command and the first lines that it prints in a terminal, with escapes."""
    tools = Path(sys.executable).parent
    settings = {"PATH": f"{tools}:{os.environ['PATH']}", "COLUMNS": str(WIDTH), "FORCE_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=REPOSITORY,
        env={**os.environ, **settings, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    lines = done.stdout.splitlines()
    more = ["..."] if len(lines) > MAX_LINES else []
    return "\n".join([f"$ {command}", *lines[:MAX_LINES], *more])


def picture(name: str) -> str:
    """Return the SVG of a command."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(printed(COMMANDS[name])))
    drawn: str = console.export_svg(title="", code_format=FORMAT, unique_id=name)
    return drawn


def words_in(svg: str) -> list[str]:
    """Return the words that a picture shows."""
    return html.unescape(" ".join(re.findall(r"<text[^>]*>(.*?)</text>", svg))).split()


def main() -> None:
    """Draw all."""
    FOLDER.mkdir(exist_ok=True)
    for name in COMMANDS:
        (FOLDER / f"{name}.svg").write_text(picture(name), encoding="utf-8")


if __name__ == "__main__":
    main()
