"""From what a user calls a log to the files to read."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from binlog_kaitai.framing import begins_as_log
from binlog_kaitai.sources import logs_of
from binlog_kaitai.spark.options import Options


def given_paths(options: Options) -> list[str]:
    """The paths of `load(path)` or `load([path, ...])`."""
    paths = [*options.paths, *([] if options.path is None else [options.path])]
    if not paths:
        raise ValueError("no path: give load() a file, a folder or a pattern, or a list of them")
    return paths


def find_files(paths: Iterable[str]) -> list[str]:
    """The absolute paths of the files that local paths stand for, each once, sorted.

    A path is a file, a server's `.index` file, a folder (those of its files that begin as binary
    logs do), a pattern, or one of these as `file:` URI. Numbers in names sort as numbers. Raises
    ValueError for a path that is not local, FileNotFoundError where a path stands for no file.
    """
    files: set[Path] = set()
    for path in paths:
        found = [file for match in _matches(path) for file in _files(match)]
        if not found:
            raise FileNotFoundError(f"{path}: no binary log there")
        files.update(found)
    return [str(file) for file in sorted(files, key=_in_order)]


def _matches(path: str) -> list[Path]:
    if "://" in path and not path.startswith("file:"):
        raise ValueError(f"{path}: only local files can be read")
    local = Path(unquote(urlsplit(path).path) if path.startswith("file:") else path).absolute()
    if local.exists() or not glob.has_magic(str(local)):
        return [local]
    return [Path(match) for match in glob.glob(str(local), recursive=True)]  # noqa: PTH207


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from (file for file in path.iterdir() if file.is_file() and begins_as_log(file))
    elif path.exists():
        yield from logs_of(path)


def _in_order(path: Path) -> list[tuple[bool, int, str]]:
    parts = re.split(r"(\d+)", str(path))
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]
