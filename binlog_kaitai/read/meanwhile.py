"""Reading by trees while another process compiles the kernels, and by these as soon as it has.

Both engines give the same, in the same order. So it is counted what trees have given when kernels
are ready; these begin anew, and as much of theirs is left out. They read in a second what trees
read in a minute.

Trees find a place in a log only by way of all headers before it. So a part that begins far behind
the head waits for the kernels, which the parts before it need as well.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Lock, Thread
from typing import Any, Protocol, TypeVar

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.kernels.runtime.kept import Listener, is_kept
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.compile_lock import is_locked, lock_to_inherit, locked
from binlog_kaitai.tree import engine as trees
from binlog_kaitai.tree.packets.memory import PacketMemory

LOGGER = logging.getLogger(__name__)
STARTED = (
    "compiling kernels in process %d, once for this version: about a minute of CPU; until then the"
    " tree engine reads (run 'binlog-kaitai warm-up' to compile them in advance)"
)
NEAR_HEAD = 2**22
"""Bytes of a log whose headers trees read in a few seconds."""

MAX_PROCESSES = 2
"""Processes that compile, one after the other, before this one compiles by itself."""

FAILURE = "failure: "
"""Begins the line of a process that cannot compile, in place of a kernel's name."""

AWAITED = (("binlog_kaitai.kernels.columns.json.cells", "document_texts"),)
"""Large kernels that only some logs need: they are not waited for before kernels read."""

EACH_LOOK = 0.25
"""Seconds between two looks at which kernels are compiled."""

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

    It goes on when this one ends, so that the next finds them. It tells `Listener` each kernel, or
    if nothing listens the logger that it begins.
    """

    def __init__(self, command: list[str]) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.reason: str | None = None
        with lock_to_inherit() as inherited:
            if inherited is not None:
                self._start(command, inherited)

    def _start(self, command: list[str], inherited: list[int]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this program
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # or Ctrl-C would end it
            pass_fds=inherited,
        )
        if Listener.hears is None:
            LOGGER.warning(STARTED, self._process.pid)
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return not is_locked() if self._process is None else self._process.poll() is not None

    @property
    def is_own(self) -> bool:
        """Whether this process started it."""
        return self._process is not None

    @property
    def failure(self) -> str | None:
        """The failure of a process that has ended, if this one started it."""
        status = self._process.poll() if self._process is not None else None
        if not status:
            return None
        self._listener.join()  # for the reason that the process gave
        return self.reason or ended(status)

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
            if line.startswith(FAILURE):
                self.reason = line.removeprefix(FAILURE).strip()
            elif Listener.hears is not None:
                Listener.hears(line.strip() or None)


def ended(status: int) -> str:
    """Return the words for the exit status of a process, negative if a signal ended it."""
    return f"exit status {status}" if status > 0 else f"killed by signal {-status}"


class CompiledOnce:
    """Starts one process that compiles, and another if that one does not reach its end."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._lock = Lock()
        self._processes: list[CompilingProcess] = []

    def started(self, first: str = "") -> Compiling:
        """Return the process that compiles; start it if there is none yet.

        Args:
            first: the reading whose kernels are compiled before all others.
        """
        with self._lock:
            return self._processes[-1] if self._processes else self._start(first)

    def awaits(self, module: str, function: str) -> bool:
        """Wait for a kernel that would cost much time and memory to compile a second time.

        Returns:
            Whether this kernel is one of those that the process compiles.
        """
        if (module, function) not in AWAITED:
            return False
        while not (is_kept(module, function) or self._processes[-1].is_over):
            time.sleep(EACH_LOOK)
        return True

    def restarted(self, first: str = "") -> Compiling | None:
        """Return another process in place of one that has ended, or None if it would fail, too."""
        with self._lock:
            last = self._processes[-1]
            if not last.is_over:
                return last
            if last.failure is not None:
                LOGGER.warning("the process that compiled the kernels failed: %s", last.failure)
            starts = sum(process.is_own for process in self._processes)
            return self._start(first) if starts < MAX_PROCESSES and not last.reason else None

    def _start(self, first: str) -> CompilingProcess:
        self._processes.append(CompilingProcess([*self._command, first]))
        Listener.awaits = self.awaits
        return self._processes[-1]


class CompilingFor:
    """Compiles until the kernels of one reading are there; others may still be compiled then.

    Args:
        compiling: the process that compiles.
        are_compiled: whether the kernels of the reading are there.
        restarted: starts another process in place of one that has ended without them.
    """

    def __init__(
        self,
        compiling: Compiling,
        are_compiled: Callable[[], bool],
        restarted: Callable[[], Compiling | None] = lambda: None,
    ) -> None:
        self._compiling = compiling
        self._are_compiled = are_compiled
        self._restarted = restarted
        self._next_look = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the kernels are compiled, or no process compiles them."""
        now = time.monotonic()
        if now < self._next_look:
            return False
        self._next_look = now + EACH_LOOK
        has_ended = self._compiling.is_over
        if self._are_compiled():  # looked up last, or it could have ended in between
            return True
        if has_ended:
            another = self._restarted()
            if another is None:
                return True
            self._compiling = another
        return False

    def wait(self) -> None:
        """Return when it is over."""
        while not self.is_over:
            time.sleep(EACH_LOOK)


IN_ANOTHER_PROCESS = CompiledOnce([sys.executable, "-m", "binlog_kaitai.read.warm_up", "--telling"])


class _CompiledError(Exception):
    """Kernels are compiled."""


class Meanwhile:
    """An engine that is trees until the kernels are compiled; see `ReadingEngine` in `engines`."""

    def __init__(self, compiling: Compiling, kernels: Callable[[], Any]) -> None:
        self._compiling = compiling
        self._kernels = kernels

    def PacketStream(  # noqa: N802 - what engines call their class
        self, framing: Framing, scope: Scope, form: RowFormat
    ) -> MeanwhilePackets:
        """Return what follows packets, as both engines do."""

        def stream(engine: Any) -> Any:
            return engine.PacketStream(framing, scope, form)

        return MeanwhilePackets(self._compiling, stream, self._kernels)

    def change_batches(
        self, file: str, scope: Scope, form: RowFormat, threads: int = 1
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield changes, as both engines do."""
        self._wait_inside(scope)
        found = trees.change_batches(file, scope, form, each_event=self._look)
        return self._switching(
            found, lambda: self._kernels().change_batches(file, scope, form, threads)
        )

    def pack_batches(
        self, files: Sequence[str], scope: Scope, form: RowFormat, *, are_events: bool = False
    ) -> Iterator[str]:
        """Leave each file to be read alone, as trees do."""
        return trees.pack_batches(files, scope, form, are_events=are_events)

    def transaction_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]:
        """Yield transactions, as both engines do."""
        self._wait_inside(scope)
        found = trees.transaction_batches(file, scope, schema, each_event=self._look)
        return self._switching(
            found, lambda: self._kernels().transaction_batches(file, scope, schema)
        )

    def context_batches(self, file: str, scope: Scope) -> Iterator[pa.RecordBatch | Fault]:
        """Yield contexts by trees, and those behind by kernels, which may tell one twice."""
        self._wait_inside(scope)
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
        self._wait_inside(scope)
        found = trees.event_batches(file, scope, schema, each_event=self._look)
        return self._switching(found, lambda: self._kernels().event_batches(file, scope, schema))

    # what looks into large files for little: by the kernels, when they are compiled

    def described_tables(self, file: str, scope: Scope) -> Iterator[tuple[Table, int]]:
        """Yield the tables of row images, as the kernels do."""
        yield from self._compiled().described_tables(file, scope)

    def parts_from_end(self, file: str) -> Iterator[tuple[str, Span]]:
        """Yield parts of a file, as the kernels do."""
        yield from self._compiled().parts_from_end(file)

    def last_table_inside(self, file: str, scope: Scope) -> tuple[Table, int] | None:
        """Return the last table in a part of a file, as the kernels do."""
        found: tuple[Table, int] | None = self._compiled().last_table_inside(file, scope)
        return found

    def _compiled(self) -> Any:
        self._compiling.wait()
        return self._kernels()

    def _wait_inside(self, scope: Scope) -> None:
        """Wait for the kernels if a part begins far behind a log's head."""
        if scope.span.start > NEAR_HEAD and not scope.span.is_exact:
            self._compiling.wait()

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


class MeanwhilePackets:
    """Follows packets by trees until the kernels are compiled; see `PacketStream` in `engines`.

    They go on between two arrays of packets, from what those before have left.
    """

    def __init__(
        self, compiling: Compiling, stream: Callable[[Any], Any], kernels: Callable[[], Any]
    ) -> None:
        self._compiling = compiling
        self._stream = stream
        self._kernels = kernels
        self._by_kernels = False
        self._packets = stream(trees)

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""
        memory: PacketMemory = self._packets.memory
        return memory

    def resume(self, memory: PacketMemory) -> None:
        """Take over what packets before have left."""
        self._packets.resume(memory)

    def batches(self, packets: pa.Array) -> Iterator[tuple[str | None, pa.RecordBatch]]:
        """Yield the changes in the packets that come next, each batch with its log's name."""
        if not self._by_kernels and self._compiling.is_over:
            memory = self._packets.memory
            self._packets = self._stream(self._kernels())
            self._packets.resume(memory)
            self._by_kernels = True
        yield from self._packets.batches(packets)


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
