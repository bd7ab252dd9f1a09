"""The command `archive`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from binlog_kaitai.cli.interrupts import end_with
from binlog_kaitai.cli.options import examples
from binlog_kaitai.cli.watching import METRICS, STATUS, check_follows, watching
from binlog_kaitai.io.paths import is_remote, unknown_scheme
from binlog_kaitai.io.status import Status
from binlog_kaitai.printable import printable
from binlog_kaitai.replication.uris import ServerUri, is_server, parse_uri

if TYPE_CHECKING:
    from binlog_kaitai.replication.writing import ArchivedLog


def server_of(_: click.Context, param: click.Parameter, value: str) -> ServerUri:
    """Parse the URI of a server. Raises BadParameter."""
    try:
        if is_server(value):
            return parse_uri(value)
    except ValueError as error:
        raise click.BadParameter(str(error), param=param) from error
    start = unknown_scheme(value) if "://" in value else value
    raise click.BadParameter(f"expected mysql://USER@HOST:PORT, found {start}", param=param)


@click.command(
    short_help="Copy a server's logs to a directory.",
    epilog=examples(
        "archive mysql://reader@db.example.com:3306 binlogs",
        "archive --start latest 'mysql://reader@db.example.com?tls=on' binlogs",
        "archive --follow mariadb://reader@db.example.com binlogs",
    ),
)
@click.argument("server", metavar="URI", callback=server_of)
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option(
    "--start",
    metavar="START",
    default="earliest",
    show_default=True,
    help="First log file of a new archive: earliest, latest, a name, a time, or a GTID set. A set"
    " selects the log file with the first transaction that is not in it.",
)
@click.option("--follow", is_flag=True, help="Continue with new events until Ctrl-C.")
@STATUS
@METRICS
@click.option(
    "--checkpoint-every",
    metavar="SECONDS",
    type=click.FloatRange(min=0.0, min_open=True),
    help="With --follow and a URI: interval at which the log in use is written there. It is longer"
    " for a log of more than 64 MiB. Default: 10.",
)
def archive(  # noqa: PLR0913 - the options of the command
    server: ServerUri,
    folder: str,
    start: str,
    status: Path | None,
    metrics: tuple[str, int] | None,
    *,
    follow: bool,
    checkpoint_every: float | None,
) -> None:
    """Copy the logs of the server at URI to DIR, byte for byte, with an index file.

    If DIR contains an archive, the copy resumes at its end. DIR may be a URI such as
    s3://BUCKET/DIR.
    """
    from binlog_kaitai.read.archived_tables import TablesOfArchive  # noqa: PLC0415 - likewise
    from binlog_kaitai.read.indexing import keep_index  # noqa: PLC0415 - likewise
    from binlog_kaitai.read.wire import load_run  # noqa: PLC0415 - only this command needs it
    from binlog_kaitai.replication.archive import Archive  # noqa: PLC0415 - needs an extra
    from binlog_kaitai.replication.bucket import BucketArchive  # noqa: PLC0415 - likewise
    from binlog_kaitai.replication.definitions import read_tables  # noqa: PLC0415 - likewise

    kind = BucketArchive if is_remote(folder) else Archive
    settings: dict[str, Any] = {}
    if checkpoint_every is not None:
        if not follow or kind is Archive:
            raise click.UsageError("--checkpoint-every requires --follow and a URI as DIR")
        settings["checkpoint_seconds"] = checkpoint_every
    check_follows(follows=follow, status=status, metrics=metrics)
    reported = Status("archive", folder)
    tables = TablesOfArchive(folder)

    def on_log(log: ArchivedLog) -> None:
        _tell(log)
        if follow and log.is_closed:
            tables.update()
            keep_index(folder)

    archived = kind(
        folder,
        start=start,
        on_log=on_log,
        on_replica=_tell_id,
        load_run=load_run,
        status=reported,
        **settings,
    )
    if follow:
        with watching(reported, status=status, metrics=metrics) as watch:
            end_with(watch.end)
            archived.follow(server)
    else:
        archived.update(server)
        present = tables.present(lambda: read_tables(server))
        if present is not None:  # the logs have to reach their place
            kind(folder, load_run=load_run).update(server)
        tables.update(present)
        keep_index(folder)


def _tell(log: ArchivedLog) -> None:
    state = "complete" if log.is_closed else "in use"
    sys.stdout.write(f"{printable(str(log.path))}: {log.size:,} bytes, {state}\n")
    sys.stdout.flush()


def _tell_id(server_id: int) -> None:
    click.echo(f"connected as a replica with server_id {server_id}", err=True)
