"""Which part of a transaction was rolled back to a savepoint."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from binlog_kaitai.model.transactions import Place

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAME = r"""\s*(`(?:[^`]|``)*`|"(?:[^"]|"")*"|(?<=\s)[^\s;`"]+)\s*;?\s*$"""
_SAVEPOINT = re.compile(
    rf"\s*(?:(SAVEPOINT)|(RELEASE)\s+SAVEPOINT|ROLLBACK(?:\s+WORK)?\s+TO(?:\s+SAVEPOINT)?){_NAME}",
    re.IGNORECASE,
)
_ROLLBACK_TO = re.compile(r"\s*ROLLBACK\b.*\bTO\b", re.IGNORECASE | re.DOTALL)


@dataclass
class Savepoints:
    """The savepoints of a transaction that is open, and what was rolled back to them.

    `undone` are parts that were rolled back, from a place on up to another. What lies before
    `doubt` may have been: the log does not hold the savepoint.
    """

    names: list[tuple[str, Place]] = field(default_factory=list)
    undone: list[tuple[Place, Place]] = field(default_factory=list)
    doubt: Place | None = None

    def copy(self) -> Savepoints:
        """Return the same, to go on apart."""
        return Savepoints([*self.names], [*self.undone], self.doubt)

    def take(self, text: str, place: Place) -> None:
        """Take in a statement; those that are not about savepoints change nothing."""
        if _begins(text) not in ("SAVE", "RELE", "ROLL"):
            return
        text = _COMMENT.sub(" ", text)
        found = _SAVEPOINT.match(text)
        if found is None:
            if _ROLLBACK_TO.match(text):
                self.doubt = place
            return
        sets, releases, name = found.groups()
        number = self._number_of(_folded(name))
        if sets:
            if number is not None:
                del self.names[number]
            self.names.append((_folded(name), place))
        elif number is None:
            self.doubt = self.doubt if releases else place
        elif releases:
            del self.names[number:]
        else:
            del self.names[number + 1 :]
            self._undo(self.names[number][1], place)

    def _number_of(self, name: str) -> int | None:
        numbers = range(len(self.names) - 1, -1, -1)
        return next((i for i in numbers if self.names[i][0] == name), None)

    def _undo(self, first: Place, end: Place) -> None:
        while self.undone and self.undone[-1][0] >= first:
            self.undone.pop()
        if self.undone and self.undone[-1][1] > first:
            first = self.undone.pop()[0]
        self.undone.append((first, end))


def is_rollback(text: str) -> bool:
    """Return whether a statement begins as one does that rolls back, be it to a savepoint."""
    return _begins(text) == "ROLL"


def _begins(text: str) -> str:
    return text.lstrip()[:4].upper()


def _folded(name: str) -> str:
    """Return a name as servers compare it: without its quotes, case and accents."""
    if name[0] in '`"':
        name = name[1:-1].replace(2 * name[0], name[0])
    marked = unicodedata.normalize("NFD", name.upper())
    return "".join(letter for letter in marked if not unicodedata.combining(letter))
