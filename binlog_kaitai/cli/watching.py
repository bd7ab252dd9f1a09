"""Options of commands that follow logs, for monitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from binlog_kaitai.io.status import Status, StatusWriter

STATUS = click.option(
    "--status",
    metavar="PATH",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --follow: JSON file for the status, after each commit and every 5 s.",
)


def check_follows(path: Path | None, *, follows: bool) -> None:
    """Raise UsageError for a status of a command that does not follow."""
    if path is not None and not follows:
        raise click.UsageError("--status requires --follow")


@contextmanager
def watching(
    status: Status, path: Path | None, keyring: str | None = None
) -> Iterator[Callable[[], None]]:
    """Write a status to a file while a command follows logs; without a path, do nothing.

    Yields:
        What the program calls before it ends by a signal.
    """
    if path is None:
        yield lambda: None
        return
    from binlog_kaitai.read.executed import ExecutedTransactions  # noqa: PLC0415 - Numba

    with StatusWriter(status, path, ExecutedTransactions(keyring).complete) as writer:
        yield writer.end
