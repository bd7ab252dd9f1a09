"""Tables whose changes have ended, as types of a column do not merge, until they are dropped."""

from __future__ import annotations

from collections.abc import Iterator

from binlog_kaitai.lake.aside import TYPES, Place, order
from binlog_kaitai.lake.current.lineage import Key
from binlog_kaitai.lake.state import State
from binlog_kaitai.model.names import full_name


class EndedTables:
    """The tables of a state that get no more changes, and those that a run drops.

    A table that is made again in the run that drops it stays set aside: the run does not read its
    changes. A later run does, and compares their types again.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._dropped: dict[Key, Place] = {}

    def holds(self, key: Key, place: Place) -> bool:
        """Return whether a table gets no more changes at a place."""
        aside = self._state.aside.get(lower(key))
        return aside is not None and aside.cause == TYPES and order(aside.bound) <= order(place)

    def note(self, key: Key, place: Place, kind: str) -> None:
        """Note that a statement at a place has `dropped` a table, or may have `created` it."""
        if kind == "dropped":
            self._dropped[key] = place
        elif kind == "created":
            self._dropped.pop(key, None)

    def take_dropped(self) -> Iterator[tuple[Key, Place]]:
        """Set the dropped tables no longer aside, and yield where each ended, without rows."""
        state = self._state
        for key, place in self._dropped.items():
            aside = state.aside.pop(lower(key), None)
            if aside is None:  # another one by this name, in another case
                continue
            until = f"until it was dropped in {place[0]} at byte {place[1]}"
            reason = f"{aside.reason}; the export lacks its changes from then {until}"
            state.dropped[full_name(*key)] = aside._replace(reason=reason)
            state.whole[key] = True
            yield key, place


def lower(key: Key) -> Key:
    """Return what tells a table from others on any server."""
    return key[0].lower(), key[1].lower()
