"""The status line on a terminal while kernels are compiled."""

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
    """A line on standard error with the progress of the compilation; its end removes the line.

    If rows are printed on the same terminal at the same time, the line is printed once and stays.
    """

    def __init__(self) -> None:
        self._progress = elapsed_line()
        self._task = self._progress.add_task("", start=False)
        self._count = 0
        self._is_over = False
        self._lock = Lock()

    def __call__(self, kernel: str | None) -> None:
        """Show the line while a kernel is compiled.

        Args:
            kernel: name of the kernel that starts to compile, None when it is done.
        """
        with self._lock:
            if not self._is_over:
                self._show(kernel)
            self._count += kernel is None

    def end(self) -> None:
        """Remove the line for good; other threads may still compile."""
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
    """Return a transient line on standard error with a task's text and elapsed time."""
    return Progress(
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def show_compilations() -> None:
    """Show compilations on standard error if it is a terminal."""
    if _is_terminal():
        line = CompilingLine()
        tell_of_compiling(line)
        context = click.get_current_context(silent=True)
        if context is not None:
            context.call_on_close(line.end)


@contextmanager
def status_line(text: str) -> Iterator[None]:
    """Print a text on standard error; on a terminal, with the elapsed time until the end."""
    progress = elapsed_line()
    if _is_terminal() and not progress.console.is_dumb_terminal:
        progress.add_task(text)
        with progress:
            yield
    else:
        click.echo(text, err=True)
        yield


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def gone_while_compiling(bar: Progress) -> Iterator[None]:
    """Replace a progress bar by the status line while kernels are compiled."""
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
