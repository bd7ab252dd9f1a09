"""Resolve the paths of the options to files."""

from __future__ import annotations

from collections.abc import Iterable

from binlog_kaitai.io import finding
from binlog_kaitai.io.finding import FoundFile, Narrowing, in_order
from binlog_kaitai.replication.uris import is_server
from binlog_kaitai.spark.source.options import Options

__all__ = ["FoundFile", "find_files", "in_order", "input_paths"]


def input_paths(options: Options) -> list[str]:
    """Return the paths of `load(path)` or `load([path, ...])`."""
    paths = [*options.paths, *([] if options.path is None else [options.path])]
    if not paths:
        raise ValueError("no path: pass a file, directory or pattern, or a list of them, to load()")
    return paths


def has_server(options: Options) -> bool:
    """Return whether one of the paths is the URI of a server."""
    return any(map(is_server, input_paths(options)))


def find_files(paths: Iterable[str], options: Options | None = None) -> list[FoundFile]:
    """List the files of paths that pass the file options.

    All logs of servers pass. Raises as `binlog_kaitai.io.finding.find_files`, and OSError if a
    server cannot be queried.
    """
    options = options or Options()
    narrowing = Narrowing(
        options.path_glob_filter,
        options.recursive_file_lookup,
        options.modified_after,
        options.modified_before,
    )
    inputs = list(paths)
    files = finding.find_files((path for path in inputs if not is_server(path)), narrowing)
    files += [file for path in inputs if is_server(path) for file in _of_server(path)]
    return finding.with_keys(files, options.keyring)


def _of_server(uri: str) -> list[FoundFile]:
    """Return a server's logs, which are read only from their starts, as they arrive."""
    from binlog_kaitai.replication.logs import server_logs  # noqa: PLC0415 - needs an extra

    return [FoundFile(log, log.size, 0, is_compressed=True) for log in server_logs(uri)]
