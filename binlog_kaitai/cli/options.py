"""Arguments and options that several commands share, and the scan built from them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import click
import pyarrow as pa

from binlog_kaitai.cli.matches import FAIL_IF_EMPTY, Filter
from binlog_kaitai.cli.mysqlbinlog import DEFAULTS
from binlog_kaitai.compiler.own.kept import GENERATED, compiled_specs, environment
from binlog_kaitai.errors import BinlogError, UnqualifiedTableError
from binlog_kaitai.io.given import STDIN, GivenLog
from binlog_kaitai.io.paths import is_remote, unknown_scheme
from binlog_kaitai.model.calendar import time_of
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.read.ddl import Ddl
from binlog_kaitai.read.engines import CHOICES, Engine, soonest
from binlog_kaitai.read.given import given_logs
from binlog_kaitai.read.redacting import redaction_of
from binlog_kaitai.read.scan import scan
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.replication.uris import is_server

_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Path(click.Path):
    """An existing path, or a URI or glob pattern, which is resolved on reading."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_uri = is_remote(value) or is_server(value) or value.startswith("file:")
        if "://" in value and not is_uri:
            self.fail(unknown_scheme(value), param, ctx)
        is_late = is_uri or value == STDIN or re.search(r"[*?\[{]", value)
        return value if is_late else super().convert(value, param, ctx)


def size_of(_: click.Context, param: click.Parameter, value: str) -> int:
    """Parse a number of bytes with an optional suffix k, m or g, in powers of 1024.

    Raises:
        click.BadParameter: the text is not a positive size.
    """
    match = re.fullmatch(r"(\d+)([kmg]?)b?", value.strip().lower())
    if match is None or not int(match[1]):
        raise click.BadParameter(f"expected a size such as 128m, found {value!r}", param=param)
    unit: int = 1024 ** " kmg".index(match[2] or " ")
    return int(match[1]) * unit


FILE_SIZE = click.option(
    "--file-size",
    metavar="SIZE",
    callback=size_of,
    default="128m",
    show_default=True,
    help="Approximate maximum size of a file.",
)


def _soonest(ctx: click.Context, _: click.Parameter, value: Engine) -> Engine:
    """Resolve `auto` to the engine that finishes first; FILE is eager, so it is parsed before."""
    return soonest(value, ctx.params.get("files", ()))


LOGS = _Path(exists=True, readable=True)
_FILES = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=LOGS, is_eager=True
)
TABLE = click.option(
    *("--table", "-T"),
    metavar="DB.T",
    help="Only row images of this table. Glob patterns such as 'shop.*' select several tables.",
)
_DDL = (
    click.option(
        "--ddl",
        metavar="PATH",
        type=LOGS,
        help="Read table definitions from a dump, such as the output of 'mysqldump --no-data', or"
        " from a server (mysql://...), for logs without column names.",
    ),
    click.option(
        "--ddl-at",
        metavar="PLACE",
        help="Place of the dump in the logs: a GTID set, LOG:POSITION, a time, start, end or all."
        " DDL statements on both sides are followed. Default: the place in the dump's header, else"
        " all logs.",
    ),
    click.option(
        "--ddl-in-logs",
        is_flag=True,
        help="Take column names from the DDL statements in all FILES, for logs without column"
        " names.",
    ),
)
CHECKSUMS = click.option(
    "--no-verify-checksums",
    "verify_checksums",
    flag_value=False,
    default=True,
    help="Do not verify event checksums.",
)
ENGINE = click.option(
    "--engine",
    type=click.Choice(CHOICES),
    default="auto",
    show_default=True,
    callback=_soonest,
    help="Engine: kernels (compiled, fast), tree (reference, slow) or auto (tree for small"
    " inputs).",
)

THREADS = click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of threads: for several log files at once, or for a large one. The output does"
    " not depend on it.",
)


def _limits_of(_: click.Context, parameter: click.Parameter, text: str) -> dict[str, int]:
    """Parse `NAME=N,NAME=N`; an empty text is no limit. Raises BadParameter."""
    limits = {}
    for one in filter(None, text.split(",")):
        name, _sign, number = one.strip().partition("=")
        if not re.fullmatch(r"\w+", name) or not re.fullmatch(r"\d+", number):
            raise click.BadParameter(f"expected NAME=N, found {one!r}", param=parameter)
        limits[name] = int(number)
    return limits


MAX_LOAD = click.option(
    "--max-load",
    metavar="NAME=N,...",
    callback=_limits_of,
    default="Threads_running=25",
    show_default=True,
    help="Pause a snapshot while these status variables of the server are above N;"
    " Seconds_Behind_Source is the delay of a replica. An empty text is no limit.",
)

KEYRING = click.option(
    "--keyring",
    metavar="PATH",
    type=click.Path(exists=True, dir_okay=False, readable=True),
    help="Keyring file of the server, for encrypted logs.",
)

DATABASE = click.option(
    "--database", "-d", metavar="DB", help="Only tables and statements of this database."
)


def _renamed(_: click.Context, param: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    rewrite_db = {}
    for pair in pairs:
        before, arrow, after = pair.partition("->" if "->" in pair else "=")
        if not (before and arrow and after):
            raise click.BadParameter(f"expected A->B, found {pair!r}", param=param)
        rewrite_db[before] = after
    return rewrite_db


REWRITE_DB = click.option(
    "--rewrite-db",
    "rewrite_db",
    metavar="A->B",
    multiple=True,
    callback=_renamed,
    help="Use database B in place of database A. A=B is equivalent.",
)


_REDACT = (
    click.option(
        "--redact",
        metavar="COLUMN=ACTION",
        multiple=True,
        help="Replace the values of a column (DB.TABLE.COLUMN, or COLUMN of any table; patterns are"
        " allowed). COLUMN:TYPE selects a type, COLUMN$.PATH members of JSON. ACTION is hash, null"
        " or a constant.",
    ),
    click.option(
        "--redact-key",
        metavar="PATH",
        type=click.Path(exists=True, dir_okay=False, readable=True),
        help="File with the secret key of hashes.",
    ),
)


def together(*options: Callable[[Any], Any]) -> Callable[[_Command], _Command]:
    """Return a decorator that adds options to a command, in this order in its help."""

    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn a ValueError into a usage error, unless a log is damaged, or Arrow raised it."""
    try:
        yield
    except (BinlogError, pa.ArrowException):
        raise
    except UnqualifiedTableError as error:
        raise click.BadParameter(str(error), param_hint="'--table'") from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _checked(parse: Callable[[str], object]) -> Callable[..., str | None]:
    """Return an option callback that rejects texts for which `parse` raises ValueError."""

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
        help="Only transactions in this GTID set.",
    ),
    _filter(
        "--exclude-gtids",
        metavar="SET",
        callback=_checked(parse_gtid_set),
        help="Skip transactions in this GTID set.",
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
        "--server-id",
        metavar="ID",
        type=click.IntRange(0),
        help="Only events of the server with this ID.",
    ),
    FAIL_IF_EMPTY,
    KEYRING,
)
_COLUMNS = click.option(
    "--columns", metavar="A,B,...", help="Print only these columns, in this order."
)

FILES = together(*DEFAULTS, _FILES)
"""The argument FILE, and the mysqlbinlog options without an effect."""

REDACT = together(*_REDACT)

row_filters = together(*_FILTERS)
filters = together(*_FILTERS, _COLUMNS)
filters_of_transactions = together(*_FILTERS[2:])
"""The filters except those of tables and databases."""

filters_by_gtid = together(*_BY_GTID, FAIL_IF_EMPTY, KEYRING)


def DDL(command: _Command) -> _Command:  # noqa: N802 - as the other options
    """Add the options of table definitions to a command, which gets them as `ddl`."""

    @wraps(command)
    def with_ddl(
        *args: Any, ddl: str | None, ddl_at: str | None, ddl_in_logs: bool, **options: Any
    ) -> Any:
        with usage_errors():
            asked = Ddl(ddl, ddl_at, ddl_in_logs)
        return command(*args, ddl=asked or None, **options)

    return together(*_DDL)(with_ddl)  # type: ignore[return-value]


def examples(*commands: str) -> str:
    """Return the examples at the end of a command's help."""
    lines = "".join(f"\n  $ binlog-kaitai {command}" for command in commands)
    return f"\b\nExamples:{lines}"


WHERE = click.option(
    "--where",
    cls=Filter,
    metavar="CONDITION",
    help='Only rows that match before or after their change, for example "id = 5".',
)


def scan_of(files: tuple[str, ...], **options: Any) -> Scan:
    """Build the scan for a command's arguments.

    Args:
        files: paths, URIs and patterns.
        **options: arguments of `read.scan.scan`.

    Raises:
        BinlogError: a log cannot be read.
        click.UsageError: an option is invalid.
    """
    with usage_errors():
        rules, key = options.pop("redact", ()), options.pop("redact_key", None)
        result = scan(files, redact=redaction_of(rules, key), **options)
        if options.get("columns") is not None or options.get("where") is not None:
            result.check_columns()
    return result


def input_logs(files: tuple[str, ...], keyring: str | None = None) -> list[GivenLog]:
    """Resolve a command's paths to log files.

    Raises:
        BinlogError: a log cannot be read.
        click.UsageError: the paths are invalid.
    """
    with usage_errors():
        return given_logs(files, keyring)


def names_of(columns: str | None) -> list[str] | None:
    """Split a comma-separated list of names; None stays None."""
    return None if columns is None else [name.strip() for name in columns.split(",")]


def _restart(ctx: click.Context, _: click.Parameter, folder: str | None) -> None:
    if folder is None or ctx.resilient_parsing:
        return
    home = compiled_specs(folder, lambda: click.echo(f"compiling the specs in {folder}", err=True))
    if os.environ.get(GENERATED) != str(home):
        command = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, command, os.environ | environment(home))  # noqa: S606 - this one


SPECS = click.option(
    "--specs",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    is_eager=True,
    expose_value=False,
    callback=_restart,
    help="Read logs with the specs in DIR, a copy that 'binlog-kaitai specs --copy' made.",
)
