"""Where files lie: local paths, and URIs of those in buckets and clusters."""

from __future__ import annotations

import functools
import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

# schemes that users write, and what pyarrow calls them
SCHEMES = {
    "s3": "s3",
    "s3a": "s3",
    "gs": "gs",
    "abfs": "abfs",
    "abfss": "abfss",
    "hdfs": "hdfs",
}

# a pattern may have a question mark, too: a query has an equals sign behind it
_URI = re.compile(r"(\w+)://([^/?]*)(.*?)/*(\?\w+=.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """A path in one of pyarrow's file systems; `root` and `query` are of the URI it came from."""

    filesystem: Any
    path: str
    root: str = ""
    query: str = ""
    root_path: str = ""

    def name_of(self, path: str) -> str:
        """The local path or URI by which a path of the same file system is opened again."""
        return f"{self.root}{path.removeprefix(self.root_path)}{self.query}"


def is_remote(path: str | os.PathLike[str]) -> bool:
    """Whether a path is the URI of a file system that is not this machine's."""
    scheme, separator, _ = os.fspath(path).partition("://")
    return bool(separator) and scheme in SCHEMES


def local_path(path: str | os.PathLike[str]) -> str:
    """A local path as it is, or that of a `file:` URI."""
    text = os.fspath(path)
    return unquote(urlsplit(text).path) if text.startswith("file:") else text


def base_name(path: str | os.PathLike[str]) -> str:
    """The last part of a path or URI."""
    if not is_remote(path):
        return Path(local_path(path)).name
    _, _, inner, _ = _parts(path)
    return PurePosixPath(inner).name


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file or folder. Raises OSError where that cannot be told."""
    if not is_remote(path):
        return Path(local_path(path)).exists()
    place = place_of(path)
    (info,) = place.filesystem.get_file_info([place.path])
    return bool(info.type.name != "NotFound")


def sibling(path: str | os.PathLike[str], name: str) -> str:
    """What lies beside a file, by a name relative to the file's folder."""
    if not is_remote(path):
        return str(Path(local_path(path)).parent / name)
    scheme, authority, inner, query = _parts(path)
    return f"{scheme}://{authority}{PurePosixPath(inner).parent / name}{query}"


def place_of(path: str | os.PathLike[str]) -> Place:
    """The file system of a path or URI, and its path there; local ones are made absolute.

    A URI is taken as Spark takes it, without decoding percent signs; its query, such as
    `?endpoint_override=localhost:9000&scheme=http`, is for the file system. Raises OSError where
    there is no such file system, ValueError for a query that it does not know.
    """
    from pyarrow.fs import LocalFileSystem  # noqa: PLC0415 - slow to import, for what may be local

    if not is_remote(path):
        return Place(LocalFileSystem(), os.path.abspath(local_path(path)))  # noqa: PTH100 - keeps ..
    scheme, authority, inner, query = _parts(path)
    filesystem, root_path = _file_system(f"{SCHEMES[scheme]}://{authority}/{query}")
    return Place(filesystem, root_path + inner, f"{scheme}://{authority}", query, root_path)


def _parts(uri: str | os.PathLike[str]) -> tuple[str, str, str, str]:
    match = _URI.fullmatch(os.fspath(uri))
    if match is None:
        raise ValueError(f"{os.fspath(uri)}: not a URI")
    scheme, authority, inner, query = match.groups(default="")
    return scheme, authority, inner, query


@functools.cache  # to find a bucket's region takes a request
def _file_system(uri: str) -> tuple[Any, str]:
    from pyarrow.fs import FileSystem  # noqa: PLC0415 - slow to import, for what may be local

    filesystem, root = FileSystem.from_uri(uri)
    return filesystem, root.rstrip("/")
