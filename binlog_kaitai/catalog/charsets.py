"""Default charsets and collations, as the session, the server and the database decide them."""

from __future__ import annotations

from typing import NamedTuple

from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.model.charsets import BINARY, CHARSETS, width_of

_DEFAULTS = {
    **{charset: f"{charset}_general_ci" for charset in CHARSETS},
    **dict.fromkeys([BINARY], BINARY),
    "big5": "big5_chinese_ci",
    "dec8": "dec8_swedish_ci",
    "latin1": "latin1_swedish_ci",
    "hp8": "hp8_english_ci",
    "swe7": "swe7_swedish_ci",
    "ujis": "ujis_japanese_ci",
    "sjis": "sjis_japanese_ci",
    "tis620": "tis620_thai_ci",
    "euckr": "euckr_korean_ci",
    "gb2312": "gb2312_chinese_ci",
    "latin5": "latin5_turkish_ci",
    "gbk": "gbk_chinese_ci",
    "cp932": "cp932_japanese_ci",
    "eucjpms": "eucjpms_japanese_ci",
    "gb18030": "gb18030_chinese_ci",
}
_SHORT = "uca1400_"
"""The beginning of MariaDB's collations whose names do not begin with a charset."""

_ALIASES = {"utf8": "utf8mb3"}


class Charset(NamedTuple):
    """A charset with a collation; both are None if they are the unknown default of a database."""

    name: str | None = None
    collation: str | None = None

    @property
    def width(self) -> int | None:
        """The most bytes of a character; None if the charset is not known."""
        return None if self.name is None else width_of(self.name)


class CharsetRules:
    """The default collations of a session, and the charsets of collations."""

    def __init__(self, session: Session) -> None:
        self._session = session
        pairs = (one.split("=") for one in session.character_set_collations.split(",") if one)
        self._defaults = {_alias(pair[0]): pair[-1] for pair in pairs}

    def of_charset(self, name: str) -> Charset:
        """Return a charset with its default collation. Raises ValueError for an unknown one."""
        charset = _alias(name)
        if charset not in CHARSETS:
            raise ValueError(f"charset {name} is not known")
        collation = self._defaults.get(charset, _DEFAULTS[charset])
        if charset == "utf8mb4" and self._session.family == "mysql":
            has_newer = self._session.version >= (8,)
            default = "utf8mb4_0900_ai_ci" if has_newer else collation
            collation = self._session.default_collation_for_utf8mb4 or default
        return Charset(charset, collation)

    def of_collation(self, name: str, default: Charset) -> Charset:
        """Return a collation with its charset; a short name is of the charset `default`.

        Raises ValueError for an unknown one.
        """
        collation = name.lower()
        if collation.startswith(_SHORT):
            if default.name is None:
                raise ValueError(f"the charset of collation {name} is not known")
            return Charset(default.name, f"{default.name}_{collation}")
        charset = _alias(collation.partition("_")[0])
        if charset not in CHARSETS:
            raise ValueError(f"collation {name} is not known")
        if collation.startswith("utf8_"):
            collation = f"utf8mb3_{collation[5:]}"
        return Charset(charset, collation)

    def of_server(self) -> Charset:
        """Return the default of the server; unknown if the log does not have it."""
        name = self._session.collation_server
        return Charset() if name is None else self.of_collation(name, Charset())


def binary_of(charset: Charset) -> Charset:
    """Return a charset with the collation that compares bytes."""
    return charset if charset.name is None else Charset(charset.name, f"{charset.name}_bin")


def _alias(name: str) -> str:
    lower = name.lower()
    return _ALIASES.get(lower, lower)
