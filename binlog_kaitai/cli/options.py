"""The arguments and options that several commands have, and the scan that they ask for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from binlog_kaitai.cli.matches import FAIL_IF_EMPTY, Filter
from binlog_kaitai.cli.mysqlbinlog import accepts_defaults
from binlog_kaitai.errors import BinlogError, UnqualifiedTableError
from binlog_kaitai.io.given import STDIN, GivenLog
from binlog_kaitai.io.paths import is_remote, unknown_scheme
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.times import time_of
from binlog_kaitai.read.engines import CHOICES, Engine, soonest
from binlog_kaitai.read.given import given_logs
from binlog_kaitai.read.scan import Scan, scan
from binlog_kaitai.replication.uris import is_server

_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Path(click.Path):
    """A path that is there, or what only is looked for when it is read: a URI or a pattern."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_uri = is_remote(value) or is_server(value) or value.startswith("file:")
        if "://" in value and not is_uri:
            self.fail(unknown_scheme(value), param, ctx)
        is_late = is_uri or value == STDIN or re.search(r"[*?\[{]", value)
        return value if is_late else super().convert(value, param, ctx)


def size_of(_: click.Context, param: click.Parameter, value: str) -> int:
    """Return a number of bytes, which may end with k, m or g: each 1024 of the one before."""
    found = re.fullmatch(r"(\d+)([kmg]?)b?", value.strip().lower())
    if found is None or not int(found[1]):
        raise click.BadParameter(f"expected a size such as 128m, found {value!r}", param=param)
    unit: int = 1024 ** " kmg".index(found[2] or " ")
    return int(found[1]) * unit


def _soonest(ctx: click.Context, _: click.Parameter, value: Engine) -> Engine:
    """Return the engine that is sooner done with the logs, which were looked at before."""
    return soonest(value, ctx.params.get("files", ()))


LOGS = _Path(exists=True, readable=True)
_FILES = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=LOGS, is_eager=True
)
TABLE = click.option(
    *("--table", "-T"),
    metavar="DB.T",
    help="Only row images of this table, or of a pattern: 'shop.*'.",
)
DDL = click.option(
    "--ddl",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False, readable=True),
    help="What mysqldump --no-data printed, for logs that do not hold names of columns.",
)
CHECKSUMS = click.option(
    "--no-verify-checksums",
    "verify_checksums",
    flag_value=False,
    default=True,
    help="Read events whose checksums are wrong, too.",
)
ENGINE = click.option(
    "--engine",
    type=click.Choice(CHOICES),
    default="auto",
    show_default=True,
    callback=_soonest,
    help="What reads: compiled kernels, or the classes of the specs, which are slow; auto has these"
    " read what is small.",
)

KEYRING = click.option(
    "--keyring",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False, readable=True),
    help="The server's file of keys, for logs that it encrypted.",
)

DATABASE = click.option("--database", "-d", metavar="DB", help="Only its tables and statements.")


def _checked(parse: Callable[[str], object]) -> Callable[..., str | None]:
    """Return a callback that refuses a text if a parser raises ValueError for it."""

    def check(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
        try:
            if value is not None:
                parse(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
        return value

    return check


def _filter(*names: str, **extra: Any) -> Callable[[_Command], _Command]:
    return click.option(*names, cls=Filter, **extra)


_BY_GTID = (
    _filter(
        *("--include-gtids", "gtids"),
        metavar="SET",
        callback=_checked(parse_gtid_set),
        help="Only these transactions.",
    ),
    _filter(
        "--exclude-gtids",
        metavar="SET",
        callback=_checked(parse_gtid_set),
        help="All but these transactions.",
    ),
)
_FILTERS = (
    TABLE,
    DATABASE,
    _filter(
        *("--start-datetime", "start"),
        metavar="TIME",
        callback=_checked(time_of),
        help="Only events logged at or after TIME (UTC unless it has an offset).",
    ),
    _filter(
        *("--stop-datetime", "stop"),
        metavar="TIME",
        callback=_checked(time_of),
        help="Only events logged before TIME.",
    ),
    _filter(
        *("--start-position", "-j"),
        metavar="N",
        type=click.IntRange(0),
        help="Start with the first transaction that begins at or after byte N of the first file.",
    ),
    _filter(
        "--stop-position",
        metavar="N",
        type=click.IntRange(0),
        help="Only events that begin before byte N of the last file.",
    ),
    *_BY_GTID,
    _filter(
        "--server-id", metavar="ID", type=click.IntRange(0), help="Only events of this server."
    ),
    FAIL_IF_EMPTY,
    KEYRING,
)
_OF_TRANSACTIONS = _FILTERS[2:]
"""All but those of tables and databases."""

_COLUMNS = click.option("--columns", metavar="A,B,...", help="Only these, in this order.")


def FILES(command: _Command) -> _Command:  # noqa: N802 - as the other arguments and options
    """Let a command have files, and the options that mysqlbinlog has for its defaults."""
    return accepts_defaults(_FILES(command))


def examples(*commands: str) -> str:
    """Return what a command's help ends with."""
    lines = "".join(f"\n  $ binlog-kaitai {command}" for command in commands)
    return f"\b\nExamples:{lines}"


def filters(command: _Command) -> _Command:
    """Give a command the options that say what of the logs is wanted, in mysqlbinlog's words."""
    return row_filters(_COLUMNS(command))


def row_filters(command: _Command) -> _Command:
    """Give a command the options that say which rows are wanted."""
    for option in reversed(_FILTERS):
        command = option(command)
    return command


def filters_of_transactions(command: _Command) -> _Command:
    """Give a command those filters that are of transactions."""
    for option in reversed(_OF_TRANSACTIONS):
        command = option(command)
    return command


def filters_by_gtid(command: _Command) -> _Command:
    """Give a command the options of GTID sets, and that of keys."""
    for option in reversed((*_BY_GTID, FAIL_IF_EMPTY, KEYRING)):
        command = option(command)
    return command


def scan_of(files: tuple[str, ...], **asked: Any) -> Scan:
    """Return the scan that a command's arguments ask for. Raises UsageError for bad ones."""
    try:
        found = scan(files, **asked)
        if asked.get("columns") is not None:
            _ = found.schema  # checks the names
    except BinlogError:
        raise
    except UnqualifiedTableError as error:
        raise click.BadParameter(str(error), param_hint="'--table'") from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return found


def given(files: tuple[str, ...], keyring: str | None = None) -> list[GivenLog]:
    """Return the logs that a command's paths stand for. Raises UsageError for bad ones."""
    try:
        return given_logs(files, keyring)
    except BinlogError:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def names_of(columns: str | None) -> list[str] | None:
    """Return the names in a list with commas."""
    return None if columns is None else [name.strip() for name in columns.split(",")]
