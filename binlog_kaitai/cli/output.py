"""Output of records and lines on standard output."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO, TypeAlias

import click
import pyarrow as pa
import pyarrow.compute as pc
from rich.console import Console
from rich.text import Text

from binlog_kaitai.cli.lines import lines_of, pieces_of
from binlog_kaitai.io.files import read_head
from binlog_kaitai.io.framing import begins_as_log
from binlog_kaitai.model.values import encode_json
from binlog_kaitai.printable import printable, printable_json

MAX_STATEMENT = 300
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


def print_json(value: Any) -> None:
    """Print a value as a line of JSON."""
    print_lines([encode_json(value)])


def not_a_log(ctx: click.Context, _: click.Parameter, path: str | None) -> str | None:
    """Return the path of an output file, unless it is a log or an input: it would be lost.

    Raises:
        click.BadParameter: the file is one of these.
    """
    if path is None or not Path(path).is_file():
        return path
    head = read_head(path)[0]
    inputs = (Path(name) for name in ctx.params.get("files", ()) if Path(name).exists())
    if begins_as_log(head) or any(each.samefile(path) for each in inputs):
        raise click.BadParameter(f"{path} is a log, which this would overwrite; use another path")
    return path


@contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """Open standard output, or a file. A regular file gets its name when it is complete."""
    if path is None:
        yield sys.stdout
        sys.stdout.flush()  # a full disk is an error of the command
        return
    target = Path(path)
    if target.exists() and not target.is_file():  # a pipe or a device
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    target = target.resolve()  # a symbolic link stays
    beside = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        stream = beside.open("x", encoding="utf-8", newline="\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error
    try:
        with stream:
            yield stream
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


BEFORE, AFTER = "red", "green"
"""Styles of values before and after a change, and of rows in the first or the second set only."""

Part: TypeAlias = str | tuple[str, str]
"""Text, or text and its style."""


def entry_line(when: datetime, change: str, *facts: str | None) -> list[Part]:
    """Return the first line of an entry of a history: its time, the change, and known facts."""
    return [f"{when:%Y-%m-%d %H:%M:%S}  {change}  {', '.join(fact for fact in facts if fact)}"]


def statement_lines(statement: str | None) -> Iterator[list[Part]]:
    """Yield the line of the statement of an entry, if it is known; the end of a long one is cut."""
    if statement is not None:
        text = " ".join(statement.split())
        yield [f"    by {text if len(text) <= MAX_STATEMENT else text[: MAX_STATEMENT - 1] + '…'}"]


def thread_name(thread_id: int | None) -> str | None:
    """Return a thread in words, if it is known."""
    return None if thread_id is None else f"thread {thread_id}"


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
