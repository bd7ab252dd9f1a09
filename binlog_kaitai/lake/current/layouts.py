"""The layouts of tables by their places in the logs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import Place, order
from binlog_kaitai.lake.current.lineage import Key
from binlog_kaitai.lake.facts import Layout
from binlog_kaitai.lake.state import Dataset


class Layouts:
    """Finds layouts of datasets that do not change meanwhile."""

    def __init__(self, datasets: Mapping[Key, Dataset]) -> None:
        self._datasets = datasets
        self._ordered: dict[Key, tuple[list[Any], list[Layout]]] = {}

    def last(self, key: Key, place: Place) -> Layout | None:
        """Return the last layout of a table that begins before a place."""
        if key not in self._ordered:
            dataset = self._datasets.get(key)
            found = [] if dataset is None else sorted(dataset.layouts, key=_order)
            self._ordered[key] = list(map(_order, found)), found
        places, layouts = self._ordered[key]
        before = bisect_left(places, order(place))
        return layouts[before - 1] if before else None


def _order(layout: Layout) -> Any:
    return order((base_name(layout.log), layout.position))
