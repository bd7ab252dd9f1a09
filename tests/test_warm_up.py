"""What compiles the kernels ahead, and what it leaves in a folder that is carried."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from binlog_kaitai.kernels.runtime.kept import BASELINE, CARRIED
from binlog_kaitai.read import warm_up
from tests.replay import FIXTURES


def test_samples_are_fixtures() -> None:
    samples = [*warm_up._samples(".binlog"), *warm_up._samples(".packets")]  # noqa: SLF001
    assert len(samples) == 6
    for sample in samples:
        server, name = sample.split("-", 1)
        assert sample.content == (FIXTURES / server / name).read_bytes()


def test_a_folder_holds_what_these_sources_are_compiled_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, str] = {}

    def compile_one(variables: Mapping[str, str]) -> None:
        told.update(variables)
        place = Path(variables["NUMBA_CACHE_DIR"], "walk_0123")
        place.mkdir()
        (place / "kernels.walk.scan.scan.cpython-311.new.key.nbc").write_bytes(b"compiled")

    monkeypatch.setattr(warm_up, "_compile", compile_one)
    folder = tmp_path / "made" / "here"
    folder.mkdir(parents=True)
    stays = ("kernels.walk.scan.scan.cpython-312.old.key.nbc", "kernels.other.nbc", "notes.txt")
    for name in (*stays, "kernels.walk.scan.scan.cpython-311.old.key.nbc"):
        (folder / name).write_bytes(b"")
    assert warm_up.warm_up_folder(folder) == 1
    made = folder / "kernels.walk.scan.scan.cpython-311.new.key.nbc"
    assert {file.name for file in folder.iterdir()} == {made.name, *stays}
    assert made.read_bytes() == b"compiled"
    assert told["NUMBA_CPU_NAME"] == BASELINE.name
    assert told["NUMBA_CPU_FEATURES"] == BASELINE.features
    assert told[CARRIED] == ""
    assert not Path(told["NUMBA_CACHE_DIR"]).exists()


def test_what_does_not_compile_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up.sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="cannot be compiled"):
        warm_up.warm_up()


UNSTORABLE = """
from binlog_kaitai.read import warm_up

def read_samples(*_):
    warm_up.Listener.must_store or print("not an error")
    raise OSError(28, "No space left on device")

warm_up.read_samples = read_samples
warm_up._main()
"""


@pytest.mark.parametrize(
    ("words", "told"), [([], ""), ([warm_up.TELLING, "flat"], "failure: cannot store")]
)
def test_kernels_that_cannot_be_stored_are_an_error(
    words: list[str], told: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNSTORABLE, *words],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == "cannot store compiled kernels: [Errno 28] No space left on device\n"
    assert done.stdout.startswith(told)
    assert bool(done.stdout) == bool(told)
