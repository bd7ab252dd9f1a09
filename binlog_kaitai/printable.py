"""Text for terminals: which they show and do not obey, and that is valid UTF-8."""

from __future__ import annotations

import re

# what terminals obey, also in its form of eight bits, and what stands for bytes that are no UTF-8
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_LEFT_BY_JSON = re.compile("[\x7f-\x9f]")
_NAMES = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def printable(text: str, keep: str = "") -> str:
    r"""Return text with backslash escapes for control characters, but those to keep.

    A byte of a file's name that is no UTF-8 is `\xff`, as is a control character of that code.
    """
    return _CONTROLS.sub(lambda match: match[0] if match[0] in keep else _escape(match[0]), text)


def counted(count: int, noun: str) -> str:
    """Return a number of things in words: `1 log`, `2,000 logs`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def printable_json(text: str) -> str:
    """JSON that means the same, without the control characters that JSON allows in strings."""
    return _LEFT_BY_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def valid(text: str) -> str:
    r"""Return text as valid UTF-8: `\xff` for each byte of a file's name that is none."""
    return _SURROGATES.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    if character in _NAMES:
        return _NAMES[character]
    try:  # a byte of a name is a surrogate in Python
        byte = character.encode("latin-1", "surrogateescape")
    except UnicodeEncodeError:
        return f"\\u{ord(character):04x}"
    return f"\\x{byte[0]:02x}"
