"""Texts that repeat in the bodies of events: the classes make each once, and kernels copy it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.kernels.events.formats import ShownFormat
from binlog_kaitai.kernels.events.notes import LearnedTexts, Shown, new_shown
from binlog_kaitai.kernels.handoff import UNPARSABLE, form_of
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.carried import Carried
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.known_formats import KnownFormat
from binlog_kaitai.kernels.walk.sessions import NUM_PIECES, KnownSessions
from binlog_kaitai.kernels.walk.state import ScanState, Scratch, new_scratch
from binlog_kaitai.kernels.walk.table_map_cache import KnownMaps, Layout
from binlog_kaitai.model.json_text import to_json
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.values import JsonText

GAP = "\0"  # no JSON holds it

OF_EACH_MAP = ("table_id", "flags", "database", "table")
"""Fields of a table map that kernels write; they come first."""

OF_EACH_QUERY = ("thread_id", "seconds", "len_database", "error_code")


class ShownMaps(KnownMaps):
    """The table maps that were seen; `texts` are what layouts add to the bodies of their maps."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._format: tuple[KnownFormat, ShownFormat] | None = None

    def format_of(self, known: KnownFormat) -> ShownFormat:
        """Return how the event of a format looks that a log begins with."""
        if self._format is None or self._format[0] is not known:
            self._format = known, ShownFormat.of(known)
        return self._format[1]

    def clear(self) -> None:
        """Forget all of them."""
        self.texts = Growing(np.uint8, padding=PADDING)
        self.text_ends = Growing()
        super().clear()

    def _layout_of(self, table_map: Any, shape: Any, time: int, *, is_wanted: bool) -> int:
        self._shown = _rest_of_map(table_map)
        return super()._layout_of(table_map, shape, time, is_wanted=is_wanted)

    def _add_layout(
        self, layout: Layout | None, columns: list[tuple[int, ...]], *, num_json: int
    ) -> int:
        self.texts.add(np.frombuffer(self._shown.encode(), np.uint8))
        self.text_ends.add((self.texts.used,))
        return super()._add_layout(layout, columns, num_json=num_json)


def _rest_of_map(table_map: Any) -> str:
    """Return what the body of a table map holds behind what each has; empty where it is damaged."""
    try:
        form = form_of(table_map)
    except (UnreadableError, *UNPARSABLE):
        return ""
    assert tuple(form)[: len(OF_EACH_MAP)] == OF_EACH_MAP
    rest = {name: form[name] for name in form if name not in OF_EACH_MAP}
    return f", {to_json(rest).removeprefix('{')}"


class ShownSessions(KnownSessions):
    """What statements tell of their sessions, as their bodies show it.

    The pieces of each are what comes between the numbers that each statement has of its own, from
    behind those that it begins with up to its text. `are_wanted` says of each whether its default
    database is one that is asked for.
    """

    def __init__(self, database: str | None = None) -> None:
        super().__init__()
        self.database = database
        self.are_wanted = Growing()

    def emptied(self) -> ShownSessions:
        """Return sessions to go on with where these are full."""
        return ShownSessions(self.database)

    def learn(self, scratch: Scratch, state: ScanState, query: Any, log_format: Any) -> None:
        """Take in the session that the scan stopped at; `query` is its `QueryEvent`."""
        super().learn(scratch, state, query, log_format)
        self.are_wanted.add((self.database in (None, self.databases[-1]),))

    def _pieces(self, query: Any, log_format: Any, num_numbers: int) -> list[str]:
        del log_format
        form = form_of(query)
        assert tuple(form)[: len(OF_EACH_QUERY)] == OF_EACH_QUERY
        rest = {name: form[name] for name in form if name not in OF_EACH_QUERY}
        rest["query"] = JsonText("")
        if num_numbers:
            own = (var for var in query.status_vars.vars if var.is_of_statement)
            rest["status_vars"] |= {form_of(var.code): JsonText(GAP) for var in own}
        pieces = f", {to_json(rest)[1:-1]}".split(GAP)
        assert len(pieces) == 1 + num_numbers
        return pieces + [""] * (NUM_PIECES - len(pieces))


class LearnedEvents(NamedTuple):
    """What a walk has learned of a log, and its room: all that the walk over another can take."""

    maps: ShownMaps
    sessions: ShownSessions
    scratch: Scratch
    shown: Shown

    @property
    def texts(self) -> LearnedTexts:
        """What repeats in bodies, as far as it is known."""
        return LearnedTexts(
            self.sessions.pieces.array,
            self.sessions.piece_ends.array,
            self.maps.texts.array,
            self.maps.text_ends.array,
            self.sessions.are_wanted.array,
        )


def learned_for(scope: Scope, carried: Carried[LearnedEvents]) -> LearnedEvents:
    """Take what is carried, if it holds in a scope, or else what a walk begins with."""
    learned = carried.take()
    return learned if learned and learned.maps.are_for(scope) else nothing_learned(scope)


def nothing_learned(scope: Scope) -> LearnedEvents:
    """Return what a walk begins with."""
    return LearnedEvents(
        ShownMaps(scope), ShownSessions(scope.database), new_scratch(), new_shown()
    )
