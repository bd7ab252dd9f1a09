"""Names of the folders of datasets."""

from __future__ import annotations

import hashlib
from urllib.parse import quote

STATEMENTS = "statements"

_MARKS = {"parquet": "%"}
"""First characters of encoded bytes by format: libraries of other formats decode percent signs."""

# most file systems accept 255 bytes; suffixes may be added
MAX_FOLDER_NAME = 240


def folder_name(database: str, table: str, mark: str = "%") -> str:
    """Return the unique name of a table's folder, which readers such as Spark do not skip.

    A name that is too long for file systems ends with `~` and a digest. Encoded bytes begin with
    `mark`.
    """
    name = f"{_encoded(database)}.{_encoded(table)}"
    if len(name) > MAX_FOLDER_NAME:
        digest = hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
        name = f"{name[: MAX_FOLDER_NAME - len(digest) - 1].rstrip('%')}~{digest}"
    return name.replace("%", mark)


def mark_of(file_format: str) -> str:
    """Return the character that begins encoded bytes in the names of folders of a format."""
    return _MARKS.get(file_format, "~")


def _encoded(name: str) -> str:
    if not name:
        return "%"  # no other name is encoded so
    encoded = quote(name, safe="").replace(".", "%2E").replace("~", "%7E")
    return f"%5F{encoded[1:]}" if encoded.startswith("_") else encoded
