"""What is compiled is kept on disk, of whatever install, and never served for other sources.

The kernel is a small one, in a package that has no more than what compiles kernels.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.kernels.runtime import jit
from binlog_kaitai.kernels.runtime.kept import BASELINE
from tests import HANG_SECONDS
from tests.marks import mostly_long

PART = """
from binlog_kaitai.kernels.runtime.jit import inlined

@inlined
def base():
    return {base}
"""
WHOLE = """
from binlog_kaitai.kernels.runtime.jit import inlined
from .part import base

@inlined
def year_of(raw):
    return raw + base()
"""
KERNEL = """
from binlog_kaitai.generated.kernels.whole import year_of
from binlog_kaitai.kernels.runtime.jit import kernel

@kernel
def year(raw):
    return year_of(raw)
"""
PROGRAM = """
import json, pathlib, sys, time
from binlog_kaitai.kernels.tiny import year

before, *arguments = sys.argv[1:]
exec(before)
results = [year(int(text) if text.isdecimal() else float(text)) for text in arguments]
loaded = sum(year.stats.cache_hits.values())
print(json.dumps({"results": results, "loaded": loaded}))
"""
WAIT = """
while not pathlib.Path("go").exists():
    time.sleep(0.001)
"""
OTHER = """
from binlog_kaitai.kernels.tiny import year

number = {number}
"""
COMPILING = [Path(jit.__file__).with_name(f"{name}.py") for name in ("caches", "jit", "kept")]
CARRIED = "BINLOG_KAITAI_KERNELS"
LESSER = f"""
from llvmlite import binding

features = binding.get_host_cpu_features()
features[{BASELINE.needed[:1]!r}[0]] = False
binding.get_host_cpu_features = lambda: features
"""
IS_KEPT = """
from binlog_kaitai.kernels.runtime.kept import is_kept

pathlib.Path("is_kept").write_text(str(is_kept("binlog_kaitai.kernels.tiny", "year")))
"""
TIME = 1_600_000_000  # of all files: some installers see to that


@dataclass
class Install:
    """A package, and the user's cache folder."""

    root: Path

    @property
    def package(self) -> Path:
        return self.root / "site" / "binlog_kaitai"

    @property
    def own_cache(self) -> Path:
        return self.package / "kernels" / "__pycache__"

    @property
    def user_cache(self) -> Path:
        return self.root / "cache"

    def write(self, base: int, other: int = 0) -> None:
        files = {
            "__init__.py": "",
            "kernels/runtime/__init__.py": "",
            **{f"kernels/runtime/{file.name}": file.read_text("utf-8") for file in COMPILING},
            "kernels/__init__.py": "",
            "kernels/tiny.py": KERNEL,
            "generated/__init__.py": "",
            "generated/kernels/__init__.py": "",
            "generated/kernels/part.py": PART.format(base=base),
            "generated/kernels/whole.py": WHOLE,
            "kernels/other.py": OTHER.format(number=other),
        }
        for name, text in files.items():
            file = self.package / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            os.utime(file, (TIME, TIME))

    def start(
        self, *arguments: str, before: str = "", site: str = "site", **variables: str
    ) -> subprocess.Popen[str]:
        environment = {
            "PYTHONPATH": str(self.root / site),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(self.user_cache),
            "HOME": str(self.user_cache),
            "PATH": os.environ["PATH"],
            **variables,
        }
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, before, *arguments],
            cwd=self.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **how: str) -> dict[str, Any]:
        return finished(self.start(*arguments, **how))

    def make_read_only(self, *folders: Path) -> None:
        """Puts files where folders would be: not even root makes folders of these."""
        for folder in folders:
            folder.write_text("", encoding="utf-8")


def finished(process: subprocess.Popen[str]) -> dict[str, Any]:
    output, errors = process.communicate(timeout=HANG_SECONDS)
    assert (process.returncode, errors) == (0, "")
    found: dict[str, Any] = json.loads(output)
    return found


@pytest.fixture
def install(tmp_path: Path) -> Install:
    made = Install(tmp_path)
    made.write(base=1900)
    return made


def test_what_was_compiled_is_loaded(install: Install) -> None:
    assert install.run("5", "0.5") == {"results": [1905, 1900.5], "loaded": 0}
    assert install.run("0.5", "5") == {"results": [1900.5, 1905], "loaded": 2}
    assert len(list(install.own_cache.iterdir())) == 2
    assert not install.user_cache.exists()


def test_a_changed_part_is_compiled_anew(install: Install) -> None:
    install.run("5")
    (old,) = install.own_cache.iterdir()
    install.write(base=1901)  # no longer, and of the same time
    assert install.run("5") == {"results": [1906], "loaded": 0}
    (new,) = install.own_cache.iterdir()
    assert old != new


@pytest.mark.long
def test_what_no_kernel_is_made_of_may_change(install: Install) -> None:
    install.run("5")
    install.write(base=1900, other=1)
    assert install.run("5") == {"results": [1905], "loaded": 1}


@pytest.mark.long
def test_a_read_only_install_keeps_it_with_the_user(install: Install) -> None:
    install.make_read_only(install.own_cache)
    assert install.run("5") == {"results": [1905], "loaded": 0}
    assert install.run("5") == {"results": [1905], "loaded": 1}
    assert len(list(install.user_cache.rglob("*.nbc"))) == 1
    assert install.own_cache.is_file()


@pytest.mark.parametrize("is_chosen", [False, True])
def test_kernels_run_without_a_writable_directory_and_say_so_once(
    install: Install, is_chosen: bool
) -> None:
    """A directory named by NUMBA_CACHE_DIR is not replaced by another one."""
    chosen = install.root / "chosen"
    unwritable = [chosen] if is_chosen else [install.own_cache, install.user_cache]
    install.make_read_only(*unwritable)
    started = install.start("5", "0.5", **({"NUMBA_CACHE_DIR": str(chosen)} if is_chosen else {}))
    output, errors = started.communicate(timeout=HANG_SECONDS)
    assert json.loads(output) == {"results": [1905, 1900.5], "loaded": 0}
    (line,) = errors.splitlines()
    assert line.startswith("cannot store compiled kernels in ")
    folders, _, _ = line.partition(" (not writable): ")
    expected = [chosen] if is_chosen else [install.package / "kernels/runtime", install.user_cache]
    assert all(str(folder) in folders for folder in expected)
    assert len(folders.split(", ")) == len(expected)
    assert list(install.root.rglob("*.nbc")) == []


def test_a_full_disk_is_reported_once(install: Install) -> None:
    before = (
        "import binlog_kaitai.kernels.runtime.caches as caches\n"
        "def no_space(*_): raise OSError(28, 'No space left on device')\n"
        "caches._KernelFiles.save = no_space"
    )
    started = install.start("5", "0.5", before=before)
    output, errors = started.communicate(timeout=HANG_SECONDS)
    assert json.loads(output) == {"results": [1905, 1900.5], "loaded": 0}
    (line,) = errors.splitlines()
    assert " (No space left on device): " in line


def test_kernels_in_a_read_only_directory_are_loaded(install: Install) -> None:
    """Numba loads only from a directory in which it can make a temporary file."""
    install.run("5")
    install.make_read_only(install.user_cache)
    before = (
        "import tempfile\n"
        "def read_only(*_, **__): raise OSError(30, 'Read-only file system')\n"
        "tempfile.TemporaryFile = read_only"
    )
    assert install.run("5", before=before) == {"results": [1905], "loaded": 1}


def test_a_kernel_that_another_process_compiles_is_loaded(install: Install) -> None:
    install.run("5")
    (file,) = install.own_cache.iterdir()
    aside = file.rename(install.root / "aside")
    before = (
        "from binlog_kaitai.kernels.runtime.kept import Listener\n"
        "def awaits(*kernel):\n"
        "    assert kernel == ('binlog_kaitai.kernels.tiny', 'year')\n"
        f"    return pathlib.Path({str(aside)!r}).rename({str(file)!r})\n"
        "Listener.awaits = awaits"
    )
    assert install.run("5", before=before) == {"results": [1905], "loaded": 1}


def test_a_partial_file_is_not_a_kernel(install: Install) -> None:
    install.run("5")
    (file,) = install.own_cache.iterdir()
    file.rename(f"{file}.tmp.0123")  # as a killed process leaves it
    install.run("5", before=IS_KEPT)
    assert (install.root / "is_kept").read_text(encoding="utf-8") == "False"
    assert file.exists()


@pytest.mark.parametrize("length", mostly_long([-1, 0, 1, 100]))
def test_a_damaged_file_is_compiled_anew(install: Install, length: int) -> None:
    install.run("5")
    (file,) = install.own_cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:length])
    assert install.run("5") == {"results": [1905], "loaded": 0}
    assert install.run("5") == {"results": [1905], "loaded": 1}
    assert len(file.read_bytes()) == len(whole)


@pytest.mark.long
def test_many_processes_with_an_empty_cache(install: Install) -> None:
    """Half of them compile for integers first, and half for floats, all at the same time."""
    orders = [("5", "0.5"), ("0.5", "5")] * 3
    started = [install.start(*order, before=WAIT) for order in orders]
    (install.root / "go").touch()
    for process, order in zip(started, orders, strict=True):
        assert finished(process)["results"] == [1900 + float(text) for text in order]
    assert install.run("5", "0.5") == {"results": [1905, 1900.5], "loaded": 2}
    assert len(list(install.own_cache.iterdir())) == 2


@pytest.mark.long
def test_a_package_in_a_zip_file(install: Install) -> None:
    for base in (1900, 1901):
        install.write(base)
        with zipfile.ZipFile(install.root / "site.zip", "w") as archive:
            for file in sorted(install.package.rglob("*.py")):
                archive.write(file, file.relative_to(install.root / "site"))
        shutil.rmtree(install.package)
        for _ in range(2):
            assert install.run("5", site="site.zip")["results"] == [5 + base]


@pytest.fixture
def carried(install: Install) -> Path:
    """Return a folder of what was compiled for processors that this one is compatible with."""
    made = install.root / "made"
    baseline = {"NUMBA_CPU_NAME": BASELINE.name, "NUMBA_CPU_FEATURES": BASELINE.features}
    install.run("5", NUMBA_CACHE_DIR=str(made), **baseline)
    (file,) = made.rglob("*.nbc")
    folder = install.root / "carried"
    folder.mkdir()
    file.rename(folder / file.name)
    return folder


@pytest.mark.long
def test_what_was_carried_is_loaded_where_nothing_can_be_written(
    install: Install, carried: Path
) -> None:
    install.package.parent.rename(install.root / "elsewhere")
    moved = install.root / "elsewhere/binlog_kaitai/kernels/__pycache__"
    install.make_read_only(moved, install.user_cache)
    found = install.run("5", "0.5", site="elsewhere", **{CARRIED: str(carried)})
    assert found == {"results": [1905, 1900.5], "loaded": 1}


@pytest.mark.long
def test_what_was_carried_may_lie_in_the_package(install: Install, carried: Path) -> None:
    carried.rename(install.package / "compiled")
    assert install.run("5") == {"results": [1905], "loaded": 1}


@pytest.mark.long
def test_of_other_sources_nothing_that_was_carried_is_loaded(
    install: Install, carried: Path
) -> None:
    install.write(base=1901)
    assert install.run("5", **{CARRIED: str(carried)}) == {"results": [1906], "loaded": 0}


@pytest.mark.long
@pytest.mark.skipif(not BASELINE.needed, reason="all processors of this kind meet it")
def test_a_lesser_processor_compiles_for_itself(install: Install, carried: Path) -> None:
    found = install.run("5", before=LESSER, **{CARRIED: str(carried)})
    assert found == {"results": [1905], "loaded": 0}


@pytest.mark.few(1)
@pytest.mark.parametrize("place", mostly_long(["own", "user", "chosen", "carried"], short=2))
def test_what_is_kept_is_found_without_numba(install: Install, carried: Path, place: str) -> None:
    variables = {
        "chosen": {"NUMBA_CACHE_DIR": str(install.root / "chosen")},
        "carried": {CARRIED: str(carried)},
    }.get(place, {})
    if place == "user":
        install.make_read_only(install.own_cache)
    for is_kept in (place == "carried", True):
        install.run("5", before=IS_KEPT, **variables)
        assert (install.root / "is_kept").read_text(encoding="utf-8") == str(is_kept)
