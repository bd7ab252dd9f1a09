"""The command line: `binlog-kaitai rows`, `events` and `export`."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import click
import pyarrow as pa

from binlog_kaitai.cli.interrupts import INTERRUPTED, MESSAGE
from binlog_kaitai.cli.lines import lines_of, pieces_of
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.model.ddl import read_definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.printable import printable, printable_json
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES
from binlog_kaitai.read.events import read_events

FAILED = 1
LARGE = 2**24  # bytes of a batch, above which lines are printed piece by piece


class _File(click.Path):
    """A file that is there, or a URI, which is asked for when it is read."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if is_remote(value) else super().convert(value, param, ctx)


FILES = click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=_File(exists=True, dir_okay=False, readable=True),
)
TABLE = click.option("--table", metavar="DB.T", help="Only this table's row images.")
DDL = click.option(
    "--ddl",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False, readable=True),
    help="What mysqldump --no-data printed, for logs that do not hold names of columns.",
)
CHECKSUMS = click.option(
    "--no-verify-checksums",
    "verify_checksums",
    flag_value=False,
    default=True,
    help="Read events whose checksums are wrong, too.",
)
ENGINE = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="kernels",
    show_default=True,
    help="What reads: compiled kernels, or the classes of the specs, which are slow.",
)


class _Group(click.Group):
    """Ends with one line and status 1 for bad data and for what the system refuses."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _ends():  # help and versions are printed here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _ends():
            _check_stdout()
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


@contextlib.contextmanager
def _ends() -> Iterator[None]:
    """Turn what ends a command early into a line, if it needs one, and a status."""
    try:
        yield
    except BrokenPipeError:
        _end(None, 0)  # whoever reads has read enough
    except KeyboardInterrupt:
        _end(MESSAGE, INTERRUPTED)
    except (BinlogError, OSError) as error:
        _end(str(error), FAILED)
    except MemoryError:
        _end("memory does not suffice", FAILED)
    except click.UsageError as error:
        message = error.format_message()
        shown = printable(message, keep="\n\t")
        if shown == message:
            raise
        raise click.UsageError(shown, error.ctx) from error


def _end(message: str | None, status: int) -> NoReturn:
    try:
        sys.stdout.flush()
    except (AttributeError, OSError):
        _drop_stdout()
    if message is not None:
        click.echo(f"error: {printable(message)}", err=True)
    raise click.exceptions.Exit(status)


def _drop_stdout() -> None:
    """Send what is still buffered nowhere, so that Python does not complain of it at its end."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check_stdout() -> None:
    if sys.stdout is None:  # as Python has it where the shell closed it
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # JSON is UTF-8, whatever the terminal's charset
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="binlog-kaitai")
def main() -> None:
    """Read MySQL and MariaDB binary log files.

    Exit status: 0, 1 for bad data, 2 for bad usage, 130 when interrupted.
    """


@main.command()
@FILES
@TABLE
@DDL
@CHECKSUMS
@ENGINE
def rows(files: tuple[str, ...], table: str | None, ddl: str | None, **modes: Any) -> None:
    """Print the records of FILEs, a line of JSON each."""
    _check_table(table)
    try:
        scope = Scope(definitions=read_definitions(ddl, table) if ddl else None)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--ddl") from error
    for file in files:
        for batch in read_batches(file, table, is_typed=False, scope=scope, **modes):
            _print_batch(batch)
            del batch  # which may be large, before the next one is made


@main.command()
@FILES
def events(files: tuple[str, ...]) -> None:
    """Print the events of FILEs, a line of JSON each."""
    bad = []
    for file in files:
        for event in read_events(file):
            _print_lines([event.to_json()])
            if event.checksum == "bad":
                bad.append(f"{file}: at byte {event.position}: the checksum is wrong")
    if bad:
        sys.stdout.flush()
        click.echo("\n".join(f"error: {printable(line)}" for line in bad), err=True)
        raise click.exceptions.Exit(FAILED)


@main.command()
@FILES
@TABLE
@DDL
@CHECKSUMS
@click.option("--out", metavar="DIR", required=True, help="Where each table has a folder.")
@click.option("--format", "file_format", default="parquet", show_default=True, help="Spark's name.")
@click.option("--master", metavar="URL", default="local[*]", show_default=True, help="Spark's.")
@click.option("--overwrite", is_flag=True, help="Replace the datasets that DIR holds.")
def export(files: tuple[str, ...], out: str, **options: Any) -> None:
    """Write the tables of FILEs into DIR with Spark, one typed dataset a table.

    Datasets are partitioned by the day that rows were logged, log_date. One that was written before
    from the same files is kept: an export that was killed goes on, and one with more files adds
    them.
    """
    # Spark takes a second to import, which the other commands need not wait for
    from rich.console import Console  # noqa: PLC0415

    from binlog_kaitai.cli.console import export_with_bar, kept_line, summary_table  # noqa: PLC0415

    _check_table(options["table"])
    try:
        summary = export_with_bar(Console(stderr=True), files, out, **options)
    except BinlogError:
        raise
    except (OSError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    console = Console()
    console.print(summary_table({out: summary}))
    line = kept_line(summary)
    if line is not None:
        console.print(line)


def _check_table(table: str | None) -> None:
    if table is not None and not re.fullmatch(r".+\..+", table):
        raise click.BadParameter(f"expected DB.T, found {table!r}", param_hint="--table")


def _print_batch(batch: pa.RecordBatch) -> None:
    if batch.nbytes < LARGE:
        _print_lines(lines_of(batch))
        return
    is_shown = sys.stdout.isatty()
    for piece in pieces_of(batch):
        sys.stdout.write(printable_json(piece) if is_shown else piece)


def _print_lines(lines: Iterable[str]) -> None:
    write: Callable[[str], object] = sys.stdout.write
    for line in map(printable_json, lines) if sys.stdout.isatty() else lines:
        write(line)
        write("\n")
