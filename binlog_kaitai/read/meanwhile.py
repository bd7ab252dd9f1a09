"""Reading by trees while another process compiles the kernels, and by these as soon as it has.

Both engines give the same, in the same order. So it is counted what trees have given when kernels
are ready; these begin anew, and as much of theirs is left out. They read in a second what trees
read in a minute.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from threading import Lock, Thread
from typing import Any, Protocol, TypeVar

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.kernels.runtime.kept import Listener
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.compile_lock import is_locked, locked
from binlog_kaitai.tree import engine as trees

_Found = TypeVar("_Found")


class Compiling(Protocol):
    """Something that compiles the kernels."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""

    def wait(self) -> None:
        """Return when it has ended."""


class CompilingProcess:
    """A process that compiles the kernels into where they are kept, started if none does so yet.

    It goes on when this one ends, so that the next finds them, and tells `Listener` what it does.
    """

    def __init__(self, command: list[str]) -> None:
        self._process: subprocess.Popen[str] | None = None
        if not is_locked():
            self._process = subprocess.Popen(  # noqa: S603 - this program
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,  # or Ctrl-C would end it
            )
            Thread(target=self._listen, daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return not is_locked() if self._process is None else self._process.poll() is not None

    def wait(self) -> None:
        """Return when it has ended."""
        if self._process is not None:
            self._process.wait()
        else:
            with locked():
                pass

    def _listen(self) -> None:
        assert self._process
        assert self._process.stdout
        for line in self._process.stdout:
            if Listener.hears is not None:
                Listener.hears(line.strip() or None)


class CompiledOnce:
    """Starts no more than one process that compiles."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._lock = Lock()
        self._compiling: CompilingProcess | None = None

    def started(self) -> Compiling:
        """Return what compiles, which is started if nothing does yet."""
        with self._lock:
            if self._compiling is None:
                self._compiling = CompilingProcess(self._command)
            return self._compiling


IN_ANOTHER_PROCESS = CompiledOnce([sys.executable, "-m", "binlog_kaitai.read.warm_up", "--telling"])


class _CompiledError(Exception):
    """Kernels are compiled."""


class Meanwhile:
    """An engine that is trees until the kernels are compiled; see `ReadingEngine` in `engines`."""

    def __init__(self, compiling: Compiling, kernels: Callable[[], Any]) -> None:
        self._compiling = compiling
        self._kernels = kernels

    @property
    def PacketStream(self) -> Any:  # noqa: N802 - it is a class
        """That of the kernels."""
        return self._compiled().PacketStream

    def change_batches(
        self, file: str, scope: Scope, schema: pa.Schema, **modes: Any
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield changes, as both engines do."""
        found = trees.change_batches(file, scope, schema, **modes, each_event=self._look)
        return self._switching(
            found, lambda: self._kernels().change_batches(file, scope, schema, **modes)
        )

    def pack_batches(
        self, files: Sequence[str], scope: Scope, schema: pa.Schema, **modes: Any
    ) -> Iterator[pa.RecordBatch | str]:
        """Leave each file to be read alone, as trees do."""
        return trees.pack_batches(files, scope, schema, **modes)

    def transaction_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield transactions, as both engines do."""
        found = trees.transaction_batches(file, scope, schema, each_event=self._look)
        return self._switching(
            found, lambda: self._kernels().transaction_batches(file, scope, schema)
        )

    def context_batches(self, file: str, scope: Scope) -> Iterator[pa.RecordBatch | Fault]:
        """Yield contexts by trees, and those behind by kernels, which may tell one twice."""
        last = (-1, -1)
        try:
            for batch in trees.context_batches(file, scope, each_event=self._look):
                yield batch
                if isinstance(batch, pa.RecordBatch):
                    last = _place(batch, batch.num_rows - 1)
        except _CompiledError:
            pass
        else:
            return
        for batch in self._kernels().context_batches(file, scope):
            first = next((at for at in range(batch.num_rows) if _place(batch, at) > last), None)
            if first is not None:
                yield batch.slice(first)

    def event_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield events, as both engines do."""
        found = trees.event_batches(file, scope, schema, each_event=self._look)
        return self._switching(found, lambda: self._kernels().event_batches(file, scope, schema))

    # what looks into large files for little: by the kernels, when they are compiled

    def described_tables(self, file: str, scope: Scope) -> Iterator[tuple[Table, int]]:
        """Yield the tables of row images, as the kernels do."""
        yield from self._compiled().described_tables(file, scope)

    def spans_from_end(self, file: str) -> Iterator[Span]:
        """Yield parts of a file, as the kernels do."""
        yield from self._compiled().spans_from_end(file)

    def last_table_inside(self, file: str, scope: Scope) -> tuple[Table, int] | None:
        """Return the last table in a part of a file, as the kernels do."""
        found: tuple[Table, int] | None = self._compiled().last_table_inside(file, scope)
        return found

    def _compiled(self) -> Any:
        self._compiling.wait()
        return self._kernels()

    def _look(self) -> None:
        if self._compiling.is_over:
            raise _CompiledError

    def _switching(
        self, by_trees: Iterator[_Found], by_kernels: Callable[[], Iterator[_Found]]
    ) -> Iterator[_Found]:
        given = 0
        try:
            for found in by_trees:
                given += _size(found)
                yield found
        except _CompiledError:
            pass
        else:
            return
        yield from _behind(by_kernels(), given)


def _place(batch: pa.RecordBatch, at: int) -> tuple[int, int]:
    return batch.column("position")[at].as_py(), batch.column("ordinal")[at].as_py()


def _size(found: object) -> int:
    return found.num_rows if isinstance(found, pa.RecordBatch) else 1


def _behind(found: Iterator[Any], count: int) -> Iterator[Any]:
    """Leave out as many rows, or what else is found."""
    for each in found:
        size = _size(each)
        if count >= size:
            count -= size
        elif count:
            yield each.slice(count)
            count = 0
        else:
            yield each
