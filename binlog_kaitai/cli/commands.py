"""The command line: `binlog-kaitai` and its commands."""

from __future__ import annotations

import warnings
from importlib import import_module

import click

from binlog_kaitai.cli.compiling import tell_terminal
from binlog_kaitai.cli.endings import Commands
from binlog_kaitai.cli.options import examples
from binlog_kaitai.printable import printable

_MODULES = {
    "archive": "archive",
    "diff": "diff",
    "events": "events",
    "export": "export",
    "history": "history",
    "redo": "undo",
    "rows": "rows",
    "schema": "schema",
    "specs": "specs",
    "stats": "stats",
    "undo": "undo",
    "verify": "verify",
    "warm-up": "warm_up",
}
"""The modules of the commands, by their names."""


class _Commands(Commands):
    """Imports no command but the one that is called: imports are most of a short one's time."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in _MODULES:
            return None
        module = import_module(f"binlog_kaitai.cli.{_MODULES[name]}")
        found = (item for item in vars(module).values() if isinstance(item, click.Command))
        return next(command for command in found if command.name == name)


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

    Exit status: 0 for success, 1 for bad data and other errors that stay, 2 for wrong usage, 3 if
    something was left out, 75 if the same command may succeed later, 130 when interrupted.
    """
    tell_terminal()
    click.get_current_context().with_resource(warnings.catch_warnings())
    warnings.showwarning = _tell  # type: ignore[assignment]


def _tell(message: Warning | str, *_: object) -> None:
    """Show a warning as a line."""
    click.echo(printable(f"warning: {message}"), err=True)
