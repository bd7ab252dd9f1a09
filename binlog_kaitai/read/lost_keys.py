"""Keys that parents lose, and rows by the keys that they have, for foreign keys with actions.

Keys are texts that are equal for all values that a server may take as equal: the values of parents
are JSON, those of children are typed.
"""

from __future__ import annotations

import json
import re
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import Any, NamedTuple

from binlog_kaitai.catalog.references import Place, Reference
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.model.changes import DELETE, UPDATE_POSTIMAGE, UPDATE_PREIMAGE
from binlog_kaitai.model.names import full_name

MAX_DEPTH = 15
"""Tables that servers let a cascade go through."""

MAX_LOSSES = 2**20
"""Changes by one foreign key whose keys are held; those behind count as changes of any key."""

ANY = "any"
"""The key of a parent that is not known, and of rows that may have any key."""

_UNKNOWN = object()
_ZEROS = re.compile(r"(-?\d+)\.(\d*?)0*")


class Link(NamedTuple):
    """A foreign key that may change a table, or a parent of it.

    `columns` are the fields of its child's columns, and `referenced` those of its parent, in logs
    without names; they are empty if they are not known. It `is_own` if it is a foreign key of the
    table itself. If it `is_whole`, the logs have all rows that its child ever had.
    """

    reference: Reference
    columns: tuple[str, ...] = ()
    referenced: tuple[str, ...] = ()
    is_own: bool = False
    is_whole: bool = False

    def is_among(self, names: Iterable[str]) -> bool:
        """Return whether a column of the child is among fields."""
        return not {*map(str.lower, self.reference.columns), *self.columns}.isdisjoint(
            map(str.lower, names)
        )

    def key_in(self, image: Mapping[str, Any]) -> str | None:
        """Return the key that a row image of the child has, as JSON; None if it has NULL."""
        fields = {name.lower(): value for name, value in image.items()}
        return _key_in(fields, self.reference.columns, self.columns)

    @property
    def child_name(self) -> str:
        """The full name of the child."""
        return full_name(*self.reference.child)

    @property
    def text(self) -> str:
        """The foreign key as an error names it."""
        return f"({', '.join(self.reference.columns)}) to {full_name(*self.reference.parent)}"


class Loss(NamedTuple):
    """A key that a parent lost by a change: the number of the link, and the change's place."""

    link: int
    key: str
    file: str
    position: int
    ordinal: int
    gtid: str | None


def lower(name: TableName) -> TableName:
    """Return the name by which a table is the same on all servers."""
    return TableName(name.database.lower(), name.table.lower())


class LostKeys:
    """Follows the changes of parents in the order of the logs."""

    def __init__(self, links: Sequence[Link]) -> None:
        self._links = links
        self._by_parent: dict[TableName, list[int]] = {}
        for number, link in enumerate(links):
            self._by_parent.setdefault(lower(link.reference.parent), []).append(number)
        self._through = [n for n, one in enumerate(links) if self._below(one)]
        self._held: dict[tuple[int, str], set[tuple[int, str]]] = {}
        self._num_held = 0
        self._counts = [0] * len(links)
        self._before: dict[str, Any] | None = None

    def _below(self, link: Link) -> Sequence[int]:
        return self._by_parent.get(lower(link.reference.child), ())

    def take(self, change: Mapping[str, Any]) -> Iterator[Loss]:
        """Yield the keys that are lost by the next row image, a flat record."""
        table = lower(TableName(change["database"], change["table"]))
        image = {name.lower(): one for name, one in json.loads(change["data"]).items()}
        before, kind = self._before, change["change_type"]
        self._before = image if kind == UPDATE_PREIMAGE else None
        if kind == UPDATE_POSTIMAGE:
            image = {**(before or {}), **image}
        for number in self._through:
            if lower(self._links[number].reference.child) == table:
                self._hold(number, image)
        for number in self._by_parent.get(table, ()):
            link = self._links[number]
            if not _is_there(link.reference, (change["file"], change["position"])):
                continue
            if kind == DELETE and link.reference.follows_deletes:
                key = _key_in(image, link.reference.referenced, link.referenced)
            elif kind == UPDATE_POSTIMAGE and link.reference.follows_updates:
                old, new = (
                    _key_in(one, link.reference.referenced, link.referenced)
                    for one in (before or {}, image)
                )
                # images that lack the columns have not changed them
                is_known = bool(link.reference.referenced) and not _has_numbers_only(image, link)
                if old == new and (old != ANY or is_known):
                    continue
                key = old
            else:
                continue
            yield from self._lose(number, key, change, is_delete=kind == DELETE)

    def _hold(self, number: int, image: Mapping[str, Any]) -> None:
        """Remember the keys that rows have, and by which others refer to them."""
        link = self._links[number]
        key = _key_in(image, link.reference.columns, link.columns)
        if key is None or not link.is_whole or self._num_held > MAX_LOSSES:
            return
        held = self._held.setdefault((number, key), set())
        for below in self._below(link):
            own = self._links[below]
            referenced = _key_in(image, own.reference.referenced, own.referenced)
            if referenced is not None and (below, referenced) not in held:
                held.add((below, referenced))
                self._num_held += 1

    def _lose(
        self,
        number: int,
        key: str | None,
        change: Mapping[str, Any],
        *,
        is_delete: bool,
        depth: int = 0,
    ) -> Iterator[Loss]:
        """Yield a lost key, and those that a cascade takes from the children of the child."""
        if key is None or depth > MAX_DEPTH:  # a key with NULL has no children
            return
        link = self._links[number]
        self._counts[number] += 1
        if self._counts[number] > MAX_LOSSES:
            key = ANY
        place = (change["file"], change["position"], change["ordinal"], change["gtid"])
        yield Loss(number, key, *place)
        deletes = is_delete and link.reference.on_delete == "cascade"
        own = {name.lower() for name in link.reference.columns}
        for below in self._below(link):
            reference = self._links[below].reference
            names = {name.lower() for name in reference.referenced}
            loses = reference.follows_updates and (not names or not own.isdisjoint(names))
            if not (reference.follows_deletes if deletes else loses):
                continue
            for other in self._keys_below(number, key, below):
                yield from self._lose(below, other, change, is_delete=deletes, depth=depth + 1)

    def _keys_below(self, number: int, key: str, below: int) -> list[str]:
        """Return the keys of rows that had a key of their parent."""
        is_whole = self._links[number].is_whole and self._num_held <= MAX_LOSSES
        if key == ANY or not is_whole:
            return [ANY]
        found = [*self._held.get((number, key), ()), *self._held.get((number, ANY), ())]
        return sorted({referenced for one, referenced in found if one == below})


def order(place: Place) -> tuple[list[tuple[bool, int, str]], int]:
    """Return what sorts places in logs."""
    return in_order(place[0]), place[1]


def _is_there(reference: Reference, place: Place) -> bool:
    """Return whether a foreign key is there at a place."""
    is_made = reference.after is None or order(reference.after) < order(place)
    return is_made and (reference.until is None or order(place) <= order(reference.until))


def _has_numbers_only(image: Mapping[str, Any], link: Link) -> bool:
    """Return whether columns of an image have numbers, and those of the link are not known."""
    return not link.referenced and all(name.startswith("@") for name in image)


def _key_in(image: Mapping[str, Any], names: Sequence[str], numbers: Sequence[str]) -> str | None:
    """Return the key that an image has; None if it has NULL."""
    if not names:
        return ANY
    texts = []
    for at, name in enumerate(names):
        number = numbers[at] if numbers else ""
        value = image.get(name.lower(), image.get(number, _UNKNOWN))
        if value is None:
            return None
        texts.append(_texts(value))
    return ANY if None in texts else _text([one[0] for one in texts if one])


def keys_of(row: Mapping[str, Any], link: Link) -> Iterator[str]:
    """Yield the keys that a typed row of a child may have; none if it has NULL.

    Columns that the row lacks, or whose values have several forms, may have any key.
    """
    fields = {name.lower(): one for name, one in row.items()}
    choices: list[Sequence[str]] = []
    for at, name in enumerate(link.reference.columns):
        number = link.columns[at] if link.columns else ""
        value = fields.get(name.lower(), fields.get(number, _UNKNOWN))
        if value is None:
            return
        choices.append(_texts(value) or ())
    if not all(choices):
        yield ANY
        return
    yield from sorted({_text(some) for some in product(*choices)})


def folded(value: Any) -> Any:
    """Return a value that is equal for all that a collation may take as equal."""
    if isinstance(value, bytes):
        value = value.decode("latin-1").rstrip("\0")
    if not isinstance(value, str):
        return value
    if value.isascii():
        return value.lower().rstrip()
    parts = unicodedata.normalize("NFKD", value.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one)).rstrip()


def folds(value: Any) -> tuple[Any, ...]:
    """Return what `folded` makes of a value, for bytes by each charset that their text may have."""
    if isinstance(value, bytes) and not value.isascii() and _is_utf8(value):
        return folded(value), folded(value.decode())
    return (folded(value),)


def _text(texts: Sequence[str]) -> str:
    return json.dumps(texts)


def _texts(value: Any) -> list[str] | None:
    """Return the texts of a value, JSON or typed; None if it has no certain text."""
    if isinstance(value, dict) and value.keys() == {"base64"}:
        value = b64decode(value["base64"])
        return [folded(value)]
    if isinstance(value, bool | int):
        return [str(int(value))]
    if isinstance(value, Decimal):
        return [_plain(format(value, "f"))]
    if isinstance(value, str):
        return [_plain(value)]
    if isinstance(value, bytes):  # text of an unknown charset, or bytes, which JSON has as base64
        texts = [
            folded(value),
            *(_plain(b64encode(one).decode()) for one in (value, value.rstrip(b"\0"))),
        ]
        texts += [_plain(value.decode())] if _is_utf8(value) else []
        return list(dict.fromkeys(texts))
    return None


def _plain(text: str) -> str:
    """Return text without what a server takes as no difference."""
    number = _ZEROS.fullmatch(text)
    if number is not None:
        return f"{number[1]}.{number[2]}" if number[2] else number[1]
    return str(folded(text))


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True
