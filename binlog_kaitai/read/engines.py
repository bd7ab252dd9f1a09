"""The two engines: chosen here, and only here.

`kernels` are compiled from the specs by this project, and are what everything reads by. `tree` are
the classes that Kaitai's compiler makes of the same specs: slow, and the proof of the kernels. Both
have a module `engine` of the same functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol, TypeAlias

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.tree import engine as tree_engine
from binlog_kaitai.tree.log.seek import FROM_HEAD, Seek
from binlog_kaitai.tree.packets.memory import PacketMemory

Engine: TypeAlias = Literal["kernels", "tree"]

ENGINES: tuple[Engine, ...] = ("kernels", "tree")


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

    def __call__(
        self, framing: Framing, scope: Scope, schema: pa.Schema, *, is_typed: bool
    ) -> PacketStream: ...


class EngineModule(Protocol):
    """What an engine reads."""

    @property
    def PacketStream(self) -> NewPacketStream: ...  # noqa: N802 - it is a class

    def change_batches(  # noqa: PLR0913 - what `read_batches` tells
        self,
        file: str,
        scope: Scope,
        schema: pa.Schema,
        *,
        is_typed: bool,
        is_projection: bool,
        is_exact: bool = False,
    ) -> Iterator[pa.RecordBatch | Fault]: ...

    def transaction_batches(
        self, file: str, scope: Scope, schema: pa.Schema
    ) -> Iterator[pa.RecordBatch | Fault]: ...

    def described_tables(self, file: str, scope: Scope) -> Iterator[tuple[Table, int]]: ...

    def spans_from_end(self, file: str) -> Iterator[Span]: ...

    def last_table_inside(self, file: str, scope: Scope) -> tuple[Table, int] | None: ...


def engine_of(name: Engine) -> EngineModule:
    """Return an engine by its name."""
    if name == "tree":
        return tree_engine
    # Numba takes half a second to import, and need not be installed for trees
    from binlog_kaitai.kernels import engine as kernel_engine  # noqa: PLC0415

    return kernel_engine


def seek_of(scope: Scope) -> Seek:
    """Return what finds where a scope begins, and what is behind damage, for a view of trees."""
    if not (scope.span.start or scope.is_lenient):
        return FROM_HEAD
    from binlog_kaitai.kernels.seek.boundaries import KernelSeek  # noqa: PLC0415 - as above

    return KernelSeek()
