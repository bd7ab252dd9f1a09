"""Paths of members of JSON documents, and patterns of them, as in SQL's JSON functions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

Leg: TypeAlias = str | int
"""A step into a document: the key of an object's member, or the index of an array's."""

_QUOTED = r'"(?:[^"\\]|\\.)*"'

_LEG = re.compile(rf"\.({_QUOTED}|[^.\[]+)|\[(\d+)\]")

_PATTERN_LEG = re.compile(
    rf'\.(?P<key>{_QUOTED}|[^.\[\]*"=\s$]+)|\[(?P<index>\d+)\]'
    r"|(?P<keys>\.\*)|(?P<indexes>\[\*\])|(?P<deep>\*\*(?=[.\[]))"
)

PATTERN = rf"\$(?:{re.sub(r'[?]P<[a-z]+>', '?:', _PATTERN_LEG.pattern)})*"
"""Regular expression of a pattern of paths."""


def legs_of(path: str) -> list[Leg] | None:
    """Return the steps of a path without wildcards; None if it is no such path."""
    legs: list[Leg] = []
    position = 1
    while position < len(path):
        match = _LEG.match(path, position)
        if match is None:
            return None
        key, index = match.groups()
        legs.append(_key(key) if index is None else int(index))
        position = match.end()
    return legs


def _key(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


class _PatternLeg(NamedTuple):
    """A step of a pattern; `deep` is any number of steps."""

    kind: Literal["leg", "keys", "indexes", "deep"]
    leg: Leg | None = None

    def takes(self, leg: Leg) -> bool:
        """Return whether it stands for a step, or may stand for it and more."""
        if self.kind == "leg":
            return self.leg == leg
        return self.kind == "deep" or (self.kind == "keys") == isinstance(leg, str)

    @property
    def is_of_any_value(self) -> bool:
        """Whether it stands for a value that is no array, too, as if this were its only cell."""
        return self.leg == 0


def _parsed(pattern: str) -> tuple[_PatternLeg, ...]:
    legs = []
    for found in _PATTERN_LEG.finditer(pattern, 1):
        kind: Any = found.lastgroup
        if kind == "key":
            legs.append(_PatternLeg("leg", _key(found[kind])))
        elif kind == "index":
            legs.append(_PatternLeg("leg", int(found[kind])))
        else:
            legs.append(_PatternLeg(kind))
    return tuple(legs)


@dataclass(frozen=True, slots=True)
class Route:
    """A place in a document, and how far patterns of paths stand for the way to it.

    `at` has, of each pattern that may stand for the way, the numbers of the pattern and of its
    next step.
    """

    patterns: tuple[tuple[_PatternLeg, ...], ...]
    at: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, patterns: Sequence[str]) -> Route:
        """Return the place of a whole document."""
        parsed = tuple(map(_parsed, patterns))
        start = cls(parsed, frozenset())
        return start._from((number, 0) for number in range(len(parsed)))

    @property
    def matched(self) -> int | None:
        """The number of the first pattern that stands for the whole way; None for none."""
        ends = [number for number, step in self.at if step == len(self.patterns[number])]
        return min(ends, default=None)

    @property
    def is_dead(self) -> bool:
        """Whether no pattern stands for this place, or for one in it."""
        return not self.at

    def into(self, leg: Leg) -> Route:
        """Return the place of a member."""
        return self._from(
            (number, step if one.kind == "deep" else step + 1)
            for number, step, one in self._next()
            if one.takes(leg)
        )

    def as_no_array(self) -> Route:
        """Return the same place, if the value at it is no array."""
        return self._from(self.at, lambda one: one.kind == "deep" or one.is_of_any_value)

    def has_index_from(self, first: int) -> bool:
        """Return whether a pattern has the index of a cell of an array here, from `first` on."""
        return any(isinstance(one.leg, int) and one.leg >= first for _, _, one in self._next())

    def _next(self) -> Iterator[tuple[int, int, _PatternLeg]]:
        for number, step in self.at:
            if step < len(self.patterns[number]):
                yield number, step, self.patterns[number][step]

    def _from(
        self,
        at: Iterable[tuple[int, int]],
        may_be_none: Callable[[_PatternLeg], bool] = lambda one: one.kind == "deep",
    ) -> Route:
        """Return the place that some steps lead to, and those behind steps that may be none."""
        found, more = set[tuple[int, int]](), list(at)
        while more:
            number, step = more.pop()
            if (number, step) in found:
                continue
            found.add((number, step))
            pattern = self.patterns[number]
            if step < len(pattern) and may_be_none(pattern[step]):
                more.append((number, step + 1))
        return replace(self, at=frozenset(found))
