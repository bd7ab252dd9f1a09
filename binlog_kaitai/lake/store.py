"""Store of an export: a folder or an object store, with one of pyarrow's file systems.

Operations are limited to those of object stores: a file appears as a whole when it is closed or
copied, under a new unique name. In a folder, a rename replaces the copy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import parse_qsl
from uuid import uuid4

from pyarrow.fs import FileSelector, FileType, LocalFileSystem

from binlog_kaitai.io.outages import patiently
from binlog_kaitai.io.paths import is_remote, local_path, place_of, remote_place, write_object

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

WORK = "_export"
"""Folder of internal files; readers of datasets skip it."""

OBJECT_STORES = ("s3", "s3a", "gs", "abfs", "abfss")


@dataclass(frozen=True)
class Store:
    """A folder with an absolute path, or a prefix in an object store.

    Names are relative to it, with `/` between their parts.
    """

    root: str

    @staticmethod
    def at(out: str | Path) -> Store:
        """Return the store of a path or URI. Raises ValueError for another kind of URI."""
        if is_remote(out) and str(out).partition("://")[0] in OBJECT_STORES:
            return Store(str(out))
        if is_remote(out) or "://" in local_path(out):
            schemes = ", ".join(f"{name}://" for name in OBJECT_STORES)
            raise ValueError(f"{out}: expected a directory or a URI of one of {schemes}")
        return Store(str(Path(local_path(out)).absolute()))

    @property
    def is_local(self) -> bool:
        """Whether it is a local or mounted folder."""
        return not is_remote(self.root)

    @property
    def _files(self) -> Any:
        return LocalFileSystem() if self.is_local else remote_place(self.root).filesystem

    @property
    def _base(self) -> str:
        return self.root if self.is_local else remote_place(self.root).path

    def path(self, name: str) -> str:
        """Return the path of a file or folder in the file system."""
        return f"{self._base}/{name}" if name else self._base

    def location(self, name: str) -> str:
        """Return the URI of a file or folder for libraries other than pyarrow."""
        if self.is_local:
            return f"file://{self.path(name)}"
        root = self.root.partition("?")[0].rstrip("/")
        return f"{root}/{name}" if name else root

    @property
    def query(self) -> dict[str, str]:
        """The query of its URI, with settings of the object store."""
        return dict(parse_qsl(self.root.partition("?")[2])) if not self.is_local else {}

    def _make_folder_of(self, path: str) -> None:
        if self.is_local:
            self._files.create_dir(path.rpartition("/")[0], recursive=True)

    def new_name(self, folder: str, ending: str) -> str:
        """Return a new unique name of a file in a folder."""
        return f"{folder}/part-{uuid4().hex}{ending}"

    def create(self, name: str) -> Any:
        """Return a stream to a new file, which becomes visible when the stream is closed."""
        path = self.path(name)
        self._make_folder_of(path)
        return self._files.open_output_stream(path, compression=None)

    def open(self, name: str) -> Any:
        """Open a file for random access. Raises FileNotFoundError."""
        return self._files.open_input_file(self.path(name))

    def exists(self, name: str) -> bool:
        """Return whether there is a file or folder."""
        return place_of(self.root).entry(self.path(name)) is not None

    def is_file(self, name: str) -> bool:
        """Return whether a name exists and is not a folder."""
        (info,) = self._files.get_file_info([self.path(name)])
        return bool(info.type in (FileType.File, FileType.Unknown))

    def stamps(self, names: Iterable[str]) -> list[tuple[int, int] | None]:
        """Return the sizes and times of files, by which to tell their versions; None for none."""
        infos = self._files.get_file_info([self.path(name) for name in names])
        return [(one.size, one.mtime_ns) if one.type == FileType.File else None for one in infos]

    def read_json(self, name: str) -> Any:
        """Return the content of a JSON file; None if there is none."""
        # without credentials, Azure's library would abort the process when it opens a file
        if not self.exists(name):
            return None
        try:
            with self._files.open_input_stream(self.path(name), compression=None) as stream:
                return json.loads(stream.read())
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write_json(self, name: str, content: Any, *, indent: int | None = None) -> None:
        """Write a JSON file atomically; replaces an existing file."""
        made = self.path(self.new_name(WORK, ".tmp") if self.is_local else name)
        self._make_folder_of(made)
        write_object(self._files, made, json.dumps(content, indent=indent).encode("ascii") + b"\n")
        if self.is_local:
            path = self.path(name)
            self._make_folder_of(path)
            self._files.move(made, path)

    def touch(self, name: str) -> None:
        """Create an empty file."""
        with self.create(name):
            pass

    def publish(self, source: str, target: str) -> None:
        """Move a file to another name, unless it is already there."""
        path = self.path(target)
        self._make_folder_of(path)
        try:
            if self.is_local:
                self._files.move(self.path(source), path)
            else:
                self._files.copy_file(self.path(source), path)
        except FileNotFoundError:
            if not self.exists(target):
                raise

    def delete(self, name: str) -> None:
        """Remove a file, if it exists."""
        with suppress(FileNotFoundError):
            self._files.delete_file(self.path(name))

    def delete_folder(self, name: str) -> None:
        """Remove a folder with its content, if it exists."""
        # for a missing folder, the file system of Google's store raises a plain OSError
        if not self.is_local and not self.exists(name):
            return
        with suppress(FileNotFoundError):
            self._files.delete_dir(self.path(name))

    def entries(self, folder: str) -> list[str]:
        """Return the names in a folder, relative to the folder."""
        return [info.base_name for info in self._infos(folder, is_deep=False)]

    def sizes(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the names and sizes of all files in a folder, recursively."""
        start = len(self._base) + 1
        for info in self._infos(folder, is_deep=True):
            if info.type == FileType.File:
                yield info.path[start:], info.size

    def ages(self, folder: str) -> Iterator[tuple[str, int, float]]:
        """Yield the names, sizes and modification times in seconds of all files, recursively."""
        start = len(self._base) + 1
        for info in self._infos(folder, is_deep=True):
            if info.type == FileType.File:
                yield info.path[start:], info.size, info.mtime_ns / 1e9

    def times(self, folder: str) -> Iterator[tuple[str, float]]:
        """Yield the names of the files in a folder, with their modification times in seconds."""
        start = len(self._base) + 1
        for info in self._infos(folder, is_deep=False):
            if info.type == FileType.File:
                yield info.path[start:], info.mtime_ns / 1e9

    def files(self, folder: str) -> Iterator[str]:
        """Yield the names of all files in a folder, recursively."""
        return (name for name, _ in self.sizes(folder))

    def _infos(self, folder: str, *, is_deep: bool) -> list[Any]:
        selector = FileSelector(self.path(folder), allow_not_found=True, recursive=is_deep)
        return sorted(self._files.get_file_info(selector), key=lambda info: info.path)


def patient(
    action: Callable[Concatenate[Store, Arguments], Result],
) -> Callable[Concatenate[Store, Arguments], Result]:
    """Return a function of a store that is repeated as long as the store does not answer."""

    @wraps(action)
    def repeated(store: Store, /, *args: Arguments.args, **options: Arguments.kwargs) -> Result:
        return patiently(partial(action, store, *args, **options), store.root)

    return repeated
