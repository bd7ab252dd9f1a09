"""What a stream of packets has to remember to go on in another process."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from binlog_kaitai.model.changes import Statement
from binlog_kaitai.model.transactions import Transaction
from binlog_kaitai.tree.log.fragments import Fragments
from binlog_kaitai.tree.transactions.statements import StatementContext

VERSION = 2


@dataclass(frozen=True, slots=True)
class PacketMemory:
    """What the packets so far have left; as text it outlives the process.

    `file` is the name of the log and `position` the byte offset of the next event, both None where
    nothing told them. `rotation` is a made-up ROTATE whose name cannot be read yet, `description`
    the FORMAT_DESCRIPTION in force, and `table_maps` are those of the statement that is open: the
    bytes of events. `fragments` are those of a rows event that is not yet whole. `transaction` and
    `context` are those that are open; it `has_begun` if it goes on behind a statement, and
    `is_behind_gtid` if the last event named it.
    """

    file: str | None = None
    position: int | None = None
    rotation: bytes | None = None
    description: bytes | None = None
    table_maps: tuple[bytes, ...] = ()
    fragments: Fragments | None = None
    transaction: Transaction = field(default_factory=Transaction)
    has_begun: bool = False
    is_behind_gtid: bool = False
    context: StatementContext = field(default_factory=StatementContext)

    def to_json(self) -> str:
        """Return what `from_json` reads."""
        fields = asdict(replace(self, fragments=None)) | {
            "version": VERSION,
            "rotation": _text(self.rotation),
            "description": _text(self.description),
            "table_maps": [_text(event) for event in self.table_maps],
            "fragments": self.fragments and self.fragments.to_json(),
        }
        return json.dumps(fields)

    @classmethod
    def from_json(cls, text: str) -> PacketMemory:
        """Read what `to_json` gave. Raises ValueError for that of another version."""
        fields: dict[str, Any] = json.loads(text)
        version = fields.pop("version", None)
        if version != VERSION:
            raise ValueError(f"expected a state of version {VERSION}, found version {version}")
        context = fields["context"]
        # which older checkpoints do not have
        fragments = fields.get("fragments")
        return cls(
            file=fields["file"],
            position=fields["position"],
            rotation=_bytes(fields["rotation"]),
            description=_bytes(fields["description"]),
            table_maps=tuple(map(b64decode, fields["table_maps"])),
            fragments=fragments and Fragments.from_json(fragments),
            transaction=Transaction(**fields["transaction"]),
            has_begun=fields["has_begun"],
            is_behind_gtid=fields["is_behind_gtid"],
            context=StatementContext(
                context["variables"],
                {int(number): positions for number, positions in context["files"].items()},
                {int(number): Statement(**load) for number, load in context["loads"].items()},
            ),
        )


def _text(event: bytes | None) -> str | None:
    return None if event is None else b64encode(event).decode("ascii")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else b64decode(text)
