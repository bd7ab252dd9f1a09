"""What extras bring need not be installed; where it is missed, a line says how to install it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import read_batches
from binlog_kaitai.extras import EXTRAS, install_command
from tests import HANG_SECONDS
from tests.replay import FIXTURES

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
KEYS = str(FIXTURES / "mysql97" / "encrypted.keyring")
LOG = FIXTURES / "mysql97/rotated.1.binlog"
DUMP = FIXTURES / "mysql56/types.sql"

# Is told what to run where nothing is that an extra brings.
WITHOUT = f"""
import importlib, json, pkgutil, sys

class NotInstalled:
    def find_spec(self, name, *_):
        if name in {[*EXTRAS]!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, NotInstalled())
"""
IMPORT_ALL = """
import binlog_kaitai

needs_spark = ("binlog_kaitai.spark.", "binlog_kaitai.cli.demo")
needs_plotly = ("binlog_kaitai.forensics.stats.report",)
needs_keys = tuple(f"binlog_kaitai.io.{name}" for name in ("ciphers", "decrypting", "keyrings"))
needs_tables = ("binlog_kaitai.lake.delta", "binlog_kaitai.lake.iceberg")
needs_server = tuple(
    f"binlog_kaitai.replication.{name}"
    for name in (
        *("archive", "bucket", "definitions", "downloads", "driver", "dumps", "gtid_dumps"),
        *("holding", "log_files", "logs", "selects", "servers", "sessions", "starts", "unsynced"),
        *("wire", "writing"),
    )
)
needs_server += ("binlog_kaitai.read.server_spool",)
needs_server += tuple(
    f"binlog_kaitai.lake.{name}"
    for name in ("baseline", "chunk_tasks", "chunking", "load", "proof", "since", "watermarks")
)
needs_monitor = ("binlog_kaitai.cli.metrics",)
needs_any = needs_monitor + needs_spark + needs_plotly + needs_keys + needs_tables + needs_server
for found in pkgutil.walk_packages(binlog_kaitai.__path__, "binlog_kaitai."):
    if not found.name.startswith(needs_any) and not found.name.endswith("__main__"):
        importlib.import_module(found.name)
print(json.dumps(sorted(name for name in sys.modules if name.startswith("binlog_kaitai."))))
"""
READ = """
rows = [b.num_rows for b in binlog_kaitai.read_batches(sys.argv[1], "rotated.events")]
print(json.dumps(rows))
"""
CALL = """
import binlog_kaitai.spark
from binlog_kaitai.extras import MissingExtraError

try:
    binlog_kaitai.spark.latest
except MissingExtraError as error:
    print(json.dumps(str(error)))
"""
COMMAND = """
from binlog_kaitai.__main__ import main

main()
"""


def run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + program, *map(str, arguments)],
        capture_output=True,
        check=False,
        timeout=HANG_SECONDS,
        text=True,
    )


def output_of(program: str, *arguments: str | Path) -> Any:
    done = run(program, *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_all_but_spark_and_the_page_is_imported_without_extras() -> None:
    imported = output_of(IMPORT_ALL)
    rooms = {name.split(".")[1] for name in imported}
    assert {"cli", "compiler", "io", "kernels", "model", "read", "tree"} <= rooms


def test_typed_rows_are_read_without_extras() -> None:
    assert output_of("import binlog_kaitai\n" + READ, LOG) == [
        batch.num_rows for batch in read_batches(LOG, "rotated.events")
    ]


def test_a_function_of_spark_names_the_extra() -> None:
    assert output_of(CALL) == f"pyspark is not installed: {install_command('pyspark')}"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("arguments", "package"),
    [
        (["export", "--master", "local[1]", "--out", "never", LOG], "pyspark"),
        (["stats", "--html", "never", LOG], "plotly"),
        (["export", "--format", "delta", "--out", "never", LOG], "deltalake"),
        (["export", "--format", "iceberg", "--out", "never", LOG], "pyiceberg"),
        (["undo", "--where", "id = 1", LOG], "sqlglot"),
        (["export", "--follow", "--metrics", "0", "--out", "never", LOG], "prometheus_client"),
        (["rows", "mysql://nobody@127.0.0.1:1"], "pymysql"),
        (["archive", "mysql://nobody@127.0.0.1:1", "never"], "pymysql"),
        (["rows", "--keyring", KEYS, LOG], "cryptography"),
    ],
)
def test_a_command_names_the_packages_to_install(arguments: list[str], package: str) -> None:
    done = run(COMMAND, *arguments)
    assert done.stderr == f"error: {package} is not installed: {install_command(package)}\n"
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize(
    ("package", "names"),
    [
        ("sqlglot", {"sqlglot"}),
        ("pyspark", {"pandas", "pyspark"}),
        ("pymysql", {"pymysql"}),
        ("pyiceberg", {"pyiceberg"}),
    ],
)
def test_the_command_installs_packages_that_an_index_has(package: str, names: set[str]) -> None:
    command = install_command(package)
    requirements = shlex.split(command[command.index("pip install ") :])[2:]
    assert {re.split(r"[\[<>=,]", requirement)[0] for requirement in requirements} == names


@pytest.mark.parametrize("is_own", [True, False])
def test_the_command_installs_for_this_python(
    is_own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("own", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "pip").touch(mode=0o755)
    python = str(tmp_path / "own" / "python")
    monkeypatch.setattr(sys, "executable", python)
    monkeypatch.setenv("PATH", str(tmp_path / ("own" if is_own else "other")))
    expected = "pip" if is_own else f"{python} -m pip"
    assert install_command("sqlglot").startswith(f"{expected} install ")


def test_extras_are_those_of_the_project() -> None:
    text = PROJECT.read_text(encoding="utf-8")
    brought = {}
    for extra in set(EXTRAS.values()):
        (listed,) = re.findall(rf"^{extra} = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
        names = re.findall(r'^  "([\w-]+)', listed, re.MULTILINE)
        brought |= dict.fromkeys((name.replace("-", "_") for name in names), extra)
    assert brought == EXTRAS
