"""Draws the board of the docs with values that a Prometheus has, as Grafana does.

    python tests/site/board.py http://127.0.0.1:9090 20m binlog_kaitai/docs/deployment/board.png

Needs matplotlib, of the extra `bench`.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from matplotlib import dates
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter

BOARD = Path(__file__).parents[2] / "binlog_kaitai/docs/deployment/board.json"
VARIABLES = {"$instance": ".*", "$__rate_interval": "1m"}
COLUMNS, HEIGHT = 24, 38
"""The grid of the board."""

STEPS = 240
UNITS = {"s": "s", "bytes": "B", "Bps": "B/s", "rowsps": "rows/s", "ops": "/s"}


def series_of(address: str, target: dict[str, str], minutes: float) -> Iterator[tuple[str, Any]]:
    """Yield the name of each series of a panel, its times and its values."""
    expression = target["expr"]
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    end = time.time()
    asked = {"query": expression, "start": end - minutes * 60, "end": end}
    query = urlencode(asked | {"step": minutes * 60 / STEPS})
    with urlopen(f"{address}/api/v1/query_range?{query}", timeout=30) as answer:
        found = json.load(answer)["data"]["result"]
    for one in found:
        labels = one["metric"]
        name = target["legendFormat"]
        for label in re.findall(r"{{(\w+)}}", name):
            name = name.replace(f"{{{{{label}}}}}", labels.get(label, ""))
        times = [datetime.fromtimestamp(at, timezone.utc) for at, _ in one["values"]]
        yield name, (times, [float(value) for _, value in one["values"]])


def draw(axes: Axes, panel: dict[str, Any], address: str, minutes: float) -> None:
    """Draw a panel: the last value, or lines; rows of states lie below each other."""
    axes.set_title(panel["title"], loc="left", fontsize=8)
    found = [one for target in panel["targets"] for one in series_of(address, target, minutes)]
    unit = panel.get("fieldConfig", {}).get("defaults", {}).get("unit")
    form = EngFormatter(UNITS.get(unit, ""), places=1 if panel["type"] == "stat" else None)
    if panel["type"] == "stat":
        text = "\n".join(form(values[-1]) for _, (_, values) in found) or "no data"
        axes.text(0.5, 0.5, text, ha="center", va="center", fontsize=18)
        axes.set_axis_off()
        return
    is_states = panel["type"] == "state-timeline"
    for number, (name, (times, values)) in enumerate(found):
        if is_states:
            axes.plot(times, [number] * len(times), "s", markersize=4)
        else:
            axes.plot(times, values, linewidth=1, label=name)
    if is_states:
        for number, (name, (times, _)) in enumerate(found):
            axes.text(times[0], number + 0.15, name, fontsize=6)
        axes.set_yticks([])
        axes.set_ylim(-0.5, len(found) - 0.5)
    else:
        peak = max((max(values) for _, (_, values) in found), default=0)
        axes.set_ylim(0, peak * 1.15 or 1)
        axes.yaxis.set_major_formatter(form)
        if found:
            axes.legend(fontsize=5, loc="upper left", frameon=False)
        else:
            axes.text(0.5, 0.5, "no data", ha="center", transform=axes.transAxes)
    axes.xaxis.set_major_formatter(dates.DateFormatter("%H:%M"))
    axes.tick_params(labelsize=6)
    axes.grid(visible=True, linewidth=0.3)


def main(address: str, span: str, path: str) -> None:
    """Draw the board."""
    figure = plt.figure(figsize=(15, 17))
    margins = {"left": 0.06, "right": 0.98, "top": 0.97, "bottom": 0.03}
    grid = figure.add_gridspec(HEIGHT, COLUMNS, hspace=3.2, wspace=2.5, **margins)
    for panel in json.loads(BOARD.read_text(encoding="utf-8"))["panels"]:
        left, top, width, height = (panel["gridPos"][name] for name in "xywh")
        axes = figure.add_subplot(grid[top : top + height, left : left + width])
        draw(axes, panel, address, float(span.removesuffix("m")))
    figure.savefig(path, dpi=70)


if __name__ == "__main__":
    main(*sys.argv[1:])
