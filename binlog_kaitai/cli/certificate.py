"""The result of a proof as an HTML page: one file without scripts, which loads nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from binlog_kaitai.printable import counted, printable

_SPOOFS = re.compile("[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Characters that reorder or hide the text around them."""

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; padding: 0 1em; max-width: 1100px;
  color: #222; background: #fff; }
h1 { margin-bottom: .2em; } h2 { margin-top: 2em; } h3 { margin-bottom: .3em; }
.verdict { padding: .8em 1em; border-left: .4em solid; font-size: 1.1em; }
.equal { border-color: #2a7d4f; background: #eef8f1; }
.different { border-color: #b3261e; background: #fdeeed; }
.not-compared { border-color: #b07a00; background: #fff6e0; }
.scrolls { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25em .8em .25em 0;
  border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
pre, code { font: 13px/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f6f6f6; padding: .6em; }
del, ins { text-decoration: none; display: block; }
del { color: #b3261e; } ins { color: #1c6b3f; }
mark { color: inherit; background: #ffe08a; font-weight: 600; }
@media print { body { margin: 0; max-width: none; } pre { background: none; } }
"""

_METHOD = (
    "Each table was compared as of one place in the server's binary logs, and the GTIDs up to it:"
    " the place up to which the lake has the logs. The server's rows were read in chunks by primary"
    " key, in consistent reads, without locks. Rows that have changed since the place were taken"
    " from their before images in the logs. Every row was reduced to two 64-bit hashes, of its key"
    " and of all its values in the types of the lake, and sums of these were compared by groups of"
    " keys. Groups that differ were compared row by row. The digest of a table is the sum of its"
    " rows' hashes: two proofs of equal rows in equal types have equal digests."
)


def page(report: Mapping[str, Any]) -> str:
    """Return the page of a result, as `prove` writes it to its JSON certificate."""
    tables: Sequence[Mapping[str, Any]] = report["tables"]
    status = _status_of(tables)
    differing = [one for one in tables if one["status"] == "different"]
    differences = [line for one in differing for line in _differences(one)]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>Proof of {_text(report['lake'])}</title><style>{_STYLE}</style></head><body>",
        "<h1>Comparison of tables with their server</h1>",
        f'<p class="verdict {status.replace(" ", "-")}">{_verdict(report, status)}</p>',
        _facts(report),
        "<h2>Tables</h2>",
        _table_of(tables),
        *(["<h2>Differences</h2>", *differences] if differences else []),
        f"<h2>Method</h2><p>{_text(_METHOD)}</p>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _status_of(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return the worst status of tables; none at all were not compared."""
    statuses = {one["status"] for one in tables}
    return next((one for one in ("different", "not compared") if one in statuses), "") or (
        "equal" if statuses else "not compared"
    )


def _verdict(report: Mapping[str, Any], status: str) -> str:
    tables = report["tables"]
    counts = {
        name: sum(one["status"] == name for one in tables)
        for name in ("equal", "different", "not compared")
    }
    if status == "equal":
        rows, cells = counted(report["rows"], "row"), counted(report["cells"], "cell")
        return f"No differences: {counted(len(tables), 'table')}, {rows}, {cells}."
    texts = [f"{count:,} {name}" for name, count in counts.items() if count]
    return f"{counted(len(tables), 'table')}: {', '.join(texts) or 'no tables were found'}."


def _facts(report: Mapping[str, Any]) -> str:
    rows = [
        ("Server", ", ".join(report["server"])),
        ("Lake", report["lake"]),
        ("Time", report["time"]),
        ("By", f"binlog-kaitai {report['version']}"),
        ("Tables", f"{len(report['tables']):,}"),
        ("Rows compared", f"{report['rows']:,}"),
        ("Cells compared", f"{report['cells']:,}"),
    ]
    lines = (f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in rows)
    return f"<table>{''.join(lines)}</table>"


def _table_of(tables: Sequence[Mapping[str, Any]]) -> str:
    heads = ("Table", "Result", "Rows", "Cells", "Differing rows", "Rows from logs")
    head = "".join(f"<th>{one}</th>" for one in (*heads, "Place in the logs, GTIDs", "Digest"))
    lines = []
    for one in tables:
        numbers = (one[name] for name in ("rows", "cells", "differing", "changed"))
        place = f"{one['log']} at byte {one['position']:,}, GTIDs {one['gtids'] or 'none'}"
        reason = f": {one['reason']}" if one["reason"] else ""
        cells = [
            f"<td>{_text(one['table'])}</td>",
            f"<td>{_text(one['status'] + reason)}</td>",
            *(f'<td class="number">{number:,}</td>' for number in numbers),
            f"<td>{_text(place) if one['log'] else ''}</td>",
            f"<td><code>{_text(one['digest'])}</code></td>",
        ]
        lines.append(f'<tr class="{one["status"].replace(" ", "-")}">{"".join(cells)}</tr>')
    body = "".join(lines)
    return f'<div class="scrolls"><table><tr>{head}</tr>{body}</table></div>'


def _differences(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rows of a table that differ, as `diff` does, with their other cells marked."""
    yield f"<h3>{_text(one['table'])}</h3>"
    lake, server = (_by_key(one[name], one["keys"]) for name in ("only_in_lake", "only_on_server"))
    shown = sum(map(len, (lake, server)))
    rest = "" if one["differing"] <= len({*lake, *server}) else ", of which some are shown"
    yield f"<p>{counted(one['differing'], 'row')} differ{rest}. -: lake, +: server.</p>"
    lines = []
    for key in sorted({*lake, *server}) if shown else ():
        for sign, element, row, other in (
            ("-", "del", lake.get(key), server.get(key)),
            ("+", "ins", server.get(key), lake.get(key)),
        ):
            if row is not None:
                lines.append(f"<{element}>{sign} {_row(row, other)}</{element}>")
    yield f"<pre>{''.join(lines)}</pre>"


def _by_key(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    return {_json([row.get(name) for name in keys]): row for row in rows}


def _row(row: Mapping[str, Any], other: Mapping[str, Any] | None) -> str:
    """Return a row as JSON; the cells that another row has differently are marked."""
    cells = []
    for name, value in row.items():
        cell = f"{_text(_json(name))}: {_text(_json(value))}"
        is_other = other is not None and _json(other.get(name)) != _json(value)
        cells.append(f"<mark>{cell}</mark>" if is_other else cell)
    return f"{{{', '.join(cells)}}}"


def _json(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)


def _text(text: str) -> str:
    """Return text as HTML that shows it, and obeys nothing in it."""
    return escape(_SPOOFS.sub(lambda found: f"\\u{ord(found[0]):04x}", printable(text)))
