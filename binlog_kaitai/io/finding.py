"""From what a user calls logs to the files to read: folders, patterns, URIs, lists of a server."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import chain, islice
from pathlib import PurePath, PurePosixPath

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import INNODB_SUFFIX, open_file, read_head
from binlog_kaitai.io.framing import begins_as_log
from binlog_kaitai.io.log_index import IndexFolder, LogIdentity
from binlog_kaitai.io.log_paths import HeldFile, KeyedFile
from binlog_kaitai.io.paths import (
    Entry,
    Place,
    base_name,
    exists,
    is_remote,
    place_of,
    sibling,
    unknown_scheme,
)

FEW = 16  # files, whose heads are read as soon as an index is
CONCURRENT_READS = 16  # of first bytes, each of which may take a request
MANY = 64  # of this machine's files; to start a read in a thread takes longer than to read one

LOGGER = logging.getLogger(__name__)

_MAGIC = re.compile(r"[*?\[{]")


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read, by its absolute path or its URI.

    `size` is in bytes, as it is stored; `modified` in microseconds since 1970. A file that
    `is_compressed` as a whole can be read from its start only, as can a log in InnoDB pages. The
    size of such a log that a server made in advance is 0. A log `is_behind_gap` if its server
    purged some that were not read before it.
    """

    path: str
    size: int
    modified: int
    is_compressed: bool
    is_behind_gap: bool = False

    @property
    def is_paged(self) -> bool:
        """Whether it is a log in InnoDB pages, to which a server may add."""
        return self.is_compressed and base_name(self.path).endswith(INNODB_SUFFIX)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which of the files are taken that paths stand for; times in microseconds since 1970."""

    path_glob_filter: str | None = None
    recursive_file_lookup: bool = False
    modified_after: int | None = None
    modified_before: int | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether a file may be left out."""
        filters = (self.path_glob_filter, self.modified_after, self.modified_before)
        return any(value is not None for value in filters)


ALL_FILES = Narrowing()


def find_files(paths: Iterable[str], narrowing: Narrowing = ALL_FILES) -> list[FoundFile]:
    """Return the files that paths stand for, each once, sorted: numbers in names sort as numbers.

    A path is a file, a server's `.index` file, a folder (those of its files that begin as binary
    logs do, decompressed), a pattern (with `**` for folders in folders), or the URI of one of
    these. Files and folders whose names begin with `.` or `_` are only taken by their full name. A
    compressed copy next to its log, such as `binlog.000001.gz`, is left out with a warning.
    Where the lookup is recursive, folders are read with those in them. Raises FileNotFoundError
    where a path stands for no file, ValueError for a URI of an unknown kind, BinlogError for an
    `.index` file with a name that is not there, or a compressed file that is damaged, OSError.
    """
    given = list(dict.fromkeys(paths))
    is_there = any(map(is_remote, given))
    # threads are begun for what waits, once for all paths
    with ThreadPoolExecutor(CONCURRENT_READS) as pool:
        list_all = pool.map if is_there and len(given) > 1 else map
        listed = list(list_all(lambda path: list(_candidates(path, narrowing)), given))
        every = list(chain.from_iterable(listed))
        indexed = _indexed(every)
        unknown = [one for one, file in zip(every, indexed, strict=True) if file is None]
        size = 1 if is_there else MANY
        groups = [unknown[start : start + size] for start in range(0, len(unknown), size)]
        read_all = pool.map if len(groups) > 1 else map
        heads = iter(list(chain.from_iterable(read_all(_with_heads, groups))))
        read = (next(heads) if file is None else file for file in indexed)
    files: dict[str, FoundFile] = {}
    for path, candidates in zip(given, listed, strict=True):
        found = [file for file in islice(read, len(candidates)) if file is not None]
        if not found:
            left = " that matches the options" if narrowing.is_narrow else ""
            raise FileNotFoundError(f"{path}: expected a binary log{left}, found none")
        files.update((re.sub("^s3a:", "s3:", file.path), file) for file in found)
    names = sorted(files.keys() - _copies_in(files), key=in_order)
    begun = [files[name] for name in names if files[name].size or not files[name].is_paged]
    return begun or [files[name] for name in names]


def _copies_in(files: Mapping[str, FoundFile]) -> set[str]:
    """Return the compressed copies of logs that are there uncompressed, too, and warn of them."""
    copies = set()
    for name, file in files.items():
        original = files.get(name.rpartition(".")[0]) if file.is_compressed else None
        if original is not None and read_head(original.path)[0] == read_head(file.path)[0]:
            LOGGER.warning("%s: not read, because it is a copy of %s", file.path, original.path)
            copies.add(name)
    return copies


def with_keys(files: list[FoundFile], keyring: str | None) -> list[FoundFile]:
    """Return files with the file of keys, if there is one, that opens those that are encrypted."""
    if keyring is None:
        return files
    return [replace(file, path=KeyedFile(file.path, keyring)) for file in files]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A file that may be taken; one that only lies in a folder has to look like a log."""

    path: str
    entry: Entry
    is_listed: bool


def _indexed(candidates: list[_Candidate]) -> list[FoundFile | None]:
    """Return those of many files that an index beside them describes: their heads are not read."""
    known: dict[str, dict[LogIdentity, bool]] = {}
    found: list[FoundFile | None] = []
    for one in candidates:
        folder, _, name = one.path.partition("?")[0].rpartition("/")
        if folder not in known:
            known[folder] = IndexFolder(one.path).identities() if len(candidates) > FEW else {}
        entry = one.entry
        is_compressed = known[folder].get(LogIdentity(name, entry.size, entry.modified))
        if is_compressed is None:
            found.append(None)
        else:
            found.append(FoundFile(one.path, entry.size, entry.modified, is_compressed))
    return found


def _with_heads(candidates: list[_Candidate]) -> list[FoundFile | None]:
    return list(map(_with_head, candidates))


def _with_head(candidate: _Candidate) -> FoundFile | None:
    head, is_compressed = read_head(candidate.path)
    entry = candidate.entry
    found = FoundFile(candidate.path, entry.size, entry.modified, is_compressed)
    if found.is_paged and not any(head):
        return replace(found, size=0)
    return None if candidate.is_listed and not begins_as_log(head) else found


def _candidates(path: str, narrowing: Narrowing) -> Iterator[_Candidate]:
    if "://" in path and not (is_remote(path) or path.startswith("file:")):
        raise ValueError(unknown_scheme(path))
    place = place_of(path)
    for entry in _matches(place):
        if entry.is_folder:
            found = _logs_in(place, entry, is_deep=narrowing.recursive_file_lookup)
        else:
            found = _files_of(place, entry)
        yield from (file for file in found if _is_wanted(file, narrowing))


def _files_of(place: Place, entry: Entry) -> Iterator[_Candidate]:
    """Return a file, or those that it lists."""
    name = place.name_of(entry.path)
    if not entry.name.endswith(INDEX_SUFFIX):
        yield _Candidate(name, entry, is_listed=False)
        return
    for log in logs_of(name):
        listed = place.entry(place_of(log).path)
        if listed is not None:
            yield _Candidate(log, listed, is_listed=False)


def _is_wanted(file: _Candidate, narrowing: Narrowing) -> bool:
    if narrowing.path_glob_filter is not None:
        name = base_name(file.path)
        if not any(fnmatchcase(name, one) for one in _without_braces(narrowing.path_glob_filter)):
            return False
    modified = file.entry.modified
    after, before = narrowing.modified_after, narrowing.modified_before
    return (after is None or modified > after) and (before is None or modified < before)


def _matches(place: Place) -> Iterator[Entry]:
    """Return what is there of files and folders that a path stands for."""
    entry = place.entry(place.path)
    if entry is not None:
        yield entry
    elif _MAGIC.search(place.path):
        for pattern in _without_braces(place.path):
            yield from _matches_of(place, PurePosixPath(pattern).parts)


def _matches_of(place: Place, parts: tuple[str, ...]) -> Iterator[Entry]:
    num_fixed = next((i for i, part in enumerate(parts) if _MAGIC.search(part)), len(parts))
    found = [place.entry(str(PurePosixPath(*parts[:num_fixed])))]
    for part in parts[num_fixed:]:
        folders = [entry for entry in found if entry and entry.is_folder]
        found = [entry for folder in folders for entry in _matches_in(place, folder, part)]
    yield from filter(None, found)


def _matches_in(place: Place, folder: Entry, part: str) -> Iterator[Entry | None]:
    """Return what one part of a pattern matches in a folder."""
    if part == "**":
        yield folder
        for entry in _visible(place, folder):
            yield from _matches_in(place, entry, part) if entry.is_folder else [entry]
    elif _MAGIC.search(part):
        for entry in _visible(place, folder):
            if fnmatchcase(entry.name, part):
                yield entry
    else:
        yield place.entry(f"{folder.path.rstrip('/')}/{part}")


def _logs_in(place: Place, folder: Entry, *, is_deep: bool) -> Iterator[_Candidate]:
    for entry in _visible(place, folder):
        if entry.is_file:
            yield _Candidate(place.name_of(entry.path), entry, is_listed=True)
        elif is_deep and entry.is_folder:
            yield from _logs_in(place, entry, is_deep=True)


def _visible(place: Place, folder: Entry) -> Iterator[Entry]:
    """Return what a folder holds, without what is hidden."""
    for entry in place.entries(folder.path):
        if not entry.name.startswith((".", "_")):
            yield entry


def _without_braces(pattern: str) -> list[str]:
    """Return the patterns that one with alternatives, such as `{a,b}.*`, stands for."""
    match = re.search(r"\{([^{}]*)\}", pattern)
    if match is None:
        return [pattern]
    before, after = pattern[: match.start()], pattern[match.end() :]
    return [
        one for word in match[1].split(",") for one in _without_braces(f"{before}{word}{after}")
    ]


def in_order(path: str) -> list[tuple[bool, int, str]]:
    """Return what paths, or names, sort by so that numbers in them sort as numbers.

    Logs in InnoDB pages are behind others in the folder: a server switches to them.
    """
    parts = re.split(r"(\d+)", re.sub(r"([^/]+-\d+\.ibb)", f"{BEHIND_ALL}\\1", path))
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


BEHIND_ALL = "\U0010ffff"
INDEX_SUFFIX = ".index"


def logs_of(
    path: str | os.PathLike[str], keyring: str | os.PathLike[str] | None = None
) -> Iterator[str]:
    """Yield a log's own path, or for a server's `.index` file those of the logs that it lists.

    A path may be a URI, as may be what is yielded, with the file of keys that opens the log, if
    there is one; a `HeldFile` is a log. The server lists logs as it sees them; one that is not
    there is looked for beside the index. Raises BinlogError where one is in neither place.
    """
    for log in _logs_of(path):
        yield log if keyring is None else KeyedFile(log, os.fspath(keyring))


def _logs_of(path: str | os.PathLike[str]) -> Iterator[str]:
    given = os.fspath(path)
    if isinstance(given, (HeldFile, KeyedFile)) or not base_name(given).endswith(INDEX_SUFFIX):
        yield given
        return
    with open_file(given) as index:
        lines = index.read().splitlines(keepends=True)
    position = 0
    for line in lines:
        name = os.fsdecode(line.strip())
        if name:
            yield _listed(given, position, name)
        position += len(line)


def _listed(index: str, position: int, name: str) -> str:
    log = sibling(index, name)
    if exists(log):
        return log
    log = sibling(index, PurePath(name).name)
    if exists(log):
        return log
    raise BinlogError(index, position, "the name of a log", f"{name}, which does not exist")
