"""Makes a log small that shows something: fewer events, and fewer bytes in them."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.nodes import FORMAT_DESCRIPTION
from tests.made_up.damage import HEADER, MAGIC, events_of, is_signed, resized


def smallest(
    log: bytes, shows: Callable[[bytes], bool], is_over: Callable[[], bool] = lambda: False
) -> bytes:
    """A smaller log of which `shows` still holds; as small as it gets until it `is_over`."""
    if not shows(log):  # what it shows depends on more than the log
        return log
    while not is_over():
        size = len(log)
        log = _fewer_events(log, shows, is_over)
        log = _fewer_bytes(log, shows, is_over)
        if len(log) == size:
            break
    return log


def _fewer_events(log: bytes, shows: Callable[[bytes], bool], is_over: Callable[[], bool]) -> bytes:
    """Leaves out halves of the events, quarters, and so on down to single ones."""
    events = events_of(log)
    count = max(1, len(events) // 2)
    while True:
        at = len(events) - count
        while at >= 0 and not is_over():
            fewer = events[:at] + events[at + count :]
            if shows(log[:MAGIC] + b"".join(fewer)):
                events = fewer
            at -= count
        if count == 1:
            return log[:MAGIC] + b"".join(events)
        count //= 2


def _fewer_bytes(log: bytes, shows: Callable[[bytes], bool], is_over: Callable[[], bool]) -> bytes:
    """Leaves bytes out of events, whose lengths and checksums are made right again."""
    events = events_of(log)
    for number in reversed(range(len(events))):
        event = events[number]
        if len(event) <= HEADER or event[4] == FORMAT_DESCRIPTION:
            continue
        signs = is_signed(event)
        content = event[: len(event) - 4 * signs]
        count = max(1, (len(content) - HEADER) // 2)
        while count and not is_over():
            at = len(content) - count
            while at >= HEADER and not is_over():
                shorter = content[:at] + content[at + count :]
                other = [*events[:number], resized(shorter, signs=signs), *events[number + 1 :]]
                if shows(log[:MAGIC] + b"".join(other)):
                    content, events = shorter, other
                at -= count
            count //= 2
    return log[:MAGIC] + b"".join(events)
