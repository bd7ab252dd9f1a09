"""The HTML certificate of a proof: its figures, its differences, and hostile texts in it."""

from __future__ import annotations

import re
from dataclasses import asdict
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.certificate import page
from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake import proof as proofs
from binlog_kaitai.lake.proof import Proof

HOSTILE = "<script>alert(1)</script>\"'&amp;]]>--><!--\x1b[31m\u202eevil\u2066\0"
EQUAL = Proof("shop.items", "binlog.000042", 1901017, "uuid:1-2087", 480_000, 2_400_000, "0a" * 8)
DIFFERENT = Proof(
    "shop.orders",
    "binlog.000042",
    1901017,
    "uuid:1-2087",
    5000,
    25_000,
    "0b" * 8,
    changed=3,
    differing=2,
    keys=["id"],
    only_in_lake=[{"id": 7, "total": "10.00", "note": None}, {"id": 8, "total": "1", "note": ""}],
    only_on_server=[{"id": 7, "total": "10.50", "note": None}],
)
LEFT = Proof("shop.late", reason="the lake does not have the table")


class Checked(HTMLParser):
    """Collects text by elements, and fails for elements that are not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert {name for name, _ in attrs} <= {"lang", "charset", "name", "content", "class"} | {
            "http-equiv"
        }
        self.elements.append(tag)
        if tag != "meta":
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in {*self.open}:
            self.texts[tag][-1] += data


def report_of(*some: Proof, **others: Any) -> dict[str, Any]:
    return {
        "server": ["db.example.com:3306"],
        "lake": "lake",
        "time": "2026-11-28T15:00:00+00:00",
        "version": "0.1.0",
        "rows": sum(one.rows for one in some),
        "cells": sum(one.cells for one in some),
        "tables": [{"status": one.status} | asdict(one) for one in some],
    } | others


def test_equal_tables_are_said_to_be_equal() -> None:
    checked = Checked(page(report_of(EQUAL)))
    assert "No differences: 1 table, 480,000 rows, 2,400,000 cells." in checked.texts["p"]
    body = checked.texts["body"][0]
    for text in ("db.example.com:3306", "2026-11-28T15:00:00+00:00", "binlog-kaitai 0.1.0"):
        assert text in body
    assert "binlog.000042 at byte 1,901,017, GTIDs uuid:1-2087" in body
    assert "Differences" not in body


@pytest.mark.parametrize(
    ("some", "verdict", "status"),
    [
        ([EQUAL, DIFFERENT, LEFT], "3 tables: 1 equal, 1 different, 1 not compared", "different"),
        ([EQUAL, LEFT], "2 tables: 1 equal, 1 not compared", "not-compared"),
        ([], "0 tables: no tables were found.", "not-compared"),
    ],
)
def test_the_verdict_is_that_of_the_worst_table(
    some: list[Proof], verdict: str, status: str
) -> None:
    text = page(report_of(*some))
    assert f'<p class="verdict {status}">{verdict}' in text


def test_differences_mark_the_cells_that_differ() -> None:
    checked = Checked(page(report_of(EQUAL, DIFFERENT)))
    assert checked.texts["h3"] == ["shop.orders"]
    assert checked.texts["del"] == [
        '- {"id": 7, "total": "10.00", "note": null}',
        '- {"id": 8, "total": "1", "note": ""}',
    ]
    assert checked.texts["ins"] == ['+ {"id": 7, "total": "10.50", "note": null}']
    assert checked.texts["mark"] == ['"total": "10.00"', '"total": "10.50"']


def test_names_and_values_are_text() -> None:
    """No element, attribute, script or direction of text comes from a server."""
    rows: dict[str, Any] = {
        "only_in_lake": [{HOSTILE: HOSTILE}],
        "only_on_server": [{"id": b"<b>"}],
    }
    values = asdict(DIFFERENT) | {"table": HOSTILE, "gtids": HOSTILE, "digest": HOSTILE} | rows
    more = [Proof(HOSTILE, HOSTILE, reason=HOSTILE), Proof(**values)]
    text = page(report_of(*more, lake=HOSTILE, server=[HOSTILE], version=HOSTILE, time=HOSTILE))
    checked = Checked(text)
    assert {"script", "b", "evil"}.isdisjoint(checked.elements)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert "default-src 'none'" in text
    assert "<script>alert(1)</script>" in checked.texts["h3"][0]


@pytest.mark.parametrize("names", [["proof.json"], ["proof.HTML"], ["a.json", "b.html"]])
def test_the_ending_chooses_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    monkeypatch.setattr(proofs, "prove", lambda *_: iter([EQUAL, DIFFERENT]))
    paths = [tmp_path / name for name in names]
    arguments = [text for path in paths for text in ("--certificate", str(path))]
    result = CliRunner().invoke(main, ["prove", *arguments, "mysql://reader@127.0.0.1:1", "lake"])
    assert result.exit_code == 1, result.output
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("{" if path.suffix == ".json" else "<!DOCTYPE html>")
        assert "shop.orders" in text
