"""`make bench`: this project and others on the same logs of a real server, in one run."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tests.bench.neighbour import copying_memory
from tests.bench.readers import (
    CONNECTOR,
    EVENTS,
    EXPORT,
    FLAT,
    KERNELS,
    LIMIT,
    PEER,
    TREE,
    TWO_THREADS,
    Connector,
    ReaderError,
    tool_of,
)
from tests.bench.report import Results
from tests.bench.workloads import WORKLOADS, build
from tests.servers import SERVERS, DebianServer, ServerError

if TYPE_CHECKING:
    from tests.bench.readers import Reader, Run
    from tests.bench.workloads import Workload
    from tests.servers import Server

# those that come with a tool, this machine's own first
CHOICES = sorted(
    (server for server in SERVERS.values() if isinstance(server, DebianServer)),
    key=lambda server: (not server.on_host, server.family),
)


@click.command(help=__doc__)
@click.option(
    "--server",
    "server_name",
    type=click.Choice([server.name for server in CHOICES]),
    default=CHOICES[0].name,
    show_default=True,
)
@click.option("--log", "names", type=click.Choice(list(WORKLOADS)), multiple=True)
@click.option("--big", is_flag=True, help="Also read a log of over 4 GiB.")
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(1))
@click.option("--neighbour", is_flag=True, help="Beside a process that copies memory.")
@click.option("--connector", "jars", help="Class path of mysql-binlog-connector-java.")
@click.option("--markdown", is_flag=True)
def main(  # noqa: PLR0913 - an option each
    *,
    server_name: str,
    names: tuple[str, ...],
    big: bool,
    repeats: int,
    neighbour: bool,
    jars: str | None,
    markdown: bool,
) -> None:
    """Build what is missing, run the readers and print the table."""
    server = next(server for server in CHOICES if server.name == server_name)
    connector = [Connector(CONNECTOR, "", jars=jars)] if jars else []
    wanted = [
        workload
        for workload in WORKLOADS.values()
        if server.family in workload.families
        and (workload.name in names if names else big or not workload.is_big)
    ]
    console = Console(stderr=True)
    with console.status(f"{server.name} is installed") as status:
        server.install()
        for workload in build(server, wanted):
            status.update(f"{server.name} writes the log {workload.name}")
        runs: dict[Workload, dict[Reader, Run]] = {}
        with copying_memory() if neighbour else contextlib.nullcontext():
            for workload in wanted:
                best = runs[workload] = {}
                for repeat in range(1 if workload.is_big else repeats):
                    for reader in [*_readers(workload, server), *connector]:
                        status.update(f"{workload.name} {repeat + 1}/{repeats}: {reader.name}")
                        try:
                            run = reader.run(workload, server)
                        except ReaderError as error:
                            if reader not in connector:
                                raise
                            console.print(f"left out: {error}", markup=False)
                            continue
                        best[reader] = run.better(best[reader]) if reader in best else run
    results = Results(server, repeats, runs, is_disturbed=neighbour)
    if markdown:
        click.echo(results.markdown())
    else:
        out = Console()
        table = results.table()
        # a table that is too wide is less hard to read than one of half words
        out.width = max(
            out.width, out.measure(table, options=out.options.update(width=999)).maximum
        )
        out.print(table)
        out.print("\n".join(results.notes()))


def _readers(workload: Workload, server: Server) -> list[Reader]:
    typed = [KERNELS, TWO_THREADS] if workload.table else []
    exported = [EXPORT] if workload.is_exported else []
    fast = [LIMIT, *typed, FLAT, EVENTS, *exported, tool_of(server)]
    return [*fast, TREE, PEER] if workload.is_common else fast


if __name__ == "__main__":
    try:
        main()
    except (ReaderError, ServerError) as error:
        sys.exit(f"error: {error}")
