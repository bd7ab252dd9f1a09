"""The rule for commands that match nothing: a line on standard error, and `--fail-if-empty`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import click
import pyarrow as pa

from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.printable import counted, printable
from binlog_kaitai.read.scans import Scan

if TYPE_CHECKING:
    from binlog_kaitai.forensics.stats.gathering import LogStatistics

EMPTY = 1
"""Exit status with `--fail-if-empty` if nothing matched, as that of grep."""

MAX_GTIDS = 300
"""Characters of a GTID set that the line shows."""

_FAILS = f"{__name__}.fails"


class Filter(click.Option):
    """An option that narrows the selection; the line repeats those of the command line."""


def _store(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[_FAILS] = value


FAIL_IF_EMPTY = click.option(
    "--fail-if-empty",
    is_flag=True,
    expose_value=False,
    callback=_store,
    help="Exit with status 1 if nothing matches.",
)


class Matches:
    """Counts the rows of the batches that pass through it."""

    def __init__(self) -> None:
        self.count = 0

    def of(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the batches and count their rows."""
        for batch in batches:
            self.count += batch.num_rows
            yield batch
            del batch  # frees a large batch before the next one is made


def report_empty(scan: Scan) -> None:
    """Print one line about the data that a command searched without a match.

    Args:
        scan: the scan without a match. All its logs are read again, without filters.

    Raises:
        UnknownNameError: no log has the table or the database.
        BinlogError: a log is damaged, so the search is incomplete.
        click.exceptions.Exit: the command line has `--fail-if-empty`.
    """
    from binlog_kaitai.forensics.stats.gathering import collect_statistics  # noqa: PLC0415 - for this one only

    fault = None
    ctx = click.get_current_context()
    if scan.ruled_out:
        scan.check_names()
        logs = counted(len(scan.logs), "log")
        line = f"nothing matched: {logs}, {len(scan.ruled_out):,} of them searched by their index"
        line += f", 0 rows with {' '.join(typed_filters(ctx))}"
    else:
        stats = collect_statistics(scan.unfiltered(), scan.engine)
        if not any(map(scan.wants_table, stats.totals.tables)):
            scan.check_names()
        line, fault = _line(scan, stats, ctx), stats.fault
    sys.stdout.flush()
    click.echo(printable(line), err=True)
    if fault is not None:
        raise fault
    if ctx.meta.get(_FAILS):
        raise click.exceptions.Exit(EMPTY)


def typed_filters(ctx: click.Context) -> list[str]:
    """Return the filters of the command line, quoted for a shell."""
    return [
        text for name, param in _filters(ctx).items() for text in _typed(param, ctx.params[name])
    ]


def _filters(ctx: click.Context) -> dict[str, click.Parameter]:
    return {
        str(param.name): param
        for param in ctx.command.params
        if isinstance(param, Filter) and ctx.params.get(str(param.name)) not in {None, ()}
    }


def _line(scan: Scan, stats: LogStatistics, ctx: click.Context) -> str:
    filters = _filters(ctx)
    totals = stats.totals
    facts = [counted(len(scan.logs), "log")]
    if totals.first is not None and totals.last is not None:
        times = (EPOCH + timedelta(seconds=time) for time in (totals.first, totals.last))
        texts = dict.fromkeys(f"{time:%Y-%m-%d %H:%M:%S}" for time in times)
        facts.append(f"{' to '.join(texts)} UTC")
    if "start_position" in filters and stats.files:
        facts.append(f"the first of {counted(stats.files[0].size, 'byte')}")
    if filters.keys() & {"gtids", "exclude_gtids"}:
        facts.append(f"GTIDs {_cut(str(stats.gtids)) or 'none'}")
    if "server_id" in filters:
        facts.append(f"server ids {', '.join(map(str, sorted(totals.servers))) or 'none'}")
    tables = scan.selected_tables
    if tables is None:
        facts.append(counted(totals.transactions, "transaction"))
    rows = sum(total.rows for name, total in totals.tables.items() if scan.wants_table(name))
    facts.append(counted(rows, "row") + ("" if tables is None else f" of {tables}"))
    line = f"nothing matched: {', '.join(facts)} read"
    return f"{line}, 0 with {' '.join(typed_filters(ctx))}" if filters else line


def _typed(param: click.Parameter, value: Any) -> Iterator[str]:
    """Yield an option as users type it, once for each of its values."""
    for one in value if isinstance(value, tuple) else (value,):
        yield f"{param.opts[0]} {shlex.quote(str(one))}"


def _cut(text: str) -> str:
    return text if len(text) <= MAX_GTIDS else f"{text[: MAX_GTIDS - 1]}…"
