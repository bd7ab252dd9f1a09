"""Errors in the data of logs, and in the names that select them."""

from __future__ import annotations

from dataclasses import dataclass

from binlog_kaitai.printable import printable


class BinlogError(ValueError):
    """A binary log is damaged, truncated, or in a format that is not supported.

    Attributes: `file` (path as passed), `position` (byte offset in the file of the event or of the
    damaged bytes), `expected` and `found` (text). As text, it is one line without control
    characters.
    """

    def __init__(self, file: str, position: int, expected: str, found: str) -> None:
        super().__init__(file, position, expected, found)
        self.file = file
        self.position = position
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        place = f"{self.file}: at byte {self.position}"
        return printable(f"{place}: expected {self.expected}, found {self.found}")


class TransientError(OSError):
    """A temporary obstacle outside the program: the same command may succeed later."""


class DataLossError(OSError):
    """A log file was purged before it was read completely, or another file replaced it."""


class TornEventError(BinlogError):
    """The file ends inside an event: it is truncated, or the server is still writing it."""


def out_of_memory(file: str, position: int) -> BinlogError:
    """Return what is raised where memory does not suffice for an event."""
    return BinlogError(file, position, "an event that fits into memory", "a larger event")


class SecondFormatError(BinlogError):
    """A log that is read in parts has a second format; a lenient reading ends there, too."""


class MissingFragmentError(BinlogError):
    """Another event lies where the next fragment of a rows event should; that event is sound."""


class UnreadableError(ValueError):
    """A value's bytes are not a value of its type; caught and given its place in the file.

    Attributes: `expected` and `found` (text).
    """

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected, found)
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class Fault:
    """What is damaged, and was passed over."""

    error: BinlogError


class UnqualifiedTableError(ValueError):
    """A table is selected by its name without its database."""


class UnknownNameError(LookupError):
    """No log has the selected table, database or column. The text suggests the nearest name."""


class DoubtWarning(UserWarning):
    """The result may lack something or be in doubt; commands end with the status for that."""
