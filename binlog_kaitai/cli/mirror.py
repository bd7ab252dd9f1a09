"""The command `mirror`: a snapshot, its proof, and all changes behind it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import click

from binlog_kaitai.catalog.dumps import DumpPlace
from binlog_kaitai.cli.archive import server_of
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.cli.export import export
from binlog_kaitai.cli.interrupts import end_with
from binlog_kaitai.cli.options import TABLE, examples, usage_errors
from binlog_kaitai.cli.prove import CERTIFICATE, prove
from binlog_kaitai.cli.watching import watching
from binlog_kaitai.io.status import PROOF, Status
from binlog_kaitai.replication.uris import ServerUri

_OF_EXPORT = (
    *("out", "file_format", "catalog", "exclude_tables", "file_size", "master", "threads"),
    *(
        "keys",
        "merge",
        "every",
        "current_every",
        "maintain_every",
        "status",
        "metrics",
        "max_load",
        "baseline",
        "baseline_place",
    ),
)
"""Options that mean the same as those of `export`."""


def _as_of_export(command: click.Command) -> click.Command:
    command.params += [option for option in export.params if option.name in _OF_EXPORT]
    return command


@click.command(
    short_help="Mirror the tables of a server, and prove it.",
    epilog=examples(
        "mirror --out lake mysql://reader@db.example.com",
        "mirror --out lake --format delta --table 'shop.*' mysql://reader@db.example.com",
        "mirror --out lake --once --certificate proof.json mysql://reader@db.example.com",
    ),
)
@click.argument("server", metavar="URI", callback=server_of)
@TABLE
@CERTIFICATE
@click.option(
    "--spool",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Directory that keeps the server's logs until they are in the mirror. Default: the output"
    " directory with '-spool' at its end.",
)
@click.option("--once", is_flag=True, help="End after the proof.")
def mirror(
    server: ServerUri, table: str | None, certificate: tuple[str, ...], **options: Any
) -> None:
    """Keep the tables of the server at URI in DIR, current and with all changes.

    Reads a snapshot of the tables while it follows the logs, compares the result with the server,
    and continues with new changes until interrupted. Run the command again to resume. The same
    as 'export --current --snapshot', 'prove', and 'export --follow'. Tables that
    are set aside or new get snapshots meanwhile.

    Exit status: 1 if tables differ from the server, 3 if some are set aside or were not compared.
    """
    context, is_once = click.get_current_context(), options.pop("once")
    if options["spool"] is None:
        if "://" in options["out"]:
            raise click.UsageError("a mirror in a bucket requires --spool DIR")
        options["spool"] = f"{options['out'].rstrip('/')}-spool"
    files = (_from_now_on(server, options["baseline"], options["baseline_place"]),)
    monitors = {name: options.pop(name) for name in ("status", "metrics")}
    merges = {name: options.pop(name) for name in ("current_every", "maintain_every")}
    compared = {"server": server, "lake": options["out"], "table": table}
    with watching(Status("mirror", options["out"]), **monitors) as watch:
        end_with(watch.end)
        asked: dict[str, Any] = {"files": files, "table": table, "current": True, "snapshot": True}
        asked |= {"watch": watch, **options}
        watch.lacks = _lacks(context, export, **asked)
        watch.status.run({"stage": PROOF, "done": 0, "total": 1, "name": options["out"]})
        try:
            watch.lacks |= _lacks(context, prove, certificate=certificate, **compared)
        except click.exceptions.Exit:
            watch.end("tables differ from the server")
            raise
        if not is_once:
            watch.lacks |= _lacks(context, export, follow=True, **merges, **asked)
    if watch.lacks:
        raise click.exceptions.Exit(INCOMPLETE)


def _from_now_on(server: ServerUri, dump: str | None, given: DumpPlace | None) -> str:
    """Return the URI; logs begin now, unless it has another start, as the snapshot has the rest.

    With a dump, they begin at its place.
    """
    if server.start is not None or server.log:
        return server.uri
    start = "latest"
    if dump is not None:
        with usage_errors():
            from binlog_kaitai.lake.dumps import place_of  # noqa: PLC0415 - only dumps need it

            place = place_of(dump, given)
        start = quote((place and (place.gtids or place.log)) or start)
    return f"{server.uri}{'&' if '?' in server.uri else '?'}start={start}"


def _lacks(context: click.Context, command: click.Command, **options: Any) -> bool:
    """Run a command, and return whether it left something out."""
    try:
        context.invoke(command, **options)
    except click.exceptions.Exit as end:
        if end.exit_code != INCOMPLETE:
            raise
        return True
    return False


mirror = _as_of_export(mirror)
