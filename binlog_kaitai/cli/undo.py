"""The commands `undo` and `redo`."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from itertools import chain
from typing import Any

import click

from binlog_kaitai.cli.endings import end_incomplete
from binlog_kaitai.cli.matches import report_empty
from binlog_kaitai.cli.options import (
    CHECKSUMS,
    DDL,
    FILES,
    REWRITE_DB,
    SPECS,
    THREADS,
    WHERE,
    examples,
    row_filters,
    scan_of,
    together,
)
from binlog_kaitai.cli.output import not_a_log, opened
from binlog_kaitai.forensics.undo.conditions import RowFilter, condition_of
from binlog_kaitai.forensics.undo.printer import END
from binlog_kaitai.forensics.undo.scripts import Options, script_texts

_of_scripts = together(
    WHERE,
    click.option(
        *("--out", "-r", "--result-file"),
        "out",
        metavar="PATH",
        callback=not_a_log,
        help="Write to this file instead of standard output.",
    ),
    click.option(
        "--for",
        "flavor",
        type=click.Choice(["mysql", "mariadb"]),
        help="Server that runs the script. Default: the kind of server that wrote the first file.",
    ),
    REWRITE_DB,
    click.option(
        "--batch",
        metavar="N",
        type=click.IntRange(1),
        default=100,
        show_default=True,
        help="Maximum number of rows in an INSERT or DELETE statement.",
    ),
    click.option(
        "--no-foreign-key-checks",
        "checks_foreign_keys",
        flag_value=False,
        default=True,
        help="Turn off the server's foreign key checks in the script.",
    ),
    click.option(
        "--best-effort",
        "is_best_effort",
        is_flag=True,
        help="Write a comment for each change that the logs do not fully contain, and continue.",
    ),
    DDL,
    CHECKSUMS,
    THREADS,
)


@click.command(
    short_help="Print SQL that reverts row changes.",
    epilog=examples(
        "undo --include-gtids fbde3e80-e58c-11f1-9cc5-02fc00000001:4 binlog.000001",
        "undo --start-position 1175 --stop-position 9000 binlog.000001 > undo.sql",
        "undo --table webshop.orders --where 'id = 2' --rewrite-db webshop=trial binlog.000001",
    ),
)
@FILES
@row_filters
@_of_scripts
@SPECS
def undo(files: tuple[str, ...], **options: Any) -> None:
    """Print SQL that reverts the row changes in FILES, latest change first."""
    _print_script(files, is_undo=True, **options)


@click.command(
    short_help="Print SQL that reapplies row changes.",
    epilog=examples(
        "redo --table webshop.orders binlog.000001",
        "redo --start-datetime '2026-11-21 09:00' 'binlog.*' > redo.sql",
        "redo --database webshop --rewrite-db webshop=copy 'binlog.*'",
    ),
)
@FILES
@row_filters
@_of_scripts
@SPECS
def redo(files: tuple[str, ...], **options: Any) -> None:
    """Print SQL that reapplies the row changes in FILES, in log order."""
    _print_script(files, is_undo=False, **options)


def _print_script(
    files: tuple[str, ...],
    *,
    is_undo: bool,
    out: str | None,
    rewrite_db: dict[str, str],
    where: str | None,
    **options: Any,
) -> None:
    script_options = Options(
        is_undo=is_undo,
        rewrite_db=rewrite_db,
        row_filter=None if where is None else _condition_of(where),
        **{one.name: options.pop(one.name) for one in fields(Options) if one.name in options},
    )
    scan = scan_of(files, is_typed=False, context=True, **options)
    warnings: list[str] = []
    on_empty = partial(report_empty, scan)
    texts = script_texts(scan, script_options, on_empty=on_empty, on_warning=warnings.append)
    first = next(texts)
    with opened(out) as stream:
        for text in chain([first], texts):
            stream.write(text.replace(END, "\n"))
    end_incomplete(warnings)


def _condition_of(where: str) -> RowFilter:
    try:
        return condition_of(where)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--where") from error
