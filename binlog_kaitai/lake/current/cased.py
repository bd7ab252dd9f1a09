"""Names of tables that differ in case, and mean one table or several, as the server is set."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.lake.current.ended import lower
from binlog_kaitai.lake.current.lineage import Key


class CasedNames:
    """The tables of an export by their names in any case; `keys` may grow."""

    def __init__(self, keys: Collection[Key]) -> None:
        self._keys = keys
        self._first: dict[Key, Key] = {}
        for key in keys:
            self.add(key)

    def add(self, key: Key) -> None:
        """Add a table, unless there is one of that name in another case."""
        self._first.setdefault(lower(key), key)

    def find(self, key: Key) -> Key | None:
        """Return the first table of a name in any case; None if there is none."""
        return self._first.get(lower(key))

    def others(self, names: Iterable[Key]) -> Iterator[tuple[Key, Key]]:
        """Yield names with tables that they mean if case does not count on the server."""
        for name in names:
            if name[1] == ALL_OF_DATABASE:
                same = (one for one in self._keys if one[0].lower() == name[0].lower())
                yield from ((name, one) for one in same if one[0] != name[0])
            elif name not in self._keys and (known := self.find(name)) is not None:
                yield name, known
