"""The two engines: chosen here, and only here.

`kernels` are compiled from the specs by this project, and are what everything reads by. `tree` are
the classes that Kaitai's compiler makes of the same specs: slow, and the proof of the kernels. Both
have a module `engine`, with what `ReadingEngine` says.

Kernels learn while they read. Whoever reads several logs in order has an `Engines` in place of an
engine's name, so that what is learned of one is known in the next.

Where nothing has compiled the kernels yet, which takes a minute, `auto` has trees read what is
small, and what is larger while another process compiles. Both give the same. A process that reads
little and ends, as most commands do, is done by trees before it has imported Numba: `soonest`.
Spark's workers read by the same rules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import pyarrow as pa

from binlog_kaitai.compiler.own.kept import GENERATED
from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.io.files import OfPages
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.log_paths import HeldFile, KeyedFile, SourcedFile
from binlog_kaitai.io.paths import is_remote
from binlog_kaitai.kernels.runtime.kept import Listener, can_keep, is_kept
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.row_batches import BatchInContext
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.meanwhile import IN_ANOTHER_PROCESS, CompilingFor, Meanwhile
from binlog_kaitai.tree import engine as tree_engine
from binlog_kaitai.tree.log.seek import FROM_HEAD, Seek
from binlog_kaitai.tree.packets.memory import PacketMemory

Engine: TypeAlias = Literal["auto", "kernels", "tree"]

ENGINES: tuple[Engine, ...] = ("kernels", "tree")
CHOICES: tuple[Engine, ...] = ("auto", *ENGINES)

AUTO = "BINLOG_KAITAI_ENGINE"
"""The environment variable that says what `auto` is."""

SMALL = 2**18
"""Bytes that trees read in about a second."""

Reading: TypeAlias = Literal[
    "flat", "typed", "transactions", "contexts", "events", "parts", "variants"
]
Hears: TypeAlias = Callable[[str | None], None]

_KERNELS = "binlog_kaitai.kernels"

LARGEST: dict[Reading, tuple[tuple[str, str], ...]] = {
    "flat": ((f"{_KERNELS}.walk.scan", "scan"), (f"{_KERNELS}.records.row_texts", "write_rows")),
    "typed": (
        (f"{_KERNELS}.walk.scan", "scan"),
        (f"{_KERNELS}.columns.together", "store_cells"),
    ),
    "transactions": ((f"{_KERNELS}.sums.transaction_scan", "sum_up"),),
    "contexts": ((f"{_KERNELS}.contexts.context_scan", "follow_contexts"),),
    "events": (
        (f"{_KERNELS}.events.scan", "show_events"),
        (f"{_KERNELS}.records.row_texts", "write_rows"),
    ),
    "parts": ((f"{_KERNELS}.seek.header_scan", "find_event"),),
    "variants": ((f"{_KERNELS}.columns.variants", "write_variants"),),
}
"""Kernels that a reading is not without: if these are compiled, the others are."""


class PacketStream(Protocol):
    """Follows packets to batches, each with the name of its log."""

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""

    def resume(self, memory: PacketMemory) -> None:
        """Take over what packets before have left."""

    def batches(self, packets: pa.Array) -> Iterator[tuple[str | None, pa.RecordBatch]]:
        """Yield batches of the changes in packets, each with the name of its log."""


class NewPacketStream(Protocol):
    """Makes a `PacketStream`."""

    def __call__(self, framing: Framing, scope: Scope, form: RowFormat) -> PacketStream: ...


class ReadingEngine(Protocol):
    """What an engine reads."""

    @property
    def PacketStream(self) -> NewPacketStream: ...  # noqa: N802 - it is a class

    def change_batches(
        self, file: str, scope: Scope, form: RowFormat, threads: int = 1
    ) -> Iterator[pa.RecordBatch | Fault]: ...

    def pack_batches(
        self, files: Sequence[str], scope: Scope, form: RowFormat, *, are_events: bool = False
    ) -> Iterator[pa.RecordBatch | BatchInContext | str]: ...

    def transaction_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]: ...

    def context_batches(self, file: str, scope: Scope) -> Iterator[pa.RecordBatch | Fault]: ...

    def event_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]: ...

    def described_tables(self, file: str, scope: Scope) -> Iterator[tuple[Table, int]]: ...

    def parts_from_end(self, file: str) -> Iterator[tuple[str, Span]]: ...

    def last_table_inside(self, file: str, scope: Scope) -> tuple[Table, int] | None: ...


def choose(
    name: Engine, files: Iterable[str], reading: Reading = "flat", *, small: int = SMALL
) -> Engine:
    """Return the name of an engine; in place of `auto`, that of the one which is sooner done.

    That is trees where kernels are not compiled, and files of `small` bytes together.

    Events are read by the classes of specs of one's own where these change statements, whose fields
    kernels write by hand; of all others, they write what the specs or the classes show.
    """
    asked = _asked(name)
    if reading == "events" and not _are_shown_by_kernels():
        return "tree"
    if asked != "auto":
        return asked
    return "kernels" if _are_compiled(reading) or not _are_small(files, small) else "tree"


def soonest(name: Engine, paths: Iterable[str], *, small: int = SMALL) -> Engine:
    """Return the name of an engine, for a process that reads these logs and then ends.

    In place of `auto` it is `tree` if all are files of this machine, of `small` bytes together.
    """
    paths = list(paths)
    if _asked(name) != "auto" or not all(map(os.path.isfile, paths)):
        return name
    return "tree" if _are_small(paths, small) else name


def compile_ahead(name: Engine, reading: Reading) -> None:
    """Have another process compile the kernels, for a process that will read much, if little yet.

    Nothing is done for an engine other than `auto`, or if they are compiled, or cannot be kept.
    """
    if _asked(name) == "auto" and not _are_compiled(reading) and can_keep():
        IN_ANOTHER_PROCESS.started(reading)


def _asked(name: Engine) -> Engine:
    asked = name if name != "auto" else os.environ.get(AUTO, "auto")
    if asked not in CHOICES:
        raise ValueError(f"unknown engine {asked!r}; engines are {', '.join(CHOICES)}")
    return asked


def _are_shown_by_kernels() -> bool:
    """Return whether kernels write the bodies of all events as the specs say that are in use."""
    home = os.environ.get(GENERATED)
    if home is None:
        return True
    statements = Path("generated", "query_event.py")
    ours = Path(__file__).parents[1] / statements
    try:
        return (Path(home) / statements).read_bytes() == ours.read_bytes()
    except OSError:
        return False


def _are_compiled(reading: Reading) -> bool:
    return all(is_kept(module, function) for module, function in LARGEST[reading])


class Engines:
    """The engines of one reading, by a name as `Engine` has it: of several logs, in order."""

    def __init__(self, name: Engine) -> None:
        self.name: Engine = name
        self._kernels: ReadingEngine | None = None

    def engine_for(self, files: Iterable[str], reading: Reading) -> ReadingEngine:
        """Return the engine of the name; `auto` is the one that is sooner done with files."""
        if choose(self.name, files, reading) == "tree":
            return tree_engine
        if _asked(self.name) == "auto" and not _are_compiled(reading) and can_keep():
            compiling = IN_ANOTHER_PROCESS.started(reading)
            are_compiled = partial(_are_compiled, reading)
            restarted = partial(IN_ANOTHER_PROCESS.restarted, reading)
            return Meanwhile(CompilingFor(compiling, are_compiled, restarted), self._kernel_engine)
        return self._kernel_engine()

    def have_compiled(self, reading: Reading) -> bool:
        """Return whether kernels do this reading at once, or must do it."""
        asked = _asked(self.name)
        return asked == "kernels" or (
            asked == "auto" and (_are_compiled(reading) or not can_keep())
        )

    def _kernel_engine(self) -> ReadingEngine:
        if self._kernels is None:
            # Numba takes half a second to import, and need not be installed for trees
            from binlog_kaitai.kernels.engine import KernelEngine  # noqa: PLC0415

            self._kernels = KernelEngine()
        return self._kernels


def engines_of(engine: Engine | Engines) -> Engines:
    """Return the engines of a reading, new ones where there is only a name."""
    return engine if isinstance(engine, Engines) else Engines(engine)


def engine_of(
    engine: Engine | Engines, files: Iterable[str] = (), reading: Reading = "flat"
) -> ReadingEngine:
    """Return an engine that reads files."""
    return engines_of(engine).engine_for(files, reading)


def seek_of(scope: Scope, file: str) -> Seek:
    """Return what finds where a scope begins, and what is behind damage, for a view of trees."""
    begins_inside = scope.span.start or scope.is_lenient
    if not begins_inside or choose("auto", [file], "parts") == "tree":
        return FROM_HEAD
    from binlog_kaitai.kernels.seek.boundaries import KernelSeek  # noqa: PLC0415 - as above

    return KernelSeek()


def of_pages_for(name: Engine, file: str) -> OfPages | None:
    """Return what takes the events of a log out of pages, for a view of trees, None for trees."""
    if choose(name, [file]) == "tree":
        return None
    from binlog_kaitai.kernels.walk.paged import events_of_pages  # noqa: PLC0415 - as above

    return events_of_pages


def tell_of_compiling(hear: Hears | None) -> Hears | None:
    """Have a function called as kernels are compiled. Returns the one that was called before.

    It is given the name of a kernel that is about to be compiled, and None when that is done, by
    whatever thread compiles, or hears that another process does.
    """
    before, Listener.hears = Listener.hears, hear
    return before


def _are_small(files: Iterable[str], left: int) -> bool:
    is_any = False
    for file in files:
        is_any = True
        left -= _size_of(file, left)
        if left < 0:
            return False
    return is_any


def _size_of(file: str, limit: int) -> int:
    """Return the bytes of a log; of one that is too large or cannot be read, some number."""
    if isinstance(file, SourcedFile):
        return file.size
    try:
        if not (is_remote(file) or isinstance(file, (HeldFile, KeyedFile))):
            stored = os.stat(file).st_size  # noqa: PTH116 - a path as text
            if stored > limit:
                return stored
        with LogFile(file) as log:  # which decompresses it
            return log.size
    except (BinlogError, OSError):
        return 0  # which trees tell at once
