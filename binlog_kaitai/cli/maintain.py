"""The command `maintain`."""

from __future__ import annotations

from typing import Any

import click

from binlog_kaitai.cli.options import FILE_SIZE, examples, usage_errors
from binlog_kaitai.cli.output import print_lines
from binlog_kaitai.printable import counted

HOUR = 3600


@click.command(
    short_help="Merge small files of an export, and remove unused ones.",
    epilog=examples(
        "maintain lake",
        "maintain --retain 2 lake",
        "maintain --file-size 256m s3://lake/shop",
    ),
)
@click.argument("lake", metavar="DIR")
@click.option(
    "--retain",
    metavar="HOURS",
    type=click.FloatRange(min=0.0),
    default=24.0,
    show_default=True,
    help="Hours for which snapshots and unused files remain, for readers that have begun.",
)
@FILE_SIZE
def maintain(lake: str, retain: float, file_size: int) -> None:
    """Maintain the tables in DIR, the output of export or mirror.

    Merges small files of the datasets of changes, expires snapshots of Delta and Iceberg tables,
    and removes files that no snapshot needs. An export to a directory may follow a server
    meanwhile: it waits while a table is changed.
    """
    with usage_errors():
        # this import takes a second, which other commands do not need
        from binlog_kaitai.lake.maintenance import maintain as steps  # noqa: PLC0415

        for done in steps(lake, file_size=file_size, retain=retain * HOUR):
            print_lines([f"{done.folder}: {text_of(done)}"])


def text_of(done: Any) -> str:
    """Return what was done to a table, as text."""
    parts = []
    if done.merged:
        size = f"{done.merged_bytes:,} bytes"
        parts.append(f"merged {counted(done.merged, 'file')} of {size} into {done.made}")
    if done.expired:
        parts.append(f"expired {counted(done.expired, 'snapshot')}")
    if done.removed:
        size = f"{done.removed_bytes:,} bytes"
        parts.append(f"removed {counted(done.removed, 'unused file')} of {size}")
    return ", ".join(parts) or "nothing to do"
