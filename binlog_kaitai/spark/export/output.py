"""The folder that an export writes to, in which nothing is taken for whole that is not.

- `<dataset>/` comes by a rename when it is whole
- `<dataset>/_export.json`: from which files its rows are, with which options, and its columns
- `_SUCCESS`: all datasets are whole
- `_export/` is the export's own: surveys, a lock, and what is not yet a dataset
- `_export/parts/<dataset>/<any>/`: the rows of some of its files, as whole as a dataset
- `_export/run-<any>/`: what a run is writing; the next one removes what is left of it
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

from binlog_kaitai.io.paths import local_path
from binlog_kaitai.spark.source.paths import FoundFile

RECORD = "_export.json"
SUCCESS = "_SUCCESS"
WORK = "_export"

FileKey: TypeAlias = tuple[str, int, int]

Undecided: TypeAlias = tuple[str, str, int]


class OutputExistsError(ValueError):
    """The output folder holds something else, and is not to be overwritten."""


@dataclass(frozen=True)
class Record:
    """What a folder holds: the rows of `files`, each its path, size and time of modification.

    `options` are those of the export, `columns` the schema as Spark's JSON. `database` and `table`
    are the names as the logs have them. `undecided` are the transactions of XA whose rows are left
    out until a file decides them: each its xid, and the path and position of its first rows.
    """

    options: dict[str, str | None]
    columns: str
    files: tuple[FileKey, ...]
    database: str | None = None
    table: str | None = None
    undecided: tuple[Undecided, ...] = ()

    def fits(self, wanted: Record) -> bool:
        """Return whether the rows are some of those that are wanted, in the columns wanted."""
        return (
            (self.options, self.columns) == (wanted.options, wanted.columns)
            and set(self.files) <= set(wanted.files)
            and set(self.undecided) <= set(wanted.undecided)
        )


def key_of(file: FoundFile) -> FileKey:
    """Return what tells a file from others, and from what it was before it changed."""
    return file.path, file.size, file.modified


def _read_record(folder: Path) -> Record | None:
    try:
        fields: dict[str, Any] = json.loads((folder / RECORD).read_text(encoding="ascii"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    lists = {name: tuple(map(tuple, fields.get(name, ()))) for name in ("files", "undecided")}
    return Record(**fields | lists)


def _write_record(folder: Path, record: Record) -> None:
    text = json.dumps(asdict(record), indent=1)
    (folder / RECORD).write_text(text + "\n", encoding="ascii")


class Output:
    """The folder of an export. Raises ValueError for a URI of another file system.

    The folder is shared by all of a cluster, or there is but one machine.
    """

    def __init__(self, out: str | Path) -> None:
        path = local_path(out)
        if "://" in path:
            raise ValueError(
                f"{out}: expected a folder, of this machine or mounted, found a URI: datasets are"
                " renamed when they are whole, which object stores cannot do"
            )
        self.target = Path(path).absolute()
        self.work = self.target / WORK
        self.parts = self.work / "parts"
        self.surveys = self.work / "surveys.jsonl"

    def check(
        self, options: dict[str, str | None], files: Sequence[FoundFile], *, overwrite: bool
    ) -> None:
        """Raise OutputExistsError where the folder holds anything but the same export, or less.

        That is one with the same options, of some of the files, unchanged. To be overwritten, it
        has to hold nothing but datasets.
        """
        if not self.target.exists():
            return
        if not self.target.is_dir():
            raise OutputExistsError(f"{self.target} is not a folder")
        records = {entry: _read_record(entry) for entry in self.entries()}
        if overwrite:
            for entry, record in records.items():
                if record is None and not (entry / SUCCESS).exists():
                    raise OutputExistsError(
                        f"{self.target} is not overwritten: {entry.name} is no dataset"
                    )
            return
        for entry, record in records.items():
            if record is None:
                raise OutputExistsError(
                    f"{self.target} is not empty: no export of this kind wrote {entry.name}"
                )
        parts = map(_read_record, self.parts.glob("*/*"))
        for record in (*records.values(), *parts):
            if record is not None:
                self._compare(record, options, files)

    def _compare(
        self, record: Record, options: dict[str, str | None], files: Sequence[FoundFile]
    ) -> None:
        for name, value in record.options.items():
            if value != options[name]:
                raise self._other(
                    f"an export with {name} {value or 'none'}, not {options[name] or 'none'}"
                )
        found = {file.path: (file.size, file.modified) for file in files}
        for path, size, modified in record.files:
            if path not in found:
                raise self._other(f"rows of {path}, which is not among the files now")
            if found[path] != (size, modified):
                raise self._other(
                    f"rows of {path} as it was before it changed, with {size} bytes of"
                    f" {_time(modified)}, not {found[path][0]} bytes of {_time(found[path][1])}"
                )

    def _other(self, difference: str) -> OutputExistsError:
        return OutputExistsError(
            f"{self.target} is not empty: it holds {difference}; it can be overwritten"
        )

    @contextmanager
    def run(self) -> Iterator[Run]:
        """Return one export at a time. Raises OutputExistsError while there is another."""
        self.work.mkdir(parents=True, exist_ok=True)
        with (self.work / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise OutputExistsError(f"{self.target}: another export writes to it") from error
            for left in self.work.glob("run-*"):
                # Spark may live on for a moment when its export was killed, and write there
                shutil.rmtree(left, ignore_errors=True)
            folder = self.work / f"run-{uuid4().hex}"
            folder.mkdir()
            try:
                yield Run(self, folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def entries(self) -> list[Path]:
        """Return what is in the folder but what the export keeps for itself."""
        return [path for path in self.target.iterdir() if path.name not in {WORK, SUCCESS}]


class Run:
    """An export that is under way; `folder` is for what it writes, and goes with the run."""

    def __init__(self, output: Output, folder: Path) -> None:
        self.output = output
        self.folder = folder

    def new_path(self) -> Path:
        """Return a path in the run's folder that was not used."""
        return self.folder / uuid4().hex

    def begin(self) -> None:
        """Say that not all is whole."""
        (self.output.target / SUCCESS).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove all datasets, and what there is of them."""
        self.begin()
        for entry in [*self.output.entries(), self.output.parts]:
            if entry.exists():
                entry.rename(self.new_path())

    def finish(self) -> None:
        """Say that all is whole."""
        shutil.rmtree(self.output.parts, ignore_errors=True)
        (self.output.target / SUCCESS).touch()


class Dataset:
    """A dataset in the making: `done` are the files whose rows are in whole folders.

    What was written in other columns, as the table was altered in a file that is new, does not
    count.
    """

    def __init__(self, run: Run, name: str, wanted: Record) -> None:
        self.path = run.output.target / name
        self.done: set[FileKey] = set()
        self._run = run
        self._wanted = wanted
        self._parts = run.output.parts / name
        self._folders: list[Path] = []
        for folder in (self.path, *sorted(self._parts.glob("*"))):
            record = _read_record(folder)
            # parts may be left of a dataset that has them
            if record and record.fits(wanted) and self.done.isdisjoint(record.files):
                self._hold(folder, record)

    @property
    def is_whole(self) -> bool:
        """Whether it is where it belongs, with the rows of all files."""
        return self._folders == [self.path] and self.done == set(self._wanted.files)

    def _hold(self, folder: Path, record: Record) -> None:
        self._folders.append(folder)
        self.done.update(record.files)

    def add(self, folder: Path, files: Sequence[FoundFile]) -> None:
        """Take a folder of the run that holds all rows of files."""
        record = replace(self._wanted, files=tuple(map(key_of, files)))
        _write_record(folder, record)
        self._parts.mkdir(parents=True, exist_ok=True)
        self._hold(folder.rename(self._parts / folder.name), record)

    def publish(self) -> None:
        """Put the dataset where it belongs, in place of what is there."""
        if len(self._folders) == 1:
            (whole,) = self._folders
        else:
            whole = self._run.new_path()
            for folder in self._folders:
                _link(folder, whole)
            (whole / SUCCESS).touch()
            _write_record(whole, self._wanted)
        if self.path.exists():
            self.path.rename(self._run.new_path())
        whole.rename(self.path)


def _time(microseconds: int) -> str:
    return datetime.fromtimestamp(microseconds / 1_000_000, timezone.utc).isoformat()


def _link(folder: Path, target: Path) -> None:
    """Give the files of a dataset, without those about it, another name each."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith(("_", "._")):
            name = target / path.relative_to(folder)
            name.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(path, name)
            except FileExistsError:
                raise
            except OSError:  # not every file system has links
                shutil.copy2(path, name)
