"""Changes of a row that foreign keys may have made, and that the logs do not contain."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.errors import DoubtWarning
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.names import parts_of, quoted_name
from binlog_kaitai.model.transactions import ROLLED_BACK
from binlog_kaitai.read.foreign_keys import foreign_key_flags
from binlog_kaitai.read.lost_keys import ANY, Link, LostKeys, lower
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.table_versions import numbered

_Place: TypeAlias = tuple[int, int, int]
"""The number of a log, a position and an ordinal."""

_BEGINNING: _Place = (-1, 0, 0)


class CascadeWarning(DoubtWarning):
    """A foreign key may have changed a row, and the logs do not contain this."""


class _State(NamedTuple):
    """The keys of its parents that a row has from a place on, by foreign keys."""

    since: _Place
    keys: tuple[str | None, ...]


class LostRows:
    """Finds changes of parents that may have changed a row, by the images that logs have of it.

    Args:
        scan: selects the table of the row.
    """

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        name = scan.selected_tables
        keys = scan.foreign_keys()
        self._links: list[Link] = [] if name is None else keys.links_to(TableName(*parts_of(name)))
        self._own = [link for link in self._links if link.is_own]
        self._image: dict[str, Any] = {}
        self._states: list[_State] = []

    def note(
        self, place: _Place, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
    ) -> None:
        """Note a change of the row, in the order of the logs."""
        if not self._own:
            return
        if not self._states:
            self._add(_BEGINNING, before)
        self._add(place, after)

    def _add(self, since: _Place, image: Mapping[str, Any] | None) -> None:
        if image is None:
            self._image = {}
            self._states.append(_State(since, (None,) * len(self._own)))
            return
        self._image |= image
        keys = tuple(link.key_in(self._image) for link in self._own)
        if not self._states or self._states[-1].keys != keys:
            self._states.append(_State(since, keys))

    def warnings(self) -> Iterator[str]:
        """Yield a sentence for the first change of each parent that may have changed the row."""
        if not any(key for state in self._states for key in state.keys):
            return
        logs = [log.path for log in self._scan.logs]
        follower = LostKeys(self._links)
        places = [state.since for state in self._states]
        own = [number for number, link in enumerate(self._links) if link.is_own]
        told: set[int] = set()
        for change in self._changes():
            for loss in follower.take(change):
                if loss.link in told or loss.link not in own:
                    continue
                number = int(loss.file)
                at = bisect_right(places, (number, loss.position, loss.ordinal)) - 1
                key = self._states[at].keys[own.index(loss.link)]
                if key is None or (key != loss.key and ANY not in {key, loss.key}):
                    continue
                flags = foreign_key_flags(logs[number], loss.position)
                if flags.are_checked and not flags.are_logged:
                    told.add(loss.link)
                    link = self._links[loss.link]
                    yield (
                        f"{base_name(logs[number])} at byte {loss.position} (GTID"
                        f" {loss.gtid or 'none'}): by its foreign key {link.text}, the server may"
                        " have deleted or changed the row; the log does not contain this"
                    )

    def _changes(self) -> Iterator[dict[str, Any]]:
        """Yield the changes of the parents, in the order of the logs."""
        parents = {lower(link.reference.parent): link.reference.parent for link in self._links}
        scans = [
            self._scan.of_table(quoted_name(*name), is_typed=False).by_log()
            for name in parents.values()
        ]
        for number, of_log in enumerate(zip(*scans, strict=True)):
            records = [
                (one for batch in batches for one in batch.to_pylist()) for _, batches in of_log
            ]
            for one in heapq.merge(*records, key=lambda one: (one["position"], one["ordinal"])):
                if one["outcome"] != ROLLED_BACK:
                    yield one | {"file": numbered(number)}
