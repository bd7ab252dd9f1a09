"""The command `events`."""

from __future__ import annotations

import sys

import click

from binlog_kaitai.cli.endings import FAILED
from binlog_kaitai.cli.options import FILES
from binlog_kaitai.cli.output import print_lines
from binlog_kaitai.printable import printable
from binlog_kaitai.read.events import read_events


@click.command()
@FILES
def events(files: tuple[str, ...]) -> None:
    """Print the events of FILEs, a line of JSON each."""
    bad = []
    for file in files:
        for event in read_events(file):
            print_lines([event.to_json()])
            if event.checksum == "bad":
                bad.append(f"{file}: at byte {event.position}: the checksum is wrong")
    if bad:
        sys.stdout.flush()
        click.echo("\n".join(f"error: {printable(line)}" for line in bad), err=True)
        raise click.exceptions.Exit(FAILED)
