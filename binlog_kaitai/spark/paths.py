"""From what a user calls logs to the files to read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from pyarrow.fs import FileSelector, FileType

from binlog_kaitai.files import read_head
from binlog_kaitai.framing import begins_as_log
from binlog_kaitai.places import SCHEMES, Place, base_name, is_remote, place_of
from binlog_kaitai.sources import INDEX_SUFFIX, logs_of
from binlog_kaitai.spark.options import Options

CONCURRENT_READS = 16  # of first bytes, each of which may take a request

_MAGIC = re.compile(r"[*?\[{]")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read, by its absolute path or its URI.

    `size` is in bytes, as it is stored; `modified` in microseconds since 1970. A file that
    `is_compressed` as a whole can be read from its start only.
    """

    path: str
    size: int
    modified: int
    is_compressed: bool


def given_paths(options: Options) -> list[str]:
    """The paths of `load(path)` or `load([path, ...])`."""
    paths = [*options.paths, *([] if options.path is None else [options.path])]
    if not paths:
        raise ValueError("no path: give load() a file, a folder or a pattern, or a list of them")
    return paths


def find_files(paths: Iterable[str], options: Options | None = None) -> list[FoundFile]:
    """The files that paths stand for, each once, sorted: numbers in names sort as numbers.

    A path is a file, a server's `.index` file, a folder (those of its files that begin as binary
    logs do, decompressed), a pattern (with `**` for folders in folders), or the URI of one of
    these. Files and folders whose names begin with `.` or `_` are only taken by their full name.
    The options narrow down what is found; with `recursiveFileLookup` folders are read with those in
    them. Raises FileNotFoundError where a path stands for no file, ValueError for a URI of an
    unknown kind, BinlogError for an `.index` file with a name that is not there, or a compressed
    file that is damaged, OSError.
    """
    options = options or Options()
    files: dict[str, FoundFile] = {}
    for path in paths:
        found = list(_with_heads(_candidates(path, options)))
        if not found:
            left = " that the options let pass" if _are_narrow(options) else ""
            raise FileNotFoundError(f"{path}: no binary log there{left}")
        files.update((re.sub("^s3a:", "s3:", file.path), file) for file in found)
    return [file for _, file in sorted(files.items(), key=lambda item: _in_order(item[0]))]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A file that may be taken; one that only lies in a folder has to look like a log."""

    path: str
    info: Any
    is_listed: bool

    @property
    def modified(self) -> int:
        return int(self.info.mtime_ns or 0) // 1000


def _with_heads(candidates: Iterable[_Candidate]) -> Iterator[FoundFile]:
    with ThreadPoolExecutor(CONCURRENT_READS) as pool:
        for file in pool.map(_with_head, candidates):
            if file is not None:
                yield file


def _with_head(candidate: _Candidate) -> FoundFile | None:
    head, is_compressed = read_head(candidate.path)
    if candidate.is_listed and not begins_as_log(head):
        return None
    return FoundFile(candidate.path, candidate.info.size, candidate.modified, is_compressed)


def _candidates(path: str, options: Options) -> Iterator[_Candidate]:
    if "://" in path and not (is_remote(path) or path.startswith("file:")):
        known = ", ".join(["file", *SCHEMES])
        raise ValueError(f"{path}: not a local path, nor a URI of one of {known}")
    place = place_of(path)
    for info in _matches(place):
        if info.type == FileType.Directory:
            found = _logs_in(place, info.path, is_deep=options.recursive_file_lookup)
        else:
            found = _logs_of(place, info)
        yield from (file for file in found if _is_wanted(file, options))


def _logs_of(place: Place, info: Any) -> Iterator[_Candidate]:
    """A file, or those that it lists."""
    name = place.name_of(info.path)
    if not base_name(name).endswith(INDEX_SUFFIX):
        yield _Candidate(name, info, is_listed=False)
        return
    for log in logs_of(name):
        (listed,) = place.filesystem.get_file_info([place_of(log).path])
        yield _Candidate(log, listed, is_listed=False)


def _are_narrow(options: Options) -> bool:
    filters = (options.path_glob_filter, options.modified_after, options.modified_before)
    return any(value is not None for value in filters)


def _is_wanted(file: _Candidate, options: Options) -> bool:
    if options.path_glob_filter is not None:
        name = base_name(file.path)
        if not any(fnmatchcase(name, one) for one in _without_braces(options.path_glob_filter)):
            return False
    modified, after, before = file.modified, options.modified_after, options.modified_before
    return (after is None or modified > after) and (before is None or modified < before)


def _matches(place: Place) -> Iterator[Any]:
    """What is there of files and folders that a path stands for."""
    (info,) = place.filesystem.get_file_info([place.path])
    if info.type != FileType.NotFound:
        yield info
    elif _MAGIC.search(place.path):
        for pattern in _without_braces(place.path):
            yield from _matches_of(place.filesystem, PurePosixPath(pattern).parts)


def _matches_of(filesystem: Any, parts: tuple[str, ...]) -> Iterator[Any]:
    num_fixed = next((i for i, part in enumerate(parts) if _MAGIC.search(part)), len(parts))
    found = filesystem.get_file_info([str(PurePosixPath(*parts[:num_fixed]))])
    for part in parts[num_fixed:]:
        folders = [info for info in found if info.type == FileType.Directory]
        found = [info for folder in folders for info in _matches_in(filesystem, folder, part)]
    yield from (info for info in found if info.type != FileType.NotFound)


def _matches_in(filesystem: Any, folder: Any, part: str) -> Iterator[Any]:
    """What one part of a pattern matches in a folder."""
    if part == "**":
        yield folder
        for info in _listing(filesystem, folder.path):
            is_folder = info.type == FileType.Directory
            yield from _matches_in(filesystem, info, part) if is_folder else [info]
    elif _MAGIC.search(part):
        for info in _listing(filesystem, folder.path):
            if fnmatchcase(info.base_name, part):
                yield info
    else:
        yield from filesystem.get_file_info([f"{folder.path.rstrip('/')}/{part}"])


def _logs_in(place: Place, folder: str, *, is_deep: bool) -> Iterator[_Candidate]:
    for info in _listing(place.filesystem, folder):
        if info.type == FileType.File:
            yield _Candidate(place.name_of(info.path), info, is_listed=True)
        elif is_deep and info.type == FileType.Directory:
            yield from _logs_in(place, info.path, is_deep=True)


def _listing(filesystem: Any, folder: str) -> Iterator[Any]:
    """What a folder holds, without what is hidden."""
    for info in filesystem.get_file_info(FileSelector(folder, allow_not_found=True)):
        if not info.base_name.startswith((".", "_")):
            yield info


def _without_braces(pattern: str) -> list[str]:
    """The patterns that one with alternatives, such as `{a,b}.*`, stands for."""
    match = re.search(r"\{([^{}]*)\}", pattern)
    if match is None:
        return [pattern]
    before, after = pattern[: match.start()], pattern[match.end() :]
    return [
        one for word in match[1].split(",") for one in _without_braces(f"{before}{word}{after}")
    ]


def _in_order(path: str) -> list[tuple[bool, int, str]]:
    parts = re.split(r"(\d+)", path)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]
