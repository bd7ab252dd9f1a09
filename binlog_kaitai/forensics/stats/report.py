"""Statistics of logs as an HTML page: one file, which loads nothing from the network."""

from __future__ import annotations

import html
import json
import re
import shlex
from importlib import resources
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from binlog_kaitai.forensics.stats.gathering import with_distinct_names
from binlog_kaitai.forensics.stats.totals import interval_name

KINDS = {"inserts": "#2a9d8f", "updates": "#e9c46a", "deletes": "#e76f51"}
TABLES = ["#457b9d", "#8ecae6", "#6d597a", "#90be6d", "#b5838d", "#577590", "#c9ada7", "#43aa8b"]
"""Colors of tables, none of which is one of the kinds' colors."""

FIELDS = {**KINDS, "bytes": "#457b9d"}
"""Numbers of a table that bars show, by their colors."""

MAX_BARS = 40

_SPECIAL = re.compile(r"[\\'\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def page(report: dict[str, Any], selection: str) -> str:
    """Return the page as HTML.

    Args:
        report: statistics, from `LogStatistics.to_dict`.
        selection: filters and files for the commands in the page, quoted for a shell.
    """
    report = with_distinct_names(report)
    files = resources.files("binlog_kaitai.forensics.stats")
    template = (files / "report.html").read_text(encoding="utf-8")
    figures = {
        "tables": _tables(report),
        "timeline": _timeline(report),
        "biggest": _biggest(report),
    }
    charts = {name: json.loads(figure.to_json()) for name, figure in figures.items()}
    parts = {
        "TITLE": html.escape(_title(report)),
        "PLOTLY": get_plotlyjs(),
        "DATA": _script_of(report),
        "CHARTS": _script_of(charts),
        "WORDS": _script_of(_words(report, selection)),
        "SCRIPT": (files / "report.js").read_text(encoding="utf-8"),
    }
    # in one pass, because text of a log may look like a placeholder
    return re.sub(r"@@([A-Z]+)@@", lambda match: parts[match[1]], template)


def _script_of(value: Any) -> str:
    """Return JSON that is safe inside a script element, whatever its texts are."""
    return json.dumps(value).replace("<", "\\u003c")


def _words(report: dict[str, Any], selection: str) -> dict[str, Any]:
    """Return the parts of commands that contain texts of logs, quoted for a shell."""
    keys = {
        hot["table"]: [
            " ".join(
                f"--key {shell_word(f'{column}={value}')}" for column, value in row["key"].items()
            )
            for row in hot["rows"]
        ]
        for hot in report["hot"]
    }
    return {
        "selection": selection,
        "tables": {table["table"]: shell_word(table["table"]) for table in report["tables"]},
        "paths": {file["path"]: shell_word(file["path"]) for file in report["files"]},
        "keys": keys,
    }


def shell_word(text: str) -> str:
    """Return text as one word of bash or zsh.

    Control characters are escaped, because a terminal obeys them in pasted text, quoted or not.
    """
    if not _CONTROLS.search(text):
        return shlex.quote(text)
    return f"$'{_SPECIAL.sub(_escape, text)}'"


def _escape(match: re.Match[str]) -> str:
    if match[0] in {"'", "\\"}:
        return f"\\{match[0]}"
    return "".join(f"\\x{byte:02x}" for byte in match[0].encode("utf-8", "surrogateescape"))


def _title(report: dict[str, Any]) -> str:
    count = len(report["files"])
    logs = "1 log" if count == 1 else f"{count} logs"
    if report["first"] is None:
        return f"{logs} without transactions"
    first, last = (report[name].replace("T", " ").rstrip("Z") for name in ("first", "last"))
    return f"{logs}, {first} to {last} UTC"


def _label(text: str) -> str:
    """Return text escaped for Plotly, which would interpret tags as links and styles."""
    return html.escape(text, quote=False)


def _figure(title: str, height: int) -> go.Figure:
    figure = go.Figure()
    figure.update_layout(
        title=title, height=height, template="plotly_white", margin={"l": 10, "r": 10}
    )
    figure.update_xaxes(tickangle=0)  # else labels rotate on a phone
    return figure


def _tables(report: dict[str, Any]) -> go.Figure:
    """Return the tables as bars, in the order that the reader selects."""
    tables = report["tables"]
    is_cut = len(tables) > MAX_BARS
    figure = _figure(
        f"Tables: {MAX_BARS} of {len(tables):,}" if is_cut else "Tables",
        240 + 28 * min(len(tables), MAX_BARS),
    )
    for name, color in FIELDS.items():
        figure.add_bar(name=name, orientation="h", marker_color=color)
    largest = tables[:MAX_BARS]  # sorted by their bytes
    orders = {
        "by bytes": (largest, {"bytes"}),
        "by rows": (_top(tables, "rows"), set(KINDS)),
        "by deletes": (_top(tables, "deletes"), {"deletes"}),
        "by name": (sorted(largest, key=lambda table: table["table"]), set(KINDS)),
    }
    buttons = [
        {"label": label, "method": "update", "args": [*_bars(report, *order)]}
        for label, order in orders.items()
    ]
    traces, layout = _bars(report, *orders["by bytes"])
    for number, bar in enumerate(figure.data):
        bar.update({name: values[number] for name, values in traces.items()})
    figure.update_layout(
        barmode="stack",
        legend={"orientation": "h", "y": -0.2, "yanchor": "top"},
        updatemenus=[{"buttons": buttons, "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"}],
    )
    figure.update_yaxes(categoryorder="array", automargin=True, type="category")
    return figure.update_layout(layout)


def _top(tables: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return sorted(tables, key=lambda table: -table[name])[:MAX_BARS]


def _bars(
    report: dict[str, Any], tables: list[dict[str, Any]], shown: set[str]
) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Return the changes of bars and of the layout that show tables from top to bottom."""
    numbers = {table["table"]: number for number, table in enumerate(report["tables"])}
    names = [table["table"] for table in tables]
    labels = list(map(_label, names))
    traces: dict[str, list[Any]] = {
        "x": [[table[field] for table in tables] for field in FIELDS],
        "y": [labels] * len(FIELDS),
        "customdata": [[numbers[name] for name in names]] * len(FIELDS),
        "visible": [field in shown for field in FIELDS],
    }
    title = "rows" if shown == set(KINDS) else ", ".join(shown)
    return traces, {"yaxis.categoryarray": labels[::-1], "xaxis.title.text": title}


def _timeline(report: dict[str, Any]) -> go.Figure:
    """Return the rows of each part of the time, by table, with a slider to zoom."""
    buckets = report["timeline"]["buckets"]
    times = [bucket["time"] for bucket in buckets]
    names = dict.fromkeys(name for bucket in buckets for name in bucket["tables"])
    seconds = report["timeline"]["seconds"]
    figure = _figure(f"Rows of every {interval_name(seconds)}", 480)
    length = seconds * 1000
    for name in names:
        rows = [bucket["tables"].get(name, 0) for bucket in buckets]
        # bars begin at their times, which otherwise are in the middle
        label = _label(name)
        figure.add_bar(name=label, x=times, y=rows, customdata=times, width=length, offset=0)
    legend = {"orientation": "h", "y": -0.7, "yanchor": "top"}
    figure.update_layout(barmode="stack", showlegend=True, colorway=TABLES, legend=legend)
    figure.update_traces(marker_line_width=0)  # else it hides bars that are a pixel wide
    figure.update_xaxes(rangeslider_visible=True, type="date")
    return figure


def _biggest(report: dict[str, Any]) -> go.Figure:
    """Return the rows of the biggest transactions."""
    rows = [row for row in report["biggest"] if row["num_rows"]]
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
