"""What the commands print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import pyarrow as pa

from binlog_kaitai.cli.lines import lines_of, pieces_of
from binlog_kaitai.printable import printable_json

LARGE = 2**24  # bytes of a batch, above which lines are printed piece by piece


def print_batch(batch: pa.RecordBatch) -> None:
    """Print the records of a batch, a line each."""
    if batch.nbytes < LARGE:
        print_lines(lines_of(batch))
        return
    is_shown = sys.stdout.isatty()
    for piece in pieces_of(batch):
        sys.stdout.write(printable_json(piece) if is_shown else piece)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of JSON, with nothing in them that a terminal obeys."""
    write: Callable[[str], object] = sys.stdout.write
    for line in map(printable_json, lines) if sys.stdout.isatty() else lines:
        write(line)
        write("\n")
