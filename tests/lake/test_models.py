"""The models on docs/export.md, run by dbt and by SQLMesh over an export.

Both need many packages, so they have environments of their own: MODELS_DBT and MODELS_SQLMESH name
the directories of their programs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from tests.replay import FIXTURES, load_truth
from tests.servers import REPOSITORY

pytestmark = pytest.mark.long

PAGE = REPOSITORY / "binlog_kaitai" / "docs" / "export.md"
LOGS = [str(FIXTURES / "mysql97" / f"rotated.{number}.binlog") for number in (1, 2)]
TABLE = "rotated.events"
PROJECTS = {
    "dbt": {
        "dbt_project.yml": "name: models\nprofile: lake\n",
        "profiles.yml": "lake:\n  target: it\n  outputs: {it: {type: duckdb, path: it.duckdb}}\n",
    },
    "sqlmesh": {
        "config.yaml": "gateways: {lake: {connection: {type: duckdb, database: it.duckdb}}}\n"
        "default_gateway: lake\nmodel_defaults: {dialect: duckdb, start: 2026-11-01}\n",
    },
}
RUNS = {
    "dbt": ["dbt", "run", "--profiles-dir", "."],
    "sqlmesh": ["sqlmesh", "plan", "--auto-apply", "--no-prompts"],
}
QUIET = {
    "DO_NOT_TRACK": "1",
    "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
    "SQLMESH__DISABLE_ANONYMIZED_ANALYTICS": "1",
}


def models_on_page(tool: str) -> dict[str, str]:
    section = PAGE.read_text(encoding="utf-8").partition("\n## dbt and SQLMesh\n")[2]
    of_dbt, _, of_sqlmesh = section.partition("The same models for [SQLMesh]")
    blocks = re.findall(
        r"```\w+\n(?:#|--) (\S+)\n(.*?)```",
        of_dbt if tool == "dbt" else of_sqlmesh,
        re.DOTALL,
    )
    assert len(blocks) == (3 if tool == "dbt" else 2)
    return {name: text.replace("shop.orders", TABLE) for name, text in blocks}


@pytest.mark.parametrize("tool", ["dbt", "sqlmesh"])
def test_models_of_an_export_have_the_servers_rows(
    tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = os.environ.get(f"MODELS_{tool.upper()}")
    program = shutil.which(tool, path=programs)
    if programs is None or program is None:
        pytest.skip(f"MODELS_{tool.upper()} names no directory with {tool}")
    for name, text in {**PROJECTS[tool], **models_on_page(tool)}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    rows = load_truth("mysql97", "rotated")["tables"][TABLE]["rows"]
    # the second time with the rest of the logs
    for number in (1, 2):
        export(LOGS[:number], tmp_path / "lake", current=Asked())
        command = [program, *RUNS[tool][1:]]
        if tool == "sqlmesh" and number > 1:
            command = [program, "plan", "--auto-apply", "--no-prompts", "--restate-model", "*"]
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, **QUIET}, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout.decode()
    monkeypatch.chdir(tmp_path)  # which a view's path begins in
    schema = "main" if tool == "dbt" else "models"
    with duckdb.connect(tmp_path / "it.duckdb", read_only=True) as connection:
        lengths = connection.sql(f"SELECT * FROM {schema}.lengths ORDER BY id").fetchall()
        kinds = connection.sql(
            f"SELECT _change_type, count(*) FROM {schema}.versions GROUP BY ALL ORDER BY ALL"
        ).fetchall()
    assert lengths == [(number, len(text)) for number, text, _ in rows]
    assert kinds == [("delete", 1), ("insert", 4), ("update_postimage", 1)]
