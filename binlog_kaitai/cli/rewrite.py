"""The command `rewrite`."""

from __future__ import annotations

import sys
from typing import Any

import click

from binlog_kaitai.cli.endings import end_incomplete
from binlog_kaitai.cli.matches import report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    FILES,
    REDACT,
    REWRITE_DB,
    examples,
    row_filters,
    scan_of,
    size_of,
    usage_errors,
)
from binlog_kaitai.io.given import STDIN
from binlog_kaitai.printable import counted, printable
from binlog_kaitai.read.redacting import redaction_of
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_logs
from binlog_kaitai.rewrite.progress import identity_of
from binlog_kaitai.rewrite.series import Cutting, WrittenLog
from binlog_kaitai.rewrite.targets import target_of

TRANSACTION = "transaction"
"""In place of a size: a log for each transaction."""

_LARGEST = 2**30
"""Bytes of the logs that are merged: a server's limit."""


def _split_at(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    return 1 if value == TRANSACTION else size_of(ctx, param, value)


@click.command(
    short_help="Write logs with a selection of the changes.",
    epilog=examples(
        "rewrite --out part --include-gtids fbde3e80-e58c-11f1-9cc5-02fc00000001:1-5 'binlog.*'",
        "rewrite --out trial --database webshop --rewrite-db webshop=trial 'binlog.*'",
        "rewrite --out hidden --redact 'webshop.*.v=null' --redact n=0 --decompress 'binlog.*'",
    ),
)
@FILES
@click.option(
    "--out",
    "out",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False),
    help="Directory or bucket for the new log files, which keep their names; - writes one to"
    " standard output.",
)
@row_filters
@REWRITE_DB
@click.option(
    "--checksums/--no-checksums",
    "has_checksums",
    default=None,
    help="Add checksums to events, or remove them. Default: as in each log file.",
)
@click.option(
    "--compress/--decompress",
    "compresses",
    default=None,
    help="Compress transactions of row changes as MySQL does, and statements and rows as MariaDB"
    " does, or write all of them without compression.",
)
@click.option(
    "--split-at",
    metavar="SIZE",
    callback=_split_at,
    help="Begin a new log file behind the transaction that reaches this size, such as 100M; with"
    f" '{TRANSACTION}', behind each one.",
)
@click.option(
    "--merge",
    "merges",
    is_flag=True,
    help="Join log files that follow each other, up to the size in --split-at (default: 1G).",
)
@click.option(
    "--full-metadata",
    "completes",
    is_flag=True,
    help="Add names of columns, labels and primary keys to logs that lack them, from --ddl.",
)
@REDACT
@DDL
@CHECKSUMS
def rewrite(  # noqa: PLR0913 - each is an option
    files: tuple[str, ...],
    *,
    out: str,
    redact: tuple[str, ...],
    redact_key: str | None,
    split_at: int | None,
    merges: bool,
    **options: Any,
) -> None:
    """Write the log files FILES to DIR, with a selection of their changes, for servers to read.

    A line for each new log file says what was left out. Broken dependencies are printed as errors,
    with exit status 3.
    """
    with usage_errors():
        redaction = redaction_of(redact, redact_key)
    compresses = options.pop("compresses")
    changes = Options(
        options.pop("rewrite_db"),
        options.pop("has_checksums"),
        decompresses=compresses is False,
        redaction=redaction,
        compresses=compresses is True,
        completes=options.pop("completes"),
    )
    if changes.completes and not options.get("ddl"):
        raise click.UsageError("--full-metadata needs the definitions of the tables: --ddl PATH.")
    cutting = Cutting(split_at or (_LARGEST if merges else None), merges)
    scan = scan_of(files, is_typed=False, **options)
    warnings: list[str] = []
    num_kept = 0
    with usage_errors():
        target = target_of(out, sys.stdout.buffer)
        asked = click.get_current_context().params
        asked = {name: value for name, value in asked.items() if name not in {"files", "out"}}
        identity = identity_of(asked, ("redact_key", "ddl", "keyring"))
        for log in rewrite_logs(scan, target, changes, warnings.append, cutting, identity):
            num_kept += log.counts.kept
            click.echo(_line(log), err=out == STDIN)
    if not num_kept:
        report_empty(scan)
    end_incomplete(warnings)


def _line(log: WrittenLog) -> str:
    counts = log.counts
    parts = [f"{log.size:,} bytes", counted(counts.kept, "transaction")]
    left_out = (
        (counts.emptied, "transaction", "emptied"),
        (counts.left_out, "transaction", "left out"),
        (counts.rows_events, "rows event", "left out"),
        (counts.statements, "statement", "left out"),
        (counts.values, "value", "redacted"),
    )
    parts += [f"{counted(count, noun)} {state}" for count, noun, state in left_out if count]
    return printable(f"{log.path}: {', '.join(parts)}")
