"""The command `rows`."""

from __future__ import annotations

from typing import Any

import click

from binlog_kaitai.cli.options import CHECKSUMS, DDL, ENGINE, FILES, TABLE, check_table
from binlog_kaitai.cli.output import print_batch
from binlog_kaitai.model.ddl import read_definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches


@click.command()
@FILES
@TABLE
@DDL
@CHECKSUMS
@ENGINE
def rows(files: tuple[str, ...], table: str | None, ddl: str | None, **modes: Any) -> None:
    """Print the records of FILEs, a line of JSON each."""
    check_table(table)
    try:
        scope = Scope(definitions=read_definitions(ddl, table) if ddl else None)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--ddl") from error
    for file in files:
        for batch in read_batches(file, table, is_typed=False, scope=scope, **modes):
            print_batch(batch)
            del batch  # which may be large, before the next one is made
