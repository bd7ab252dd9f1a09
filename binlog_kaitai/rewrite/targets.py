"""Where logs are written to: files, objects of a bucket, or a stream."""

from __future__ import annotations

import mmap
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Protocol

from pyarrow.fs import FileSelector

from binlog_kaitai.io.given import STDIN
from binlog_kaitai.io.paths import is_remote, remote_place, write_object

_PARTIAL = ".partial"
"""Behind the name of a file that is not complete."""


class Target(Protocol):
    """Where logs are written to: all of each, or nothing of it."""

    def check(self, names: list[str]) -> None:
        """Raise FileExistsError where a log of such a name is there, ValueError for too many."""

    def names(self) -> Iterable[str]:
        """Return the names of the files that are there."""

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Yield an empty stream for reading and writing; behind the block, it is the log."""

    def path_of(self, name: str) -> str:
        """Return what a log is called."""

    def read(self, name: str) -> bytes | None:
        """Return a small file beside the logs; None if it is not there."""

    def write(self, name: str, content: bytes) -> None:
        """Write a small file beside the logs, all of it or nothing."""

    def delete(self, name: str) -> None:
        """Delete a small file beside the logs."""

    def verify(self, path: str, size: int) -> None:
        """Raise FileNotFoundError if a log that was written is not there, of its size."""

    def clean(self) -> None:
        """Delete what is left of logs that a run before did not complete."""


class FolderTarget:
    """A folder, which is made if it is not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def check(self, names: list[str]) -> None:
        for name in names:
            if (self._folder / name).exists():
                raise FileExistsError(f"{self._folder / name}: the file exists")
        self._folder.mkdir(parents=True, exist_ok=True)

    def names(self) -> Iterable[str]:
        return [path.name for path in self._folder.glob("*")]

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        partial = self._folder / f"{name}.{token_hex(4)}{_PARTIAL}"  # several tasks may write it
        try:
            with partial.open("w+b") as stream:
                yield stream
            partial.rename(self._folder / name)
        finally:
            partial.unlink(missing_ok=True)

    def path_of(self, name: str) -> str:
        return str(self._folder / name)

    def read(self, name: str) -> bytes | None:
        path = self._folder / name
        return path.read_bytes() if path.exists() else None

    def write(self, name: str, content: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        partial = self._folder / f"{name}{_PARTIAL}"
        partial.write_bytes(content)
        partial.replace(self._folder / name)

    def delete(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)

    def verify(self, path: str, size: int) -> None:
        file = Path(path)
        _verify(path, size, file.stat().st_size if file.exists() else None)

    def clean(self) -> None:
        for path in self._folder.glob(f"*.{'[0-9a-f]' * 8}{_PARTIAL}"):
            path.unlink()


class BucketTarget:
    """A folder of a bucket; logs are in a temporary file before."""

    def __init__(self, uri: str) -> None:
        self._place = remote_place(uri.rstrip("/"))

    def check(self, names: list[str]) -> None:
        for name in names:
            if self._place.entry(self._path(name)) is not None:
                raise FileExistsError(f"{self.path_of(name)}: the object exists")

    def names(self) -> Iterable[str]:
        every = FileSelector(self._place.path, allow_not_found=True)
        return [one.base_name for one in self._place.filesystem.get_file_info(every)]

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        with tempfile.TemporaryFile() as stream:
            yield stream
            stream.flush()
            with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
                write_object(self._place.filesystem, self._path(name), content)

    def path_of(self, name: str) -> str:
        return self._place.name_of(self._path(name)).partition("?")[0]

    def read(self, name: str) -> bytes | None:
        if self._place.entry(self._path(name)) is None:
            return None
        with self._place.filesystem.open_input_file(self._path(name)) as stream:
            content: bytes = stream.read()
        return content

    def write(self, name: str, content: bytes) -> None:
        write_object(self._place.filesystem, self._path(name), content)

    def delete(self, name: str) -> None:
        if self._place.entry(self._path(name)) is not None:
            self._place.filesystem.delete_file(self._path(name))

    def verify(self, path: str, size: int) -> None:
        entry = self._place.entry(self._path(path.rpartition("/")[2]))
        _verify(path, size, None if entry is None else entry.size)

    def clean(self) -> None:
        """Objects are written as a whole."""

    def _path(self, name: str) -> str:
        return f"{self._place.path}/{name}"


class StreamTarget:
    """A stream that takes one log, when all of it is written to a temporary file."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._is_taken = False

    def check(self, names: list[str]) -> None:
        if len(names) != 1:
            raise ValueError(f"expected one log file for standard output, found {len(names)}")
        if self._is_taken:
            raise FileExistsError("expected one log file for standard output, found another one")

    def names(self) -> Iterable[str]:
        return ()

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:  # noqa: ARG002 - as of others
        self._is_taken = True
        with tempfile.TemporaryFile() as stream:
            yield stream
            stream.seek(0)
            shutil.copyfileobj(stream, self._stream)
            self._stream.flush()

    def path_of(self, name: str) -> str:
        return name

    def read(self, name: str) -> bytes | None:  # noqa: ARG002 - as of others
        """There is nothing beside a stream."""
        return None

    def write(self, name: str, content: bytes) -> None:
        """Nothing can be beside a stream."""

    def delete(self, name: str) -> None:
        """There is nothing beside a stream."""

    def verify(self, path: str, size: int) -> None:
        """Nothing of what a stream has taken can be asked for."""

    def clean(self) -> None:
        """Nothing is left of a stream."""


def _verify(path: str, size: int, found: int | None) -> None:
    if found != size:
        state = "no file" if found is None else f"one of {found:,} bytes"
        raise FileNotFoundError(
            f"{path}: expected a file of {size:,} bytes, which an unfinished rewrite has written,"
            f" found {state}; delete the directory's files, and begin again"
        )


def target_of(out: str, stream: BinaryIO) -> Target:
    """Return the target of a folder, of a bucket's URI, or for `-` of a stream."""
    if out == STDIN:
        return StreamTarget(stream)
    return BucketTarget(out) if is_remote(out) else FolderTarget(Path(out))
