"""Where files lie: local paths, and URIs of those in buckets and clusters."""

from __future__ import annotations

import errno
import functools
import logging
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Lock, Thread
from typing import Any, TypeAlias
from urllib.parse import quote, unquote_to_bytes, urlsplit

from binlog_kaitai.errors import TransientError
from binlog_kaitai.io.outages import outage_of
from binlog_kaitai.printable import valid

# schemes that users write, and what pyarrow calls them
SCHEMES = {
    "s3": "s3",
    "s3a": "s3",
    "gs": "gs",
    "abfs": "abfs",
    "abfss": "abfss",
    "hdfs": "hdfs",
}

_OTHER_SCHEMES = {
    **dict.fromkeys(
        ("http", "https", "ftp"),
        "not supported: pipe the download, as in 'curl URL | binlog-kaitai rows -'",
    ),
    **dict.fromkeys(
        ("ssh", "sftp", "scp"),
        "not supported: pipe the remote file, as in 'ssh HOST cat PATH | binlog-kaitai rows -'",
    ),
    **dict.fromkeys(("postgres", "postgresql"), "PostgreSQL has no MySQL binary logs"),
    **dict.fromkeys(
        ("jdbc:mysql", "jdbc:mariadb", "mysqlx", "mysql+pymysql"),
        "not supported: write mysql://USER@HOST:PORT",
    ),
    **dict.fromkeys(("mongodb", "redis", "sqlserver", "oracle"), "not a MySQL or MariaDB server"),
    **dict.fromkeys(("wasb", "wasbs", "adl"), "an old Azure scheme: write abfss://"),
    "gcs": "not supported: write gs://",
}

LOGGER = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds without an answer before a warning."""

GIVE_UP_SECONDS = 60
"""Seconds that requests to Google's storage are repeated; its library would for 15 minutes."""

_GIVE_UP = "retry_limit_seconds="
_AT_ONCE = "allow_delayed_open="

# a pattern may have a question mark, too: a query has an equals sign behind it
_URI = re.compile(r"(\w+)://([^/?]*)(.*?)/*(\?\w+=.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder that is there: `size` in bytes, `modified` in microseconds since 1970.

    What is neither, such as a pipe, is no file and no folder.
    """

    path: str
    is_file: bool
    is_folder: bool
    size: int
    modified: int

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rstrip("/").rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class LocalPlace:
    """An absolute path of this machine."""

    path: str

    def entry(self, path: str) -> Entry | None:
        """Return what is at a path, if there is anything.

        Raises OSError where that cannot be told.
        """
        try:
            status = os.stat(path)  # noqa: PTH116 - a path as text
        except (FileNotFoundError, NotADirectoryError):
            return None
        mode = status.st_mode
        is_file, is_folder = stat.S_ISREG(mode), stat.S_ISDIR(mode)
        return Entry(path, is_file, is_folder, status.st_size, status.st_mtime_ns // 1000)

    def entries(self, folder: str) -> Iterator[Entry]:
        """Yield what a folder holds. Raises OSError where it cannot be read."""
        for name in os.listdir(folder):  # noqa: PTH208 - a path as text
            entry = self.entry(os.path.join(folder, name))  # noqa: PTH118 - likewise
            if entry is not None:
                yield entry

    def name_of(self, path: str) -> str:
        """Return the path, or URI, by which an entry is opened."""
        return path


@dataclass(frozen=True, slots=True)
class RemotePlace:
    """A path in one of pyarrow's file systems; as `LocalPlace`, with a URI as an entry's name.

    `root` and `query` are those of the URI, `root_path` is what `root` is to the file system.
    """

    filesystem: Any
    path: str
    root: str
    query: str
    root_path: str

    def entry(self, path: str) -> Entry | None:
        with _named(self._uri_of(path)):
            (info,) = self.filesystem.get_file_info([path])
        return _entry_of(info) if info.type.name != "NotFound" else None

    def entries(self, folder: str) -> Iterator[Entry]:
        from pyarrow.fs import FileSelector  # noqa: PLC0415 - slow to import

        with _named(self._uri_of(folder)):
            found = self.filesystem.get_file_info(FileSelector(folder))
        yield from map(_entry_of, found)

    def name_of(self, path: str) -> str:
        return f"{self._uri_of(path)}{self.query}"

    def _uri_of(self, path: str) -> str:
        return f"{self.root}{path.removeprefix(self.root_path)}"

    def open(self) -> RemoteFile:
        """Open the file. Raises OSError."""
        uri = self._uri_of(self.path)
        with _named(uri):
            return RemoteFile(uri, self.filesystem.open_input_file(self.path))


class RemoteFile:
    """An open file of one of pyarrow's file systems, whose errors name its URI."""

    def __init__(self, uri: str, file: Any) -> None:
        self._uri = uri
        self._file = file
        self.size = file.size
        self.close = file.close

    def read_at(self, nbytes: int, offset: int) -> bytes:
        """Return bytes from an offset. Raises OSError."""
        with _named(self._uri):
            data: bytes = self._file.read_at(nbytes, offset)
            return data


@contextmanager
def _named(uri: str) -> Iterator[None]:
    """Name the URI in the errors of a request, and in a warning if the answer takes long.

    Raises:
        TransientError: the store does not answer, or asks to come back later.
        OSError: another error, of whichever type pyarrow raises.
    """
    from pyarrow.lib import ArrowException  # noqa: PLC0415 - slow to import

    try:
        with _REQUESTS.watched(uri):
            yield
    except (OSError, ArrowException) as error:
        if isinstance(error, ValueError):
            raise
        text = str(getattr(error, "strerror", None) or error)
        text = text.partition("\n")[0].partition(" error_info=")[0]
        raised = TransientError if outage_of(error) else OSError
        raise raised(getattr(error, "errno", None) or errno.EIO, text, uri) from error


class _Requests:
    """The requests that wait for an answer, and one thread that warns where one takes long."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget all, as a process does that was forked: it has no threads of the other one."""
        self.begun: dict[object, tuple[float, str]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None

    @contextmanager
    def watched(self, uri: str) -> Iterator[None]:
        """Have a request watched: a thread for each would take as long as half of a request."""
        key = object()
        self.begun[key] = time.monotonic(), uri
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._watch, daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            self.begun.pop(key, None)  # a fork has forgotten it

    def _watch(self) -> None:
        """Warn, until there was no request for a while."""
        while True:
            time.sleep(PATIENCE / 10)
            latest = time.monotonic() - PATIENCE
            for begun, uri in list(self.begun.values()):
                if begun < latest:
                    _warn_once(uri.partition("?")[0])
            with self._lock:
                if not self.begun:
                    self._thread = None
                    return


_REQUESTS = _Requests()
os.register_at_fork(after_in_child=_REQUESTS.forget)


@functools.cache
def _warn_once(uri: str) -> None:
    LOGGER.warning("waiting for an answer from %s", uri)


Place: TypeAlias = LocalPlace | RemotePlace


def _entry_of(info: Any) -> Entry:
    kind = info.type.name
    modified = (info.mtime_ns or 0) // 1000
    return Entry(info.path, kind == "File", kind == "Directory", info.size or 0, modified)


def is_remote(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is the URI of a file system that is not this machine's."""
    scheme, separator, _ = os.fspath(path).partition("://")
    return bool(separator) and scheme in SCHEMES


def unknown_scheme(uri: str) -> str:
    """Return what is wrong with a URI whose scheme is none of a file system or a server.

    Users and queries are not shown, for they may hold passwords.
    """
    scheme, _, rest = uri.partition("://")
    shown = re.sub("^[^/]*@", "", rest.partition("?")[0])
    known = ", ".join(["file", *SCHEMES])
    reason = _OTHER_SCHEMES.get(scheme.lower())
    reason = f"{reason}; " if reason else ""
    return (
        f"{scheme}://{shown}: {reason}expected a local path or a URI of {known}, mysql or mariadb"
    )


def local_path(path: str | os.PathLike[str]) -> str:
    """Return a local path as it is, or that of a `file:` URI."""
    text = os.fspath(path)
    return os.fsdecode(unquote_to_bytes(urlsplit(text).path)) if text.startswith("file:") else text


def sendable(path: str) -> str:
    """Return a path as it is, or as a URI if its bytes are no UTF-8, which Java has no text for."""
    return path if valid(path) == path else f"file:{quote(os.fsencode(path))}"


def base_name(path: str | os.PathLike[str]) -> str:
    r"""Return the last part of a path or URI, with `\xff` for bytes that are no UTF-8."""
    if not is_remote(path):
        return valid(os.path.basename(local_path(path).rstrip(os.sep)))  # noqa: PTH119 - as text
    _, _, inner, _ = _parts(path)
    return PurePosixPath(inner).name


def exists(path: str | os.PathLike[str]) -> bool:
    """Return whether there is a file or folder. Raises OSError where that cannot be told."""
    if is_remote(path):
        place = remote_place(path)
        return place.entry(place.path) is not None
    try:
        os.stat(local_path(path))  # noqa: PTH116 - a path as text
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def sibling(path: str | os.PathLike[str], name: str) -> str:
    """Return what lies beside a file, by a name relative to the file's folder."""
    if not is_remote(path):
        return str(Path(local_path(path)).parent / name)
    scheme, authority, inner, query = _parts(path)
    return f"{scheme}://{authority}{PurePosixPath(inner).parent / name}{query}"


def replace_file(path: Path, text: str) -> None:
    """Replace a local file, which always has its old or its new content. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as target:
        target.write(text)
        target.flush()
        os.fsync(target.fileno())
    new.replace(path)


def write_object(filesystem: Any, path: str, content: Any) -> None:
    """Write a file of a pyarrow file system at once; an object appears as a whole or not at all.

    Raises OSError.
    """
    stream = filesystem.open_output_stream(path, compression=None)
    stream.write(content)
    stream.close()  # not by `with`: to close after an error makes an object of the bytes before it


def place_of(path: str | os.PathLike[str]) -> Place:
    """Return where a path or URI lies. Raises as `remote_place`."""
    if not is_remote(path):
        return LocalPlace(str(Path(local_path(path)).absolute()))
    return remote_place(path)


def remote_place(uri: str | os.PathLike[str]) -> RemotePlace:
    """Return the file system of a URI, and its path there.

    It is taken as Spark takes it, without decoding percent signs; its query, such as
    `?endpoint_override=localhost:9000&scheme=http`, is for the file system. Raises OSError where
    there is no such file system, ValueError for a query that it does not know.
    """
    scheme, authority, inner, query = _parts(uri)
    with _named(f"{scheme}://{authority}{inner}"):
        filesystem, root_path = _file_system(f"{SCHEMES[scheme]}://{authority}/{query}")
    return RemotePlace(filesystem, root_path + inner, f"{scheme}://{authority}", query, root_path)


def _parts(uri: str | os.PathLike[str]) -> tuple[str, str, str, str]:
    match = _URI.fullmatch(os.fspath(uri))
    if match is None:
        raise ValueError(f"{os.fspath(uri)}: expected a URI")
    scheme, authority, inner, query = match.groups(default="")
    return scheme, authority, inner, query


@functools.lru_cache(16)  # to find a bucket's region takes a request
def _file_system(uri: str) -> tuple[Any, str]:
    from pyarrow.fs import FileSystem  # noqa: PLC0415 - slow to import, for what may be local

    mark = "&" if "?" in uri else "?"
    if uri.startswith("gs://") and _GIVE_UP not in uri:
        uri = f"{uri}{mark}{_GIVE_UP}{GIVE_UP_SECONDS}"
    if uri.startswith("s3://") and _AT_ONCE not in uri:
        uri = f"{uri}{mark}{_AT_ONCE}true"  # a small object is one request, which can be repeated
    filesystem, root = FileSystem.from_uri(uri)
    return filesystem, root.rstrip("/")
