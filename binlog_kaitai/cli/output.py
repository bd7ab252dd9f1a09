"""Output of records and lines on standard output."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.cli.lines import lines_of, pieces_of
from binlog_kaitai.printable import printable_json

LARGE = 2**24  # bytes of a batch; the lines of larger ones are printed in pieces


def print_batch(batch: pa.RecordBatch) -> None:
    """Print the records of a batch, one line each."""
    if batch.nbytes >= LARGE and "data" in batch.schema.names:
        _print(pieces_of(batch))
    else:
        print_lines_of(lines_of(batch), printable_json)


def print_lines_of(lines: pa.Array, shown: Callable[[str], str]) -> None:
    """Print an array of lines with line ends. `shown` escapes a line for terminals."""
    if sys.stdout.isatty() or not isinstance(sys.stdout, io.TextIOWrapper):
        write: Callable[[str], object] = sys.stdout.write
        for line in lines.to_pylist():
            write(shown(line) if sys.stdout.isatty() else line)
        return
    length = pc.sum(pc.binary_length(lines)).as_py() or 0
    sys.stdout.flush()
    sys.stdout.buffer.write(memoryview(lines.buffers()[2])[:length])


def _print(texts: Iterable[str]) -> None:
    write: Callable[[str], object] = sys.stdout.write
    for text in map(printable_json, texts) if sys.stdout.isatty() else texts:
        write(text)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of JSON; on a terminal, with control characters escaped."""
    write: Callable[[str], object] = sys.stdout.write
    for line in map(printable_json, lines) if sys.stdout.isatty() else lines:
        write(line)
        write("\n")
