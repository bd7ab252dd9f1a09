"""Where an export writes: a folder, reached by one of pyarrow's file systems.

Nothing asks for more than object stores can do: a file appears whole when it is closed or copied,
and has a name that no other had before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from pyarrow.fs import FileSelector, FileSystem, FileType, LocalFileSystem

from binlog_kaitai.io.paths import is_remote, local_path

WORK = "_export"
"""The folder of what is the export's own; readers of datasets pass over it."""


@dataclass(frozen=True)
class Store:
    """A folder, by its absolute path. Names are of what is in it, with `/` between their parts."""

    root: str

    @staticmethod
    def at(out: str | Path) -> Store:
        """Return the store of a path. Raises ValueError for a URI of another file system."""
        if is_remote(out) or "://" in local_path(out):
            raise ValueError(f"{out}: expected a folder, of this machine or mounted, found a URI")
        return Store(str(Path(local_path(out)).absolute()))

    @property
    def _files(self) -> FileSystem:
        return LocalFileSystem()

    def path(self, name: str) -> str:
        """Return the path of a file or folder in the store."""
        return f"{self.root}/{name}" if name else self.root

    def new_name(self, folder: str, ending: str) -> str:
        """Return the name of a file in a folder that no other has or had."""
        return f"{folder}/part-{uuid4().hex}{ending}"

    def create(self, name: str) -> Any:
        """Return a stream into a file, which others may see only once it is closed."""
        path = self.path(name)
        self._files.create_dir(path.rpartition("/")[0], recursive=True)
        return self._files.open_output_stream(path)

    def open(self, name: str) -> Any:
        """Open a file to read at any place. Raises FileNotFoundError."""
        return self._files.open_input_file(self.path(name))

    def exists(self, name: str) -> bool:
        """Return whether there is a file or folder."""
        (info,) = self._files.get_file_info([self.path(name)])
        return bool(info.type != FileType.NotFound)

    def is_file(self, name: str) -> bool:
        """Return whether there is something that is no folder."""
        (info,) = self._files.get_file_info([self.path(name)])
        return bool(info.type in (FileType.File, FileType.Unknown))

    def read_json(self, name: str) -> Any:
        """Return what a file of JSON holds, None where there is none."""
        try:
            with self._files.open_input_stream(self.path(name)) as stream:
                return json.loads(stream.read())
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write_json(self, name: str, content: Any, *, indent: int | None = None) -> None:
        """Put a file of JSON in its place, whole, also where there is one."""
        made = self.new_name(WORK, ".tmp")
        with self.create(made) as stream:
            stream.write(json.dumps(content, indent=indent).encode("ascii") + b"\n")
        path = self.path(name)
        self._files.create_dir(path.rpartition("/")[0], recursive=True)
        self._files.move(self.path(made), path)

    def touch(self, name: str) -> None:
        """Make an empty file."""
        with self.create(name):
            pass

    def publish(self, source: str, target: str) -> None:
        """Let a file appear in another place, unless it is there already."""
        path = self.path(target)
        self._files.create_dir(path.rpartition("/")[0], recursive=True)
        try:
            self._files.move(self.path(source), path)
        except FileNotFoundError:
            if not self.exists(target):
                raise

    def delete(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            self._files.delete_file(self.path(name))

    def delete_folder(self, name: str) -> None:
        """Remove a folder with all that is in it, if it is there."""
        with suppress(FileNotFoundError):
            self._files.delete_dir(self.path(name))

    def entries(self, folder: str) -> list[str]:
        """Return the names of what a folder holds, without the folder's."""
        return [info.base_name for info in self._infos(folder, is_deep=False)]

    def sizes(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the names of all files in a folder, and in those in it, with their bytes."""
        start = len(self.root) + 1
        for info in self._infos(folder, is_deep=True):
            if info.type == FileType.File:
                yield info.path[start:], info.size

    def files(self, folder: str) -> Iterator[str]:
        """Yield the names of all files in a folder, and in those in it."""
        return (name for name, _ in self.sizes(folder))

    def _infos(self, folder: str, *, is_deep: bool) -> list[Any]:
        selector = FileSelector(self.path(folder), allow_not_found=True, recursive=is_deep)
        return sorted(self._files.get_file_info(selector), key=lambda info: info.path)
