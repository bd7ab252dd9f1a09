"""Rebuild tables from their server while an export goes on: those set aside, incomplete or new."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import NamedTuple, TypeAlias

from binlog_kaitai.io.finding import in_order
from binlog_kaitai.lake.aside import TYPES, Place, order
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.folders import folder_name, mark_of
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.state import State
from binlog_kaitai.model.names import full_name

LOGGER = logging.getLogger(__name__)

WAITS = (0.0, 10.0, 60.0, 600.0)
"""Seconds before each attempt to heal a table, since the end of the attempt before."""

STEADY = 3600.0
"""Seconds after which a table has all attempts again."""

Key: TypeAlias = tuple[str, str]
"""A table on any server, as in `Aside`; without a table's name, all of a database."""


class Ailment(NamedTuple):
    """A table that needs a snapshot, and why; without a name, all tables of a database.

    `place` is that of the cause in the logs, if it is set aside.
    """

    database: str
    table: str
    reason: str
    place: Place | None = None

    @property
    def key(self) -> Key:
        """The table, as in `Aside`."""
        return self.database.lower(), self.table.lower()

    @property
    def name(self) -> str:
        """The full name."""
        return full_name(self.database, self.table or "*")


@dataclass
class _Course:
    """The attempts to heal a table: their number, and the time of the next one.

    It `is_open` during an attempt, and `is_late` if all attempts of the first time failed. The last
    attempt `began` when the export had read the logs up to a place.
    """

    ailment: Ailment
    attempts: int = 0
    due: float = 0.0
    is_open: bool = False
    is_late: bool = False
    began: Place = ("", 0)

    def meets_later(self, found: Ailment) -> bool:
        """Return whether the attempt has led to a later cause."""
        if self.ailment.place is None or found.place is None:
            return False
        return order(self.ailment.place) < order(found.place)

    def goes_on(self, found: Ailment) -> bool:
        """Return whether the attempt has led to a later cause in the logs of before it."""
        if found.place is None or not self.meets_later(found):
            return False
        return order(found.place) <= order(self.began)


@dataclass
class Healing:
    """Attempts to heal tables, over the runs of an export.

    Call `begin` in each run, and `end` after it.

    Args:
        waits: seconds before each attempt.
        clock: returns the time in seconds.
    """

    waits: Sequence[float] = WAITS
    clock: Callable[[], float] = time.monotonic
    _courses: dict[Key, _Course] = field(default_factory=dict)
    _announced: set[tuple[Key, int]] = field(default_factory=set)
    _tried: dict[Key, Ailment] = field(default_factory=dict)
    _left: dict[Key, Ailment] = field(default_factory=dict)
    _state: State | None = None
    _is_first: bool = True
    _place: Place = ("", 0)

    def due(self, state: State) -> dict[Key, Ailment]:
        """Return the tables whose next attempt may begin now."""
        return self._due(ailments(state))

    def begin(self, state: State, served: Callable[[], Collection[Key]]) -> dict[Key, Ailment]:
        """Return the tables whose snapshots are to begin in this run.

        Args:
            state: the state before the run.
            served: returns the server's tables with keys, by the keys of `Aside`.
        """
        for key, course in list(self._courses.items()):
            if not course.is_open and self.clock() - course.due > STEADY:
                self._forget(key)
        self._state, self._tried = state, self.due(state)
        place = state.place()
        self._place = place["log"], int(place["position"])
        tables = served() if self._tried else ()
        found = {key: one for key, one in self._tried.items() if self._covers(key, tables)}
        for key, one in found.items():
            number = self._course(key, one).attempts + 1
            if (key, number) not in self._announced:
                self._announced.add((key, number))
                counted = self._counted(number)
                LOGGER.warning("%s: a new snapshot begins (%s): %s", one.name, counted, one.reason)
        return found

    def end(self) -> None:
        """Note what the run has healed, and when the next attempts are."""
        assert self._state is not None
        self._is_first = False
        now, left = self.clock(), ailments(self._state)
        self._left = left
        for key, one in self._tried.items():
            course = self._course(key, one)
            course.attempts, course.is_open = course.attempts + 1, True
            course.due, course.began = now, self._place
        self._tried = {}
        reading = set(_being_read(self._state))
        for key, course in self._courses.items():
            if not course.is_open:
                continue
            if key in left and course.goes_on(left[key]):
                course.attempts, course.is_open, course.due = course.attempts - 1, False, now
            elif key in left:
                is_later = course.meets_later(left[key])
                course.is_open, course.ailment = False, left[key]
                self._put_off(course, now, is_later=is_later)
            elif not self._covers(key, reading):
                course.is_open, course.due = False, now
                LOGGER.warning("%s: complete, from a snapshot", course.ailment.name)
        for key, one in left.items():
            self._course(key, one).ailment = one

    def _put_off(self, course: _Course, now: float, *, is_later: bool) -> None:
        name = course.ailment.name
        wait = STEADY
        if course.attempts < len(self.waits):
            wait = self.waits[course.attempts]
        elif is_later and self.waits[-1]:
            course.attempts, wait = course.attempts - 1, self.waits[-1]
            self._announced.discard((course.ailment.key, course.attempts + 1))
        else:
            course.attempts, course.is_late = 0, True
            self._announce_again(course.ailment.key)
        course.due = now + wait
        text = f"the next snapshot begins in {wait:.0f} s"
        LOGGER.warning("%s: not healed, %s: %s", name, text, course.ailment.reason)

    def reads(self) -> bool:
        """Return whether the run that has begun reads snapshots: the first one reads all tables."""
        return self._is_first or bool(self._tried or (self._state and self._state.baselines))

    def is_due(self) -> bool:
        """Return whether the next run has to read snapshots."""
        state = self._state
        return self._is_first or bool((state and state.baselines) or self._due(self._left))

    def report(self) -> dict[str, str]:
        """Return the tables that are not healed yet by name, with what happens next."""
        found = {}
        now = datetime.now(timezone.utc)
        for key, course in self._courses.items():
            if course.is_open:
                text = f"snapshot, {self._counted(course.attempts)}"
            elif key not in self._left:
                continue
            else:
                due = now + timedelta(seconds=max(0.0, course.due - self.clock()))
                text = f"next snapshot at {due:%Y-%m-%d %H:%M:%SZ}"
            found[course.ailment.name] = f"{text}: {course.ailment.reason}"
        return found

    def _counted(self, number: int) -> str:
        """Return the number of an attempt; one more follows if the table fell ill again later."""
        count = len(self.waits)
        return f"attempt {min(number, count)} of {count}"

    def needs(self, log: str, state: State) -> bool:
        """Return whether changes of a table with other types have to be read from a log again."""
        for key, one in state.aside.items():
            course = self._courses.get(key)
            is_late = course is not None and course.is_late
            if one.cause == TYPES and not is_late and in_order(one.log) <= in_order(log):
                return True
        return False

    @staticmethod
    def _covers(key: Key, tables: Collection[Key]) -> bool:
        """Return whether a table, or any of its database, is among some."""
        return key in tables or (not key[1] and any(one[0] == key[0] for one in tables))

    def _due(self, found: dict[Key, Ailment]) -> dict[Key, Ailment]:
        now = self.clock()
        courses = self._courses
        return {
            key: one for key, one in found.items() if key not in courses or courses[key].due <= now
        }

    def _course(self, key: Key, ailment: Ailment) -> _Course:
        return self._courses.setdefault(key, _Course(ailment))

    def _forget(self, key: Key) -> None:
        del self._courses[key]
        self._announce_again(key)

    def _announce_again(self, key: Key) -> None:
        self._announced = {one for one in self._announced if one[0] != key}


def ailments(state: State) -> dict[Key, Ailment]:
    """Return the tables of an export that a snapshot may heal."""
    found: dict[Key, Ailment] = {}
    aside = {*state.set_aside().values(), *state.unkept().values()}
    for cause in aside:
        reason = f"it is set aside: {cause}"
        found[cause.key] = Ailment(cause.database, cause.table, reason, cause.place)
    reading, known = set(_being_read(state)), set()
    folders = state.set_aside()
    for folder, one in state.datasets.items():
        known.add(one.key)
        is_ill = one.key in found or folder in folders or one.key in reading
        if one.table is None or is_ill or not wants(state.options, one.name):
            continue
        may_be_stale = one.current is not None and one.left_out.silent
        stale = unlogged_in(one, state)[1] if may_be_stale else []
        if one.current is None and state.pending is not None:
            continue  # it may get one with the next merge
        if one.current is None:
            reason = "it has no current table"
        elif not state.is_whole(one):
            reason = "rows older than the logs are missing unless they changed"
        elif stale:
            reason = f"it may have old values in {', '.join(stale)}"
        else:
            continue
        found[one.key] = Ailment(*one.names, reason)
    known |= found.keys() | reading
    for database, table, is_doubtful, _ in state.catalog.get("tables", ()):
        key = database.lower(), table.lower()
        is_new = state.whole.get((database, table)) and not is_doubtful
        is_new = is_new and wants(state.options, full_name(database, table))
        if is_new and key not in known:
            found[key] = Ailment(database, table, "it is new")
    return found


def _being_read(state: State) -> Iterator[Key]:
    """Yield the tables whose snapshots have begun."""
    if not state.baselines:
        return
    mark = mark_of(state.file_format)
    folders = {
        folder_name(database, table, mark): (database.lower(), table.lower())
        for database, table, *_ in state.catalog.get("tables", ())
    }
    folders |= {folder: one.key for folder, one in state.datasets.items()}
    for folder in state.baselines:
        yield folders.get(folder, ("", folder))
