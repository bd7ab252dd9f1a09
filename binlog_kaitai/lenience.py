"""Follows a log, and goes on behind what is damaged where that is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from binlog_kaitai.errors import BinlogError, out_of_memory
from binlog_kaitai.framing import LogFile
from binlog_kaitai.log import EventReader, LoggedEvent, beginning_of
from binlog_kaitai.scopes import Scope

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is damaged, and was passed over."""

    error: BinlogError


def _in_memory(
    file: str, events: EventReader, take: Callable[[Iterator[LoggedEvent]], Iterator[T]]
) -> Iterator[T]:
    try:
        yield from take(events.rest())
    except MemoryError as error:
        raise out_of_memory(file, events.position) from error


def follow(  # noqa: PLR0913
    path: str | os.PathLike[str],
    scope: Scope,
    take: Callable[[Iterator[LoggedEvent]], Iterator[T]],
    forget: Callable[..., None],
    look_into: Callable[[LogFile], None] | None = None,
    *,
    assembles: bool = True,
) -> Iterator[T | Fault]:
    """Yields what `take` makes of the events in a scope's span.

    Raises BinlogError where the file is damaged, or `take` does. Where the scope is lenient it is a
    `Fault` instead, and `take` is called again, with the events behind it; `forget` is called
    before, with `keeps_open` if these lie in the transaction that was open. `look_into` is called
    first. Rows events in fragments are put together unless it is told otherwise.
    """
    with LogFile(path) as log:
        beginning = beginning_of(
            log, scope.span, is_lenient=scope.is_lenient, verifies=scope.verify_checksums
        )
        if beginning is None:
            return
        if look_into is not None:
            look_into(log)
        verifies = scope.verify_checksums
        events = EventReader(log, beginning, scope.span, assembles=assembles, verifies=verifies)
        while True:
            try:
                yield from _in_memory(log.file, events, take)
            except BinlogError as error:
                if not scope.is_lenient:
                    raise
                yield Fault(error)
                if not events.passes_over(error):
                    return
                forget(keeps_open=events.knows_transaction)
            else:
                return
