"""The command `prove`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from binlog_kaitai.cli.archive import server_of
from binlog_kaitai.cli.certificate import page
from binlog_kaitai.cli.endings import FAILED, INCOMPLETE
from binlog_kaitai.cli.options import examples, usage_errors
from binlog_kaitai.cli.output import AFTER, BEFORE, Part, print_lines, print_styled
from binlog_kaitai.replication.uris import ServerUri

if TYPE_CHECKING:
    from binlog_kaitai.lake.proof import Proof

CERTIFICATE = click.option(
    "--certificate",
    metavar="PATH",
    type=click.Path(dir_okay=False),
    multiple=True,
    help="File for the result of the proof: an HTML page if it ends in .html, else JSON."
    " Repeatable.",
)


@click.command(
    short_help="Compare current tables with their server.",
    epilog=examples(
        "prove mysql://reader@db.example.com lake",
        "prove --json mysql://reader@db.example.com s3://lake/shop",
        "prove --table shop.orders --certificate proof.html mysql://reader@db.example.com lake",
    ),
)
@click.argument("server", metavar="URI", callback=server_of)
@click.argument("lake", metavar="DIR")
@click.option("--table", metavar="DB.T", help="Only this table, or the tables of a glob pattern.")
@CERTIFICATE
@click.option("--json", "is_json", is_flag=True, help="Print the result as a line of JSON.")
def prove(
    server: ServerUri, lake: str, table: str | None, certificate: Sequence[str], *, is_json: bool
) -> None:
    """Compare the current tables of the export in DIR with the server at URI.

    Tables are compared as of the place in the logs that the export has read, row by row. Nothing is
    locked. Exit status: 1 if tables differ, 3 if some were not compared.
    """
    from binlog_kaitai.lake.proof import prove as proofs_of  # noqa: PLC0415 - needs extras

    proofs = []
    with usage_errors():
        for proof in proofs_of(server.uri, lake, table):
            proofs.append(proof)
            if not is_json:
                print_styled(_lines(proof))
    report = _report(server, lake, proofs)
    for path in certificate:
        is_page = path.lower().endswith((".html", ".htm"))
        text = page(report) if is_page else f"{json.dumps(report, default=str, indent=1)}\n"
        Path(path).write_text(text, encoding="utf-8")
    if is_json:
        print_lines([json.dumps(report, default=str, ensure_ascii=False)])
    statuses = {one.status for one in proofs}
    if "different" in statuses:
        raise click.exceptions.Exit(FAILED)
    if statuses != {"equal"}:
        raise click.exceptions.Exit(INCOMPLETE)


def _report(server: ServerUri, lake: str, proofs: Sequence[Proof]) -> dict[str, Any]:
    return {
        "server": [f"{host}:{port}" for host, port in server.hosts],
        "lake": lake,
        "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "version": version("binlog-kaitai"),
        "rows": sum(one.rows for one in proofs),
        "cells": sum(one.cells for one in proofs),
        "tables": [{"status": one.status} | asdict(one) for one in proofs],
    }


def _lines(proof: Proof) -> Iterator[list[Part]]:
    """Yield what is printed of a table: rows as `diff` prints them, those of the lake after `-`."""
    if proof.reason:
        yield [f"{proof.table}: not compared: {proof.reason}"]
        return
    place = f"at {proof.log} byte {proof.position}, GTIDs {proof.gtids or 'none'}"
    count = f"{proof.differing:,} of " if proof.differing else ""
    state = "rows differ" if proof.differing else "rows are equal"
    yield [f"{proof.table}: {count}{proof.rows:,} {state}, {proof.cells:,} cells, {place}"]
    sides = (("-", proof.only_in_lake, BEFORE), ("+", proof.only_on_server, AFTER))
    for sign, rows, style in sides:
        for row in rows:
            yield [(f"{sign} {json.dumps(row, default=str, ensure_ascii=False)}", style)]
