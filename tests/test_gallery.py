"""The form of the specs for Kaitai's gallery reads what the flat form reads."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from tests import gallery
from tests.classes import NEEDS_NODE, SPECS
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.javascript.tree import trees_of

PACKAGE = "gallery_form"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("gallery")
    assert gallery.write(made / "formats") == len(gallery.TOPICS)
    return made


@pytest.fixture(scope="module")
def compiled(folder: Path) -> Iterator[ModuleType]:
    shutil.copy(SPECS / "compile.mjs", folder / "formats")
    (folder / "formats/node_modules").symlink_to(SPECS / "node_modules")
    command = ["node", "compile.mjs", "python", str(folder / PACKAGE)]
    done = subprocess.run(
        command, cwd=folder / "formats", check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module(f"{PACKAGE}.mysql_binlog")
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@NEEDS_NODE
@pytest.mark.parametrize("log", EACH_SHORT_LOG)
def test_trees_are_those_of_the_flat_form(compiled: ModuleType, log: Path) -> None:
    assert trees_of(log, kind=compiled.MysqlBinlog) == trees_of(log)


def test_no_spec_is_left_out_and_no_hint_left(folder: Path) -> None:
    names, texts = [], []
    for file in (folder / "formats").rglob("*.ksy"):
        texts.append(file.read_text(encoding="utf-8"))
        spec = yaml.safe_load(texts[-1])
        assert spec["meta"]["id"] == file.stem
        whole = [file.stem] if (SPECS / file.name).exists() else []
        names += whole + [
            name for name in spec.get("types", ()) if (SPECS / f"{name}.ksy").exists()
        ]
    assert sorted(names) == sorted(file.stem for file in SPECS.glob("*.ksy"))
    assert "-columnar" not in "".join(texts)
    kept = sum(text.count("doc: ") for text in texts)
    assert kept == sum(
        file.read_text(encoding="utf-8").count("doc: ") for file in SPECS.glob("*.ksy")
    )
