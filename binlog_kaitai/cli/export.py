"""The command `export`."""

from __future__ import annotations

import json
import os
import re
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from binlog_kaitai.cli.baselines import BASELINE, BASELINE_PLACE, snapshot_of
from binlog_kaitai.cli.endings import INCOMPLETE, end_incomplete
from binlog_kaitai.cli.interrupts import end_with
from binlog_kaitai.cli.matches import FAIL_IF_EMPTY, report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    FILE_SIZE,
    FILES,
    KEYRING,
    MAX_LOAD,
    REDACT,
    SPECS,
    TABLE,
    examples,
    scan_of,
    usage_errors,
)
from binlog_kaitai.cli.watching import METRICS, STATUS, Watch, check_follows, watching
from binlog_kaitai.compiler.own.kept import GENERATED
from binlog_kaitai.io.given import STDIN
from binlog_kaitai.io.status import Status
from binlog_kaitai.lake.running import Runner, Threads
from binlog_kaitai.read.redacting import redaction_of

if TYPE_CHECKING:
    from binlog_kaitai.lake.current.planning import Asked

THREADS = "threads"
FORMATS = ("parquet", "delta", "iceberg")


def keys_of(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, list[str]]:
    """Parse `--keys` into columns by table. Raises BadParameter for invalid texts."""
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
    """Return the table names. Raises BadParameter for a name without a database."""
    for name in names:
        if not re.fullmatch(r".+\..+", name):
            raise click.BadParameter(f"expected DB.T, found {name!r}", context, parameter)
    return names


@click.command(
    short_help="Export each table to its own dataset.",
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
    help="Skip this table, or the tables of a glob pattern. Repeatable; later runs may skip more.",
)
@REDACT
@DDL
@CHECKSUMS
@KEYRING
@click.option(
    "--out",
    metavar="DIR",
    required=True,
    help="Output directory, with a subdirectory for each table.",
)
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS, case_sensitive=False),
    default="parquet",
    show_default=True,
    help="Dataset format: directories of Parquet files, Delta tables or Iceberg tables.",
)
@click.option(
    "--catalog",
    metavar="NAME",
    help="Iceberg catalog in PyIceberg's configuration. Default: an SQLite file in DIR.",
)
@FILE_SIZE
@click.option(
    "--master",
    metavar="URL",
    default=THREADS,
    show_default=True,
    help="'threads' or 'threads[4]' of this process, or a Spark master such as 'local[4]'.",
)
@click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1),
    help="Short for --master 'threads[N]'.",
)
@click.option("--current", is_flag=True, help="Also maintain the current rows of each table.")
@click.option(
    "--snapshot",
    is_flag=True,
    help="Also read the rows that current tables of a server had before its logs.",
)
@BASELINE
@BASELINE_PLACE
@MAX_LOAD
@click.option(
    "--keys",
    metavar="DB.T=A,B",
    multiple=True,
    callback=keys_of,
    help="Key columns of a table whose primary key is not in the logs. Repeatable.",
)
@click.option(
    "--defaults",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False),
    help="JSON file with the values of columns that inserts omit, by table.",
)
@click.option(
    "--unended",
    type=click.Choice(("fail", "leave_out", "apply")),
    default="fail",
    show_default=True,
    help="How --current handles transactions that are incomplete in the logs.",
)
@click.option(
    "--merge",
    type=click.Choice(("on-read", "on-write")),
    help="How --current applies changes: on-read leaves files in which few rows change and deletes"
    " these rows by their positions. Default: on-read for Iceberg, otherwise on-write.",
)
@click.option("--follow", is_flag=True, help="Continue with new events until interrupted.")
@click.option(
    "--every",
    metavar="SECONDS",
    type=click.FloatRange(min=0.0, min_open=True),
    show_default="0.8, or 1 for Iceberg",
    help="Interval at which --follow checks for new events.",
)
@click.option(
    "--current-every",
    metavar="SECONDS",
    type=click.FloatRange(min=0.0, min_open=True),
    help="With --follow: interval at which changes are merged into current tables. Default: that of"
    " --every.",
)
@click.option(
    "--maintain-every",
    metavar="SECONDS",
    type=click.FloatRange(min=0.0, min_open=True),
    help="With --follow: interval at which the tables are maintained, as by 'maintain'.",
)
@STATUS
@METRICS
@click.option(
    "--spool",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Directory that keeps a server's logs until they are exported.",
)
@click.option(
    "--reset",
    metavar="DB.T",
    multiple=True,
    callback=full_names,
    help="Rebuild this table, for example after it was set aside. Repeatable.",
)
@click.option("--overwrite", is_flag=True, help="Replace the datasets in DIR.")
@SPECS
def export(files: tuple[str, ...], out: str, master: str, **options: Any) -> None:
    """Export the tables in FILES to DIR, one typed dataset per table.

    Datasets are partitioned by log_date, the day when the rows were logged. The logs are read once
    for all tables. Run the command again to resume a killed export, or with more files to add
    them.
    """
    # these imports take a second, which other commands do not need
    from rich.console import Console  # noqa: PLC0415

    from binlog_kaitai.cli.console import (  # noqa: PLC0415
        aside_lines,
        export_with_bar,
        note_lines,
        summary_table,
    )

    if options["table"] is not None and "." not in options["table"]:
        scan_of(files, table=options["table"], keyring=options["keyring"])  # suggests tables
    if STDIN in files:
        raise click.UsageError("export cannot read standard input; write the log to a file first")
    follows, every = options.pop("follow"), options.pop("every")
    monitors = {name: options.pop(name) for name in ("status", "metrics")}
    given: Watch | None = options.pop("watch", None)  # that of a mirror
    check_follows(follows=follows or options["snapshot"], **monitors)
    intervals = _intervals(options, follows=follows) | {"every": every}
    options["snapshot"] = snapshot_of(options)
    options["current"] = _current(options, out)
    with usage_errors():
        rules = options.pop("redact"), options.pop("redact_key")
        options["redaction"] = redaction_of(*rules)
    threads = options.pop("threads")
    with usage_errors(), _runner(f"{THREADS}[{threads}]" if threads else master) as runner:
        watched = (
            nullcontext(given)
            if given
            else watching(Status("export", out), keyring=options["keyring"], **monitors)
        )
        if follows:
            with watched as watch:
                options |= intervals
                lines = _follow(files, out, watch, runner=runner, **options)
            if lines:
                raise click.exceptions.Exit(INCOMPLETE)
            return
        with watched as watch:
            options["status"] = watch.status
            summary = export_with_bar(Console(stderr=True), files, out, runner=runner, **options)
    console = Console()
    console.print(summary_table({out: summary}))
    for line in note_lines(summary):
        console.print(line, markup=False)
    lines = aside_lines(summary.set_aside, summary.stale, summary.unread)
    if options["snapshot"]:
        lines += (f"{name} is incomplete: it has no snapshot" for name in summary.incomplete)
    end_incomplete(lines)
    if not summary.folders:
        report_empty(scan_of(files, table=options["table"], keyring=options["keyring"]))


def _intervals(options: dict[str, Any], *, follows: bool) -> dict[str, float | None]:
    """Remove the intervals of followers from `options`, and return them. Raises UsageError."""
    intervals = {name: options.pop(name) for name in ("current_every", "maintain_every")}
    if intervals["current_every"] is not None and not (follows and options["current"]):
        raise click.UsageError("--current-every requires --follow and --current")
    if intervals["maintain_every"] is not None and not follows:
        raise click.UsageError("--maintain-every requires --follow")
    return intervals


def _follow(files: tuple[str, ...], out: str, watch: Watch, **options: Any) -> list[str]:
    """Export run after run until an interrupt, and print a line for each.

    Returns:
        The lines about tables that are set aside.
    """
    from binlog_kaitai.cli.console import (  # noqa: PLC0415 - pyarrow, as above
        SnapshotLines,
        aside_lines,
        note_lines,
    )
    from binlog_kaitai.lake.following import follow  # noqa: PLC0415 - pyarrow, as above

    lines: list[str] = []
    noted: set[str] = set()

    def ending() -> int | None:
        watch.end()
        return INCOMPLETE if lines or watch.lacks else None

    asked = end_with(ending, waits=options["current_every"] is not None)
    options["is_over"] = lambda: asked() is not None
    with suppress(KeyboardInterrupt):
        options |= {"status": watch.status, "progress": SnapshotLines().show}
        for summary in follow(files, out, **options):
            rows = sum(summary.images.values())
            click.echo(
                f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%SZ} {rows} row images of"
                f" {len(summary.images)} tables in {summary.seconds:.1f} s"
            )
            before, lines = lines, aside_lines(summary.set_aside, summary.stale, summary.unread)
            for line in lines:
                if line not in before:
                    click.echo(f"error: {line}", err=True)
            for line in () if noted.issuperset(summary.incomplete) else note_lines(summary):
                click.echo(line, err=True)
            noted.update(summary.incomplete)
    number = asked()
    if number is not None:
        os.kill(os.getpid(), number)
    return lines


def _current(options: dict[str, Any], out: str) -> Asked | None:
    """Remove the options of current tables from `options`, and return them as one object.

    Returns: None without `--current`.

    Raises:
        click.UsageError: an option requires `--current`, or the file of defaults is invalid.
    """
    is_current, keys, path, unended, how = (
        options.pop(name) for name in ("current", "keys", "defaults", "unended", "merge")
    )
    if not is_current:
        for name, value in (("--keys", keys), ("--defaults", path), ("--merge", how)):
            if value:
                raise click.UsageError(f"{name} requires --current")
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

    asked = Asked(keys, defaults, unended, merge=how)
    with usage_errors():
        asked.marks(options["file_format"], out)
    return asked


def _runner(master: str) -> AbstractContextManager[Runner]:
    """Return the runner of tasks for `--master`."""
    if master.startswith(THREADS):
        return nullcontext(_threads(master.removeprefix(THREADS)))
    if GENERATED in os.environ:  # Spark's workers may not have the specs
        raise click.UsageError(f"--specs requires --master {THREADS}, found {master}")
    from binlog_kaitai.spark.runner import spark_runner  # noqa: PLC0415 - threads need no Spark

    return spark_runner(master)


def _threads(count: str) -> Threads:
    """Parse a number of threads as Spark writes it: `[4]`, `[*]` or an empty text."""
    match = re.fullmatch(r"(?:\[(?:\*|([1-9]\d*))\])?", count)
    if match is None:
        raise click.BadParameter(
            f"expected threads or threads[N], found {THREADS + count!r}", param_hint="--master"
        )
    return Threads() if match[1] is None else Threads(int(match[1]))
