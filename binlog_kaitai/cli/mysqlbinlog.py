"""The options of mysqlbinlog: those without an effect here, and advice for those that are missing.

`mysqlbinlog` of MySQL and `mariadb-binlog` share most names. Options with the same meaning are in
`binlog_kaitai.cli.options`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

DEFAULTS = (
    click.option("-v", "--verbose", count=True, hidden=True, expose_value=False),
    click.option(
        "--base64-output",
        type=click.Choice(
            ["auto", "always", "never", "unspec", "decode-rows"], case_sensitive=False
        ),
        hidden=True,
        expose_value=False,
    ),
    click.option("-c", "--verify-binlog-checksum", is_flag=True, hidden=True, expose_value=False),
    click.option("-F", "--force-if-open", is_flag=True, hidden=True, expose_value=False),
    click.option("--no-defaults", is_flag=True, hidden=True, expose_value=False),
)
"""Hidden options for standard behavior: decode rows, verify checksums, read open logs."""


_ADVICE = (
    (
        *("-R", "--read-from-remote-server", "--read-from-remote-source", "--host", "-P", "--port"),
        *("-u", "--user", "-p", "--password", "-S", "--socket", "--protocol"),
        "name the server by a URI in place of FILE: mysql://USER@HOST:PORT, without a password",
    ),
    (
        *("--ssl", "--ssl-mode", "--ssl-ca", "--ssl-cert", "--ssl-key", "--ssl-verify-server-cert"),
        "add tls=on, tls-ca=PATH, tls-cert=PATH or tls-key=PATH to the server's URI",
    ),
    (
        *("--connection-server-id", "--stop-never-slave-server-id"),
        "add server-id=ID to the server's URI",
    ),
    (
        *("-t", "--to-last-log"),
        "a server's URI without the name of a log stands for all its logs",
    ),
    ("--stop-never", "to follow a server, run 'archive --follow' or 'export --follow'"),
    ("--raw", "to copy log files from a server, run 'archive'"),
    ("-r", "--result-file", "--output", "send the output to a file with > PATH"),
    ("-B", "--flashback", "to revert changes, run 'undo'"),
    ("--print-table-metadata", "to print the columns of tables, run 'schema'"),
    ("-H", "--hexdump", "to print the fields of each event, run 'events'"),
    ("-s", "--short-form", "choose fields with 'rows --columns' or 'events --columns'"),
    ("-o", "--offset", "start at a byte with --start-position"),
    ("-D", "--disable-log-bin", "put SET sql_log_bin = 0; in front of the script of 'undo'"),
    ("-i", "--idempotent", "scripts of 'undo' and 'redo' check the row count of each statement"),
    ("--skip-gtids", "scripts of 'undo' and 'redo' do not set GTIDs"),
    ("--set-charset", "--character-sets-dir", "output is always UTF-8"),
    ("-f", "--force-read", "events of unknown types never stop a command"),
    (
        *("--do-domain-ids", "--ignore-domain-ids", "--ignore-server-ids"),
        "select transactions with --include-gtids or --exclude-gtids",
    ),
    ("--do-server-ids", "--server-id-bits", "select the events of one server with --server-id"),
    ("-V", "to print the version, run 'binlog-kaitai --version'"),
    (
        *("--defaults-file", "--defaults-extra-file", "--defaults-group-suffix", "--login-path"),
        *("--print-defaults", "add option-file=PATH to the server's URI"),
    ),
    (
        *("-C", "--compression-algorithms", "--bind-address", "--default-auth"),
        *("--plugin-dir", "--get-server-public-key", "--server-public-key-path"),
        "options of a connection are in the server's URI",
    ),
    ("--print-row-count", "to count rows, run 'stats'"),
    ("--annotate-row-events", "to print the statement of each change, run 'rows --context'"),
    ("--require-row-format", "to check that changes are logged as rows, run 'stats' or 'schema'"),
    ("--limit", "pipe the output to head"),
)
"""Options that commands lack; each row ends with the advice."""

ADVICE = {name: advice for *names, advice in _ADVICE for name in names}

_SYNONYMS = (
    ("--format", "--json"),
    ("--json", "--format json"),
    *(("-o", "--out"), ("--output", "--out"), ("-r", "--out"), ("--result-file", "--out")),
    *(("--gtid", "--include-gtids"), ("--gtids", "--include-gtids")),
    *((name, "--start-datetime") for name in ("--start", "--since", "--from")),
    *((name, "--stop-datetime") for name in ("--stop", "--until", "--to", "--end")),
    *(("--db", "--database"), ("-k", "--key"), ("--flavor", "--for")),
)
"""Names from other commands and tools, each with the option that means the same here."""


@contextmanager
def advising(commands: click.Group) -> Iterator[None]:
    """Add advice to the error for an option that a command does not have."""
    try:
        yield
    except click.NoSuchOption as error:
        name = error.option_name
        advice = _synonym(name, error.ctx) or ADVICE.get(name) or _place(name, error.ctx, commands)
        if not advice:
            raise
        message = f"No such option {name!r}: {advice}."
        raise click.NoSuchOption(name, message, ctx=error.ctx) from error


def _synonym(name: str, ctx: click.Context | None) -> str:
    """Return advice that names the command's own option, or an empty text."""
    own = {opt for param in ctx.command.params for opt in param.opts} if ctx is not None else set()
    options = [option for other, option in _SYNONYMS if other == name and option.split()[0] in own]
    return f"use {options[0]}" if options else ""


def _place(option: str, at: click.Context | None, commands: click.Group) -> str:
    """Return advice that names the commands with an option, or an empty text."""
    ctx = click.Context(commands)
    names = [
        name
        for name in commands.list_commands(ctx)
        if any(option in param.opts for param in commands.get_command(ctx, name).params)  # type: ignore[union-attr]
    ]
    if at is not None and at.command is commands and names:
        first = "rows" if "rows" in names else names[0]
        return f"it follows a command, as in 'binlog-kaitai {first} {option}'"
    return f"it is an option of {', '.join(names)}" if names else ""
