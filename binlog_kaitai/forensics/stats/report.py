"""Draws what logs are about as a page: one file, which asks no network for anything."""

from __future__ import annotations

import html
import json
import re
from importlib import resources
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

KINDS = {"inserts": "#2a9d8f", "updates": "#e9c46a", "deletes": "#e76f51"}
TABLES = ["#457b9d", "#8ecae6", "#6d597a", "#90be6d", "#b5838d", "#577590", "#c9ada7", "#43aa8b"]
"""Colors of tables, none of which is one of the kinds' colors."""

MAX_BARS = 40
MINUTE = 60


def page(told: dict[str, Any]) -> str:
    """Return the page of what `Stats.to_dict` tells."""
    files = resources.files("binlog_kaitai.forensics.stats")
    template = (files / "report.html").read_text(encoding="utf-8")
    figures = {"tables": _tables(told), "timeline": _timeline(told), "biggest": _biggest(told)}
    charts = {name: json.loads(figure.to_json()) for name, figure in figures.items()}
    parts = {
        "TITLE": html.escape(_title(told)),
        "PLOTLY": get_plotlyjs(),
        "DATA": _script_of(told),
        "CHARTS": _script_of(charts),
        "SCRIPT": (files / "report.js").read_text(encoding="utf-8"),
    }
    # at once, for a text of a log may look like the name of a part
    return re.sub(r"@@([A-Z]+)@@", lambda match: parts[match[1]], template)


def _script_of(value: Any) -> str:
    """Return JSON that may stand inside of a script, whatever its texts are."""
    return json.dumps(value).replace("<", "\\u003c")


def _title(told: dict[str, Any]) -> str:
    count = len(told["files"])
    logs = "1 log" if count == 1 else f"{count} logs"
    if told["first"] is None:
        return f"{logs} without transactions"
    first, last = (told[name].replace("T", " ").rstrip("Z") for name in ("first", "last"))
    return f"{logs}, {first} to {last} UTC"


def _label(text: str) -> str:
    """Return text as Plotly shows it, which else takes tags in it for links and styles."""
    return html.escape(text, quote=False)


def _figure(title: str, height: int) -> go.Figure:
    figure = go.Figure()
    figure.update_layout(
        title=title, height=height, template="plotly_white", margin={"l": 10, "r": 10}
    )
    return figure


def _tables(told: dict[str, Any]) -> go.Figure:
    """Return the rows of each table, by what was done to them; the order can be chosen."""
    tables = told["tables"][:MAX_BARS]
    names = [table["table"] for table in tables]
    figure = _figure("Tables", 240 + 28 * len(names))
    for kind, color in KINDS.items():
        figure.add_bar(
            name=kind,
            y=list(map(_label, names)),
            x=[table[kind] for table in tables],
            orientation="h",
            marker_color=color,
            customdata=names,
        )
    orders = {
        "by bytes": sorted(tables, key=lambda table: table["bytes"]),
        "by rows": sorted(tables, key=lambda table: table["rows"]),
        "by deletes": sorted(tables, key=lambda table: table["deletes"]),
        "by name": sorted(tables, key=lambda table: table["table"], reverse=True),
    }
    buttons = [
        {
            "label": label,
            "method": "relayout",
            "args": [{"yaxis.categoryarray": [_label(table["table"]) for table in order]}],
        }
        for label, order in orders.items()
    ]
    figure.update_layout(
        barmode="stack",
        updatemenus=[{"buttons": buttons, "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"}],
    )
    figure.update_yaxes(
        categoryorder="array",
        categoryarray=[_label(table["table"]) for table in orders["by bytes"]],
        automargin=True,
        type="category",
    )
    figure.update_xaxes(title="rows")
    return figure


def _timeline(told: dict[str, Any]) -> go.Figure:
    """Return the rows of each part of the time, by table, with a slider to zoom."""
    buckets = told["timeline"]["buckets"]
    times = [bucket["time"] for bucket in buckets]
    names = dict.fromkeys(name for bucket in buckets for name in bucket["tables"])
    seconds = told["timeline"]["seconds"]
    every = "minute" if seconds == MINUTE else f"{seconds // MINUTE} minutes"
    figure = _figure(f"Rows of every {every}", 480)
    length = seconds * 1000
    for name in names:
        rows = [bucket["tables"].get(name, 0) for bucket in buckets]
        # bars begin at their times, which otherwise are in the middle
        label = _label(name)
        figure.add_bar(name=label, x=times, y=rows, customdata=times, width=length, offset=0)
    figure.update_layout(barmode="stack", showlegend=True, colorway=TABLES)
    figure.update_xaxes(rangeslider_visible=True, type="date")
    return figure


def _biggest(told: dict[str, Any]) -> go.Figure:
    """Return the rows of the biggest transactions."""
    rows = [row for row in told["biggest"] if row["num_rows"]]
    names = [_label(f"{row['file']} at {row['position']}") for row in rows]
    figure = _figure("Largest transactions", 240 + 28 * len(rows))
    figure.add_bar(
        y=names,
        x=[row["num_rows"] for row in rows],
        orientation="h",
        customdata=list(range(len(rows))),
        marker_color="#457b9d",
    )
    figure.update_yaxes(autorange="reversed", automargin=True, type="category")
    figure.update_xaxes(title="rows")
    return figure
