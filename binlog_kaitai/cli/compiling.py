"""What a terminal shows while kernels are compiled."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, current_thread, main_thread

import click
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from binlog_kaitai.read.engines import tell_of_compiling

LINE = "compiling kernels, once for this version: about a minute"


class CompilingLine:
    """A line on standard error that says how far it is, and is gone when all is compiled.

    Where rows are printed meanwhile on the same terminal, it stays as it is first printed.
    """

    def __init__(self) -> None:
        self._progress = elapsed_line()
        self._task = self._progress.add_task("", start=False)
        self._count = 0
        self._is_over = False
        self._lock = Lock()

    def __call__(self, kernel: str | None) -> None:
        """Show the line while a kernel is compiled: with its name, then with None."""
        with self._lock:
            if not self._is_over:
                self._show(kernel)
            self._count += kernel is None

    def end(self) -> None:
        """Take the line away, and show none any more: others may still compile."""
        with self._lock:
            self._is_over = True
            self._progress.stop()

    def _show(self, kernel: str | None) -> None:
        is_beside_rows = sys.stdout.isatty() and current_thread() is not main_thread()
        if self._progress.console.is_dumb_terminal or is_beside_rows:
            if kernel is not None and self._count == 0:
                click.echo(LINE, err=True)
        elif kernel is not None:
            self._progress.start_task(self._task)
            self._progress.update(self._task, description=f"{LINE}; {self._count} done in")
            self._progress.start()
        else:
            self._progress.stop()


def elapsed_line() -> Progress:
    """Return a line on standard error of a task's text and its time, which goes when it stops."""
    return Progress(
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def tell_terminal() -> None:
    """Say so on standard error, if someone looks."""
    if _is_looked_at():
        line = CompilingLine()
        tell_of_compiling(line)
        context = click.get_current_context(silent=True)
        if context is not None:
            context.call_on_close(line.end)


@contextmanager
def told(text: str) -> Iterator[None]:
    """Say on standard error what is done; with the time, until it is done, if someone looks."""
    progress = elapsed_line()
    if _is_looked_at() and not progress.console.is_dumb_terminal:
        progress.add_task(text)
        with progress:
            yield
    else:
        click.echo(text, err=True)
        yield


def _is_looked_at() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def gone_while_compiling(bar: Progress) -> Iterator[None]:
    """Take a bar away while a line in its place says that kernels are compiled."""
    before = tell_of_compiling(None)

    def hear(kernel: str | None) -> None:
        if kernel is not None:
            bar.stop()
        if before is not None:
            before(kernel)
        if kernel is None:
            bar.start()

    tell_of_compiling(hear)
    try:
        yield
    finally:
        tell_of_compiling(before)
