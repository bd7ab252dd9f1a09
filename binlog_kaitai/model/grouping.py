"""Which events make up a transaction: one table of transitions, which both engines follow.

What an event does depends on its `Role`, and on the transaction before it: there is none; or one is
open, which the next statement ends; or one has begun, which goes on behind a statement.
"""

from __future__ import annotations

from enum import IntEnum


class Role(IntEnum):
    """The role of an event in transactions.

    Attributes:
        OF_LOG: of the log itself, wherever it lies.
        NAMES: names a transaction.
        NAMES_AND_BEGINS: names one and stands for its BEGIN, as MariaDB's GTIDs do.
        INSIDE: lies in a transaction, be its beginning seen or not.
        ASIDE: goes before a statement, or controls what is open.
        PLAIN: a statement that bounds no transaction.
        BEGINS: begins another transaction, unless the event before named it.
        BEGINS_NESTED: the same, but joins one that has not begun: XA START, or BEGIN in a payload.
        FINISHES: ends the transaction.
    """

    OF_LOG = 0
    NAMES = 1
    NAMES_AND_BEGINS = 2
    INSIDE = 3
    ASIDE = 4
    PLAIN = 5
    BEGINS = 6
    BEGINS_NESTED = 7
    FINISHES = 8


NONE, OPEN, BEGUN = range(3)
NAMED = 2
"""Added to `OPEN` or `BEGUN` where the event before named the transaction."""

NEW = 4
"""Added to the state behind an event that begins another transaction."""

_NEW, _NEW_OPEN, _NEW_BEGUN = NEW | NONE, NEW | OPEN, NEW | BEGUN

# by the state before: none, open, begun, and the last two where the event before named it
TRANSITIONS: dict[Role, tuple[int, ...]] = {
    Role.OF_LOG: (NONE, OPEN, BEGUN, OPEN, BEGUN),
    Role.NAMES: (_NEW_OPEN, _NEW_OPEN, _NEW_OPEN, _NEW_OPEN, _NEW_OPEN),
    Role.NAMES_AND_BEGINS: (_NEW_BEGUN, _NEW_BEGUN, _NEW_BEGUN, _NEW_BEGUN, _NEW_BEGUN),
    Role.INSIDE: (_NEW_BEGUN, OPEN, BEGUN, OPEN, BEGUN),
    Role.ASIDE: (_NEW_OPEN, OPEN, BEGUN, OPEN, BEGUN),
    Role.PLAIN: (_NEW, NONE, BEGUN, NONE, BEGUN),
    Role.BEGINS: (_NEW_BEGUN, _NEW_BEGUN, _NEW_BEGUN, BEGUN, BEGUN),
    Role.BEGINS_NESTED: (_NEW_BEGUN, BEGUN, _NEW_BEGUN, BEGUN, BEGUN),
    Role.FINISHES: (_NEW, NONE, NONE, NONE, NONE),
}
"""The state behind an event, by its role; `NONE` where it ended the transaction."""
