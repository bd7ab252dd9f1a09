"""Files for operators: an image, services, and what watches them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from binlog_kaitai.cli.mirror import mirror
from binlog_kaitai.extras import EXTRAS
from tests.installs import REPOSITORY
from tests.monitoring import BOARD, DEPLOYMENT, exported, expressions, metrics_in

needs_promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="Prometheus is not installed"
)


def yaml_of(name: str) -> Any:
    return yaml.safe_load((DEPLOYMENT / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml_of("compose.yaml")["services"]
    return found


@pytest.mark.parametrize("expression", [*expressions()])
def test_monitors_ask_for_metrics_that_are_exported(expression: str) -> None:
    asked = metrics_in(expression)
    assert asked or expression.startswith("up{")
    assert asked <= exported()


def test_panels_of_the_board() -> None:
    """They have numbers of their own, do not overlap, and obey the variables of the board."""
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for one, other in combinations([panel["gridPos"] for panel in panels], 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert beside or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
    names = {variable["name"] for variable in BOARD["templating"]["list"]}
    built_in = {"__rate_interval", "__all"}
    assert set(re.findall(r"\$\{?(\w+)", json.dumps(BOARD))) == names | built_in
    for panel in panels:
        assert all('{instance=~"$instance"}' in target["expr"] for target in panel["targets"])


@needs_promtool
@pytest.mark.parametrize("arguments", ["check config prometheus.yml", "check rules alerts.yml"])
def test_prometheus_takes_its_files(arguments: str) -> None:
    subprocess.run(["promtool", *arguments.split()], cwd=DEPLOYMENT, check=True)


def test_the_mirror_of_the_services(services: dict[str, Any]) -> None:
    """Its command is one of this version, and Prometheus asks the port that it serves."""
    name, *arguments = services["mirror"]["command"]
    assert name == "mirror"
    with mirror.make_context(name, arguments) as context:
        host, port = context.params["metrics"]
        assert context.params["server"].hosts == (("mysql", 3306),)
        assert Path(context.params["out"]).parent == Path("/lake")
    assert host == "0.0.0.0"
    (scraped,) = yaml_of("prometheus.yml")["scrape_configs"]
    assert scraped["static_configs"] == [{"targets": [f"mirror:{port}"]}]
    assert f"http://127.0.0.1:{port}/health" in services["mirror"]["healthcheck"]["test"][-1]
    assert f"EXPOSE {port}\n" in (DEPLOYMENT / "Containerfile").read_text(encoding="utf-8")


def test_files_of_the_services(services: dict[str, Any]) -> None:
    """All files that are mounted are there, and the other way round."""
    volumes = [one for service in services.values() for one in service.get("volumes", ())]
    mounted = {one.partition(":")[0].removeprefix("./") for one in volumes if one.startswith(".")}
    others = {"Containerfile", "board.png", "compose.yaml"}
    assert mounted | others == {path.name for path in DEPLOYMENT.iterdir()}
    build = services["mirror"]["build"]
    context = (DEPLOYMENT / build["context"]).resolve()
    assert (context / build["dockerfile"]).resolve() == DEPLOYMENT / "Containerfile"
    assert context == REPOSITORY / "dist"


def test_extras_of_the_image() -> None:
    text = (DEPLOYMENT / "Containerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"\.whl\)\[(.*?)\]", text)
    assert set(extras.split(",")) <= set(EXTRAS.values())
