"""The command `index`."""

from __future__ import annotations

import sys

import click

from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.cli.options import KEYRING, LOGS, examples
from binlog_kaitai.io.finding import find_files, with_keys
from binlog_kaitai.io.log_index import IndexFolder
from binlog_kaitai.printable import counted, printable
from binlog_kaitai.read.indexing import update_index


@click.command(
    "index",
    short_help="Write an index of the logs in a directory.",
    epilog=examples(
        "index binlogs",
        "index --keyring keyring binlogs",
        "index 's3://bucket/binlogs?region=eu-central-1'",
    ),
)
@click.argument("folder", metavar="DIR", type=LOGS)
@KEYRING
def index_command(folder: str, keyring: str | None) -> None:
    """Write an index of the logs in DIR beside them, or add new logs to it.

    Commands that select tables, times, GTIDs or keys then skip logs without them. The index has
    names of tables and hashes of keys, also of encrypted logs.

    Exit status: 3 if a log is damaged, and is not in the index.
    """
    files = with_keys(find_files([folder]), keyring)
    result = update_index(files)
    for fault in result.faults:
        click.echo(printable(f"error: not in the index: {fault}"), err=True)
    size, logged = IndexFolder(files[0].path).size, sum(file.size for file in files)
    sys.stdout.write(
        f"{counted(result.added, 'log')} added, {result.unchanged:,} unchanged;"
        f" the index has {size:,} bytes, {size / logged:.2%} of the logs\n"
    )
    if result.faults:
        raise click.exceptions.Exit(INCOMPLETE)
