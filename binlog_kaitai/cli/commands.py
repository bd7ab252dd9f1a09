"""The command line: `binlog-kaitai` and its commands."""

from __future__ import annotations

import difflib
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import click

from binlog_kaitai.cli.compiling import show_compilations
from binlog_kaitai.cli.endings import DOUBT, Commands
from binlog_kaitai.cli.mysqlbinlog import advising
from binlog_kaitai.cli.options import examples
from binlog_kaitai.errors import DoubtWarning
from binlog_kaitai.printable import printable

_MODULES = {
    "archive": "archive",
    "conformance": "conformance",
    "diff": "diff",
    "events": "events",
    "export": "export",
    "history": "history",
    "index": "index",
    "maintain": "maintain",
    "mirror": "mirror",
    "prove": "prove",
    "redo": "undo",
    "rewrite": "rewrite",
    "rows": "rows",
    "schema": "schema",
    "specs": "specs",
    "stats": "stats",
    "status": "status",
    "undo": "undo",
    "verify": "verify",
    "warm-up": "warm_up",
}
"""Module of each command."""


class _Commands(Commands):
    """Imports only the called command: imports take most of a short command's time."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with advising(self):
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with advising(self):
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in _MODULES or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        nearest = difflib.get_close_matches(name.lower(), _MODULES)
        hint = f" Commands are {', '.join(_MODULES)}."
        if nearest:
            hint = f" Did you mean {' or '.join(map(repr, nearest))}?"
        if name in {"help", "version"}:
            hint = f" Run 'binlog-kaitai --{name}'."
        if "://" in name or os.path.exists(name):  # noqa: PTH110 - False for any bad name
            hint = " A command stands before FILE, as in 'binlog-kaitai rows FILE'."
        raise click.UsageError(f"No such command {name!r}.{hint}", ctx)

    def list_commands(self, _: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in _MODULES:
            return None
        module = import_module(f"binlog_kaitai.cli.{_MODULES[name]}")
        commands = (item for item in vars(module).values() if isinstance(item, click.Command))
        return next(command for command in commands if command.name == name)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "schema binlog.000001",
        "rows --table webshop.orders binlog.000001",
        "events --columns position,type binlog.000001",
    ),
)
@click.version_option(package_name="binlog-kaitai")
def main() -> None:
    """Read MySQL and MariaDB binary log files.

    Exit status: 0 on success, 1 on damaged data and other permanent errors, 2 on wrong usage, 3 if
    the output is incomplete, 75 on temporary errors, 130 on Ctrl-C.
    """
    show_compilations()
    context = click.get_current_context()
    context.with_resource(warnings.catch_warnings())
    warnings.showwarning = partial(_print_warning, context)
    context.with_resource(_logs_shown())


@contextmanager
def _logs_shown() -> Iterator[None]:
    """Print the package's log records of level WARNING and above on standard error."""
    logger, handler = logging.getLogger("binlog_kaitai"), _Lines(logging.WARNING)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class _Lines(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        click.echo(printable(record.getMessage()), err=True)


def _print_warning(
    context: click.Context, message: Warning | str, category: type[Warning], *_: object
) -> None:
    """Print a warning as a line on standard error."""
    if issubclass(category, DoubtWarning):
        context.meta[DOUBT] = True
    click.echo(printable(f"warning: {message}"), err=True)
