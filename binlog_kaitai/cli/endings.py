"""Exit statuses of commands, and one line on standard error for each error."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import click

from binlog_kaitai.cli.interrupts import INTERRUPTED, MESSAGE
from binlog_kaitai.compiler.own.kept import SpecsError, explained
from binlog_kaitai.errors import BinlogError, TransientError, UnknownNameError
from binlog_kaitai.extras import MissingExtraError, from_extras
from binlog_kaitai.io.outages import outage_of
from binlog_kaitai.printable import printable

FAILED, MISUSED, INCOMPLETE, TRANSIENT = 1, 2, 3, os.EX_TEMPFAIL
"""Statuses: permanent error, wrong usage, incomplete output, temporary error."""

DOUBT = "binlog_kaitai.doubt"
"""The key in the metadata of a context of a command that warned of doubt."""


def end_incomplete(reasons: Sequence[str]) -> None:
    """Print why the output is incomplete. Raises Exit with that status if there are any reasons."""
    for reason in reasons:
        click.echo(printable(f"error: {reason}"), err=True)
    if reasons:
        raise click.exceptions.Exit(INCOMPLETE)


class Commands(click.Group):
    """Group of commands that print one line for an error and exit with its status."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _ends():  # help and versions are printed here
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _ends():
            _check_stdout()
            result = super().invoke(ctx)
            sys.stdout.flush()
            if ctx.meta.get(DOUBT):
                raise click.exceptions.Exit(INCOMPLETE)
            return result


@contextlib.contextmanager
def _ends() -> Iterator[None]:
    """Turn exceptions into an exit status, with a line on standard error except for pipes."""
    try:
        with from_extras():
            yield
    except BrokenPipeError:
        _end(None, 0)  # the reader of the pipe has enough
    except KeyboardInterrupt:
        _end(MESSAGE, INTERRUPTED)
    except (BinlogError, MissingExtraError, OSError, SpecsError) as error:
        outage = None if isinstance(error, TransientError) else outage_of(error)
        is_transient = isinstance(error, (TransientError, ConnectionError, TimeoutError))
        _end(outage or str(error), TRANSIENT if is_transient or outage else FAILED)
    except AttributeError as error:
        explanation = explained(error)
        if explanation is error:
            raise
        _end(str(explanation), FAILED)
    except UnknownNameError as error:
        _end(str(error), MISUSED)
    except MemoryError:
        _end("out of memory", FAILED)
    except click.UsageError as error:
        message = error.format_message()
        shown = printable(message, keep="\n\t")
        if shown == message:
            raise
        raise click.UsageError(shown, error.ctx) from error


def _end(message: str | None, status: int) -> NoReturn:
    try:
        sys.stdout.flush()
    except (AttributeError, OSError):
        _drop_stdout()
    if message is not None:
        click.echo(f"error: {printable(message)}", err=True)
    raise click.exceptions.Exit(status)


def _drop_stdout() -> None:
    """Discard buffered output, so that Python does not fail on it at exit."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check_stdout() -> None:
    if sys.stdout is None:  # Python sets it so if the shell closed it
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # JSON is UTF-8, whatever the terminal's charset
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
