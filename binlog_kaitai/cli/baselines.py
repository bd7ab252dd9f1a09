"""The options of `export` and `mirror` that begin tables with older rows."""

from __future__ import annotations

from typing import Any

import click

from binlog_kaitai.catalog.dumps import DumpPlace, dump_place
from binlog_kaitai.lake.running import Snapshot


def _place_of(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> DumpPlace | None:
    """Parse a place in logs. Raises BadParameter."""
    try:
        return None if text is None else dump_place(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}, or LOG:POSITION", context, parameter) from None


BASELINE = click.option(
    "--baseline",
    metavar="PATH",
    type=click.Path(exists=True),
    help="Dump of mysqldump, mariadb-dump, mydumper or MySQL Shell, or directory of Parquet files,"
    " whose rows current tables begin with.",
)
BASELINE_PLACE = click.option(
    "--baseline-place",
    metavar="PLACE",
    callback=_place_of,
    help="Place of the baseline in the logs: a GTID set, or LOG:POSITION. Default: its own.",
)


def snapshot_of(options: dict[str, Any]) -> Snapshot | bool:
    """Remove the options of snapshots and baselines, and return them as one object.

    Raises:
        click.UsageError: one requires `--current`.
    """
    reads_server, dump = options.pop("snapshot"), options.pop("baseline")
    place = options.pop("baseline_place")
    if place is not None and dump is None:
        raise click.UsageError("--baseline-place requires --baseline")
    for name, is_given in (("--snapshot", reads_server), ("--baseline", dump is not None)):
        if is_given and not options["current"]:
            raise click.UsageError(f"{name} requires --current")
    asked = Snapshot(options.pop("max_load"), dump=dump, place=place, reads_server=reads_server)
    return (reads_server or dump is not None) and asked
