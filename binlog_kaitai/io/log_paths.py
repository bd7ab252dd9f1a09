"""Paths of logs that tell more than where a file is: content, keys, or where to read it from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class ByteSource(Protocol):
    """What is read by positions, as pyarrow does it, or a part of what is wanted at once."""

    def size(self) -> int: ...
    def read_at(self, nbytes: int, offset: int) -> bytes | memoryview: ...
    def close(self) -> None: ...


class HeldFile(str):
    """The path of a file whose content is at hand, as bytes or Arrow has it: that is read."""

    __slots__ = ("content",)
    content: Any

    def __new__(cls, path: str, content: Any) -> HeldFile:  # noqa: PYI034 - Self came with 3.11
        held = super().__new__(cls, path)
        held.content = content
        return held


class SourcedFile(str):
    """The path of a log that no file system has: `size` of its bytes are read by what it opens.

    `known` is as for `ServedFile`.
    """

    __slots__ = ()

    size: int
    executed_gtids: str

    @property
    def tables(self) -> Any:
        """What tells of the tables in the log, where that itself does not: a mapping by names."""
        raise NotImplementedError

    @property
    def origin(self) -> object:
        """What is the same of all logs that come from one place."""
        raise NotImplementedError

    def open_source(self) -> ByteSource:
        """Return what reads the log by positions. Raises OSError."""
        raise NotImplementedError

    def is_there(self) -> bool:
        """Wait until some of the log can be read, or none ever. Raises OSError."""
        raise NotImplementedError

    def successors(self) -> Sequence[SourcedFile] | None:
        """Return what to read in place of the rest and of the logs behind, None if these are there.

        This is asked once the log is read, or is not there. Raises OSError.
        """
        raise NotImplementedError


class KeyedFile(str):
    """The path of a log, with the file of the keys that open it if it is encrypted.

    `path` is as it was given, a `HeldFile` too. The keys are read when the log is opened, so that
    no plan or message has them.
    """

    __slots__ = ("keyring", "path")
    path: str
    keyring: str

    def __new__(cls, path: str, keyring: str) -> KeyedFile:  # noqa: PYI034 - Self came with 3.11
        keyed = super().__new__(cls, path)
        keyed.path = path
        keyed.keyring = keyring
        return keyed

    def __reduce__(self) -> tuple[type[KeyedFile], tuple[str, str]]:
        return KeyedFile, (self.path, self.keyring)


class ServedFile(str):
    """The path of a log from a server, with the server's URI for queries of its tables.

    `executed_gtids` is the set of GTIDs that logs of another server contain already. They are
    skipped.
    """

    __slots__ = ("executed_gtids", "server")
    executed_gtids: str
    server: str

    def __new__(cls, path: str, server: str, executed_gtids: str) -> ServedFile:  # noqa: PYI034 - as above
        served = super().__new__(cls, path)
        served.server, served.executed_gtids = server, executed_gtids
        return served

    def __reduce__(self) -> tuple[type[ServedFile], tuple[str, str, str]]:
        return ServedFile, (str(self), self.server, self.executed_gtids)
