"""The names of datasets' folders."""

from __future__ import annotations

import hashlib
from urllib.parse import quote

STATEMENTS = "statements"

# what most file systems take are 255 bytes; some may be added
MAX_FOLDER_NAME = 240


def folder_name(database: str, table: str, mark: str = "%") -> str:
    """Return the name of a table's folder, which no other table has, and which Spark does not hide.

    What is longer than file systems take ends with `~` and a digest. Bytes that are encoded begin
    with `mark`.
    """
    name = f"{_encoded(database)}.{_encoded(table)}"
    if len(name) > MAX_FOLDER_NAME:
        digest = hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
        name = f"{name[: MAX_FOLDER_NAME - len(digest) - 1].rstrip('%')}~{digest}"
    return name.replace("%", mark)


def _encoded(name: str) -> str:
    if not name:
        return "%"  # which no other name is encoded as
    encoded = quote(name, safe="").replace(".", "%2E").replace("~", "%7E")
    return f"%5F{encoded[1:]}" if encoded.startswith("_") else encoded
