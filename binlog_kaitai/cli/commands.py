"""The command line: `binlog-kaitai` and its commands."""

from __future__ import annotations

import click

from binlog_kaitai.cli.archive import archive
from binlog_kaitai.cli.compiling import tell_terminal
from binlog_kaitai.cli.diff import diff
from binlog_kaitai.cli.endings import Commands
from binlog_kaitai.cli.events import events
from binlog_kaitai.cli.export import export
from binlog_kaitai.cli.history import history_command
from binlog_kaitai.cli.options import examples
from binlog_kaitai.cli.rows import rows
from binlog_kaitai.cli.schema import schema
from binlog_kaitai.cli.stats import stats
from binlog_kaitai.cli.undo import redo, undo
from binlog_kaitai.cli.verify import verify_command
from binlog_kaitai.cli.warm_up import warm_up_command


@click.group(
    cls=Commands,
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

    Exit status: 0, 1 for bad data, 2 for bad usage, 130 when interrupted.
    """
    tell_terminal()


_COMMANDS = (
    *(archive, diff, events, export, history_command, redo, rows, schema),
    *(stats, undo, verify_command, warm_up_command),
)

for command in _COMMANDS:
    main.add_command(command)
