"""The command `export`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.cli.matches import FAIL_IF_EMPTY, report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    FILES,
    KEYRING,
    TABLE,
    examples,
    scan_of,
    size_of,
)
from binlog_kaitai.cli.own_specs import SPECS
from binlog_kaitai.compiler.own.kept import GENERATED
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.lake.running import Runner, Threads

if TYPE_CHECKING:
    from binlog_kaitai.lake.current.planning import Asked

THREADS = "threads"
FORMATS = ("parquet", "delta", "iceberg")


def keys_of(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, list[str]]:
    """Return the columns of `--keys`, by tables."""
    keys = {}
    for text in texts:
        name, _, columns = text.rpartition("=")
        if not name or not columns:
            raise click.BadParameter(f"expected DB.T=A,B, found {text!r}", context, parameter)
        keys[name] = columns.split(",")
    return keys


def full_names(
    context: click.Context, parameter: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return names of tables. Raises BadParameter for one without its database."""
    for name in names:
        if not re.fullmatch(r".+\..+", name):
            raise click.BadParameter(f"expected DB.T, found {name!r}", context, parameter)
    return names


@click.command(
    short_help="Write each table to a dataset of its own.",
    epilog=examples(
        "export --out datasets binlog.000001 binlog.000002",
        "export --out datasets --table webshop.orders .",
        "export --out datasets --overwrite --current 'binlog.*'",
    ),
)
@FILES
@TABLE
@FAIL_IF_EMPTY
@click.option(
    "--exclude-table",
    "exclude_tables",
    metavar="DB.T",
    multiple=True,
    callback=full_names,
    help="Leave out this table, or those of a pattern. Repeatable; later runs may leave out more.",
)
@DDL
@CHECKSUMS
@KEYRING
@click.option("--out", metavar="DIR", required=True, help="Where each table has a folder.")
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    default="parquet",
    show_default=True,
    help="What datasets are: folders of Parquet, or Delta or Iceberg tables.",
)
@click.option(
    "--catalog",
    metavar="NAME",
    help="The catalog of Iceberg tables in PyIceberg's configuration; else SQLite in DIR.",
)
@click.option(
    "--file-size",
    metavar="SIZE",
    callback=size_of,
    default="128m",
    show_default=True,
    help="About how large a file is at most.",
)
@click.option(
    "--master",
    metavar="URL",
    default=THREADS,
    show_default=True,
    help="'threads' or 'threads[4]' of this process, or Spark's, such as 'local[4]'.",
)
@click.option("--current", is_flag=True, help="Keep each table as it stands now, too.")
@click.option(
    "--keys",
    metavar="DB.T=A,B",
    multiple=True,
    callback=keys_of,
    help="Columns that tell the rows of a table apart, where the logs do not tell its key.",
)
@click.option(
    "--defaults",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False),
    help="JSON of values of columns that rows are inserted without, by tables.",
)
@click.option(
    "--unended",
    type=click.Choice(("fail", "leave_out", "apply")),
    default="fail",
    show_default=True,
    help="What --current does with changes whose transaction has no end in the logs.",
)
@click.option("--follow", is_flag=True, help="Go on while the server writes, until interrupted.")
@click.option(
    "--every",
    metavar="SECONDS",
    type=click.FloatRange(min=0.0, min_open=True),
    default=1.0,
    show_default=True,
    help="How often --follow looks for more.",
)
@click.option(
    "--spool",
    metavar="FOLDER",
    type=click.Path(file_okay=False),
    help="Where a server's logs are until they are exported.",
)
@click.option(
    "--reset",
    metavar="DB.T",
    multiple=True,
    callback=full_names,
    help="Begin this table anew, such as one that is set aside. Repeatable.",
)
@click.option("--overwrite", is_flag=True, help="Replace the datasets that DIR holds.")
@SPECS
def export(files: tuple[str, ...], out: str, master: str, **options: Any) -> None:
    """Write the tables of FILEs into DIR, one typed dataset a table.

    Datasets are partitioned by the day that rows were logged, log_date. Logs are read once for all
    tables. An export that was killed goes on when it is run again, and one with more files adds
    them.
    """
    # what an export needs takes a second to import, for which the other commands need not wait
    from rich.console import Console  # noqa: PLC0415

    from binlog_kaitai.cli.console import (  # noqa: PLC0415
        aside_lines,
        export_with_bar,
        kept_line,
        keyless_line,
        left_out_line,
        summary_table,
        unlogged_line,
    )

    if options["table"] is not None and "." not in options["table"]:
        scan_of(files, table=options["table"], keyring=options["keyring"])  # names what is meant
    follows, every = options.pop("follow"), options.pop("every")
    options["current"] = _current(options)
    try:
        with _runner(master) as runner:
            if follows:
                _follow(files, out, runner=runner, every=every, **options)
                return
            summary = export_with_bar(Console(stderr=True), files, out, runner=runner, **options)
    except BinlogError:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    console = Console()
    console.print(summary_table({out: summary}))
    lines = (kept_line, keyless_line, left_out_line, unlogged_line)
    for line in (line_of(summary) for line_of in lines):
        if line is not None:
            console.print(line, markup=False)
    _end_aside(aside_lines(summary))
    if not summary.folders:
        report_empty(scan_of(files, table=options["table"], keyring=options["keyring"]))


def _end_aside(lines: Sequence[str]) -> None:
    """Print why tables are set aside. Raises Exit with the status INCOMPLETE if any are."""
    for line in lines:
        click.echo(f"error: {line}", err=True)
    if lines:
        raise click.exceptions.Exit(INCOMPLETE)


def _follow(files: tuple[str, ...], out: str, **options: Any) -> None:
    """Export run by run, with a line of each."""
    from binlog_kaitai.cli.console import aside_lines  # noqa: PLC0415 - pyarrow, as above
    from binlog_kaitai.lake.following import follow  # noqa: PLC0415 - pyarrow, as above

    lines: list[str] = []
    with suppress(KeyboardInterrupt):
        for summary in follow(files, out, **options):
            rows = sum(summary.images.values())
            click.echo(
                f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%SZ} {rows} row images of"
                f" {len(summary.images)} tables in {summary.seconds:.1f} s"
            )
            before, lines = lines, aside_lines(summary)
            for line in lines:
                if line not in before:
                    click.echo(f"error: {line}", err=True)
    if lines:
        raise click.exceptions.Exit(INCOMPLETE)


def _current(options: dict[str, Any]) -> Asked | None:
    """Return how tables are to be kept as they stand, of options, which are taken out."""
    is_asked, keys, path, unended = (
        options.pop(name) for name in ("current", "keys", "defaults", "unended")
    )
    if not is_asked:
        for name, value in (("--keys", keys), ("--defaults", path)):
            if value:
                raise click.UsageError(f"{name} is for --current")
        return None
    defaults: Any = {}
    if path is not None:
        try:
            defaults = json.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise click.UsageError(f"{path}: expected JSON, found {error}") from error
        if not isinstance(defaults, dict) or not all(
            isinstance(one, dict) for one in defaults.values()
        ):
            raise click.UsageError(f'{path}: expected {{"database.table": {{"column": value}}}}')
    from binlog_kaitai.lake.current.planning import Asked  # noqa: PLC0415 - pyarrow, as above

    return Asked(keys, defaults, unended)


def _runner(master: str) -> AbstractContextManager[Runner]:
    """Return what runs tasks."""
    if master.startswith(THREADS):
        return nullcontext(_threads(master.removeprefix(THREADS)))
    if GENERATED in os.environ:  # which Spark's workers may not have
        raise click.UsageError(f"--specs: expected --master {THREADS}, found {master}")
    from binlog_kaitai.spark.runner import spark_runner  # noqa: PLC0415 - threads need no Spark

    return spark_runner(master)


def _threads(count: str) -> Threads:
    """Return as many threads as Spark's way of writing it asks for: `[4]`, `[*]` or nothing."""
    found = re.fullmatch(r"(?:\[(?:\*|([1-9]\d*))\])?", count)
    if found is None:
        raise click.BadParameter(
            f"expected threads or threads[N], found {THREADS + count!r}", param_hint="--master"
        )
    return Threads() if found[1] is None else Threads(int(found[1]))
