"""Records and events, in the shape that all outputs share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from binlog_kaitai.model.json_text import Data, to_json


@dataclass(frozen=True, slots=True)
class Record:
    """A row image, or a statement.

    - `file`: base name of the log file
    - `position`: byte offset of the event in the file
    - `ordinal`: index of the row image in the event: 0, 1, 2 ...
    - `timestamp`: time in the event header, UTC
    - `commit_timestamp`: time of the commit, UTC; None if the server does not log it
    - `server_id`: ID of the server that wrote the event
    - `gtid`: `uuid:gno`, `uuid:tag:gno` or `domain-server-sequence`; None without GTIDs
    - `outcome`: committed, rolled_back or prepared; None if the log ends before the transaction
    - `xid`: XID of the XA transaction, or of the one that the statement ends: `X'6162',X'',1`
    - `database`, `table`: the table of the row image; for a statement, its default database and
      None
    - `change_type`: insert, update_preimage, update_postimage, delete or statement
    - `data`: for a row image, JSON-compatible values by column name, in column order, without
      columns that the image lacks. A JSON column is a `JsonText`, `{"json": None}` for the document
      null, or the `JsonDiffs` of a partial update whose before image lacks the document. For a
      statement: `statement`, `database`, and values that a replay needs: `timestamp` with its
      fraction, `insert_id`, `last_insert_id`, `rand_seeds`, `user_variables`, `time_zone`, `load`
      (the place of LOAD DATA's data), `alter_phase`. `{"raw": base64}` for rows of an unknown
      format
    """

    file: str
    position: int
    ordinal: int
    timestamp: datetime
    commit_timestamp: datetime | None
    server_id: int
    gtid: str | None
    outcome: str | None
    xid: str | None
    database: str
    table: str | None
    change_type: str
    data: Data

    def to_json(self) -> str:
        """Return the record as one line of JSON; JSON columns in it as the server writes them."""
        commit = self.commit_timestamp
        return to_json(
            {
                "file": self.file,
                "position": self.position,
                "ordinal": self.ordinal,
                "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
                "commit_timestamp": commit and f"{commit:%Y-%m-%dT%H:%M:%S.%fZ}",
                "server_id": self.server_id,
                "gtid": self.gtid,
                "outcome": self.outcome,
                "xid": self.xid,
                "database": self.database,
                "table": self.table,
                "change_type": self.change_type,
                "data": self.data,
            }
        )


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a log.

    - `position`, `size`: byte offset in the file, and number of bytes
    - `type`: the server's name of the type, None for an unknown type; `type_code`: its number
    - `timestamp`: time in the event header, UTC
    - `server_id`: ID of the server that wrote the event
    - `flags`: flags in the event header, as a number
    - `checksum`: `ok`, `bad`, or `none` if the log has no checksums
    - `body`: JSON-compatible values of the body's fields; `{"raw": base64}` for a type without a
      spec
    """

    position: int
    size: int
    type: str | None
    type_code: int
    timestamp: datetime
    server_id: int
    flags: int
    checksum: str
    body: dict[str, Any]

    def to_json(self) -> str:
        """Return the event as one line of JSON."""
        return to_json(
            {
                "position": self.position,
                "size": self.size,
                "type": self.type,
                "type_code": self.type_code,
                "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
                "server_id": self.server_id,
                "flags": self.flags,
                "checksum": self.checksum,
                "body": self.body,
            }
        )
