"""Rewrite an archive of logs, a task a log."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from binlog_kaitai.io.given import STDIN
from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.read.ddl import Ddl
from binlog_kaitai.read.redacting import redaction_of
from binlog_kaitai.read.scan import Time, scan
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.progress import identity_of
from binlog_kaitai.rewrite.series import WrittenLog
from binlog_kaitai.rewrite.targets import target_of
from binlog_kaitai.rewrite.tasks import rewrite_in_tasks
from binlog_kaitai.spark.runner import spark_runner

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Selection(TypedDict, total=False):
    """Filters of `rewrite`, which are arguments of `binlog_kaitai.scan`."""

    table: str | None
    database: str | None
    start: Time | None
    stop: Time | None
    start_position: int | None
    stop_position: int | None
    gtids: str | None
    exclude_gtids: str | None
    server_id: int | None
    ddl: str | Ddl | None
    verify_checksums: bool
    keyring: str | None


@dataclass(frozen=True)
class Rewritten:
    """Logs that were written.

    Attributes:
        logs: their paths, sizes and counts, in the order of the logs that were read.
        broken: dependencies that are broken, a line for each; the command `rewrite` prints them.
    """

    logs: list[WrittenLog]
    broken: list[str]


class RewriteWarning(UserWarning):
    """Logs that were written have broken dependencies."""


def rewrite(  # noqa: PLR0913 - as the options of the command
    logs: str | Sequence[str],
    out: str,
    *,
    rewrite_db: Mapping[str, str] | None = None,
    checksums: bool | None = None,
    compress: bool | None = None,
    redact: Redaction | str | Sequence[str] | None = None,
    full_metadata: bool = False,
    **selection: Unpack[Selection],
) -> Rewritten:
    """Write logs with a selection of their changes, as the command `rewrite` does.

        done = rewrite("s3://archive/binlogs/", "s3://share/binlogs", redact="*.*.email=null")
        assert not done.broken

    The files are the same as those of the command. If transactions of a log are left out, the logs
    behind it are written twice, because they list the transactions before them. If a call is killed
    or fails, the same call does not write the finished logs again.

    Args:
        logs: the logs in order, as for `binlog_kaitai.scan`. All executors have to reach them.
        out: the directory or bucket for the new logs, which all executors have to reach.
        rewrite_db: new names of databases by their names in the logs.
        checksums: whether events have checksums. Default: as in each log.
        compress: compress transactions of row changes, or decompress all. Default: as they are.
        redact: rules such as `shop.users.email=null`; for hashes, what `redaction_of` returns.
        full_metadata: add names of columns and other metadata to logs that lack them, from `ddl`.
        selection: filters, as for `binlog_kaitai.scan`.

    Returns:
        The logs that were written, and the dependencies that are broken, which also are a warning.

    Raises:
        ValueError, FileExistsError: an argument is invalid, or a log is there already.
        BinlogError: a log cannot be read, or not be changed as asked.
    """
    redaction = redaction_of(redact)
    options = Options(
        rewrite_db or {},
        checksums,
        decompresses=compress is False,
        redaction=redaction,
        compresses=compress is True,
        completes=full_metadata,
    )
    asked = scan(logs, is_typed=False, **selection)
    if out == STDIN:
        raise ValueError("expected a directory or a bucket, found '-'")
    target = target_of(out if is_remote(out) else str(Path(out).resolve()), sys.stdout.buffer)
    redacted = None if redaction is None else (redaction.rules, redaction.key)
    ddl = selection.get("ddl")
    changes = {
        "changes": (rewrite_db, checksums, compress, redacted, full_metadata),
        "dump": ddl.path if isinstance(ddl, Ddl) else ddl,
    }
    identity = identity_of({**selection, **changes}, ("dump", "keyring"))
    with spark_runner() as runner:
        written, broken = rewrite_in_tasks(asked, target, options, runner.run, identity)
    if broken:
        text = f"{len(broken)} broken dependencies of rewritten logs, the first one: {broken[0]}"
        warnings.warn(text, RewriteWarning, stacklevel=2)
    return Rewritten(written, broken)
