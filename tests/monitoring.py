"""The metrics that followers export, and those that monitors ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import yaml
from prometheus_client import CollectorRegistry, ProcessCollector

from binlog_kaitai.cli.metrics import StatusCollector
from binlog_kaitai.io.status import Status
from binlog_kaitai.lake.progress import SnapshotProgress
from binlog_kaitai.lake.summary import Step

DEPLOYMENT = Path(__file__).parents[1] / "binlog_kaitai" / "docs" / "deployment"
BOARD: dict[str, Any] = json.loads((DEPLOYMENT / "board.json").read_text(encoding="utf-8"))

_WORDS = {"by", "instance", "job", "rate", "deriv", "increase", "sum", "time", "up"}


def full_status() -> Status:
    """Return a status in which nothing is unknown."""
    now = datetime.now(timezone.utc)
    progress = SnapshotProgress(clock=iter([0.0, 1.0]).__next__)
    for done in (5, 10):
        snapshot = progress.take(Step("snapshot", done, 20, "shop.orders", 100))
    return Status(
        *("mirror", "lake"),
        log="binlog.000012",
        gtids="fbde3e80-e58c-11f1-9cc5-02fc00000001:1-5",
        event_time=now,
        current_since=now,
        bytes_behind=0,
        rows=7,
        step={"stage": "read", "done": 1, "total": 2, "name": "binlog.000012"},
        snapshot=snapshot,
        error="lost",
        error_time=now,
    )


def exported() -> set[str]:
    """Return the names of all metrics of a follower."""
    registry = CollectorRegistry()
    registry.register(StatusCollector(full_status()))
    ProcessCollector(registry=registry)
    return {sample.name for metric in registry.collect() for sample in metric.samples}


def expressions() -> Iterator[str]:
    """Yield what the panels of the board ask for, and the alerts."""
    for panel in BOARD["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    alerts = yaml.safe_load((DEPLOYMENT / "alerts.yml").read_text(encoding="utf-8"))
    yield from (rule["expr"] for group in alerts["groups"] for rule in group["rules"])


def metrics_in(expression: str) -> set[str]:
    """Return the names of metrics in an expression: all words but labels and functions."""
    bare = re.sub(r"\{.*?\}|\[.*?\]", "", expression)
    return set(re.findall(r"[a-z_]{2,}", bare)) - _WORDS
