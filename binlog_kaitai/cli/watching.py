"""Options of commands that follow logs, for monitors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from binlog_kaitai.io.notify import has_manager, interval, notify
from binlog_kaitai.io.status import Status, StatusWriter

LOOPBACK = "127.0.0.1"
MAX_PORT = 65535


def address_of(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> tuple[str, int] | None:
    """Parse `[HOST:]PORT`, in which an IPv6 address has brackets. Raises BadParameter."""
    if text is None:
        return None
    match = re.fullmatch(r"(?:(?:\[([^\[\]]+)\]|([^:\[\]]+)):)?(\d{1,5})", text)
    if match is None or int(match[3]) > MAX_PORT:
        raise click.BadParameter(f"expected [HOST:]PORT, found {text!r}", context, parameter)
    return match[1] or match[2] or LOOPBACK, int(match[3])


STATUS = click.option(
    "--status",
    metavar="PATH",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --follow: JSON file for the status, after each commit and every 5 s.",
)

METRICS = click.option(
    "--metrics",
    metavar="[HOST:]PORT",
    callback=address_of,
    help="With --follow: serve /metrics for Prometheus, /health and /status by HTTP. Default host:"
    f" {LOOPBACK}.",
)


def check_follows(*, follows: bool, **monitors: object) -> None:
    """Raise UsageError for a monitor of a command that does not follow."""
    for name, value in monitors.items():
        if value is not None and not follows:
            raise click.UsageError(f"--{name} requires --follow")


@dataclass
class Watch:
    """The status of a command, and what it calls before it ends by a signal.

    `lacks` says whether an earlier command left something out, such as a proof of a table.
    """

    status: Status
    end: Callable[..., None] = lambda *_: None
    lacks: bool = False


@contextmanager
def watching(
    reported: Status,
    *,
    status: Path | None,
    metrics: tuple[str, int] | None,
    keyring: str | None = None,
) -> Iterator[Watch]:
    """Report a status while a command follows logs: to a file, by HTTP, and to systemd.

    Without all of them, nothing is done.

    Args:
        reported: the status, which the command changes.
        status: the file.
        metrics: host and port of the HTTP server.
        keyring: the server's keyring file, for encrypted logs.

    Yields:
        The status, and what to call before the program ends.
    """
    if status is None and metrics is None and not has_manager():
        yield Watch(reported)
        return
    from binlog_kaitai.read.executed import ExecutedTransactions  # noqa: PLC0415 - Numba

    with ExitStack() as stack:
        if metrics is not None:
            stack.enter_context(_served(reported, metrics))
        refresh = ExecutedTransactions(keyring).complete
        writer = StatusWriter(
            reported, status, refresh, interval(), notify if has_manager() else lambda _: None
        )
        yield Watch(reported, stack.enter_context(writer).end)


def _served(status: Status, address: tuple[str, int]) -> Any:
    """Return the server of a status, and print its address."""
    from binlog_kaitai.cli.metrics import Address, MetricsServer, url_of  # noqa: PLC0415 - an extra

    server = MetricsServer(status, Address(*address))
    click.echo(f"metrics at {url_of(server.address)}/metrics", err=True)
    return server
