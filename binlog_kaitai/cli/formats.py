"""Output of batches as CSV, an Arrow stream, Parquet and a text table."""

from __future__ import annotations

import io
import itertools
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import click
import pyarrow as pa
import pyarrow.parquet as pq
from rich.cells import cell_len, set_cell_size

from binlog_kaitai.cli.output import print_lines_of
from binlog_kaitai.cli.texts import csv_lines, is_number, texts_of
from binlog_kaitai.printable import printable

Batches = Iterable[pa.RecordBatch]
TitledTable: TypeAlias = tuple[str | None, pa.Schema, Batches]

SAMPLE = 1000  # rows that set the widths of a table's columns
WIDEST = 60  # characters of a value in a table
GAP = "  "


def write_csv(schema: pa.Schema, batches: Batches) -> None:
    """Print a header line and a line for each row. NULL is empty, an empty text is `""`."""
    names = [pa.array([name], pa.string()) for name in schema.names]
    for columns in itertools.chain([names], (batch.columns for batch in batches)):
        print_lines_of(csv_lines(columns), lambda line: f"{printable(line[:-1])}\n")


def write_arrow(schema: pa.Schema, batches: Batches) -> None:
    """Print batches as an Arrow IPC stream."""
    with pa.ipc.new_stream(_Output("arrow"), schema) as writer:
        for batch in batches:
            writer.write_batch(batch)


def write_parquet(schema: pa.Schema, batches: Batches) -> None:
    """Print a Parquet file with a row group for each batch."""
    with pq.ParquetWriter(_Output("parquet"), schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch)


class _Output(io.RawIOBase):
    """Standard output as a byte stream with a position, which a pipe lacks."""

    def __init__(self, file_format: str) -> None:
        if sys.stdout.isatty():
            raise click.UsageError(
                f"--format {file_format} is binary: redirect the output to a file with > FILE"
            )
        self._count = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._count

    def write(self, data: Any) -> int:
        count = sys.stdout.buffer.write(data)
        self._count += count
        return count

    def flush(self) -> None:
        sys.stdout.buffer.flush()


def write_table(schema: pa.Schema, batches: Batches) -> None:
    """Print a text table; on a terminal, through a pager."""
    write_tables([(None, schema, batches)])


def write_tables(tables: Iterable[TitledTable]) -> None:
    """Print text tables, each under its title; on a terminal, through a pager."""
    failed: list[Exception] = []

    def lines() -> Iterator[str]:
        try:
            for number, (title, schema, batches) in enumerate(tables):
                if title is not None:
                    yield "\n" * (number > 0) + f"{printable(title)}\n"
                yield from _table(schema, batches)
        except Exception as error:  # noqa: BLE001 - raised again after the rows before it
            failed.append(error)

    if sys.stdout.isatty():
        os.environ.setdefault("LESS", "-FSX")
        click.echo_via_pager(lines(), color=False)
    else:
        for line in lines():
            sys.stdout.write(line)
    if failed:
        raise failed[0]


def _table(schema: pa.Schema, batches: Batches) -> Iterator[str]:
    rows = (
        tuple(map(_shown, row))
        for batch in batches
        for row in zip(*(texts_of(column).to_pylist() for column in batch.columns), strict=True)
    )
    first: list[tuple[str, ...]] = []
    try:
        first.extend(itertools.islice(rows, SAMPLE))
    finally:  # also for rows before damage
        heads = [tuple(map(printable, schema.names)), tuple(map(str, schema.types))]
        widths = [max(map(cell_len, cells)) for cells in zip(*heads, *first, strict=True)]
        are_numbers = [is_number(kind) for kind in schema.types]
        rule = tuple("-" * width for width in widths)
        for row in (*heads, rule, *first):
            yield _line(row, widths, are_numbers)
    for row in rows:
        yield _line(row, widths, are_numbers)


def _shown(text: str | None) -> str:
    if text is None:
        return "NULL"
    shown = printable(text)
    return shown if cell_len(shown) <= WIDEST else set_cell_size(shown, WIDEST - 1) + "…"


def _line(row: tuple[str, ...], widths: list[int], are_numbers: list[bool]) -> str:
    cells = []
    for text, width, is_right in zip(row, widths, are_numbers, strict=True):
        space = " " * (width - cell_len(text))
        cells.append(space + text if is_right else text + space)
    return f"{GAP.join(cells).rstrip()}\n"


WRITERS: dict[str, Callable[[pa.Schema, Batches], None]] = {
    "csv": write_csv,
    "table": write_table,
    "arrow": write_arrow,
    "parquet": write_parquet,
}
FORMATS = ("json", *WRITERS)
