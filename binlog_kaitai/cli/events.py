"""The command `events`."""

from __future__ import annotations

import sys
from typing import Any

import click
import pyarrow.compute as pc

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.matches import Matches, report_empty
from binlog_kaitai.cli.options import FILES, SPECS, examples, filters, names_of, scan_of
from binlog_kaitai.cli.output import print_batch
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.printable import printable
from binlog_kaitai.read.engines import soonest

SHOWN = [
    *("position", "size", "type", "type_code", "timestamp", "server_id", "flags", "checksum"),
    "body",
]


@click.command(
    short_help="Print events, one JSON object per line.",
    epilog=examples(
        "events --stop-position 1175 binlog.000001",
        "events --table webshop.orders --columns file,position,type 'binlog.*'",
        "events --database webshop - < binlog.000002",
    ),
)
@FILES
@filters
@click.option("--json", is_flag=True, hidden=True, expose_value=False)  # as it always is
@SPECS
def events(files: tuple[str, ...], columns: str | None, **options: Any) -> None:
    """Print the events in FILES, one JSON object per line."""
    options["engine"] = soonest("auto", files)
    shown = scan_of(files, view="events", columns=names_of(columns) or SHOWN, **options)
    names = shown.schema.names
    asked = dict.fromkeys([*names, "file", "position", "checksum"])
    checked = shown.asking(list(asked), is_typed=False)
    bad: list[tuple[str, int]] = []
    matches = Matches()
    for logs, batches in checked.by_logs():
        # logs that are read together have different names
        paths = {base_name(log.path): log.path for log in logs}
        for batch in matches.of(batches):
            print_batch(batch.select(names))
            wrong = batch.filter(pc.equal(batch.column("checksum"), "bad"))
            places = wrong.select(["file", "position"]).to_pylist()
            of_one = logs[0].path if len(logs) == 1 else None
            bad += [(of_one or paths[place["file"]], place["position"]) for place in places]
    if not matches.count:
        report_empty(checked)
    if bad:
        sys.stdout.flush()
        for path, position in bad:
            line = f"error: {path}: at byte {position}: wrong checksum"
            click.echo(printable(line), err=True)
        raise click.exceptions.Exit(FAILED)
