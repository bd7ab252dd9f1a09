"""An output folder is whole, or is known not to be, whenever an export is killed."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.spark.export.output import Dataset, Output, OutputExistsError, Record, key_of
from binlog_kaitai.spark.source.paths import FoundFile

OPTIONS: dict[str, str | None] = {"table": None, "format": "text"}
FILES = [FoundFile(f"/logs/{name}", 100, 1_000_000, is_compressed=False) for name in "abc"]
NAMES = ("one", "two")


def write(out: Path, files: list[FoundFile], columns: str = "text") -> list[str]:
    """Write datasets of a line a file, and return the lines that were written now."""
    output = Output(out)
    output.check(OPTIONS, files, overwrite=False)
    written = []
    with output.run() as run:
        for name in NAMES:
            wanted = Record(OPTIONS, columns, tuple(map(key_of, files)))
            dataset = Dataset(run, name, wanted)
            if dataset.is_whole:
                continue
            run.begin()
            for file in files:
                if key_of(file) not in dataset.done:
                    folder = run.new_path()
                    (folder / "day=1").mkdir(parents=True)
                    stem = Path(file.path).stem
                    (folder / "day=1" / f"{stem}.{columns}").write_text(stem)
                    (folder / "_SUCCESS").touch()
                    dataset.add(folder, [file])
                    written.append(f"{name}/{stem}")
            dataset.publish()
        run.finish()
    return written


def held(out: Path) -> dict[str, list[str]]:
    """Return the lines of each dataset that is there."""
    return {
        name: sorted(path.name for path in (out / name).glob("day=1/*"))
        for name in NAMES
        if (out / name).exists()
    }


class Killed(BaseException):
    """In place of a signal."""


def kill_before(count: int, patch: pytest.MonkeyPatch) -> None:
    """Let nothing more happen to files once `count` calls were made that change them."""
    calls = itertools.count(1)

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*arguments: Any, **options: Any) -> Any:
            if next(calls) > count:
                raise Killed
            return call(*arguments, **options)

        return instead

    for name in ("rename", "mkdir", "touch", "unlink", "write_text"):
        patch.setattr(Path, name, counted(getattr(Path, name)))
    patch.setattr("os.link", counted(os.link))
    patch.setattr(shutil, "rmtree", counted(shutil.rmtree))


@pytest.mark.parametrize("num_before", [0, 1, 2])
def test_killed_anywhere_it_goes_on(tmp_path: Path, num_before: int) -> None:
    """With as many of the files exported before."""
    whole = {name: ["a.text", "b.text", "c.text"] for name in NAMES}
    before = {name: whole[name][:num_before] for name in NAMES}
    for count in itertools.count():
        out = tmp_path / str(count)
        if num_before:
            write(out, FILES[:num_before])
        with pytest.MonkeyPatch.context() as patch:
            kill_before(count, patch)
            try:
                write(out, FILES)
            except Killed:
                is_killed = True
            else:
                is_killed = False
        seen = held(out)
        assert all(seen[name] in (before[name], whole[name]) for name in seen)
        if (out / "_SUCCESS").exists():
            assert seen in (before, whole)
        written = write(out, FILES)
        assert held(out) == whole
        assert (out / "_SUCCESS").exists()
        left = sorted(path.name for path in (out / "_export").iterdir())
        assert left == ["lock"]
        if not is_killed:
            assert written == []
            break
    assert count > 20  # or nothing was counted


def test_what_is_whole_is_not_written_again(tmp_path: Path) -> None:
    assert write(tmp_path, FILES[:2]) == ["one/a", "one/b", "two/a", "two/b"]
    shutil.rmtree(tmp_path / "two")
    assert write(tmp_path, FILES[:2]) == ["two/a", "two/b"]
    assert write(tmp_path, FILES) == ["one/c", "two/c"]
    assert write(tmp_path, FILES) == []


def test_other_columns_are_written_anew(tmp_path: Path) -> None:
    write(tmp_path, FILES[:2])
    assert len(write(tmp_path, FILES, "wider")) == 6
    assert held(tmp_path) == {name: ["a.wider", "b.wider", "c.wider"] for name in NAMES}


CHANGED = FoundFile("/logs/b", 200, 3_000_000, is_compressed=False)


@pytest.mark.parametrize(
    ("options", "files", "difference"),
    [
        (OPTIONS | {"table": "a.b"}, FILES, "an export with table none, not a.b"),
        (OPTIONS, FILES[:2], "rows of /logs/c, which is not among the files now"),
        (
            OPTIONS,
            [FILES[0], CHANGED, FILES[2]],
            (
                "rows of /logs/b as it was before it changed, with 100 bytes of"
                " 1970-01-01T00:00:01+00:00, not 200 bytes of 1970-01-01T00:00:03+00:00"
            ),
        ),
    ],
)
def test_another_export_is_refused(
    tmp_path: Path, options: dict[str, str | None], files: list[FoundFile], difference: str
) -> None:
    write(tmp_path, FILES)
    with pytest.raises(OutputExistsError) as raised:
        Output(tmp_path).check(options, files, overwrite=False)
    assert str(raised.value) == (
        f"{tmp_path} is not empty: it holds {difference}; it can be overwritten"
    )
    Output(tmp_path).check(options, files, overwrite=True)


def test_parts_tell_of_another_export_too(tmp_path: Path) -> None:
    with Output(tmp_path).run() as run:
        run.new_path().mkdir()
        (folder,) = run.folder.iterdir()
        Dataset(run, "one", Record(OPTIONS, "", (key_of(FILES[0]),))).add(folder, FILES[:1])
    with pytest.raises(OutputExistsError, match="rows of /logs/a, which"):
        Output(tmp_path).check(OPTIONS, FILES[1:], overwrite=False)


def test_two_exports_at_once_are_refused(tmp_path: Path) -> None:
    with (
        Output(tmp_path).run(),
        pytest.raises(OutputExistsError, match="another export writes to it"),
        Output(tmp_path).run(),
    ):
        pass
    write(tmp_path, FILES)


@pytest.mark.parametrize("out", ["s3://bucket/out", "hdfs://host/out", "other://out"])
def test_folders_elsewhere_are_refused(out: str) -> None:
    with pytest.raises(ValueError, match=f"{out}: expected a folder"):
        Output(out)


def test_a_uri_of_this_machine(tmp_path: Path) -> None:
    assert Output(f"file://{tmp_path}/a%20b").target == tmp_path / "a b"
