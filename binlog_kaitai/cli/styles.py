"""Lines in color for terminals, and without for pipes and files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

from binlog_kaitai.printable import printable

BEFORE, AFTER = "red", "green"
"""Styles of values before and after a change, and of rows in the first or the second set only."""

Part: TypeAlias = str | tuple[str, str]
"""Text, or text and its style."""


def print_styled(lines: Iterable[Sequence[Part]]) -> None:
    """Print lines, each of some parts. Styles apply on a terminal only, and NO_COLOR is respected.

    Control characters are printed as escapes.
    """
    console = Console() if sys.stdout.isatty() else None
    for line in lines:
        parts = [(part, "") if isinstance(part, str) else part for part in line]
        texts = [(printable(text), style) for text, style in parts]
        if console is None:
            sys.stdout.write(f"{''.join(text for text, _ in texts)}\n")
        else:
            console.print(Text.assemble(*texts), soft_wrap=True)
